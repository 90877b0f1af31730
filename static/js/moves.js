// The reader's own moves at an online table. A card that is thrown moves at once, and comes back
// with a sentence where it could not be sent; what the server refuses comes back with its reason. One
// request is under way at a time, and who presses twice has pressed once: the second press was meant
// for what stood there before. The title of the page tells of one's turn.

// A second press so soon (in milliseconds) and so near (in pixels) belongs to the first.
const SOON = 500;
const NEAR = 24;

const title = document.title;
let isSending = false;
let last = { x: 0, y: 0, at: -SOON };

function own() {
  return document.getElementById("own");
}

function isSecond({ clientX: x, clientY: y, timeStamp: at, detail }) {
  if (!detail) return false; // by key: what has come up has not the focus
  const before = last;
  last = { x, y, at };
  return at - before.at < SOON && Math.hypot(x - before.x, y - before.y) < NEAR;
}

function keepOut(event) {
  if (!event.target.closest("#own button")) return;
  if (!isSecond(event) && !isSending) return;
  event.preventDefault();
  event.stopPropagation();
}

// The middle of one box seen from that of another, and how much larger it is.
function way(from, to) {
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return { translate: `${x}px ${y}px`, scale: to.width / from.width };
}

function move(button) {
  const pile = document.querySelector("[data-pile='discards'] > :first-child");
  if (!pile || !button.value.startsWith("discard")) return;
  button.dataset.going = "";
  Object.assign(button.style, way(button.getBoundingClientRect(), pile.getBoundingClientRect()));
}

function begin({ detail }) {
  if (detail.elt !== own()) return;
  isSending = true;
  own().querySelector("[data-not-sent]").hidden = true;
  move(detail.requestConfig.triggeringEvent.submitter);
}

function notSent({ detail }) {
  if (detail.elt !== own()) return;
  const button = own().querySelector("[data-going]");
  if (button) {
    delete button.dataset.going;
    Object.assign(button.style, { translate: "", scale: "" });
  }
  own().querySelector("[data-not-sent]").hidden = false;
}

function tell() {
  const { turn } = document.getElementById("live").dataset;
  document.title = turn ? `${turn} · ${title}` : title;
}

document.addEventListener("click", keepOut, { capture: true });
document.addEventListener("htmx:beforeRequest", begin);
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, notSent);
}
document.addEventListener("htmx:afterRequest", () => (isSending = false));
document.addEventListener("htmx:afterSettle", tell);
tell();
