"""Partners at a table: rounds worked out by hand, and many evenings folded a second time."""

import os
import random
from dataclasses import replace

import pytest

from games.engine.gin.partnership import PartnershipRules, RoundScore, rounds_of, score_round
from games.engine.gin.rules import Rules, rules_from
from games.engine.gin.scoring.hand import HandCounts, HandScore
from games.engine.scoring.facts import PenaltyPoints, SheetAdjustment, SheetNotice, WrittenHand
from games.engine.scoring.sheet import MatchSheet, match_sheet
from kernel.text import Refusal

PARTNERS = rules_from(
    {
        "preset": "rummy-games",
        "variant": "partnership",
        "target": 125,
        "match_type": "single",
        "dealer_policy": "winner",
    }
)


def rules(**knobs: object) -> PartnershipRules:
    return PartnershipRules(replace(PARTNERS, **knobs))  # type: ignore[arg-type]


def knock(winner: int, points: int, **more: object) -> HandScore:
    return HandScore("knock", winner, points, 1, **more)  # type: ignore[arg-type]


VOID = HandScore("void")
MATCHES = 5_000 if "UNDERCUT_LONG" in os.environ else 250


@pytest.mark.parametrize(
    ("hands", "winner", "points", "boxes"),
    [
        # Both of side 0 have won: 12 + 31.
        ([knock(0, 12), knock(0, 31)], 0, 43, 1),
        # One each: 40 - 15.
        ([knock(1, 40), knock(0, 15)], 1, 25, 1),
        # One each, as many: nobody, and no box.
        ([knock(1, 20), knock(0, 20)], None, 0, 0),
        # A void hand counts nothing, and is not played again.
        ([VOID, knock(1, 8)], 1, 8, 1),
        ([VOID, VOID], None, 0, 0),
        # Three pairs: 10 + 20 - 25.
        ([knock(0, 10), knock(1, 25), knock(0, 20)], 0, 5, 1),
        # A hand that was won for nothing.
        ([HandScore("undercut", 0, 0, 1), VOID], None, 0, 0),
    ],
)
def test_a_round(hands: list[HandScore], winner: int | None, points: int, boxes: int) -> None:
    found = score_round(replace(PARTNERS, side_size=len(hands)), hands)
    assert found == RoundScore(winner, points, boxes)


def test_extra_boxes_are_those_of_the_hands_that_the_side_has_won() -> None:
    # Gin with one extra box, and a knock: a box for the round, and that one.
    hands = [HandScore("gin", 0, 40, 2), knock(0, 10)]
    assert score_round(PARTNERS, hands).boxes == 2
    # The other side's gin brings this side nothing.
    assert score_round(PARTNERS, [HandScore("gin", 1, 40, 2), knock(0, 50)]).boxes == 1


def test_a_roodle_is_a_box_for_each_partner_and_two_for_a_double_hand() -> None:
    roodle = replace(PARTNERS, roodle=True)
    plain = score_round(roodle, [knock(0, 10), knock(0, 20)])
    assert (plain.is_roodle, plain.boxes) == (True, 1 + 1 + 1)
    double = score_round(roodle, [knock(0, 20, multiplier=2), knock(0, 20)])
    assert (double.is_roodle, double.boxes) == (True, 1 + 2 + 1)
    one_each = score_round(roodle, [knock(0, 10), knock(1, 20)])
    assert (one_each.is_roodle, one_each.boxes) == (False, 1)
    assert not score_round(roodle, [knock(0, 10), VOID]).is_roodle


def test_where_spades_double_boxes_a_round_of_double_hands_has_two() -> None:
    spades = replace(PARTNERS, oklahoma_spade="double_hand_and_boxes", knock_limit="upcard")
    both = [HandScore("knock", 0, 20, 2, multiplier=2), HandScore("gin", 0, 90, 2, multiplier=2)]
    assert score_round(spades, both).boxes == 2
    one = [both[0], knock(0, 10)]
    assert score_round(spades, one).boxes == 1


