// The buttons beside an address that is handed on: one opens the browser's print dialog, one copies the
// address, one hands it to another program of the device. The page may be replaced while it lies open,
// so the whole document listens.

async function copy(button) {
  const link = document.getElementById("share-link");
  let said = button.dataset.copied;
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    link.select(); // not allowed here: what is selected can be copied by hand
    said = button.dataset.selected;
  }
  document.getElementById("shared").textContent = said;
}

async function share(button) {
  try {
    await navigator.share({ text: button.dataset.words, url: document.getElementById("share-link").value });
  } catch (error) {
    if (error.name !== "AbortError") throw error; // else the reader has thought better of it
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-does]");
  if (button?.dataset.does === "print") window.print();
  if (button?.dataset.does === "copy") copy(button);
  if (button?.dataset.does === "share") share(button);
});

// Only some devices hand a link on, and only to who comes by https.
function offer() {
  for (const button of document.querySelectorAll("[data-does=share]")) {
    button.hidden = !navigator.share;
  }
}

document.addEventListener("htmx:afterSettle", offer);
offer();
