// The ruling under one thumb: what is picked shows at once what follows from it, and the counts
// follow each other. Without this script the form shows the same by its button.

const TYPE_PAUSE = 200; // milliseconds

const form = document.getElementById("ruling-form");
let timer;
let asked = 0;

// What has to be read anew when a field changes: the field itself is never replaced under a finger.
function partOf({ name }) {
  if (name === "q" || name === "when") return "hits";
  if (name === "rule" || name === "phase" || name === "n") return "detail";
  return ["facts", "extra"].includes(name) ? null : "options";
}

// A choice that was made from the keyboard keeps the focus when its part is read anew.
function keepFocus() {
  if (document.activeElement !== document.body) return;
  form.querySelector('[name="option"]:checked')?.focus({ preventScroll: true });
}

// What happened is written while an answer is under way: it stays, and so does the cursor.
function keepWritten(written, isWriting) {
  const anew = form.elements.facts;
  if (!anew || anew === written) return;
  anew.replaceWith(written);
  if (written.value !== "") written.closest("details")?.setAttribute("open", "");
  if (isWriting) written.focus({ preventScroll: true });
}

async function fetched(part) {
  const said = new URLSearchParams(new FormData(form));
  for (const name of ["csrfmiddlewaretoken", "key"]) said.delete(name);
  said.set("part", part);
  try {
    const answer = await fetch(`${form.dataset.address}?${said}`, {
      headers: { "HX-Request": "true" },
    });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null; // no network: what stands there stays, and the form can be sent later
  }
}

// Only the newest answer counts: an older one may come after it.
async function show(part) {
  asked += 1;
  const own = asked;
  const text = await fetched(part);
  if (text === null || own !== asked) return;
  const written = form.elements.facts;
  const isWriting = document.activeElement === written;
  document.getElementById(part).innerHTML = text;
  if (written) keepWritten(written, isWriting);
  if (part === "options") keepFocus();
  if (part === "detail") document.getElementById("detail").scrollIntoView();
}

function counts() {
  return [...form.querySelectorAll('[name="count_0"], [name="count_1"]')];
}

// The offender's count is the first that a referee is told, the other's the next.
function aim(seat) {
  const field = form.elements[`count_${seat}`];
  if (field && field.value === "") field.focus();
}

function changed({ target }) {
  const part = partOf(target);
  if (target.name === "offender") aim(target.value);
  if (part && target.type !== "search" && !target.matches(".numin")) show(part);
}

function typed({ target }) {
  if (target.type !== "search" && !target.matches(".numin")) return;
  clearTimeout(timer);
  timer = setTimeout(() => show(partOf(target)), TYPE_PAUSE);
  if (!counts().includes(target) || target.value.length < 2) return;
  counts().find((field) => field.value === "")?.focus();
}

// Enter in a count goes to the next one, and in the search to what was found.
function entered(event) {
  if (event.key !== "Enter" || event.target.matches("textarea, button")) return;
  if (event.target.type === "search") {
    event.preventDefault();
    form.querySelector('[name="rule"]')?.focus();
  } else if (event.target.matches(".numin")) {
    event.preventDefault();
    const next = counts().find((field) => field.value === "");
    (next ?? form.querySelector('[name="option"]'))?.focus();
  }
}

function sentOn(event) {
  const { rule } = event.target.dataset;
  if (!rule) return;
  event.preventDefault();
  const picked = form.querySelector(`[name="rule"][value="${rule}"]`);
  if (picked) {
    picked.checked = true;
    show("detail");
  } else {
    location.search = new URLSearchParams({ rule });
  }
}

form.querySelector(".show .btn").hidden = true;
form.addEventListener("change", changed);
form.addEventListener("input", typed);
form.addEventListener("keydown", entered);
form.addEventListener("click", sentOn);

// What was picked or typed while this script was still under way has had no answer yet.
const early = [...form.elements].find(
  (field) =>
    field.checked !== field.defaultChecked ||
    (field.type === "search" && field.value !== field.defaultValue),
);
const unanswered = early && partOf(early);
if (unanswered) show(unanswered);
