"""The link for a new password made in person: the page that makes it, and the one it opens."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from players.models import Club, Link, Membership, Player, User
from players.services.outbox import TO_THE_LOG
from tests.builders import PASSWORD, make_club, make_user, owner_of, sign_in
from tests.players.services.test_clubs import join
from web.page import new_key

pytestmark = pytest.mark.django_db
NEW = "a better pass phrase"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def anna(club: Club) -> User:
    return join(club)


@pytest.fixture
def organiser(club: Club, client: Client) -> Client:
    sign_in(client, join(club, Membership.Roles.ORGANISER))
    return client


def page_of(club: Club, user: User) -> str:
    return reverse("reset_link", args=[club.slug, user.pk])


def make(browser: Client, page: str) -> HttpResponse:
    return browser.post(page, {"act": "make", "key": new_key()}, follow=True)


def link_in(shown: HttpResponse) -> str:
    [link] = set(re.findall(r"http://[^\"<]+(/reset/[^\"<]+/)", shown.text))
    return link


def test_it_is_shown_once_with_a_picture_and_kept_nowhere(
    club: Club, anna: User, organiser: Client
) -> None:
    page = page_of(club, anna)
    members = organiser.get(reverse("members", args=[club.slug])).text
    assert page in members
    shown = make(organiser, page)
    assert shown.redirect_chain == [(page, 302)]
    assert link_in(shown)
    assert '<img class="qr" src="data:image/png' in shown.text
    assert "no-store" in shown["Cache-Control"]
    assert shown["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in shown.text
    assert "/reset/" not in organiser.get(page).text.replace(page, "")


def test_it_is_not_shown_on_another_page(club: Club, anna: User, organiser: Client) -> None:
    other = page_of(club, join(club))
    organiser.post(page_of(club, anna), {"act": "make", "key": new_key()})
    assert "http://club.example/reset/" not in organiser.get(other).text


def test_they_choose_a_password_and_are_signed_in(
    club: Club, anna: User, organiser: Client
) -> None:
    before, browser = Client(), Client()
    before.post(reverse("sign_in"), {"email": anna.email, "password": PASSWORD})
    link = link_in(make(organiser, page_of(club, anna)))
    shown = browser.get(link)
    assert anna.name in shown.text
    assert anna.email not in shown.text
    assert "no-store" in shown["Cache-Control"]
    assert (shown["X-Robots-Tag"], shown["Referrer-Policy"]) == ("noindex", "same-origin")
    weak = browser.post(link, {"password": "1234"})
    assert list(weak.context["form"].errors) == ["password"]
    done = browser.post(link, {"password": NEW})
    assert (done.status_code, done["Location"]) == (302, reverse("me"))
    assert browser.get(reverse("account")).context["user"] == anna
    assert before.get(reverse("account")).status_code == 302
    for sent in (browser.get(link), browser.post(link, {"password": "yet another phrase"})):
        assert sent.status_code == 404
        assert "This link has been used." in sent.text
    again = Client().post(reverse("sign_in"), {"email": anna.email, "password": NEW})
    assert again.status_code == 302


def test_who_may_do_more_gets_none_and_the_page_says_why(
    club: Club, anna: User, organiser: Client
) -> None:
    page = page_of(club, anna)
    make_club(owner=anna, name="Elsewhere")
    shown = organiser.get(page)
    assert "has a role in a club that you do not own" in shown.text
    assert 'name="act" value="make"' not in shown.text
    assert "Elsewhere" not in shown.text
    refused = make(organiser, page)
    assert refused.status_code == 400
    assert not Link.objects.exists()


def test_one_that_ended_says_so(club: Club, anna: User, organiser: Client) -> None:
    link = link_in(make(organiser, page_of(club, anna)))
    make_club(owner=anna)
    refused = Client().post(link, {"password": NEW})
    assert refused.status_code == 400
    assert "This link holds no more." in refused.text


def test_who_is_not_of_the_club_is_not_found(club: Club, organiser: Client) -> None:
    assert organiser.get(page_of(club, make_user())).status_code == 404
    of_pass = User.objects.create_for_pass("Anna")
    Player.objects.create(club=club, name="Anna", user=of_pass)
    assert organiser.get(page_of(club, of_pass)).status_code == 404


def test_the_page_of_a_player_with_an_account_leads_there(club: Club, organiser: Client) -> None:
    anna = make_user()
    player = Player.objects.create(club=club, name="Anna", user=anna)
    shown = organiser.get(reverse("edit_player", args=[club.slug, player.pk]))
    assert page_of(club, anna) in shown.text


@pytest.mark.parametrize("is_on", [True, False])
def test_that_they_are_told_is_said_where_it_is_so(
    club: Club, anna: User, client: Client, settings: Settings, is_on: bool
) -> None:
    if not is_on:
        settings.EMAIL_BACKEND = TO_THE_LOG
    sign_in(client, owner_of(club))
    assert ("They are told by e-mail" in client.get(page_of(club, anna)).text) == is_on
