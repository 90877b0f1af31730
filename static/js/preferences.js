// How the online table sounds, moves and looks on this device: switches, kept by this browser alone.
// Sound is off until somebody switches it on. What the browser does not offer has no switch; on plain
// http that is the lock that keeps the screen on. How the deck looks is set by deck.js.

const USUAL = { keys: "on", motion: "on" };
const LITTLE_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

// Frequency in hertz and the second at which it begins.
const TUNES = {
  turn: [[660, 0], [880, 0.13]],
  hand_over: [[784, 0], [659, 0.14], [523, 0.28]],
};
const LOUDNESS = 0.08; // of 1
const NOTE = 0.25; // seconds
const RUSTLE = 0.06; // seconds

const fullscreen = "fullscreen"; // lasts as long as the page: it is not kept
const switches = [...document.querySelectorAll("[data-prefers]")];

let sounds = null; // made by a press: browsers let no page sound before
let awake = null;

const kept = (name) => `undercut.prefers.${name}`;

export function prefers(name) {
  try {
    return (localStorage.getItem(kept(name)) ?? USUAL[name]) === "on";
  } catch {
    return USUAL[name] === "on"; // the browser keeps nothing
  }
}

function keep(name, isOn) {
  try {
    localStorage.setItem(kept(name), isOn ? "on" : "off");
  } catch {
    // Then it holds for nothing but this press.
  }
  document.dispatchEvent(new CustomEvent("preferences:changed"));
}

// Sound -------------------------------------------------------------------------------------------

async function openSounds() {
  if (!prefers("sound")) return;
  sounds ??= new AudioContext();
  await sounds.resume();
}

function sing([frequency, after]) {
  const [tone, loudness] = [sounds.createOscillator(), sounds.createGain()];
  const begin = sounds.currentTime + after;
  tone.type = "triangle";
  tone.frequency.value = frequency;
  loudness.gain.setValueAtTime(0, begin);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + NOTE);
  tone.connect(loudness).connect(sounds.destination);
  tone.start(begin);
  tone.stop(begin + NOTE);
}

// A card on felt: noise that dies away.
function rustle() {
  const length = Math.round(sounds.sampleRate * RUSTLE);
  const buffer = sounds.createBuffer(1, length, sounds.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at++) {
    samples[at] = (Math.random() * 2 - 1) * LOUDNESS * (1 - at / length) ** 3;
  }
  const source = new AudioBufferSourceNode(sounds, { buffer });
  const filter = new BiquadFilterNode(sounds, { type: "bandpass", frequency: 1800 });
  source.connect(filter).connect(sounds.destination);
  source.start();
}

// Sound "turn", "card" or "hand_over"; whether it did: not while sound is off, nor before a press.
export function play(name) {
  if (!prefers("sound") || sounds?.state !== "running") return false;
  if (name === "card") rustle();
  else TUNES[name].forEach(sing);
  return true;
}

// Vibrate for the reader's turn; whether it did.
export function vibrate() {
  const isLet = prefers("vibration") && !LITTLE_MOTION.matches;
  // Browsers complain of a page that vibrates before anybody has touched it.
  if (!isLet || !navigator.vibrate || !navigator.userActivation?.hasBeenActive) return false;
  return navigator.vibrate(120);
}

// The screen --------------------------------------------------------------------------------------

async function stayAwake() {
  if (!navigator.wakeLock) return;
  const isWanted = prefers("awake") && document.visibilityState === "visible";
  if (isWanted && (!awake || awake.released)) {
    awake = await navigator.wakeLock.request("screen").catch(() => null); // a low battery
  } else if (!isWanted) {
    await awake?.release();
  }
}

async function fillScreen(isOn) {
  try {
    if (isOn) await document.documentElement.requestFullscreen();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // Refused: the switch goes back.
  }
  show();
}

// The switches ------------------------------------------------------------------------------------

const OFFERED = {
  vibration: () => "vibrate" in navigator,
  awake: () => "wakeLock" in navigator,
  fullscreen: () => document.fullscreenEnabled === true,
};

function show() {
  for (const one of switches) {
    const name = one.dataset.prefers;
    one.closest("li").hidden = !(OFFERED[name]?.() ?? true);
    one.checked = name === fullscreen ? document.fullscreenElement !== null : prefers(name);
  }
}

function change({ target }) {
  const name = target.dataset?.prefers;
  if (!name) return;
  if (name === fullscreen) {
    fillScreen(target.checked);
    return;
  }
  keep(name, target.checked);
  if (name === "sound") openSounds().then(() => play("turn"));
  if (name === "vibration") vibrate();
  if (name === "awake") stayAwake();
}

document.addEventListener("change", change);
document.addEventListener("fullscreenchange", show);
document.addEventListener("visibilitychange", stayAwake);
for (const press of ["click", "keydown"]) addEventListener(press, openSounds, { capture: true });
addEventListener("storage", show);
show();
stayAwake();
