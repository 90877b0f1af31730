// Keeps a page up to date. A socket for each of its topics only says which version there is; a page
// that is behind fetches its live part anew, and a live region says in words what has changed.

const ASK_EVERY = 20_000; // milliseconds, as all times here
const ANSWER_WITHIN = 5_000;
const RETRY_FIRST = 500;
const RETRY_LAST = 20_000;
const REFETCH_FIRST = 250;
const SAY_AT_MOST = 3; // sentences at once
const NOT_FOUND = 4404; // the close code of web/sockets.py

const news = document.getElementById("news");

let refetchIn = REFETCH_FIRST;
let fetching = false;
let isWanted = false; // a look was asked for while another, or a form, was under way
let isUnsure = false; // a form or a look failed: how it stands, only a look tells
let look = null; // the request of the last look, unless a form was sent since
const sending = new Set(); // the requests of forms whose answer is the live part, or a part of it

function live() {
  return document.getElementById("live");
}

function parts(list) {
  return list.trim().split(/\s+/);
}

// What the page shows of each topic, in the order in which it names them: nothing where another page
// has taken its place, as the one with what a correction changes.
function shown() {
  const { topic = "", version = "" } = live().dataset;
  const versions = parts(version).map(Number);
  return new Map(parts(topic).map((one, place) => [one, versions[place]]));
}

// The line to one topic: it hears of versions, and comes back when it breaks.
class Line {
  constructor(topic) {
    this.topic = topic;
    this.heard = shown().get(topic); // the highest version that was heard of
    this.retryIn = RETRY_FIRST;
    this.connect();
  }

  get isBehind() {
    return this.heard > (shown().get(this.topic) ?? Infinity);
  }

