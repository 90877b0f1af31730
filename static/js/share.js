// The buttons at the end of an event: one opens the browser's print dialog, one copies the address.
// The page may be replaced while it lies open, so the whole document listens.

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

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-does]");
  if (button?.dataset.does === "print") window.print();
  if (button?.dataset.does === "copy") copy(button);
});
