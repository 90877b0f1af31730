"""Matches of Battle Royal and Jersey: added up by hand, and many evenings that sum to nothing."""

import random
from dataclasses import replace

import pytest

from games.engine.gin.forms import gin_rules
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.royal.game_rules import RoyalRules
from games.engine.gin.rules import rules_from
from games.engine.scoring.counted import CountedHand, CountedRemedies, CountedScore
from games.engine.scoring.facts import LostHand, SheetAdjustment, WrittenHand
from games.engine.scoring.table_score import TableScore
from kernel.text import Refusal
from tests.conftest import IS_LONG
from tests.games.engine.counted_matches import CountedTable

MATCHES = 3_000 if IS_LONG else 150
NONE = (0, 0, 0)


def rules(variant: str = "battle_royal", **knobs: object) -> RoyalRules:
    """As the source has it: to 200, gin 40, undercut 20, the game 100, a box 25."""
    given = {"preset": "rummy-games", "variant": variant, "match_type": "single"}
    own = gin_rules(replace(rules_from(given), **knobs))  # type: ignore[arg-type]
    assert isinstance(own, RoyalRules)
    return own


def scored(
    own: RoyalRules,
    kind: str,
    ended_by: int | None,
    *counts: int | None,
    upcard: str | None = None,
    **remedies: object,
) -> CountedScore:
    ruled = CountedRemedies(NONE, **remedies)  # type: ignore[arg-type]
    hand = CountedHand(kind, ended_by, counts, upcard)
    return own.score_hand(WrittenHand(1, hand, 0, ruled))


def refused(own: RoyalRules, kind: str, ended_by: int | None, *counts: int | None) -> str:
    with pytest.raises(Refusal) as found:
        scored(own, kind, ended_by, *counts)
    return found.value.text.code


def game_of(table: CountedTable) -> TableScore:
    game = table.sheet.games[-1].score
    assert isinstance(game, TableScore)
    return game


# A hand -------------------------------------------------------------------------------------------


def test_the_hands_of_the_rulebook() -> None:
    """Rulebook 3.3, 23: the winner's 4 against 20 and 31."""
    own = rules()
    assert scored(own, "knock", 0, 4, 20, 31).entries == (47, 0, 0)
    assert scored(own, "gin", 0, None, 20, 31).entries == (91, 0, 0)
    assert scored(own, "knock", 0, 4, 3, 31).entries == (-20, 32, 0)


@pytest.mark.parametrize(
    ("counts", "entries", "winner"),
    [
        ((4, 20, 31), (47, 0, 0), 0),
        ((9, 4, 20), (-20, 25, 0), 1),  # 9 + 20 - 4
        ((9, 9, 20), (-20, 20, 0), 1),  # level with the knocker: 9 + 20 - 9
        ((9, 4, 4), (-20, 0, 0), None),  # two others level
        ((9, 9, 9), (-20, 0, 0), None),
        ((9, 10, 4), (-20, 0, 15), 2),  # 9 + 10 - 4
    ],
)
def test_a_knock_of_battle_royal(
    counts: tuple[int, ...], entries: tuple[int, ...], winner: int | None
) -> None:
    score = scored(rules(), "knock", 0, *counts)
    assert (score.entries, score.winner) == (entries, winner)
    assert score.kind == ("knock" if entries[0] > 0 else "undercut")
    assert score.boxes == (0 if winner is None else 1)


@pytest.mark.parametrize(
    ("kind", "counts", "entries", "winner"),
    [
        ("knock", (4, 20, 31), (43, 0, 0), 0),  # 16 + 27, pair by pair
        ("knock", (4, 2, 31), (27, 22, 0), 0),  # beaten by one, ahead of the other
        ("knock", (9, 4, 10), (1, 25, 0), 1),
        ("knock", (9, 4, 4), (0, 25, 25), None),
        ("gin", (None, 20, 31), (91, 0, 0), 0),  # 20 + 20 and 31 + 20
    ],
)
def test_a_hand_of_jersey(
    kind: str, counts: tuple[int, ...], entries: tuple[int, ...], winner: int | None
) -> None:
    score = scored(rules("jersey"), kind, 0, *counts)
    assert (score.entries, score.winner) == (entries, winner)


