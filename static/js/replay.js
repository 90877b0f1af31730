// The replay of a hand: its steps by key, each told once, and the list of steps kept at the one that
// is shown. Without this script each step is a page of its own.

function isElsewhere({ target, ctrlKey, altKey, metaKey, shiftKey }) {
  return ctrlKey || altKey || metaKey || shiftKey || target.matches("input, textarea, select");
}

document.addEventListener("keydown", (event) => {
  if (isElsewhere(event)) return;
  const link = document.querySelector(`#replay [aria-keyshortcuts="${event.key}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

// Only the list is scrolled, never the page.
function keepInSight() {
  const step = document.querySelector("#replay [aria-current='step']");
  const list = step.closest("ol");
  const [own, all] = [step.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += own.top - all.top - (all.height - own.height) / 2;
}

document.addEventListener("htmx:afterSettle", () => {
  keepInSight();
  document.getElementById("news").textContent = document.getElementById("replay-said").textContent;
});
keepInSight();
