"""Rulings and penalties in the score: surcharges, barred bonuses, who cannot win, lost games."""

from dataclasses import replace

import pytest

from games.engine.cards import typed_cards
from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.scoring.remedies import NO_REMEDIES, Award, HandRemedies
from games.engine.gin.scoring.showdown import HandCards, counts_from
from games.engine.gin.scoring.sums import sum_of
from games.engine.scoring.facts import SheetAdjustment, WrittenHand
from games.engine.scoring.match import match_from_games_won
from games.engine.scoring.sheet import lost_match, match_sheet, needs_decision
from tests.games.engine.strategies import refuses

CLUB = rules_from("club")
EXTRA = rules_from({"extra_boxes_gin": 2, "extra_boxes_undercut": 1, "extra_boxes_gin_off": 1})
NO_TIE = rules_from({"tie_rule": "no_score"})
ZERO_TIE = rules_from({"tie_rule": "zero_undercut"})
GIN_ONLY = rules_from({"knock_limit": 0})
BASE = rules_from({"knock_base": 15})
SPADE = rules_from("oklahoma")

NONE: frozenset = frozenset()
GIN_BARRED = frozenset({"gin"})
UNDERCUT_BARRED = frozenset({"undercut"})
BOTH_BARRED = GIN_BARRED | UNDERCUT_BARRED

ACCEPTED = HandRemedies(knock_accepted=True)
AS_KNOCK = HandRemedies(as_knock=True)
VOID = HandRemedies(void=True)


def few(seat: int, missing: int) -> HandRemedies:
    """Too few cards found at the end: ten for each as deadwood, no bonus of either kind."""
    amount = 10 * missing
    return HandRemedies(
        surcharge=(amount, 0) if seat == 0 else (0, amount),
        bonus_barred=(BOTH_BARRED, NONE) if seat == 0 else (NONE, BOTH_BARRED),
    )


def many(seat: int) -> HandRemedies:
    """Too many cards found at the end: cannot win, no undercut bonus."""
    barred = (UNDERCUT_BARRED, NONE) if seat == 0 else (NONE, UNDERCUT_BARRED)
    return HandRemedies(bonus_barred=barred, cannot_win=frozenset({seat}))


def knock(held: int, left: int, upcard: str | None = None) -> HandCounts:
    return HandCounts.of("knock", 0, held, left, upcard)


def gin(left: int, held: int | None = 0) -> HandCounts:
    return HandCounts.of("gin", 0, held, left)


BIG = HandCounts.of("big_gin", 0, 0, 40)

