"""Devices on which an account has signed in before: a signed cookie for each account.

It opens nothing. It says that somebody who knew the password has sat here, so that a flood of false
tries from elsewhere, or from the same room, is not mistaken for them.
"""

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

KEPT_SECONDS = 180 * 24 * 3600
_SALT = "players.doors.devices"  # in cookies that browsers keep
_PREFIX = "device-"
_MOST = 8  # cookies that are looked at; each costs a digest


def digest(text: str) -> str:
    """A name for an account, or for whatever else tells about people, that tells nothing."""
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()[:24]


def known_device(request: HttpRequest, email: str) -> str | None:
    """The device's name, if the account of this address has signed in on it; else None."""
    account = digest(email)
    return _device(account, request.COOKIES.get(_PREFIX + account, ""))


def any_device(cookies: Mapping[str, str]) -> str | None:
    """The name of a device on which any account has signed in, if it is one."""
    mine = [name for name in cookies if name.startswith(_PREFIX)][:_MOST]
    found = (_device(name.removeprefix(_PREFIX), cookies[name]) for name in mine)
    return next((device for device in found if device), None)


def remember_device(response: HttpResponse, request: HttpRequest, email: str) -> None:
    """Let the device be known for the account from now on."""
    account = digest(email)
    device = known_device(request, email) or secrets.token_urlsafe(12)
    response.set_cookie(
        _PREFIX + account,
        TimestampSigner(salt=_SALT).sign(f"{account}.{device}"),
        max_age=KEPT_SECONDS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _device(account: str, signed: str) -> str | None:
    try:
        said = TimestampSigner(salt=_SALT).unsign(signed, max_age=KEPT_SECONDS)
    except BadSignature:
        return None
    whose, _, device = said.partition(".")
    return device if whose == account else None
