// "Count a hand": each tap is counted at once, and the turned card is asked for where it matters.

const form = document.getElementById("count");

function ask() {
  const { turned } = form.elements.rules.selectedOptions[0].dataset;
  document.getElementById("turned-field").hidden = !turned && !form.elements.turned.value;
}

form.addEventListener("change", ask);
ask();
