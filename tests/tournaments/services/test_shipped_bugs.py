"""Bugs that other programs shipped, each by where it was reported.

Here are those that need the services or the pages. Those of pairing, brackets and views stand
beside what they are about and bear the same names: search the tests for "lila", "cobra", "liwords",
"tabbycat", "brackets-manager", "5stack" and "open_spiel".
"""

import pytest
from django.test import Client

from games.models import Match, Submission
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    owner_of,
    sign_in,
    win,
)
from tournaments.domain.pairing.costs import FAULTS
from tournaments.models import Board, Pairing, Stage
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.stages.kept_standings import standing_table
from tournaments.services.events import presence

pytestmark = pytest.mark.django_db


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


def test_who_is_marked_absent_plays_what_was_published(commits):
    """lila 7124 and 12378: marked absent, and yet they played."""
    with commits(execute=True):
        tournament = make_tournament(format="swiss", format_settings={"rounds": 2})
    gone = entry_at(tournament, 1)
    with commits(execute=True):
        presence.note_absence(tournament_id=tournament.pk, entry_id=gone.pk, by=DIRECTOR, now=NOW)
    for number in (1, 2):
        with commits(execute=True):
            win(board_of(tournament, 1, number), 0)
    table = standing_table(Stage.objects.get(tournament=tournament), 1)
    row = next(row for row in table.rows if row["entry"] == gone.pk)
    assert (row["played"], row["won"]) == (1, 1)
    second = Pairing.objects.filter(round__number=2, round__stage__tournament=tournament)
    assert gone.pk not in second.values_list("sides__entry", flat=True)


def test_nobody_meets_the_same_player_twice_while_it_can_be_avoided(commits):
    """cobra 373 and 517: a pair met twice. Six players can play five rounds without that."""
    with commits(execute=True):
        tournament = make_tournament(entrants=6, format="swiss", format_settings={"rounds": 5})
    for number in range(1, 6):
        for pairing in (1, 2, 3):
            with commits(execute=True):
                win(board_of(tournament, number, pairing), (number + pairing) % 2)
    met = [
        frozenset(board.match.seats.values_list("player", flat=True))
        for board in Board.objects.filter(pairing__round__stage__tournament=tournament)
    ]
    reasons = Pairing.objects.filter(round__stage__tournament=tournament).values_list(
        "reason__code", flat=True
    )
    assert len(met) == 15
    assert len(set(met)) == 15 or {fault.code for fault in FAULTS} & set(reasons)


def test_what_is_switched_off_has_no_button():
    """cobra 591: the button of a feature that was switched off was still there."""
    for draws in (True, False):
        tournament = make_tournament(
            entrants=2, format="swiss", format_settings={"rounds": 1, "draws": draws}
        )
        client = Client()
        sign_in(client, owner_of(tournament.club))
        match = Match.objects.get(board__pairing__round__stage__tournament=tournament)
        page = client.get(
            f"/c/{tournament.club.slug}/{tournament.slug}/matches/{match.pk}/result/"
        ).content.decode()
        assert ("by=drawn" in page) == draws


def test_to_open_a_form_changes_nothing():
    """FTC 430: opening the form of a match set its result to zero."""
    tournament = make_tournament(entrants=2)
    board = board_of(tournament, 1, 1)
    win(board, 0)
    tournament.refresh_from_db()
    before = snapshot(tournament)
    client = Client()
    sign_in(client, owner_of(tournament.club))
    place = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{board.match_id}/"
    for page in ("", "result/", "ruling/", "pad/"):
        assert client.get(place + page).status_code in (200, 302), page
    tournament.refresh_from_db()
    assert snapshot(tournament) == before
    assert Submission.objects.count() == 1
