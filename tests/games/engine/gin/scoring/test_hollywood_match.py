"""A match on Hollywood sheets: its games are series, each won as `hollywood_winner` says."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.gin.game_rules import GinRules
from games.engine.gin.notation.adding import add_up
from games.engine.gin.rules import Rules, as_dict, rules_from
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.facts import PenaltyPoints, SheetAdjustment, SheetNotice, WrittenHand
from games.engine.scoring.sheet import MatchSheet, match_sheet, needs_decision
from kernel.text import Refusal
from tests.games.engine import strategies
from tests.games.engine.hollywood_sheets import (
    ENDLESS,
    FIRST_COLUMN_SHUT,
    LAST_COLUMN_SHUT,
    SHEETS,
    THIRD_DOUBLE,
    A,
    B,
    Hand,
    Sheet,
    mirrored,
)

CLUB = rules_from({"sheet": "hollywood", "match_n": 3})
#: Nothing but points: what a column is won by.
BARE = replace(CLUB, game_bonus=0, shutout_rule="none", box_bonus=0)


def gin(seat: int, points: int) -> HandCounts:
    """A hand of so many points by these rules."""
    return HandCounts.of("gin", seat, 0, points - 25)


def knock(seat: int, points: int) -> HandCounts:
    return HandCounts.of("knock", seat, 5, 5 + points)


def sheet_of(rules: Rules, games: Sequence[Sequence[HandCounts]], *said: Any) -> MatchSheet:
    hands = [WrittenHand(n, counts) for n, game in enumerate(games, 1) for counts in game]
    return match_sheet(GinRules(rules), 0, hands, {}, said)


def series_of(rules: Rules, *hands: HandCounts, said: Sequence[Any] = ()) -> HollywoodScore:
    score: HollywoodScore = sheet_of(rules, [hands], *said).games[0].score
    return score


def points(seat: int, after: int, amount: int = 25, game: int = 1) -> SheetAdjustment:
    return SheetAdjustment("points", seat, game, after, amount)


# The sheets that were worked by hand ------------------------------------------------------------


def of_columns(columns: Sequence[Any]) -> list[tuple[Any, ...]]:
    names = ("points", "boxes", "totals", "winner", "net", "shutout")
    return [tuple(getattr(column, name) for name in names) for column in columns]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.code)
def test_a_sheet_in_the_fold_of_a_match(sheet: Sheet) -> None:
    notice = [] if sheet.notice is None else [SheetNotice(A, 1, sheet.notice)]
    match = sheet_of(sheet.rules, [[hand.counts for hand in sheet.hands]], *notice)
    (game,) = match.games
    for row, hand in zip(game.hands, sheet.hands, strict=True):
        assert (row.score.winner, row.score.points, row.columns) == (
            (hand.winner, hand.points, hand.columns)
        ), row.n
        assert not row.after_end
    assert of_columns(game.score.columns) == of_columns(sheet.columns)
    assert (game.state, game.score.winner, game.score.net) == ("finished", sheet.winner, sheet.net)
    assert game.score.series_net == sheet.series_net
    assert match.score.nets[sheet.winner] == sheet.net
    assert game.notice == (notice[0] if notice else None)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.code)
def test_a_sheet_by_the_command_score(sheet: Sheet) -> None:
    hands = [
        {"winner": hand.winner, "points": hand.points, "boxes": 1}
        if hand.winner is not None
        else {"winner": None}
        for hand in sheet.hands
    ]
    rules = {"sheet": "hollywood", **sheet.knobs}
    asked = {"rules": rules, "sheet": "hollywood", "hands": hands, "notice": sheet.notice}
    answer = add_up(asked)
    assert (answer["finished"], answer["winner"], answer["series_net"]) == (
        (True, sheet.winner, sheet.series_net)
    )
    for column, expected in zip(answer["columns"], sheet.columns, strict=True):
        assert column["points"] == list(expected.points)
        assert column["boxes"] == list(expected.boxes)
        assert column["totals"] == list(expected.totals)
        assert (column["winner"], column["net"], column["shutout"]) == (
            (expected.winner, expected.net, expected.shutout)
        )


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.code)
def test_a_sheet_handed_in_by_its_columns(sheet: Sheet) -> None:
    rules = GinRules(sheet.rules)
    columns = [{"points": list(c.points), "boxes": list(c.boxes)} for c in sheet.columns]
    score = rules.game_from_result({"winner": sheet.winner, "columns": columns})
    assert of_columns(score.columns) == of_columns(sheet.columns)
    assert (score.winner, score.net) == (sheet.winner, sheet.net)
    wrong = strategies.refuses(
        rules.game_from_result, {"winner": 1 - sheet.winner, "columns": columns}
    )
    assert (wrong.text.code, wrong.field) == ("bad_game", "winner")


any_hand = st.tuples(st.sampled_from([A, B, None]), st.integers(0, 120), st.integers(1, 3))
hollywood = strategies.rules().map(
    lambda rules: replace(
        rules,
        variant="standard",
        sheet="hollywood",
        match_type="best_of",
        match_n=3,
    )
)


@settings(max_examples=100, deadline=None)
@given(hollywood, st.lists(any_hand, max_size=25), st.none() | st.integers(0, 25))
def test_a_game_of_a_match_is_what_the_command_score_says(rules, hands, notice) -> None:
    """Whatever the rules and the hands are, `score` has no other sheet."""
    played: list[Any] = [
        HandScore("void") if seat is None else HandScore("knock", seat, amount, boxes)
        for seat, amount, boxes in hands
    ]
    if notice is not None:
        played.insert(notice, SheetNotice(None, 1, notice))
    score = GinRules(rules).score_game(played)
    answer = add_up(
        {
            "rules": as_dict(rules),
            "sheet": "hollywood",
            "hands": [
                {"winner": seat, "points": amount if seat is not None else 0, "boxes": boxes}
                for seat, amount, boxes in hands
            ],
            "notice": notice,
        }
    )
    assert answer["series_net"] == score.series_net
    assert (answer["finished"], answer["winner"]) == (score.finished, score.winner)
    assert [column["totals"] for column in answer["columns"]] == [
        list(column.totals) for column in score.columns
    ]


# Games of a match -------------------------------------------------------------------------------


def test_a_match_goes_from_series_to_series() -> None:
    """A series each, then the third to A: 2 to 1; tie-breaks count the net of each."""
    first = [hand.counts for hand in FIRST_COLUMN_SHUT.hands]
    second = [mirrored(hand).counts for hand in FIRST_COLUMN_SHUT.hands]
    match = sheet_of(CLUB, [first, second, first])
    assert match.score.finished
    assert (match.score.winner, match.score.games_won) == (A, (2, 1))
    assert match.score.nets == (690, 345)
    assert [game.score.net for game in match.games] == [345, 345, 345]


def test_a_level_series_is_nobodys_and_another_is_played() -> None:
    """Endless, each has a column by as much: 2 to 2 columns, and the nets are level."""
    rules = replace(BARE, hollywood_endless=True)
    # A closes column 1 at 100; with the next both enter 2; notice leaves 2, 3 and 4.
    hands = [gin(A, 100), gin(B, 100), gin(A, 110), gin(B, 110)]
    match = sheet_of(rules, [hands], SheetNotice(B, 1, 1))
    (game,) = match.games
    assert [column.winner for column in game.score.columns] == [A, B, A, B]
    assert (game.state, game.score.winner, game.score.net) == ("finished", None, None)
    assert match.score.games_won == (0, 0)
    assert match.running_game == 2


def test_what_all_columns_come_to() -> None:
    series = series_of(CLUB, *[hand.counts for hand in FIRST_COLUMN_SHUT.hands])
    assert (series.points, series.boxes) == ((259, 189), (8, 5))
    assert (series.totals, series.shutout) == ((759, 414), True)


def test_running_totals_stand_beside_each_hand() -> None:
    (game,) = sheet_of(CLUB, [[hand.counts for hand in FIRST_COLUMN_SHUT.hands]]).games
    fifth = game.hands[4].so_far
    assert [column.points for column in fifth.columns] == [(102, 0), (76, 86), (31, 58)]
    assert game.hands[4].points == (209, 144)


def test_hands_after_the_end_are_in_no_column() -> None:
    hands = [hand.counts for hand in LAST_COLUMN_SHUT.hands]
    (game,) = sheet_of(LAST_COLUMN_SHUT.rules, [[*hands, gin(B, 50)]]).games
    assert (game.hands[-1].after_end, game.hands[-1].columns) == (True, ())


def test_a_corrected_hand_moves_the_later_ones() -> None:
    """The third hand of A was B's: column 1 stays open, and B begins there."""
    hands = [hand.counts for hand in FIRST_COLUMN_SHUT.hands]
    hands[2] = HandCounts.of("knock", B, 9, 40)
    (game,) = sheet_of(CLUB, [hands]).games
    # B has the third, the fourth and the fifth hand; A the sixth, their third.
    assert [hand.columns for hand in game.hands[:6]] == [
        *((1,), (1, 2), (1,), (1, 2), (1, 2, 3)),
        (2, 3),
    ]
    assert game.score.columns[0].points == (71, 117)


