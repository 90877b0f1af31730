// The commitment of a seating as this device first saw it at the table. It is kept here alone, so that
// the page of the deals can say whether what it shows is what was shown before play.

const keyOf = (match, seating) => `undercut.commitment.${match}.${seating}`;

// Null where this device was not at the table then.
export function seenCommitment(match, seating) {
  return localStorage.getItem(keyOf(match, seating));
}

function keep() {
  const { match, seating, commitment } = document.querySelector("[data-commitment]")?.dataset ?? {};
  if (!commitment || seenCommitment(match, seating) !== null) return;
  localStorage.setItem(keyOf(match, seating), commitment);
}

document.addEventListener("htmx:afterSettle", keep);
keep();
