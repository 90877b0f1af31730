// A form whose answer takes a while says so, and is sent once however often it is pressed. The
// server finishes what it has begun, so the page may be left meanwhile.

const AFTER = 400; // milliseconds in which most answers are there

const words = document.getElementById("working");
let late;

document.addEventListener("submit", (event) => {
  const form = event.target;
  const isOurs = form.method === "post" && !("outbox" in form.dataset);
  if (event.defaultPrevented || !isOurs) return;
  if ("working" in form.dataset) {
    event.preventDefault(); // a double tap
    return;
  }
  form.dataset.working = "";
  late = setTimeout(() => say(event.submitter), AFTER);
});

function say(button) {
  button?.setAttribute("aria-disabled", "true");
  button?.setAttribute("aria-describedby", words.id);
  button?.after(words);
  words.textContent = words.dataset.words;
}

// Back on a page that the browser kept: its forms can be sent again.
addEventListener("pageshow", () => {
  clearTimeout(late);
  words.textContent = "";
  for (const form of document.querySelectorAll("[data-working]")) delete form.dataset.working;
  for (const button of document.querySelectorAll(`[aria-describedby="${words.id}"]`)) {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-describedby");
  }
});