# Penalties, notice, decisions -------------------------------------------------------------------


def test_penalty_points_count_once_in_each_open_column_that_was_reached() -> None:
    """A has reached column 2: the points stand in 1 and 2. Their next hand goes to all three, as
    it would have without them."""
    hands = [gin(A, 30), gin(A, 30), gin(A, 30)]
    (game,) = sheet_of(CLUB, [hands], points(B, 2)).games
    assert [hand.columns for hand in game.hands] == [(1,), (1, 2), (1, 2, 3)]
    assert game.adjustments[0].columns == (1, 2)
    assert game.score.columns[0].points == (30 + 30 + 25 + 30, 0)
    assert [column.points[A] for column in game.score.columns] == [115, 85, 30]
    assert [column.boxes[A] for column in game.score.columns] == [3, 2, 1]


def test_penalty_points_of_who_has_no_entry_stand_in_the_first_open_column() -> None:
    hands = [gin(A, 100), gin(A, 30)]
    (game,) = sheet_of(CLUB, [hands], points(A, 1), points(A, 2)).games
    assert [adjustment.columns for adjustment in game.adjustments] == [(2,), (2,)]
    assert game.score.columns[1].points == (30, 50)
    # B won no hand: where A reaches the target there, B is shut out all the same.
    (game,) = sheet_of(CLUB, [[*hands, gin(A, 80)]], points(A, 1)).games
    assert game.score.columns[1].shutout


