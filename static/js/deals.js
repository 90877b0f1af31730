// "Check these deals": all that can be made again of the deals of a match, from what is published of
// them. What does not fit is told at its row, and all of it in one sentence.

import { seenCommitment } from "./commitment.js";
import {
  commitmentBy,
  dealtBy,
  dealtToAll,
  drawnAlone,
  drawnBy,
  hashOfWord,
  seedOf,
} from "./dealing.js";
import { hex } from "./sha256.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const inOrder = (cards) => [...cards].sort();

function faultsOfSeating(seating, at, seen) {
  const isFalse = seating.words.some(
    (word, seat) => word !== null && hex(hashOfWord(word)) !== seating.word_hashes[seat],
  );
  const isOther = seen !== null && seen !== seating.commitment;
  return [seating.number !== at + 1 && "number", isOther && "seen", isFalse && "hash"];
}

// Of a hand that all at the table played: its seed deals it, and is said.
function faultsOfAll(record, seed) {
  const { seats, dealer, rules, hands } = record;
  const cards = dealtToAll(seed, dealer, seats, hands[0].length, rules);
  const isDealt = record.seed === hex(seed) && same(hands.map(inOrder), cards.hands.map(inOrder));
  return [
    !isDealt && "hands",
    record.upcard !== cards.upcard && "upcard",
    !same(record.stock, cards.stock) && "stock",
  ];
}

function faultsOfCards(record, seed) {
  if (record.seed) return faultsOfAll(record, seed);
  const isEleven = record.rules.upcard_rule === "deal_11";
  const cards = dealtBy(seed, record.dealer, isEleven);
  const hasLimit = record.rules.knock_limit === "second_deck";
  return [
    !same(record.hands.map(inOrder), cards.hands.map(inOrder)) && "hands",
    record.upcard !== cards.upcard && "upcard",
    !same(record.stock, cards.stock) && "stock",
    hasLimit && record.limit_card !== cards.limit_card && "limit",
  ];
}

function belongs(record, deal) {
  return ["n", "d", "seating", "secret"].every((name) => record[name] === deal[name]);
}

// `next` is the j that follows in the seating of this deal.
function faultsOfDeal(published, deal, next) {
  const seating = published.seatings.find(({ number }) => number === deal.seating);
  const records = published.records.filter(({ d }) => d === deal.d);
  const words = seating?.words ?? [null, null];
  const faults = [
    deal.j !== next && "place",
    hex(commitmentBy(deal.secret, deal.j)) !== seating?.commitment && "secret",
    deal.n !== null && (records.length !== 1 || !belongs(records[0], deal)) && "record",
    words.includes(null) && "words",
  ];
  if (words.includes(null)) return faults;
  const seed = seedOf({ ...deal, match: published.match, words });
  if (deal.d === 0) {
    const { draw, game } = published;
    const drawn = game === "rummy" ? drawnAlone : drawnBy;
    return [...faults, draw !== null && !same(draw, drawn(seed, draw.length)) && "draw"];
  }
  return [...faults, ...records.flatMap((record) => faultsOfCards(record, seed))];
}

// By row what does not fit in it, and the deals that are not there. A deal that is not of the last
// ones is over: it is there, or it is missing. `seenAt` gives the commitment of a seating that this device saw
// at the table, or null.
export function checked(published, seenAt) {
  const faults = new Map();
  const note = (row, found) => faults.set(row, found.filter(Boolean));
  published.seatings.forEach((seating, at) =>
    note(`seating ${seating.number}`, faultsOfSeating(seating, at, seenAt(seating.number))),
  );
  const nextOf = new Map();
  for (const deal of published.deals) {
    const next = nextOf.get(deal.seating) ?? 0;
    nextOf.set(deal.seating, next + 1);
    note(`deal ${deal.d}`, faultsOfDeal(published, deal, next));
  }
  const open = [];
  // So many hands are dealt at once, and shown when all of them are over.
  const atOnce = published.at_once;
  for (let d = 1; d <= published.dealt; d++) {
    if (faults.has(`deal ${d}`)) continue;
    if (d <= published.dealt - atOnce) note(`deal ${d}`, ["missing"]);
    else open.push(`deal ${d}`);
  }
  return { faults, open };
}

// On the page -------------------------------------------------------------------------------------

const button = document.getElementById("check");
const told = document.getElementById("told");

const said = (words, values) => words.replace(/{(\w+)}/g, (_whole, name) => values[name]);

function rowOf(key) {
  const [kind, number] = key.split(" ");
  return document.querySelector(`[data-${kind}="${number}"]`);
}

const nameOf = (key) => rowOf(key)?.dataset.name ?? key;

function wordsOf(fault) {
  return button.getAttribute(`data-fault-${fault}`);
}

function tellRow(key, faults) {
  const place = rowOf(key)?.querySelector("[data-told]");
  if (!place) return;
  place.className = "state";
  place.dataset.s = faults.length ? "disputed" : "finished";
  place.textContent = faults.map(wordsOf).join(", ") || button.dataset.fits;
}

function sentence(published, { faults, open }, seenAt) {
  const wrong = [...faults].filter(([, found]) => found.length);
  const rows = wrong.map(([key, found]) => `${nameOf(key)} (${found.map(wordsOf).join(", ")})`);
  const deals = published.deals.length;
  const words = published.seatings.flatMap((one) => one.words).filter((word) => word !== null);
  const first = rows.length
    ? said(button.dataset.wrong, { rows: rows.join("; ") })
    : said(button.dataset.all, { deals, words: words.length });
  const { number } = published.seatings.at(-1) ?? {};
  const isSeen = !rows.length && number !== undefined && seenAt(number) !== null;
  return [
    first,
    isSeen && button.dataset.seen,
    open.length && said(button.dataset.open, { rows: open.map(nameOf).join(", ") }),
  ]
    .filter(Boolean)
    .join(" ");
}

async function read() {
  const answer = await fetch(button.dataset.file);
  if (!answer.ok) throw new Error(answer.status);
  return answer.json();
}

button.addEventListener("click", async () => {
  told.textContent = "";
  let published;
  try {
    published = await read();
  } catch {
    told.textContent = button.dataset.failed;
    return;
  }
  const seenAt = (seating) => seenCommitment(published.match, seating);
  const found = checked(published, seenAt);
  for (const [key, faults] of found.faults) tellRow(key, faults);
  told.textContent = sentence(published, found, seenAt);
  told.toggleAttribute("data-wrong", [...found.faults.values()].some((faults) => faults.length));
});
