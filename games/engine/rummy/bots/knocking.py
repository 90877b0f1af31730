"""How a computer player plays knock rummy: what it takes and throws, and when it knocks."""

from games.engine.melds.form import MeldForm, meld_form
from games.engine.melds.least import least_after_discard, least_deadwood
from games.engine.rummy.bots.cards import danger
from games.engine.rummy.bots.knowledge import Known
from games.engine.rummy.bots.skill import Player
from games.engine.rummy.pack import Cards, name_of, value_of

#: A player looks closer at so many throws.
_CANDIDATES = 5
#: What each meld costs that the next player may be expected to make of a card.
DANGER = 8.0
#: So many deals of the other hands are looked at before a knock. It is made where at least this
#: share of them is won; a turn is taken to make a hand so many points better.
SAMPLES, WINS, IMPROVES = 40, 0.8, 3.0


def takes(player: Player, known: Known) -> bool:
    """Whether the top discard is taken: who plans takes it into a meld alone, others for any card
    that is lower than one of theirs."""
    top, form = known.top, _form(known)
    if top is None or player.overlooks(known, "take"):
        return False
    hand = _bits(known.hand)
    now = least_deadwood(hand, form)
    if player.skill.plans:
        # A lower card alone is worth no turn: it has to go into a meld.
        return least_deadwood(hand | 1 << top, form) < now + value_of(top, known.rules.ace_value)
    return any(least_deadwood((hand | 1 << top) ^ 1 << card, form) < now for card in known.hand)


def plays(player: Player, known: Known) -> str:
    """A card thrown, or a knock with it."""
    known = player.sees(known)
    form = _form(known)
    hand = _bits(known.hand)
    cards = [
        card for card in dict.fromkeys(known.hand) if f"discard {name_of(card)}" in known.actions
    ]
    counts = {card: least_deadwood(hand ^ 1 << card, form) for card in cards}
    least = min(cards, key=lambda card: (counts[card], -value_of(card, 1), card))
    if knocks(player, known, counts[least]):
        return f"knock {name_of(least)}"
    nearest = sorted(cards, key=lambda card: (counts[card], -value_of(card, 1), card))[:_CANDIDATES]
    best = max(nearest, key=lambda card: _worth(player, known, card, counts[card]))
    return f"discard {name_of(best)}"


def _worth(player: Player, known: Known, card: int, count: int) -> float:
    skill = player.skill
    worth = -float(count) + player.error(known, card)
    rest = _bits(known.hand) ^ 1 << card
    if skill.plans:
        worth -= _next_count(known, rest)
    if skill.watches:
        worth -= DANGER * danger(known, card, known.next_seat)
    return worth


def _next_count(known: Known, rest: int) -> float:
    """The mean of what is left after the next card from the stock and the best throw."""
    form = _form(known)
    unseen = [card for card, number in enumerate(known.unseen) if number]
    left = [least_after_discard(rest | 1 << card, form) for card in unseen]
    return sum(left) / max(1, len(left))


def knocks(player: Player, known: Known, count: int) -> bool:
    """Whether this count is knocked with."""
    if player.overlooks(known, "knock"):
        return False
    if player.skill.watches:
        return win_share(player, known, count) >= WINS
    return count <= player.skill.knocks_at


def win_share(player: Player, known: Known, count: int) -> float:
    """In what share of hands dealt to the others at random, from what is not seen, this count is
    the lowest; each turn that they had is taken to have brought them some points."""
    form, chance = _form(known), player.random(known, "others")
    unseen = [card for card, number in enumerate(known.unseen) if number]
    better = IMPROVES * known.turns
    won = 0
    for _sample in range(SAMPLES):
        chance.shuffle(unseen)
        at, is_lowest = 0, True
        for seat, held in enumerate(known.held):
            if seat == known.seat or not is_lowest:
                continue
            theirs = known.theirs[seat]
            more = at + held - len(theirs)
            left = least_deadwood(_bits((*theirs, *unseen[at:more])), form)
            at, is_lowest = more, left - better > count
        won += is_lowest
    return won / SAMPLES


def _form(known: Known) -> MeldForm:
    return meld_form(round_the_corner=known.rules.ace == "around")


def _bits(cards: Cards) -> int:
    return sum(1 << card for card in cards)
