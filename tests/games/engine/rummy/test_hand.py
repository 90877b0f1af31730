"""Hands of rummy from the rulebook (4.12), with the cards laid out and the sums added by hand."""

import pytest

from games.engine.records import IllegalStep
from games.engine.rummy.hand import Action
from games.engine.rummy.melds import read_meld
from games.engine.rummy.notation import HandRecord, replayed
from games.engine.rummy.pack import names_of
from games.engine.rummy.play import apply, begin, legal_actions, result
from games.engine.rummy.rules import RummyRules, cards_dealt, rules_from
from kernel.text import Refusal
from tests.games.engine.rummy.laid_out import SEED, code_of, hand_of, played


@pytest.mark.parametrize(("seats", "each"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_how_many_cards_are_dealt(seats, each):
    state = begin(RummyRules(packs=2, jokers=4), seats, 1, SEED)
    assert [len(hand) for hand in state.hands] == [each] * seats == [cards_dealt(seats)] * seats
    assert len(state.stock) == 108 - seats * each - 1
    assert state.turn == 2 % seats


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_play(seats):
    with pytest.raises(Refusal, match="two to six"):
        begin(RummyRules(), seats, 0, SEED)


def test_who_is_out_ends_the_hand():
    """Ada lays down the sevens, lays the 9S off and throws the 4D. Bob holds K + 5 + A = 16, Cyd
    Q + Q + 2 = 22."""
    state = hand_of("7S 7H 7D 9S", "KS 5H AC", "QS QH 2C", table=["6S7S8S"], melded=[0], stock="4D")
    state = played(state, "draw", "meld 7S7H7D", "lay_off 9S on 6S7S8S", "discard 4D")
    score = result(state)
    assert (score.kind, score.winner, score.points) == ("out", 0, (0, 16, 22))
    assert [str(meld) for meld in state.melds] == ["6S7S8S9S", "7S7H7D"]
    assert legal_actions(state) == ()


def test_the_winner_collects():
    state = hand_of(
        "7S", "KS 5H AC", "QS QH 2C", table=["6H7H8H"], stock="9H", scoring="winner_collects"
    )
    state = played(state, "draw", "lay_off 9H on 6H7H8H", "discard 7S")
    assert result(state).points == (38, 0, 0)


@pytest.mark.parametrize(("doubles", "points"), [(False, 18), (True, 36)])
def test_going_rummy(doubles, points):
    """All seven in one turn: 3 to 5 of hearts, three kings, the last one thrown. 8 + 9 + A = 18."""
    rules = {"melds_per_turn": "any", "rummy_doubles": doubles}
    state = played(hand_of("3H 4H 5H KS KH KD", "8S 9S AD", **rules), "draw")
    state = played(state, "meld 3H4H5H", "meld KSKHKD", "discard 2D")
    assert (result(state).kind, result(state).points) == ("rummy", (0, points))


def test_one_meld_a_turn_or_any_number():
    held = "3H 4H 5H KS KH KD 2C 9C"
    state = played(hand_of(held, "8S"), "draw", "meld 3H4H5H")
    assert code_of(state, "meld KSKHKD") == "illegal_action"
    more = played(hand_of(held, "8S", melds_per_turn="any"), "draw", "meld 3H4H5H", "meld KSKHKD")
    assert len(more.melds) == 2


def test_no_layoff_before_an_own_meld():
    table, held = ["6S7S8S"], "9S 3H 4H 5H 2C"
    assert played(hand_of(held, "8D", table=table), "draw", "lay_off 9S on 6S7S8S").melds
    state = played(hand_of(held, "8D", table=table, layoff_needs_meld=True), "draw")
    assert code_of(state, "lay_off 9S on 6S7S8S") == "bad_layoff"
    assert played(state, "meld 3H4H5H", "lay_off 9S on 6S7S8S")


def test_the_last_turn_ends_with_a_discard():
    """With 3H to 5H alone nothing would be left to throw."""
    held = "3H 4H"
    free = played(hand_of(held, "8S", stock="5H"), "draw", "meld 3H4H5H")
    assert result(free).winner == 0
    state = played(hand_of(held, "8S", stock="5H", final_discard=True), "draw")
    assert code_of(state, "meld 3H4H5H") == "illegal_action"
    assert {action.kind for action in legal_actions(state)} == {"discard"}


@pytest.mark.parametrize(
    ("ace", "allowed"),
    [
        ("low", ["AS2S3S"]),
        ("high_or_low", ["AS2S3S", "QSKSAS"]),
        ("around", ["AS2S3S", "QSKSAS", "KSAS2S"]),
    ],
)
def test_where_an_ace_stands(ace, allowed):
    state = played(hand_of("AS 2S 3S QS KS 9D", "8S", ace=ace), "draw")
    for meld in ("AS2S3S", "QSKSAS", "KSAS2S"):
        if meld in allowed:
            assert played(state, f"meld {meld}").melds
        else:
            assert code_of(state, f"meld {meld}") == "bad_meld"


def test_aces_that_are_not_only_low_and_jokers_count_fifteen():
    """A + JK + 9 = 15 + 15 + 9 = 39; low, an ace is 1: 25."""
    for ace, points in (("low", 25), ("high_or_low", 39), ("around", 39)):
        state = hand_of("2C", "AS JK 9D", table=["6H7H8H"], stock="9H", ace=ace, jokers=1)
        state = played(state, "draw", "lay_off 9H on 6H7H8H", "discard 2C")
        assert result(state).points == (0, points)


def test_a_joker_stands_for_a_card_and_is_freed():
    state = hand_of("5S 7S JK 2C", "6S 9D", table=[], jokers=2, stock="3C 4C")
    state = played(state, "draw", "meld 5S(6S)7S", "discard 3C")
    assert [str(meld) for meld in state.melds] == ["5S(6S)7S"]
    state = played(state, "draw", "free 6S on 5S(6S)7S")
    assert [str(meld) for meld in state.melds] == ["5S6S7S"]
    assert names_of(state.hands[1]) == ["9D", "4C", "JK"]
    assert played(state, "lay_off (8S) on 5S6S7S").melds == (read_meld("5S6S7S(8S)"),)


def test_a_meld_has_fewer_jokers_than_other_cards():
    state = played(hand_of("5S JK JK 9C 2C", "8S", jokers=2), "draw")
    assert code_of(state, "meld 5S(6S)(7S)") == "bad_meld"


def test_the_card_that_was_taken_is_not_thrown():
    state = played(hand_of("5S 6H", "8S", discards="KC"), "take")
    assert code_of(state, "discard KC") == "illegal_action"
    twin = played(hand_of("5S KC", "8S", discards="KC", packs=2), "take")
    assert played(twin, "discard KC").turn == 1
    alone = played(
        hand_of("9S", "8S", table=["6S7S8S"], discards="KC"), "take", "lay_off 9S on 6S7S8S"
    )
    assert result(played(alone, "discard KC")).winner == 0


def test_the_discards_become_the_stock_again():
    """The 2D is the last of the stock."""
    rules = {"stock": "2D", "discards": "KC QC JC", "max_reuse": 1}
    turned = played(hand_of("5S 6H", "8S 9H", reuse="turned", **rules), "draw", "discard 5S")
    assert (names_of(turned.stock), names_of(turned.discards)) == (["KC", "QC", "JC"], ["5S"])
    shuffled = played(hand_of("5S 6H", "8S 9H", **rules), "draw", "discard 5S")
    assert sorted(names_of((*shuffled.stock, *shuffled.discards))) == ["5S", "JC", "KC", "QC"]
    assert len(shuffled.discards) == 1


def test_a_stock_used_up_once_too_often_is_a_stalemate():
    """By the rules of S1: used up twice."""
    state = hand_of("5S 6H", "8S 9H", stock="2D", discards="KC", reuse="turned")
    state = played(state, "draw", "discard 2D")
    assert names_of(state.stock) == ["KC"]
    state = played(state, "draw", "discard 8S")
    assert (result(state).kind, result(state).winner, result(state).points) == (
        "void",
        None,
        (0, 0),
    )


def test_a_blocked_hand():
    """5 + 6 = 11, 8 + 9 = 17, A + 3 = 4: the lowest wins the differences, 7 and 13."""
    hands = ("5S 6H", "8S 9H", "AC 3C")
    state = played(hand_of(*hands, stock="2D", block=True), "draw", "discard 2D")
    assert (result(state).kind, result(state).winner, result(state).points) == (
        "blocked",
        2,
        (7, 13, 0),
    )
    level = played(hand_of("5S 6H", "AC TC", stock="2D", block=True), "draw", "discard 2D")
    assert (result(level).kind, result(level).winner) == ("blocked", None)


def test_fifty_discards_taken_in_a_row():
    state = hand_of("5S 6H", "8S 9H", discards="KC")
    for number in range(50):
        assert result(state) is None, number
        state = apply(state, Action("take"))
        thrown = next(a for a in legal_actions(state) if a.kind == "discard")
        state = apply(state, thrown)
    assert result(state).kind == "void"


KNOCK = {"variant": "knock", "scoring": "winner_collects", "stock": "KD"}


@pytest.mark.parametrize(
    ("hands", "winner", "points"),
    [
        # 3 against 10 + 2 = 12 and 5 + 6 = 11: 9 + 8 = 17.
        (("AS 2S", "KS 2C", "5H 6D"), 0, 17),
        # All melded: 12 and 11, and 25 of each.
        (("7S 7H 7D", "KS 2C", "5H 6D"), 0, 73),
        # 11 against 12 and 11: the other one wins, 0 + 1, and 10 of the knocker.
        (("9S 2S", "KS 2C", "5H 6D"), 2, 11),
        # 19 is beaten by 11: 8 + 1, and 10.
        (("9S KH", "KS 2C", "5H 6D"), 2, 19),
    ],
)
def test_knock_rummy(hands, winner, points):
    score = result(played(hand_of(*hands, **KNOCK), "draw", "knock KD"))
    assert (score.kind, score.winner, score.points[winner]) == ("knock", winner, points)


def test_two_who_beat_a_knocker_level_win_nothing():
    score = result(played(hand_of("9S KH", "5S 6C", "5H 6D", **KNOCK), "draw", "knock KD"))
    assert (score.winner, score.points) == (None, (0, 0, 0))


def test_what_knock_rummy_is_not_played_with():
    for knobs in ({"packs": 2}, {"jokers": 1}, {"ace": "high_or_low"}):
        with pytest.raises(Refusal):
            rules_from({"variant": "knock", **knobs})
    with pytest.raises(Refusal, match="no rule"):
        rules_from({"knock_limit": 10})


def test_a_record_that_goes_wrong():
    record = HandRecord(RummyRules(), 2, 0, SEED, ("draw", "draw"))
    with pytest.raises(IllegalStep) as refused:
        replayed(record)
    assert refused.value.details()["at"] == 1
    assert all(text.startswith(("discard", "meld")) for text in refused.value.legal)
