// The board by the keyboard: digits go from field to field, Enter saves a row and goes to the next,
// arrows move, Escape comes back to the table's number. Saving is outbox.js's; what is typed in
// other rows stays while the live part is fetched anew.

const touched = new Map(); // forms in which something is typed, by their id
let focused; // the id of the field that has the focus

function fields(column) {
  return [...document.querySelectorAll(`.b-form [name=${column}]`)];
}

function go(field) {
  field?.focus();
  field?.select();
}

// The field of the same column in another row.
function move(from, by) {
  const column = fields(from.name);
  go(column[column.indexOf(from) + by]);
}

function other(field) {
  return field.form.elements[field.name === "first" ? "second" : "first"];
}

function save(field) {
  const next = fields("first");
  const following = next[next.indexOf(field.form.elements.first) + 1];
  field.form.requestSubmit();
  go(following);
}

const KEYS = {
  ArrowDown: (field) => move(field, 1),
  ArrowUp: (field) => move(field, -1),
  ArrowLeft: (field) => go(field.form.elements.first),
  ArrowRight: (field) => go(field.form.elements.second),
  Escape: () => go(document.getElementById("go")),
  Enter: (field) => (other(field).value ? save(field) : go(other(field))),
};

document.addEventListener("keydown", (event) => {
  const act = event.target.matches(".b-form input") && KEYS[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act(event.target);
});

document.addEventListener("input", ({ target }) => {
  if (!target.matches(".b-form input")) return;
  touched.set(target.form.id, target.form);
  if (target.name === "first" && target.value.length === target.maxLength) go(other(target));
});

document.addEventListener("focusin", ({ target }) => {
  focused = target.id;
});

document.addEventListener("submit", (event) => {
  if (event.target.matches(".b-go")) {
    event.preventDefault();
    const wanted = document.getElementById("go").value.trim();
    const row = document.querySelector(`.b-row[data-table="${CSS.escape(wanted)}"] .b-form`);
    if (row) go(row.elements.first);
    else go(document.getElementById("go"));
  } else {
    touched.delete(event.target.id);
  }
});

// A form in which something is typed is put back with the version that it showed, so that it can't
// save over what its writer has not seen.
function putBack() {
  for (const [id, form] of touched) {
    if (form.isConnected) continue;
    const own = document.getElementById(id);
    const row = document.getElementById(id.replace("form", "row"));
    if (own) own.replaceWith(form);
    else if (row) row.append(form);
    else touched.delete(id);
  }
  const field = document.getElementById(focused);
  if (field && document.activeElement !== field) {
    field.focus();
    if (field.value) field.setSelectionRange(field.value.length, field.value.length);
  }
}

document.addEventListener("htmx:afterSwap", putBack);
document.addEventListener("outbox:answered", () => {
  putBack();
  const saved = document.querySelector("[data-saved]");
  if (saved) document.getElementById("news").textContent = saved.textContent;
});

// htmx would give it the focus again with every swap.
const wanted = document.querySelector(".b-form [autofocus]");
if (wanted) {
  wanted.removeAttribute("autofocus");
  go(wanted);
}
