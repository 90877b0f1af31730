// Keeps what somebody is typing when the live part of a page is fetched anew: nothing is swapped
// while nothing of this match has changed or a form is being sent, and a form in which something was typed is put back.

const touched = new WeakSet();

for (const event of ["input", "change"]) {
  document.addEventListener(event, ({ target }) => {
    // The pad says of the form itself that its own keys have typed in it.
    const form = target.form ?? target.closest?.("form");
    if (form) touched.add(form);
  });
}

let kept = [];

// Before live.js is told, which remembers what was typed only where something is swapped.
document.addEventListener("htmx:beforeSwap", decide, { capture: true });

function decide(event) {
  const live = document.getElementById("live");
  const answer = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
  const next = answer.getElementById("live");
  if (event.detail.target !== live || !next) return;
  if (live.querySelector("form[data-sending]")) {
    event.detail.shouldSwap = false; // its own answer is on the way, and newer
    return;
  }
  if (next.dataset.match === live.dataset.match) {
    live.dataset.version = next.dataset.version;
    event.detail.shouldSwap = false;
    return;
  }
  kept = [...live.querySelectorAll("form")].filter((form) => touched.has(form));
}

document.addEventListener("htmx:afterSwap", () => {
  for (const form of kept) {
    const own = document.getElementById(form.id);
    if (own) own.replaceWith(form);
    else document.getElementById("live").append(form);
  }
  kept = [];
});
