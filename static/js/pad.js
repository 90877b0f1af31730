// The score pad under one thumb: own digits, the count that comes next, the server's preview, and
// the next hand while there is no network. Without this script it is a plain form.

const TYPE_PAUSE = 150; // milliseconds
const PREVIEW_WITHIN = 1_000;
const OFFERS = "undercut.offers"; // before the address of a pad
const ONE_DIGIT = /^[02-9]$/; // no knocker's count but 10 goes on after one digit

let active = null; // the seat whose count the digits go to
let fresh = true; // whether the next digit begins the count anew
let timer;
let asked = null; // the preview that is awaited
let started; // the form that was made ready

function form() {
  return document.getElementById("entry-form");
}

function count(seat) {
  return form().elements[`count_${seat}`];
}

function kind() {
  return form().elements.kind.value;
}

function knocker() {
  const { value } = form().elements.knocker;
  return value === "" ? null : Number(value);
}

// The seats of which a count is written down.
function seats() {
  return [...form().querySelectorAll(".count")].map((label) => Number(label.dataset.seat));
}

// Where everybody has a count: of all but who has nothing left, from who ended the hand on.
function wantedOfAll() {
  const { by, leavesNothing } = form().querySelector("[name=kind]:checked").dataset;
  const ended = by === undefined ? null : knocker();
  if (kind() === "void" || (by !== undefined && ended === null)) return [];
  const all = seats();
  const inTurn = [...all.slice(ended ?? 0), ...all.slice(0, ended ?? 0)];
  return leavesNothing === undefined ? inTurn : inTurn.slice(1);
}

// The counts that this hand asks for, in the order in which they are said.
function wanted() {
  if (isOfAll()) return wantedOfAll();
  const seat = knocker();
  if (kind() === "void" || seat === null || hasCards()) return [];
  return ["knock", "refused"].includes(kind()) ? [seat, 1 - seat] : [1 - seat];
}

function isOfAll() {
  return form().dataset.counted !== undefined;
}

// With cards the server counts.
function hasCards() {
  if (kind() === "refused" || isOfAll()) return false; // the hand is over before a showdown
  return [0, 1].some((seat) => form().elements[`cards_${seat}`].value !== "");
}

function aim(seat) {
  active = seat;
  fresh = true;
  mark();
}

function aimAtNext() {
  const asked = wanted();
  aim(asked.find((seat) => count(seat).value === "") ?? asked[0] ?? null);
}

function mark() {
  for (const label of form().querySelectorAll(".count")) {
    label.classList.toggle("on", Number(label.dataset.seat) === active);
  }
  if (!isOfAll()) return;
  const asked = wanted();
  const isAsked = (seat) => knocker() === null || asked.includes(seat);
  for (const label of form().querySelectorAll(".count")) {
    label.classList.toggle("unasked", kind() === "void" || !isAsked(Number(label.dataset.seat)));
  }
}

function type(digit) {
  if (active === null) return;
  const field = count(active);
  field.value = fresh ? digit : `${field.value}${digit}`.slice(isOfAll() ? -3 : -2);
  fresh = false;
  if (isOfAll()) {
    goOn(field.value);
    typed();
    return;
  }
  const isKnocker = kind() === "knock" && active === knocker();
  if (isKnocker && (ONE_DIGIT.test(field.value) || field.value.length > 1)) {
    const other = 1 - active;
    if (count(other).value === "") aim(other);
  }
  typed();
}

// A count of two digits is whole, but one that a hundred may begin with; so is a knocker's of one.
function goOn(typedSoFar) {
  const isKnocker = kind() === "knock" && active === knocker();
  const isWhole = typedSoFar.length > 2 || (typedSoFar.length === 2 && typedSoFar[0] !== "1");
  const isLimited = form().dataset.limited !== undefined;
  if (!isWhole && !(isLimited && typedSoFar.length === 2)) {
    if (!(isLimited && isKnocker && ONE_DIGIT.test(typedSoFar))) return;
  }
  const next = wanted().find((seat) => count(seat).value === "");
  if (next !== undefined) aim(next);
}

function after(seat) {
  const asked = wanted();
  return asked[(asked.indexOf(seat) + 1) % asked.length];
}

function press(key) {
  if (key.dataset.digit) type(key.dataset.digit);
  else if (key.dataset.key === "clear" && active !== null) {
    count(active).value = "";
    fresh = true;
    typed();
  } else if (key.dataset.key === "next" && active !== null) {
    aim(isOfAll() ? after(active) : 1 - active);
  }
}

function typed() {
  form().dispatchEvent(new Event("input", { bubbles: true }));
  clearTimeout(timer);
  timer = setTimeout(preview, TYPE_PAUSE);
}