class Table:
    """A match between partners that is written down hand by hand, as the sheet proposes it."""

    def __init__(self, rules: PartnershipRules, first: int | None = 0) -> None:
        self.rules, self.first = rules, first
        self.hands: list[WrittenHand] = []

    @property
    def sheet(self) -> MatchSheet:
        return match_sheet(self.rules, self.first, self.hands, {}, self.said)

    said: tuple[SheetAdjustment, ...] = ()

    def deal(self) -> tuple[tuple[int, ...], int | None]:
        """Who play next, and who of them deals."""
        sheet = self.sheet
        return sheet.next_players, sheet.next_dealer

    def play(self, side: int | None, points: int = 0) -> None:
        """The next hand is a knock with 2 that is worth so much to a side, or a void one."""
        sheet = self.sheet
        assert sheet.running_game is not None
        counts = HandCounts("void")
        if side is not None:
            counts = HandCounts.of("knock", side, 2, 2 + points)
        self.hands.append(
            WrittenHand(sheet.running_game, counts, sheet.next_dealer, players=sheet.next_players)
        )


def test_four_at_a_table_change_their_opponents_and_the_winners_deal() -> None:
    table = Table(rules())
    # Seats 0 and 2 are partners. Seat 0 begins: its side deals at both tables.
    assert table.deal() == ((0, 1), 0)
    table.play(0, 20)
    assert table.deal() == ((2, 3), 2)
    assert table.sheet.games[0].score.points == (0, 0)  # the round is not over
    table.play(1, 28)
    game = table.sheet.games[0]
    assert (game.score.points, game.score.boxes) == ((0, 8), (0, 1))
    # Side 1 has won the round, so both of it deal, to the other opponents.
    assert table.deal() == ((0, 3), 3)
    table.play(1, 30)
    assert table.deal() == ((2, 1), 1)
    table.play(None)
    assert table.sheet.games[0].score.points == (0, 38)
    assert table.deal() == ((0, 1), 1)


@pytest.mark.parametrize(
    ("change", "met"),
    [
        ("each_hand", [(0, 1), (2, 3), (4, 5), (0, 3), (2, 5), (4, 1), (0, 5), (2, 1), (4, 3)]),
        ("never", [(0, 1), (2, 3), (4, 5)] * 3),
        ("each_game", [(0, 1), (2, 3), (4, 5)] * 3),
    ],
)
def test_three_against_three(change: str, met: list[tuple[int, int]]) -> None:
    table = Table(rules(side_size=3, opponents_change=change, target=150))
    found = []
    for _ in range(9):
        found.append(table.deal()[0])
        table.play(0, 2)
    assert found == met
    assert table.sheet.games[0].score.points == (18, 0)


def test_opponents_may_change_from_game_to_game() -> None:
    table = Table(rules(opponents_change="each_game", match_type="best_of", match_n=3))
    assert table.deal()[0] == (0, 1)
    table.play(0, 90)
    table.play(0, 90)
    assert table.sheet.running_game == 2
    assert table.deal()[0] == (0, 3)


@pytest.mark.parametrize(
    ("policy", "winner", "dealers"),
    [
        ("winner", 1, (3, 1)),
        ("loser", 1, (0, 2)),
        ("alternate", 0, (3, 1)),
        ("alternate", 1, (3, 1)),
        ("winner", None, (0, 2)),
        ("alternate", None, (0, 2)),
    ],
)
def test_who_deals_the_second_round(
    policy: str, winner: int | None, dealers: tuple[int, int]
) -> None:
    table = Table(rules(dealer_policy=policy))
    for _ in range(2):
        table.play(winner, 5)
    assert table.deal()[1] == dealers[0]
    table.play(0, 5)
    assert table.deal()[1] == dealers[1]


