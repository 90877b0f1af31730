// The bracket where it is too narrow for all rounds: one at a time, chosen by tabs, keys or swipe.
// Without this script the rounds simply follow each other.

const SWIPE = 50; // pixels

let chosen = null; // the reader's own choice; until then the round that is played

function tabs() {
  return [...document.querySelectorAll(".rdnav [role=tab]")];
}

function panelOf(tab) {
  return document.getElementById(tab.getAttribute("aria-controls"));
}

function show(tab) {
  for (const one of tabs()) {
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
  if (tab) {
    chosen = tab.id;
    show(tab);
  }
}

function step(by) {
  const all = tabs();
  const next = all[all.findIndex((tab) => tab.getAttribute("aria-selected") === "true") + by];
  choose(next);
  return next;
}

function start() {
  const all = tabs();
  const played = all.find((tab) => tab.getAttribute("aria-selected") === "true");
  if (played) show(all.find((tab) => tab.id === chosen) ?? played);
}

document.addEventListener("click", (event) => {
  choose(event.target.closest(".rdnav [role=tab]"));
});

document.addEventListener("keydown", (event) => {
  if (!event.target.closest(".rdnav")) return;
  const all = tabs();
  const moves = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Home: () => (choose(all[0]), all[0]),
    End: () => (choose(all.at(-1)), all.at(-1)),
  };
  if (event.key in moves) {
    event.preventDefault();
    moves[event.key]()?.focus();
  }
});

let touchedAt = null;
document.addEventListener(
  "touchstart",
  (event) => {
    const inBracket = event.target.closest(".bracket") && event.touches.length === 1;
    touchedAt = inBracket ? event.touches[0] : null;
  },
  { passive: true },
);
document.addEventListener("touchend", (event) => {
  if (!touchedAt) return;
  const across = event.changedTouches[0].clientX - touchedAt.clientX;
  const along = event.changedTouches[0].clientY - touchedAt.clientY;
  if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(along)) step(across < 0 ? 1 : -1);
});

document.addEventListener("htmx:afterSettle", start);
start();
