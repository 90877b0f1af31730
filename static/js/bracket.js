// A bracket where it is too narrow for all rounds: one at a time, chosen by tabs, keys or swipe.
// Without this script the rounds simply follow each other.

const SWIPE = 50; // pixels

const chosen = new Set(); // the reader's own choices; until then the rounds that are played

function tabsIn(box) {
  return [...box.querySelectorAll(".rdnav [role=tab]")];
}

function panelOf(tab) {
  return document.getElementById(tab.getAttribute("aria-controls"));
}

function show(tab) {
  for (const one of tabsIn(tab.closest(".bracket-box"))) {
    const isShown = one === tab;
    one.setAttribute("aria-selected", isShown);
    one.tabIndex = isShown ? 0 : -1;
    panelOf(one).toggleAttribute("data-shown", isShown);
  }
  // Scrolls the strip alone; scrollIntoView would move the page as well.
  const strip = tab.parentElement;
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
}

function choose(tab) {
  if (!tab) return;
  for (const one of tabsIn(tab.closest(".bracket-box"))) chosen.delete(one.id);
  chosen.add(tab.id);
  show(tab);
}

function step(box, by) {
  const all = tabsIn(box);
  const next = all[all.findIndex((tab) => tab.getAttribute("aria-selected") === "true") + by];
  choose(next);
  return next;
}

function start() {
  for (const box of document.querySelectorAll(".bracket-box")) {
    const all = tabsIn(box);
    const played = all.find((tab) => tab.getAttribute("aria-selected") === "true");
    if (played) show(all.find((tab) => chosen.has(tab.id)) ?? played);
  }
}

document.addEventListener("click", (event) => {
  choose(event.target.closest(".rdnav [role=tab]"));
});

document.addEventListener("keydown", (event) => {
  if (!event.target.closest(".rdnav")) return;
  const box = event.target.closest(".bracket-box");
  const all = tabsIn(box);
  const moves = {
    ArrowRight: () => step(box, 1),
    ArrowLeft: () => step(box, -1),
    Home: () => (choose(all[0]), all[0]),
    End: () => (choose(all.at(-1)), all.at(-1)),
  };
  if (event.key in moves) {
    event.preventDefault();
    moves[event.key]()?.focus();
  }
});

let touched = null; // the box and where the finger came down
document.addEventListener(
  "touchstart",
  (event) => {
    const bracket = event.target.closest(".bracket");
    const isOne = bracket && event.touches.length === 1;
    touched = isOne ? { box: bracket.closest(".bracket-box"), at: event.touches[0] } : null;
  },
  { passive: true },
);
document.addEventListener("touchend", (event) => {
  if (!touched) return;
  const across = event.changedTouches[0].clientX - touched.at.clientX;
  const along = event.changedTouches[0].clientY - touched.at.clientY;
  const isSwipe = Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(along);
  if (isSwipe) step(touched.box, across < 0 ? 1 : -1);
});

document.addEventListener("htmx:afterSettle", start);
start();
