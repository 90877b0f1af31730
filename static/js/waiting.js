// Counts on how long somebody has waited: from what the server said when the page was made.

const seen = new WeakMap(); // when each figure came to the page, by this device's own count

function show(figure) {
  if (!seen.has(figure)) seen.set(figure, performance.now());
  const here = Math.floor((performance.now() - seen.get(figure)) / 1000);
  const seconds = Number(figure.dataset.waited) + here;
  const words = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (figure.textContent !== words) figure.textContent = words;
}

function tick() {
  for (const figure of document.querySelectorAll("[data-waited]")) show(figure);
}

document.addEventListener("htmx:afterSwap", tick);
setInterval(tick, 1000);
tick();