def test_penalty_points_may_close_a_column() -> None:
    (game,) = sheet_of(CLUB, [[gin(A, 90), gin(A, 30)]], points(B, 1)).games
    assert game.score.columns[0].points == (115, 0)
    assert game.score.columns[0].boxes == (1, 0)
    assert game.hands[1].columns == (2,)


def test_points_of_two_penalties_alike_are_told_apart() -> None:
    (game,) = sheet_of(CLUB, [[gin(A, 60)]], points(B, 1), points(B, 1), points(B, 1)).games
    assert [adjustment.columns for adjustment in game.adjustments] == [(1,), (1,), (2,)]


def test_a_column_that_a_penalty_closes_opens_another_until_notice() -> None:
    rules = replace(CLUB, hollywood_endless=True)
    before = series_of(rules, gin(A, 90), said=[points(B, 1), SheetNotice(A, 1, 1)])
    after = series_of(rules, gin(A, 90), said=[SheetNotice(A, 1, 1), points(B, 1)])
    assert (len(before.columns), len(after.columns)) == (4, 3)


def test_notice_holds_from_the_next_hand_on() -> None:
    hands = [hand.counts for hand in ENDLESS.hands]
    without = series_of(ENDLESS.rules, *hands)
    assert not without.finished
    assert len(without.columns) == 3 + sum(column.finished for column in without.columns)
    # One hand later the fourth column has closed none, one hand earlier no fifth has opened.
    earlier = series_of(ENDLESS.rules, *hands, said=[SheetNotice(A, 1, 2)])
    assert len(earlier.columns) == 4


