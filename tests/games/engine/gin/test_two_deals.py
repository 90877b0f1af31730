"""Two deals that differ only in what a reader may not know are the same to that reader.

Of a hand played at random another one is made: the cards that the reader has not seen up to some
moment change places, in the deal and in what was done. Up to that moment every view is the same, as
JSON text, and so is the answer to whatever the reader does then. What a reader has seen is told
here from the rules (rulebook 2.2, 2.3, the contract of the online table), not from views.
"""

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import DECK, FULL, CardSet, Deal, indexes
from games.engine.gin import play
from games.engine.gin.automatic import automatic_action
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.state import HandState, Phase
from games.engine.gin.notation.actions import format_action, parse_action
from games.engine.gin.notation.views import hidden_view_json, view_json
from games.engine.gin.view import disclosed_view, public_view, seat_view
from kernel.text import Refusal
from tests.games.engine.dealing import TIMES
from tests.games.engine.gin.test_play import every_action
from tests.games.engine.gin.test_view import PHASES
from tests.games.engine.playing import RULES, choose, dealt, played

EVERYTHING = list(every_action())

#: So many hands for each phase of a variant, and of each so many views before it.
HANDS_EACH, BEFORE = 4, 12

#: Where a card changes its place: every card's index, to that of the card in whose place it is.
Places = Mapping[int, int]


@dataclass(frozen=True)
class Reader:
    """Who reads: `holds` are the hands that they see, `sees` is false for who sees no card."""

    view: Callable[[HandState], dict[str, Any]]
    holds: tuple[int, ...] = ()
    sees: bool = True

    def text(self, state: HandState) -> str:
        return json.dumps(self.view(state))

    def seen(self, states: Sequence[HandState]) -> int:
        """The cards that they know after these states of a hand that is not over."""
        known = 0
        for state in states if self.sees else ():
            for seat in self.holds:
                known |= state.hands[seat]
            spread = state.spread
            thrown = spread.thrown if spread else None
            known |= sum(1 << card for card in state.discards if card != thrown)
            if spread:
                known |= state.hands[spread.knocker] | sum(spread.own or ())
                known |= sum(layoff.card for layoff in spread.layoffs)
        return known


READERS = {
    "seat 0": Reader(lambda state: view_json(seat_view(state, 0)), (0,)),
    "seat 1": Reader(lambda state: view_json(seat_view(state, 1)), (1,)),
    "public": Reader(lambda state: view_json(public_view(state))),
    "disclosed": Reader(lambda state: view_json(disclosed_view(state)), (0, 1)),
    "hand_end": Reader(lambda state: hidden_view_json(state.turn), sees=False),
}
every_reader = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)


def dealt_otherwise(hidden: int, rng: random.Random) -> Places:
    """These cards in each other's places, the others in their own."""
    cards = list(indexes(hidden))
    places = rng.sample(cards, len(cards))
    return {card: card for card in range(52)} | dict(zip(cards, places, strict=True))


def moved(cards: int, places: Places) -> int:
    return sum(1 << places[card] for card in indexes(cards))


def other_deal(deal: Deal, places: Places) -> Deal:
    return Deal(
        (CardSet(moved(deal.hands[0].bits, places)), CardSet(moved(deal.hands[1].bits, places))),
        DECK[places[deal.upcard.index]] if deal.upcard else None,
        tuple(DECK[places[card.index]] for card in deal.stock),
        deal.limit_card,
    )


def other_action(action: Action, places: Places) -> Action:
    melds = action.melds
    return Action(
        action.kind,
        None if action.card is None else places[action.card],
        None if melds is None else tuple(moved(meld, places) for meld in melds),
        moved(action.onto, places),
    )


def as_laid(action: Action, after: HandState) -> Action:
    """The melds of a defender who left them to be found are what they laid down."""
    if action.kind == "melds" and after.spread and after.spread.own is not None:
        return replace(action, melds=after.spread.own)
    return action


def played_otherwise(
    deal: Deal, states: Sequence[HandState], actions: Sequence[Action], places: Places
) -> list[HandState]:
    """The same hand of another deal, as far as the same can be done."""
    table = states[0].table
    others = [play.begin(table.rules, table.dealer, other_deal(deal, places))]
    for action, after in zip(actions, states[1:], strict=True):
        try:
            others.append(play.apply(others[-1], other_action(as_laid(action, after), places)))
        except Refusal:
            break
    return others


