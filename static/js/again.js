// Sends a form that carries data-again. Where the server is busy the form stays as it is, with the
// password in it, and is sent again by itself, as soon as the server said it may.

const LONGEST = 60_000; // milliseconds, as all times here
const NOT_WORTH_WAITING = 30_000;

const sending = new WeakSet();

async function send(form) {
  return fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    headers: { "X-Again": "1" },
  });
}

// The answer, once it is another one than "later", or when it has been long enough.
async function ask(form, words) {
  const begun = performance.now();
  for (;;) {
    const response = await send(form);
    const wait = 1000 * Number(response.headers.get("Retry-After"));
    const tooLong = wait > NOT_WORTH_WAITING || performance.now() + wait - begun > LONGEST;
    if (response.status !== 429 || tooLong) return response;
    words.textContent = words.dataset.words;
    // Not all at once again.
    await new Promise((resolve) => setTimeout(resolve, wait + Math.random() * 1000));
  }
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !("again" in form.dataset)) return;
  event.preventDefault();
  if (sending.has(form)) return; // a double tap
  sending.add(form);
  const words = form.querySelector("[data-words]");
  try {
    const response = await ask(form, words);
    if (response.status === 204) {
      location.assign(response.headers.get("Location"));
    } else {
      show(await response.text());
    }
  } catch {
    HTMLFormElement.prototype.submit.call(form); // the browser says what is wrong with the network
  } finally {
    words.textContent = "";
    sending.delete(form);
  }
});

// Puts what the answer says in place of what is there.
function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  document.querySelector("main").replaceWith(document.adoptNode(next));
  const wrong = next.querySelector("[aria-invalid=true]") ?? next.querySelector("[role=alert]");
  wrong?.focus();
  scrollTo(0, 0);
}
