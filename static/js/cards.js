// The pack on a form: a tap gives a card to the chosen hand or takes it back, and the two text
// fields of the form say the same. Without this script the cards are typed.

const RANKS = [..."A23456789TJQK"];
const MOST = 11;
const ENOUGH = 10;

class Grid {
  constructor(element) {
    this.element = element;
    this.form = element.closest("form");
    this.sides = [element.dataset.first, element.dataset.second];
    this.to = [...element.querySelectorAll('[name="to"]')];
    for (const row of element.querySelectorAll(".suit-row")) this.fill(row);
    this.picks = [...element.querySelectorAll(".pick")];
    this.reach(this.picks[0]);
    this.show();
  }

  fill(row) {
    const words = this.element.dataset.ranks.split(" ");
    const suit = row.dataset.suit.toLowerCase();
    RANKS.forEach((rank, at) => {
      const pick = document.createElement("button");
      pick.type = "button";
      pick.className = "pick";
      pick.dataset.card = rank + row.dataset.suit;
      pick.dataset.suit = suit;
      pick.dataset.name = this.element.dataset.name
        .replace("{rank}", words[at])
        .replace("{suit}", row.getAttribute("aria-label"));
      const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      sign.classList.add("suit");
      sign.setAttribute("aria-hidden", "true");
      const shape = document.createElementNS("http://www.w3.org/2000/svg", "use");
      shape.setAttribute("href", `#suit-${suit}`);
      sign.append(shape);
      pick.append(rank === "T" ? "10" : rank, sign);
      row.append(pick);
    });
  }

  cards(side) {
    const text = this.form.elements[side].value.toUpperCase().replaceAll("10", "T");
    return text.match(/[A2-9TJQK][SHDC]/g) ?? [];
  }

  write(side, cards) {
    this.form.elements[side].value = cards.join(" ");
  }

  show() {
    const held = this.sides.map((side) => this.cards(side));
    this.sides.forEach((side, at) => {
      this.element.querySelector(`[data-held="${side}"]`).textContent = held[at].length || "";
    });
    for (const pick of this.picks) {
      const at = held.findIndex((cards) => cards.includes(pick.dataset.card));
      const words = at < 0 ? "" : this.to[at].parentElement.dataset.words;
      if (words) pick.dataset.holder = at === 0 ? "first" : "second";
      else delete pick.dataset.holder;
      pick.dataset.mark = words.slice(0, 2); // drawn by the style, and so no part of what it is called
      pick.setAttribute("aria-label", words ? `${pick.dataset.name}, ${words}` : pick.dataset.name);
    }
  }

  tap(card) {
    const side = this.to.find((radio) => radio.checked).value;
    const other = this.sides.find((one) => one !== side);
    const held = this.cards(side);
    if (held.includes(card)) {
      this.write(side, held.filter((one) => one !== card));
    } else if (held.length < MOST) {
      this.write(other, this.cards(other).filter((one) => one !== card));
      this.write(side, [...held, card]);
      if (held.length + 1 === ENOUGH && this.cards(other).length < ENOUGH) this.choose(other);
    }
    this.say();
  }

  choose(side) {
    this.to.find((radio) => radio.value === side).checked = true;
  }

  clear() {
    for (const side of this.sides) this.write(side, []);
    this.choose(this.sides[0]);
    this.say();
  }

  // The page hears of it as if it had been typed.
  say() {
    this.show();
    this.form.elements[this.sides[0]].dispatchEvent(new Event("change", { bubbles: true }));
  }

  // The card beside this one; up and down the one that stands there on this screen.
  neighbour(pick, key) {
    const at = this.picks.indexOf(pick);
    if (key === "ArrowRight") return this.picks[at + 1];
    if (key === "ArrowLeft") return this.picks[at - 1];
    const here = pick.getBoundingClientRect();
    const way = key === "ArrowDown" ? 1 : -1;
    const order = way === 1 ? this.picks.slice(at + 1) : this.picks.slice(0, at).reverse();
    return order.find((one) => {
      const there = one.getBoundingClientRect();
      return Math.abs(there.left - here.left) < 2 && (there.top - here.top) * way > 2;
    });
  }

  reach(pick) {
    for (const one of this.picks) one.tabIndex = one === pick ? 0 : -1;
  }
}

const grids = new WeakMap();

function gridOf(target) {
  const element = target.closest?.("form")?.querySelector(".hand-grid");
  if (!element) return null;
  if (!grids.has(element)) grids.set(element, new Grid(element));
  return grids.get(element);
}

function start() {
  for (const element of document.querySelectorAll(".hand-grid")) gridOf(element);
}

document.addEventListener("click", ({ target }) => {
  const pick = target.closest(".pick");
  const grid = (pick || target.closest("[data-clear]")) && gridOf(target);
  if (!grid) return;
  if (!pick) grid.clear();
  else {
    grid.reach(pick);
    grid.tap(pick.dataset.card);
  }
});
document.addEventListener("keydown", (event) => {
  const pick = event.target.closest(".pick");
  if (!pick || !event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const next = gridOf(pick).neighbour(pick, event.key);
  if (!next) return;
  gridOf(pick).reach(next);
  next.focus();
});
document.addEventListener("input", ({ target }) => gridOf(target)?.show());
document.addEventListener("outbox:answered", start);
document.addEventListener("outbox:kept", start);
document.addEventListener("htmx:afterSwap", start);
start();
