"""Hands of an online table that were cut off: who deals next, and what they count for."""

import pytest

from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.scoring.remedies import Award, HandRemedies
from games.engine.scoring.facts import SheetAdjustment, WrittenHand
from games.engine.scoring.sheet import match_sheet

CLUB = rules_from("club")
ROUND = rules_from({"match_type": "rounds", "match_n": 1, "round_of": "deal_each"})


def cut_off(dealer: int, game: int = 1, **more) -> WrittenHand:
    return WrittenHand(game, HandCounts("void"), dealer, cut_off=True, **more)


def won(seat: int, points: int, dealer: int, game: int = 1) -> WrittenHand:
    return WrittenHand(game, HandCounts.of("knock", seat, 1, points + 1), dealer)


def gin(seat: int) -> WrittenHand:
    """Gin that is worth a whole game."""
    return WrittenHand(1, HandCounts.of("gin", seat, 0, 75), 0)


def sheet(*hands: WrittenHand, given=(), rules=CLUB):
    return match_sheet(GinRules(rules), 0, hands, {}, given)


@pytest.mark.parametrize("void_dealer", ["same", "alternate"])
@pytest.mark.parametrize("policy", ["alternate", "winner", "loser"])
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_same_dealer_deals_again(policy, void_dealer, dealer) -> None:
    rules = rules_from({"dealer_policy": policy, "void_dealer": void_dealer})
    match = sheet(cut_off(dealer), cut_off(dealer), rules=rules)
    assert match.next_dealer == dealer
    assert [hand.proposed_dealer for hand in match.games[0].hands] == [0, dealer]


def test_in_rounds_it_is_not_one_of_the_hands() -> None:
    """Each deals once in a round, so a hand that is dealt again can't count as one."""
    hands = [won(0, 10, 0), cut_off(1)]
    match = sheet(*hands, rules=ROUND)
    assert (match.score.finished, match.next_dealer) == (False, 1)
    match = sheet(*hands, won(0, 4, 1), rules=ROUND)
    assert (match.score.finished, match.games[0].score.hands_used) == (True, 2)


def test_one_that_was_lost_by_a_penalty_is_over() -> None:
    """It has brought somebody points, so nothing of it is dealt again."""
    lost = HandRemedies(awarded=Award(1, 25, 1))
    rules = rules_from({"void_dealer": "alternate"})
    match = sheet(cut_off(0, remedies=lost), rules=rules)
    assert match.next_dealer == 1
    assert match.games[0].score.points == (0, 25)
    hands = [won(0, 10, 0), cut_off(1, remedies=lost)]
    assert sheet(*hands, rules=ROUND).score.finished


def test_it_keeps_its_number_and_brings_nobody_anything() -> None:
    rows = sheet(won(0, 30, 0), cut_off(1), won(1, 20, 1)).games[0].hands
    assert [(row.n, row.number, row.score.kind) for row in rows] == [
        (1, 1, "knock"),
        (2, 2, "void"),
        (3, 3, "knock"),
    ]
    assert [row.points for row in rows] == [(30, 0), (30, 0), (30, 20)]


def test_on_a_hollywood_sheet_it_is_entered_nowhere() -> None:
    rules = rules_from({"sheet": "hollywood"})
    match = sheet(cut_off(0), won(0, 30, 0), rules=rules)
    assert [hand.columns for hand in match.games[0].hands] == [(), (1,)]


@pytest.mark.parametrize("rules", [CLUB, rules_from({"sheet": "hollywood"})])
def test_a_game_that_was_given_up(rules) -> None:
    given = [SheetAdjustment("game_loss", 0, 1, 2, resigned=True)]
    match = sheet(won(0, 40, 0), cut_off(1), given=given, rules=rules)
    (game,) = match.games
    assert (game.ended_by, game.state, game.score.winner) == ("resigned", "finished", 1)
    assert [hand.after_end for hand in game.hands] == [False, False]
    assert (match.running_game, match.next_dealer) == (2, 1)


def test_a_game_that_ended_before_it_was_given_up() -> None:
    given = [SheetAdjustment("game_loss", 1, 1, 1, resigned=True)]
    (game,) = sheet(gin(0), given=given).games
    assert (game.ended_by, game.score.winner) == (None, 0)


def test_a_match_that_was_given_up_says_so_in_its_last_game() -> None:
    given = [SheetAdjustment("match_loss", 0, None, 2, resigned=True)]
    match = sheet(gin(0), cut_off(1, game=2), given=given)
    assert [(game.state, game.ended_by) for game in match.games] == [
        ("finished", None),
        ("running", "resigned"),
    ]
    assert (match.score.finished, match.score.winner) == (True, 1)
    taken = [given[0]._replace(resigned=False)]
    match = sheet(gin(0), cut_off(1, game=2), given=taken)
    assert [game.ended_by for game in match.games] == [None, None]
