"""What the forms and the requests of all pages have."""

import secrets

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

KEY = "key"
"""The hidden field by which a form that is sent twice is done once (`players.access.page`)."""


def new_key() -> str:
    """A key for a form that is shown now."""
    return secrets.token_urlsafe(16)


class PageRequest(HttpRequest):
    """A request of a page, with what the middleware adds to it."""

    htmx: HtmxDetails
