"""Every sentence on the deal, the game and the match, with the game that it decides."""

from collections.abc import Callable

from games.engine.gin.rules import Rules
from tests.pages.parts.rule_games import (
    VOID,
    account_of,
    both,
    gin_of,
    knock_of,
    match_of_hands,
    next_dealers,
    of_game,
    scored,
    winners,
)
from tests.pages.parts.rule_rows import Row

SHUTOUT = (gin_of(0, 25), gin_of(0, 26))  # 51 + 50 by gin at 25, the other without a hand
SHUT = {"game_bonus": 50}  # other than 100, so that no two forms come to the same
FULL = (gin_of(0, 75),)
# Seat 1 wins eight hands, seat 0 two and with them the race; in the second game the totals agree.
RACE = (*[knock_of(1, 11)] * 8, gin_of(0, 25), gin_of(0, 25))
LEVEL = (*[knock_of(1, 6)] * 7, knock_of(1, 8), gin_of(0, 25), gin_of(0, 25))
# Seat 0 has 100 points, a box and the game: 225. Seat 1 has 99 points and two boxes: 149.
WON = (knock_of(1, 50), knock_of(1, 49), gin_of(0, 75))
LOST = (knock_of(0, 50), knock_of(0, 49), gin_of(1, 75))
TO_400 = {"match_type": "points", "match_n": 400}
DEAL_EACH = {"match_type": "rounds", "round_of": "deal_each"}
TIED = {"tie_rule": "no_score", "dealer_policy": "winner"}


def shutout(rule: str, total: int, sentence: str, short: str, other: str = "none") -> Row:
    """What the winner has in all, and what they have where the opponent won a hand."""
    games = (
        of_game(lambda score: score.totals[0], *SHUTOUT),
        of_game(lambda score: score.totals[0], gin_of(1, 1), *SHUTOUT),
    )
    opens = (f"A shutout, a game in which the opponent won no hand, {sentence}", short)
    return Row(opens, "shutout_rule", rule, other, both(*games), (total, 201), SHUT)


def extra(
    kind: str, boxes: int, plays: Callable[[Rules], object], told: object, *opens: str
) -> Row:
    return Row(opens, f"extra_boxes_{kind}", boxes, 0, plays, told)


def deals(policy: str, other: str, told: object, *opens: str) -> Row:
    plays = next_dealers(knock_of(0, 11), knock_of(1, 11), VOID)
    return Row(opens, "dealer_policy", policy, other, plays, told)


DEAL = (
    # The players cut by themselves: the engine takes who deals first as a fact.
    Row(("Both cut; the higher card",), "first_dealer", "high_card_chooses", "random", None, None),
    Row(
        ("Both cut; the lower card", "Low card deals first"),
        "first_dealer",
        "low_card_deals",
        "random",
        None,
        None,
    ),
    Row(
        ("Chance decides", "First deal by lot"),
        "first_dealer",
        "random",
        "low_card_deals",
        None,
        None,
    ),
    Row(
        ("The first deal alternates from game to game.",),
        "match_type",
        "best_of",
        "single",
        next_dealers(*FULL),
        [1],
        {"dealer_policy": "winner"},
    ),
    deals("winner", "loser", [0, 1, 0], "The winner of a hand deals", "Winner deals"),
    deals("loser", "winner", [1, 0, 0], "The loser of a hand deals", "Loser deals"),
    deals("alternate", "winner", [1, 1, 0], "The deal alternates", "Deal alternates"),
    Row(
        ("After a void hand the same",), "void_dealer", "same", "alternate", next_dealers(VOID), [0]
    ),
    Row(
        ("After a void hand the other player deals.", "After a void hand the other deals"),
        "void_dealer",
        "alternate",
        "same",
        next_dealers(VOID),
        [1],
    ),
    Row(
        ("After a hand that nobody wins the same",),
        "void_dealer",
        "same",
        "alternate",
        next_dealers(VOID, knock_of(0, 0)),
        [0, 0],
        TIED,
    ),
    Row(
        ("After a hand that nobody wins the other",),
        "void_dealer",
        "alternate",
        "same",
        next_dealers(VOID, knock_of(0, 0)),
        [1, 1],
        TIED,
    ),
    Row(
        ("The deal changes with every hand",),
        "round_of",
        "deal_each",
        "hand",
        next_dealers(knock_of(0, 11), VOID),
        [1, 1],
        {"match_type": "rounds", "dealer_policy": "winner"},
    ),
)

