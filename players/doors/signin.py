"""Signing in with e-mail and password, locked by (account, address) after too many mistakes."""

from django.contrib.auth import authenticate
from django.http import HttpRequest

from players.models import User
from players.text import N_, Refusal, Text

BAD_LOGIN = Text("bad_login", N_("This e-mail address and password do not belong together."))
LOCKED_OUT = Text(
    "locked_out", N_("Too many attempts with this account. Wait a quarter of an hour.")
)


def account_for(request: HttpRequest, *, email: str, password: str) -> User:
    """The account of an address and its password. Raises Refusal `bad_login` or `locked_out`."""
    # By the name of the field, as axes looks for it: under another one it would count nobody.
    user = authenticate(request, email=email.strip().lower(), password=password)
    if user is not None:
        return user
    if getattr(request, "axes_locked_out", False):
        # The middleware of axes would put its own page in place of the door's answer.
        request.axes_locked_out = False
        raise Refusal(LOCKED_OUT)
    raise Refusal(BAD_LOGIN)
