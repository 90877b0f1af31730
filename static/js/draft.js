// The draft of a round: a name is dragged onto another, and the two are exchanged. Choosing two and
// pressing the button does the same without this script.

let dragged = null;
let target = null;
let chosen = new Set(); // kept where a name is chosen while the answer to a press is on its way

const form = () => document.getElementById("draft");
const boxes = () => [...form().querySelectorAll("input[name=entry]")];

function playerAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("#draft .pl");
  return found?.querySelector(".place-of") ?? null;
}

function aim(at) {
  target?.classList.remove("aimed");
  target = at === dragged ? null : at;
  target?.classList.add("aimed");
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("#draft .hdl");
  if (!handle) return;
  dragged = handle.closest(".place-of");
  dragged.classList.add("dragged");
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (dragged) aim(playerAt(event));
});

document.addEventListener("pointerup", () => {
  if (!dragged) return;
  const two = target && [dragged.dataset.entry, target.dataset.entry];
  stop();
  if (!two) return;
  for (const box of boxes()) box.checked = two.includes(box.value);
  form().querySelector("button[value=exchange]").click();
});

document.addEventListener("pointercancel", stop);

function stop() {
  aim(null);
  dragged?.classList.remove("dragged");
  dragged = null;
}

// A click on the handle is no choice of the name.
document.addEventListener("click", (event) => {
  if (event.target.closest("#draft .hdl")) event.preventDefault();
});

function sayChosen() {
  const said = document.getElementById("chosen");
  const names = boxes()
    .filter((box) => box.checked)
    .map((box) => box.closest(".place-of").querySelector("b").textContent);
  const words = [said.dataset.none, said.dataset.one, said.dataset.two][names.length];
  said.textContent = (words ?? said.dataset.more).replace("%s", names.join(" – "));
}

function begin() {
  if (!form()) return;
  for (const handle of form().querySelectorAll(".hdl")) handle.hidden = false;
  for (const box of boxes()) box.checked ||= chosen.has(box.value);
  if (boxes().length) sayChosen();
}

document.addEventListener("change", ({ target: box }) => {
  if (!box.matches("#draft input[name=entry]")) return;
  if (box.checked) chosen.add(box.value);
  else chosen.delete(box.value);
  sayChosen();
});

// What is sent is chosen no more.
document.addEventListener("htmx:beforeSend", ({ target: sent }) => {
  if (sent === form()) chosen = new Set();
});

// What is refused is shown as well: the answer has the draft as it stands, and the reason.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status >= 400 && detail.serverResponse.includes('id="draft"')) {
    detail.shouldSwap = true;
  }
});
document.addEventListener("htmx:afterSettle", begin);
begin();
