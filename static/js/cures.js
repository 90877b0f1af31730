// The button below a choice says what will be done: what was chosen. Without script it says "Do it".
// The choice outlives the page being made anew, as long as it is still offered; so does what was
// unfolded.

let chosen;
let open = false; // what stands folded below the tables

function button() {
  return document.querySelector("[data-cure]");
}

function name() {
  const choice = document.querySelector("#cures input:checked");
  if (choice) button().textContent = choice.dataset.words;
}

function choose(event) {
  if (!event.target.matches("#cures input")) return;
  chosen = event.target.value;
  name();
}

function unfold(event) {
  if (event.target.id === "more") open = event.target.open;
}

function anew() {
  const more = document.getElementById("more");
  if (more) more.open = open;
  const again = document.querySelector(`#cures input[value="${chosen}"]`);
  if (again) again.checked = true;
  name();
}

document.addEventListener("change", choose);
document.addEventListener("toggle", unfold, true); // it does not bubble
document.addEventListener("htmx:afterSwap", anew);
name();
