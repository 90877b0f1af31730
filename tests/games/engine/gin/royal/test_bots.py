"""The computer players of Battle Royal and Jersey: that they know no more than their seat, that
whatever they choose is allowed, and what each level goes by."""

import random
from dataclasses import replace

import pytest

from benchmarks.royal_bots import play_hand, rules_of
from games.engine.cards import DECK, indexes
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.notation.actions import format_action
from games.engine.gin.royal import hand, record
from games.engine.gin.royal.bots.choosing import choose
from games.engine.gin.royal.bots.knowledge import known_from
from games.engine.gin.royal.bots.player import Player, risk_of
from games.engine.gin.royal.forms import FORMS
from tests.games.engine.gin.royal.test_hand import cards, does, knocked

#: What the two others have thrown.
LIVE = ("6H", "KD")
CODES = [level.code for level in LEVELS]


def chosen(state, log, level="expert"):
    view, rules = record.seat_view(state, state.turn), state.table.rules
    return choose(level, "one", view, log, seat=state.turn, rules=rules)


def moments(chance, form, share):
    """Some moments of hands that are played at random, each with what was played before it."""
    for _ in range(8):
        rules, log = rules_of(form), []
        state = hand.begin(rules, FORMS[form], chance.randrange(3), chance.randbytes(32))
        while actions := hand.legal_actions(state):
            if state.phase == "answer" or chance.random() < share:
                yield state, tuple(log)
            action = chance.choice(actions)
            log.append({"seat": state.turn, "action": format_action(action)})
            state = hand.apply(state, action)


def hidden_otherwise(state, chance):
    """The same hand with what is hidden from the seat in turn dealt otherwise: the stock, and the
    hands of those who have shown nothing."""
    shown = {state.turn} | ({state.spread.knocker} if state.spread else set())
    places = [seat for seat in range(3) if seat not in shown]
    pool = [card for seat in places for card in indexes(state.hands[seat])] + [*state.stock]
    chance.shuffle(pool)
    hands = list(state.hands)
    for seat in places:
        count = hands[seat].bit_count()
        hands[seat], pool = sum(1 << card for card in pool[:count]), pool[count:]
    return state._replace(hands=tuple(hands), stock=tuple(pool))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("level", CODES)
def test_they_know_what_they_may_and_do_what_they_may(level, form, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for state, log in moments(chance, form, 0.15):
        choice = chosen(state, log, level)
        assert choice in record.seat_view(state, state.turn)["actions"]
        assert chosen(hidden_otherwise(state, chance), log, level) == choice


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("level", CODES)
def test_their_hands_end(level, form, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for _ in range(2):
        assert len(play_hand([level] * 3, rules_of(form), 0, chance.randbytes(32), [], 0)) == 3


@pytest.mark.parametrize("form", FORMS)
def test_what_is_known_is_what_everybody_saw(form, request):
    """Held against the state, of each of the two others."""
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for state, log in moments(chance, form, 0.3):
        if state.spread is not None:
            continue
        seat = state.turn
        known = known_from(record.seat_view(state, seat), log, seat, state.table.rules)
        assert known.live == tuple(card for card in state.live if card is not None)
        taken = 0
        for step, of in enumerate(known.others, 1):
            assert of.theirs & ~state.hands[(seat + step) % 3] == 0
            taken |= of.theirs
        pile = sum(1 << card for card in state.discards)
        for of in known.others:
            assert of.hidden == hand.FULL & ~(state.hand | pile | taken)


def at_draw(own, live, form="battle_royal"):
    """Seat 0 has to draw; these discards are live, the latest last."""
    held = cards(own)
    open_cards = [card for name in live for card in indexes(cards(name))]
    rest = [
        card.index for card in DECK if not held >> card.index & 1 and card.index not in open_cards
    ]
    hands = (held, sum(1 << card for card in rest[:10]), sum(1 << card for card in rest[10:20]))
    state = hand.begin(rules_of(form), FORMS[form], 2, bytes(32))
    table = replace(state.table, upcard=rest[-1])
    return state._replace(
        table=table,
        phase="draw",
        turn=0,
        hands=hands,
        stock=tuple(rest[20:-1]),
        discards=(rest[-1], *open_cards),
        live=tuple(open_cards),
    )


def log_of(live):
    """All pass, and each of the other two throws one."""
    passed = [{"seat": seat, "action": "pass"} for seat in (0, 1, 2)]
    own = [{"seat": 0, "action": "draw"}, {"seat": 0, "action": "discard 2C"}]
    return [*passed, *own] + [
        one
        for seat, name in zip((1, 2), live, strict=False)
        for one in ({"seat": seat, "action": "draw"}, {"seat": seat, "action": f"discard {name}"})
    ]


def test_of_two_live_discards_the_one_is_taken_that_leaves_less():
    state = at_draw("4H 5H KS KH 9C 7D 2S AD JC 8C", ["6H", "KD"])
    view = record.seat_view(state, 0)
    assert (
        choose("expert", "", view, log_of(["6H", "KD"]), seat=0, rules=state.table.rules)
        == "take KD"
    )


def test_a_discard_is_weighed_by_whom_it_may_feed():
    """In Battle Royal what the player after the next one collects counts too, in Jersey not."""
    risks, king = {}, next(indexes(cards("KS")))
    for form in FORMS:
        state = at_draw("4H 5H KS 9C 7D 2S AD JC 8C TC", LIVE, form)
        known = known_from(record.seat_view(state, 0), log_of(LIVE), 0, state.table.rules)
        last = known.others[1]._replace(theirs=cards("KH KC"))
        risks[form] = risk_of(known._replace(others=(known.others[0], last)), king)
    assert risks["battle_royal"] > risks["jersey"] + 0.5


@pytest.mark.parametrize(("turns", "brings"), [(1, True), (14, False)])
def test_the_best_weighs_a_knock_against_two(turns, brings):
    """Early ten is low enough; after many turns, in which both others got better, it is not."""
    state = at_draw("4H 5H 6H KS KH KD 4S 3D 2C AC JC", LIVE)
    known = known_from(record.seat_view(state, 0), log_of(LIVE), 0, state.table.rules)
    late = tuple(of._replace(turns=turns) for of in known.others)
    jack = next(indexes(cards("JC")))
    assert (Player(LEVELS[-1], "").brings(known._replace(others=late), jack) > 0) == brings


def test_the_answer_goes_on_from_ones_own_layoff():
    others = ["8H 9S TC KD KC QS QD JC JD 3S", "3H KS KH QH QC JS TS TD 9D 9H"]
    state = knocked("4H5H6H7S7H7D2S2D2CAS", ["4H5H6H", "7S7H7D", "2S2D2C"], others)
    assert chosen(state, []) == "done"
    assert chosen(does(state, "done"), [{"seat": 1, "action": "done"}]) == "lay_off 3H on 4H5H6H"
    laid = [{"seat": 1, "action": "done"}, {"seat": 2, "action": "lay_off 3H on 4H5H6H"}]
    assert chosen(does(state, *(one["action"] for one in laid)), laid) == "done"
