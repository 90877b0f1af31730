// Sends the forms that carry data-outbox. What can't be sent is said to be not saved yet, kept on
// this device, and sent again with the same key until it is saved: after a reload too, in order,
// and never twice. The answer takes the place of the live part of the page.

const STORE = "undercut.outbox";
const ANSWER_WITHIN = 10_000; // milliseconds, as all times here
const RETRY_FIRST = 1_000;
const RETRY_LAST = 20_000;

let retryIn = RETRY_FIRST;
let timer;
let sending = false;
let signedOut = false;

function box() {
  return document.getElementById("outbox");
}

function all() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

function mine() {
  return all().filter((one) => one.who === box().dataset.who);
}

function store(entries) {
  localStorage.setItem(STORE, JSON.stringify(entries));
}

function remove(entry) {
  store(all().filter((one) => one.key !== entry.key));
}

function mark(entry) {
  store(all().map((one) => (one.key === entry.key ? entry : one)));
}

function entryOf(form) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  return {
    who: box().dataset.who,
    key: form.elements.key.value,
    url: form.action,
    page: location.href,
    what: form.dataset.outbox,
    where: document.title,
    fields,
  };
}

function token() {
  return cookie("__Host-csrftoken") ?? cookie("csrftoken") ?? "";
}

function cookie(name) {
  return document.cookie.match(`(?:^|; )${name}=([^;]+)`)?.[1];
}

async function post(entry) {
  const body = new URLSearchParams(entry.fields);
  return fetch(entry.url, {
    method: "POST",
    body,
    headers: { "X-CSRFToken": token() },
    signal: AbortSignal.timeout(ANSWER_WITHIN),
  });
}

// Sends what waits, one after the other; stops at what can't be sent now.
async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  try {
    let entry;
    while ((entry = mine().find((one) => !one.refused))) {
      if (mine()[0].key !== entry.key) break; // one before it was not taken: look at that first
      if (!(await send(entry))) break;
    }
  } finally {
    sending = false;
    show();
  }
}

// Whether an entry was dealt with, one way or the other.
async function send(entry) {
  let response;
  try {
    response = await post(entry);
    if (response.status >= 500 || response.status === 429) throw new Error(response.statusText);
  } catch {
    later();
    return false;
  }
  retryIn = RETRY_FIRST;
  signedOut = new URL(response.url).pathname === box().dataset.signIn;
  if (signedOut) return false;
  const text = await response.text();
  const isHere = document.getElementById("live") && here(entry);
  if (response.ok) {
    remove(entry);
    if (isHere && !mine().length) swap(text, response.url);
    return true;
  }
  if (isHere && swap(text, location.href)) {
    remove(entry); // what was typed stands in the form again
    for (const one of mine()) mark({ ...one, refused: true }); // those behind it wait for a look
    return false;
  }
  mark({ ...entry, refused: true });
  return false;
}

function here(entry) {
  return new URL(entry.page).pathname === location.pathname;
}

function later() {
  timer = setTimeout(flush, retryIn);
  retryIn = Math.min(2 * retryIn, RETRY_LAST);
}

// Puts the live part of an answer in place of ours; without one, goes there.
function swap(html, address) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const part = next.getElementById("live");
  if (new URL(address).pathname !== location.pathname) {
    location.assign(address);
    return true;
  }
  if (!part) return false;
  document.getElementById("live").replaceWith(document.adoptNode(part));
  history.replaceState(null, "", address);
  globalThis.htmx?.process(part);
  document.dispatchEvent(new CustomEvent("outbox:answered"));
  part.querySelector("[role=alert]")?.scrollIntoView({ block: "center" });
  return true;
}

function show() {
  const waiting = mine();
  const words = box().dataset;
  const lines = [];
  const late = waiting.filter((one) => !one.refused);
  if (late.length && !sending) {
    const what = late.map((one) => one.what).join(", ");
    lines.push(line(words.one, what, signedOut ? words.signedOut : words.why));
    lines.push(signedOut ? link(words.signInWord, signIn()) : button(words.again, flush));
  }
  for (const one of waiting.filter((entry) => entry.refused)) {
    lines.push(line(words.refused, `${one.what}, ${one.where}`, ""));
    lines.push(button(words.again, () => lookAt(one)), button(words.drop, () => drop(one)));
  }
  box().replaceChildren(...lines);
  document.dispatchEvent(new CustomEvent("outbox:shown", { detail: late.map((one) => one.what) }));
}

function signIn() {
  return `${box().dataset.signIn}?next=${encodeURIComponent(location.pathname)}`;
}

// Where it was typed it is sent once more, so that the answer can be looked at.
function lookAt(entry) {
  if (!here(entry)) {
    location.assign(entry.page);
    return;
  }
  mark({ ...entry, refused: false });
  flush();
}

function drop(entry) {
  remove(entry);
  show();
  flush();
}

function line(bold, what, rest) {
  const paragraph = document.createElement("p");
  const strong = document.createElement("b");
  strong.textContent = bold;
  paragraph.append(strong, ` ${what}. ${rest}`);
  return paragraph;
}

function button(words, act) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "btn", textContent: words });
  made.addEventListener("click", act);
  return made;
}

function link(words, href) {
  return Object.assign(document.createElement("a"), { className: "btn", textContent: words, href });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !("outbox" in form.dataset)) return;
  const entry = entryOf(form);
  if (all().some((one) => one.key === entry.key)) {
    event.preventDefault(); // a double tap
    return;
  }
  try {
    store([...all(), entry]);
  } catch {
    return; // no room to keep it: the browser sends the form as if there were no script
  }
  event.preventDefault();
  form.toggleAttribute("data-sending", true);
  await flush();
  form.toggleAttribute("data-sending", false);
  if (mine().some((one) => one.key === entry.key)) {
    form.dispatchEvent(new CustomEvent("outbox:kept", { bubbles: true, detail: entry }));
  }
});

function wake() {
  retryIn = RETRY_FIRST;
  if (document.visibilityState !== "hidden" && mine().length) flush();
}

addEventListener("online", wake);
addEventListener("pageshow", wake);
addEventListener("storage", show);
document.addEventListener("visibilitychange", wake);
for (const one of mine().filter((entry) => entry.refused && here(entry))) {
  mark({ ...one, refused: false });
}
wake();
show();
