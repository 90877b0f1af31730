"""A worked case for every row of the table: what follows from a choice, and what the hand is worth.

Unless a case says otherwise seat 0 is the offender and knocks under club rules with 8 against 30,
which is worth 22 and a box.
"""

from typing import NamedTuple

import pytest

from games.engine.gin.irregularities.effects import effects_of, further_rows, hand_remedies
from games.engine.gin.irregularities.table import IRREGULARITIES, open_options, questions
from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.hand import HandCounts, score_hand
from tests.games.engine.strategies import refuses

CLUB = rules_from("club")
STRAIGHT = rules_from("straight")

PLAIN = HandCounts.of("knock", 0, 8, 30)
ABOVE = HandCounts.of("knock", 0, 12, 9)
GIN = HandCounts.of("gin", 0, 0, 30)

WON = ("knock", 0, 22, 1)
VOID = ("void", None, 0, 0)


class Case(NamedTuple):
    """A choice, what follows (remedies, each with the seats that it hits), and the score."""

    row: str
    option: str
    conditions: str
    effects: str
    counts: HandCounts = PLAIN
    score: tuple = WON
    cards: int = 0
    offender: int | None = 0
    rules: object = CLUB


ROW = "exposed_row 0, bar_knock 0"
REJECT = "reject_knock 0, expose_hand 0, resume 1"
OPEN = "reject_knock 0, expose_hand 0, pick_up_hand 1, resume 1"
PICK_UP = "reject_knock 0, pick_up_hand 0, pick_up_hand 1, bar_bonus 0, resume 1"
PLAY_ON = "play_on_with_knocker_hand_exposed_to_the_end"
LET_PICK_UP = "let_knocker_pick_up_hand"
ACCEPT = "accept_as_legal"
UNDERCUT = ("undercut", 1, 28, 1)
NO_GIN_BONUS = ("gin", 0, 30, 1)