#: rules, what was written down, the remedies -> kind, winner, points, boxes, how they come about
CASES = {
    "void": (CLUB, knock(5, 30), VOID, ("void", None, 0, 0, "")),
    "void stays void": (CLUB, HandCounts("void"), VOID, ("void", None, 0, 0, "")),
    "void, whatever was written": (CLUB, knock(40, 9), VOID, ("void", None, 0, 0, "")),
    "hand loss": (
        CLUB,
        knock(5, 30),
        HandRemedies(awarded=Award(1, 25, 1)),
        ("void", 1, 25, 1, ""),
    ),
    "accepted, wins": (CLUB, knock(12, 20), ACCEPTED, ("knock", 0, 8, 1, "20 − 12")),
    "accepted, undercut": (CLUB, knock(12, 9), ACCEPTED, ("undercut", 1, 28, 1, "25 + 3")),
    "accepted, level": (CLUB, knock(12, 12), ACCEPTED, ("undercut", 1, 25, 1, "25 + 0")),
    "accepted, level, no score": (NO_TIE, knock(12, 12), ACCEPTED, ("tie", None, 0, 0, "")),
    "accepted, gin only": (GIN_ONLY, knock(7, 30), ACCEPTED, ("knock", 0, 23, 1, "30 − 7")),
    "accepted, spade": (
        SPADE,
        knock(9, 30, "5S"),
        ACCEPTED,
        ("knock", 0, 42, 1, "(30 − 9) × 2"),
    ),
    "false gin, wins": (CLUB, gin(20, 7), AS_KNOCK, ("knock", 0, 13, 1, "20 − 7")),
    "false gin, undercut": (CLUB, gin(4, 7), AS_KNOCK, ("undercut", 1, 28, 1, "25 + 3")),
    "gin not claimed": (CLUB, gin(20), AS_KNOCK, ("knock", 0, 20, 1, "20 − 0")),
    "gin not claimed, no count": (CLUB, gin(20, None), AS_KNOCK, ("knock", 0, 20, 1, "20 − 0")),
    "gin not claimed, as knock": (CLUB, knock(0, 20), AS_KNOCK, ("knock", 0, 20, 1, "20 − 0")),
    "gin not claimed, level": (CLUB, gin(0), AS_KNOCK, ("undercut", 1, 25, 1, "25 + 0")),
    "big gin as knock": (CLUB, BIG, AS_KNOCK, ("knock", 0, 40, 1, "40 − 0")),
    "knocker one short": (CLUB, knock(8, 30), few(0, 1), ("knock", 0, 12, 1, "30 − (8 + 10)")),
    "knocker two short": (
        CLUB,
        knock(8, 25),
        few(0, 2),
        ("undercut", 1, 28, 1, "25 + (8 + 20) − 25"),
    ),
    "knocker level by it": (
        CLUB,
        knock(8, 18),
        few(0, 1),
        ("undercut", 1, 25, 1, "25 + (8 + 10) − 18"),
    ),
    "knocker short, still legal": (
        CLUB,
        knock(10, 41),
        few(0, 3),
        ("knock", 0, 1, 1, "41 − (10 + 30)"),
    ),
    "defender one short": (CLUB, knock(8, 30), few(1, 1), ("knock", 0, 32, 1, "(30 + 10) − 8")),
    "defender short, undercuts": (CLUB, knock(9, 2), few(1, 0), ("undercut", 1, 7, 1, "0 + 7")),
    "defender short, level": (
        CLUB,
        knock(10, 0),
        few(1, 1),
        ("undercut", 1, 0, 1, "0 + 10 − (0 + 10)"),
    ),
    "seat 1 knocks one short": (
        CLUB,
        HandCounts.of("knock", 1, 8, 30),
        few(1, 1),
        ("knock", 1, 12, 1, "30 − (8 + 10)"),
    ),
    "seat 1 knocks, seat 0 short": (
        CLUB,
        HandCounts.of("knock", 1, 8, 30),
        few(0, 1),
        ("knock", 1, 32, 1, "(30 + 10) − 8"),
    ),
    "gin, defender short": (CLUB, gin(30), few(1, 1), ("gin", 0, 65, 1, "25 + (30 + 10) − 0")),
    "gin, ginner short": (CLUB, gin(30), few(0, 1), ("knock", 0, 20, 1, "30 − (0 + 10)")),
    "gin, ginner short, base": (
        BASE,
        gin(30),
        few(0, 1),
        ("knock", 0, 35, 1, "30 − (0 + 10) + 15"),
    ),
    "gin, ginner short, beaten": (
        CLUB,
        gin(4),
        few(0, 1),
        ("undercut", 1, 31, 1, "25 + (0 + 10) − 4"),
    ),
    "big gin, ginner short": (CLUB, BIG, few(0, 1), ("knock", 0, 30, 1, "40 − (0 + 10)")),
    "gin barred": (
        EXTRA,
        gin(30),
        HandRemedies(bonus_barred=(BOTH_BARRED, NONE)),
        ("gin", 0, 30, 1, "0 + 30"),
    ),
    "big gin barred": (
        EXTRA,
        BIG,
        HandRemedies(bonus_barred=(GIN_BARRED, NONE)),
        ("big_gin", 0, 40, 1, "0 + 40"),
    ),
    "the other's gin": (
        EXTRA,
        gin(30),
        HandRemedies(bonus_barred=(NONE, BOTH_BARRED)),
        ("gin", 0, 55, 3, "25 + 30"),
    ),
    "undercut barred": (
        EXTRA,
        knock(9, 0),
        HandRemedies(bonus_barred=(NONE, UNDERCUT_BARRED)),
        ("undercut", 1, 9, 1, "0 + 9"),
    ),
    "undercut free": (EXTRA, knock(9, 0), NO_REMEDIES, ("undercut", 1, 34, 3, "25 + 9")),
    "undercut barred, level, no points": (
        ZERO_TIE,
        knock(9, 9),
        HandRemedies(bonus_barred=(NONE, UNDERCUT_BARRED)),
        ("undercut", 1, 0, 1, ""),
    ),
    "gin bars no undercut": (
        CLUB,
        knock(9, 2),
        HandRemedies(bonus_barred=(NONE, GIN_BARRED)),
        ("undercut", 1, 32, 1, "25 + 7"),
    ),
    "knocker cannot win": (CLUB, knock(5, 30), many(0), ("knock", None, 0, 0, "")),
    "knocker can lose": (CLUB, knock(9, 4), many(0), ("undercut", 1, 30, 1, "25 + 5")),
    "ginner cannot win": (CLUB, gin(30), many(0), ("gin", None, 0, 0, "")),
    "defender cannot win": (CLUB, knock(9, 4), many(1), ("undercut", None, 0, 0, "")),
    "defender can lose": (CLUB, knock(5, 30), many(1), ("knock", 0, 25, 1, "30 − 5")),
    "defender with eleven loose": (CLUB, knock(5, 104), many(1), ("knock", 0, 99, 1, "104 − 5")),
}


