// The draw for the first deal: says what two drawn cards mean while they are chosen. Without this
// script the page says it when the form is sent.

const RANKS = "A23456789TJQK";
const SUITS = "CDHS"; // the lowest first

function height(form, seat) {
  const rank = form.elements[`rank_${seat}`].value;
  const suit = form.elements[`suit_${seat}`].value;
  return rank && suit ? RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit) : null;
}

function show(form) {
  const says = form.querySelector(".drawn-says");
  const [first, second] = [height(form, 0), height(form, 1)];
  const isDrawn = first !== null && second !== null;
  const high = isDrawn && first !== second ? Number(second > first) : null;
  if (high !== null) says.textContent = high ? says.dataset.second : says.dataset.first;
  else says.textContent = isDrawn ? says.dataset.same : says.dataset.none;
  const due = "lowDeals" in form.dataset && high !== null ? String(1 - high) : null;
  for (const button of form.querySelectorAll('[name="dealer"]')) {
    button.classList.toggle("btn-main", button.value === due);
  }
}

// The pad is fetched anew while it is open, so whichever form is there is listened to.
document.addEventListener("change", ({ target }) => {
  const form = target.closest(".first-deal");
  if (form?.querySelector(".drawn-says")) show(form);
});
for (const form of document.querySelectorAll("form.first-deal")) {
  if (form.querySelector(".drawn-says")) show(form);
}
