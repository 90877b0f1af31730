// Counts down the clocks of online tables as the staff see them: of who is in turn first the time of
// the turn, then what is beside it. From what the server said when the page was made.

const SECOND = 1000; // milliseconds, as all times here
const seen = new WeakMap(); // when each clock came to the page, by this device's own count

function words(left) {
  const seconds = Math.ceil(left / SECOND);
  const two = (number) => String(number).padStart(2, "0");
  const [minutes, rest] = [Math.floor(seconds / 60), two(seconds % 60)];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

function show(clock) {
  if (!seen.has(clock)) seen.set(clock, performance.now());
  const gone = performance.now() - seen.get(clock);
  const [left, reserve] = [Number(clock.dataset.left), Number(clock.dataset.reserve)];
  const [turn, beside] = [clock.querySelector("span"), clock.querySelector("small")];
  turn.textContent = words(Math.max(0, left - gone));
  if (beside) beside.textContent = `+${words(Math.max(0, reserve - Math.max(0, gone - left)))}`;
}

function tick() {
  for (const clock of document.querySelectorAll(".seat-clock[data-running]")) show(clock);
}

document.addEventListener("htmx:afterSwap", tick);
setInterval(tick, SECOND);
tick();