@pytest.mark.parametrize("case", CASES)
def test_a_hand_with_rulings(case) -> None:
    rules, counts, remedies, expected = CASES[case]
    score = score_hand(rules, counts, remedies)
    assert (score.kind, score.winner, score.points, score.boxes, sum_of(rules, score)) == expected


def test_the_score_has_the_surcharge_what_was_written_has_not() -> None:
    score = score_hand(CLUB, knock(8, 30), few(1, 2))
    assert (score.counts, score.surcharge) == ((8, 50), (0, 20))


@pytest.mark.parametrize(
    ("rules", "counts", "remedies", "code"),
    [
        (CLUB, knock(12, 20), AS_KNOCK, "illegal_knock"),
        (GIN_ONLY, knock(7, 20), NO_REMEDIES, "illegal_knock"),
        (CLUB, gin(20, 12), AS_KNOCK, "illegal_knock"),
        (CLUB, gin(20, 7), ACCEPTED, "not_gin"),
        (CLUB, knock(0, 20), ACCEPTED, "gin_not_knock"),
        (CLUB, knock(12, None), ACCEPTED, "missing_count"),
        (CLUB, knock(5, 99), NO_REMEDIES, "bad_count"),
        (CLUB, knock(5, 341), many(1), "bad_count"),
    ],
)
def test_what_a_remedy_does_not_allow(rules, counts, remedies, code) -> None:
    assert refuses(score_hand, rules, counts, remedies).text.code == code


# The sheet


def won(seat: int, points: int, game: int = 1, **more) -> WrittenHand:
    """A knock of `points` by seat."""
    return WrittenHand(game, HandCounts.of("knock", seat, 1, points + 1), **more)


def sheet(*hands: WrittenHand, given=(), rules=CLUB, decisions=None):
    return match_sheet(GinRules(rules), 0, hands, decisions or {}, given)


def points(seat: int, game: int, after: int, amount: int = 25) -> SheetAdjustment:
    return SheetAdjustment("points", seat, game, after, amount)


def game_loss(seat: int, game: int, after: int) -> SheetAdjustment:
    return SheetAdjustment("game_loss", seat, game, after)


def test_penalty_points_join_the_game_outside_boxes() -> None:
    match = sheet(won(0, 30), won(1, 20), given=[points(0, 1, 1)])
    game = match.games[0]
    assert [row.points for row in game.hands] == [(30, 0), (30, 45)]
    assert [row.boxes for row in game.hands] == [(1, 0), (1, 1)]
    assert (game.score.points, game.score.boxes, game.score.hands_used) == ((30, 45), (1, 1), 2)
    assert game.adjustments == (points(0, 1, 1),)
    assert (match.running_game, match.next_dealer) == (1, 0)


def test_penalty_points_can_end_a_game() -> None:
    match = sheet(won(1, 80), given=[points(0, 1, 1)])
    score = match.games[0].score
    assert (score.finished, score.winner, score.points, score.shutout) == (True, 1, (0, 105), True)
    assert score.totals == (0, 105 + 100 + 100 + 25)
    assert (match.running_game, match.next_dealer, match.score.games_won) == (2, 1, (0, 1))


def test_a_hand_after_the_end_by_penalty_is_void() -> None:
    match = sheet(won(1, 80), won(0, 50), given=[points(0, 1, 1)])
    assert [row.after_end for row in match.games[0].hands] == [False, True]
    assert match.games[0].score.points == (0, 105)


def test_who_was_only_given_points_is_shut_out() -> None:
    """They won no hand; one that was awarded has its box, and is won."""
    score = sheet(won(1, 80), won(1, 30), given=[points(1, 1, 0)]).games[0].score
    assert (score.points, score.shutout) == ((25, 110), True)
    awarded = WrittenHand(1, HandCounts("void"), 1, HandRemedies(awarded=Award(0, 25, 1)))
    score = sheet(awarded, won(1, 80), won(1, 30)).games[0].score
    assert (score.points, score.shutout) == ((25, 110), False)


