"""What may be done in a hand of rummy, found in a second, plain way: every meld there can be is
written down, and looked for."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

RANKS = "A23456789TJQK"
LINES = {"low": RANKS, "high_or_low": RANKS + "A", "around": RANKS + RANKS}
VALUES = {**dict.fromkeys("TJQK", 10), **{str(n): n for n in range(2, 10)}}


@cache
def all_melds(ace: str, jokers: int) -> dict[str, tuple[str, ...]]:
    """The text of every meld with up to so many jokers, and the cards that lie in it."""
    shown = [[rank + suit for suit in "SHDC"] for rank in RANKS]
    shown += [[card for card in four if card != left] for four in list(shown) for left in four]
    line = LINES[ace]
    for size in range(3, 14):
        for first in range(len(line) - size + 1):
            shown += [[rank + suit for rank in line[first : first + size]] for suit in "SHDC"]
    found = {}
    for cards in shown:
        if len(set(cards)) < len(cards):
            continue
        for count in range(min(jokers, (len(cards) - 1) // 2) + 1):
            for wild in combinations(cards, count):
                text = "".join(f"({card})" if card in wild else card for card in cards)
                found[text] = tuple("JK" if card in wild else card for card in cards)
    return found


def value(card: str, ace: str) -> int:
    if card == "JK":
        return 15
    if card[0] == "A":
        return 1 if ace == "low" else 15
    return VALUES[card[0]]


def legal(
    hand: Sequence[str],
    table: Sequence[str],
    rules: Mapping[str, object],
    *,
    taken: str | None,
    has_melded: bool,
    melds_now: int,
) -> list[str]:
    """The sorted texts of what may be done by who has drawn."""
    held, size = Counter(hand), len(hand)
    throws = [card for card in held if card != taken or held[card] > 1 or size == 1]
    if rules["variant"] == "knock":
        return sorted(f"{kind} {card}" for card in throws for kind in ("discard", "knock"))
    found = [f"discard {card}" for card in throws]
    kept = 1 if rules["final_discard"] else 0
    ace = str(rules["ace"])
    if rules["melds_per_turn"] == "any" or melds_now == 0:
        for text, cards in all_melds(ace, held["JK"]).items():
            if size - len(cards) >= kept and not Counter(cards) - held:
                found.append(f"meld {text}")
    if has_melded or not rules["layoff_needs_meld"]:
        for meld in set(table):
            found += _on(meld, held, all_melds(ace, int(str(rules["jokers"]))), size - 1 >= kept)
    return sorted(found)


def _on(
    meld: str, held: Counter[str], melds: dict[str, tuple[str, ...]], may_shrink: bool
) -> Iterator[str]:
    for card in held:
        if f"({card})" in meld:
            yield f"free {card} on {meld}"
    if not may_shrink:
        return
    for card in (rank + suit for suit in "SHDC" for rank in RANKS):
        if card in meld:
            continue
        for text in (card, f"({card})") if held["JK"] else (card,):
            if (text.startswith("(") or held[card]) and any(
                longer in melds for longer in _longer(meld, text)
            ):
                yield f"lay_off {text} on {meld}"


def _longer(meld: str, text: str) -> Iterator[str]:
    yield meld + text
    yield text + meld
    parts = meld.replace("(", " (").split()  # a set's card goes where its suit stands
    single = [part for chunk in parts for part in _cut(chunk)] + [text]
    yield "".join(sorted(single, key=lambda part: "SHDC".index(part.strip("()")[1])))


def _cut(chunk: str) -> Iterator[str]:
    if chunk.startswith("("):
        yield chunk[:4]
        chunk = chunk[4:]
    for at in range(0, len(chunk), 2):
        yield chunk[at : at + 2]
