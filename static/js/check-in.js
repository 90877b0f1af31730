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
narrow(); // somebody may have typed while this script was still under way

// What is refused is shown as well: the answer has the list as it stands, and the reason.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 409 && detail.serverResponse.includes('id="desk"')) {
    detail.shouldSwap = true;
  }
});