def test_penalty_points_after_the_end_change_nothing() -> None:
    match = sheet(won(1, 95), won(1, 30), given=[points(1, 1, 2)])
    assert match.games[0].score.points == (0, 125)


def test_penalty_points_before_the_first_hand_of_a_game() -> None:
    match = sheet(won(0, 95), won(0, 30), given=[points(0, 2, 2)])
    assert [(game.number, game.state) for game in match.games] == [(1, "finished"), (2, "running")]
    assert (match.games[1].score.points, match.games[1].hands) == ((0, 25), ())
    assert (match.running_game, match.next_dealer) == (2, 1)
    later = sheet(won(0, 95), won(0, 30), won(0, 8, 2), given=[points(0, 2, 2)])
    assert later.games[1].hands[0].points == (8, 25)


def test_a_lost_game_pays_boxes_and_no_bonus() -> None:
    match = sheet(won(0, 40), won(1, 30), given=[game_loss(0, 1, 2)])
    score = match.games[0].score
    assert (match.games[0].state, score.finished, score.winner) == ("finished", True, 1)
    assert (score.points, score.totals, score.net, score.shutout) == ((40, 30), (65, 55), 0, False)
    assert (match.running_game, match.next_dealer, match.score.games_won) == (2, 1, (0, 1))
    assert [game.ended_by for game in match.games] == ["penalty"]
    ahead = sheet(won(1, 40), given=[game_loss(0, 1, 1)]).games[0].score
    assert (ahead.totals, ahead.net) == ((0, 65), 65)


def test_a_game_lost_before_its_first_hand() -> None:
    match = sheet(given=[game_loss(1, 1, 0)])
    game = match.games[0]
    assert (game.number, game.state, game.hands) == (1, "finished", ())
    assert (game.score.winner, game.score.totals, game.score.net) == (0, (0, 0), 0)
    assert (match.running_game, match.next_dealer, match.score.games_won) == (2, 1, (1, 0))


def test_hands_behind_a_lost_game_are_void() -> None:
    match = sheet(won(0, 40), won(0, 70), given=[game_loss(0, 1, 1), points(1, 1, 2)])
    assert [row.after_end for row in match.games[0].hands] == [False, True]
    assert (match.games[0].score.points, match.games[0].score.winner) == ((40, 0), 1)


def test_a_game_won_by_hands_keeps_its_bonuses_when_the_loser_is_penalised() -> None:
    plain = sheet(won(1, 95), won(1, 30))
    lost = sheet(won(1, 95), won(1, 30), given=[game_loss(0, 1, 2)])
    assert lost.games[0].score == plain.games[0].score
    turned = sheet(won(0, 95), won(0, 30), given=[game_loss(0, 1, 2)])
    assert (turned.games[0].score.winner, turned.games[0].score.bonuses.game) == (1, (0, 0))


def test_the_first_of_two_game_losses_decides() -> None:
    match = sheet(given=[game_loss(0, 1, 0), game_loss(1, 1, 0)])
    assert match.games[0].score.winner == 1


def test_lost_games_can_end_the_match() -> None:
    match = sheet(given=[game_loss(0, game, 0) for game in (1, 2, 3)])
    assert (match.score.finished, match.score.winner, match.score.games_won) == (True, 1, (0, 3))
    assert match.running_game is None


def test_a_lost_match_is_the_opponents_and_later_hands_are_void() -> None:
    loss = SheetAdjustment("match_loss", 0, None, 1)
    match = sheet(won(0, 40), won(0, 70), given=[loss])
    assert (match.score.finished, match.score.winner, match.score.games_won) == (True, 1, (0, 0))
    assert (match.lost, match.running_game, match.next_dealer) == (loss, None, None)
    assert [row.after_end for row in match.games[0].hands] == [False, True]
    assert (match.games[0].state, match.games[0].score.points) == ("running", (40, 0))
    empty = sheet(given=[loss])
    assert (empty.score.winner, empty.games) == (1, ())


def test_a_lost_match_that_was_handed_in_as_a_result() -> None:
    score = match_from_games_won(CLUB, [3, 1])
    assert lost_match(score, 0) == replace(score, winner=1)


def test_a_penalty_in_a_later_game_asks_for_no_decision() -> None:
    match = sheet(won(0, 40), given=[points(0, 2, 1)])
    assert [game.state for game in match.games] == ["running", "running"]
    assert (needs_decision(match), match.running_game) == ((), 1)


