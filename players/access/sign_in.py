"""Signing in with e-mail and password: who may try now, and whose account it is.

`docs/decisions/0015-signing-in.md` has the whole of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import authenticate
from django.http import HttpRequest

from kernel.text import N_, Refusal, Text
from players.models import User
from web import attempts
from web.addresses import client_address
from web.attempts import Count, address_count, trying
from web.known_devices import digest, known_device
from web.password_slots import Asker, asking

LOCKED_AFTER = 8  # failures of an account from one address, or on a device of its own
ACCOUNT_SLOWED_AFTER = 20

BAD_LOGIN = Text("bad_login", N_("This e-mail address and password do not belong together."))


def account_for(request: HttpRequest, *, email: str, password: str) -> User:
    """The account of an address and its password. Raises Refusal `bad_login`, or TryAgain."""
    email = email.strip().lower()
    with trying_password(request, email):
        user = authenticate(request, email=email, password=password)
        if user is None:
            raise Refusal(BAD_LOGIN)
    return user


@contextmanager
def trying_password(request: HttpRequest, email: str) -> Iterator[None]:
    """A try to prove to be whose account this is: counted, and hashed in turn."""
    who, address, device = digest(email), client_address(request), known_device(request, email)
    if device:
        counts = [Count(_name(who, f"on:{device}"), LOCKED_AFTER)]
    else:
        counts = [
            Count(_name(who, f"at:{address}"), LOCKED_AFTER),
            Count(_name(who, "anywhere"), ACCOUNT_SLOWED_AFTER, attempts.SLOWED_TO),
            address_count("password", address),
        ]
    with asking(asker_for(request, email)), trying(*counts):
        yield


def asker_for(request: HttpRequest, email: str) -> Asker:
    """For whom a password of this account is hashed: on a device that is known for it for the
    account, else for the address."""
    if known_device(request, email):
        return Asker(digest(email), is_known=True)
    return Asker(client_address(request))


def forget_tries(email: str) -> None:
    """Forget all that failed with an account: its password is a new one."""
    attempts.forget(_name(digest(email)))


def _name(who: str, where: str = "") -> str:
    return f"account:{who}:{where}"
