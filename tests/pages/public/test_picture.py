"""The picture behind a shared link."""

import struct
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from config.settings import _opens_anywhere
from games.models import Match
from pages.public.picture import LETTER, fitted
from players.models import Club, Player
from tests.builders import DIRECTOR, NOW, board_of, make_club, make_tournament, win
from tournaments.models import Entry, Tournament
from tournaments.services.stages import rounds
from web.pictures import LETTERS, png

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def reachable(settings: Settings) -> None:
    settings.IS_REACHABLE = True


def address(tournament: Tournament) -> str:
    return f"/c/{tournament.club.slug}/{tournament.slug}/picture.png"


def started(number: int = 4) -> Tournament:
    tournament = make_tournament(make_club(), number)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    return tournament


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def drawing(client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> str:
    """The words of the picture, in order."""
    drawn: list[str] = []

    def keep(svg: str) -> bytes:
        drawn.append(svg)
        return png(svg)

    monkeypatch.setattr("pages.public.picture.png", keep)
    assert client.get(address(tournament)).status_code == 200
    return drawn[-1]


def test_it_is_a_bitmap_of_the_size_that_messengers_show(client: Client) -> None:
    response = client.get(address(started()))
    assert response["Content-Type"] == "image/png"
    assert size_of(response.content) == (1200, 630)


def test_a_result_makes_it_anew_and_nothing_else_does(client: Client) -> None:
    tournament = started()
    before = client.get(address(tournament))
    assert client.get(address(tournament))["ETag"] == before["ETag"]
    again = client.get(address(tournament), headers={"if-none-match": before["ETag"]})
    assert again.status_code == 304
    win(board_of(tournament, 1, 1), 0)
    after = client.get(address(tournament))
    assert after["ETag"] != before["ETag"]
    assert after.content != before.content


def test_while_a_round_is_played_it_shows_its_matches(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    svg = drawing(client, started(), monkeypatch)
    assert "Semi-finals" in svg
    assert svg.count(" v ") == 2


def test_at_the_end_it_shows_who_won(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = started(2)
    win(board_of(tournament, 1, 1), 0)
    winner = Match.objects.get().winner
    name = board_of(tournament, 1, 1).match.seats.get(seat=winner).player.name
    svg = drawing(client, tournament, monkeypatch)
    assert svg.index(name) < svg.index("The podium")


def test_a_name_is_no_markup(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = started()
    Tournament.objects.update(name='<b>&"Herbst"')
    svg = drawing(client, tournament, monkeypatch)
    assert "<b>" not in svg
    assert "&lt;b&gt;" in svg


def test_without_an_address_that_others_can_open_there_is_none(
    client: Client, settings: Settings
) -> None:
    settings.IS_REACHABLE = False
    assert client.get(address(started())).status_code == 404


def test_of_a_draft_there_is_none(client: Client) -> None:
    tournament = make_tournament(make_club(), 4)
    Tournament.objects.update(state="draft")
    assert client.get(address(tournament)).status_code == 404


@pytest.mark.parametrize("words", ["Ō", "Sadhbh Ní Dhomhnaill", "W" * 300, ""])
def test_words_take_no_more_than_their_width(words: str) -> None:
    found = fitted(words, 600, 68, 34)
    assert 34 <= found.size <= 68
    assert len(found.words) * LETTER * found.size <= 600 or len(words) < 9
    assert found.words == words or found.words.endswith("…")


def test_the_fonts_have_the_letters_of_our_names() -> None:
    """A letter that is missing leaves the picture as it is without it."""
    drawn = {
        png(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60">'
            f'<text y="50" font-size="50" font-family="{font}">{letter}</text></svg>'
        )
        for font in ("Noto Serif", "Noto Sans")
        for letter in "ŌễőŚčΩЖ"
    }
    assert len(drawn) == 14


def letters_of(font: bytes) -> set[str]:
    """The letters that a font has, as it says itself: the segments of its table `cmap`."""
    (tables,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sIII", font, 12 + 16 * n) for n in range(tables))
    cmap = next(offset for tag, _sum, offset, _length in records if tag == b"cmap")
    (encodings,) = struct.unpack_from(">H", font, cmap + 2)
    named = (struct.unpack_from(">HHI", font, cmap + 4 + 8 * n) for n in range(encodings))
    at = cmap + next(offset for *kind, offset in named if kind == [3, 1])
    (twice,) = struct.unpack_from(">H", font, at + 6)
    ends = struct.unpack_from(f">{twice // 2}H", font, at + 14)
    starts = struct.unpack_from(f">{twice // 2}H", font, at + 16 + twice)
    segments = zip(starts, ends, strict=True)
    return {chr(code) for first, last in segments for code in range(first, last + 1)} - {"\uffff"}


def test_what_is_drawn_is_what_every_font_has(settings: Settings) -> None:
    fonts = list((Path(settings.BASE_DIR) / "static" / "fonts").glob("*.ttf"))
    assert len(fonts) == 3
    known = {chr(code) for code in range(0x10000) if LETTERS.fullmatch(chr(code))}
    for font in fonts:
        assert letters_of(font.read_bytes()) == known, font.name


@pytest.mark.parametrize("name", ["張偉", "محمد", "Ōta 🂡"])
def test_a_name_that_the_fonts_lack_leaves_no_gap(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    tournament = started()
    Player.objects.filter(name="Player 0002").update(name=name)
    Entry.objects.filter(seed=2).update(name=name)
    svg = drawing(client, tournament, monkeypatch)
    assert name not in svg
    assert " v " not in svg
    assert "Single elimination" in svg


@pytest.mark.parametrize("model", [Club, Tournament])
def test_of_an_event_that_the_fonts_cannot_name_there_is_no_picture(
    client: Client, model: type[Club | Tournament]
) -> None:
    tournament = started()
    model.objects.update(name="東京 Gin")
    assert client.get(address(tournament)).status_code == 404


def test_the_fonts_come_with_their_licence(settings: Settings) -> None:
    folder = Path(settings.BASE_DIR) / "static" / "fonts"
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text()


def test_the_pages_of_an_event_name_its_picture(client: Client, settings: Settings) -> None:
    settings.BASE_URL = "https://gin.example"
    tournament = started()
    place = address(tournament).removesuffix("picture.png")
    for page in ("", "standings/", "matches/"):
        html = client.get(place + page).text
        version = Tournament.objects.get().public_version
        assert f'content="https://gin.example{place}picture.png?v={version}"' in html
        assert 'content="summary_large_image"' in html
    settings.IS_REACHABLE = False
    Tournament.objects.update(public_version=99)
    html = client.get(place).text
    assert "picture.png" not in html
    assert 'content="summary"' in html


@pytest.mark.parametrize(
    ("address", "opens"),
    [
        ("https://gin.example", True),
        ("http://8.8.8.8:8000", True),
        ("http://127.0.0.1:8000", False),
        ("http://localhost:8000", False),
        ("http://192.168.1.7:8000", False),
        ("http://[::1]:8000", False),
        ("http://laptop.local:8000", False),
    ],
)
def test_an_address_of_one_network_opens_there_alone(address: str, opens: bool) -> None:
    assert _opens_anywhere(urlsplit(address).hostname or "") is opens
