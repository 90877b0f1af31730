"""The deck: every card is in its file, has a name in both languages, and a club may bring one."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.utils import translation

from config.deck import club_deck
from config.deck_file import NAMES, missing, read_deck
from games.engine.cards import DECK
from pages.parts.card_faces import card_face
from tests.services import product_environment

OURS = Path(settings.BASE_DIR) / "static" / "img" / "cards.svg"
MOST_BYTES = 60_000
WORDS = {
    "en": ("ace", "2", "10", "jack", "queen", "king", "spades", "hearts", "diamonds", "clubs"),
    "de": ("Ass", "2", "10", "Bube", "Dame", "König", "Pik", "Herz", "Karo", "Kreuz"),
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A club's own deck: ours with another back."""
    file = tmp_path / "deck.svg"
    file.write_text(OURS.read_text().replace("<title>", "<title>The club's: "))
    return file


def without(name: str) -> str:
    return OURS.read_text().replace(f'id="{name}"', f'id="no-{name}"')


def test_every_card_is_in_our_deck_and_it_is_small() -> None:
    assert len(NAMES) == 2 * 52 + 1
    assert missing(OURS.read_bytes()) == []
    assert OURS.stat().st_size < MOST_BYTES
    for card in DECK:
        assert {f"c-{card_face(card).code}", f"l-{card_face(card).code}"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_that_lacks_a_card_is_none(name: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.svg"
    file.write_text(without(name))
    with pytest.raises(ImproperlyConfigured, match=f"1 of 105 .* missing: {name}\\."):
        read_deck(str(file))


@pytest.mark.parametrize("content", ["", "no svg", "<svg/>", "<svg xmlns='x'><symbol id='c-as'/>"])
def test_what_is_no_deck_is_none(content: str, tmp_path: Path) -> None:
    file = tmp_path / "deck.svg"
    file.write_text(content)
    with pytest.raises(ImproperlyConfigured, match="UNDERCUT_DECK is "):
        read_deck(str(file))
    with pytest.raises(ImproperlyConfigured, match="UNDERCUT_DECK is "):
        read_deck(str(tmp_path / "nowhere.svg"))


def test_a_card_without_a_box_is_none() -> None:
    drawn = OURS.read_text().replace('id="c-th" viewBox="0 0 100 140"', 'id="c-th"')
    assert missing(drawn.encode()) == ["c-th"]


def test_a_deck_without_a_card_stops_the_start(tmp_path: Path) -> None:
    file = tmp_path / "deck.svg"
    file.write_text(without("l-th"))
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=settings.BASE_DIR,
        env={**product_environment(tmp_path), "UNDERCUT_DECK": str(file)},
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "l-th" in done.stderr


def test_a_clubs_own_deck_is_served_and_shown(own: Path) -> None:
    card = {"card": card_face(DECK[0])}
    assert "/static/img/cards.svg#c-as" in render_to_string("parts/card.html", card)
    with override_settings(DECK=str(own)):
        address, content = club_deck()
        assert f'href="{address}#c-as"' in render_to_string("parts/card.html", card)
        assert f'href="{address}#c-back"' in render_to_string("parts/card_back.html")
        answer = Client().get(address)
    assert (answer.status_code, answer.content) == (200, content)
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.django_db
def test_without_one_there_is_nothing_else(own: Path) -> None:
    assert club_deck() is None
    with override_settings(DECK=str(own)):
        address, _content = club_deck()
    assert Client().get(address).status_code == 404


def test_another_content_has_another_address(own: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.svg"
    other.write_text(own.read_text() + "<!-- changed -->")
    addresses = set()
    for file in (own, other):
        with override_settings(DECK=str(file)):
            addresses.add(club_deck()[0])
    assert len(addresses) == 2


@pytest.mark.parametrize("language", WORDS)
def test_each_card_has_a_name_of_its_own(language: str) -> None:
    with translation.override(language):
        names = {card.code: card.name for card in map(card_face, DECK)}
    assert len(set(names.values())) == 52
    ranks, suits = WORDS[language][:6], WORDS[language][6:]
    for rank, code in zip(ranks, "a2tjqk", strict=True):
        for suit, letter in zip(suits, "shdc", strict=True):
            name = names[code + letter]
            assert rank in name.replace("-", " ").split(), name
            assert suit in name, name