def test_rulings_on_hands_are_in_the_sheet() -> None:
    accepted = WrittenHand(1, knock(12, 9), 0, ACCEPTED)
    awarded = WrittenHand(1, HandCounts("void"), 1, HandRemedies(awarded=Award(0, 25, 1)))
    match = sheet(accepted, awarded)
    assert [row.points for row in match.games[0].hands] == [(0, 28), (25, 28)]
    assert match.games[0].score.boxes == (1, 1)
    assert match.next_dealer == 1  # after a void hand the same player deals


@pytest.mark.parametrize(
    ("remedies", "knobs", "dealer"),
    [
        (NO_REMEDIES, {}, 0),
        (HandRemedies(next_deal="as_due"), {}, 1),
        (HandRemedies(next_deal="as_due"), {"dealer_policy": "winner"}, 0),
        (HandRemedies(void=True), {"void_dealer": "alternate"}, 0),
        (HandRemedies(void=True, next_deal="same"), {"void_dealer": "alternate"}, 1),
        # seat 0 would win and cannot: 0-0, and the deal passes as after a void hand (A19)
        (HandRemedies(cannot_win=frozenset({0})), {}, 1),
        (HandRemedies(cannot_win=frozenset({0})), {"dealer_policy": "winner"}, 1),
        (HandRemedies(cannot_win=frozenset({0})), {"dealer_policy": "loser"}, 1),
        (HandRemedies(cannot_win=frozenset({0})), {"void_dealer": "alternate"}, 0),
        (HandRemedies(cannot_win=frozenset({0}), next_deal="as_due"), {}, 0),
        # seat 1 cannot win and does not: a hand like any other
        (HandRemedies(cannot_win=frozenset({1})), {}, 0),
    ],
)
def test_who_deals_after_a_ruling(remedies, knobs, dealer) -> None:
    """Seat 1 dealt the first hand although seat 0 was due."""
    match = sheet(won(0, 5, dealer=1, remedies=remedies), rules=rules_from(knobs))
    assert match.next_dealer == dealer
    again = sheet(won(0, 5, dealer=1, remedies=remedies), won(0, 5), rules=rules_from(knobs))
    assert again.games[0].hands[1].proposed_dealer == dealer


def test_no_remedies_change_nothing() -> None:
    assert score_hand(CLUB, knock(5, 30), NO_REMEDIES) == HandScore(
        "knock", 0, 25, 1, knocker=0, counts=(5, 30)
    )


SETS = "2S2H2D2C4S4H4D4C"
LOOSE = "JSJHQSQHKDKC9S9D3S3D"  # 84


def held(knocker: int, cards: str, others: str = LOOSE) -> HandCards:
    return HandCards(knocker, typed_cards(cards).bits, typed_cards(others).bits)


@pytest.mark.parametrize(
    ("cards", "remedies", "counts"),
    [
        (held(0, SETS + "7S5H"), ACCEPTED, ("knock", 12, 84)),
        (held(1, SETS + "7S5H"), ACCEPTED, ("knock", 12, 84)),
        (held(0, SETS + "7S"), few(0, 1), ("knock", 7, 84)),
        (held(1, SETS + "7S"), few(1, 1), ("knock", 7, 84)),
        (held(1, SETS + "AS5HAD"), many(1), ("knock", 7, 84)),
        (held(1, SETS + "AS5H", LOOSE + "8D"), many(0), ("knock", 6, 92)),
        (held(0, "2S2H2D2C4S4H4D6S6H6D"), AS_KNOCK, ("knock", 0, 84)),
    ],
)
def test_cards_count_under_what_was_ruled(cards, remedies, counts) -> None:
    counted = counts_from(CLUB, cards, remedies)
    assert (counted.kind, counted.knocker_count, counted.defender_count) == counts


@pytest.mark.parametrize(
    ("cards", "remedies"),
    [
        (held(0, SETS + "7S"), few(1, 1)),
        (held(1, SETS + "7S"), few(0, 1)),
        (held(0, SETS + "7SAS5HAD"), few(0, 1)),
        (held(0, SETS + "AS5H", LOOSE + "8D"), many(0)),
    ],
)
def test_a_wrong_number_of_cards_that_was_not_ruled_on(cards, remedies) -> None:
    assert refuses(counts_from, CLUB, cards, remedies).text.code == "wrong_count"


def test_a_lost_hand_of_the_other_seat() -> None:
    awarded = HandRemedies(awarded=Award(1, 25, 1))
    assert awarded.for_other_seats() == HandRemedies(awarded=Award(0, 25, 1))
    assert few(0, 1).for_other_seats() == few(1, 1)
    assert many(0).for_other_seats() == many(1)