@pytest.mark.parametrize("change", ["each_hand", "each_game", "never"])
def test_who_meets_in_the_next_round_is_known_before(change: str) -> None:
    table = Table(rules(opponents_change=change, side_size=3, target=500))
    for _round in range(3):
        table.play(0, 10)
        later = table.rules.due_later(1, table.sheet.dealt)
        table.play(0, 10)
        table.play(0, 10)
        assert list(table.rules.still_to_play(1, table.sheet.dealt)) == list(later)


def test_hands_of_a_round_are_written_down_in_any_order() -> None:
    table = Table(rules())
    table.hands = [WrittenHand(1, HandCounts.of("knock", 0, 2, 12), 2, players=(2, 3))]
    assert table.deal() == ((0, 1), 0)
    table.play(0, 5)
    assert table.sheet.games[0].score.points == (15, 0)


def test_who_met_others_than_was_due_leaves_the_rest_to_the_others() -> None:
    table = Table(rules())
    table.hands = [WrittenHand(1, HandCounts.of("knock", 0, 2, 12), 0, players=(0, 3))]
    assert table.deal() == ((2, 1), 2)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([2, 1], None),
        ([1, 2], None),
        ([0, 1], "plays_twice"),
        ([2, 3], "plays_twice"),
        ([0, 2], "bad_players"),
        ([2], "bad_players"),
        ("23", "bad_players"),
        ([2, 5], "bad_seat"),
        ([True, 2], "bad_seat"),
    ],
)
def test_who_may_play_next(said: object, code: str | None) -> None:
    table = Table(rules())
    table.hands = [WrittenHand(1, HandCounts.of("knock", 0, 2, 12), 0, players=(0, 3))]
    if code is None:
        assert table.rules.checked_players(table.sheet.dealt, said) == (2, 1)
        return
    with pytest.raises(Refusal) as refused:
        table.rules.checked_players(table.sheet.dealt, said)
    assert refused.value.text.code == code


def test_a_game_worked_out() -> None:
    """Two against two to 125, game 100, a box 25 (RG), a shutout 100 more.

    Round 1: 30 + 40 = 70 for side 0. Round 2: 20 to side 1, 50 to side 0: 30 more, 100. Round 3:
    25 and a void hand: 125. Side 0 has 125, three boxes, and side 1 has won no round: 125 + 100
    + 100 + 75 = 400.
    """
    table = Table(rules(shutout_rule="add_100"))
    for side, points in [(0, 30), (0, 40), (1, 20), (0, 50), (0, 25), (None, 0)]:
        table.play(side, points)
    game = table.sheet.games[0].score
    assert (game.winner, game.points, game.boxes, game.shutout) == (0, (125, 0), (3, 0), True)
    assert game.totals == (125 + 100 + 100 + 3 * 25, 0)
    assert table.sheet.score.finished


def test_a_penalty_is_the_other_sides() -> None:
    table = Table(rules())
    table.play(0, 30)
    table.play(0, 30)
    table.said = (SheetAdjustment("points", 2, 1, 2, 10),)  # against a partner of side 0
    assert table.sheet.games[0].score.points == (60, 10)
    table.said = (SheetAdjustment("match_loss", 3, None, 2),)
    assert table.sheet.score.winner == 0


def test_matches_folded_a_second_time() -> None:
    """Random matches come to the same accounts in a program that knows rounds alone."""
    chance = random.Random(4)
    for _ in range(MATCHES):
        size = chance.randint(2, 4)
        own = rules(
            side_size=size,
            match_type="best_of",
            match_n=chance.choice([1, 3]),
            roodle=chance.random() < 0.5,
            opponents_change=chance.choice(["each_hand", "each_game", "never"]),
            dealer_policy=chance.choice(["winner", "loser", "alternate"]),
            shutout_rule=chance.choice(["none", "add_100", "double_all"]),
            target=chance.choice([50, 125]),
        )
        table = Table(own, chance.randrange(own.seats))
        results: list[tuple[int | None, int]] = []
        while not (sheet := table.sheet).score.finished and len(results) < 60:
            winner = chance.choice([0, 1, None]) if chance.random() < 0.3 else chance.randrange(2)
            points = chance.randint(1, 60)
            results.append((winner, points))
            table.play(winner, points)
        played = [(game.score.totals, game.score.boxes) for game in sheet.games]
        assert played == accounts(own.knobs, results)


