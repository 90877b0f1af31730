"""How a computer player plays basic rummy: what it takes, lays down, lays off and throws."""

from collections import Counter
from collections.abc import Iterator

from games.engine.rummy.bots.cards import (
    best_melds,
    danger,
    fits_table,
    left_after,
    needed_for,
)
from games.engine.rummy.bots.knowledge import Known
from games.engine.rummy.bots.skill import Player
from games.engine.rummy.melds import AceRule, Meld, extended, melds_in, read_meld
from games.engine.rummy.pack import JOKER, Cards, read_card, total, value_of, without

#: What a card costs that fits on the table, where the next player may lay it off: it is a gift.
GIFT = 10.0
#: What each meld costs that the next player may be expected to make of it.
DANGER = 20.0
#: What a joker, or a card of a meld that is still held, costs: it is thrown last.
KEPT = 1000.0
#: With so few cards in another hand a joker is laid off and not kept for a meld.
NEAR_THE_END = 3
#: A rummy is held back where at least this share of the unseen cards makes it, and everybody else
#: holds at least so many cards.
HOLDS_FROM, HOLDS_WHILE = 0.05, 5
#: With more cards than these in no meld a rummy is too far off to wait for.
FROM_A_RUMMY = 3


def takes(player: Player, known: Known) -> bool:
    """Whether the top discard is taken."""
    rules, top = known.rules, known.top
    if top is None or player.overlooks(known, "take"):
        return False
    if top == JOKER:
        return True
    if known.may_lay_off(known.seat) and fits_table(known, top):
        return True
    with_top = tuple(sorted((*known.hand, top)))
    if not player.skill.plans:
        return any(
            top in meld.cards and top not in meld.wild for meld in melds_in(with_top, rules.ace)
        )
    return _melded(known, with_top) >= _melded(known, known.hand) + value_of(top, rules.ace_value)


def _melded(known: Known, hand: Cards) -> int:
    """How many points the best melds take out of a hand."""
    melds = _best(known, hand)
    return sum(total(meld.paid, known.rules.ace_value) for meld in melds)


