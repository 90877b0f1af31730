"""The sheet of a match: who deals, which game a hand joins, and what corrections do to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.gin.game_rules import GinRules, next_dealer
from games.engine.gin.rules import Rules, rules_from, with_length
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.game_sheet import first_dealer_of_game
from games.engine.scoring.match import score_match
from games.engine.scoring.sheet import match_sheet, needs_decision
from tests.games.engine import strategies

CLUB = rules_from("club")
VOID = HandCounts("void")


def gin(seat: int, left: int = 75) -> HandCounts:
    """Gin under club rules: with the default it is worth 100 and so a whole game."""
    return HandCounts.of("gin", seat, 0, left)


def sheet_of(*hands, rules=CLUB, first_dealer=0, decisions=None):
    written = [WrittenHand(*hand) for hand in hands]
    return match_sheet(GinRules(rules), first_dealer, written, decisions or {})


@pytest.mark.parametrize(
    ("policy", "void_dealer", "hand", "dealer"),
    [
        ("alternate", "same", HandScore("knock", 0, 5, 1), 1),
        ("alternate", "same", HandScore("knock", 1, 5, 1), 1),
        ("winner", "same", HandScore("knock", 1, 5, 1), 1),
        ("winner", "same", HandScore("undercut", 0, 5, 1), 0),
        ("loser", "same", HandScore("gin", 1, 5, 1), 0),
        ("loser", "same", HandScore("gin", 0, 5, 1), 1),
        ("alternate", "same", HandScore("void"), 0),
        ("alternate", "alternate", HandScore("void"), 1),
        ("winner", "alternate", HandScore("void"), 1),
        ("alternate", "same", HandScore("tie"), 1),
        ("winner", "same", HandScore("tie"), 0),
        ("loser", "alternate", HandScore("tie"), 1),
        ("winner", "same", HandScore("void", 1, 25, 1), 0),
        ("alternate", "same", HandScore("void", 1, 25, 1), 0),
    ],
)
def test_who_deals_after_a_hand_that_seat_0_dealt(policy, void_dealer, hand, dealer) -> None:
    rules = Rules(dealer_policy=policy, void_dealer=void_dealer)
    assert next_dealer(rules, 0, hand) == dealer
    if policy == "alternate":
        assert next_dealer(rules, 1, hand) == 1 - dealer


def test_the_first_deal_alternates_from_game_to_game() -> None:
    assert [first_dealer_of_game(1, number, seats=2) for number in (1, 2, 3, 4)] == [1, 0, 1, 0]


def test_an_empty_sheet() -> None:
    sheet = sheet_of(first_dealer=1)
    assert (sheet.games, sheet.running_game, sheet.next_dealer) == ((), 1, 1)
    assert not sheet.score.finished


def test_hands_join_the_running_game_until_it_ends() -> None:
    sheet = sheet_of((1, gin(0, 20)))
    assert (sheet.running_game, sheet.next_dealer) == (1, 1)
    assert sheet.games[0].state == "running"
    sheet = sheet_of((1, gin(0, 20)), (1, gin(0, 40)))
    assert (sheet.running_game, sheet.next_dealer) == (2, 1)
    assert sheet.games[0].state == "finished"
    assert sheet.score.games_won == (1, 0)


def test_rows_carry_numbers_dealers_and_running_totals() -> None:
    sheet = sheet_of((1, gin(0)), (2, gin(1, 5)), (2, VOID), (2, gin(0, 10)))
    rows = [row for game in sheet.games for row in game.hands]
    assert [(row.n, row.game, row.number) for row in rows] == [
        (1, 1, 1),
        (2, 2, 1),
        (3, 2, 2),
        (4, 2, 3),
    ]
    assert [row.dealer for row in rows] == [0, 1, 0, 0]
    assert [row.points for row in rows] == [(100, 0), (0, 30), (0, 30), (35, 30)]
    assert [row.boxes for row in rows] == [(1, 0), (0, 1), (0, 1), (1, 1)]
    assert sheet.next_dealer == 1


def test_another_dealer_than_proposed_is_taken_and_marked() -> None:
    sheet = sheet_of((1, gin(0, 5), 1), (1, gin(0, 5), 0), (1, gin(0, 5), None))
    rows = sheet.games[0].hands
    assert [row.dealer for row in rows] == [1, 0, 1]
    assert [row.proposed_dealer for row in rows] == [0, 0, 1]
    assert [row.dealer_differs for row in rows] == [True, False, False]


def test_without_a_draw_the_first_noted_dealer_began() -> None:
    sheet = sheet_of((1, gin(0), 1), first_dealer=None)
    assert sheet.next_dealer == 0
    assert not sheet.games[0].hands[0].dealer_differs
    unknown = sheet_of((1, gin(0, 5)), first_dealer=None)
    assert (unknown.next_dealer, unknown.games[0].hands[0].dealer) == (None, None)
    assert not unknown.games[0].hands[0].dealer_differs
    assert sheet_of(first_dealer=None).next_dealer is None
    noted_later = sheet_of((1, gin(0, 5)), (1, gin(1, 5), 1), first_dealer=None)
    assert noted_later.next_dealer == 0


def test_the_match_ends_by_itself() -> None:
    sheet = sheet_of((1, gin(1)), (2, gin(0)), (3, gin(1)), (4, gin(1)))
    assert (sheet.score.finished, sheet.score.winner) == (True, 1)
    assert (sheet.running_game, sheet.next_dealer) == (None, None)


def test_hands_after_a_corrected_end_are_void_and_later_games_stay() -> None:
    sheet = sheet_of(
        (1, gin(1), 0), (1, gin(0, 20), 1), (1, gin(0, 60), 0), (2, gin(0)), (3, gin(0, 5))
    )
    first = sheet.games[0]
    assert (first.score.winner, first.score.points, first.score.hands_used) == (1, (0, 100), 1)
    assert [row.after_end for row in first.hands] == [False, True, True]
    assert [row.score.kind for row in first.hands] == ["gin", "void", "void"]
    assert {row.points for row in first.hands} == {(0, 100)}
    assert not any(row.dealer_differs for row in first.hands)
    assert first.hands[1].score.counts == (0, 20)
    assert [game.state for game in sheet.games] == ["finished", "finished", "running"]
    assert sheet.score.games_won == (1, 1)
    assert sheet.running_game == 3


OPEN_FIRST = [(1, gin(0, 20)), (1, gin(1, 5)), (2, gin(1)), (3, gin(1, 5))]


def test_an_unfinished_game_with_a_later_one_needs_a_decision() -> None:
    sheet = sheet_of(*OPEN_FIRST)
    assert needs_decision(sheet) == (1,)
    assert [game.state for game in sheet.games] == ["undecided", "finished", "running"]
    assert (sheet.running_game, sheet.next_dealer) == (None, None)
    assert sheet.score.games_won == (0, 1)
    assert needs_decision(sheet_of((1, gin(0, 20)))) == ()


def test_play_on() -> None:
    sheet = sheet_of(*OPEN_FIRST, decisions={1: "play_on"})
    assert needs_decision(sheet) == ()
    assert sheet.running_game == 1
    assert sheet.next_dealer == 0
    sheet = sheet_of(*OPEN_FIRST, (1, gin(0, 50)), decisions={1: "play_on"})
    assert sheet.games[0].state == "finished"
    assert [(row.n, row.number) for row in sheet.games[0].hands] == [(1, 1), (2, 2), (5, 3)]
    assert sheet.running_game == 3
    assert sheet.score.games_won == (1, 1)


def test_the_leader_takes_it() -> None:
    sheet = sheet_of(*OPEN_FIRST, decisions={1: "leader"})
    first = sheet.games[0]
    assert (first.state, first.score.finished, first.score.winner) == ("finished", True, 0)
    assert first.score.points == (45, 30)
    assert first.score.totals == (70, 55)
    assert first.score.bonuses.game == (0, 0)
    assert first.score.net == 15
    assert [game.ended_by for game in sheet.games] == ["leader", None, None]
    assert sheet.running_game == 3
    assert sheet.score.games_won == (1, 1)


def test_nobody_leads_a_level_game() -> None:
    level = [(1, gin(0, 20)), (1, gin(1, 20)), (2, gin(1))]
    refusal = strategies.refuses(sheet_of, *level, decisions={1: "leader"})
    assert (refusal.text.code, refusal.field) == ("level_game", "if_unfinished")
    assert str(refusal).startswith("The game is level at 45")


def test_void_is_nobodys_game_and_another_may_be_needed() -> None:
    void = sheet_of(*OPEN_FIRST, decisions={1: "void"})
    assert void.games[0].state == "void"
    assert void.games[0].score.winner is None
    assert (void.score.games_won, void.running_game) == ((0, 1), 3)
    games = [(2, gin(0)), (3, gin(1)), (4, gin(0)), (5, gin(1)), (6, gin(1))]
    sheet = sheet_of((1, gin(0, 20)), *games, decisions={1: "void"})
    assert (sheet.score.winner, sheet.score.games_won) == (1, (2, 3))


def test_a_decision_without_need_changes_nothing() -> None:
    hands = [(1, gin(0)), (2, gin(0, 20))]
    for decision in ("play_on", "leader", "void"):
        assert sheet_of(*hands, decisions={1: decision, 2: decision}) == sheet_of(*hands)


def test_a_correction_that_ends_the_match_earlier_sets_later_games_aside() -> None:
    sheet = sheet_of((1, gin(0)), (2, gin(0)), (3, gin(0)), (4, gin(1)), (5, gin(1, 5)))
    assert [game.state for game in sheet.games] == [*["finished"] * 3, *["after_end"] * 2]
    assert (sheet.score.winner, sheet.score.games_won) == (0, (3, 0))
    assert sheet.running_game is None
    assert needs_decision(sheet) == ()


def test_a_correction_that_opens_the_match_again_goes_on_with_a_new_game() -> None:
    sheet = sheet_of((1, gin(0)), (2, gin(1)), (3, gin(0)))
    assert (sheet.score.finished, sheet.running_game, sheet.next_dealer) == (False, 4, 1)


def test_an_impossible_hand_is_refused() -> None:
    refusal = strategies.refuses(sheet_of, (1, HandCounts.of("knock", 0, 11, 20)))
    assert refusal.text.code == "illegal_knock"


def test_rounds_end_with_their_last_hand() -> None:
    rules = rules_from({"match_type": "rounds", "match_n": 2})
    sheet = sheet_of((1, gin(0)), rules=rules)
    assert (sheet.running_game, sheet.score.finished) == (1, False)
    sheet = sheet_of((1, gin(0)), (1, gin(1, 5)), rules=rules)
    assert (sheet.running_game, sheet.score.winner) == (None, 0)


@given(st.data(), strategies.named_rules, st.integers(0, 1))
def test_a_match_played_through_is_the_sum_of_its_hands(data, rules, first_dealer) -> None:
    """Written one after the other, each in the running game: no flag is raised, all adds up."""
    rules = with_length(rules, best_of=3)
    hands: list[WrittenHand] = []
    sheet = match_sheet(GinRules(rules), first_dealer, hands, {})
    for _ in range(12):
        if sheet.running_game is None:
            break
        counts = data.draw(strategies.counts(rules))
        hands.append(WrittenHand(sheet.running_game, counts, sheet.next_dealer))
        sheet = match_sheet(GinRules(rules), first_dealer, hands, {})
    rows = [row for game in sheet.games for row in game.hands]
    assert [row.n for row in rows] == list(range(1, len(hands) + 1))
    assert not any(row.after_end or row.dealer_differs for row in rows)
    assert (sheet.running_game is None) == sheet.score.finished
    assert sheet.score == score_match(rules, [game.score for game in sheet.games])
    for game in sheet.games:
        written = [score_hand(rules, hand.counts) for hand in hands if hand.game == game.number]
        assert game.score == GinRules(rules).score_game(written)
        assert game.hands[-1].points == game.score.points
