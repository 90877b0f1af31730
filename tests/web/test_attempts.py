"""Who has to wait after failures, and who does not, wherever a secret is asked for."""

import re
from collections.abc import Callable
from typing import ClassVar

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from redis import Redis

from kernel.permissions import SYSTEM
from players.models import User
from players.services.links import create_setup_link
from players.services.sending import send_mails
from tests.builders import DIRECTOR, NOW, PASSWORD, make_tournament, make_user
from tests.client import BASE, Api
from tests.hashing import QuickArgon2
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.staff import issue_pass
from web import password_slots
from web.db.clock import now
from web.known_devices import digest
from web.password_hashing import Argon2
from web.password_slots import BUSY, TRY_AGAIN_IN, Asker, TryAgain

pytestmark = pytest.mark.django_db
HALL, HOME = "192.0.2.1", "198.51.100.1"


class Noting(QuickArgon2):
    """Notes for whom it hashes."""

    askers: ClassVar[list[Asker]] = []

    def encode(self, password: str, salt: str) -> str:
        self.askers.append(password_slots._asker.get())
        return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        self.askers.append(password_slots._asker.get())
        return super().verify(password, encoded)


class Busy(QuickArgon2):
    """Knows passwords, and has no slot for a new one."""

    def encode(self, password: str, salt: str) -> str:
        raise TryAgain(BUSY, TRY_AGAIN_IN)


def at(address: str = HALL, device: Client | None = None) -> Client:
    """A browser at an address; with a device that of somebody who was signed in on it before."""
    client = Client(REMOTE_ADDR=address)
    if device:
        client.cookies.update(
            {name: cookie for name, cookie in device.cookies.items() if name.startswith("device-")}
        )
    return client


def sign_in(client: Client, email: str, password: str = PASSWORD) -> int:
    return client.post(reverse("sign_in"), {"email": email, "password": password}).status_code


def wait(redis: Redis) -> None:
    """The pauses are over."""
    for key in redis.scan_iter("undercut:tries:*:pause"):
        redis.delete(key)


def fail_from_everywhere(email: str, times: int) -> None:
    for number in range(times):
        assert sign_in(at(f"203.0.113.{number}"), email, "wrong") == 400


