// SHA-256 and HMAC over bytes (Uint8Array). What browsers have of their own they refuse to a page on
// plain http, as in a club's network.

const BLOCK = 64; // bytes
const WORD = 2 ** 32;

function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

const fraction = (root) => ((root - Math.floor(root)) * WORD) | 0;
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const FIRST = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (value, by) => (value >>> by) | (value << (32 - by));

function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function schedule(view, at) {
  const words = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16) {
      words.push(view.getInt32(at + 4 * i));
      continue;
    }
    const [a, b] = [words[i - 15], words[i - 2]];
    const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words.push((words[i - 16] + first + words[i - 7] + second) | 0);
  }
  return words;
}

// The 32 bytes of the digest.
export function sha256(bytes) {
  const view = padded(bytes);
  let hash = FIRST;
  for (let at = 0; at < view.byteLength; at += BLOCK) {
    let [a, b, c, d, e, f, g, h] = hash;
    schedule(view, at).forEach((word, i) => {
      const mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i] + word) | 0;
      const other = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
    });
    hash = [a, b, c, d, e, f, g, h].map((value, i) => (value + hash[i]) | 0);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((value, i) => digest.setInt32(4 * i, value));
  return new Uint8Array(digest.buffer);
}

export function hmacSha256(key, message) {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(whole.map((byte) => byte ^ 0x36), message));
  return sha256(joined(whole.map((byte) => byte ^ 0x5c), inner));
}

export function joined(first, second) {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function bytesOf(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
