"""The plain pages of an account, as a browser without scripts uses them."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from kernel.permissions import TABLE, Actor
from pages.urls import OF_ACCOUNT
from players.models import Club, Link, Mail, Player, User
from players.services import links
from players.services.players import add_player
from tests.builders import PASSWORD, make_club, make_user, owner_of
from tournaments.services.stages.notice_kinds import NOTICES, NoticeKind
from web.db.clock import now

pytestmark = pytest.mark.django_db
NEW = {"name": "Ada Lovelace", "email": "ada@club.example", "password": PASSWORD}


@pytest.fixture
def club() -> Club:
    return make_club()


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def invitation(club: Club) -> str:
    by = Actor("page", user_id=owner_of(club).pk)
    return links.invite(club=club, email="ada@club.example", role="referee", by=by, now=now()).path


def claim(club: Club, name: str = "Anna Šimek") -> str:
    by = Actor("page", user_id=owner_of(club).pk)
    player = add_player(club=club, name=name, by=by, now=now())
    return links.create_claim_link(player=player, by=by, now=now()).path


def told(response: HttpResponse) -> str:
    return response.content.decode()


def test_each_page_names_its_action() -> None:
    for pattern in OF_ACCOUNT:
        assert pattern.callback.view_class.action in TABLE, pattern.name


def test_a_visitor_chooses_their_language_and_stays_where_they_are(client: Client) -> None:
    page, away = "http://testserver/sign-in/", "http://elsewhere.example/sign-in/"
    german = reverse("language", args=["de"])
    assert f'href="{german}" lang="de"' in told(client.get(page))
    assert client.get(german, headers={"referer": page})["Location"] == page
    html = told(client.get(page))
    assert '<html lang="de">' in html
    assert f'href="{reverse("language", args=["en"])}" lang="en"' in html
    assert client.get(german, headers={"referer": away})["Location"] == reverse("home")
    assert client.get(german)["Location"] == reverse("home")
    assert client.get(reverse("language", args=["tlh"])).status_code == 404


def test_each_form_is_guarded_against_forgery() -> None:
    client = Client(enforce_csrf_checks=True)
    user = make_user()
    client.force_login(user)
    for name in ("sign_out", "account", "account_delete", "password_change"):
        assert client.post(reverse(name)).status_code == 403, name
    assert client.post(reverse("password_reset")).status_code == 403
    assert User.objects.filter(pk=user.pk).exists()


def test_nothing_of_an_account_without_one(client: Client) -> None:
    for name in ("account", "account_export", "account_delete", "password_change"):
        for response in (client.get(reverse(name)), client.post(reverse(name))):
            assert response.status_code == 302
            assert response["Location"].startswith(reverse("sign_in"))


def test_each_field_has_a_label_and_says_what_it_takes(client: Client, club: Club) -> None:
    pages = [reverse("sign_in"), reverse("password_reset"), invitation(club), claim(club)]
    for page in pages:
        html = told(client.get(page))
        fields = re.findall(r"<(?:input|select)[^>]+>", html)
        shown = [field for field in fields if 'type="hidden"' not in field]
        assert shown
        for field in shown:
            found = re.search(r'id="([^"]+)"', field)
            assert found
            assert f'<label for="{found[1]}">' in html
            assert "autocomplete=" in field


# In and out ---------------------------------------------------------------------------------------


def test_sign_in_and_out(client: Client) -> None:
    user = make_user(email="ada@club.example")
    User.objects.filter(pk=user.pk).update(language="de")
    data = {"email": "Ada@club.example", "password": PASSWORD}
    response = client.post(reverse("sign_in"), data)
    assert (response.status_code, response["Location"]) == (302, reverse("me"))
    assert client.cookies["django_language"].value == "de"
    assert client.get(reverse("sign_in")).status_code == 302
    assert client.get(reverse("sign_out")).status_code == 405
    assert client.post(reverse("sign_out")).status_code == 302
    assert not signed_in(client)


def test_who_has_chosen_no_language_reads_on_in_the_one_of_the_page(client: Client) -> None:
    user = make_user(email="ada@club.example")
    data = {"email": user.email, "password": PASSWORD}
    german = {"Accept-Language": "de"}
    client.post(reverse("sign_in"), data, headers=german)
    assert "django_language" not in client.cookies
    assert '<html lang="de">' in told(client.get(reverse("account"), headers=german))
    client.get(reverse("language", args=["en"]))
    client.post(reverse("sign_out"))
    client.post(reverse("sign_in"), data, headers=german)
    assert client.cookies["django_language"].value == "en"
    assert '<html lang="en">' in told(client.get(reverse("account"), headers=german))


@pytest.mark.parametrize("chosen", ["", "de"])
def test_a_new_account_has_the_language_that_was_chosen(client: Client, chosen: str) -> None:
    if chosen:
        client.get(reverse("language", args=[chosen]))
    page = links.create_setup_link(now=now()).path
    data = NEW | {"club_name": "Gin Club", "time_zone": "Europe/Berlin"}
    client.post(page, data, headers={"Accept-Language": "de"})
    assert (User.objects.get().language, Club.objects.get().language) == (chosen, "de")


def test_a_wrong_password_keeps_what_was_typed(client: Client) -> None:
    make_user(email="ada@club.example")
    data = {"email": "ada@club.example", "password": "wrong password"}
    response = client.post(reverse("sign_in"), data)
    assert response.status_code == 400
    assert "do not belong together" in told(response)
    assert 'value="ada@club.example"' in told(response)
    assert not signed_in(client)


def test_sign_in_leads_on_within_this_site_only(client: Client) -> None:
    make_user(email="ada@club.example")
    data = {"email": "ada@club.example", "password": PASSWORD}
    here = client.get(reverse("sign_in"), {"next": "/account/"})
    assert '<input type="hidden" name="next" value="/account/">' in told(here)
    away = client.post(reverse("sign_in"), data | {"next": "https://evil.example/"})
    assert away["Location"] == reverse("me")
    client.post(reverse("sign_out"))
    assert client.post(reverse("sign_in"), data | {"next": "/account/"})["Location"] == "/account/"


def test_too_many_wrong_passwords(client: Client) -> None:
    make_user(email="ada@club.example")
    make_user(email="bob@club.example")
    wrong = {"email": "ada@club.example", "password": "wrong password"}
    for _ in range(9):
        response = client.post(reverse("sign_in"), wrong)
    assert response.status_code == 429
    assert int(response["Retry-After"]) == 900
    assert "quarter of an hour" in told(response)
    right = {"password": PASSWORD}
    client.post(reverse("sign_in"), right | {"email": "ada@club.example"})
    assert not signed_in(client)
    # The rest of the club sits behind the same address.
    client.post(reverse("sign_in"), right | {"email": "bob@club.example"})
    assert signed_in(client)


def test_a_session_begins_anew_at_sign_in(client: Client) -> None:
    make_user(email="ada@club.example")
    session = client.session
    session["staff_pass"] = 7
    session.save()
    client.post(reverse("sign_in"), {"email": "ada@club.example", "password": PASSWORD})
    assert signed_in(client)
    assert "staff_pass" not in client.session


def test_open_sign_up_is_a_setting(client: Client, settings: Settings) -> None:
    assert client.post(reverse("sign_up"), NEW).status_code == 404
    settings.OPEN_SIGN_UP = True
    assert reverse("sign_up") in told(client.get(reverse("sign_in")))
    assert client.post(reverse("sign_up"), NEW).status_code == 302
    assert signed_in(client)
    assert User.objects.get().name == "Ada Lovelace"


def test_what_is_refused_is_said_at_the_field(client: Client, settings: Settings) -> None:
    settings.OPEN_SIGN_UP = True
    make_user(email="ada@club.example")
    response = client.post(reverse("sign_up"), NEW)
    assert response.status_code == 400
    errors = response.context["form"].errors
    assert errors == {"email": ["There is an account with this e-mail address. Sign in."]}
    assert 'value="Ada Lovelace"' in told(response)
    response = client.post(reverse("sign_up"), NEW | {"email": "b@c.example", "name": "x" * 300})
    assert list(response.context["form"].errors) == ["name"]
    assert PASSWORD not in told(response)


# Links --------------------------------------------------------------------------------------------


def test_set_up(client: Client) -> None:
    page = links.create_setup_link(now=now()).path
    data = NEW | {"club_name": "Gin Club", "time_zone": "Europe/Berlin"}
    response = client.post(page, data | {"club_name": "x" * 300})
    assert list(response.context["form"].errors) == ["club_name"]
    assert client.post(page, data)["Location"] == reverse("club", args=["gin-club"])
    club = Club.objects.get()
    assert (club.name, club.time_zone, owner_of(club).email) == (
        "Gin Club",
        "Europe/Berlin",
        "ada@club.example",
    )
    assert "Gin Club is set up." in told(client.get(reverse("club", args=["gin-club"])))
    again = client.get(page)
    assert again.status_code == 404
    assert "This link has been used." in told(again)


def test_an_invitation_makes_an_account(client: Client, club: Club) -> None:
    page = invitation(club)
    shown = client.get(page)
    assert 'value="ada@club.example"' in told(shown)
    assert shown["Referrer-Policy"] == "same-origin"
    assert "no-store" in shown["Cache-Control"]
    assert client.post(page, NEW).status_code == 302
    assert signed_in(client)
    assert club.memberships.get(user__email="ada@club.example").role == "referee"


def test_an_invitation_is_accepted_with_an_account(client: Client, club: Club) -> None:
    page, user = invitation(club), make_user()
    client.force_login(user)
    assert "password" not in told(client.get(page))
    assert not club.memberships.filter(user=user).exists()
    client.post(page)
    assert club.memberships.get(user=user).role == "referee"
    assert User.objects.count() == 2


def test_a_claim_leads_over_sign_in_and_back(client: Client, club: Club) -> None:
    page, user = claim(club), make_user(email="ada@club.example")
    found = re.search(r'href="([^"]+\?next=[^"]+)"', told(client.get(page)))
    assert found
    sign_in, _, query = found[1].partition("?next=")
    data = {"email": "ada@club.example", "password": PASSWORD, "next": query}
    assert client.post(sign_in, data)["Location"] == page
    client.post(page)
    assert Player.objects.get().user == user


def test_what_the_service_refuses_is_said_on_the_page(client: Client, club: Club) -> None:
    client.force_login(make_user())
    client.post(claim(club))
    response = client.post(claim(club, "Ana Šimek"))
    assert response.status_code == 400
    assert "You play in this club as Anna Šimek." in told(response)


@pytest.mark.parametrize("kind", ["setup", "invitation", "claim"])
def test_a_link_that_does_not_hold_says_why(client: Client, club: Club, kind: str) -> None:
    response = client.post(reverse(kind, args=["guessed"]), NEW)
    assert response.status_code == 404
    assert "This link does not exist" in told(response)
    page = invitation(club)
    Link.objects.update(expires_at=now() - timedelta(seconds=1))
    assert "has expired" in told(client.get(page))
    assert User.objects.count() == 1


# A forgotten password -----------------------------------------------------------------------------


def test_a_forgotten_password(
    client: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    user = make_user(email="ada@club.example")
    with django_capture_on_commit_callbacks(execute=True):
        asked = {"email": "ADA@club.example"}
        response = client.post(reverse("password_reset"), asked, follow=True)
    assert "a link is on its way" in told(response)
    (letter,) = mail.outbox
    found = re.search(r"http://club\.example(/password/\S+)", letter.body)
    assert found
    page = client.get(found[1], follow=True)
    (where, _) = page.redirect_chain[-1]
    assert letter.body.split("/")[-2] not in where  # the token has left the address
    bad = client.post(where, {"new_password1": "1234", "new_password2": "1234"})
    assert "too short" in told(bad)
    good = {"new_password1": "another long one", "new_password2": "another long one"}
    assert client.post(where, good).status_code == 302
    user.refresh_from_db()
    assert user.check_password("another long one")
    assert "has been used" in told(client.get(found[1], follow=True))


def test_nobody_learns_who_has_an_account(
    client: Client, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    answers = []
    make_user(email="ada@club.example")
    for email in ("ada@club.example", "nobody@club.example"):
        with django_capture_on_commit_callbacks(execute=True):
            response = client.post(reverse("password_reset"), {"email": email}, follow=True)
        answers.append((response.redirect_chain, response.status_code))
    assert answers[0] == answers[1]
    assert len(mail.outbox) == 1


def test_nobody_is_flooded_with_letters(client: Client) -> None:
    make_user(email="ada@club.example")
    for _ in range(10):
        client.post(reverse("password_reset"), {"email": "ada@club.example"})
    assert Mail.objects.count() == 3


# The account --------------------------------------------------------------------------------------


def test_my_account(client: Client, club: Club) -> None:
    user = owner_of(club)
    client.force_login(user)
    page = told(client.get(reverse("account")))
    assert club.name in page
    data = {"name": "Ada  L.", "language": "de"}
    assert client.post(reverse("account"), data).status_code == 302
    user.refresh_from_db()
    assert (user.name, user.language) == ("Ada L.", "de")
    assert client.cookies["django_language"].value == "de"
    assert client.post(reverse("account"), data | {"language": ""}).status_code == 302
    assert client.cookies["django_language"].value == ""
    user.refresh_from_db()
    assert (user.name, user.language) == ("Ada L.", "")
    wrong = client.post(reverse("account"), data | {"name": "a\u202eb"})
    assert list(wrong.context["form"].errors) == ["name"]
    user.refresh_from_db()
    assert user.name == "Ada L."


@pytest.mark.parametrize("kind", NOTICES, ids=lambda kind: kind.code)
def test_each_notice_has_a_box(client: Client, club: Club, kind: NoticeKind) -> None:
    user = owner_of(club)
    client.force_login(user)
    data = {"name": user.name, "language": "en"}
    for ticked in (True, False):
        client.post(reverse("account"), data | ({kind.code: "on"} if ticked else {}))
        page = client.get(reverse("account"))
        assert kind.asks in told(page)
        assert user.notice_wishes.filter(kind=kind.code).exists() == ticked
        assert bool(page.context["form"][kind.code].value()) == ticked


def test_my_data_as_a_file(client: Client, club: Club) -> None:
    user = owner_of(club)
    client.force_login(user)
    response = client.get(reverse("account_export"))
    assert "attachment" in response["Content-Disposition"]
    assert response.json()["account"]["email"] == user.email


def test_a_changed_password_keeps_this_session_and_ends_the_others(client: Client) -> None:
    user, other = make_user(email="ada@club.example"), Client()
    for browser in (client, other):
        browser.post(reverse("sign_in"), {"email": user.email, "password": PASSWORD})
    data = {"new_password1": "another long one", "new_password2": "another long one"}
    wrong = client.post(reverse("password_change"), data | {"old_password": "guessed"})
    assert list(wrong.context["form"].errors) == ["old_password"]
    client.post(reverse("password_change"), data | {"old_password": PASSWORD})
    assert client.get(reverse("account")).status_code == 200
    assert other.get(reverse("account")).status_code == 302


def test_delete_my_account(client: Client, club: Club) -> None:
    owner, member = owner_of(club), make_user(email="gone@club.example")
    client.force_login(owner)
    refused = client.post(reverse("account_delete"), {"typed": owner.email})
    assert f"You own {club.name}." in told(refused)
    client.force_login(member)
    wrong = client.post(reverse("account_delete"), {"typed": owner.email})
    assert list(wrong.context["form"].errors) == ["typed"]
    assert client.post(reverse("account_delete"), {"typed": member.email}).status_code == 302
    assert not signed_in(client)
    assert list(User.objects.all()) == [owner]


def test_the_pages_are_at_their_addresses() -> None:
    names = {pattern.name for pattern in OF_ACCOUNT}
    assert names <= set(get_resolver().reverse_dict)