def test_boxes_and_spades() -> None:
    """One box, more for gin and an undercut, twice what a spade as upcard doubles."""
    own = rules(
        knock_limit="upcard",
        oklahoma_spade="double_hand_and_boxes",
        extra_boxes_gin=2,
        extra_boxes_undercut=1,
        extra_boxes_gin_off=1,
    )
    gin = scored(own, "gin", 2, 20, 31, upcard="7H")
    assert (gin.entries, gin.boxes) == ((0, 0, 91), 3)
    doubled = scored(own, "knock", 0, 5, 3, 31, upcard="7S")
    assert (doubled.entries, doubled.boxes) == ((-40, 66, 0), 4)
    assert scored(own, "knock", 0, 5, 0, 31, upcard="7H").boxes == 3


def test_what_can_not_have_happened_is_refused() -> None:
    own = rules()
    assert refused(own, "big_gin", 0, 0, 20, 31) == "bad_kind"
    assert refused(own, "knock", None, 4, 20, 31) == "missing_knocker"
    assert refused(own, "knock", 3, 4, 20, 31) == "bad_seat"
    assert refused(own, "knock", 0, 4, None, 31) == "missing_count"
    assert refused(own, "knock", 0, 4, 20) == "missing_count"
    assert refused(own, "knock", 0, 4, 20, 31, 5) == "bad_count"
    assert refused(own, "knock", 0, 4, 99, 31) == "bad_count"
    assert refused(own, "knock", 0, 11, 20, 31) == "illegal_knock"
    assert refused(own, "knock", 0, 0, 20, 31) == "gin_not_knock"
    assert refused(own, "gin", 0, 4, 20, 31) == "bad_count"
    assert refused(own, "void", 0) == "not_used"
    assert refused(own, "void", None, 4, 20, 31) == "not_used"
    assert refused(rules(knock_limit=0), "knock", 0, 4, 20, 31) == "illegal_knock"
    assert refused(rules(knock_limit="upcard"), "knock", 0, 4, 20, 31) == "missing_upcard"


# Rulings on a hand --------------------------------------------------------------------------------


def test_what_rulings_do_to_a_hand() -> None:
    own = rules()
    hand = "knock", 0, 4, 20, 31
    assert scored(own, *hand, void=True).kind == "void"
    barred = scored(own, *hand, cannot_win=frozenset({0}))
    assert (barred.winner, barred.entries) == (None, NONE)
    assert scored(own, *hand, cannot_win=frozenset({1, 2})).entries == (47, 0, 0)
    no_gin = scored(own, "gin", 0, None, 20, 31, bonus_barred=frozenset({(0, "gin")}))
    assert no_gin.entries == (51, 0, 0)
    free = scored(own, "knock", 0, 9, 4, 20, bonus_barred=frozenset({(1, "undercut")}))
    assert free.entries == (0, 25, 0)
    accepted = scored(own, "knock", 0, 12, 20, 31, knock_accepted=True, as_knock=True)
    assert accepted.entries == (39, 0, 0)
    false_gin = scored(own, "gin", 0, 3, 20, 31, knock_accepted=True, as_knock=True)
    assert (false_gin.kind, false_gin.entries) == ("knock", (48, 0, 0))
    lost = scored(own, *hand, lost=LostHand(1, 30, 1))
    assert (lost.kind, lost.winner, lost.entries) == ("void", None, (30, 0, 30))


def test_what_rulings_do_to_a_hand_of_jersey() -> None:
    own = rules("jersey")
    plain = scored(own, "knock", 0, 9, 4, 20, bonus_barred=frozenset({(1, "undercut")}))
    assert plain.entries == (11, 5, 0)
    barred = scored(own, "knock", 0, 9, 4, 40, cannot_win=frozenset({1}))
    assert (barred.winner, barred.entries) == (0, (31, 0, 0))


def test_missing_cards_raise_a_count_and_leave_the_knock_legal() -> None:
    hand = WrittenHand(1, CountedHand("knock", 0, (9, 20, 31)), 0, CountedRemedies((10, 0, 0)))
    score = rules().score_hand(hand)
    assert (score.counts, score.entries, score.surcharge) == ((19, 20, 31), (32, 0, 0), (10, 0, 0))