async function preview() {
  asked?.abort();
  asked = new AbortController();
  const mine = asked;
  const own = form();
  const signal = AbortSignal.any([mine.signal, AbortSignal.timeout(PREVIEW_WITHIN)]);
  const query = new URLSearchParams(new FormData(own));
  query.delete("csrfmiddlewaretoken");
  try {
    const response = await fetch(`${own.dataset.preview}?${query}`, { signal });
    if (!response.ok || response.redirected) throw new Error(response.statusText);
    const words = await response.text();
    if (!mine.signal.aborted && form() === own) show(words);
  } catch {
    if (!mine.signal.aborted && form() === own && isComplete()) show("", own.dataset.uncounted);
  }
}

function isComplete() {
  if (kind() === "void") return true;
  const asked = wanted();
  if (isOfAll()) return asked.length > 0 && asked.every((seat) => count(seat).value);
  return knocker() !== null && asked.every((seat) => count(seat).value);
}

function show(html, words = "") {
  const verdict = document.getElementById("verdict");
  if (!verdict) return;
  const parsed = new DOMParser().parseFromString(html, "text/html");
  verdict.replaceChildren(...parsed.body.childNodes);
  if (words) {
    const what = document.createElement("span");
    what.className = "v-what";
    what.textContent = words;
    verdict.replaceChildren(what);
  }
}

// crypto.randomUUID is not there on plain http, as in the network of a club.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Doubles: who accepts one may double next, up to the cap; refused, the hand is over. They are kept
// in the address too, so that the page has them when it is loaded anew, and beside the hand they
// belong to, for whoever leaves the pad and comes back.
function answer(link) {
  const own = form();
  const seat = Number(link.closest("[data-seat]").dataset.seat);
  if (link.dataset.answer === "accepted") {
    own.elements.factor.value = 2 * Number(own.elements.factor.value);
    own.elements.may_double.value = 1 - seat;
  } else {
    own.elements.knocker.value = seat;
    own.elements.kind.value = "refused";
  }
  own.elements.factor.dispatchEvent(new Event("input", { bubbles: true }));
  link.closest("details").open = false; // the counts come next
  showOffers();
  aimAtNext();
  if (isComplete()) preview();
}

function showOffers() {
  const own = form();
  const offers = own.querySelector(".doubles[data-most]");
  if (!offers) return;
  const factor = Number(own.elements.factor.value);
  const may = own.elements.may_double.value;
  const isMost = 2 * factor > Number(offers.dataset.most);
  for (const row of offers.querySelectorAll("[data-seat]")) {
    const isTheirs = may === "" || may === row.dataset.seat;
    row.hidden = isMost || kind() === "refused" || !isTheirs;
  }
  offers.querySelector(".most").hidden = !isMost;
  offers.querySelector("summary b").textContent = `× ${factor}`;
  keepInAddress(factor, may);
}

function keepInAddress(factor, may) {
  const address = new URL(location.href);
  const refused = kind() === "refused";
  const kept = {
    factor: factor > 1 ? factor : "",
    may_double: may,
    kind: refused ? "refused" : "",
    knocker: refused ? (knocker() ?? "") : "",
  };
  for (const [name, value] of Object.entries(kept)) {
    if (value === "") address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  history.replaceState(null, "", address);
  const { outbox: hand, queue } = form().dataset;
  if (queue === "yes") {
    sessionStorage.setItem(OFFERS + location.pathname, JSON.stringify({ hand, kept }));
  }
}

function takeUpOffers() {
  const own = form();
  if (!own.elements.may_double || own.dataset.queue !== "yes") return;
  const left = JSON.parse(sessionStorage.getItem(OFFERS + location.pathname));
  if (left?.hand !== own.dataset.outbox || new URLSearchParams(location.search).has("factor")) return;
  for (const [name, value] of Object.entries(left.kept)) {
    if (value !== "") own.elements[name].value = value;
  }
  showOffers();
}

// Between partners the next hand is of two others: those who are due, until who meets is not known
// any more; then the form waits for the network.
function nextPlayers(own) {
  if (!own.elements.players) return;
  const [next, ...later] = JSON.parse(own.dataset.coming);
  if (!next) {
    own.dataset.queue = "";
    return;
  }
  const before = own.dataset.names.split("|");
  for (const element of own.querySelectorAll("[data-of]")) {
    const { of } = element.dataset;
    for (const side of of === "both" ? [0, 1] : [Number(of)]) {
      rename(element, before[side], next.names[side], side === 1);
    }
  }
  own.querySelector("[data-others]")?.remove();
  own.elements.players.value = next.players;
  own.dataset.names = next.names.join("|");
  own.dataset.coming = JSON.stringify(later);
}

// Another name in the texts of an element; `last`: the last of several places is meant.
function rename(element, before, after, last) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const at = last ? text.data.lastIndexOf(before) : text.data.indexOf(before);
    if (at >= 0) text.replaceData(at, before.length, after);
  }
}

