// A form whose answer takes a while says so, and is sent once however often it is pressed. The
// server finishes what it has begun, so the page may be left meanwhile. Forms with data-outbox and
// data-again see to it themselves.

const AFTER = 300; // milliseconds in which most answers are there

const words = document.getElementById("working");
const pressed = new Map(); // what was pressed of a form that is under way, and the timer of its words
const faces = new Map(); // of the buttons that say so, what stood on them

function begin(form, button) {
  pressed.set(form, { value: button?.value, timer: setTimeout(() => say(button), AFTER) });
}

function end(form) {
  clearTimeout(pressed.get(form)?.timer);
  pressed.delete(form);
}

function say(button) {
  if (button && !button.ariaLabel) {
    faces.set(button, [...button.childNodes]);
    button.textContent = button.dataset.busy ?? words.dataset.busy;
  }
  button?.setAttribute("aria-disabled", "true");
  button?.setAttribute("aria-describedby", words.id);
  button?.after(words);
  words.textContent = words.dataset.words;
}

function unsay() {
  words.textContent = "";
  for (const button of document.querySelectorAll(`[aria-describedby="${words.id}"]`)) {
    if (faces.has(button)) button.replaceChildren(...faces.get(button));
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-describedby");
  }
  faces.clear();
}

// The same button once more, or any of a form for whose answer the page will go. In a list that
// htmx keeps up, the button of another row is another wish.
function refuse(event) {
  const { target: form, submitter } = event;
  const first = pressed.get(form);
  if (!first || (form.matches("[hx-boost]") && first.value !== submitter?.value)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

document.addEventListener("submit", refuse, { capture: true });
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const isOurs = form.method === "post" && !("outbox" in form.dataset) && !("again" in form.dataset);
  if (isOurs && !event.defaultPrevented) begin(form, submitter);
});

document.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig } }) => {
  const isPost = elt.matches("form") && requestConfig.verb === "post";
  if (isPost) begin(elt, requestConfig.triggeringEvent?.submitter);
});
document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
  if (!pressed.has(elt)) return;
  end(elt);
  unsay();
});

// Back on a page that the browser kept: its forms can be sent again.
addEventListener("pageshow", () => {
  for (const form of [...pressed.keys()]) end(form);
  unsay();
});