  connect() {
    clearTimeout(this.retryTimer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/${this.topic}/`);
    this.socket.addEventListener("message", (event) => {
      clearTimeout(this.answerTimer);
      this.retryIn = RETRY_FIRST;
      const frame = JSON.parse(event.data);
      this.hear(frame);
      document.dispatchEvent(new CustomEvent("live:frame", { detail: frame }));
    });
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  closed(event) {
    if (event.target !== this.socket) return;
    if (event.code === NOT_FOUND) {
      sayGone(true);
      return;
    }
    clearTimeout(this.answerTimer);
    clearTimeout(this.retryTimer);
    // Spread out, so that a whole club does not come back in the same instant.
    this.retryTimer = setTimeout(() => this.connect(), this.retryIn * (0.5 + Math.random()));
    this.retryIn = Math.min(2 * this.retryIn, RETRY_LAST);
  }

  hear({ version, clocks }) {
    this.heard = Math.max(this.heard, version);
    // Who sits at a table also sees who comes and goes, of which no version tells.
    const { present } = live().dataset;
    const isOther = present && present !== clocks.map((clock) => Number(clock.present)).join("");
    // What a form brings is not known before it is answered: then one looks if still behind.
    if ((this.isBehind && !sending.size) || isOther) refresh();
  }

  ask() {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ ask: "version" }));
      clearTimeout(this.answerTimer);
      // The line is dead, though it looks open.
      this.answerTimer = setTimeout(() => this.reconnect(), ANSWER_WITHIN);
    } else {
      refresh(); // no socket to be had: an unchanged page costs a 304
    }
  }

  reconnect() {
    const old = this.socket;
    this.connect();
    old.close();
  }

  wake() {
    if (this.socket.readyState === WebSocket.CLOSED) {
      this.retryIn = RETRY_FIRST;
      this.connect();
    } else {
      this.ask();
    }
  }
}

const lines = [...shown().keys()].map((topic) => new Line(topic));

function isBehind() {
  return isUnsure || lines.some((line) => line.isBehind);
}

async function refresh() {
  isWanted = fetching || sending.size > 0;
  if (isWanted) return;
  fetching = true;
  try {
    await htmx.ajax("GET", location.pathname + location.search, {
      target: "#live",
      swap: "outerHTML",
    });
  } catch {
    isUnsure = true; // offline, or given up: tried again below
  }
  fetching = false;
  refetchIn = isBehind() ? Math.min(2 * refetchIn, RETRY_LAST) : REFETCH_FIRST;
  if (isWanted) refresh();
  else if (isBehind()) setTimeout(refresh, refetchIn / 2);
}

// Whoever has the live part exchanged, this module or a form of the page: what the reader has opened
// stays open, and what has changed is said. A look also leaves what is being typed; after a form its
// fields are as the server says.
let before = null;

function isLook({ target, requestConfig }) {
  return target.id === "live" && requestConfig.verb === "get";
}

// A look that was under way when a form was sent may be older than the answer to the form, whichever
// of the two comes first. One that comes in the middle of a press would take away what is pressed.
function drop(event) {
  const { detail } = event;
  if (isPolled(detail) && isPressed(detail.target)) event.preventDefault(); // it is asked for again
  if (!isLook(detail)) return;
  if (detail.xhr !== look) {
    event.preventDefault();
    isWanted = true;
  } else if (isPressed(live())) {
    event.preventDefault();
    document.addEventListener("pointerup", lookAfterClick, { once: true });
    document.addEventListener("pointercancel", lookAfterClick, { once: true });
  }
}

function isPressed(part) {
  return part.querySelector(":active") !== null;
}

// A part of the page that htmx asks for every few seconds.
function isPolled({ elt, target }) {
  return elt === target && elt.id !== "live" && elt.getAttribute("hx-trigger")?.startsWith("every");
}

// The click comes right behind the release.
function lookAfterClick() {
  setTimeout(refresh);
}

// The reader may not see this page any more, as where a seat was given to somebody else: the page
// says so where it has words for it.
function sayGone(isGone) {
  document.getElementById("gone")?.toggleAttribute("hidden", !isGone);
}

function fail({ detail }) {
  if (detail.target === live() && detail.xhr.status === 404) sayGone(true);
}

function remember({ detail }) {
  if (detail.target !== live()) return;
  before = null;
  if (!detail.shouldSwap) return;
  sayGone(false);
  isUnsure = false;
  const kept = isLook(detail) ? { typed: typed(), chosen: chosen() } : { typed: [], chosen: [] };
  before = { said: sentences(), open: unfolded(), ...kept };
}

function send({ detail }) {
  const { target, requestConfig, xhr } = detail;
  if (isLook(detail)) look = xhr;
  if (!live().contains(target) || requestConfig.verb === "get") return;
  look = null;
  isWanted ||= sending.size > 0; // the answer that comes last may be the older one
  sending.add(xhr);
  xhr.addEventListener("loadend", () => {
    sending.delete(xhr);
    isUnsure ||= xhr.status !== 200;
    if (isUnsure) setTimeout(refresh, refetchIn);
    else if (isWanted || isBehind()) refresh();
  });
}

function restore() {
  if (!before) return;
  for (const id of before.open) {
    document.getElementById(id)?.closest("details").setAttribute("open", "");
  }
  for (const one of before.typed) {
    const field = document.getElementById(one.id);
    if (!field || placeOf(field) !== one.place) continue;
    field.value = one.value;
    if (one.caret !== null && field === document.activeElement) {
      field.setSelectionRange(one.caret, one.caret);
    }
  }
  for (const one of before.chosen) {
    const same = choices().find((field) => field.value === one.value && isSame(field, one));
    if (same) same.checked = true;
  }
  say(before.said, sentences());
  before = null;
}

function unfolded() {
  return [...live().querySelectorAll("details[open] > summary[id]")].map((one) => one.id);
}

// Of a hidden field, a button, a box or a choice the value is always the default.
function typed() {
  const changed = [...live().querySelectorAll("input[id], textarea[id]")].filter(
    (field) => field.value !== field.defaultValue,
  );
  return changed.map((field) => ({
    id: field.id,
    value: field.value,
    caret: field.selectionStart, // null where a field has none, as one of numbers
    place: placeOf(field),
  }));
}

function choices() {
  return [...live().querySelectorAll("input[type='radio']")];
}

// What was chosen of several, where it is not what the server would choose.
function chosen() {
  const changed = choices().filter((field) => field.checked && !field.defaultChecked);
  return changed.map((field) => ({ name: field.name, value: field.value, place: placeOf(field) }));
}

function isSame(field, { name, place }) {
  return field.name === name && placeOf(field) === place;
}

// What is typed is meant for the same form alone, not for that of another match or seating.
function placeOf({ form }) {
  return form && `${form.getAttribute("action")} ${form.dataset.seating}`;
}

// What matters most first, as how it stands at a table: it is said, however much there is to say.
function sentences() {
  const said = ["[data-said='first']", "[data-said]"].flatMap((name) => [
    ...document.querySelectorAll(name),
  ]);
  return new Map(said.map((one) => [one.id, one.textContent.trim()]));
}

function say(earlier, now) {
  const changed = [...now].filter(([id, words]) => earlier.get(id) !== words);
  const words = changed.slice(0, SAY_AT_MOST).map(([, sentence]) => sentence);
  if (changed.length > SAY_AT_MOST) words.push(news.dataset.more);
  if (words.length) news.textContent = words.join(" ");
}

function wake() {
  if (document.visibilityState === "hidden") return;
  for (const line of lines) line.wake();
  // Meanwhile the seat may have been taken over on another device.
  if (live().dataset.present) refresh();
}

document.addEventListener("htmx:beforeRequest", send);
document.addEventListener("htmx:beforeOnLoad", drop);
document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:afterSettle", restore);
document.addEventListener("htmx:responseError", fail);
document.addEventListener("live:behind", refresh);
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
setInterval(() => lines.forEach((line) => line.ask()), ASK_EVERY);
// Not on plain http, nor with a certificate that is not trusted: then a page without a network is
// the browser's own.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