// A hand that waits to be saved: the form goes on with the next one.
function nextHand(event) {
  const own = form();
  if (event.target !== own || own.dataset.queue !== "yes") return;
  const pending = document.getElementById("pending");
  const item = document.createElement("li");
  item.textContent = event.detail.what;
  pending.append(item);
  pending.hidden = false;
  own.elements.key.value = newKey();
  own.elements.version.value = Number(own.elements.version.value) + 1;
  nextPlayers(own);
  for (const radio of own.querySelectorAll("[name=dealer], [name=knocker]")) radio.checked = false;
  for (const seat of seats()) {
    count(seat).value = "";
    const cards = own.elements[`cards_${seat}`];
    if (cards) cards.value = "";
  }
  for (const select of own.querySelectorAll("select")) select.selectedIndex = 0;
  own.elements.kind.value = own.querySelector("[name=kind]").value;
  if (own.elements.may_double) own.elements.may_double.value = "";
  showOffers();
  const heading = own.querySelector("h2");
  const number = Number(heading.textContent.match(/\d+/)[0]) + 1;
  heading.textContent = `${own.dataset.nextHand} ${number}`;
  own.querySelector(".btn-main").textContent = `${own.dataset.save} ${number}`;
  own.dataset.outbox = own.dataset.outbox.replace(/\d+/, number);
  show("");
  aim(null);
  showNewest();
}

// What stands below the hands may take all the room: the heading then covers none of this one.
function uncover(row, roll) {
  if (!row) return;
  const sight = roll.getBoundingClientRect().top + row.closest("table").tHead.offsetHeight;
  roll.scrollTop -= Math.max(0, sight - row.getBoundingClientRect().top);
}

// The newest hand in sight, or the one that is being corrected.
function showNewest() {
  const roll = document.querySelector(".pad-roll");
  if (!roll) return;
  const row = roll.querySelector("tr[aria-current]");
  if (!row) {
    roll.scrollTop = roll.scrollHeight;
    uncover([...roll.querySelectorAll("tbody tr:not(.hand-notes)")].at(-1), roll);
    return;
  }
  const above = row.getBoundingClientRect().top - roll.getBoundingClientRect().top;
  roll.scrollTop += above - roll.clientHeight / 2;
}

function start() {
  const own = form();
  started = own;
  if (!own) {
    showNewest();
    return;
  }
  own.querySelector(".keys").hidden = false;
  // The pad has digits of its own: the phone's keyboard would only cover them.
  for (const seat of seats()) {
    if (matchMedia("(pointer: coarse)").matches) count(seat).inputMode = "none";
  }
  showNewest();
  takeUpOffers();
  aimAtNext();
  if (isComplete()) preview();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".key");
  if (key) press(key);
  const link = event.target.closest("[data-answer]");
  if (link && !event.ctrlKey && !event.metaKey && form()?.contains(link)) {
    event.preventDefault();
    answer(link);
  }
});

document.addEventListener("focusin", ({ target }) => {
  if (target.closest(".count")) aim(Number(target.closest(".count").dataset.seat));
});

document.addEventListener("change", ({ target }) => {
  if (!form() || target.form !== form()) return;
  // A factor that was set by hand does not tell who accepted last.
  if (target.name === "factor" && form().elements.may_double) {
    form().elements.may_double.value = "";
  }
  if (["knocker", "kind"].includes(target.name)) aimAtNext();
  if (["knocker", "kind", "factor"].includes(target.name)) showOffers();
  clearTimeout(timer);
  timer = setTimeout(preview, TYPE_PAUSE);
});

document.addEventListener("input", ({ target }) => {
  if (!form() || !target.closest?.(".count")) return;
  fresh = false;
  clearTimeout(timer);
  timer = setTimeout(preview, TYPE_PAUSE);
});

// Digits go to the count that waits, wherever in the form one is; Enter goes on, then saves.
document.addEventListener("keydown", (event) => {
  const own = form();
  if (!own?.contains(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  const isText = event.target.matches("input:not([type=radio]), select");
  if (/^\d$/.test(event.key) && !isText && active !== null) {
    event.preventDefault();
    type(event.key);
  }
  if (event.key !== "Enter" || !event.target.matches(".count input, [type=radio]")) return;
  const missing = wanted().find((seat) => count(seat).value === "");
  if (missing !== undefined) {
    event.preventDefault();
    count(missing).focus();
  }
});

// What is being saved needs no preview any more, and one that is late must not hide the answer.
document.addEventListener("submit", () => {
  clearTimeout(timer);
  asked?.abort();
});

document.addEventListener("outbox:kept", nextHand);
document.addEventListener("outbox:answered", () => {
  start();
  // The keyboard goes on with the next hand; a phone's would only open for nothing.
  if (matchMedia("(pointer: fine)").matches) {
    document.querySelector(".entry [name=knocker], .entry .btn-main")?.focus();
  }
});
// A look behind the answer to a form swaps nothing, and one that does leaves a form that is being
// filled in.
document.addEventListener("htmx:afterSwap", () => {
  if (form() === started) showNewest();
  else start();
});
start();
