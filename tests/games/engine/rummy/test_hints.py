"""The numbers of a hint of rummy are counted again here, card by card."""

import random

import pytest

from games.engine.rummy.bots.hints import hint
from games.engine.rummy.bots.knocking import SAMPLES
from games.engine.rummy.view import seat_view
from tests.games.engine.rummy import plain
from tests.games.engine.rummy.laid_out import hand_of, played
from tests.games.engine.rummy.test_bots import moments

DRAWN = [{"seat": 0, "action": "draw"}]


def hinted(state, log=()):
    given = hint(seat_view(state, state.turn), log, seat=state.turn, rules=state.table.rules)
    return given.action, {reason.code: reason.values for reason in given.reasons}, given


@pytest.mark.parametrize("variant", ["basic", "knock"])
def test_what_is_advised_is_allowed_and_said_why(variant, request):
    chance = random.Random(request.config.getoption("randomly_seed", 0))
    for state, log in moments(chance, variant, 0.05):
        action, _said, given = hinted(state, log)
        assert action in seat_view(state, state.turn)["actions"]
        assert given.reasons
        assert all(str(reason) for reason in given.reasons)


def test_a_throw_says_what_is_still_held_and_what_may_come():
    """Of the fives two may come; the kings are dead, and one of them goes."""
    state = played(hand_of("KS 9C 5S 5H", "2S 2H", stock="KH", discards="QD KD KC JC"), "draw")
    log = [{"seat": 1, "action": f"discard {card}"} for card in ("KD", "KC", "JC")] + DRAWN
    action, said, _given = hinted(state, log)
    assert action in ("discard KS", "discard KH")
    assert said["still_held"]["left"] == 10 + 9 + 5 + 5
    assert said["waits"] == {"good": 0, "unseen": 52 - 5 - 4}


def test_a_meld_says_what_it_takes_out_of_the_hand():
    state = played(hand_of("4H 5H 6H KS 9C", "2S 2H", stock="JC"), "draw")
    action, said, _given = hinted(state, DRAWN)
    assert action == "meld 4H5H6H"
    held = sum(plain.value(card, "low") for card in ("KS", "9C", "JC"))
    assert said["leaves"] == {"points": 15, "left": held}


def test_a_take_names_the_meld():
    state = hand_of("4H 5H KS 9C", "2S 2H", discards="6H")
    action, said, _given = hinted(state)
    assert action == "take"
    assert said["makes_meld"] == {"card": "6H", "meld": "4H 5H 6H"}
    laid = hand_of("2C KS 9C", "2S 2H", table=["4H5H6H"], discards="7H")
    assert hinted(laid)[1]["fits"] == {"card": "7H", "meld": "4H 5H 6H"}


def test_what_is_held_back_is_counted():
    """A 3 or 7 of hearts, the last 9, and nothing else lets this hand go out in one turn."""
    other = "2S 3C 7D TD KH KC 8S"
    knobs = {"melds_per_turn": "any", "rummy_doubles": True, "stock": "JC 3D"}
    state = played(hand_of("4H 5H 6H 9S 9D 9C QS", other, **knobs), "draw")
    action, said, _given = hinted(state, DRAWN)
    assert action.startswith("discard")
    assert said["held_back"] == {"good": 3, "unseen": 52 - 8 - 1}


def test_a_knock_says_of_how_many_deals_it_wins_most():
    others = "2S 3D 7D JD KH KC 8S 8D QS QC"
    state = hand_of("4H 5H 6H 9S 9D 9C AS 2D 3C TD", others, stock="KD", variant="knock")
    action, said, _given = hinted(played(state, "draw"), DRAWN)
    assert action in ("knock KD", "knock TD")
    assert said["knocks_with"] == {"count": 16}
    assert said["knock_wins"]["all"] == SAMPLES
    assert SAMPLES / 2 < said["knock_wins"]["won"] <= SAMPLES