def test_effects_are_read_as_they_are_stored() -> None:
    own = rules()
    effects = [
        {"remedy": "accept_knock", "seats": [0], "kind": "knock"},
        {"remedy": "bar_bonus", "seats": [1, 2], "kinds": ["undercut"]},
        {"remedy": "deadwood_surcharge", "seats": [1], "amount": 10, "cards": 2},
        {"remedy": "deal_stands", "seats": [], "rotation": "as_due"},
        {"remedy": "note_conduct", "seats": [1]},
    ]
    ruled = own.remedies(effects, None)
    assert (ruled.knock_accepted, ruled.as_knock, ruled.as_due) == (True, True, True)
    assert ruled.bonus_barred == {(1, "undercut"), (2, "undercut")}
    assert ruled.surcharge == (0, 20, 0)
    rejected = own.remedies([*effects, {"remedy": "reject_knock", "seats": [0]}], None)
    assert not rejected.knock_accepted
    again = [*effects, {"remedy": "redeal", "seats": [], "dealer": "same"}]
    assert own.remedies(again, None) == CountedRemedies(NONE)


# A game -------------------------------------------------------------------------------------------


def test_a_game_in_which_one_has_nothing() -> None:
    """A 47 + 91 = 138, then undercut 118, and 85 for 203; C has the undercut, 9 + 10 - 4 = 15.

    A 203 + 100 + 3 x 25 = 378, B 0, C 15 + 25 = 40. A has of B 378 and 100 more, of C 338; C has of
    B 40. So A 816, B -378 - 100 - 40 = -518, C 40 - 338 = -298.
    """
    table = CountedTable(rules())
    table.play("knock", 0, 4, 20, 31)
    table.play("gin", 0, None, 20, 31)
    table.play("knock", 0, 9, 10, 4)
    table.play("gin", 0, 0, 25, 20)
    game = game_of(table)
    assert (game.finished, game.winner, game.net, game.shutout) == (True, 0, 816, True)
    assert (game.points, game.boxes) == ((203, 0, 15), (3, 0, 1))
    assert game.totals == (378, 0, 40)
    assert game.bonuses.shutout == (100, -100, 0)
    assert game.accounts == (816, -518, -298)
    assert table.sheet.score.winner == 0


def test_a_game_that_an_undercut_leaves_below_nothing() -> None:
    """B is undercut twice, -40; A has 9 + 90 - 5 = 94 and 98 + 9 - 0 = 107: 201.

    A 201 + 100 + 50 = 351, B -40, C 0. B and C pay 100 more each. A has of B 391 + 100, of C
    351 + 100: 942; C has of B 40: C -451 + 40 = -411, B -491 - 40 = -531.
    """
    table = CountedTable(rules())
    table.play("knock", 1, 5, 9, 90)
    table.play("knock", 1, 0, 9, 98)
    game = game_of(table)
    assert (game.points, game.winner) == ((201, -40, 0), 0)
    assert game.accounts == (942, -531, -411)


def test_whoever_has_a_part_of_a_hand_of_jersey_is_not_shut_out() -> None:
    """B beats the knocker by 2 and has 22, C nothing; A wins both hands and has 94 + 195."""
    table = CountedTable(rules("jersey"))
    table.play("knock", 0, 4, 2, 98)
    table.play("gin", 0, 0, 80, 75)
    game = game_of(table)
    assert (game.points, game.boxes) == ((289, 22, 0), (2, 0, 0))
    assert game.bonuses.shutout == (100, 0, -100)


def test_boxes_that_count_at_once_end_a_game() -> None:
    table = CountedTable(rules(box_timing="immediate", target=70))
    table.play("knock", 0, 4, 20, 31)
    assert (game_of(table).points, game_of(table).finished) == ((72, 0, 0), True)


def test_a_match_of_hands_goes_on_while_two_lead() -> None:
    """Two hands of 30 each for A and B are level; a third decides, boxes counted, and no bonus."""
    table = CountedTable(rules(match_type="rounds", match_n=2))
    table.play("knock", 0, 5, 15, 20)
    table.play("knock", 1, 15, 5, 20)
    assert not game_of(table).finished
    table.play("knock", 2, 15, 20, 5)
    assert not game_of(table).finished
    table.play("knock", 2, 15, 20, 5)
    game = game_of(table)
    assert (game.winner, game.totals) == (2, (55, 55, 110))
    assert game.accounts == (-55, -55, 110)


def test_games_of_a_match_to_points_bring_everybody_their_account() -> None:
    table = CountedTable(rules(match_type="points", match_n=500))
    table.play("gin", 0, 0, 98, 98)
    assert table.sheet.score.finished
    assert table.sheet.score.nets == (2 * (236 + 100 + 25 + 100), -461, -461)


