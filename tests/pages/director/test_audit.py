"""The record as a director reads it, and as they take it with them."""

import csv
import io
import json
import re
from hashlib import sha256

import pytest
from django.contrib.auth import get_user
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.embedded.options import ROOT
from pages.director.audit import KIND_WORDS, ON_A_PAGE
from pages.director.audit_sentences import SENTENCES
from players.models import AuditEntry, Player
from players.services.audit import GENESIS
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.client import Api
from tests.pages.director.test_rooms import at, told
from tests.stock import stocked
from tournaments.models import Tournament
from tournaments.selectors.desk.audit import KINDS
from tournaments.services.desk import results
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty, take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.events import entries, setup
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db

SERVICES = ROOT / "tournaments" / "services"
FILES = ("audit_lines", "audit_table")


@pytest.fixture
@stocked
def tournament() -> Tournament:
    """Four entrants at two tables, a result and its correction, a withdrawal."""
    made = make_tournament(start=False)
    do = {"tournament_id": made.pk, "by": DIRECTOR, "now": NOW}
    setup.set_tables(tables=[(1, ""), (2, "")], **do)
    rounds.start_tournament(**do)
    win(board_of(made, 1, 1), seat=0)
    win(board_of(made, 1, 1), seat=1, reason="the slip was misread")
    entries.withdraw_entry(entry_id=entry_at(made, 2).pk, reason="ill", **do)
    made.refresh_from_db()
    return made


@pytest.fixture
def director(tournament: Tournament, client: Client) -> Client:
    sign_in(client, owner_of(tournament.club))
    return client


def read(client: Client, tournament: Tournament, **asked: object) -> str:
    return told(client.get(at("audit", tournament), asked))


def test_a_correction_is_told_with_names_before_after_and_why(
    director: Client, tournament: Tournament
) -> None:
    assert "what rests on the corrected result" in read(director, tournament, kind="corrections")
    words = read(director, tournament, kind="results")
    assert "Semi-final 1, Player 0001 – Player 0004: a result was handed in." in words
    assert "Winner Player 0001 → Player 0004" in words
    assert "Games won 3–1 → 1–3" in words
    assert "“the slip was misread”" in words
    assert "The program, the director, by a command" in words


def test_what_was_done_is_said_in_sentences(director: Client, tournament: Tournament) -> None:
    words = read(director, tournament)
    for said in (
        "The tournament was made.",
        "Entered: Player 0001, Player 0002, Player 0003, Player 0004.",
        "The tables were set.",
        "The draw was made.",
        "Published: Semi-finals.",
        "The tournament took a step. State Draft → Running",
        "Player 0002 withdrew. “ill”",
    ):
        assert said in words, said
    assert KIND_WORDS.keys() == KINDS.keys()


def test_notice_in_an_endless_series_is_told(client: Client) -> None:
    event = make_tournament(rules={"sheet": "hollywood", "hollywood_endless": True})
    sign_in(client, owner_of(event.club))
    board = board_of(event, 1, 1)
    do = {"board": board, "by": DIRECTOR, "now": NOW}
    given = results.give_notice(version=board.match.version, seat=0, **do)
    results.take_back_notice(version=given.record.match.version, **do)
    page = told(client.get(at("audit", event)))
    assert "a player gave notice, the running columns are the last." in page
    assert "the notice of a player was taken back." in page


def test_a_penalty_is_told_with_its_name_its_step_and_why_it_was_taken_back(
    director: Client, tournament: Tournament
) -> None:
    board = board_of(tournament, 1, 2)
    version = board.match.version
    said = PenaltyEntry(entry_at(tournament, 3).pk, "T_SLOW", 1, "warning", facts="dreaming")
    do = {"by": DIRECTOR, "now": NOW}
    give_penalty(board=board, version=version, entry=said, **do)
    penalty = tournament.penalties.get()
    board.match.refresh_from_db()
    request = CorrectionRequest("penalty", "he was ill")
    take_back_penalty(penalty=penalty, version=board.match.version, request=request, **do)
    words = read(director, tournament, kind="rulings")
    assert "penalty for Player 0003, Slow play: Warning. “dreaming”" in words
    assert "a penalty of Player 0003 was taken back. “he was ill”" in words


def numbers(page: object) -> list[int]:
    return [line.number for line in page.context["lines"]]


def chain(tournament: Tournament, *actions: str) -> list[int]:
    found = AuditEntry.objects.filter(scope=f"tournament:{tournament.pk}").order_by("-number")
    chosen = found.filter(action__in=actions) if actions else found
    return list(chosen.values_list("number", flat=True))


def test_the_newest_stands_first_and_the_rest_on_other_pages(
    director: Client, tournament: Tournament
) -> None:
    for label in range(ON_A_PAGE):
        tables = [(1, ""), (2, f"Window {label}")]
        setup.set_tables(tournament_id=tournament.pk, tables=tables, by=DIRECTOR, now=NOW)
    pages = [director.get(at("audit", tournament), {"page": page}) for page in (1, 2)]
    assert len(numbers(pages[0])) == ON_A_PAGE
    assert [number for page in pages for number in numbers(page)] == chain(tournament)


