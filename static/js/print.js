// The button that opens the browser's print dialog; without script the keys do the same.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
