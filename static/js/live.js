// Keeps a page up to date. The socket only says which version there is; a page that is behind
// fetches its live part anew, and a live region says in words what has changed.

const ASK_EVERY = 20_000; // milliseconds, as all times here
const ANSWER_WITHIN = 5_000;
const RETRY_FIRST = 500;
const RETRY_LAST = 20_000;
const REFETCH_FIRST = 250;
const SAY_AT_MOST = 3; // sentences at once
const NOT_FOUND = 4404; // the close code of tournaments/live.py

const news = document.getElementById("news");

let socket;
let retryIn = RETRY_FIRST;
let retryTimer;
let answerTimer;
let heard = shown(); // the highest version that was heard of
let refetchIn = REFETCH_FIRST;
let fetching = false;

function live() {
  return document.getElementById("live");
}

function shown() {
  return Number(live().dataset.version);
}

function connect() {
  clearTimeout(retryTimer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/ws/${live().dataset.topic}/`);
  socket.addEventListener("message", (event) => {
    clearTimeout(answerTimer);
    retryIn = RETRY_FIRST;
    hear(JSON.parse(event.data).version);
  });
  socket.addEventListener("close", closed);
}

function closed(event) {
  if (event.target !== socket || event.code === NOT_FOUND) return;
  clearTimeout(answerTimer);
  clearTimeout(retryTimer);
  // Spread out, so that a whole club does not come back in the same instant.
  retryTimer = setTimeout(connect, retryIn * (0.5 + Math.random()));
  retryIn = Math.min(2 * retryIn, RETRY_LAST);
}

function hear(version) {
  heard = Math.max(heard, version);
  if (heard > shown()) refresh();
}

async function refresh() {
  if (fetching) return;
  fetching = true;
  const before = sentences();
  const opened = unfolded();
  try {
    await htmx.ajax("GET", location.pathname + location.search, {
      target: "#live",
      swap: "outerHTML",
    });
    for (const id of opened) document.getElementById(id)?.closest("details").setAttribute("open", "");
    say(before, sentences());
  } catch {
    // Offline or refused: tried again below.
  }
  fetching = false;
  refetchIn = heard > shown() ? Math.min(2 * refetchIn, RETRY_LAST) : REFETCH_FIRST;
  if (heard > shown()) setTimeout(refresh, refetchIn / 2);
}

// What the reader has opened stays open.
function unfolded() {
  return [...live().querySelectorAll("details[open] > summary[id]")].map((one) => one.id);
}

function sentences() {
  const said = document.querySelectorAll("[data-said]");
  return new Map([...said].map((one) => [one.id, one.textContent.trim()]));
}

function say(before, after) {
  const changed = [...after].filter(([id, words]) => before.get(id) !== words);
  const words = changed.slice(0, SAY_AT_MOST).map(([, sentence]) => sentence);
  if (changed.length > SAY_AT_MOST) words.push(news.dataset.more);
  if (words.length) news.textContent = words.join(" ");
}

function ask() {
  if (socket.readyState === WebSocket.OPEN) {
    socket.send(JSON.stringify({ ask: "version" }));
    clearTimeout(answerTimer);
    answerTimer = setTimeout(reconnect, ANSWER_WITHIN); // the line is dead, though it looks open
  } else {
    refresh(); // no socket to be had: an unchanged page costs a 304
  }
}

function reconnect() {
  const old = socket;
  connect();
  old.close();
}

function wake() {
  if (document.visibilityState === "hidden") return;
  if (socket.readyState === WebSocket.CLOSED) {
    retryIn = RETRY_FIRST;
    connect();
  } else {
    ask();
  }
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
setInterval(ask, ASK_EVERY);
connect();
// Not on plain http, nor with a certificate that is not trusted: then a page without a network is
// the browser's own.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
