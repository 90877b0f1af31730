// The page for the time without a network: lists what outbox.js keeps on this device, and opens the
// page that was asked for as soon as the server answers again.

const STORE = "undercut.outbox"; // as in outbox.js
const ASK_EVERY = 3_000; // milliseconds

const away = document.getElementById("away");

function waiting() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

function item({ page, what, where }) {
  const link = document.createElement("a");
  Object.assign(link, { href: page, textContent: `${what}, ${where}` });
  const made = document.createElement("li");
  made.append(link);
  return made;
}

const kept = waiting();
if (kept.length) {
  const words = document.createElement("p");
  words.textContent = away.dataset.waits;
  const list = document.createElement("ul");
  list.className = "list";
  list.append(...kept.map(item));
  away.append(words, list);
}

// "online" says that there is a network, not that the server is reached through it, and nothing
// says that a server is back that was away: so it is asked. Should the page then fail to come all
// the same this one is shown again, and asks on.
async function comeBack() {
  if (document.visibilityState === "hidden") return;
  const signal = AbortSignal.timeout(ASK_EVERY);
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal });
    if (answer.status < 500) location.reload(); // a proxy answers 502 in its stead
  } catch {
    // Still away: asked again below.
  }
}

if (location.pathname !== away.dataset.page) {
  addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", comeBack);
  setInterval(comeBack, ASK_EVERY);
}
