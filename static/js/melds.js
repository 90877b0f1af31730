// Melds on the table: a card is chosen in the hand, then the meld is pressed that takes it. What is sent
// is the button of that action below the hand, which is there for who has no pointer.

function buttonFor(card, meld) {
  const own = document.getElementById("own");
  const ways = [`lay_off ${card} on ${meld}`, `free ${card} on ${meld}`];
  const buttons = [...(own?.querySelectorAll("button[name='action']") ?? [])];
  const plain = buttons.find(({ value }) => ways.includes(value));
  if (plain || card !== "JK") return plain;
  return buttons.find(({ value }) => value.startsWith("lay_off (") && value.endsWith(` on ${meld}`));
}

document.addEventListener("click", ({ target }) => {
  const { onto } = target.closest?.("[data-onto]")?.dataset ?? {};
  if (!onto) return;
  const chosen = document.querySelector("#own .ot-card[aria-pressed='true']")?.closest("[data-card]");
  const button = chosen && buttonFor(chosen.dataset.card, onto);
  if (button) button.click();
  else document.getElementById("table-said").focus({ preventScroll: true });
});