def test_it_is_asked_for_a_kind_a_table_and_a_person(
    director: Client, tournament: Tournament
) -> None:
    results_of = chain(tournament, "match.result")
    about_it = chain(tournament, "match.result", "correction.keep")
    withdrawal = chain(tournament, "entries.withdraw")
    address = at("audit", tournament)
    table = board_of(tournament, 1, 1).pairing.table.number
    loser, gone = entry_at(tournament, 1).pk, entry_at(tournament, 2).pk
    for asked, found in (
        ({"kind": "results"}, results_of),
        ({"table": table}, about_it),
        ({"table": 3 - table}, []),
        ({"person": f"entry-{loser}"}, about_it),
        ({"person": f"entry-{gone}"}, withdrawal),
        ({"person": f"entry-{gone}", "kind": "results"}, []),
        ({"person": "program"}, chain(tournament)),
        ({"person": "user-98765"}, chain(tournament)),  # is nobody's choice: all is shown
    ):
        assert numbers(director.get(address, asked)) == found, asked


def test_what_one_person_did_is_found(tournament: Tournament, director: Client) -> None:
    user = owner_of(tournament.club)
    tables = [{"number": number} for number in (1, 2, 3)]
    Api(user).put(f"tournaments/{tournament.pk}/tables/", tables)
    page = director.get(at("audit", tournament), {"person": f"user-{user.pk}"})
    (line,) = page.context["lines"]
    assert (line.who, line.via) == (user.name, "through the API")


def test_a_draw_that_was_dropped_leaves_its_entries_readable(director: Client) -> None:
    tournament = make_tournament(make_club(get_user(director)))
    do = {"tournament_id": tournament.pk, "number": 1, "by": DIRECTOR, "now": NOW}
    rounds.unpublish_round(**do)
    rounds.drop_round(**do)
    assert "The draw was dropped." in read(director, tournament)


def test_the_files_hold_the_whole_chain_with_all_that_its_digests_cover(
    director: Client, tournament: Tournament
) -> None:
    lines, table = (director.get(at(name, tournament)) for name in FILES)
    rows = [json.loads(line) for line in lines.content.decode().splitlines()]
    assert [row["number"] for row in rows] == chain(tournament)[::-1]
    before = GENESIS
    for row in rows:
        *covered, digest = row.values()
        text = json.dumps(covered, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert (row["previous"], digest) == (before, sha256(text.encode()).hexdigest())
        before = digest
    found = list(csv.DictReader(io.StringIO(table.content.decode())))
    assert [json.loads(row["data"]) for row in found] == [row["data"] for row in rows]
    assert [row["digest"] for row in found] == [row["digest"] for row in rows]


def test_the_files_and_the_api_name_nobody(director: Client, tournament: Tournament) -> None:
    files = [director.get(at(name, tournament)).content.decode() for name in FILES]
    answer = Api(owner_of(tournament.club)).get(f"tournaments/{tournament.pk}/audit/")
    for written in (*files, str(answer)):
        assert "Player" not in written
        assert "misread" not in written


def test_the_api_is_asked_in_the_same_way(tournament: Tournament) -> None:
    api, path = Api(owner_of(tournament.club)), f"tournaments/{tournament.pk}/audit/"
    loser = f"entry-{entry_at(tournament, 1).pk}"
    for asked in ({"kind": "results"}, {"person": loser, "kind": "results"}):
        found = [row["number"] for row in api.get(path, **asked)["results"]]
        assert found == chain(tournament, "match.result"), asked
    for wrong in ({"kind": "gossip"}, {"person": "Ada"}, {"table": "none"}):
        api.get(path, status=400, **wrong)


@pytest.mark.parametrize("name", ["audit", *FILES])
def test_it_is_for_directors_alone(client: Client, tournament: Tournament, name: str) -> None:
    address = at(name, tournament)
    assert client.get(address).status_code == 302  # a visitor is asked to sign in
    player, member = make_user("Anna Player"), make_user("Max Member")
    Player.objects.filter(entry_members__entry=entry_at(tournament, 1)).update(user=player)
    tournament.club.memberships.create(user=member, role="member")
    referee = make_user("Rita Referee")
    tournament.staff.create(user=referee, name="", role="head_referee")
    for user in (player, member, referee):
        sign_in(client, user)
        assert client.get(address).status_code == 403, user.name
    director = make_user("Dora Director")
    tournament.staff.create(user=director, name="", role="director")
    sign_in(client, director)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("name", ["audit", *FILES])
def test_a_draft_is_not_even_there_for_others(client: Client, name: str) -> None:
    draft = make_tournament(start=False)
    sign_in(client, make_user())
    assert client.get(at(name, draft)).status_code == 404


def test_a_page_takes_as_many_queries_however_much_it_shows(
    director: Client, tournament: Tournament
) -> None:
    def queries(**asked: object) -> int:
        with CaptureQueriesContext(connection) as made:
            director.get(at("audit", tournament), asked)
        return len(made)

    few = queries()
    for number in (1, 2):
        win(board_of(tournament, 1, 1), seat=number - 1, reason="counted again")
    assert queries() == few


def test_whatever_services_record_has_its_sentence() -> None:
    source = "".join(path.read_text() for path in SERVICES.rglob("*.py"))
    recorded = set(re.findall(r'(?:record|note)\(\s*(?:change, )?"(\w+\.\w+)"', source))
    assert recorded <= SENTENCES.keys()
    assert len(recorded) > 30