CASES = (
    Case("DEAL_WRONG_DEALER_EARLY", "stop_deal", "", "redeal"),
    Case("DEAL_WRONG_DEALER_EARLY", "let_it_stand", "", "deal_stands"),
    Case("DEAL_WRONG_DEALER_LATE", "", "", "deal_stands"),
    Case("DEAL_FACED_CARD", "", "", "redeal", offender=None),
    Case("DEAL_FACED_IN_STOCK", "", "", "shuffle_into_stock", offender=None),
    Case("DEAL_CARD_LOOKED_AT", "redeal", "", "redeal, note_conduct 0"),
    Case("DEAL_CARD_LOOKED_AT", "continue", "", "deal_stands, note_conduct 0"),
    Case("DEAL_NO_CUT", "demand_cut", "hands_unseen", "redeal"),
    Case("DEAL_NO_CUT", "let_it_stand", "", "deal_stands"),
    Case("DEAL_IMPERFECT_PACK", "", "before_knock foreign_in_stock", "return_card", offender=None),
    Case("DEAL_IMPERFECT_PACK", "", "before_knock", "void_hand", PLAIN, VOID, offender=None),
    Case("DEAL_IMPERFECT_PACK", "", "", "play_stands", offender=None),
    Case("DEAL_DOUBLE_UPCARD", "", "", "card_stands, shuffle_into_stock", offender=None),
    Case("HAND_COUNT_BEFORE_DRAW", "", "", "redeal"),
    Case("HAND_COUNT_BOTH", "", "", "redeal", offender=None),
    Case("HAND_COUNT_ONE", "demand_redeal", "", "redeal"),
    Case("HAND_COUNT_ONE", "continue", "", "correct_hand 0, bar_knock 0"),
    Case(
        "HAND_COUNT_END_FEW",
        "",
        "",
        "deadwood_surcharge 0, bar_bonus 0",
        PLAIN,
        ("knock", 0, 2, 1),
        cards=2,
    ),
    Case(
        "HAND_COUNT_END_FEW",
        "",
        "",
        "deadwood_surcharge 1, bar_bonus 1",
        HandCounts.of("knock", 0, 10, 0),
        ("undercut", 1, 0, 1),
        cards=1,
        offender=1,
    ),
    Case(
        "HAND_COUNT_END_FEW",
        "",
        "",
        "deadwood_surcharge 0, bar_bonus 0",
        GIN,
        ("knock", 0, 20, 1),
        cards=1,
    ),
    Case("HAND_COUNT_END_MANY", "", "", "cannot_win 0, bar_bonus 0", PLAIN, ("knock", None, 0, 0)),
    Case(
        "HAND_COUNT_END_MANY",
        "",
        "",
        "cannot_win 0, bar_bonus 0",
        HandCounts.of("knock", 0, 8, 3),
        ("undercut", 1, 30, 1),
    ),
    Case("HAND_COUNT_END_MANY", "", "", "cannot_win 1, bar_bonus 1", offender=1),
    Case(
        "HAND_COUNT_KNOCKER",
        "treat_as_illegal_knock",
        "",
        "reject_knock 0, expose_hand 0, correct_hand 0, bar_knock 0, resume 1",
    ),
    Case(
        "HAND_COUNT_KNOCKER",
        "let_it_be_counted",
        "too_few",
        "deadwood_surcharge 0, bar_bonus 0",
        PLAIN,
        ("knock", 0, 12, 1),
        cards=1,
    ),
    Case(
        "HAND_COUNT_KNOCKER",
        "let_it_be_counted",
        "",
        "cannot_win 0, bar_bonus 0",
        PLAIN,
        ("knock", None, 0, 0),
    ),
    Case("DRAW_OUT_OF_TURN", "", "", "card_stands 0"),
    Case("DRAW_BEFORE_UPCARD_REFUSED", "", "", "card_stands 0, resume 0"),
    Case("DEALER_TAKES_FIRST", "demand_return_and_decide", "", "return_card 0, resume 1"),
    Case(
        "DEALER_TAKES_FIRST",
        "demand_return_and_decide",
        "discard_made",
        "return_card 0, return_card 0, resume 1",
    ),
    Case("DEALER_TAKES_FIRST", "accept", "", "card_stands 0"),
    Case("DRAW_FROM_STOCK_ON_OFFER", "", "", "card_stands 0, resume 0"),
    Case("DRAW_FROM_STOCK_ON_OFFER", "", "offender_is_dealer", "card_stands 0, resume 1"),
    Case("DISCARD_BEFORE_DRAW", "", "", "correct_hand 0"),
    Case("DISCARD_BEFORE_DRAW", "", "opponent_has_drawn", "-> HAND_COUNT_ONE"),
    Case("KNOCK_WITHOUT_DRAW", "", "in_turn", "reject_knock 0, expose_hand 0, resume 0"),
    Case("KNOCK_WITHOUT_DRAW", "", "", "reject_knock 0, expose_hand 0, resume 1"),
    Case("SEE_IN_TURN", "", "", ROW),
    Case("SEE_IN_TURN", "take_exposed_card", "", ROW),
    Case("SEE_OUT_OF_TURN", "", "", ROW),
    Case("SEE_OUT_OF_TURN", "take_exposed_card", "", ROW),
    Case("DRAW_TWO", "", "", "return_card 0"),
    Case("DRAW_TWO", "", "card_seen in_turn", ROW),
    Case("DRAW_TWO", "take_exposed_card", "card_seen", ROW),
    Case("PEEK_NEXT_STOCK", "", "in_turn", ROW),
    Case("PEEK_NEXT_STOCK", "take_exposed_card", "intentional", ROW + ", note_conduct 0"),
    Case("OWN_CARD_EXPOSED", "", "", "return_card 0"),
    Case(
        "CARD_AWAY_FROM_TABLE",
        "",
        "belongs_to_hand",
        "-> HAND_COUNT_BEFORE_DRAW HAND_COUNT_BOTH HAND_COUNT_ONE HAND_COUNT_KNOCKER "
        "HAND_COUNT_END_FEW",
        offender=None,
    ),
    Case("CARD_AWAY_FROM_TABLE", "", "", "shuffle_into_stock", offender=None),
    Case("LOOK_BACK", "", "", "lose_next_draw 0"),
    Case("LOOK_BACK_AGREED", "", "", "play_stands", offender=None),
    Case("REDISCARD_TAKEN", "", "", "return_card 0, resume 0"),
    Case("REDISCARD_TAKEN", "", "opponent_has_drawn", "card_stands 0"),
    Case("DISCARD_RETRACT", "", "", "card_stands 0"),
    Case("DRAW_RETRACT", "", "", "card_stands 0"),
    Case("DISCARD_TWO", "name_the_discard", "", "card_stands 0, return_card 0"),
    Case("DISCARD_TWO", "", "opponent_has_drawn", "-> HAND_COUNT_ONE"),
    Case("TAKE_COVERED", "", "", "return_card 0, resume 0"),
    Case("TAKE_COVERED", "", "card_seen", "return_card 0, resume 0, lose_next_draw 0"),
    Case("KNOCK_ILLEGAL_EARLY", "reject", "", REJECT),
    Case("KNOCK_ILLEGAL_EARLY", ACCEPT, "count_only_fault", "accept_knock 0", ABOVE, UNDERCUT),
    Case(
        "KNOCK_ILLEGAL_EARLY",
        ACCEPT,
        "count_only_fault",
        "accept_knock 0",
        HandCounts.of("knock", 0, 12, 30),
        ("knock", 0, 18, 1),
    ),
    Case("KNOCK_ILLEGAL_AFTER_EXPOSE", PLAY_ON, "", OPEN),
    Case("KNOCK_ILLEGAL_AFTER_EXPOSE", LET_PICK_UP, "", PICK_UP, GIN, NO_GIN_BONUS),
    Case(
        "KNOCK_ILLEGAL_AFTER_EXPOSE",
        LET_PICK_UP,
        "",
        PICK_UP,
        HandCounts.of("knock", 1, 9, 2),
        ("undercut", 0, 7, 1),
    ),
    Case(
        "KNOCK_ILLEGAL_AFTER_EXPOSE", ACCEPT, "count_only_fault", "accept_knock 0", ABOVE, UNDERCUT
    ),
    Case("KNOCK_ILLEGAL_AFTER_LAYOFF", "", "", "accept_knock 0, recount 01", ABOVE, UNDERCUT),
    Case("KNOCK_ILLEGAL_GRA", ACCEPT, "chooser_can_knock", "accept_knock 0", ABOVE, UNDERCUT),
    Case("KNOCK_ILLEGAL_GRA", "reject", "", REJECT),
    Case("KNOCK_WRONG_CARD", "", "", "card_stands 0, recount 0"),
    Case(
        "KNOCK_WRONG_CARD",
        "",
        "above_limit",
        "card_stands 0, recount 0, -> KNOCK_ILLEGAL_EARLY KNOCK_ILLEGAL_AFTER_EXPOSE "
        "KNOCK_ILLEGAL_AFTER_LAYOFF",
    ),
    Case(
        "KNOCK_FALSE_GIN",
        "lay_off",
        "",
        "accept_knock 0, resume 1",
        HandCounts.of("gin", 0, 4, 19),
        ("knock", 0, 15, 1),
    ),
    Case("KNOCK_FALSE_GIN", "", "", "accept_knock 0", HandCounts.of("gin", 0, 12, 9), UNDERCUT),
    Case("KNOCK_FALSE_GIN_HIGH", "reject", "", REJECT),
    Case("KNOCK_FALSE_GIN_HIGH", PLAY_ON, "opponent_exposed", OPEN),
    Case("KNOCK_FALSE_GIN_HIGH", LET_PICK_UP, "opponent_exposed", PICK_UP, GIN, NO_GIN_BONUS),
    Case(
        "KNOCK_FALSE_GIN_HIGH",
        ACCEPT,
        "count_only_fault",
        "accept_knock 0",
        HandCounts.of("gin", 0, 14, 9),
        ("undercut", 1, 30, 1),
    ),
    Case(
        "KNOCK_GIN_NOT_CLAIMED",
        "",
        "zero_shown_before_layoff",
        "accept_knock 0",
        GIN,
        ("gin", 0, 55, 1),
    ),
    Case("KNOCK_GIN_NOT_CLAIMED", "", "", "accept_knock 0, recount 0", GIN, ("knock", 0, 30, 1)),
    Case("KNOCK_STRAIGHT", "reject", "", REJECT, GIN, ("gin", 0, 55, 1), rules=STRAIGHT),
    Case(
        "KNOCK_STRAIGHT", PLAY_ON, "opponent_exposed", OPEN, GIN, ("gin", 0, 55, 1), rules=STRAIGHT
    ),
    Case(
        "KNOCK_STRAIGHT",
        LET_PICK_UP,
        "opponent_exposed",
        PICK_UP,
        GIN,
        NO_GIN_BONUS,
        rules=STRAIGHT,
    ),
    Case(
        "KNOCK_STRAIGHT",
        ACCEPT,
        "count_only_fault",
        "accept_knock 0",
        ABOVE,
        UNDERCUT,
        rules=STRAIGHT,
    ),
    Case("KNOCK_SAID_ONLY", "", "can_knock", "resume 0"),
    Case("KNOCK_SAID_ONLY", "", "", "-> KNOCK_ILLEGAL_EARLY"),
    Case("MELD_INVALID", "", "", "recount 0"),
    Case("MELD_INVALID", "", "above_limit", "recount 0, -> KNOCK_ILLEGAL_EARLY"),
    Case("MELD_NON_MINIMAL", "", "", "recount 0"),
    Case("COUNT_ERROR", "", "", "play_stands"),
    Case("COUNT_ERROR", "claim_recount", "cards_unmixed", "recount 01"),
    Case("COUNT_RELIED_ON", "", "partner_relied", "recount 0"),
    Case("COUNT_RELIED_ON", "", "", "recount 0"),
    Case("LAYOFF_MISSED", "", "", "play_stands", offender=1),
    Case("LAYOFF_MISSED", "correct", "", "recount 1", offender=1),
    Case("LAYOFF_ON_GIN", "", "", "return_card 1", offender=1),
    Case("LAYOFF_ON_GIN", "", "layoff_legal", "play_stands", offender=1),
    Case("STOCK_51ST", "", "", "return_card 0, void_hand", PLAIN, VOID),
    Case("STOCK_PLAYED_ON", "", "", "void_hand", PLAIN, VOID, offender=None),
    Case("STOCK_PLAYED_ON", "", "next_deal_begun", "play_stands", offender=None),
    Case("SCORE_ENTRY_ERROR", "", "", "play_stands"),
    Case("SCORE_ENTRY_ERROR", "claim_correction", "proved", "score_recompute 01"),
    Case("SCORE_HAND_ERROR", "", "", "play_stands", offender=None),
    Case("SCORE_HAND_ERROR", "", "proved_or_agreed", "score_recompute 01", offender=None),
    Case("SCORE_GAME_OVERLOOKED", "", "", "score_recompute 01", offender=None),
    Case("SCORE_GAME_OVERLOOKED", "", "result_confirmed", "play_stands", offender=None),
)