GAME = (
    Row(
        ("Who first reaches %(target)d points wins the game, even", "Who first wins %(needed)d"),
        "target",
        100,
        150,
        of_game(lambda score: (score.finished, score.winner), *SHUTOUT),
        (True, 0),
    ),
    Row(
        ("Who first reaches %(target)d points wins the game, even",),
        "game_winner_by",
        "target",
        "grand_total",
        of_game(lambda score: score.winner, *RACE),
        0,
    ),
    Row(
        ("Who first reaches %(target)d points wins the game, even",),
        "box_bonus",
        25,
        0,
        of_game(lambda score: (score.winner, score.totals[1] > score.totals[0]), *RACE),
        (0, True),
    ),
    Row(
        ("Who first reaches %(target)d points wins the game.",),
        "target",
        100,
        150,
        of_game(lambda score: (score.finished, score.winner), *SHUTOUT),
        (True, 0),
        {"box_bonus": 0},
    ),
    Row(
        ("The game ends when a player reaches", "A game goes to the higher total"),
        "game_winner_by",
        "grand_total",
        "target",
        both(
            of_game(lambda score: score.winner, *RACE), of_game(lambda score: score.winner, *LEVEL)
        ),
        (1, 0),
    ),
    Row(
        ("Who reaches the target has", "Game bonus %(n)d"),
        "game_bonus",
        50,
        100,
        of_game(lambda score: score.bonuses.game, *SHUTOUT),
        (50, 0),
    ),
    Row(
        ("There is no game bonus", "No game bonus"),
        "game_bonus",
        0,
        100,
        of_game(lambda score: score.bonuses.game, *SHUTOUT),
        (0, 0),
    ),
    shutout("none", 201, "earns nothing more.", "No shutout bonus", "add_100"),
    shutout("add_100", 301, "earns 100 more.", "Shutout 100 more"),
    shutout("double_game_bonus", 251, "doubles the game bonus.", "Shutout doubles the game bonus"),
    shutout("double_hand_points", 302, "doubles the points of the hands.", "Shutout doubles the p"),
    shutout("double_excl_boxes", 352, "doubles the points of the hands and", "Shutout doubles all"),
    shutout("double_all", 402, "doubles everything", "Shutout doubles everything"),
    Row(
        ("Every won hand is a box, worth %(box_bonus)d at the end.", "Box %(box_bonus)d"),
        "box_bonus",
        20,
        25,
        of_game(lambda score: score.bonuses.box, *SHUTOUT),
        (40, 0),
    ),
    Row(
        ("Every won hand is a box, worth %(box_bonus)d at the end.", "Box %(box_bonus)d"),
        "box_timing",
        "end",
        "immediate",
        of_game(lambda score: (score.finished, score.points), gin_of(0, 50)),
        (False, (75, 0)),
    ),
    Row(
        (
            "Every won hand is a box, worth %(box_bonus)d that count at once.",
            "Box %(box_bonus)d at once",
        ),
        "box_timing",
        "immediate",
        "end",
        of_game(lambda score: (score.finished, score.points), gin_of(0, 50)),
        (True, (100, 0)),
    ),
    Row(
        ("Won hands earn no boxes.", "No boxes"),
        "box_bonus",
        0,
        25,
        of_game(lambda score: score.bonuses.box, *SHUTOUT),
        (0, 0),
    ),
    extra("gin", 2, scored("gin", 0, 8), (0, 33, 3), "Gin earns", "Extra boxes for gin"),
    extra(
        "big_gin", 2, scored("big_gin", 0, 8), (0, 39, 3), "Big gin earns", "Extra boxes for big"
    ),
    extra(
        "undercut",
        1,
        scored("knock", 8, 6),
        (1, 27, 2),
        "An undercut earns",
        "Extra boxes for an undercut: %(n)d",
    ),
    extra(
        "gin_off",
        1,
        both(scored("knock", 8, 0), scored("knock", 8, 6), scored("gin", 0, 0)),
        ((1, 33, 2), (1, 27, 1), (0, 25, 1)),
        "An undercut with nothing left earns",
        "Extra boxes for an undercut with nothing left",
    ),
)

