"""Basic rummy: melds are laid down on the table, and all may lay off on them (rulebook 4.12)."""

from collections.abc import Iterator

from games.engine.rummy.hand import (
    Action,
    Ending,
    HandState,
    Variant,
    discard,
    discards_of,
    put_down,
    refuse,
)
from games.engine.rummy.melds import Meld, extended, freed, is_meld, melds_in
from games.engine.rummy.pack import JOKER, Cards, total
from games.engine.rummy.rules import RummyRules
from kernel.seats import PerSeat
from kernel.text import N_, refusal


def _legal(state: HandState) -> tuple[Action, ...]:
    thrown = (Action("discard", card) for card in discards_of(state))
    return (*thrown, *_melds(state), *_layoffs(state))


def _melds(state: HandState) -> Iterator[Action]:
    if not _may_meld(state):
        return
    for meld in melds_in(state.hand, state.table.rules.ace):
        if _leaves_enough(state, len(meld.cards)):
            yield Action("meld", meld=meld)


def _layoffs(state: HandState) -> Iterator[Action]:
    if not _may_lay_off(state):
        return
    ace, held = state.table.rules.ace, set(state.hand)
    for meld in dict.fromkeys(state.melds):
        for card in sorted(held & meld.wild):
            yield Action("free", card, meld)
        if not _leaves_enough(state, 1):
            continue
        for card in range(JOKER):
            if card in held and extended(meld, card, ace):
                yield Action("lay_off", card, meld)
            if JOKER in held and extended(meld, card, ace, wild=True):
                yield Action("lay_off", card, meld, wild=True)


def _may_meld(state: HandState) -> bool:
    return state.table.rules.melds_per_turn == "any" or not state.melds_now


def _may_lay_off(state: HandState) -> bool:
    return not state.table.rules.layoff_needs_meld or state.turn in state.melded


def _leaves_enough(state: HandState, cards: int) -> bool:
    """Whether a card is left to be thrown where the last turn has to end with one."""
    kept = 1 if state.table.rules.final_discard else 0
    return len(state.hand) - cards >= kept


def _apply(state: HandState, action: Action) -> HandState:
    card, meld = action.card, action.meld
    if action.kind == "discard":
        return discard(state, action)
    if meld is None:
        refuse(action)
    if action.kind == "meld":
        return _lay_down(state, action, meld)
    if card is None or action.kind not in ("lay_off", "free"):
        refuse(action)
    if action.kind == "free":
        return _free(state, card, meld)
    return _lay_off(state, card, meld, wild=action.wild)


def _lay_down(state: HandState, action: Action, meld: Meld) -> HandState:
    if not _may_meld(state) or not _leaves_enough(state, len(meld.cards)):
        refuse(action)
    if not is_meld(meld, state.table.rules.ace):
        sentence = N_("%(meld)s is no meld: neither a set nor a run of three.")
        raise refusal("bad_meld", sentence, "action", meld=str(meld))
    if any(meld.paid.count(card) > state.hand.count(card) for card in meld.paid):
        sentence = N_("Not all of %(meld)s is in this hand.")
        raise refusal("bad_meld", sentence, "action", meld=str(meld))
    counted = state._replace(melded=state.melded | {state.turn}, melds_now=state.melds_now + 1)
    return put_down(counted, meld.paid, (*state.melds, meld))


def _lay_off(state: HandState, card: int, meld: Meld, *, wild: bool) -> HandState:
    given = JOKER if wild else card
    longer = extended(meld, card, state.table.rules.ace, wild=wild)
    _check_layoff(state, given, meld, longer)
    if not _leaves_enough(state, 1):
        refuse(Action("lay_off", card, meld, wild))
    assert longer is not None
    return put_down(state, (given,), _exchanged(state.melds, meld, longer))


def _free(state: HandState, card: int, meld: Meld) -> HandState:
    """A card takes the place of the joker that stands for it; the joker comes to the hand."""
    natural = freed(meld, card)
    _check_layoff(state, card, meld, natural)
    assert natural is not None
    hands = list(state.hands)
    hands[state.turn] = tuple(sorted((*state.hand, JOKER)))
    with_joker = state._replace(hands=tuple(hands))
    return put_down(with_joker, (card,), _exchanged(state.melds, meld, natural))


def _check_layoff(state: HandState, given: int, meld: Meld, after: Meld | None) -> None:
    if not _may_lay_off(state):
        sentence = N_("Lay down a meld of your own first: before that nothing is laid off.")
    elif given not in state.hand:
        sentence = N_("That card is not in this hand.")
    elif meld not in state.melds:
        sentence = N_("There is no meld %(meld)s on the table.")
    elif after is None:
        sentence = N_("The card does not fit on %(meld)s.")
    else:
        return
    raise refusal("bad_layoff", sentence, "action", meld=str(meld))


def _exchanged(melds: tuple[Meld, ...], old: Meld, new: Meld) -> tuple[Meld, ...]:
    """The melds on the table with one of them changed."""
    at = melds.index(old)
    return (*melds[:at], new, *melds[at + 1 :])


def _count(rules: RummyRules, hand: Cards) -> int:
    return total(hand, rules.ace_value)


def _pays(rules: RummyRules, ending: Ending, counts: PerSeat) -> PerSeat | None:
    """What each loser pays: their cards, twice that for a rummy that doubles; in a blocked hand
    what they have more than the lowest. None where nobody wins: the hand is void, or two have the
    lowest."""
    if ending.kind == "void":
        return None
    if ending.kind == "blocked":
        lowest = min(counts)
        if counts.count(lowest) > 1:
            return None
        return tuple(count - lowest for count in counts)
    factor = 2 if ending.kind == "rummy" and rules.rummy_doubles else 1
    return tuple(factor * count for count in counts)


BASIC = Variant("basic", _legal, _apply, _count, _pays)
