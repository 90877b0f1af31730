"""The pages of a correction: what it changes, the choice, the mark, and the way back."""

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Match
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.stock import stocked
from tests.tournaments.services.stages.test_swiss import play, swiss
from tournaments.models import Board, Correction, Tournament
from tournaments.services.desk import results
from tournaments.services.events import setup, staff
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Four entrants; both semi-finals are over, the final is ready."""
    tournament = make_tournament()
    setup.set_tables(tournament_id=tournament.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    return tournament


@pytest.fixture
def semi_final(tournament: Tournament) -> Board:
    return board_of(tournament, 1, 1)


@pytest.fixture
def director(tournament: Tournament) -> Client:
    client = Client()
    sign_in(client, owner_of(tournament.club))
    return client


def address(board: Board, rest: str = "") -> str:
    return f"{event(board.pairing.round.stage.tournament)}matches/{board.match_id}/{rest}"


def event(tournament: Tournament) -> str:
    return f"/c/{tournament.club.slug}/{tournament.slug}/"


def text_of(response) -> str:
    html = re.sub(r"<(script|style).*?</\1>", "", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def other_way(board: Board, **more: str) -> dict[str, str]:
    board.match.refresh_from_db()
    fields = {"version": str(board.match.version), "winner": "1", "loser_games": "1"}
    return fields | {"reason": "misread"} | more


def begin_final(tournament: Tournament) -> None:
    final = board_of(tournament, 2, 1)
    results.record_hand(
        board=final, version=final.match.version, entry=knock(0, 5, 20), by=DIRECTOR, now=NOW
    )


def test_before_it_is_saved_all_that_changes_is_shown(director: Client, semi_final: Board) -> None:
    page = director.post(address(semi_final, "result/"), other_way(semi_final))
    assert page.status_code == 200
    text = text_of(page)
    assert "Player 0004 wins, and not Player 0001." in text
    assert "The bracket follows the new result Final: Player 0004 for Player 0001." in text
    assert "Standings: " in text
    assert "Player 0001: 3, shared (was still in)" in text
    assert "Everybody stays where they are Final stays as it is, against the result." in text
    assert not Correction.objects.exists()
    assert Match.objects.get(pk=semi_final.match_id).winner == 0


def test_what_is_chosen_is_saved_and_can_be_undone(
    director: Client, tournament: Tournament, semi_final: Board
) -> None:
    fields = other_way(semi_final, choice="rewind")
    text = text_of(director.post(address(semi_final, "result/"), fields, follow=True))
    assert "Player 0004 beat Player 0001, 3–1." in text
    assert "Undo the correction" in text
    assert "Undo the last correction" in text_of(director.get(f"{event(tournament)}desk/"))
    correction = Correction.objects.get()
    version = Match.objects.get(pk=semi_final.match_id).version
    undo = address(semi_final, f"corrections/{correction.pk}/undo/")
    text = text_of(director.post(undo, {"version": version}, follow=True))
    assert "Player 0001 beat Player 0004, 3–1." in text
    assert "from 1–3 in games, by the director" in text
    assert "the correction was taken back" in text
    assert "Make the correction again" in text


def test_what_was_void_with_others_is_no_earlier_result_of_those_who_play_anew(
    director: Client, tournament: Tournament, semi_final: Board
) -> None:
    win(board_of(tournament, 2, 1), 0)
    wish = {"choice": "void", "confirm": "Semi-finals"}
    win(semi_final, 1, reason="misread", **wish)
    win(board_of(tournament, 2, 1), 1)
    text = text_of(director.get(address(board_of(tournament, 2, 1))))
    assert "Player 0002 beat Player 0004, 3–1." in text
    assert "Corrected" not in text


def test_void_asks_for_the_word_on_the_same_page(
    director: Client, tournament: Tournament, semi_final: Board
) -> None:
    begin_final(tournament)
    path = address(semi_final, "result/")
    text = text_of(director.post(path, other_way(semi_final)))
    assert "Matches that rest on this result have begun or are over." in text
    assert "Final is void, with all that was written down of it." in text
    page = director.post(path, other_way(semi_final, choice="void", confirm="no"))
    assert page.status_code == 409
    assert "Type Semi-finals, so that it is no slip." in text_of(page)
    assert 'value="void" checked' in page.content.decode()
    director.post(path, other_way(semi_final, choice="void", confirm="Semi-finals"))
    assert board_of(tournament, 2, 1).match.state == "open"


def test_without_a_choice_it_is_asked_for(
    director: Client, tournament: Tournament, semi_final: Board
) -> None:
    begin_final(tournament)
    page = director.post(address(semi_final, "result/"), other_way(semi_final, choice=""))
    assert page.status_code == 409
    assert "Matches that rest on this result have begun. Choose" in text_of(page)


def test_what_was_kept_is_marked_on_every_page(
    director: Client, tournament: Tournament, semi_final: Board
) -> None:
    begin_final(tournament)
    director.post(address(semi_final, "result/"), other_way(semi_final, choice="keep"))
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    home = event(tournament)
    for page in (address(board_of(tournament, 2, 1)), home, f"{home}standings/"):
        assert "leaves the rules of the event" in text_of(director.get(page)), page
    assert "leaves the rules" not in text_of(director.get(address(semi_final)))


def test_a_hand_of_a_standing_result_is_previewed_one_of_a_running_match_is_not() -> None:
    tournament = make_tournament(entrants=2, best_of=1)
    client, board = Client(), board_of(tournament, 1, 1)
    sign_in(client, owner_of(tournament.club))
    pad = address(board, "pad/")
    fields = {"kind": "knock", "knocker": "0", "count_0": "1"}

    def post(**more: str):
        board.match.refresh_from_db()
        return client.post(pad, fields | {"version": str(board.match.version)} | more)

    post(count_1="91")
    assert post(n="1", count_1="90").status_code == 302
    post(count_1="91")
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    page = post(n="2", count_1="8", reason="eight")
    text = text_of(page)
    assert "Player 0001 has not won after all: nobody goes on from this match." in text
    assert "The tournament runs again." in text
    assert post(n="2", count_1="8", reason="eight", choice="rewind").status_code == 302
    board.match.refresh_from_db()
    assert board.match.state == "running"


@pytest.fixture
def two_rounds(django_capture_on_commit_callbacks) -> Tournament:
    """A Swiss of eight; the first of three rounds is over, the second published."""
    made = swiss(django_capture_on_commit_callbacks, publishing="automatic")
    play(django_capture_on_commit_callbacks, made, 1)
    return made


def test_what_was_drawn_from_the_result_is_shown_chosen_and_undone(two_rounds: Tournament) -> None:
    client, board = Client(), board_of(two_rounds, 1, 1)
    sign_in(client, owner_of(two_rounds.club))
    begin = board_of(two_rounds, 2, 1)
    results.record_hand(
        board=begin, version=begin.match.version, entry=knock(0, 5, 20), by=DIRECTOR, now=NOW
    )
    path = address(board, "result/")
    page = client.post(path, other_way(board))
    assert page.status_code == 200
    assert "checked" not in page.content.decode()  # nothing is chosen for the director
    text = text_of(page)
    assert "It is published, and was played in." in text
    assert "would meet." in text
    assert "round 2: under way, 0–0 in games" in text
    assert "Everything stays as it was drawn" in text
    assert "What was played is void and is drawn again" in text
    page = client.post(path, other_way(board, choice=""))
    assert page.status_code == 409
    assert "Choose what becomes of it" in text_of(page)
    page = client.post(path, other_way(board, choice="void", confirm="no"))
    assert "Type Round 1 of 3, so that it is no slip." in text_of(page)
    client.post(path, other_way(board, choice="void", confirm="Round 1 of 3"))
    correction = Correction.objects.get()
    assert correction.choice == "void"
    assert client.get(address(begin)).status_code == 404
    version = Match.objects.get(pk=board.match_id).version
    client.post(address(board, f"corrections/{correction.pk}/undo/"), {"version": version})
    assert client.get(address(begin)).status_code == 200


def test_a_referee_reads_that_a_director_chooses(two_rounds: Tournament) -> None:
    client, board, referee = Client(), board_of(two_rounds, 1, 1), make_user("Rita Referee")
    write = {"tournament_id": two_rounds.pk, "by": DIRECTOR, "now": NOW}
    staff.appoint_staff(user=referee, role="referee", **write)
    sign_in(client, referee)
    page = client.post(address(board, "result/"), other_way(board))
    assert page.status_code == 403
    text = text_of(page)
    assert "a director has to choose what becomes of it. Nothing is saved" in text
    assert "would meet." in text
    assert "Save the correction" not in text
    assert not Correction.objects.exists()
