// The order in which the reader holds their hand: by melds, as the page has it, or by hand, as they
// laid it: with the buttons below it, or by dragging a card. A card that is dragged onto the discards
// is thrown, and one from a pile that is dragged to the hand is drawn or taken.

// A press that moves less far (in pixels) is no drag.
const NEAR = 8;

const KEPT = `undercut.order.${location.pathname}`;

// The cards in the reader's order; none while it is by melds.
let order = JSON.parse(sessionStorage.getItem(KEPT));
let drag = null;
let isDropped = false; // the click that ends a drag presses nothing

function hand() {
  return document.querySelector(".ot-hand");
}

function places() {
  return [...(hand()?.querySelectorAll("[data-card]") ?? [])];
}

function names() {
  return places().map((place) => place.dataset.card);
}

function keep(changed) {
  order = changed;
  sessionStorage.setItem(KEPT, JSON.stringify(order));
}

// Order -------------------------------------------------------------------------------------------

// What was drawn since comes last.
function rank(place) {
  const at = order.indexOf(place.dataset.card);
  return at < 0 ? order.length : at;
}

function arrange() {
  const group = hand()?.querySelector(".ot-group");
  if (!group) return;
  for (const button of document.querySelectorAll("[data-order]")) {
    button.ariaPressed = String((button.dataset.order === "hand") === Boolean(order) || isOnly(button));
  }
  if (!order) return;
  const ordered = places().sort((one, other) => rank(one) - rank(other));
  const list = group.querySelector("ul");
  list.removeAttribute("aria-label");
  list.replaceChildren(...ordered);
  delete group.dataset.sign;
  group.querySelector("p")?.remove();
  hand().replaceChildren(group);
}

function isOnly(button) {
  return button.parentElement.querySelectorAll("[data-order]").length === 1;
}

// Where the chosen card is none, the one that has the focus is meant.
function place(by) {
  const all = places();
  const card = hand().querySelector("[aria-pressed='true']") ?? last;
  const at = all.findIndex((one) => one.contains(card));
  if (at < 0) return;
  insert(all[at].dataset.card, at + by);
}

function insert(card, at) {
  const others = names().filter((name) => name !== card);
  others.splice(Math.max(0, at), 0, card);
  keep(others);
  arrange();
}

// The melds are laid out by the server: live.js looks at the table anew, when no form is under way.
function sortByMelds() {
  keep(null);
  document.dispatchEvent(new Event("live:behind"));
}

// Dragging ----------------------------------------------------------------------------------------

function lift(event) {
  const place = event.target.closest?.("[data-card], .ot-reach");
  if (!place || event.button) return;
  const shown = place.matches(".ot-reach") ? place.parentElement.querySelector(".pcard") : place;
  drag = { place, shown, x: event.clientX, y: event.clientY, isMoved: false };
}

function carry(event) {
  if (!drag) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.isMoved && Math.hypot(x, y) < NEAR) return;
  drag.isMoved = true;
  drag.shown.dataset.dragged = "";
  drag.shown.style.translate = `${x}px ${y}px`;
}

function drop(event) {
  if (!drag) return;
  const { place, shown, isMoved } = drag;
  drag = null;
  if (!isMoved) return;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  delete shown.dataset.dragged;
  shown.style.translate = "";
  if (event.type === "pointercancel" || !under) return;
  isDropped = true;
  setTimeout(() => (isDropped = false));
  if (place.matches(".ot-reach")) {
    if (under.closest(".ot-own")) press(place);
  } else if (under.closest("[data-pile='discards']")) {
    const card = place.querySelector("button.ot-card");
    if (card) document.dispatchEvent(new CustomEvent("undercut:throw", { detail: card }));
  } else if (under.closest(".ot-own")) {
    insert(place.dataset.card, target(event, place));
  }
}

function press(button) {
  isDropped = false;
  button.click();
}

// In how many places before it stands what lies left of the pointer, in its line or above.
function target({ clientX, clientY }, dragged) {
  return places().filter((one) => {
    if (one === dragged) return false;
    const box = one.getBoundingClientRect();
    return box.bottom < clientY || (box.top <= clientY && box.left + box.width / 2 < clientX);
  }).length;
}

let last = null; // the card that had the focus last

document.addEventListener("focusin", ({ target: one }) => {
  if (one.closest(".ot-hand")) last = one;
});
document.addEventListener(
  "click",
  (event) => {
    if (!isDropped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
document.addEventListener("click", ({ target: one }) => {
  const button = one.closest("[data-order], [data-place]");
  if (!button) return;
  if (button.dataset.place) place(Number(button.dataset.place));
  else if (button.dataset.order === "hand") insert(names()[0], 0);
  else sortByMelds();
});
document.addEventListener("pointerdown", lift);
document.addEventListener("pointermove", carry);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("htmx:afterSwap", arrange);
arrange();
