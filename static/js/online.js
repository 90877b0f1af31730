// The online table: counts the clock down, and sees to the words of the deal. A word is chosen by
// chance unless the player types one; only its hash is sent until both have chosen, and the page
// opens it by itself. Without this script it is typed twice.

import { hex, sha256 } from "./sha256.js";

const SECOND = 1000; // milliseconds, as all times here

// The words are this browser's, whichever of its pages takes the next step; what a private window does
// not keep is the page's.
const unkept = new Map();

function wordAt(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return unkept.get(key) ?? null;
  }
}

function keepWord(key, word) {
  try {
    localStorage.setItem(key, word);
  } catch {
    unkept.set(key, word);
  }
}

function forgetWord(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    unkept.delete(key);
  }
}

function stored({ dataset: { match, seating, seat } }, what) {
  return `undercut.${what}.${match}.${seating}.${seat}`;
}

function typedKey({ dataset: { match, seat } }) {
  return `undercut.own-word.${match}.${seat}`;
}

function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The word of this seating: typed when sitting down, else chosen by chance, once.
function wordOf(form) {
  const key = stored(form, "word");
  const word = wordAt(key) ?? (wordAt(typedKey(form)) || randomWord());
  keepWord(key, word.normalize("NFC"));
  forgetWord(typedKey(form));
  return word.normalize("NFC");
}

// Each step of a seating is taken once by itself; refused, it is left to its button.
function takeOnce(form) {
  const key = stored(form, form.dataset.step);
  if (sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, "1");
  form.requestSubmit();
}

// What did not reach the server is taken again, after the look that follows.
function giveBack({ detail }) {
  const form = detail.requestConfig.elt;
  if (form.id === "step") sessionStorage.removeItem(stored(form, form.dataset.step));
}

function fill(form) {
  if (form.dataset.step === "hash") {
    form.elements.word.value ||= wordOf(form); // unless another is being typed
    takeOnce(form);
  } else if (form.dataset.step === "open") {
    const word = wordAt(stored(form, "word"));
    if (word === null) return; // chosen on another device: it is typed there, or here
    form.elements.word.value ||= word;
    takeOnce(form);
  }
}

// Only the hash of a word leaves the page before both have chosen.
function hashWord(form) {
  const word = form.elements.word.value.normalize("NFC");
  keepWord(stored(form, "word"), word);
  form.elements.word_hash.value = hex(sha256(new TextEncoder().encode(word)));
  form.elements.word.disabled = true;
}

document.addEventListener(
  "submit",
  ({ target: form }) => {
    const step = form.dataset.step;
    const typed = form.querySelector("[data-own-word]")?.value;
    if (step === "sit" && typed) keepWord(typedKey(form), typed);
    if (step === "hash") hashWord(form);
  },
  { capture: true },
);

function take() {
  shownAt = Date.now();
  const form = document.getElementById("step");
  if (form) fill(form);
  const opened = document.querySelector("[data-opened]");
  if (opened) forgetWord(stored(opened, "word"));
}

// The clocks ------------------------------------------------------------------------------------

let shownAt = Date.now();

function words(milliseconds) {
  const seconds = Math.ceil(milliseconds / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[data-running]")) {
    const gone = Date.now() - shownAt;
    const [left, reserve] = [Number(clock.dataset.left), Number(clock.dataset.reserve)];
    clock.querySelector("span").textContent = words(Math.max(0, left - gone));
    const more = clock.querySelector("small");
    const rest = Math.max(0, reserve - Math.max(0, gone - left));
    if (more) more.textContent = `+${words(rest)}`;
  }
}

document.addEventListener("htmx:afterSettle", take);
for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, giveBack);
take();
setInterval(tick, SECOND);
