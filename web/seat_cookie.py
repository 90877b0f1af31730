"""The secret by which a browser has the seats of a guest, in a cookie."""

from django.conf import settings
from django.http import HttpResponse

KEPT_SECONDS = 60 * 24 * 3600
"""Counted from when a seat was taken, or the page of its table opened last."""


def keep_seats(response: HttpResponse, secret: str) -> None:
    """Let the browser keep the secret of its seats, for the whole time from now on."""
    response.set_cookie(
        settings.SEAT_COOKIE_NAME,
        secret,
        max_age=KEPT_SECONDS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
