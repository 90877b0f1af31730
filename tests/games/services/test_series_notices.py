"""Notice in an endless Hollywood series: given before a deal, and taken back."""

import pytest

from games.models import Match, SeriesNotice
from games.services import adjustments, series_notices, taking_back
from games.services.scoresheet import HandEntry
from kernel.text import Refusal
from tests.builders import NOW
from tests.games.engine.hollywood_sheets import ENDLESS, A, B
from tests.games.services.table import REFEREE, Table

pytestmark = pytest.mark.django_db


def entries() -> list[HandEntry]:
    return [HandEntry(hand.counts) for hand in ENDLESS.hands]


def endless(played: int = 0) -> Table:
    table = Table(sheet="hollywood", match_n=3, **ENDLESS.knobs)
    for entry in entries()[:played]:
        table.hands(entry)
    return table


def give(table, by=REFEREE, seat=None):
    def service(**told):
        return series_notices.give_notice(**told)[0]

    return table.do(service, by, seat=seat)


def take_back(table, by=REFEREE):
    def service(**told):
        return series_notices.take_back_notice(**told)[0]

    return table.do(service, by)


def refused(call, *args, **options) -> tuple[str, str]:
    with pytest.raises(Refusal) as refusal:
        call(*args, **options)
    return refusal.value.text.code, refusal.value.field


def test_a_series_is_played_to_its_end():
    table = endless(ENDLESS.notice)
    record = give(table, table.ada)
    assert record.sheet.games[0].notice == (A, 1, 3)
    record = table.hands(*entries()[ENDLESS.notice :])
    (game,) = record.sheet.games
    assert (game.score.winner, game.score.net) == (ENDLESS.winner, ENDLESS.net)
    assert record.match.tally["games"] == [[A, 159]]


def test_without_notice_it_goes_on():
    record = endless(len(ENDLESS.hands)).record
    assert record.sheet.running_game == 1
    assert len(record.sheet.games[0].score.columns) > 5


def test_who_writes_it_down_gave_it_unless_another_is_named():
    table = endless(3)
    assert give(table, table.bob).notices[0].seat == B
    take_back(table, table.bob)
    assert give(table, table.bob, seat=A).notices[0].seat == A


def test_a_referee_says_who_gave_it():
    table = endless(3)
    assert refused(give, table) == ("bad_seat", "seat")
    assert refused(give, table, seat=2) == ("bad_seat", "seat")
    assert give(table, seat=B).notices[0].seat == B


def test_it_is_given_once_a_series():
    table = endless(3)
    give(table, table.ada)
    assert refused(give, table, table.bob) == ("wrong_state", "")
    record = table.hands(*entries()[3:])
    assert record.sheet.running_game == 2
    record = give(table, table.bob)
    assert [(notice.seat, notice.game, notice.after) for notice in record.notices] == [
        (A, 1, 3),
        (B, 2, 8),
    ]


@pytest.mark.parametrize(
    "knobs", [{}, {"sheet": "hollywood"}, {"hollywood_endless": True, "sheet": "game"}]
)
def test_on_any_other_sheet_there_is_none(knobs):
    table = Table(**knobs)
    assert refused(give, table, seat=A) == ("no_notice", "")


def test_it_can_be_given_before_the_first_hand():
    table = endless()
    record = give(table, table.ada)
    assert (record.state, record.match.state) == (Match.States.RUNNING, Match.States.RUNNING)
    record = take_back(table, table.ada)
    assert (record.state, record.submission) == (Match.States.OPEN, None)


def test_it_is_taken_back_while_no_hand_came_after_it():
    table = endless(3)
    give(table, table.ada)
    record = take_back(table, table.ada)
    assert record.notices == ()
    (row,) = SeriesNotice.objects.all()
    assert row.superseded_at is not None
    give(table, table.ada)
    table.hands(entries()[3])
    assert refused(take_back, table, table.ada) == ("wrong_state", "")
    assert refused(take_back, table) == ("wrong_state", "")


def test_no_notice_is_taken_back_where_none_is():
    assert refused(take_back, endless(3)) == ("no_notice", "")


def test_the_other_player_does_not_take_it_back():
    table = endless(3)
    give(table, table.ada)
    assert refused(take_back, table, table.bob) == ("forbidden", "")
    assert take_back(table).notices == ()


def test_a_match_that_is_over_takes_none():
    table = endless()
    table.won(2, 0)
    assert refused(give, table, seat=A) == ("match_over", "")
    assert refused(take_back, table) == ("match_over", "")


def test_it_holds_whatever_earlier_hands_are_corrected_to():
    """The first hand was B's: column 1 stays open, and nothing opens after the notice."""
    table = endless(3)
    give(table, table.ada)
    before = len(table.record.sheet.games[0].score.columns)
    record = table.correct(1, HandEntry(ENDLESS.hands[1].counts))
    (game,) = record.sheet.games
    assert before == 5
    assert game.notice == (A, 1, 3)
    # B has 40, 40 and 70: column 1 closes with the third and opens a fourth, before the notice.
    assert [column.points for column in game.score.columns] == [(0, 150), (0, 110), (0, 70)] + [
        (0, 0)
    ] * 2
    record = table.hands(*entries()[3:])
    assert len(record.sheet.games[0].score.columns) == 5


def test_a_penalty_after_it_opens_no_column():
    table = endless(4)
    give(table, table.ada)

    def service(**told):
        return adjustments.adjust(kind="points", seat=B, points=60, **told)[0]

    record = table.do(service, REFEREE)
    assert record.sheet.games[0].adjustments[0].columns == (3,)
    assert len(record.sheet.games[0].score.columns) == 5


def test_it_ends_and_stands_again_with_its_match():
    table = endless(3)
    give(table, table.ada)
    standing = {
        kind: sorted(ids) for kind, ids in taking_back.standing_facts([table.match.pk]).items()
    }
    assert len(standing["notice"]) == 1
    places = [
        (fact.hand.pk, fact.hand.sequence, fact.hand.game, fact.hand.number)
        for fact in table.record.facts
    ]
    taking_back.void_matches(matches=[table.match.pk], now=NOW)
    assert table.record.notices == ()
    taking_back.restore_places(places=places)
    taking_back.restore_facts(facts=standing)
    assert [notice.seat for notice in table.record.notices] == [A]
    assert SeriesNotice.objects.count() == 2
