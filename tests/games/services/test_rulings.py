"""Hands that are written down under a ruling, by counts and from their cards."""

import pytest

from games.engine.cards import typed_cards
from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.scoring.showdown import HandCards
from games.services import rulings
from games.services.rulings import RulingEntry
from games.services.scoresheet import HandEntry
from tests.builders import knock
from tests.games.services.table import REFEREE, Table

pytestmark = pytest.mark.django_db

SETS = "2S2H2D2C4S4H4D4C"
LOOSE = "JSJHQSQHKDKC9S9D3S3D"  # 84


def cards(knocker: int, held: str, others: str = LOOSE) -> HandEntry:
    return HandEntry(HandCards(knocker, typed_cards(held).bits, typed_cards(others).bits))


def ruled(table, hand, row, option="", conditions=(), seat=0, cards=0):
    def service(*, record, by, now):
        effects = effects_of(row, option, conditions, seat, cards=cards)
        entry = RulingEntry(effects, rule=row, n=len(record.facts) + 1, hand=hand, offender=seat)
        return rulings.rule(record=record, entry=entry, by=by, now=now)[0]

    return table.do(service, REFEREE)


@pytest.mark.parametrize(
    ("hand", "row", "more", "points", "counts"),
    [
        (
            knock(0, 12, 9),
            "KNOCK_ILLEGAL_EARLY",
            {"option": "accept_as_legal", "conditions": ["count_only_fault"]},
            (0, 28),
            (12, 9),
        ),
        (
            cards(1, SETS + "7S5H"),
            "KNOCK_ILLEGAL_AFTER_LAYOFF",
            {"seat": 1},
            (0, 72),
            (84, 12),
        ),
        (
            HandEntry(HandCounts.of("gin", 0, 7, 20)),
            "KNOCK_FALSE_GIN",
            {"option": "lay_off"},
            (13, 0),
            (7, 20),
        ),
        (cards(0, SETS + "7S"), "HAND_COUNT_END_FEW", {"cards": 1}, (67, 0), (17, 84)),
        (
            cards(1, SETS + "AS5H", LOOSE[:18]),
            "HAND_COUNT_END_FEW",
            {"cards": 1},
            (0, 85),
            (91, 6),
        ),
        (cards(1, SETS + "AS5HAD"), "HAND_COUNT_END_MANY", {"seat": 1}, (0, 0), (84, 7)),
    ],
)
def test_a_ruling_is_in_the_score_whatever_was_written_down(hand, row, more, points, counts):
    record = ruled(Table(), hand, row, **more)
    assert record.games[0].points == points
    assert record.sheet.games[0].hands[0].score.counts == counts


def test_a_hand_under_a_ruling_can_be_said_anew_from_its_cards():
    table = Table()
    accepted = {"option": "accept_as_legal", "conditions": ["count_only_fault"]}
    ruled(table, knock(0, 12, 9), "KNOCK_ILLEGAL_EARLY", **accepted)
    record = table.correct(1, cards(0, SETS + "7S5H"))
    assert record.games[0].points == (72, 0)
    assert record.facts[0].cards["hands"][1] == "3S9SJSQSJHQH3D9DKDKC"