def test_notice_means_nothing_on_any_other_sheet() -> None:
    plain = replace(CLUB, sheet="game")
    for rules in (CLUB, plain):
        with_notice = sheet_of(rules, [[gin(A, 60)]], SheetNotice(A, 1, 0)).games[0].score
        assert with_notice == sheet_of(rules, [[gin(A, 60)]]).games[0].score


def test_the_notice_of_another_series_is_not_this_ones() -> None:
    rules = ENDLESS.rules
    first = [hand.counts for hand in ENDLESS.hands]
    match = sheet_of(rules, [first, [gin(A, 100)]], SheetNotice(A, 1, 3))
    assert (match.games[0].notice, match.games[1].notice) == (SheetNotice(A, 1, 3), None)
    assert len(match.games[1].score.columns) == 4


def test_who_leads_takes_each_open_column() -> None:
    """A has column 1; 2 stands 30 to 40, 3 is level: B's and nobody's. Then the net decides."""
    series = series_of(BARE, gin(A, 100), gin(A, 30), gin(B, 40))
    assert [column.points for column in series.columns] == [(100, 0), (30, 40), (0, 0)]
    taken = GinRules(BARE).taken_by_leader(series)
    assert [column.winner for column in taken.columns] == [A, B, None]
    assert taken.finished
    assert (taken.winner, taken.columns_won, taken.net) == (A, (1, 1), 90)
    # Boxes are paid, no game bonus: 40 + 25 to 30 + 25.
    paid = GinRules(CLUB).taken_by_leader(series_of(CLUB, gin(A, 100), gin(A, 30), gin(B, 40)))
    assert paid.columns[1].totals == (55, 65)


def test_a_level_series_has_no_leader() -> None:
    series = series_of(BARE, gin(A, 40), gin(B, 40))
    with pytest.raises(Refusal) as refused:
        GinRules(BARE).taken_by_leader(series)
    assert (refused.value.text.code, refused.value.field) == ("level_game", "if_unfinished")


def test_a_lost_series_leaves_closed_columns_as_they_are() -> None:
    """B leads by far and has column 1; the penalty gives A the rest, and the series with a net of
    0: what B has more costs A nothing."""
    loss = SheetAdjustment("game_loss", B, 1, 2)
    match = sheet_of(CLUB, [[gin(B, 100), gin(B, 50), gin(A, 120)]], loss)
    (game,) = match.games
    assert [column.winner for column in game.score.columns] == [B, A, A]
    assert game.score.columns[0].net == 325
    assert [column.net for column in game.score.columns[1:]] == [0, 0]
    assert (game.score.winner, game.score.net, game.score.series_net) == (A, 0, -325)
    assert match.score.games_won == (1, 0)
    assert game.hands[2].after_end  # what came after the loss counts no more


def test_a_lost_series_that_the_other_has_won_stays() -> None:
    hands = [hand.counts for hand in FIRST_COLUMN_SHUT.hands]
    (game,) = sheet_of(CLUB, [hands], SheetAdjustment("game_loss", B, 1, len(hands))).games
    assert (game.score.winner, game.score.net) == (A, 345)


def test_an_unfinished_series_with_a_later_one_waits_for_a_decision() -> None:
    hands = [hand.counts for hand in FIRST_COLUMN_SHUT.hands]
    hands[-1] = HandCounts("void")
    written = [WrittenHand(1, counts) for counts in hands] + [WrittenHand(2, gin(B, 40))]
    assert needs_decision(match_sheet(GinRules(CLUB), 0, written, {})) == (1,)
    for decision, winner in (("leader", A), ("void", None)):
        match = match_sheet(GinRules(CLUB), 0, written, {1: decision})
        assert not needs_decision(match)
        assert match.score.games_won == ((1, 0) if winner == A else (0, 0))