class TestSignIn:
    def test_right_tries_count_for_nothing(self) -> None:
        """A whole club signs in behind one address, and comes back, and comes back."""
        emails = [make_user().email for _ in range(4)]
        assert [sign_in(at(), email) for email in emails * 40] == [302] * 160

    def test_an_account_is_locked_where_it_failed_only(self) -> None:
        user, other = make_user(), make_user()
        for _ in range(8):
            assert sign_in(at(), user.email, "wrong") == 400
        locked = at().post(reverse("sign_in"), {"email": user.email, "password": PASSWORD})
        assert (locked.status_code, locked["Retry-After"]) == (429, "900")
        assert f'value="{user.email}"' in locked.content.decode()
        assert sign_in(at(), other.email) == 302
        assert sign_in(at(HOME), user.email) == 302

    def test_seven_mistakes_are_forgotten_when_the_eighth_try_is_right(self) -> None:
        user = make_user()
        for _ in range(2):
            assert [sign_in(at(), user.email, "wrong") for _ in range(7)] == [400] * 7
            assert sign_in(at(), user.email) == 302

    def test_an_account_is_slowed_down_and_never_locked(self, redis: Redis) -> None:
        user = make_user()
        fail_from_everywhere(user.email, 20)
        slowed = at().post(reverse("sign_in"), {"email": user.email, "password": PASSWORD})
        assert (slowed.status_code, slowed["Retry-After"]) == (429, "1")
        wait(redis)
        assert sign_in(at(), user.email, "wrong") == 400
        assert sign_in(at(HOME), user.email) == 429
        wait(redis)
        assert sign_in(at(HOME), user.email) == 302

    def test_an_address_is_slowed_down_and_never_locked(self, redis: Redis) -> None:
        user = make_user()
        for number in range(100):
            assert sign_in(at(), f"made{number}@up.example", "wrong") == 400
        assert sign_in(at(), user.email) == 429
        assert sign_in(at(HOME), user.email) == 302
        wait(redis)
        assert sign_in(at(), user.email) == 302

    def test_a_known_device_is_kept_out_by_nobody(self) -> None:
        user, device = make_user(), at()
        assert sign_in(device, user.email) == 302
        for _ in range(8):
            sign_in(at(), user.email, "wrong")
        fail_from_everywhere(user.email, 12)
        for number in range(80):
            sign_in(at(), f"made{number}@up.example", "wrong")
        assert sign_in(at(), user.email) == 429
        assert sign_in(at(device=device), user.email) == 302

    def test_a_known_device_has_a_count_of_its_own(self) -> None:
        user, device = make_user(), at()
        sign_in(device, user.email)
        for _ in range(8):
            assert sign_in(at(device=device), user.email, "wrong") == 400
        assert sign_in(at(device=device), user.email) == 429
        assert sign_in(at(), user.email) == 302

    def test_a_device_is_known_to_one_account(self) -> None:
        mine, yours, device = make_user(), make_user(), at()
        sign_in(device, mine.email)
        for _ in range(8):
            sign_in(at(), yours.email, "wrong")
        forged = at(device=device)
        ((name, cookie),) = forged.cookies.items()
        other = at()
        sign_in(other, yours.email, "wrong")
        for value in (cookie.value, "made up", ""):
            forged.cookies[next(iter(at_home(yours).cookies))] = value
            assert sign_in(forged, yours.email) == 429, name

    def test_a_device_is_known_for_half_a_year(self, settings: Settings) -> None:
        user, device = make_user(), at()
        sign_in(device, user.email)
        (cookie,) = (
            morsel for name, morsel in device.cookies.items() if name.startswith("device-")
        )
        assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (
            180 * 24 * 3600,
            True,
            "Lax",
        )
        assert user.email not in cookie.key + cookie.value

    def test_the_api_counts_with_the_pages(self) -> None:
        user = make_user()

        def login(password: str) -> int:
            body = {"email": user.email, "password": password}
            return at().post(BASE + "auth/login/", body, content_type="application/json")

        for number in range(8):
            (login("wrong") if number % 2 else sign_in(at(), user.email, "wrong"))
        locked = login(PASSWORD)
        error = locked.json()["error"]
        assert (locked.status_code, error["code"]) == (429, "locked_out")
        assert locked["Retry-After"] == "900"
        assert sign_in(at(), user.email) == 429

    def test_a_busy_server_keeps_what_was_typed_and_counts_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        user = make_user()
        monkeypatch.setattr(password_slots, "LONGEST_WAIT", 0.01)
        with password_slots.SLOTS.one(), password_slots.SLOTS.one():
            for _ in range(10):
                told = at().post(reverse("sign_in"), {"email": user.email, "password": PASSWORD})
                assert (told.status_code, told["Retry-After"]) == (429, "2")
            body = {"email": user.email, "password": PASSWORD}
            api = at().post(BASE + "auth/login/", body, content_type="application/json")
            assert (api.status_code, api.json()["error"]["code"]) == (429, "busy")
        assert "Many people are signing in just now." in told.content.decode()
        assert f'value="{user.email}"' in told.content.decode()
        assert PASSWORD not in told.content.decode()
        assert sign_in(at(), user.email) == 302

    def test_who_has_no_account_costs_as_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hashed = []
        for name in ("encode", "verify"):
            once = getattr(Argon2, name)
            monkeypatch.setattr(
                Argon2, name, lambda *given, once=once: hashed.append(0) or once(*given)
            )
        user = make_user()
        hashed.clear()
        sign_in(at(), user.email, "wrong")
        assert len(hashed) == 1
        sign_in(at(), "made@up.example", "wrong")
        assert len(hashed) == 2

    def test_an_old_hash_is_replaced_at_the_next_sign_in(self, settings: Settings) -> None:
        old = "django.contrib.auth.hashers.Argon2PasswordHasher"
        settings.PASSWORD_HASHERS = [old]
        user = User.objects.create_user("old@club.example", PASSWORD, name="Old")
        assert "m=102400," in user.password
        settings.PASSWORD_HASHERS = ["web.password_hashing.Argon2"]
        assert sign_in(at(), user.email) == 302
        user.refresh_from_db()
        assert "m=19456,t=2,p=1$" in user.password
        assert sign_in(at(), user.email) == 302