def _best(known: Known, hand: Cards) -> tuple[Meld, ...]:
    return best_melds(hand, known.rules.ace, known.rules.ace_value, most=len(hand) // 3)


def plays(player: Player, known: Known) -> str:
    """The next action of a turn in which a card was drawn."""
    if not holds_back(player, known):
        action = _lays_down(player, known) or _lays_off(player, known)
        if action:
            return action
    return throws(player, known)


def _lays_down(player: Player, known: Known) -> str:
    """A meld that is laid down; "" where none is."""
    texts = [text for text in known.actions if text.startswith("meld")]
    if not texts:
        return ""
    if player.skill.plans:
        for meld in _best(known, known.hand):
            if f"meld {meld}" in texts:
                return f"meld {meld}"
    seen = [text for text in texts if not player.overlooks(known, text)]
    return max(seen, key=lambda text: _worth(known, text), default="")


def _worth(known: Known, action: str) -> int:
    return total(read_meld(action.split()[1]).paid, known.rules.ace_value)


def _lays_off(player: Player, known: Known) -> str:
    """A card that is laid off, or the joker that it takes; "" where there is none."""
    kept = set() if not player.skill.plans else _in_melds(known)
    goes_out = len(known.hand) <= 2
    found = ""
    for text in known.actions:
        kind, _, rest = text.partition(" ")
        if kind == "lay_off" and not player.overlooks(known, text):
            card = rest.split()[0]
            is_wild = card.startswith("(")
            if is_wild and not (player.skill.plans and known.fewest <= NEAR_THE_END):
                continue
            if not is_wild and read_card(card, "action") in kept and not goes_out:
                continue
            found = found or text
        elif kind == "free" and player.skill.plans and _gains(known, rest.split()[0]):
            return text
    return found


def _in_melds(known: Known) -> set[int]:
    return {card for meld in _best(known, known.hand) for card in meld.paid}


def _gains(known: Known, name: str) -> bool:
    """Whether a joker in the place of this card brings more into melds."""
    hand = (*without(known.hand, [read_card(name, "action")]), JOKER)
    after = total(hand, known.rules.ace_value) - _melded(known, hand)
    return after < total(known.hand, known.rules.ace_value) - _melded(known, known.hand)


def throws(player: Player, known: Known) -> str:
    """What is thrown: the card that costs most for what may still become of it."""
    known = player.sees(known)
    texts = [text for text in known.actions if text.startswith("discard")]
    kept = _kept(player, known)

    def cost(text: str) -> float:
        return judged(player, known, read_card(text.split()[1], "action"), kept)

    return max(sorted(texts), key=cost)


def _kept(player: Player, known: Known) -> Counter[int]:
    """The cards of melds that are still held."""
    if player.skill.plans:
        melds = _best(known, known.hand)
    else:
        melds = tuple(
            meld
            for meld in melds_in(known.hand, known.rules.ace)
            if not player.overlooks(known, meld)
        )
    return Counter({card: 1 for meld in melds for card in meld.paid})


def judged(player: Player, known: Known, card: int, kept: Counter[int]) -> float:
    """How gladly this card is thrown, in points."""
    rules, hand = known.rules, known.hand
    if card == JOKER:
        return -KEPT
    worth = value_of(card, rules.ace_value) + player.error(known, card)
    if hand.count(card) <= kept[card]:
        worth -= KEPT
    if player.skill.watches:
        worth += player.skill.hope * useful(known, without(hand, [card]))
        following = known.next_seat
        if known.may_lay_off(following) and fits_table(known, card):
            worth -= GIFT
        worth -= DANGER * danger(known, card, following)
    elif hand.count(card) == 1 or rules.packs == 1:
        worth -= player.skill.hope * outs(known, card)
    return worth


def useful(known: Known, hand: Cards) -> int:
    """How many unseen cards would let cards of this hand go: into a meld of three with two of them,
    or onto the table with one of them after it."""
    ace, others = known.rules.ace, set(hand) - {JOKER}
    needed = set().union(*(needed_for(card, others, ace) for card in others)) if others else set()
    found = sum(known.unseen[card] for card in needed)
    for meld in known.melds:
        for card in range(JOKER):
            if known.unseen[card] and card not in needed:
                longer = extended(meld, card, ace)
                if longer and any(extended(longer, other, ace) for other in others):
                    found += known.unseen[card]
    return found


def outs(known: Known, card: int) -> int:
    """How many unseen cards would make a meld of three with this card and another one held."""
    others = set(known.hand) - {card, JOKER}
    return sum(known.unseen[needed] for needed in needed_for(card, others, known.rules.ace))


def holds_back(player: Player, known: Known) -> bool:
    """Whether all is kept in the hand, to be laid down in one turn, which counts double."""
    if not player.skill.watches or not known.rules.rummy_doubles:
        return False
    if known.has_laid or known.laid_now or known.fewest < HOLDS_WHILE:
        return False
    return not goes_out(known, known.hand) and rummy_share(player, known) >= HOLDS_FROM


def goes_out(known: Known, hand: Cards) -> bool:
    """Whether all of these cards can leave the hand in one turn, one of them thrown."""
    rules = known.rules
    most = 1 if rules.melds_per_turn == "one" else len(hand)
    own = best_melds(hand, rules.ace, rules.ace_value, most)
    left = list(left_after(hand, own))
    if len(left) > 1 and (own or known.may_lay_off(known.seat)):
        lying = [*known.melds, *own]
        while onto := next(_onto(left, lying, rules.ace), None):
            card, old, longer = onto
            left.remove(card)
            lying[lying.index(old)] = longer
    return len(left) <= 1


def _onto(cards: list[int], lying: list[Meld], ace: AceRule) -> Iterator[tuple[int, Meld, Meld]]:
    """Each card that fits on a meld as it lies, with that meld before and after."""
    for card in cards:
        for meld in lying if card != JOKER else ():
            longer = extended(meld, card, ace)
            if longer is not None:
                yield card, meld, longer


def rummy_share(player: Player, known: Known) -> float:
    """The share of the unseen cards with which this seat could go out in its next turn."""
    return rummy_cards(player, known) / max(1, sum(known.unseen))


def rummy_cards(player: Player, known: Known) -> int:
    """How many of the unseen cards would let this seat go out in its next turn."""
    if len(left_after(known.hand, _best(known, known.hand))) > FROM_A_RUMMY:
        return 0
    thrown = read_card(throws(player, known).split()[1], "action")
    hand = without(known.hand, [thrown])
    return sum(
        number
        for card, number in enumerate(known.unseen)
        if number and goes_out(known, tuple(sorted((*hand, card))))
    )
