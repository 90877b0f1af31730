// The desk at the door: the list narrows while a name is typed. Without this script the button does.

const field = document.querySelector("[data-filter]");

function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function narrow() {
  const wanted = folded(field.value.trim());
  for (const line of document.querySelectorAll(".desk li")) {
    line.hidden = !folded(line.querySelector(".who")?.textContent ?? "").includes(wanted);
  }
}

field.addEventListener("input", narrow);
document.addEventListener("htmx:afterSettle", narrow);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status >= 400 && event.detail.xhr.status < 500) event.detail.shouldSwap = true;
});
