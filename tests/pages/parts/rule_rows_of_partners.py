"""Every sentence on partners, with the round that it decides."""

from collections.abc import Callable

from games.engine.gin.partnership import PartnershipRules, score_round
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts, HandScore
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.sheet import match_sheet
from tests.pages.parts.rule_rows import Row

PARTNERS = {"variant": "partnership"}
PAIRS = {**PARTNERS, "side_size": 2}
WON = HandScore("knock", 0, 10, 1)


def meets_after(points: int) -> Callable[[Rules], object]:
    """Whom seat 0 meets after a round that brings their side so many points twice."""

    def plays(rules: Rules) -> object:
        own = PartnershipRules(rules)
        counts = HandCounts.of("knock", 0, 2, 2 + points)
        hands = [WrittenHand(1, counts, 0, players=two) for two in ((0, 1), (2, 3))]
        sheet = match_sheet(own, 0, hands, {})
        return sheet.running_game, sheet.next_players[1]

    return plays


def first_columns(rules: Rules) -> object:
    """The columns into which a first round goes, of which both hands were won."""
    counts = HandCounts.of("knock", 0, 2, 22)
    hands = [WrittenHand(1, counts, 0, players=two) for two in ((0, 1), (2, 3))]
    game = match_sheet(PartnershipRules(rules), 0, hands, {}).games[0].score
    return [column.points for column in game.columns] if rules.sheet == "hollywood" else game.points


PARTNERS_ROWS = (
    Row(
        ("A game is a Hollywood series: a sheet of three columns. The first round",),
        "sheet",
        "hollywood",
        "game",
        first_columns,
        [(40, 0), (0, 0), (0, 0)],
        PAIRS,
    ),
    Row(
        ("Every won round is a box, worth %(box_bonus)d at the end.",),
        "box_timing",
        "end",
        "immediate",
        first_columns,
        (40, 0),
        PAIRS,
    ),
    Row(
        ("Every won round is a box, worth %(box_bonus)d that count at once.",),
        "box_timing",
        "immediate",
        "end",
        first_columns,
        (65, 0),
        PAIRS,
    ),
    Row(
        ("Two partners play against two.", "Two against two"),
        "side_size",
        2,
        3,
        lambda rules: PartnershipRules(rules).seats,
        4,
        PARTNERS,
    ),
    Row(
        ("%(n)d partners play against", "%(n)d against"),
        "side_size",
        4,
        2,
        lambda rules: PartnershipRules(rules).seats,
        8,
        PARTNERS,
    ),
    Row(
        ("Partners change their opponents after every hand.",),
        "opponents_change",
        "each_hand",
        "never",
        meets_after(5),
        (1, 3),
        PAIRS,
    ),
    Row(
        ("Partners change their opponents after every game.", "Opponents change after every game"),
        "opponents_change",
        "each_game",
        "never",
        meets_after(60),
        (2, 3),
        PAIRS,
    ),
    Row(
        ("Everybody keeps their opponent", "Opponents stay"),
        "opponents_change",
        "never",
        "each_game",
        meets_after(60),
        (2, 1),
        PAIRS,
    ),
    Row(
        ("A side of which every partner wins has a roodle", "Roodle"),
        "roodle",
        True,
        False,
        lambda rules: score_round(rules, [WON, WON]).boxes,
        3,
        PAIRS,
    ),
    Row(
        ("A round that every partner of a side wins",),
        "roodle",
        False,
        True,
        lambda rules: score_round(rules, [WON, WON]).boxes,
        1,
        PAIRS,
    ),
)