def told(reader: Reader, state: HandState, text: str) -> object:
    """What the reader, whose turn it is, is told after this action."""
    try:
        after = play.apply(state, parse_action(text))
    except Refusal as refused:
        return (refused.text, refused.field)
    return after.phase if after.ending else reader.text(after)


def told_of(state: HandState, rng: random.Random) -> list[str]:
    """What is legal, some of it with melds, and some that is not."""
    form = state.table.form
    some = [*play.legal_actions(state), *(choose(rng, state, "wild") for _ in range(2))]
    some += rng.sample(EVERYTHING, 12)
    return [*(format_action(action, form) for action in some), "lay_off 7S on 4S5S6S"]


def compare(
    name: str, reader: Reader, seed: int, until: int, rng: random.Random
) -> tuple[HandState, HandState] | None:
    """The hand of this seed and another like it, up to a moment: the same to this reader.

    The two states of that moment; null where the other hand does not come to it: only a hand that
    can end with the last discard may take it.
    """
    rules = RULES[name]
    states, actions = played(rules, seed)
    until %= len(states) - 1
    states, actions = states[: until + 1], actions[:until]
    now, seen = states[-1], reader.seen(states)
    in_turn = now.turn in reader.holds and len(reader.holds) == 1
    if in_turn and now.phase in ("draw", "forced_stock"):
        seen |= 1 << now.stock[0]  # it is what a draw shows
    places = dealt_otherwise(FULL & ~seen, rng)
    others = played_otherwise(dealt(rules, seed), states, actions, places)
    for state, other in list(zip(states, others, strict=False))[-BEFORE:]:
        assert reader.text(other) == reader.text(state)
    if len(others) < len(states):
        assert not reader.sees or now.phase == "wall_knock"
        return None
    other = others[-1]
    if in_turn:
        assert automatic_action(other) == automatic_action(now)
        for text in told_of(now, rng):
            assert told(reader, other, text) == told(reader, now, text), text
    return now, other


@given(
    name=st.sampled_from(sorted(RULES)),
    reader=st.sampled_from(sorted(READERS)),
    seed=st.integers(0, 2**32),
    chance=st.integers(0, 2**32),
)
@settings(max_examples=80 * TIMES, deadline=None)
def test_two_deals_are_the_same_to_who_may_not_know(
    name: str, reader: str, seed: int, chance: int
) -> None:
    rng = random.Random(chance)
    for until in (rng.randrange(1000), -1):
        compare(name, READERS[reader], seed, until, rng)


@cache
def moments(variant: str) -> dict[Phase, list[tuple[str, int, int]]]:
    """For each phase of a variant some hands, by rule set and seed, and when it is there first."""
    found: dict[Phase, list[tuple[str, int, int]]] = {
        phase: [] for phase in sorted(PHASES[variant])
    }
    names = [name for name, rules in RULES.items() if rules.variant == variant]
    for seed, name in product(range(20), names):
        phases = [state.phase for state in played(RULES[name], seed)[0]]
        for phase in PHASES[variant].intersection(phases):
            found[phase].append((name, seed, phases.index(phase)))
        if min(map(len, found.values())) >= HANDS_EACH:
            break
    return found


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("variant", PHASES)
def test_in_every_phase_of_a_variant(variant: str, reader: str) -> None:
    """In each there are two deals that do differ.

    With other cards the opponent may not take the last discard, and a hand that nobody has seen
    seldom comes to its layoffs.
    """
    rng, differ = random.Random(variant), set()
    for phase, hands in moments(variant).items():
        for name, seed, at in rng.sample(hands, min(HANDS_EACH, len(hands))):
            found = compare(name, READERS[reader], seed, at, rng)
            if found and found[0] != found[1]:
                differ.add(phase)
    seldom = {"disclosed": set(), "hand_end": {"wall_knock", "layoff"}}
    assert differ >= PHASES[variant] - seldom.get(reader, {"wall_knock"})


@every_reader
def test_no_card_is_named_that_the_reader_has_not_seen(reader: Reader) -> None:
    for number, rules in enumerate(RULES.values()):
        states, _ = played(rules, number)
        seen = 0
        for state in states[:-1]:
            seen |= reader.seen([state])
            shown = reader.view(state)
            if reader.sees:
                shown = {**shown, "limit_card": None}  # of another pack
            named = set(re.findall(r"[A2-9TJQK][SHDC]", json.dumps(shown)))
            assert named <= {str(card) for card in CardSet(seen)}