def written(effect) -> str:
    if effect.remedy == "another_row":
        return "-> " + " ".join(effect.params["rows"])
    seats = "".join(map(str, effect.seats))
    return f"{effect.remedy} {seats}" if seats else effect.remedy


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.row} {case.option}")
def test_a_worked_case(case) -> None:
    conditions = case.conditions.split()
    effects = effects_of(case.row, case.option, conditions, case.offender, cards=case.cards)
    assert ", ".join(map(written, effects)) == case.effects
    assert bool(further_rows(effects)) == ("->" in case.effects)
    score = score_hand(case.rules, case.counts, hand_remedies(effects))
    assert (score.kind, score.winner, score.points, score.boxes) == case.score


def test_every_option_of_every_row_is_worked() -> None:
    worked = {(case.row, case.option) for case in CASES}
    assert worked == {(row.id, option) for row in IRREGULARITIES.values() for option in row.effects}


def test_every_condition_that_opens_an_option_is_tested() -> None:
    """Without the conditions under which it is open a choice is refused."""
    for row in IRREGULARITIES.values():
        for option in row.options:
            if not option.open:
                continue
            wrong = {
                condition.removeprefix("!")
                for condition in option.open
                if condition.startswith("!")
            }
            asked = {"row_id": row.id, "option": option.code, "conditions": wrong}
            refusal = refuses(effects_of, **asked, offender_seat=0)
            assert refusal.text.code == "option_not_open"
            assert option not in open_options(row, wrong)
            assert {condition.removeprefix("!") for condition in option.open} <= set(questions(row))