MATCH = (
    Row(
        ("A match is one game.", "One game to %(target)d points"),
        "match_type",
        "single",
        "best_of",
        winners(0),
        (0, 1),
    ),
    Row(
        ("One game to %(target)d points",),
        "target",
        100,
        150,
        winners(0),
        (0, 1),
        {"match_type": "single", "match_n": 1},
    ),
    Row(
        ("A match is the best of %(n)d games", "Who first wins %(needed)d games"),
        "match_type",
        "best_of",
        "single",
        winners(0, 1, 1, 0, 0),
        (0, 5),
    ),
    Row(
        ("A match is the best of %(n)d games", "Who first wins %(needed)d games"),
        "match_n",
        5,
        3,
        winners(1, 1, 0, 0, 0),
        (0, 5),
    ),
    # A won game is worth 325 here. Seat 0 wins with 650 of their own, ahead of 325 by 325 only.
    Row(
        ("Every game brings the player who won it", "Games to %(target)d points: who"),
        "match_n",
        500,
        1000,
        winners(0, 1, 0),
        (0, 3),
        {"match_type": "points"},
    ),
    Row(
        ("Every game brings the player who won it", "Games to %(target)d points: who"),
        "match_type",
        "points",
        "best_of",
        winners(0, 1, 0),
        (0, 3),
        {"match_n": 501},
    ),
    Row(
        ("Every game brings the player who won it", "Games to %(target)d points: who"),
        "points_by",
        "net",
        "gross",
        account_of(WON, WON),
        (None, (152, 0)),
        TO_400,
    ),
    Row(
        ("Every game brings each player all that they have", "Games to %(target)d points: each"),
        "points_by",
        "gross",
        "net",
        both(
            account_of(WON),
            account_of(WON, WON),
            account_of(WON, LOST),
            account_of(WON, LOST, LOST),
        ),
        ((None, (225, 149)), (0, (450, 298)), (None, (374, 374)), (1, (523, 599))),
        {**TO_400, "match_n": 340},
    ),
    Row(
        ("A match is %(n)d rounds", "A match has %(n)d rounds"),
        "round_of",
        "deal_each",
        "hand",
        match_of_hands(
            (gin_of(0, 8), VOID),
            (gin_of(0, 8), VOID, VOID, VOID),
            (*(VOID,) * 4, gin_of(1, 1)),
            (*(VOID,) * 4, gin_of(1, 1), VOID),
        ),
        [None, 0, None, 1],
        {"match_type": "rounds", "match_n": 2},
    ),
    Row(
        ("A match is %(n)d hands", "A match has %(n)d hands"),
        "round_of",
        "hand",
        "deal_each",
        match_of_hands((gin_of(0, 8), VOID)),
        [0],
        {"match_type": "rounds", "match_n": 2},
    ),
    Row(
        ("A match is one round", "One round decides the match"),
        "match_n",
        1,
        2,
        match_of_hands((gin_of(0, 8),), (gin_of(0, 8), VOID), (VOID, VOID, gin_of(1, 8))),
        [None, 0, None],
        DEAL_EACH,
    ),
    Row(
        ("A match is one hand", "One hand decides the match"),
        "match_n",
        1,
        3,
        match_of_hands((VOID,), (gin_of(0, 8),), (VOID, gin_of(0, 8))),
        [None, 0, 0],
        {"match_type": "rounds"},
    ),
    Row(
        ("A match is %(n)d hands", "A match has %(n)d hands"),
        "match_n",
        3,
        4,
        match_of_hands(
            (gin_of(0, 8), VOID, VOID), (VOID, VOID, VOID), (VOID,) * 3 + (gin_of(1, 1),)
        ),
        [0, None, 1],
        {"match_type": "rounds"},
    ),
    Row(
        ("A match is one hand",),
        "match_type",
        "rounds",
        "single",
        match_of_hands((gin_of(0, 8),)),
        [0],
        {"match_n": 1},
    ),
    Row(
        ("The higher total wins, boxes counted in.",),
        "box_bonus",
        25,
        0,
        match_of_hands((gin_of(0, 5), knock_of(1, 6), knock_of(1, 6))),
        [1],
        {"match_type": "rounds", "match_n": 3},
    ),
    Row(
        ("The higher total wins.",),
        "box_bonus",
        0,
        25,
        match_of_hands((gin_of(0, 5), knock_of(1, 6), knock_of(1, 6))),
        [0],
        {"match_type": "rounds", "match_n": 3},
    ),
)
