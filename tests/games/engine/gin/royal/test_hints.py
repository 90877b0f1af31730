"""The numbers of a hint at a table of three are counted again here."""

import random

import pytest

from games.engine.cards import indexes
from games.engine.gin.royal import record
from games.engine.gin.royal.bots.hints import hint
from games.engine.gin.royal.forms import FORMS
from tests.games.engine.gin.royal.test_bots import LIVE, at_draw, log_of, moments
from tests.games.engine.gin.royal.test_hand import cards, does, knocked


def hinted(state, log=()):
    view = record.seat_view(state, state.turn)
    given = hint(view, log, seat=state.turn, rules=state.table.rules)
    return given.action, {reason.code: reason.values for reason in given.reasons}, given


@pytest.mark.parametrize("form", FORMS)
def test_what_is_advised_is_allowed_and_said_why(form, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for state, log in moments(chance, form, 0.1):
        action, _said, given = hinted(state, log)
        assert action in record.seat_view(state, state.turn)["actions"]
        assert all(str(reason) for reason in given.reasons)
        assert given.reasons


def test_a_take_says_how_far_the_count_falls():
    """The kings make a set of three, and a jack is thrown: 66 less 20 and 10."""
    action, said, _given = hinted(at_draw("4H 5H KS KH 9C 7D 2S AD JC 8C", LIVE), log_of(LIVE))
    assert action == "take KD"
    assert said["count_falls"] == {"before": 66, "after": 36}


@pytest.mark.parametrize("form", FORMS)
def test_a_throw_says_what_may_be_made_of_it(form):
    """Of the melds of three with it those whose other cards are not with the thrower or gone."""
    state = at_draw("4H 5H KS 9C 7D 2S AD 8C 3S TC QH", LIVE, form)._replace(phase="discard")
    action, said, _given = hinted(state, log_of(LIVE))
    card = action.split()[1]
    known = state.hand | sum(1 << one for one in state.discards)
    gone = {str(record.DECK[one]) for one in indexes(known | cards("2C"))}
    melds = [meld for meld in oracle_threes(card) if not (meld - {card}) & gone]
    assert said["may_be_taken"]["open"] == len(melds)


def oracle_threes(card):
    """Every meld of three with this card, read from the names."""
    ranks, suits = "A23456789TJQK", "SHDC"
    rank, suit = ranks.index(card[0]), card[1]
    of_rank = [card[0] + other for other in suits if other != suit]
    sets = [{card, *of_rank} - {left} for left in of_rank]
    runs = [
        {ranks[first + step] + suit for step in range(3)}
        for first in range(max(0, rank - 2), min(10, rank) + 1)
    ]
    return [*sets, *runs]


def test_an_answer_says_the_least_that_is_left():
    others = ["8H 9S TC KD KC QS QD JC JD 3S", "3H KS KH QH QC JS TS TD 9D 9H"]
    melds = ["4H5H6H", "7S7H7D", "2S2D2C"]
    state = does(knocked("4H5H6H7S7H7D2S2D2CAS", melds, others), "done")
    action, said, _given = hinted(state, [{"seat": 1, "action": "done"}])
    assert action == "lay_off 3H on 4H5H6H"
    assert said["answer"] == {"count": 7 * 10 + 2 * 9}