# Handed in by its columns -----------------------------------------------------------------------

WON = {"points": [104, 20], "boxes": [4, 1]}
LOST = {"points": [20, 104], "boxes": [1, 4]}


@pytest.mark.parametrize(
    ("knobs", "handed_in", "code", "field", "sentence"),
    [
        ({}, {"points": [104, 20]}, "bad_game", "columns", "as its three columns"),
        ({}, {"columns": [WON, WON]}, "bad_game", "columns", "as its three columns"),
        ({}, {"columns": [WON] * 4}, "bad_game", "columns", "as its three columns"),
        ({}, {"columns": 7}, "bad_game", "columns", "as its three columns"),
        ({"hollywood_endless": True}, {"columns": [WON] * 2}, "bad_game", "columns", "from 3 on"),
        ({}, {"columns": [WON, 7, WON]}, "bad_game", "columns", "Column 2: A column has"),
        (
            {},
            {"columns": [WON, WON, {"points": [60, 20]}]},
            "bad_game",
            "points",
            "Column 3: Nobody has reached 100",
        ),
        (
            {},
            {"columns": [WON, {"points": [104, 20], "boxes": [4, 0]}, WON]},
            "bad_game",
            "boxes",
            "Column 2: 20 points without a box",
        ),
        ({}, {"columns": [WON, LOST, LOST]}, "bad_game", "winner", "seat 1 has won the series"),
        (
            {"hollywood_winner": "net"},
            {"columns": [WON, WON, {"points": [104, 20]}]},
            "missing_boxes",
            "boxes",
            "Column 3: Under these rules boxes decide",
        ),
        (
            {"hollywood_endless": True, "hollywood_winner": "columns"},
            {"columns": [WON, LOST, WON, LOST]},
            "bad_game",
            "columns",
            "nobody's, so leave it out",
        ),
        ({"sheet": "game"}, {"columns": [WON] * 3}, "bad_game", "columns", "points, not columns"),
    ],
)
def test_columns_that_are_refused(knobs, handed_in, code, field, sentence) -> None:
    rules = GinRules(replace(CLUB, **knobs))
    refused = strategies.refuses(rules.game_from_result, {"winner": 0, **handed_in})
    assert (refused.text.code, refused.field) == (code, field)
    assert sentence in str(refused.text)


def test_without_boxes_the_columns_decide_and_the_boxes_are_unknown() -> None:
    columns = [{"points": [104, 20]}, {"points": [20, 104]}, {"points": [104, 99]}]
    score = GinRules(CLUB).game_from_result({"winner": 0, "columns": columns})
    assert (score.winner, score.boxes_known) == (0, False)


@given(strategies.nonsense, strategies.nonsense)
def test_nonsense_is_refused_in_words(winner, columns) -> None:
    rules = GinRules(THIRD_DOUBLE.rules)
    strategies.refuses(rules.game_from_result, {"winner": winner, "columns": columns})


def test_a_hand_is_worth_the_same_on_any_sheet() -> None:
    hand = Hand("knock", A, 4, 30)
    plain = replace(CLUB, sheet="game")
    assert score_hand(CLUB, hand.counts) == score_hand(plain, hand.counts)


def test_a_fixed_number_of_hands_is_kept_on_a_plain_sheet() -> None:
    asked = {"sheet": "hollywood", "match_type": "rounds", "match_n": 8}
    refused = strategies.refuses(rules_from, asked)
    assert (refused.text.code, refused.field) == ("bad_rules", "sheet")


def test_a_penalty_brings_nobody_points_in_a_closed_series() -> None:
    score = GinRules(CLUB).score_game([HandScore("gin", A, 100, 1)] * 3 + [PenaltyPoints((B,), 25)])
    assert (score.finished, score.penalties) == (True, ())
