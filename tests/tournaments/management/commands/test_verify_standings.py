"""manage.py verify_standings: stored tables are worked out a second time."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from tests.builders import DIRECTOR, board_of, make_tournament, win
from tests.concurrency import written_between
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.models import Board, StandingTable, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]
FORMATS = {
    "swiss": {"rounds": 3, "tiebreaks": [tiebreak.code for tiebreak in TIEBREAKS]},
    "round_robin": {"groups": 2},
    "single_elimination": {"consolation": True},
    "double_elimination": {},
    "qualifying": {"rounds": 2},
    "ladder": {"rounds": 2},
}


@pytest.fixture
def played(request, django_capture_on_commit_callbacks):
    """An event of seven in which a few matches are over."""
    with django_capture_on_commit_callbacks(execute=True):
        tournament = make_tournament(
            entrants=7, format=request.param, format_settings=FORMATS[request.param]
        )
    for _ in range(5):
        boards = Board.objects.filter(match__state="open", pairing__round__state="published")
        boards |= Board.objects.filter(match__state="open", pairing__round__state="running")
        for board in boards.select_related("pairing__round").distinct():
            if board.match.seats.count() == 2:
                with django_capture_on_commit_callbacks(execute=True):
                    win(
                        board_of(tournament, board.pairing.round.number, board.pairing.number),
                        board.pk % 2,
                        by=DIRECTOR,
                    )
    return tournament


@pytest.mark.parametrize("played", FORMATS, indirect=True)
def test_what_is_stored_is_right(played):
    out = StringIO()
    call_command("verify_standings", tournament=played.pk, stdout=out)
    tables = StandingTable.objects.filter(stage__tournament=played).count()
    assert out.getvalue().splitlines() == [f"{tables} tables, 0 of them wrong"]
    assert tables >= 2


@pytest.mark.parametrize("played", ["swiss"], indirect=True)
def test_what_was_changed_by_hand_is_found(played):
    table = StandingTable.objects.order_by("-round").first()
    table.rows[0], table.rows[1] = table.rows[1], table.rows[0]
    table.rows[2]["tiebreaks"]["buchholz"] += 1
    table.save()
    out = StringIO()
    with pytest.raises(CommandError, match="rebuild"):
        call_command("verify_standings", stdout=out)
    said = out.getvalue()
    assert said.count("belongs") == 2
    assert f"entry {table.rows[2]['entry']}: buchholz stored" in said


@pytest.mark.parametrize("played", FORMATS, indirect=True)
@pytest.mark.parametrize("name", ["rank", "played", "shared"])
def test_a_wrong_place_and_a_wrong_number_are_found_in_every_format(played, name):
    table = StandingTable.objects.order_by("-round").first()
    row = table.rows[-1]
    row[name] = (row[name] or 0) + 1 if name != "shared" else not row[name]
    table.save()
    out = StringIO()
    with pytest.raises(CommandError, match="rebuild"):
        call_command("verify_standings", stdout=out)
    said, tables = out.getvalue().splitlines()
    assert f"entry {row['entry']}: {name} stored {row[name]}, worked out" in said
    assert tables.endswith("1 of them wrong")


def test_no_such_tournament():
    with pytest.raises(CommandError, match="no tournament 99"):
        call_command("verify_standings", tournament=99, stdout=StringIO())


@pytest.mark.django_db(transaction=True)
def test_a_result_that_comes_in_meanwhile_makes_nothing_wrong():
    """Tables of an older state are about to be made anew: they are told apart from wrong ones."""
    tournament = make_tournament(format="swiss", format_settings={"rounds": 2})
    win(board_of(tournament, 1, 1), seat=0)

    def write():
        win(board_of(tournament, 1, 2), seat=0)

    out = StringIO()
    with written_between('FROM "tournaments_standingtable"', write) as between:
        call_command("verify_standings", tournament=tournament.pk, stdout=out)
    assert between.is_done
    assert out.getvalue().splitlines() == ["1 tables, 0 of them wrong"]


@pytest.mark.parametrize("played", ["swiss"], indirect=True)
def test_a_table_that_is_behind_is_said(played):
    tables = StandingTable.objects.filter(stage__tournament=played)
    Tournament.objects.filter(pk=played.pk).update(version=F("version") + 1)
    tables.update(rows=[])
    out = StringIO()
    call_command("verify_standings", tournament=played.pk, stdout=out)
    assert out.getvalue().splitlines() == [
        f"{tables.count()} tables, 0 of them wrong",
        f"{tables.count()} are being made anew, and were not looked at",
    ]
