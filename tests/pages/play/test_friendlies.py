"""The pages of a friendly, as browsers without an account have them."""

import re

import pytest
from django.conf import settings as configured
from django.test import Client
from pytest_django import Settings

from games.models import Guest
from games.services.guests import MOST_KEYS
from tests.builders import make_tournament, make_user, sign_in
from tests.friendlies import ONE_HAND, FriendlyPair
from tournaments.models import Friendly, Staff
from web.actors import STAFF_PASS
from web.page import new_key
from web.seat_cookie import KEPT_SECONDS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def many_requests(settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000


CHOSEN = {"rules": "pagat", "best_of": "3", "clock": "none"}


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def opened(client: Client, **more: str) -> str:
    """Open a table by the page; the address of the table."""
    answer = client.post("/play/", {"name": "Mia", "key": new_key(), **CHOSEN, **more})
    assert answer.status_code == 302, text_of(answer.text)
    return str(answer["Location"])


def link_in(page: str) -> str:
    found = re.search(r'id="share-link"[^>]*value="https?://[^/]+([^"]+)"', page)
    assert found is not None
    return found[1]


def own_link_in(page: str) -> str:
    found = re.search(r'href="https?://[^/]+(/play/seat/[^"]+)"', page)
    assert found is not None
    return found[1]


def joined(client: Client, link: str, name: str = "Kim") -> str:
    answer = client.post(link, {"name": name, "key": new_key()})
    assert answer.status_code == 302, text_of(answer.text)
    return str(answer["Location"])


def matches_to_take_along(page: str) -> list[str]:
    return re.findall(r'name="match" value="(\d+)"', page)


def taken_along(client: Client, page: str) -> int:
    """Take along each table that a page offers; how many those were."""
    matches = matches_to_take_along(page)
    for match in matches:
        assert client.post("/play/account/", {"match": match})["Location"] == "/play/"
    return len(matches)


class TestOpening:
    def test_leads_to_a_table_with_the_link_for_the_other(self) -> None:
        client = Client()
        page = client.get(opened(client)).text
        assert "Send this link to whom you want to play" in page
        assert link_in(page).startswith("/play/")
        event = Friendly.objects.get().tournament
        assert (event.rules["match_n"], event.clock) == (3, {"kind": "none"})

    def test_the_table_says_that_one_waits_and_for_how_long(self) -> None:
        opener, other = Client(), Client()
        table = opened(opener)
        page = opener.get(table).text
        assert "Nobody has sat down opposite yet." in page
        assert "A table that nobody joins goes after a day." in page
        joined(other, link_in(page))
        assert "Nobody has sat down opposite yet." not in opener.get(table).text

    def test_its_pages_do_not_say_what_its_rows_are_called(self) -> None:
        client = Client()
        table = opened(client)
        for page in (table, table.replace("/table/", "/deals/")):
            found = re.search(r'name="description" content="([^"]*)"', client.get(page).text)
            assert found is not None
            assert found[1] == "Gin Rummy at a table for two."

    def test_a_form_sent_twice_opens_one_table(self) -> None:
        client, key = Client(), new_key()
        assert opened(client, key=key) == opened(client, key=key)
        assert Friendly.objects.count() == 1

    def test_what_is_wrong_is_said_and_nothing_typed_is_lost(self) -> None:
        answer = Client().post("/play/", {"name": "x" * 31, "key": "k", **CHOSEN})
        assert answer.status_code == 400
        assert "This name has 31 characters; at most 30 fit." in answer.text
        assert "x" * 31 in answer.text
        assert re.search(r'value="pagat" checked', answer.text)

    def test_an_account_is_not_asked_for_a_name(self) -> None:
        client, user = Client(), make_user("Ada Lovelace")
        sign_in(client, user)
        assert 'name="name"' not in client.get("/play/").text
        table = client.get(opened(client, name=""))
        assert "Ada Lovelace" in table.text
        assert "/play/seat/" not in table.text

    def test_too_many_are_refused_for_a_while(self, settings: Settings) -> None:
        settings.FRIENDLIES_AN_HOUR = 1
        opened(Client())
        answer = Client().post("/play/", {"name": "Mia", "key": new_key(), **CHOSEN})
        assert answer.status_code == 429
        assert "Retry-After" in answer.headers
        assert "From here no more tables than 1 can be opened in an hour." in answer.text

    def test_without_guests_the_page_asks_to_sign_in(self, settings: Settings) -> None:
        settings.GUESTS = False
        assert "Here only people with an account play." in Client().get("/play/").text
        answer = Client().post("/play/", {"name": "Mia", "key": new_key(), **CHOSEN})
        assert answer.status_code == 403


class TestTheOpponentsLink:
    def test_a_look_takes_no_seat_and_a_press_does(self) -> None:
        opener, other = Client(), Client()
        link = link_in(opener.get(opened(opener)).text)
        for _ in range(2):
            page = other.get(link)
            assert page["Referrer-Policy"] == "same-origin"
            assert page["X-Robots-Tag"] == "noindex"
            assert "no-store" in page["Cache-Control"]
            assert "Mia invites you to a game" in page.text
        assert Guest.objects.count() == 1
        table = joined(other, link)
        assert "Kim" in other.get(table).text
        assert "Kim" in opener.get(table).text

    def test_who_has_the_seat_comes_back_by_it_and_nobody_else(self) -> None:
        opener, other = Client(), Client()
        link = link_in(opener.get(opened(opener)).text)
        table = joined(other, link)
        assert other.get(link)["Location"] == table
        assert opener.get(link)["Location"] == table
        late = Client().get(link)
        assert "Somebody has taken this seat already." in late.text
        answer = Client().post(link, {"name": "Max", "key": new_key()})
        assert answer.status_code == 409
        assert Client().get(table).status_code == 404

    def test_a_form_sent_twice_takes_one_seat(self) -> None:
        opener, other, key = Client(), Client(), new_key()
        link = link_in(opener.get(opened(opener)).text)
        first = other.post(link, {"name": "Kim", "key": key})["Location"]
        assert Client().post(link, {"name": "Kim", "key": key})["Location"] == first
        assert Guest.objects.count() == 2

    def test_one_that_leads_nowhere_says_so(self) -> None:
        answer = Client().get("/play/none-such/")
        assert answer.status_code == 404
        assert "This link leads to no table" in answer.text

    def test_a_new_link_takes_the_place_of_the_old_one(self) -> None:
        opener, other = Client(), Client()
        table = opened(opener)
        link = link_in(opener.get(table).text)
        joined(other, link)
        assert "make a new link" in opener.get(table).text
        answer = opener.post(f"{table}friendly/", {"act": "link"})
        assert answer["Location"] == table
        assert other.get(table).status_code == 404
        assert link_in(opener.get(table).text) != link


def test_a_table_is_closed_by_who_opened_it() -> None:
    opener, other = Client(), Client()
    table = opened(opener)
    joined(other, link_in(opener.get(table).text))
    assert "Close this table" not in other.get(table).text
    assert "Close this table" in opener.get(table).text
    answer = opener.post(f"{table}friendly/", {"act": "close"})
    assert answer["Location"] == "/play/"
    page = opener.get("/play/").text
    assert "The table is closed." in page
    assert table not in page
    assert other.get(table).status_code == 404


class TestOnesOwnLink:
    def test_opens_the_seat_on_another_device(self) -> None:
        opener, phone = Client(), Client()
        table = opened(opener)
        own = own_link_in(opener.get(table).text)
        assert phone.get(table).status_code == 404
        page = phone.get(own)
        assert "You play as Mia" in page.text
        assert phone.get(table).status_code == 404, "a look opens nothing"
        assert phone.post(own, {"key": new_key()})["Location"] == table
        assert phone.get(table).status_code == 200
        assert opener.get(table).status_code == 200

    def test_leaves_a_browser_its_other_tables(self) -> None:
        first, second = Client(), Client()
        own = own_link_in(first.get(opened(first)).text)
        table = opened(second)
        second.post(own, {"key": new_key()})
        assert second.get(table).status_code == 200

    def test_of_a_seat_that_was_given_up_leads_nowhere(self) -> None:
        opener, other = Client(), Client()
        table = opened(opener)
        joined(other, link_in(opener.get(table).text))
        own = own_link_in(other.get(table).text)
        opener.post(f"{table}friendly/", {"act": "link"})
        assert Client().get(own).status_code == 404


class TestWithoutGuests:
    def test_the_opponents_link_asks_to_sign_in(self, settings: Settings) -> None:
        opener, other, user = Client(), Client(), make_user("Kim")
        link = link_in(opener.get(opened(opener)).text)
        settings.GUESTS = False
        page = other.get(link).text
        assert 'name="name"' not in page
        assert f"/sign-in/?next={link}" in page
        assert other.post(link, {"name": "Kim", "key": new_key()}).status_code == 403
        sign_in(other, user)
        assert "Sit down and play" in other.get(link).text
        assert other.get(joined(other, link, "")).status_code == 200

    def test_ones_own_link_leads_nowhere(self, settings: Settings) -> None:
        opener = Client()
        own = own_link_in(opener.get(opened(opener)).text)
        settings.GUESTS = False
        page = opener.get(own)
        assert page.status_code == 404
        assert "Mia" not in page.text


class TestTheCookie:
    def test_says_nothing_to_scripts_and_other_sites(self) -> None:
        client = Client()
        opened(client)
        cookie = client.cookies[configured.SEAT_COOKIE_NAME]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")

    def test_is_not_given_to_an_account(self) -> None:
        client = Client()
        sign_in(client, make_user("Ada"))
        opened(client, name="")
        assert configured.SEAT_COOKIE_NAME not in client.cookies

    def test_is_kept_longer_by_who_opens_the_table_again(self) -> None:
        client, name = Client(), configured.SEAT_COOKIE_NAME
        table = opened(client)
        kept = client.get(table).cookies[name]
        assert (kept.value, kept["max-age"]) == (client.cookies[name].value, KEPT_SECONDS)
        assert name not in client.get(table, headers={"HX-Request": "true"}).cookies
        assert name not in client.get("/play/").cookies
        user = make_user("Ada")
        account = Client()
        sign_in(account, user)
        assert name not in account.get(opened(account, name="")).cookies

    def test_alone_writes_nothing_from_another_site(self) -> None:
        pair = FriendlyPair().join()
        client = Client(enforce_csrf_checks=True)
        client.cookies[configured.SEAT_COOKIE_NAME] = pair.opened["seat_token"]
        ready = f"/api/v1/{pair.match}table/ready/"
        assert client.post(ready, {"d": 0}, content_type="application/json").status_code == 403
        assert client.post(pair.page, {"act": "ready"}).status_code == 403


def test_who_holds_a_pass_for_one_night_is_led_nowhere_by_it() -> None:
    staff = Staff.objects.create(
        tournament=make_tournament(entrants=2), name="Lee", role=Staff.Roles.REFEREE
    )
    client = Client()
    session = client.session
    session[STAFF_PASS] = staff.pk
    session.save()
    table = opened(client)
    page = client.get(table).text
    assert "Pass: Lee" in page
    assert f"{table.split('/matches/')[0]}/tables/" not in page


def test_a_name_that_insults_is_replaced_at_one_press() -> None:
    opener, other = Client(), Client()
    table = opened(opener, name="An Insult")
    joined(other, link_in(opener.get(table).text))
    other.post(f"{table}friendly/", {"act": "name"})
    assert "An Insult" not in other.get(table).text
    assert "Guest" in opener.get(table).text


def test_there_is_no_referee_to_report_phrases_to() -> None:
    opener, other = Client(), Client()
    table = opened(opener)
    assert "Good luck" not in opener.get(table).text, "nobody is there to hear it"
    joined(other, link_in(opener.get(table).text))
    opener.post(f"{table}phrases/", {"code": "good_luck", "key": new_key()})
    page = other.get(table).text
    assert "Good luck" in page
    assert "Report to a referee" not in page


def test_what_is_no_act_is_nothing() -> None:
    client = Client()
    table = opened(client)
    assert client.post(f"{table}friendly/", {"act": "other"}).status_code == 404
    assert client.get(f"{table}friendly/").status_code == 405


def test_a_next_table_that_is_gone_is_asked_for_no_more() -> None:
    pair = FriendlyPair(rules=ONE_HAND).join()
    pair.begin()
    pair.play_match()
    client = Client()
    client.cookies[configured.SEAT_COOKIE_NAME] = pair.opened["seat_token"]
    pair.call(1, "rematch", 202)
    assert 'id="rematch"' in client.get(pair.page).text
    made = pair.call(0, "rematch", 201)
    assert 'id="to-rematch"' in client.get(pair.page).text
    pair.seats[0].delete(f"matches/{made['match']}/invitation/")
    page = client.get(pair.page).text
    assert 'id="rematch-gone"' in page
    assert 'id="rematch"' not in page


class TestOnesOwnTables:
    def test_stand_on_the_page_where_one_opens_another(self) -> None:
        opener, other = Client(), Client()
        assert "Your tables" not in opener.get("/play/").text
        table = opened(opener)
        assert table in opener.get("/play/").text
        assert "Nobody has joined yet" in opener.get("/play/").text
        joined(other, link_in(opener.get(table).text))
        assert "Kim" in opener.get("/play/").text
        assert "Mia" in other.get("/play/").text
        assert table not in Client().get("/play/").text

    def test_are_taken_along_to_an_account_and_its_browser_has_no_key_then(self) -> None:
        client, phone = Client(), Client()
        table = opened(client)
        own = own_link_in(client.get(table).text)
        phone.post(own, {"key": new_key()})
        sign_in(client, make_user("Ada Lovelace"))
        page = client.get("/play/").text
        assert "This browser plays there as Mia, without your account." in page
        assert taken_along(client, page) == 1
        assert "without your account." not in client.get("/play/").text
        assert client.get(table).status_code == 200
        client.logout()
        assert client.get(table).status_code == 404
        assert phone.get(table).status_code == 200
        assert Client().post(own, {"key": new_key()})["Location"] == table

    def test_are_taken_along_one_by_one_as_a_browser_may_be_shared(self) -> None:
        client, user = Client(), make_user("Ada")
        first, second = opened(client, name="Ada"), opened(client, name="Max")
        sign_in(client, user)
        page = client.get("/play/").text
        assert len(matches_to_take_along(page)) == 2
        match = re.search(r"matches/(\d+)/", first)
        client.post("/play/account/", {"match": match[1] if match else ""})
        assert Guest.objects.get(user=user).name == "Ada"
        page = client.get("/play/").text
        assert "as Max, without" in page
        assert client.get(second).status_code == 200

    def test_of_both_seats_of_one_table_an_account_has_one(self) -> None:
        client = Client()
        table = opened(client)
        link = link_in(client.get(table).text)
        other = Client()
        joined(other, link)
        user = make_user("Ada")
        Guest.objects.filter(name="Kim").update(user=user)
        match = Guest.objects.get(name="Mia").seat.match_id
        sign_in(client, user)
        assert matches_to_take_along(client.get("/play/").text) == []
        client.post("/play/account/", {"match": match})
        assert Guest.objects.filter(user=user).count() == 1

    def test_a_form_sent_again_adds_no_key_to_a_seat_of_an_account(self) -> None:
        client, other, key = Client(), Client(), new_key()
        table = opened(client, key=key)
        link = link_in(client.get(table).text)
        other_key = new_key()
        other.post(link, {"name": "Kim", "key": other_key})
        for browser, name in ((client, "Ada"), (other, "Kim")):
            sign_in(browser, make_user(name))
            taken_along(browser, browser.get("/play/").text)
            browser.logout()
        assert opened(client, key=key) == table
        other.post(link, {"name": "Kim", "key": other_key})
        for browser in (client, other):
            assert browser.get(table).status_code == 404

    def test_without_an_account_there_is_nothing_to_take_along(self) -> None:
        client = Client()
        opened(client)
        assert matches_to_take_along(client.get("/play/").text) == []
        assert client.post("/play/account/", {"match": 1}).status_code == 302
        assert not Guest.objects.filter(user__isnull=False).exists()


class TestWhatIsRefused:
    def test_is_said_on_the_page_of_the_table(self) -> None:
        client = Client()
        table = opened(client)
        answer = client.post(f"{table}friendly/", {"act": "rematch"})
        assert answer["Location"] == table
        assert "This match is not over yet." in client.get(table).text

    def test_the_opponent_does_not_take_ones_own_seat_over_by_its_link(self) -> None:
        opener, other = Client(), Client()
        table = opened(opener)
        own = own_link_in(opener.get(table).text)
        joined(other, link_in(opener.get(table).text))
        assert other.post(own, {"key": new_key()}).status_code == 409
        assert "Kim <small>you" in other.get(table).text

    def test_who_has_signed_in_goes_on_by_the_link_of_a_guest(self) -> None:
        opener, laptop = Client(), Client()
        table = opened(opener)
        sign_in(laptop, make_user("Ada"))
        own = own_link_in(opener.get(table).text)
        assert laptop.post(own, {"key": new_key()})["Location"] == table
        assert laptop.get(table).status_code == 200

    def test_only_so_many_browsers_have_a_seat_and_the_link_goes_on(self) -> None:
        opener = Client()
        table = opened(opener)
        own = own_link_in(opener.get(table).text)
        browsers = [Client() for _ in range(MOST_KEYS)]
        for browser in browsers:
            browser.post(own, {"key": new_key()})
        assert opener.get(table).status_code == 404, "the oldest has it no longer"
        assert [one.get(table).status_code for one in browsers] == [200] * MOST_KEYS
        opener.post(own, {"key": new_key()})
        assert opener.get(table).status_code == 200


def test_ones_own_link_stays_as_it_is_at_a_rematch_and_is_not_pushed_out() -> None:
    pair = FriendlyPair(rules=ONE_HAND).join()
    pair.begin()
    pair.play_match()
    own = f"/play/seat/{pair.opened['seat_token']}/"
    pair.call(0, "rematch", 202)
    made = pair.call(1, "rematch", 201)
    table = str(Client().post(own, {"key": new_key()})["Location"])
    assert f"/matches/{made['match']}/" in table
    browsers = [Client() for _ in range(MOST_KEYS)]
    for browser in browsers:
        browser.post(own, {"key": new_key()})
    assert own in browsers[0].get(table).text
    assert pair.seats[0].get(f"matches/{made['match']}/table/")["seat"] == 0
    assert Client().post(own, {"key": new_key()})["Location"] == table
