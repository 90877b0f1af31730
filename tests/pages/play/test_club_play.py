"""The page on which those who belong to a club find each other for friendlies."""

import re

import pytest
from django.test import Client

from players.models import Club, Membership, Player
from players.services.blocks import block
from tests.builders import make_user, sign_in
from tests.unseen import said
from tournaments.models import ClubTable, Friendly, Tournament, WouldPlay
from tournaments.selectors.events.friendlies import board_of, invitation_path, table_of
from tournaments.services.events.setup import free_slug
from web.db import clock
from web.page import new_key

pytestmark = pytest.mark.django_db

PAGE = "/c/club/play/"
CHOSEN = {"rules": "pagat", "best_of": "3", "clock": "none"}


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


class Person:
    """Somebody who plays in the club, with a browser."""

    def __init__(self, club: Club, name: str) -> None:
        self.user, self.browser = make_user(name), Client()
        sign_in(self.browser, self.user)
        self.player = Player.objects.create(club=club, name=name, user=self.user)

    def page(self) -> str:
        return self.browser.get(PAGE).text

    def press(self, act: str, status: int = 200, **more: str) -> str:
        body = {"act": act, "key": new_key(), **more}
        answer = self.browser.post(PAGE, body, follow=True)
        assert answer.status_code == status, text_of(answer.text)
        return answer.text


@pytest.fixture
def club() -> Club:
    return Club.objects.create(slug="club", name="The club")


@pytest.fixture
def ada(club: Club) -> Person:
    return Person(club, "Ada Lovelace")


@pytest.fixture
def ben(club: Club) -> Person:
    return Person(club, "Ben Jonson")


def match_of(friendly: Friendly) -> int:
    return board_of(friendly).match_id


def test_who_would_play_is_listed_with_the_way_to_challenge_them(ada: Person, ben: Person) -> None:
    assert "Nobody has said so at the moment" in ben.page()
    assert "You would play, until" in text_of(ada.press("would_play"))
    page = ben.page()
    assert f'href="/play/?player={ada.player.pk}"' in page
    assert "Ada Lovelace" in page
    assert "I would play now" in text_of(ada.press("would_not"))
    assert f"?player={ada.player.pk}" not in ben.page()


def test_a_table_is_opened_seen_with_its_rules_and_joined(ada: Person, ben: Person) -> None:
    table = text_of(ada.press("open", **CHOSEN))
    assert "The table stands open to The club for an hour" in table
    friendly = Friendly.objects.get()
    page = ben.page()
    said = text_of(page)
    assert "Ada Lovelace has opened a table" in said
    assert "Who first wins 2 games wins the match" in said
    assert invitation_path(friendly) not in page
    assert "Ben Jonson" in ben.press(f"sit:{match_of(friendly)}")
    assert ben.browser.get(table_of(friendly)).status_code == 200
    assert "has opened a table" not in text_of(ben.page())
    assert table_of(friendly) in ada.page()


def test_the_opener_reads_that_the_table_stands_there(ada: Person) -> None:
    table = ada.press("open", **CHOSEN)
    said = text_of(table)
    assert "Your table stands on the Play page of The club" in said
    assert "whoever takes it sits down with you" in said
    assert "Send this link to whom you want to play" not in said
    assert "A table that nobody joins goes after an hour." in said
    friendly = Friendly.objects.get()
    assert invitation_path(friendly) in table
    ClubTable.objects.all().delete()
    alone = text_of(ada.browser.get(table_of(friendly)).text)
    assert "Send this link to whom you want to play" in alone
    assert "stands on the Play page" not in alone


def test_the_next_one_is_told_and_keeps_the_page(club: Club, ada: Person, ben: Person) -> None:
    ada.press("open", **CHOSEN)
    match = match_of(Friendly.objects.get())
    ben.press(f"sit:{match}")
    refused = Person(club, "Carl").press(f"sit:{match}", 409)
    assert "Somebody was faster" in refused
    assert "Would you play now?" in refused


def test_a_table_of_ones_own_is_closed(ada: Person) -> None:
    ada.press("open", **CHOSEN)
    page = ada.page()
    assert "has opened a table" not in page
    match = match_of(Friendly.objects.get())
    assert f'value="close:{match}"' in page
    assert "The table is closed" in ada.press(f"close:{match}")
    assert not Tournament.objects.exists()


def test_a_table_that_is_refused_keeps_what_was_chosen(ada: Person) -> None:
    ada.press("open", **CHOSEN)
    refused = ada.press("open", 409, **CHOSEN)
    assert "A table of yours waits here already" in refused
    assert re.search(r'value="pagat"\s+checked', refused)
    ada.press("open", 400, rules="none such", best_of="1", clock="none")


