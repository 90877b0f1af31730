// From a secret and two words to the cards of a deal, as the server makes them: made again from its
// description alone, so that a page can check what was dealt.

import { bytesOf, hmacSha256, joined, sha256 } from "./sha256.js";

const RANKS = "A23456789TJQK";
const WORD = 2 ** 32;
const PACK = ["S", "H", "D", "C"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

const utf8 = (text) => new TextEncoder().encode(text);

export function hashOfWord(word) {
  return sha256(utf8(word));
}

// What the secret of the j-th deal of a seating leads back to.
export function commitmentBy(secret, j) {
  let bytes = bytesOf(secret);
  for (let times = 0; times <= j; times++) bytes = sha256(bytes);
  return bytes;
}

export function seedOf({ secret, match, seating, d, words }) {
  const message = ["undercut-deal-1", match, seating, d, ...words].join("\n");
  return hmacSha256(bytesOf(secret), utf8(message));
}

function* numbersOf(seed) {
  for (let counter = 0; ; counter++) {
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, counter);
    const block = new DataView(sha256(joined(seed, count)).buffer);
    for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
  }
}

// The next number below n; those that would make some likelier than others are skipped.
function below(n, numbers) {
  for (;;) {
    const number = numbers.next().value;
    if (number < WORD - (WORD % n)) return number % n;
  }
}

function shuffled(numbers, of = PACK) {
  const pack = [...of];
  for (let k = pack.length - 1; k > 0; k--) {
    const other = below(k + 1, numbers);
    [pack[k], pack[other]] = [pack[other], pack[k]];
  }
  return pack;
}

// The cards of a draw for the first deal, by seat: so many as draw.
export function drawnBy(seed, count = 2) {
  return shuffled(numbersOf(seed)).slice(0, count);
}

// The same in rummy, where the lowest deals: while the lowest are level all draw again.
export function drawnAlone(seed, count) {
  const drawn = drawnBy(seed, count);
  const ranks = drawn.map((card) => RANKS.indexOf(card[0])).sort((one, other) => one - other);
  return ranks[0] < ranks[1] ? drawn : drawnAlone(sha256(seed), count);
}

// The cards of a hand that all at the table play, so many to each, one at a time from the dealer's left.
export function dealtToAll(seed, dealer, seats, each, { packs = 1, jokers = 0 }) {
  const whole = [...Array(packs).fill(PACK).flat(), ...Array(jokers).fill("JK")];
  const pack = shuffled(numbersOf(seed), whole);
  const dealt = pack.slice(0, seats * each);
  const hands = Array.from({ length: seats }, (_none, seat) =>
    dealt.filter((_card, at) => at % seats === (seat - dealer - 1 + seats) % seats),
  );
  return { hands, upcard: pack[seats * each], stock: pack.slice(seats * each + 1) };
}

// The cards of a deal, each hand in the order in which it was dealt; `isEleven`: the one who does not
// deal has eleven, and no upcard is turned.
export function dealtBy(seed, dealer, isEleven) {
  const numbers = numbersOf(seed);
  const pack = shuffled(numbers);
  const hands = [];
  hands[1 - dealer] = pack.slice(0, 20).filter((_card, at) => at % 2 === 0);
  hands[dealer] = pack.slice(0, 20).filter((_card, at) => at % 2 === 1);
  if (isEleven) hands[1 - dealer].push(pack[20]);
  const limit = PACK[below(52, numbers)];
  return { hands, upcard: isEleven ? null : pack[20], stock: pack.slice(21), limit_card: limit };
}
