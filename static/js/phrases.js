// The ready phrases at an online table: a frame of its socket says how many the reader has said and
// heard. Where the page shows another number, its live part is fetched anew, which says what is new.

document.addEventListener("live:frame", ({ detail: { phrases } }) => {
  const shown = document.getElementById("talk")?.dataset.phrases;
  if (shown === undefined || phrases === undefined || phrases === Number(shown)) return;
  document.dispatchEvent(new Event("live:behind"));
});
