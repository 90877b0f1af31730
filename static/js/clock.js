// Counts the clocks of a round down to the instant at which the server says that they end. This
// device's own clock may be wrong: the server's is asked for once.

const LATE = 5 * 60; // seconds, as all times here but `ahead`
let ahead = 0; // milliseconds that the server's clock is ahead of this device's
const before = new Map(); // what was left at the tick before, by clock

async function askForTime() {
  const asked = Date.now();
  const { headers } = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
  const served = Date.parse(headers.get("Date")) + 500; // it is cut off to whole seconds
  if (served) ahead = served - (asked + Date.now()) / 2;
}

function left(clock) {
  if ("left" in clock.dataset) return Number(clock.dataset.left);
  return Math.max(0, Math.round((Date.parse(clock.dataset.ends) - Date.now() - ahead) / 1000));
}

function words(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function show(clock) {
  const seconds = left(clock);
  clock.toggleAttribute("data-late", seconds < LATE);
  write(clock.querySelector("[data-time]"), words(seconds));
  const bar = clock.querySelector("progress");
  if (!bar) return;
  bar.hidden = false;
  bar.value = seconds;
  const rest = clock.querySelector("[data-with-script]");
  if (rest) {
    clock.querySelector("[data-without-script]").hidden = true;
    rest.hidden = false;
    if (!seconds) write(rest, clock.dataset.over);
  }
  say(clock, seconds);
}

// The last minutes are said once each, as they begin, and not by a page that is opened then.
function say(clock, seconds) {
  const last = before.get(clock.ariaLabel) ?? seconds;
  before.set(clock.ariaLabel, seconds);
  for (const { name, value } of clock.attributes) {
    const mark = Number(name.match(/^data-say-(\d+)$/)?.[1]);
    if (mark && last > mark && seconds <= mark) write(document.getElementById("news"), value);
  }
}

function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) show(clock);
}

for (const event of ["htmx:afterSwap", "outbox:answered"]) document.addEventListener(event, tick);
setInterval(tick, 1000);
tick();
await askForTime().catch(() => {}); // offline: this device's clock will do
tick();
