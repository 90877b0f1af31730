// The ready phrases at an online table: a frame of its socket says how many the reader has said and
// heard. Where the page shows another number, it fetches its live part anew, which says what is new.

document.addEventListener("live:frame", ({ detail: { phrases } }) => {
  const shown = document.getElementById("talk")?.dataset.phrases;
  if (shown === undefined || phrases === undefined || phrases === Number(shown)) return;
  const address = location.pathname + location.search;
  // Offline it is told again as soon as the line is back.
  htmx.ajax("GET", address, { target: "#live", swap: "outerHTML" }).catch(() => {});
});
