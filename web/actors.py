"""Who is asking, and how a sentence reaches them: the same for pages and API."""

import re
from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext

from kernel.permissions import Actor
from kernel.text import Text
from kernel.tokens import token_hash

# The session's entry for somebody who signed in with a pass for one night: its staff row's id.
STAFF_PASS = "staff_pass"  # noqa: S105 - the name of a session entry
WITH_DECIMALS = re.compile("\N{MINUS SIGN}?[0-9]+[.][0-9]+")


def actor_of(request: HttpRequest, via: str = "page") -> Actor:
    """Who asks for a page: an account, a pass for one night, or a visitor; without roles yet."""
    seat_key = seat_key_of(request.COOKIES)
    if request.user.is_authenticated:
        return Actor(via, user_id=request.user.pk, seat_key=seat_key)
    return Actor(via, staff_id=request.session.get(STAFF_PASS), seat_key=seat_key)


def seat_key_of(cookies: Mapping[str, str]) -> str:
    """The key of the seats that a browser has as a guest, "" for none."""
    return seat_key(cookies.get(settings.SEAT_COOKIE_NAME, ""))


def seat_key(secret: str) -> str:
    """The key that belongs to the secret of a guest: its digest. "" where there is none, or no
    guests are let in."""
    return token_hash(secret) if secret and settings.GUESTS else ""


def say(text: Text) -> str:
    """The sentence in the reader's language; values that are texts themselves are said as well."""
    values = {name: _said(value) for name, value in text.values.items()}
    return _translated(text.template, get_language()) % values


def figure(written: str) -> str:
    """A figure as pure code writes it, with the decimal sign of the reader's language."""
    return written.replace(".", get_format("DECIMAL_SEPARATOR"))


def _said(value: object) -> object:
    if isinstance(value, Text):
        return say(value)
    if isinstance(value, str) and WITH_DECIMALS.fullmatch(value):
        return figure(value)
    return value


@lru_cache(maxsize=4096)  # the same few sentences stand in row after row
def _translated(template: str, _language: str | None) -> str:
    """The template in the language that is active, by its name."""
    return gettext(template)
