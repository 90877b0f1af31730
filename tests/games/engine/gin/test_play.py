"""Hands at random under every rule set and form: they end, keep their cards, and hide them."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine.gin import play
from games.engine.gin.hand.actions import MELDS, Action
from games.engine.gin.hand.state import check_cards
from games.engine.gin.notation.record import read_record, record_as_json, record_of, replayed
from games.engine.gin.notation.text import format_record, parse_record
from games.engine.gin.rules import as_dict
from games.engine.gin.scoring.game import score_game
from games.engine.gin.view import over_view, public_view, seat_view
from kernel.text import Refusal
from tests.games.engine.dealing import TIMES
from tests.games.engine.playing import RULES, begun, dealt, played

HANDS = range(4 * TIMES)

every_rules = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@every_rules
def test_hands_end_and_keep_every_card(rules) -> None:
    for seed in HANDS:
        states, _ = played(rules, seed)
        for state in states:
            check_cards(state)
        assert [state.ending for state in states[:-1]] == [None] * (len(states) - 1)
        assert play.result(states[-1]) is not None


@every_rules
def test_a_record_gives_the_same_state_again(rules) -> None:
    records = []
    for seed in HANDS:
        states, actions = played(rules, seed)
        record = record_of(states[-1], actions, dealt(rules, seed))
        assert replayed(record) == states[-1]
        again = read_record(record_as_json(record, as_dict(rules)))
        assert replace(again, deal=replace(again.deal, limit_card=record.deal.limit_card)) == record
        records.append(record)
    text = format_record(rules, records)
    parsed_rules, parsed = parse_record(text)
    assert parsed_rules == rules
    assert [record.actions for record in parsed] == [record.actions for record in records]
    assert format_record(parsed_rules, parsed) == text


@every_rules
def test_points_of_hands_add_up_to_the_game(rules) -> None:
    scores = [play.result(played(rules, seed)[0][-1]) for seed in HANDS]
    game = score_game(rules, scores)
    used = scores[: game.hands_used]
    for seat in (0, 1):
        at_once = rules.box_bonus if rules.box_timing == "immediate" else 0
        won = [score for score in used if score.winner == seat]
        assert game.points[seat] == sum(score.points + score.boxes * at_once for score in won)
        assert game.boxes[seat] == sum(score.boxes for score in won)


def every_action():
    for kind in ("pass", "take", "draw", "big_gin", "done", "double", "accept", "refuse"):
        yield Action(kind)
    yield MELDS
    for kind in ("discard", "knock", "gin"):
        yield from (Action(kind, card) for card in range(52))


@every_rules
def test_what_is_listed_can_be_done_and_nothing_else(rules) -> None:
    everything = list(every_action())
    states, _ = played(rules, 7)
    rng = random.Random(7)
    for state in rng.sample(states, min(8, len(states))) + states[-3:]:
        legal = set(play.legal_actions(state))
        for action in legal:
            check_cards(play.apply(state, action))
        for action in everything:
            if action not in legal:
                with pytest.raises(Refusal):
                    play.apply(state, action)


def with_hidden_cards_moved(state, seat, rng):
    """The same state but for what `seat` (null: a spectator) may not know."""
    sees = [seat == 0, seat == 1]
    if state.spread is not None:
        sees[state.spread.knocker] = True
    hidden_hands = [n for n in (0, 1) if not sees[n]]
    thrown = state.spread.thrown if state.spread else None
    shown = state.discards if state.table.rules.discards_open else state.discards[-1:]
    under = [card for card in state.discards if card not in shown or card == thrown]
    hidden = [*state.stock, *under]
    for n in hidden_hands:
        hidden += [card for card in range(52) if state.hands[n] >> card & 1]
    rng.shuffle(hidden)
    moved = iter(hidden)
    stock = tuple(next(moved) for _ in state.stock)
    discards = tuple(next(moved) if card in under else card for card in state.discards)
    hands = list(state.hands)
    for n in hidden_hands:
        hands[n] = sum(1 << next(moved) for _ in range(hands[n].bit_count()))
    spread = state.spread
    if thrown is not None:
        spread = replace(spread, thrown=discards[state.discards.index(thrown)])
    return state._replace(stock=stock, discards=discards, hands=tuple(hands), spread=spread)


@every_rules
def test_a_view_shows_nothing_that_is_hidden(rules) -> None:
    """Non-interference: what a reader may not know changes nothing in what they are sent; the
    defender's hand during layoffs neither (open_spiel 1604 and 1613)."""
    rng = random.Random(3)
    for seed in range(2):
        for state in played(rules, seed)[0]:
            if state.ending is not None:
                continue
            for seat in (0, 1):
                moved = with_hidden_cards_moved(state, seat, rng)
                assert seat_view(moved, seat) == seat_view(state, seat)
            moved = with_hidden_cards_moved(state, None, rng)
            assert public_view(moved) == public_view(state)


@every_rules
def test_what_is_shown_when_a_hand_is_over(rules) -> None:
    """Both hands, what was thrown with the knock too; to everybody, and nobody may do anything."""
    for seed in HANDS:
        over = played(rules, seed)[0][-1]
        public = public_view(over)
        assert [hand.bits for hand in public.hands] == list(over.hands)
        assert [card.index for card in public.discards] == list(over.discards)
        assert (public.turn, public.deadwood, public.actions) == (None, None, ())
        for seat in (0, 1):
            assert replace(seat_view(over, seat), deadwood=None) == public
            assert over_view(over, seat) == seat_view(over, seat)


@every_rules
def test_a_hand_that_is_cut_off_is_void_and_open(rules) -> None:
    """In whatever phase it was."""
    for state in played(rules, 5)[0][:-1]:
        view = over_view(state, 1)
        assert (view.phase, view.turn, view.actions) == ("void", None, ())
        assert (view.ending.kind, view.score.kind) == ("void", "void")
        assert [hand.bits for hand in view.hands] == list(state.hands)
        assert [card.index for card in view.discards] == list(state.discards)
        assert view.stock == len(state.stock)


def test_random_play_sees_every_ending() -> None:
    kinds = Counter()
    for name in ("club", "doubling", "round-the-corner", "german"):
        for seed in range(40):
            kinds[play.result(played(RULES[name], seed)[0][-1]).kind] += 1
    assert {"knock", "gin", "undercut", "void", "refused"} <= set(kinds)


class RandomHand(RuleBasedStateMachine):
    """Any legal action after any other."""

    @initialize(name=st.sampled_from(sorted(RULES)), seed=st.integers(0, 2**32))
    def deal(self, name, seed) -> None:
        self.rules, self.seed = RULES[name], seed
        self.state = begun(self.rules, seed)
        self.actions = []

    @precondition(lambda self: play.legal_actions(self.state))
    @rule(choice=st.integers(0, 2**16))
    def act(self, choice) -> None:
        legal = play.legal_actions(self.state)
        self.actions.append(play.complete(self.state, legal[choice % len(legal)]))
        self.state = play.apply(self.state, self.actions[-1])

    @precondition(lambda self: not play.legal_actions(self.state))
    @rule()
    def over(self) -> None:
        assert self.state.ending is not None

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        check_cards(self.state)

    def teardown(self) -> None:
        if hasattr(self, "actions"):
            first = begun(self.rules, self.seed)
            assert play.replay(first, self.actions) == self.state


RandomHand.TestCase.settings = settings(
    max_examples=10 * TIMES, stateful_step_count=80, deadline=None
)
TestRandomHand = RandomHand.TestCase
