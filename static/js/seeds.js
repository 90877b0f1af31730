// The list of seeds: an entrant is dragged by the handle. Arrows and typed places do the same
// without this script.

let row = null; // what is dragged
let startedAt = 0;

function rows() {
  return [...row.parentElement.children];
}

function placeOf(one) {
  const form = one.closest("form");
  return Number(form.dataset.first) + [...one.parentElement.children].indexOf(one);
}

function showHandles() {
  for (const handle of document.querySelectorAll(".seed .hdl")) handle.hidden = false;
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest(".seed .hdl");
  if (!handle) return;
  row = handle.closest(".seed");
  startedAt = placeOf(row);
  row.classList.add("dragged");
  handle.setPointerCapture(event.pointerId);
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  if (!row) return;
  const over = rows().find((one) => {
    const box = one.getBoundingClientRect();
    return one !== row && event.clientY > box.top && event.clientY < box.bottom;
  });
  if (!over) return;
  const box = over.getBoundingClientRect();
  if (event.clientY > (box.top + box.bottom) / 2) over.after(row);
  else over.before(row);
});

document.addEventListener("pointerup", () => {
  if (!row) return;
  const dropped = row;
  row = null;
  dropped.classList.remove("dragged");
  const place = placeOf(dropped);
  if (place !== startedAt) send(dropped, place);
});

document.addEventListener("pointercancel", () => {
  row?.classList.remove("dragged");
  row = null;
});

function send(dropped, place) {
  const form = dropped.closest("form");
  const button = document.createElement("button");
  button.name = "act";
  button.value = `drop:${dropped.dataset.entry}`;
  button.hidden = true;
  form.append(button);
  form.elements.to.value = place;
  button.click();
}

// What is refused is shown as well: the answer has the list as it stands, and the reason.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if ([400, 409].includes(detail.xhr.status) && detail.serverResponse.includes('id="entrants"')) {
    detail.shouldSwap = true;
  }
});
document.addEventListener("htmx:afterSettle", showHandles);
showHandles();
