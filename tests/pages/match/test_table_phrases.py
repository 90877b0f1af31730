"""The ready phrases on the page of an online table: said, muted and reported by buttons."""

import pytest
from django.test import Client

from games.models import PhraseSaid
from games.tables.phrases import MOST_PHRASES, PHRASES
from players.models import User
from tests.builders import make_user, owner_of, sign_in
from tests.online import OnlineEvent
from tests.reading import said_by
from web.page import new_key

pytestmark = pytest.mark.django_db


class Page:
    """The page as one reader has it."""

    def __init__(self, event: OnlineEvent, user: User | None) -> None:
        self.client = Client()
        if user is not None:
            sign_in(self.client, user)
        tournament = event.tournament
        self.event = f"/c/{tournament.club.slug}/{tournament.slug}/"
        self.address = f"{self.event}matches/{event.board.match_id}/table/"

    def source(self, path: str = "", language: str = "en") -> str:
        headers = {"Accept-Language": language}
        return self.client.get(path or self.address, headers=headers).content.decode()

    def said(self, path: str = "") -> str:
        return " | ".join(said_by(self.source(path)))

    def press(self, **fields: str):
        return self.client.post(f"{self.address}phrases/", {"key": new_key(), **fields})


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent()


@pytest.fixture
def pages(event: OnlineEvent) -> list[Page]:
    return [Page(event, user) for user in event.users]


def test_a_phrase_is_said_by_its_button(pages: list[Page]) -> None:
    assert all(f'value="{code}"' in pages[0].source() for code in PHRASES)
    assert pages[0].press(code="good_luck").headers["Location"] == pages[0].address
    for page in pages:
        assert "Player 0001: | Good luck" in page.said()


def test_the_answer_to_htmx_is_the_table_as_it_is(pages: list[Page]) -> None:
    sent = {"key": new_key(), "code": "thanks"}
    answer = pages[0].client.post(
        f"{pages[0].address}phrases/", sent, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    shown = answer.content.decode()
    assert '<div id="live"' in shown
    assert "<html" not in shown
    assert 'data-phrases="1"' in shown
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_each_shows_what_was_said_last(pages: list[Page]) -> None:
    for code in ("thanks", "well_played"):
        pages[0].press(code=code)
    pages[1].press(code="good_luck")
    said = pages[1].said()
    assert "Player 0001: | Well played" in said
    assert said.index("Player 0001: | Well played") < said.index("Player 0002: | Good luck")
    assert "Player 0001: | Thank you" not in said


def test_after_the_last_one_there_is_no_button(pages: list[Page]) -> None:
    for _ in range(MOST_PHRASES):
        pages[0].press(code="thanks")
    assert "You have said enough for now" in pages[0].said()
    assert 'name="code"' not in pages[0].source()
    assert pages[0].press(code="thanks").status_code == 409


def test_while_a_hand_is_played_there_is_none_either(event: OnlineEvent, pages: list[Page]) -> None:
    pages[0].press(code="good_luck")
    event.begin()
    for page in pages:
        assert 'name="code"' not in page.source()
        assert "Player 0001: | Good luck" in page.said()
    refused = pages[0].press(code="thanks")
    assert refused.status_code == 409
    assert "Phrases are said between two hands." in refused.content.decode()


def test_muted_by_one_tap_and_heard_again(pages: list[Page]) -> None:
    pages[0].press(code="unlucky")
    pages[1].press(act="mute")
    pages[0].press(code="thanks")
    assert "You hear nothing of the other player." in pages[1].said()
    words = pages[1].said().replace("That was unlucky |", "", 1)  # its own button
    assert "Player 0001: | " not in words
    assert "Player 0001: | Thank you" in pages[0].said()
    pages[1].press(act="unmute")
    assert "Player 0001: | That was unlucky" in pages[1].said()


def test_a_report_is_on_the_referees_list(event: OnlineEvent, pages: list[Page]) -> None:
    assert "Report to a referee" not in pages[1].said()
    for code in ("unlucky", "unlucky", "good_game"):
        pages[0].press(code=code)
    assert "Report to a referee" not in pages[0].said()
    assert "Report to a referee" in pages[1].said()
    pages[1].press(act="report")
    assert "A referee has been told what was said." in pages[1].said()
    assert "Report to a referee" not in pages[1].said()
    again = pages[1].press(act="report")
    assert again.status_code == 409
    assert "You have reported what was said" in again.content.decode()
    referee = Page(event, owner_of(event.tournament.club))
    told = referee.said(f"{referee.event}tables/")
    assert "what was said at the table: “That was unlucky” (2 times), “Good game”" in told
    for page in pages:
        assert "“That was unlucky”" not in page.said(page.address.removesuffix("table/"))
    audit = referee.said(f"{referee.event}audit/")
    assert "Player 0002 reported what was said at the table" in audit


def test_the_players_cannot_press_it_as_another_call(event: OnlineEvent, pages: list[Page]) -> None:
    match = pages[0].address.removesuffix("table/")
    assert 'value="exposed"' in pages[0].source(match)
    assert 'value="phrases"' not in pages[0].source(match)
    assert pages[0].client.post(f"{match}calls/", {"about": "phrases"}).status_code == 400


@pytest.mark.parametrize("form", [{"act": "shout"}, {}, {"code": "hello"}])
def test_what_asks_for_nothing_is_refused(pages: list[Page], form: dict[str, str]) -> None:
    assert pages[0].press(**form).status_code == 400


def test_nobody_else_reads_or_presses_anything(event: OnlineEvent, pages: list[Page]) -> None:
    pages[0].press(code="unlucky")
    for user in (None, make_user("Stranger"), owner_of(event.tournament.club)):
        page = Page(event, user)
        shown = page.source()
        assert "unlucky" not in shown
        assert 'id="talk"' not in shown
        assert page.press(code="thanks").status_code in (302, 403)
    assert PhraseSaid.objects.count() == 1