def asked_for(do: Callable[[], object]) -> set[Asker]:
    """For whom was hashed meanwhile."""
    Noting.askers.clear()
    do()
    return set(Noting.askers)


def new_password_page(user: User) -> str:
    """Where a link leads that was mailed to them."""
    at().post(reverse("password_reset"), {"email": user.email})
    send_mails(by=SYSTEM, now=now())
    link = re.search(r"(/password/\S+)", mail.outbox[-1].body)
    assert link
    return link[1]


class TestForWhomIsHashed:
    """On a device that is known for the account for the account, else for the address."""

    @pytest.mark.parametrize("is_known", [True, False])
    def test_wherever_a_password_is_asked_for(self, settings: Settings, is_known: bool) -> None:
        settings.PASSWORD_HASHERS = ["tests.web.test_attempts.Noting"]
        user, device = make_user(), at()
        sign_in(device, user.email)
        expected = {Asker(digest(user.email), is_known=True) if is_known else Asker(HALL)}
        client = at(device=device if is_known else None)
        assert asked_for(lambda: sign_in(client, user.email)) == expected
        if not is_known:
            client = at()
            client.force_login(user)
        new = {"new_password1": "another long one", "new_password2": "another long one"}
        typed = new | {"old_password": PASSWORD}
        assert asked_for(lambda: client.post(reverse("password_change"), typed)) == expected
        client = at(device=device if is_known else None)
        where = client.get(new_password_page(user))["Location"]
        assert asked_for(lambda: client.post(where, new)) == expected

    def test_who_has_no_account_yet_asks_as_an_address(self, settings: Settings) -> None:
        settings.PASSWORD_HASHERS = ["tests.web.test_attempts.Noting"]
        settings.OPEN_SIGN_UP = True
        typed = {"email": "new@club.example", "name": "A Person", "password": PASSWORD}
        assert asked_for(lambda: at().post(reverse("sign_up"), typed)) == {Asker(HALL)}

    def test_a_password_that_is_not_changed_is_not_said_to_be(self, settings: Settings) -> None:
        user, client = make_user(), at()
        client.force_login(user)
        settings.PASSWORD_HASHERS = ["tests.web.test_attempts.Busy"]
        new = {"new_password1": "another long one", "new_password2": "another long one"}
        typed = new | {"old_password": PASSWORD}
        told = client.post(reverse("password_change"), typed)
        assert told.status_code == 429
        page = client.get(reverse("account"))
        assert "Your password is changed." not in told.text + page.text


def at_home(user: User) -> Client:
    client = at(HOME)
    sign_in(client, user.email)
    return at(device=client)


