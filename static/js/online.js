// The online table: counts the clock down, and sees to the words of the deal. A word is chosen by
// chance unless the player types one; only its hash is sent until both have chosen, and the page
// opens it by itself. Without this script it is typed twice.

import { hex, sha256 } from "./sha256.js";

const SECOND = 1000; // milliseconds, as all times here

const TRIES = 3; // of a step that does not reach the server

// The words are this browser's, whichever of its pages takes the next step; what a private window does
// not keep is the page's. A word is found by its hash: of two pages that chose at once one is refused.
const unkept = new Map();
const chosen = new Map(); // by seating: what this page would choose
const taken = new Set(); // the steps that this page has taken by itself
const failed = new Map(); // by step: how often it did not reach the server

function wordAt(key) {
  try {
    return unkept.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keepWord(key, word) {
  try {
    localStorage.setItem(key, word);
  } catch {
    unkept.set(key, word);
  }
}

function forget(prefix) {
  for (const key of [...unkept.keys()]) if (key.startsWith(prefix)) unkept.delete(key);
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing is kept there.
  }
}

function step({ dataset: { match, seating, seat, step } }) {
  return `${match}.${seating}.${seat}.${step}`;
}

function wordKey({ dataset: { match, seat } }, hash) {
  return `undercut.word.${match}.${seat}.${hash}`;
}

function typedKey({ dataset: { match, seat } }) {
  return `undercut.own-word.${match}.${seat}`;
}

function hashOf(word) {
  return hex(sha256(new TextEncoder().encode(word)));
}

function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The word of this seating: typed when sitting down, else chosen by chance, once.
function wordOf(form) {
  const key = step(form);
  if (!chosen.has(key)) chosen.set(key, wordAt(typedKey(form)) || randomWord());
  return chosen.get(key);
}

// Each step of a seating is taken once by itself; refused, it is left to its button.
function takeOnce(form) {
  const key = step(form);
  if (taken.has(key)) return;
  taken.add(key);
  form.requestSubmit();
}

// What did not reach the server is taken again, after the look that follows.
function giveBack({ detail }) {
  const form = detail.requestConfig.elt;
  if (form.id !== "step") return;
  const [key, times] = [step(form), (failed.get(step(form)) ?? 0) + 1];
  failed.set(key, times);
  if (times < TRIES) taken.delete(key);
}

function fill(form) {
  const isOpening = form.dataset.step === "open";
  if (!isOpening && form.dataset.step !== "hash") return;
  const word = isOpening ? wordAt(wordKey(form, form.dataset.hash)) : wordOf(form);
  if (isOpening) forget(typedKey(form));
  if (word === null) return; // chosen on another device: it is typed there, or here
  const field = form.elements.word;
  field.value ||= word;
  if (field.value === word) takeOnce(form); // else another is being typed
}

// Only the hash of a word leaves the page before both have chosen.
function hashWord(form) {
  const word = form.elements.word.value.normalize("NFC");
  const hash = hashOf(word);
  keepWord(wordKey(form, hash), word);
  form.elements.word_hash.value = hash;
  form.elements.word.disabled = true;
}

document.addEventListener(
  "submit",
  ({ target: form }) => {
    const typed = form.querySelector("[data-own-word]")?.value;
    if (typed) keepWord(typedKey(form), typed.normalize("NFC"));
    if (form.dataset.step === "hash") hashWord(form);
  },
  { capture: true },
);

function take() {
  shownAt = Date.now();
  const form = document.getElementById("step");
  if (form) fill(form);
  const opened = document.querySelector("[data-opened]");
  if (opened) forget(wordKey(opened, ""));
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

// A computer player -----------------------------------------------------------------------------

// Who waits for one longer than usual is told, once, what they need not do.
function tellLate() {
  const late = document.getElementById("late");
  if (!late?.hidden || Date.now() - shownAt < Number(late.dataset.lateIn)) return;
  late.hidden = false;
  document.getElementById("news").textContent = late.textContent;
}

document.addEventListener("htmx:afterSettle", take);
for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, giveBack);
// Not before htmx, which was loaded before, has the forms: else the browser itself would send one.
document.addEventListener("DOMContentLoaded", take);
setInterval(tick, SECOND);
setInterval(tellLate, SECOND);
