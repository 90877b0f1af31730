// The reader's own moves at an online table. A card is chosen first, then thrown: by its button, by a
// press on the pile or by key. It moves at once, and comes back with a sentence where it could not be
// sent; what the server refuses comes back with its reason. One request is under way at a time, and
// who presses twice has pressed once: the second press was meant for what stood there before. The
// title of the page tells of one's turn, and so do a sound and a buzz where they are switched on.

import { play, prefers, vibrate } from "./preferences.js";

// A second press so soon (in milliseconds) and so near (in pixels) belongs to the first.
const SOON = 500;
const NEAR = 24;

// The pile from which a card comes, by action.
const FROM = { draw: "stock", take: "discards" };

const title = document.title;
const notSent = document.getElementById("not-sent");
const ANSWER_WITHIN = 10_000; // milliseconds, of a form and of a look
let isSending = false;
let focused = null; // what had the focus at the table before it changed
let raised; // what the card that was chosen would have sent
let failedAt; // how the table stood when a form could not be sent
let told = null; // what was told last: that it is one's turn, or that the hand is over
let last = { x: 0, y: 0, at: -SOON };

function live() {
  return document.getElementById("live");
}

function own() {
  return document.getElementById("own");
}

// Pressing ----------------------------------------------------------------------------------------

function isSecond({ clientX: x, clientY: y, timeStamp: at, detail }) {
  if (!detail) return false; // by key: what has come up has not the focus
  const before = last;
  last = { x, y, at };
  return at - before.at < SOON && Math.hypot(x - before.x, y - before.y) < NEAR;
}

function cards() {
  return [...(own()?.querySelectorAll("button.ot-card") ?? [])];
}

function chosen() {
  return cards().find((card) => card.ariaPressed === "true");
}

// Pressed once more it is put down again.
function choose(card) {
  const isUp = card === chosen();
  for (const one of cards()) one.ariaPressed = String(one === card && !isUp);
  const button = own().querySelector("[data-throw]");
  button.textContent = isUp ? button.dataset.none : card.ariaLabel;
  button.ariaDisabled = String(isUp);
}

// A chosen card stays so where the table was only looked at anew.
function raise() {
  const card = cards().find((one) => one.value === raised);
  if (card && card !== chosen()) choose(card);
}

function press(event) {
  const button = event.target.closest("#live button");
  const isThrow = button?.hasAttribute("data-throw");
  if (!button || (button.form !== own() && !isThrow)) return;
  if (button.matches("[data-order], [data-place]")) return; // nothing is sent: as often as one likes
  const isStray = isSecond(event) || isSending;
  const isCard = button.matches(".ot-card");
  if (!isStray && !isCard && !isThrow) return; // its form sends it
  event.preventDefault();
  event.stopPropagation();
  if (isStray) return;
  if (isCard) choose(button);
  else if (chosen()) send(chosen());
}

// Since the card was found a look may have exchanged it. htmx sends the button that had the focus last.
function send({ value }) {
  const card = cards().find((one) => one.value === value);
  if (!card) return;
  card.focus({ preventScroll: true });
  own().requestSubmit(card);
}

// By key ------------------------------------------------------------------------------------------

function isTyped({ target, ctrlKey, altKey, metaKey, repeat }) {
  const isElsewhere = target !== document.body && !live().contains(target);
  return isElsewhere || ctrlKey || altKey || metaKey || repeat || target.matches("input, textarea");
}

function step(by) {
  const all = cards();
  const at = all.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
  all[next]?.focus();
}

function key(event) {
  if (isTyped(event)) return;
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    step(event.key === "ArrowRight" ? 1 : -1);
    event.preventDefault();
  } else if (!prefers("keys")) {
    return; // who speaks to their device, or hits keys by chance, plays nothing by it
  } else if (event.key === "?") {
    document.getElementById("keys")?.click();
  } else if (/^[a-z]$/.test(event.key)) {
    // Where it would be one of several, none is meant.
    const found = own()?.querySelectorAll(`[aria-keyshortcuts="${event.key}"]`) ?? [];
    if (found.length === 1) found[0].click();
  }
}

// Moving ------------------------------------------------------------------------------------------

// The middle of one box seen from that of another, and how much larger it is.
function way(from, to) {
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return { translate: `${x}px ${y}px`, scale: to.width / from.width };
}

// A card that is thrown goes to the discards; one that is drawn or taken comes to the hand.
function move(button) {
  const pile = FROM[button.value.split(" ")[0]];
  const isThrown = button.matches(".ot-card");
  const top = live().querySelector(`[data-pile='${pile ?? "discards"}'] > .pcard`);
  const last = own().querySelector("[data-card]:last-child .pcard");
  const [going, to] = isThrown ? [button, top] : [pile && top, last];
  if (!going || !to) return;
  going.dataset.going = "";
  Object.assign(going.style, way(going.getBoundingClientRect(), to.getBoundingClientRect()));
}

function begin({ detail }) {
  if (detail.elt.matches("#live form")) notSent.hidden = true;
  if (detail.elt !== own()) return;
  isSending = true;
  detail.xhr.addEventListener("loadend", () => (isSending = false));
  move(detail.requestConfig.triggeringEvent.submitter);
  play("card");
}

// Said beside the live part, so that it outlasts the look that follows.
function fail({ detail }) {
  if (!detail.elt.matches("#live form")) return;
  notSent.hidden = false;
  failedAt = standing();
  last.at = -SOON; // the next press is meant
  for (const card of live().querySelectorAll("[data-going]")) {
    delete card.dataset.going;
    Object.assign(card.style, { translate: "", scale: "" });
  }
}

// What is hanging is given up, so that it holds up nothing after it.
function limit({ detail }) {
  if (live().contains(detail.target)) detail.timeout = ANSWER_WITHIN;
}

// After the table has changed -----------------------------------------------------------------------

// What is said and muted raises no version.
function standing() {
  return `${live().dataset.version} ${document.getElementById("talk")?.textContent}`;
}

function tell() {
  const { turn, over } = live().dataset;
  document.title = turn ? `${turn} · ${title}` : title;
  const now = turn ? "turn" : over === undefined ? "" : "hand_over";
  if (now && now !== told) play(now);
  if (now === "turn" && now !== told) vibrate();
  told = now;
}

// Who goes by key goes on where they were, as htmx sees to by id; what is gone hands on to the new
// card, else to what can be pressed.
function keepFocus() {
  if (!focused || live().contains(document.activeElement)) return;
  const { name, value } = focused;
  const same = [...live().querySelectorAll("button[name]:not(.ot-reach)")].find(
    (one) => one.name === name && one.value === value,
  );
  const next = same ?? own()?.querySelector("[data-new]");
  const first = own()?.querySelector("button[name], [data-throw]");
  (next ?? first ?? document.getElementById("table-said")).focus({ preventScroll: true });
}

document.addEventListener("click", press, { capture: true });
document.addEventListener("undercut:throw", ({ detail: card }) => !isSending && send(card));
document.addEventListener("keydown", key);
document.addEventListener("htmx:configRequest", limit);
document.addEventListener("htmx:beforeRequest", begin);
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, fail);
}
document.addEventListener("htmx:beforeSwap", () => {
  const one = document.activeElement;
  focused = live().contains(one) ? { name: one.name, value: one.value } : null;
  raised = chosen()?.value;
});
document.addEventListener("htmx:afterSettle", () => {
  // What has come since tells better.
  if (standing() !== failedAt) notSent.hidden = true;
  raise();
  tell();
  keepFocus();
});
tell();