def accounts(
    rules: Rules, results: list[tuple[int | None, int]]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """What each game of these hands comes to: the totals and the boxes of both sides."""
    size, games = rules.side_size, []
    points, boxes, begun = [0, 0], [0, 0], False
    for at in range(0, len(results), size):
        round, begun = results[at : at + size], True
        if len(round) < size:
            break
        sums = [sum(points for side, points in round if side == who) for who in (0, 1)]
        ahead = sums[1] > sums[0]
        if sums[0] != sums[1]:
            points[ahead] += abs(sums[0] - sums[1])
            boxes[ahead] += 1
            if rules.roodle and all(side == ahead for side, _points in round):
                boxes[ahead] += size
        if max(points) >= rules.target:
            games.append((ended(rules, points, boxes), (boxes[0], boxes[1])))
            points, boxes, begun = [0, 0], [0, 0], False
    if begun:
        games.append(((points[0], points[1]), (boxes[0], boxes[1])))
    return games


def ended(rules: Rules, points: list[int], boxes: list[int]) -> tuple[int, int]:
    """A game that is over, with its bonuses."""
    totals = [points[side] + 25 * boxes[side] for side in (0, 1)]
    won = points[1] >= rules.target
    totals[won] += 100
    if not boxes[1 - won]:  # who wins a round has its box
        totals[won] += {"none": 0, "add_100": 100, "double_all": totals[won]}[rules.shutout_rule]
    return totals[0], totals[1]


def test_a_series_between_partners_on_a_hollywood_sheet() -> None:
    """Rounds are entered as hands are where two play. Column 1: side 0 has 40 and 70, two boxes;
    side 1 has 30, one box. 110 + 100 + 50 = 260 against 30 + 25 = 55, net 205. Column 2: side 0 has
    70 and 50, side 1 is blank: 120 + 100 + 100 for the shutout + 50, net 370. Column 3: 50 and 60,
    likewise 110 + 100 + 100 + 50, net 360. In all 935."""
    table = Table(rules(target=100, sheet="hollywood", match_type="single", match_n=1))
    for side, first, second in ((0, 30, 10), (1, 20, 10), (0, 60, 10), (0, 20, 30), (0, 50, 10)):
        table.play(side, first)
        assert table.sheet.games[0].hands[-1].columns == ()
        table.play(side, second)
    score = table.sheet.games[0].score
    assert score.finished
    assert [column.points for column in score.columns] == [(110, 30), (120, 0), (110, 0)]
    assert [column.boxes for column in score.columns] == [(2, 1), (2, 0), (2, 0)]
    assert [column.net for column in score.columns] == [205, 370, 360]
    assert (score.series_net, score.winner) == (935, 0)
    played = rounds_of(table.rules.knobs, table.sheet.games[0])
    assert [one.columns for one in played] == [(1,), (1,), (1, 2), (2, 3), (3,)]
    assert table.sheet.score.winner == 0


def test_notice_and_penalties_stand_between_rounds() -> None:
    """In the endless form another column opens as one closes, until somebody gives notice; points
    of a penalty that were given in the middle of a round come before it."""
    own = rules(target=50, sheet="hollywood", hollywood_endless=True)
    entries = [knock(0, 30), knock(0, 30), SheetNotice(0, 1, 2), knock(0, 60)]
    entries += [PenaltyPoints((1,), 25), knock(1, 10)]
    score = own.score_game(entries)
    assert score.columns[0].points == (60, 0)
    assert len(score.columns) == 4
    assert score.penalties == ((2,),)
    assert score.entries == ((1,), (2,))
    assert score.columns[1].points == (50, 25)