class TestOtherSecrets:
    def test_a_new_password_forgets_what_failed(self, client: Client) -> None:
        user = make_user()
        for _ in range(8):
            sign_in(at(), user.email, "wrong")
        where = client.get(new_password_page(user))["Location"]
        new = "another long one"
        client.post(where, {"new_password1": new, "new_password2": new})
        assert sign_in(at(), user.email, new) == 302
        assert sign_in(at(device=client), user.email, "wrong") == 400

    def test_the_old_password_is_no_way_around(self) -> None:
        user, client = make_user(), at()
        client.force_login(user)
        page, new = reverse("password_change"), "another long one"

        def change(old: str, again: str = new) -> int:
            typed = {"old_password": old, "new_password1": new, "new_password2": again}
            return client.post(page, typed).status_code

        assert [change(PASSWORD, "a slip") for _ in range(9)] == [200] * 9
        assert [change(old) for _ in range(8) for old in ("", "wrong")][:8] == [200] * 8
        assert change(PASSWORD) == 429
        assert sign_in(at(), user.email) == 429

    def test_reset_mails_from_one_address(self, redis: Redis) -> None:
        def ask(number: int, address: str = HALL) -> int:
            typed = {"email": f"person{number}@club.example"}
            return at(address).post(reverse("password_reset"), typed).status_code

        assert [ask(number) for number in range(100)] == [302] * 100
        assert ask(100) == 429
        assert ask(100, HOME) == 302
        wait(redis)
        assert ask(101) == 302

    def test_sign_up(self, settings: Settings, redis: Redis) -> None:
        settings.OPEN_SIGN_UP = True

        def ask(number: int, address: str = HALL) -> int:
            typed = {"email": f"p{number}@club.example", "name": "A Person", "password": PASSWORD}
            return at(address).post(reverse("sign_up"), typed).status_code

        assert [ask(number) for number in range(100)] == [302] * 100
        assert ask(100) == 429
        assert ask(100, HOME) == 302
        wait(redis)
        assert ask(101) == 302

    @pytest.mark.parametrize("kind", ["setup", "invitation", "claim", "staff_pass", "door", "new"])
    def test_made_up_links(self, kind: str, redis: Redis) -> None:
        tournament, user = make_tournament(), make_user()
        arguments = {
            "door": [tournament.club.slug, tournament.slug, "made-up"],
            "new": ["Mg", "made-up"],
        }
        name = "password_reset_confirm" if kind == "new" else kind
        page = reverse(name, args=arguments.get(kind, ["made-up"]))

        def ask(address: str = HALL) -> int:
            client = at(address)
            if kind == "door":
                client.force_login(user)
            return client.get(page).status_code

        missing = 200 if kind == "new" else 404
        assert [ask() for _ in range(100)] == [missing] * 100
        assert ask() == 429
        assert ask(HOME) == missing
        wait(redis)
        assert ask() == missing

    def test_a_right_link_counts_for_nothing(self) -> None:
        page = create_setup_link(now=timezone.now()).path
        assert [at().get(page).status_code for _ in range(120)] == [200] * 120

    def test_made_up_claims_of_the_api(self) -> None:
        api = Api(make_user())
        for number in range(100):
            api.post("claims/", {"token": f"made-up-{number}"}, 400)
        refused = api.post("claims/", {"token": "made-up"}, 429, key="once")
        assert refused["error"]["code"] == "slowed_down"
        for key in ("once", "twice"):  # what was refused for now is not kept as the answer
            assert api.post("claims/", {"token": "made-up"}, 429, key=key)

    def test_right_pins_count_for_nothing(self, redis: Redis) -> None:
        tournament = make_tournament()
        page = reverse("staff_pin", args=[tournament.club.slug, tournament.slug])
        made = issue_pass(tournament_id=tournament.pk, name="Rita", by=DIRECTOR, now=timezone.now())
        assert [at().post(page, {"pin": made.pin}).status_code for _ in range(30)] == [302] * 30
        assert [at().post(page, {"pin": "1"}).status_code for _ in range(20)] == [400] * 20
        told = at().post(page, {"pin": made.pin})
        assert (told.status_code, told["Retry-After"]) == (429, "15")
        assert at(HOME).post(page, {"pin": made.pin}).status_code == 302
        wait(redis)
        assert at().post(page, {"pin": made.pin}).status_code == 302

    def test_wrong_pins_do_not_tell_a_draft_from_nothing(self, redis: Redis) -> None:
        draft = make_tournament(start=False)
        old = draft.slug
        edit_tournament(tournament_id=draft.pk, name="Hidden Feast", by=DIRECTOR, now=NOW)
        draft.refresh_from_db()

        def ask(slug: str, times: int) -> list[int]:
            page = reverse("staff_pin", args=[draft.club.slug, slug])
            return [at().post(page, {"pin": "1"}).status_code for _ in range(times)]

        slugs = ("nothing", draft.slug, old, "nothing-else")
        told = [ask(slug, 25) for slug in slugs]
        assert told == [[400] * 20 + [429] * 5] * 4
        wait(redis)
        assert [ask(slug, 2) for slug in slugs] == [[400, 429]] * 4
