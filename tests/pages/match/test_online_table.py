"""The bare page of an online table: it plays by buttons, and shows what the view shows."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.http import HttpResponse
from django.test import Client

from games.engine.gin.fair.words import word_hash
from games.selectors.holds import holds_at
from pages.match.table_words import time_words
from players.models import User
from tests.builders import DIRECTOR, make_user, owner_of, sign_in
from tests.online import WORDS, OnlineEvent
from tests.reading import said_by
from tournaments.services.desk.table_staff import adjourn_table, pause_table
from tournaments.services.events.setup import move_tournament
from web.db import clock
from web.page import new_key

pytestmark = pytest.mark.django_db


class Page:
    """The page as one reader has it."""

    def __init__(self, event: OnlineEvent, user: User | None) -> None:
        self.event, self.client = event, Client()
        if user is not None:
            sign_in(self.client, user)
        tournament = event.tournament
        self.match = f"/c/{tournament.club.slug}/{tournament.slug}/matches/{event.board.match_id}/"
        self.address = f"{self.match}table/"

    def read(self) -> str:
        response = self.client.get(self.address)
        assert response.status_code == 200
        return response.content.decode()

    def said(self) -> str:
        return " | ".join(said_by(self.read()))

    def press(self, act: str, **fields: object) -> HttpResponse:
        """Send a form as the page has it."""
        page = self.read()
        known = {
            name: re.search(f'name="{name}" value="([0-9]+)"', page) for name in ("version", "d")
        }
        hidden = {name: found[1] for name, found in known.items() if found}
        return self.client.post(self.address, {"key": new_key(), "act": act, **hidden, **fields})


@pytest.fixture
def event() -> OnlineEvent:
    return OnlineEvent()


@pytest.fixture
def pages(event: OnlineEvent) -> list[Page]:
    return [Page(event, user) for user in event.users]


def sit_down(pages: list[Page]) -> None:
    for page in pages:
        assert page.press("ready").status_code == 302
    for page, word in zip(pages, WORDS, strict=True):
        assert page.press("hash", word=word).status_code == 302
    for page, word in zip(pages, WORDS, strict=True):
        assert page.press("open", word=word).status_code == 302


def test_two_sit_down_and_play_by_buttons(event: OnlineEvent, pages: list[Page]) -> None:
    sit_down(pages)
    view = event.view()
    assert view["seating"]["words"] == list(WORDS)
    if view["state"] == "drawing":
        assert "I deal" in pages[view["turn"]].said()
        pages[view["turn"]].press("action", action="deal_self")
    turn = event.view()["turn"]
    assert "Your turn: take the upcard, or pass." in pages[turn].said()
    assert pages[turn].press("action", action="pass").status_code == 302
    assert event.view()["turn"] == 1 - turn


def test_a_page_shows_no_card_that_its_reader_may_not_see(
    event: OnlineEvent, pages: list[Page]
) -> None:
    sit_down(pages)
    if event.view()["state"] == "drawing":
        event.act(event.view()["turn"], "deal_self")
    hands = [event.view(seat)["hands"][seat] for seat in (0, 1)]
    for seat, page in enumerate(pages):
        shown = page.read()
        assert all(f"#c-{card.lower()}" in shown for card in hands[seat])
        assert not [card for card in hands[1 - seat] if f"c-{card.lower()}" in shown]
    for user in (None, make_user("Stranger"), owner_of(event.tournament.club)):
        shown = Page(event, user).read()
        assert not [card for card in hands[0] + hands[1] if f"c-{card.lower()}" in shown]
        assert 'name="action"' not in shown


def test_what_is_refused_is_said_with_the_table_as_it_is(
    event: OnlineEvent, pages: list[Page]
) -> None:
    sit_down(pages)
    if event.view()["state"] == "drawing":
        event.act(event.view()["turn"], "deal_self")
    turn = event.view()["turn"]
    refused = pages[1 - turn].press("action", action="pass")
    assert refused.status_code == 409
    assert "It is your opponent’s turn" in refused.content.decode().replace("&#x27;", "’")
    assert refused.headers["Cache-Control"] == "private, no-store"


def test_a_hand_to_its_end_and_the_next_one(event: OnlineEvent, pages: list[Page]) -> None:
    event.begin()
    event.play_hand()
    for page in pages:
        assert "Ready for the next hand" in page.said()
        assert page.press("ready").status_code == 302
    assert event.view()["hand"]["n"] == 2


def test_the_same_form_twice_is_done_once(event: OnlineEvent, pages: list[Page]) -> None:
    turn = event.begin()["turn"]
    form = {"key": new_key(), "act": "action", "action": "pass", "version": event.view()["version"]}
    answers = [pages[turn].client.post(pages[turn].address, form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert event.view()["turn"] == 1 - turn


def test_a_resignation_ends_the_match(event: OnlineEvent, pages: list[Page]) -> None:
    event.begin()
    assert "Resign the match" in pages[0].said()
    pages[0].press("resign", of="match")
    assert event.view()["state"] == "finished"
    assert "This match is over." in pages[1].said()


def test_nobody_else_presses_a_button(event: OnlineEvent) -> None:
    event.begin()
    stranger = Page(event, make_user("Stranger"))
    assert stranger.press("action", action="pass").status_code == 404


def test_the_match_leads_there(event: OnlineEvent, pages: list[Page]) -> None:
    words = {0: "Play online", None: "Online table"}
    for seat, link in words.items():
        page = pages[0] if seat == 0 else Page(event, None)
        match = page.client.get(page.match).content.decode()
        assert f'href="{page.address}">{link}</a>' in match
        assert "Score pad" not in match


def test_where_nobody_may_watch_there_is_no_page(settings) -> None:
    event = OnlineEvent(spectators="none")
    event.begin()
    stranger = Page(event, make_user("Stranger"))
    assert stranger.client.get(stranger.address).status_code == 404
    assert stranger.address not in stranger.client.get(stranger.match).content.decode()
    assert Page(event, owner_of(event.tournament.club)).read()


def test_a_word_that_is_typed_is_hashed_where_there_is_no_script(
    event: OnlineEvent, pages: list[Page]
) -> None:
    for page in pages:
        page.press("ready")
    pages[0].press("hash", word="naïve ")
    assert event.view()["seating"]["word_hashes"][0] == word_hash("naïve ")


@pytest.mark.parametrize(
    ("milliseconds", "words"),
    [(None, ""), (0, "0:00"), (1, "0:01"), (65_000, "1:05"), (7_200_000, "2:00:00")],
)
def test_a_time_is_said_as_a_clock_shows_it(milliseconds: int | None, words: str) -> None:
    assert time_words(milliseconds) == words


def test_an_adjourned_match_says_when_it_goes_on(event: OnlineEvent, pages: list[Page]) -> None:
    assert "It goes on by itself" not in pages[0].said()
    until = clock.now() + timedelta(hours=3)
    adjourn_table(board=event.board, until=until, reason="supper", by=DIRECTOR, now=clock.now())
    assert re.search(f"It goes on by itself: [^|]*{until:%H:%M}", pages[0].said())


def test_who_resigns_a_game_of_an_adjourned_match_still_reads_the_hour(
    event: OnlineEvent, pages: list[Page]
) -> None:
    event.begin()
    until = clock.now() + timedelta(hours=3)
    adjourn_table(board=event.board, until=until, reason="supper", by=DIRECTOR, now=clock.now())
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "game"})
    assert "It goes on by itself" in pages[0].said()
    match = event.board.match_id
    assert holds_at([match])[match].until is not None
    event.ask(0, "resignation", {"d": event.view()["d"], "of": "match"})
    assert "It goes on by itself" not in pages[0].said()
    assert holds_at([match]) == {}


def test_at_a_table_of_a_cancelled_event_nothing_is_asked_for(
    event: OnlineEvent, pages: list[Page]
) -> None:
    event.begin()
    event.play_hand()
    assert 'data-step="ready"' in pages[0].read()
    said = {"action": "cancel", "name": event.tournament.name}
    move_tournament(tournament_id=event.tournament.pk, **said, by=DIRECTOR, now=clock.now())
    assert 'data-step="ready"' not in pages[0].read()
    assert "Ask an official" in pages[0].said()


@pytest.mark.parametrize("adjourned", [False, True])
def test_while_play_stands_still_each_card_is_shown_once(
    adjourned: bool, event: OnlineEvent, pages: list[Page]
) -> None:
    event.begin()
    now = clock.now()
    stop = partial(adjourn_table, until=now + timedelta(hours=3)) if adjourned else pause_table
    stop(board=event.board, reason="supper", by=DIRECTOR, now=now)
    for seat in (0, 1):
        page = pages[seat].read()
        for card in event.view(seat)["hands"][seat]:
            assert page.count(f'#c-{card.lower()}"') == 1


def test_a_knock_declares_the_melds_that_are_shown(event: OnlineEvent, pages: list[Page]) -> None:
    """The first that is offered: what its button says is what is written down."""
    turn = event.begin()["turn"]
    while not (offered := KNOCK.search(pages[turn].read())):
        throws = THROW.findall(pages[turn].read())
        best = min(throws, key=lambda throw: int(throw[1]), default=None)
        if best is None:
            event.step(("draw",))
        else:
            pages[turn].press("action", action=best[0])
        if event.view()["state"] == "hand_over":
            for page in pages:
                page.press("ready")
        turn = event.view()["turn"]
    assert pages[turn].press("action", action=offered[1]).status_code == 302
    shown = ["".join(meld) for meld in event.view()["spread"]["melds"]]
    assert shown == offered[2].split()


#: The buttons of the page: what ends the hand with its melds, a card with the count that it leaves.
KNOCK = re.compile(r'value="((?:knock \w\w|gin \w\w|big_gin) \| ([^"]*))"')
THROW = re.compile(r'value="(discard \w\w)" aria-label="[^"]*deadwood (\d+)"')


def test_another_device_takes_the_seat_over_and_says_so(
    event: OnlineEvent, pages: list[Page]
) -> None:
    """Until something is done on it; the first one only looks on, and can take it back."""
    sit_down(pages)
    turn = event.view()["turn"]
    first, second = pages[turn], Page(event, event.users[turn])
    came_over, elsewhere = "You play on here.", "This seat is played on another device now."
    assert came_over not in first.said()
    for _look in range(2):
        assert came_over in second.said()
    looked_at = first.client.get(first.address, headers={"HX-Request": "true"}).content.decode()
    assert elsewhere in looked_at
    assert 'name="action"' not in looked_at

    act = 'name="action" value="([a-z_]+)"'
    second.press("action", action=re.search(act, second.read())[1])
    assert came_over not in second.said()
    assert first.press("here").status_code == 302
    looked_at = second.client.get(second.address, headers={"HX-Request": "true"}).content.decode()
    assert elsewhere in looked_at
