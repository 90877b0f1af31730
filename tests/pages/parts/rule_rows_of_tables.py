"""Every sentence on three or more at a table, with what it decides."""

from collections.abc import Callable

from games.engine.gin.captain import CaptainRules
from games.engine.gin.cutthroat import CutthroatRules
from games.engine.gin.forms import gin_rules
from games.engine.gin.royal.game_rules import RoyalRules
from games.engine.gin.rules import Rules
from games.engine.scoring.counted import CountedHand
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.match import games_needed
from tests.games.engine.counted_matches import CountedTable
from tests.games.engine.gin.table_matches import Table
from tests.pages.parts.rule_rows import Row

CUTTHROAT = {"variant": "cutthroat"}
BATTLE_ROYAL = {"variant": "battle_royal"}
JERSEY = {"variant": "jersey"}
CAPTAIN = {"variant": "captain", "match_type": "best_of", "match_n": 3, "target": 20}


def meet_after(*winners: int) -> Callable[[Rules], object]:
    """Who meet, the box first, after hands that bring these seats 20 each; seat 1 begins as
    captain, seat 0 is in the box."""

    def plays(rules: Rules) -> object:
        table = Table(CaptainRules(rules), 1)
        for winner in winners:
            table.play(winner, 20)
        return table.deal()[0]

    return plays


def meet_first(rules: Rules) -> object:
    """Who meet in the first hand, the box first."""
    return gin_rules(rules).next_players(1, (), 0)


def nets_after_a_game(rules: Rules) -> object:
    """What a match to points counts after a game that one player has won by a hand of 20."""
    table = Table(CutthroatRules(rules), 0)
    table.play(0, 20)
    return table.sheet.score.account(table.rules) if rules.match_type == "points" else None


def paid(kind: str, *counts: int) -> Callable[[Rules], object]:
    """What three who all play get for a hand that the first has ended."""

    def plays(rules: Rules) -> object:
        hand = CountedHand(kind, 0, counts)
        return gin_rules(rules).score_hand(WrittenHand(1, hand)).entries

    return plays


def deals_after_a_void_hand(rules: Rules) -> object:
    table = CountedTable(RoyalRules(rules), 1)
    table.play("void")
    return table.sheet.next_dealer


TABLE_ROWS = (
    Row(
        ("Battle Royal: three",),
        "variant",
        "battle_royal",
        "jersey",
        paid("knock", 4, 3, 3),
        (-20, 0, 0),
        {"undercut_bonus": 20},
    ),
    Row(
        ("Jersey: three",),
        "variant",
        "jersey",
        "battle_royal",
        paid("knock", 4, 3, 3),
        (0, 21, 21),
        {"undercut_bonus": 20},
    ),
    Row(
        ("Gin scores %(n)d and the counts of both", "Gin %(n)d"),
        "gin_bonus",
        40,
        25,
        paid("gin", 0, 20, 31),
        (91, 0, 0),
        BATTLE_ROYAL,
    ),
    Row(
        ("Gin scores, of each", "Gin %(n)d"),
        "gin_bonus",
        20,
        25,
        paid("gin", 0, 20, 31),
        (91, 0, 0),
        JERSEY,
    ),
    Row(
        ("A knocker who is undercut", "Undercut %(n)d"),
        "undercut_bonus",
        20,
        25,
        paid("knock", 4, 2, 31),
        (-20, 33, 0),
        BATTLE_ROYAL,
    ),
    Row(
        ("Each of the others who is not above", "Undercut %(n)d"),
        "undercut_bonus",
        20,
        25,
        paid("knock", 4, 2, 31),
        (27, 22, 0),
        JERSEY,
    ),
    Row(
        ("After a void hand the next player deals.", "After a void hand the next deals"),
        "void_dealer",
        "alternate",
        "same",
        deals_after_a_void_hand,
        2,
        BATTLE_ROYAL,
    ),
    Row(
        ("Three sit at the table", "Three at the table"),
        "table_size",
        3,
        4,
        lambda rules: gin_rules(rules).seats,
        3,
        CUTTHROAT,
    ),
    Row(
        ("%(n)d sit at the table", "%(n)d at the table"),
        "table_size",
        5,
        3,
        lambda rules: gin_rules(rules).seats,
        5,
        CUTTHROAT,
    ),
    Row(
        ("The box goes round the table", "The box goes round from game"),
        "solo_change",
        "per_game_rotate",
        "never",
        meet_after(0),
        (1, 2),
        CAPTAIN,
    ),
    Row(
        ("Who wins the last hand of a game is in the box", "Who wins the last hand of a game has"),
        "solo_change",
        "per_game_last_hand",
        "never",
        meet_after(1),
        (1, 2),
        CAPTAIN,
    ),
    Row(
        ("Whoever beats the box", "Who beats the box"),
        "solo_change",
        "per_hand",
        "never",
        meet_after(1),
        (1, 2),
        CAPTAIN,
    ),
    Row(
        ("The same player is in the box", "One has the box"),
        "solo_change",
        "never",
        "per_game_rotate",
        meet_after(0),
        (0, 2),
        CAPTAIN,
    ),
    Row(
        ("Cutthroat: the loser of a hand sits out",),
        "variant",
        "cutthroat",
        "standard",
        lambda rules: gin_rules(rules).seats,
        3,
    ),
    Row(
        ("Captain: one in the box",),
        "variant",
        "captain",
        "cutthroat",
        meet_first,
        (2, 0),
    ),
    Row(
        ("The match is won by the first",),
        "match_type",
        "best_of",
        "single",
        lambda rules: games_needed(gin_rules(rules)),
        2,
        {**CUTTHROAT, "match_n": 3},
    ),
    Row(
        ("Whoever first has %(n)d points of the others",),
        "match_type",
        "points",
        "best_of",
        nets_after_a_game,
        (490, -245, -245),
        {**CUTTHROAT, "match_n": 301, "target": 20},
    ),
)
