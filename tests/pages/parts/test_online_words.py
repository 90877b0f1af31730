"""The sheet of an online match in words."""

import pytest

from games.cut_offs import CutOff, resignation_reference
from games.services import adjustments
from pages.parts.score_sheet import CUT_OFF, SheetMaker
from tests.games.services.online import TableOnline, deal_at
from tests.games.services.table import REFEREE

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Bob")


def gave_up(table, kind, seat):
    def service(*, record, by, now):
        reference = resignation_reference(4)
        return adjustments.adjust(
            record=record, by=by, now=now, kind=kind, seat=seat, reference=reference
        )[0]

    return table.do(service, REFEREE)


def test_every_reason_has_its_words():
    assert set(CUT_OFF) == set(CutOff)


def test_a_hand_that_was_cut_off():
    table = TableOnline()
    table.dealt()
    table.dealt(cut_off="flag")
    (game,) = SheetMaker(table.record, NAMES).games()
    row = game.rows[1]
    assert (row.n, row.word, row.note, row.points) == (2, "Void", "cut off, the time was over", 0)


def test_one_that_was_lost_says_to_whom_it_went():
    table = TableOnline()
    deal_at(table.online, table.now)
    table.do(
        lambda *, record, by, now: adjustments.adjust(
            record=record, by=by, now=now, kind="hand_loss", seat=0
        )[0],
        REFEREE,
    )
    (game,) = SheetMaker(table.record, NAMES).games()
    assert game.rows[0].note == "cut off by a penalty, awarded to Bob"


@pytest.mark.parametrize(
    ("kind", "remark"),
    [
        ("game_loss", "Ada resigned: the game goes to Bob."),
        ("match_loss", "Ada resigned: the match goes to Bob."),
    ],
)
def test_who_gave_up_is_said_below_the_game(kind, remark):
    table = TableOnline()
    table.dealt(cut_off="resigned")
    (game,) = SheetMaker(gave_up(table, kind, 0), NAMES).games()
    assert game.remarks == [remark]
