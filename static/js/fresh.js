// Keeps a page up to date of which no socket tells, as the lists of evenings: asks now and then for
// the page, and only where its live part has changed puts the new one in and says what is new.

// How often, in seconds, the live part may say itself.
const { askEvery = 30 } = document.getElementById("live").dataset;

const news = document.getElementById("news");

function sentences(root) {
  const said = root.querySelectorAll("[data-said]");
  return new Map([...said].map((one) => [one.id, one.textContent.trim()]));
}

async function refresh() {
  if (document.visibilityState === "hidden") return;
  const shown = document.getElementById("live");
  let html;
  try {
    const response = await fetch(location.href);
    if (!response.ok) return;
    html = await response.text();
  } catch {
    return; // offline: the next question comes
  }
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  if (!next || next.isEqualNode(shown)) return;
  if (shown.querySelector(":active")) return; // what is pressed stays until it is asked again
  const before = sentences(shown);
  const focused = document.activeElement?.id;
  shown.replaceWith(document.adoptNode(next));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const changed = [...sentences(next)].filter(([id, words]) => before.get(id) !== words);
  news.textContent = changed.map(([, words]) => words).join(". ");
}

document.addEventListener("visibilitychange", refresh);
addEventListener("online", refresh);
setInterval(refresh, 1000 * askEvery);
// Not on plain http, nor with a certificate that is not trusted: then a page without a network is
// the browser's own.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
