// The page for the time without a network: lists what outbox.js keeps on this device, and opens the
// page that was asked for when the network is back.

const STORE = "undercut.outbox"; // as in outbox.js

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
  const away = document.getElementById("away");
  const words = document.createElement("p");
  words.textContent = away.dataset.waits;
  const list = document.createElement("ul");
  list.className = "list";
  list.append(...kept.map(item));
  away.append(words, list);
}
addEventListener("online", () => location.reload());
