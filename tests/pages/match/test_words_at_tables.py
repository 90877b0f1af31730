"""What the pages and the API say of rulings and penalties where several play, or without boxes."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.rule_books import rules_from
from games.ruled_games import standing, those_of
from pages.match.ruling_words import FREE_REMEDIES
from tests.builders import board_of, make_tournament, owner_of, sign_in
from tests.client import Api
from tests.tournaments.tables import write_hand
from tournaments.domain.penalties.infractions import INFRACTIONS
from tournaments.models import Board

pytestmark = pytest.mark.django_db(transaction=True)

RUMMY = {"game": "rummy", "table_size": 5}
RULES = {
    "rummy": RUMMY,
    "rummy_of_two": {"game": "rummy", "table_size": 2},
    "knock_rummy": {"game": "rummy", "variant": "knock", "table_size": 4},
    "battle_royal": {"variant": "battle_royal"},
    "jersey": {"variant": "jersey"},
}
OF_RUMMY = ("rummy", "rummy_of_two", "knock_rummy")
TITLES = ("Wrong opponent or table", "opponent has shown nothing", "opponent has shown cards")
"""Names of the book, by which a row or an infraction is found."""
SAID_OTHERWISE = ("of the two others", "both others", "each of the two others")
"""A rule that is quoted as it is for two is followed by who is meant."""


@pytest.fixture(params=RULES)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def board(form: str) -> Board:
    size = RULES[form].get("table_size", 3)
    assert isinstance(size, int)
    made = board_of(make_tournament(entrants=size, rules=RULES[form], settles=True), 1, 1)
    write_hand(made, 20)
    return made


@pytest.fixture
def reader(board: Board, client: Client) -> Client:
    sign_in(client, owner_of(board.pairing.round.stage.tournament.club))
    return client


def page(reader: Client, board: Board, name: str, **said: object) -> str:
    """The text of the page's main part."""
    event = board.pairing.round.stage.tournament
    path = reverse(name, args=[event.club.slug, event.slug, board.match_id])
    text = reader.get(path, {key: str(value) for key, value in said.items()}).text
    main = text[text.index("<main") : text.index("</main")]
    return unescape(re.sub(r"<[^>]+>", " | ", main))


def pages(form: str, reader: Client, board: Board) -> Iterator[str]:
    """The rulings, row by row and free, and the penalties, infraction by infraction."""
    rules = rules_from(RULES[form])
    for row in those_of(rules):
        text = page(reader, board, "ruling", rule=row.id, offender=1, knocker=1, n=1, cards=1)
        changes = " ".join(standing(row, rules).words).lower()
        is_said_otherwise = any(word in changes for word in SAID_OTHERWISE)
        yield text.replace(row.text, "") if is_said_otherwise else text
    for remedy in FREE_REMEDIES:
        yield page(reader, board, "ruling", free=1, remedy=remedy, offender=1)
    for code in INFRACTIONS:
        yield page(reader, board, "penalty", rule=code, offender=1, minutes=6)


def words_that_do_not_belong(form: str) -> str:
    """Of two there is an opponent; in rummy there are neither boxes nor gin's bonuses."""
    words = ["box", "boxes", "undercut", "gin"] if form in OF_RUMMY else []
    return rf"\b({'|'.join(words + ['opponent'] * (form != 'rummy_of_two'))})\b"


def strange(form: str, text: str) -> list[str]:
    for title in TITLES:
        text = text.replace(title, "")
    wrong = words_that_do_not_belong(form)
    return [line.strip() for line in text.split("|") if re.search(wrong, line, re.IGNORECASE)]


def test_rulings_and_penalties_speak_of_the_game_that_is_played(
    form: str, reader: Client, board: Board
) -> None:
    found = {line for text in pages(form, reader, board) for line in strange(form, text)}
    if form in ("battle_royal", "jersey"):
        found -= {line for line in found if "What is said of the opponent holds" in line}
    assert not found


EFFECTS: tuple[dict[str, Any], ...] = (
    {"remedy": "void_hand"},
    {"remedy": "cannot_win", "seats": [1]},
    {"remedy": "bar_bonus", "seats": [1], "kinds": ["gin", "undercut"]},
    {"remedy": "bar_bonus", "seats": [1], "kinds": ["undercut"]},
    {"remedy": "bar_bonus", "seats": [1], "kinds": ["gin"]},
    {"remedy": "expose_hand", "seats": [1], "until": "opponent_next_play"},
    *(
        {"remedy": "exposed_row", "seats": [1], "cards": "seen"}
        | {"take_now": now, "offender_may_take": after}
        for now, after in ((True, False), (False, True), (False, False))
    ),
)


def test_so_does_what_the_api_says_of_rulings(form: str, board: Board) -> None:
    event = board.pairing.round.stage.tournament
    api, here = Api(owner_of(event.club)), f"matches/{board.match_id}/"
    listed = api.get(f"{here}irregularities/")
    texts = [row["text"] for row in listed if form in OF_RUMMY]
    for effect in EFFECTS:
        if "bar_bonus" in effect.values() and form not in OF_RUMMY:
            continue
        said = {"effects": [{"seats": []} | effect], "facts": "Seen by all.", "n": 1}
        version = api.get(here)["version"]
        api.post(f"{here}rulings/", {"version": version, **said})
    rulings = api.get(f"{here}rulings/")
    case_law = api.get(f"tournaments/{event.pk}/case-law/")
    for ruling in [*rulings["results"], *case_law["results"]]:
        texts += ruling["consequences"]
    assert not [line for text in texts for line in strange(form, text)]


@pytest.mark.parametrize("form", ["rummy"], indirect=True)
def test_a_free_ruling_names_as_many_as_it_is_about(board: Board, reader: Client) -> None:
    event = board.pairing.round.stage.tournament
    path = reverse("ruling", args=[event.club.slug, event.slug, board.match_id])
    asked = page(reader, board, "ruling", free=1)
    assert "The same holds for" in asked
    board.match.refresh_from_db()
    said = {
        "version": board.match.version,
        "key": "k" * 32,
        "free": "1",
        "remedy": "note_conduct",
        "offender": "4",
        "with": ["0", "2", "4"],
        "facts": "All three spoke.",
    }
    assert reader.post(path, said).status_code == 302
    given = board.match.rulings.get()
    assert (given.offender, given.effects[0]["seats"]) == (4, [4, 0, 2])
    (told,) = Api(owner_of(event.club)).get(f"matches/{board.match_id}/rulings/")["results"]
    assert "seat 4, seat 0 and seat 2" in told["consequences"][0]
