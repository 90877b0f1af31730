"""Which of the 54 irregularities can be met at an online table, against the rulebook's table."""

import pytest

from games.engine.gin.irregularities.remedies import ONLINE_REMEDIES, REMEDIES
from games.engine.gin.irregularities.table import IRREGULARITIES
from tests.games.engine.gin.irregularities.test_irregularities import TABLE

ROWS = {row["id"]: row for row in TABLE["rows"]}

BY_HAND = "cards are dealt, held, drawn and thrown by hands: the table does it"
COUNTED = "the table counts and writes down, and knows when a hand, a game, a match is over"
ILLEGAL = "the table takes no action that is not legal, in turn and with these cards"

#: Why each can't happen online, by how its id begins; those that can stand with `CAN`.
REASONS = {
    "DEAL_": BY_HAND,
    "HAND_COUNT_": BY_HAND,
    "SEE_": BY_HAND,
    "DRAW_TWO": BY_HAND,
    "PEEK_NEXT_STOCK": BY_HAND,
    "OWN_CARD_EXPOSED": BY_HAND,
    "CARD_AWAY_FROM_TABLE": BY_HAND,
    "LOOK_BACK": BY_HAND,
    "STOCK_51ST": BY_HAND,
    "DRAW_OUT_OF_TURN": ILLEGAL,
    "DRAW_BEFORE_UPCARD_REFUSED": ILLEGAL,
    "DRAW_FROM_STOCK_ON_OFFER": ILLEGAL,
    "DRAW_RETRACT": ILLEGAL,
    "DEALER_TAKES_FIRST": ILLEGAL,
    "DISCARD_": ILLEGAL,
    "REDISCARD_TAKEN": ILLEGAL,
    "TAKE_COVERED": ILLEGAL,
    "KNOCK_": ILLEGAL,
    "MELD_INVALID": ILLEGAL,
    "LAYOFF_ON_GIN": ILLEGAL,
    "STOCK_PLAYED_ON": COUNTED,
    "COUNT_": COUNTED,
    "SCORE_": COUNTED,
}
CAN = {
    "LOOK_BACK_AGREED": "discards that lie open are a setting of the event",
    "MELD_NON_MINIMAL": "a knocker chooses their own melds",
    "LAYOFF_MISSED": "a defender chooses their own layoffs",
}


@pytest.mark.parametrize("row", IRREGULARITIES.values(), ids=lambda row: row.id)
def test_each_row_says_whether_it_can_be_met_online(row):
    assert row.online == ROWS[row.id]["online_possible"].startswith("yes")
    assert row.online == (row.id in CAN)
    assert row.online or any(row.id.startswith(beginning) for beginning in REASONS)


def test_all_rows_are_there_and_no_reason_is_idle():
    assert len(IRREGULARITIES) == 54
    assert set(CAN) <= set(IRREGULARITIES)
    for beginning in REASONS:
        assert any(row.startswith(beginning) for row in IRREGULARITIES), beginning


def test_what_a_free_ruling_may_do_online_are_remedies():
    assert set(REMEDIES) >= ONLINE_REMEDIES
