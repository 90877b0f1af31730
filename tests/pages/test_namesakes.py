"""No page and no answer shows two different people by the same text.

In each event play two pairs: two Jan Jansens, and two Annas whose short names would be the same.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from kernel.permissions import Actor
from pages.parts.sheet_matches import narrow_names
from players.models import Club, Player
from players.services.roster import import_roster
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    make_club,
    owner_of,
    sign_in,
    win,
)
from tests.stock import stocked
from tournaments.models import EntryMember, Tournament
from tournaments.services.events import entries, setup, teams
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sampled]

JANS = {"Jan Jansen", "Jan Jansen (2)"}
ANNAS = {"Anna Šimek", "Anna Šmid"}
ROSTER = "Jan Jansen; one@club.example\nAnna Šimek\nAnna Šmid\nJan Jansen; two@club.example\n"


@stocked
def make_people() -> Club:
    club = make_club()
    by = Actor("api", user_id=owner_of(club).pk)
    done = import_roster(club=club, data=ROSTER, answers={"4": "new"}, by=by, now=NOW)
    assert not done.is_blocked
    club.players.filter(name__in=ANNAS).update(shown=Player.Shown.SHORT)
    return club


def of(club: Club) -> list[Player]:
    return list(club.players.order_by("pk"))


@stocked
def make_event(**fields: Any) -> Tournament:
    """In the first round the two of each pair meet."""
    club = make_people()
    made = setup.create_tournament(club=club, name="Cup", by=DIRECTOR, now=NOW, **fields)
    people = [(player, seed) for seed, player in enumerate(of(club), 1)]
    entries.enter_players(tournament_id=made.pk, players=people, by=DIRECTOR, now=NOW)
    return started(made)


@stocked
def make_team_event() -> Tournament:
    club = make_people()
    made = setup.create_tournament(club=club, name="Cup", boards=2, by=DIRECTOR, now=NOW)
    jan, anna, other_anna, other_jan = of(club)
    sides = [teams.Team("North", [jan, anna], 1), teams.Team("South", [other_jan, other_anna], 2)]
    teams.enter_teams(tournament_id=made.pk, teams=sides, by=DIRECTOR, now=NOW)
    return started(made)


def started(made: Tournament) -> Tournament:
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    made.refresh_from_db()
    if not made.has_teams:
        win(board_of(made, 1, 1), 0)
    settle_stage(stage_id=made.stages.get().pk, by=DIRECTOR, now=NOW)
    return made


PUBLIC = ["", "matches/", "standings/", "entrants/", "crosstable/"]
STAFF = [
    *("entries/", "check-in/", "draw/", "rounds/", "rounds/1/", "board/", "desk/", "audit/"),
    *("audit/record.csv", "print/", "print/slips/", "print/sheets/", "print/bracket/"),
    *("print/tables/", "print/cards/", "tables/", "tables/1/", "tables/2/", "memos/"),
    *("penalties/", "announcement/"),
]
OF_MATCH = ["", "pad/", "result/", "penalty/", "ruling/"]
API = ["entries/", "matches/", "bracket/", "standings/", "crosstable/"]


def of_matches(made: Tournament) -> Iterator[str]:
    for number in (1, 2):
        pairing = made.stages.get().rounds.get(number=1).pairings.filter(number=number).first()
        for board in pairing.boards.all() if pairing else ():
            yield f"matches/{board.match_id}/"
        if pairing and made.has_teams:
            yield f"matches/teams/{pairing.pk}/"


def pages(made: Tournament) -> list[str]:
    start = f"/c/{made.club.slug}/"
    of_club = ["", "players/edit/", "players/edit/?q=jan", "roster/"]
    found = [f"{start}{path}" for path in of_club]
    found += [f"{start}{made.slug}/{path}" for path in (*PUBLIC, *STAFF)]
    for match in of_matches(made):
        more = [""] if "teams" in match else OF_MATCH
        found += [f"{start}{made.slug}/{match}{path}" for path in more]
    if made.has_teams:
        entry = made.entries.first()
        assert entry
        found.append(f"{start}{made.slug}/entries/{entry.pk}/lineup/")
    return found


def shown(client: Client, page: str) -> str | None:
    """What a page shows or reads out; None where the reader may not see it."""
    response = client.get(page)
    if response.status_code in (302, 403, 404):
        return None
    assert response.status_code == 200, (page, response.status_code)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    text = re.sub(r"<(script|style)\b.*?</\1>", " ", body.decode(), flags=re.S)
    spoken = " ".join(re.findall(r'(?:aria-label|title|alt)="([^"]*)"', text))
    said = " ".join(unescape(f"{re.sub('<[^>]+>', ' ', text)} {spoken}").split())
    return re.sub(r" \((North|South)\)", "", said)  # for whom somebody plays


def called(text: str) -> tuple[set[str], set[str]]:
    """By what words a text names a Jan, and an Anna."""
    jans = set(re.findall(r"\bJan\b(?: J(?:\w+|\.))?(?: \(\w+\))?", text))
    annas = set(re.findall(r"\bAnna\b(?: Š(?:\w+|\.))?", text))
    return jans, annas


def named(data: Any) -> Iterator[tuple[Any, str]]:
    """Each id with the name beside it."""
    if isinstance(data, dict):
        key = data.get("entry", data.get("player", data.get("id")))
        if isinstance(data.get("name"), str) and isinstance(key, int):
            yield ("entry" in data, key), data["name"]
        data = list(data.values())
    if isinstance(data, list):
        for value in data:
            yield from named(value)


@pytest.fixture(params=["single_elimination", "round_robin", "swiss", "teams"])
def made(request: pytest.FixtureRequest) -> Tournament:
    if request.param == "teams":
        return make_team_event()
    more = {"rounds": 2} if request.param == "swiss" else {}
    return make_event(format=request.param, **more)


@pytest.mark.parametrize("reader", ["visitor", "owner"])
def test_no_page_shows_two_people_by_the_same_text(made: Tournament, reader: str) -> None:
    client = Client()
    if reader == "owner":
        sign_in(client, owner_of(made.club))
    both = 0
    for page in pages(made):
        text = shown(client, page)
        if text is None:
            continue
        jans, annas = called(text)
        assert jans <= JANS, (page, jans)
        # At a table with one of them only, the given name will do.
        assert annas <= ANNAS or len(annas - {"Anna"}) <= 1, (page, annas)
        both += jans == JANS and annas == ANNAS
    assert both >= (8 if reader == "owner" else 3)


@pytest.mark.parametrize("reader", ["visitor", "owner"])
def test_no_answer_names_two_people_by_the_same_name(made: Tournament, reader: str) -> None:
    client = Client()
    if reader == "owner":
        sign_in(client, owner_of(made.club))
    api = f"/api/v1/tournaments/{made.pk}/"
    addresses = [f"{api}{path}" for path in API]
    addresses += [f"/api/v1/{path}" for path in of_matches(made) if "teams" not in path]
    addresses.append(f"/api/v1/clubs/{made.club.slug}/players/?search=jan")
    names: dict[str, set[Any]] = defaultdict(set)
    for address in addresses:
        response = client.get(address)
        if response.status_code == 404:
            continue
        assert response.status_code == 200, address
        for key, name in named(response.json()):
            names[name].add(key)
        jans, annas = called(json.dumps(response.json(), ensure_ascii=False))
        assert jans <= JANS, address
        assert annas <= ANNAS, address
    people = {name: keys for name, keys in names.items() if name in JANS | ANNAS}
    assert people.keys() >= (set() if made.has_teams else JANS | ANNAS)
    for name, keys in people.items():
        assert len({key for is_entry, key in keys if is_entry}) <= 1, name


def test_the_evening_of_a_player_names_the_other(made: Tournament) -> None:
    user = owner_of(make_club())
    jan = Player.objects.get(club=made.club, name="Jan Jansen")
    Player.objects.filter(pk=jan.pk).update(user=user)
    assert EntryMember.objects.filter(tournament=made, player=jan).exists()
    client = Client()
    sign_in(client, user)
    for page in ("/me/", f"/c/{made.club.slug}/players/{jan.pk}/"):
        text = shown(client, page)
        assert text
        assert called(text)[0] <= JANS, page


def test_a_narrow_column_shortens_no_two_names_alike() -> None:
    names = [
        "Johann Abelmann",
        "Jakob Abelmann",
        "Gülsüm Abu-Hassan",
        "Dr. Anna Maria Graf von Tal",
    ]
    assert narrow_names(names) == {
        "Gülsüm Abu-Hassan": "G. Abu-Hassan",
        "Dr. Anna Maria Graf von Tal": "A. Graf von Tal",
    }