@pytest.mark.parametrize("act", ["sit:", "sit:x", "close:1x", "take_back:"])
def test_a_button_that_names_no_match_leads_nowhere(ada: Person, act: str) -> None:
    ada.press(act, 404)


def test_what_waits_for_ones_answer_is_there_too(ada: Person, ben: Person) -> None:
    body = {"opponent": str(ben.player.pk), "key": new_key(), **CHOSEN}
    ada.browser.post("/play/", body)
    assert "Ada Lovelace challenges you to a game" in text_of(ben.page())


def test_a_challenge_that_waits_is_said_and_taken_back(ada: Person, ben: Person) -> None:
    ada.press("would_play")
    ben.press("would_play")
    ada.browser.post("/play/", {"opponent": str(ben.player.pk), "key": new_key(), **CHOSEN})
    match = match_of(Friendly.objects.get())
    page = ada.page()
    assert "waits for their answer" in text_of(page)
    assert f"?player={ben.player.pk}" not in page
    page = ben.page()
    assert "waits for your answer" in text_of(page)
    assert f"?player={ada.player.pk}" not in page
    assert "The challenge is taken back" in ada.press(f"take_back:{match}")
    assert not Friendly.objects.exists()
    assert f"?player={ben.player.pk}" in ada.page()
    assert "leads to no table" in ada.press(f"take_back:{match}", 404)


def test_the_live_part_is_the_same_as_long_as_nothing_has_changed(ada: Person, ben: Person) -> None:
    ada.press("would_play")
    ada.press("open", **CHOSEN)

    def live() -> str:
        found = re.search(r'<div id="live".*?<h2 id="new-table"', ben.page(), re.S)
        assert found is not None
        return found[0]

    assert "Sit down" in live()
    assert live() == live()


def test_two_who_are_blocked_do_not_see_each_other(ada: Person, ben: Person) -> None:
    ada.press("would_play")
    ada.press("open", **CHOSEN)
    block(by=ben.user.pk, user=ada.user.pk, called="", now=clock.now())
    assert "Ada Lovelace" not in ben.page()
    refused = ben.press(f"sit:{match_of(Friendly.objects.get())}", 404)
    assert "waits for nobody any more" in refused


def test_who_is_not_found_reads_what_to_do(club: Club, ada: Person) -> None:
    member, browser = make_user("Mo Member"), Client()
    Membership.objects.create(club=club, user=member, role="member")
    sign_in(browser, member)
    page = browser.get(PAGE).text
    assert "can’t find you here" in page
    assert "I would play now" not in page
    assert "Open the table" not in page
    answer = browser.post(PAGE, {"act": "would_play", "key": new_key()})
    assert answer.status_code == 409
    assert not WouldPlay.objects.exists()


class TestWhoseItIs:
    def test_a_visitor_signs_in_and_a_stranger_finds_nothing(self, ada: Person) -> None:
        assert Client().get(PAGE)["Location"].startswith("/sign-in/")
        assert stranger().get(PAGE).status_code == 404

    def test_the_page_of_the_club_leads_there_for_who_belongs_to_it(
        self, club: Club, ada: Person
    ) -> None:
        link = f'href="{PAGE}"'
        assert link in ada.browser.get("/c/club/").text
        for browser in (Client(), stranger()):
            assert PAGE not in browser.get("/c/club/").text
        Club.objects.update(play_page=False)
        assert PAGE not in ada.browser.get("/c/club/").text
        assert ada.browser.get(PAGE).status_code == 404

    def test_others_read_nothing_of_it_anywhere(self, ada: Person) -> None:
        def read() -> list[tuple[object, ...]]:
            paths = ("/", "/c/club/", "/sitemap.xml", "/robots.txt", f"/c/club/players/{pk}/")
            return [said(Client().get(path)) for path in paths]

        pk = ada.player.pk
        before = read()
        ada.press("would_play")
        ada.press("open", **CHOSEN)
        assert ClubTable.objects.exists()
        assert read() == before

    def test_the_club_turns_it_off_in_its_settings(self, club: Club, ada: Person) -> None:
        Membership.objects.create(club=club, user=ada.user, role="owner")
        path = "/c/club/settings/"
        assert re.search(r'name="play_page"[^>]*checked', ada.browser.get(path).text)
        body = {"name": "The club", "time_zone": "UTC", "language": "en", "names": "full"}
        sent = body | {"act": "edit", "key": new_key()}
        assert ada.browser.post(path, sent).status_code == 302
        assert ada.browser.get(PAGE).status_code == 404


def stranger() -> Client:
    browser = Client()
    sign_in(browser, make_user("Stranger"))
    return browser


def test_no_event_has_the_address_of_the_page(club: Club) -> None:
    assert free_slug(club.pk, "Play") == "play-2"