# Who deals ----------------------------------------------------------------------------------------


def test_the_deal_passes_left_and_goes_round_from_game_to_game() -> None:
    table = CountedTable(rules(match_type="best_of", match_n=5), first=2)
    dealers = [table.sheet.next_dealer]
    for winner in (0, 1, 0):
        table.play("knock", winner, *[4 if seat == winner else 10 for seat in range(3)])
        dealers.append(table.sheet.next_dealer)
    assert dealers == [2, 0, 1, 2]
    table.play("gin", 1, 98, 0, 98)
    assert (table.sheet.running_game, table.sheet.next_dealer) == (2, 0)


@pytest.mark.parametrize(("void_dealer", "dealer"), [("same", 0), ("alternate", 1)])
def test_who_deals_after_a_void_hand(void_dealer: str, dealer: int) -> None:
    table = CountedTable(rules(void_dealer=void_dealer))
    table.play("void")
    assert table.sheet.next_dealer == dealer


def test_after_a_hand_that_two_share_the_deal_passes_on() -> None:
    table = CountedTable(rules())
    table.play("knock", 0, 9, 4, 4)
    assert table.sheet.next_dealer == 1


def test_a_ruling_says_who_deals() -> None:
    table = CountedTable(rules())
    table.play("knock", 0, 4, 20, 31, remedies=CountedRemedies(NONE, void=True, deals_again=True))
    assert table.sheet.next_dealer == 0


def test_the_highest_card_deals_first() -> None:
    assert rules().drawn(["7H", "KC", "KS"]) == (["7H", "KC", "KS"], 2)
    with pytest.raises(Refusal):
        rules().drawn(["7H", "KC"])
    with pytest.raises(Refusal):
        rules().drawn(["7H", "KC", "KC"])


# Penalties ----------------------------------------------------------------------------------------


def test_points_of_a_penalty_go_to_both_others() -> None:
    table = CountedTable(rules())
    table.play("knock", 0, 4, 20, 31)
    table.said = (SheetAdjustment("points", 0, 1, 1, points=20),)
    assert game_of(table).points == (47, 20, 20)


def test_a_game_that_a_penalty_ends_goes_to_whoever_of_the_others_leads() -> None:
    """A has 47, C 15: C gets the game, A is paid nothing by anybody. C has 15 + 25, A 47 + 25."""
    table = CountedTable(rules())
    table.play("knock", 0, 4, 20, 31)
    table.play("knock", 1, 9, 10, 4)
    table.said = (SheetAdjustment("game_loss", 0, 1, 2),)
    game = game_of(table)
    assert (game.winner, game.totals) == (2, (72, -20, 40))
    # Of C against B: 60; A gets nothing of B, nothing of C.
    assert game.accounts == (0, -60, 60)


# Many evenings ------------------------------------------------------------------------------------


def test_games_sum_to_nothing() -> None:
    chance = random.Random(198)
    for _ in range(MATCHES):
        own = rules(
            chance.choice(list(FORMS)),
            target=chance.choice([50, 200]),
            shutout_rule=chance.choice(["none", "add_100", "double_all"]),
            box_timing=chance.choice(["end", "immediate"]),
            box_bonus=chance.choice([0, 25]),
        )
        table = CountedTable(own, chance.randrange(3))
        points = NONE
        while table.sheet.running_game == 1:
            kind = chance.choice(["knock", "knock", "gin", "void"])
            seat = chance.randrange(3)
            counts = [chance.randint(0, 40) for _ in range(3)]
            if kind == "knock":
                counts[seat] = chance.randint(1, 10)
            elif kind == "gin":
                counts[seat] = 0
            table.play(kind, *([] if kind == "void" else [seat, *counts]))
            last = table.sheet.games[0].hands[-1].score
            more = [own.knobs.box_bonus * last.boxes * (seat == last.winner) for seat in range(3)]
            at_once = more if own.knobs.box_timing == "immediate" else NONE
            points = tuple(map(sum, zip(points, last.entries, at_once, strict=True)))
        game = game_of(table)
        assert game.points == points
        assert max(points) == points[game.winner or 0] >= own.knobs.target
        assert sum(game.accounts) == 0
        assert game.net == game.accounts[game.winner or 0]
        assert sum(game.bonuses.shutout) == 0
