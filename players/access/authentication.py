"""How the API knows who asks: a token, or a page's session with its CSRF token."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.db.models.functions import Now
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from players.models import ApiToken, User
from players.services.tokens import note_use
from web.actors import STAFF_PASS, seat_key, seat_key_of
from web.db.prepared import Prepared

SCHEMES = (b"token", b"bearer")
SEAT_SCHEME = b"seat"
"""Before the secret by which a guest's program has its seat."""


@Prepared
def _tokens(digest: str) -> QuerySet[Any, Any]:
    rows: QuerySet[Any, Any] = ApiToken.objects.select_related("user").annotate(now=Now())
    return rows.filter(digest=digest)


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]  # knox has no types
    """Tokens, found by their digest: one query for token, account and the time."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        scheme, *said = get_authorization_header(request).split() or [b""]
        if scheme.lower() not in SCHEMES:
            return None
        if len(said) != 1:
            raise AuthenticationFailed
        return self.authenticate_credentials(said[0])

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        try:
            digest = hash_token(token.decode())
        except UnicodeDecodeError as error:
            raise AuthenticationFailed from error
        found: Any = _tokens.first(digest)
        has_ended = found is None or (found.expiry and found.expiry <= found.now)
        if has_ended or not found.user.is_active:
            raise AuthenticationFailed
        note_use(token=found, now=found.now)
        return found.user, found


@dataclass(frozen=True, slots=True)
class StaffPass:
    """A pass for one night, as it stands in a session."""

    staff_id: int


class PassAuthentication(SessionAuthentication):
    """A session without an account that holds a pass for one night."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, StaffPass] | None:
        session = getattr(request._request, "session", None)
        staff_id = session.get(STAFF_PASS) if session is not None else None
        if staff_id is None:
            return None
        self.enforce_csrf(request)
        return AnonymousUser(), StaffPass(staff_id)


@dataclass(frozen=True, slots=True)
class SeatHeld:
    """What a guest has their seats by: the digest of a secret. It is that of one seat where a
    program has sent it (`is_sent`), else that of all seats of a browser."""

    key: str
    is_sent: bool


class SeatTokenAuthentication(BaseAuthentication):
    """Somebody who has a seat at a friendly by the secret that they send, whoever else is signed in
    in their browser."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, SeatHeld] | None:
        scheme, *said = get_authorization_header(request).split() or [b""]
        if scheme.lower() != SEAT_SCHEME:
            return None
        if len(said) != 1:
            raise AuthenticationFailed
        return AnonymousUser(), SeatHeld(seat_key_sent(said[0]), is_sent=True)


class SeatCookieAuthentication(SessionAuthentication):
    """Somebody without an account who has seats at friendlies by the secret of their browser."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, SeatHeld] | None:
        key = seat_key_of(request.COOKIES)
        if not key:
            return None
        self.enforce_csrf(request)
        return AnonymousUser(), SeatHeld(key, is_sent=False)


def seat_key_sent(secret: bytes) -> str:
    """The key of the secret that a program sends. Raises AuthenticationFailed for what is none."""
    try:
        return seat_key(secret.decode("ascii"))
    except UnicodeDecodeError as error:
        raise AuthenticationFailed from error


AUTHENTICATION = (
    TokenAuthentication,
    SeatTokenAuthentication,
    SessionAuthentication,
    PassAuthentication,
    SeatCookieAuthentication,
)
"""What says most of who asks comes first: what was sent with the request itself."""


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = ["token", "bearer"]

    def get_security_requirement(self, auto_schema: object) -> list[dict[str, list[Any]]]:
        return [{name: []} for name in self.name]

    def get_security_definition(self, auto_schema: object) -> list[dict[str, str]]:
        where = "made on the page of the account, or taken with `auth/login/`."
        return [
            {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": f"`Token <token>`: a token {where}",
            },
            {"type": "http", "scheme": "bearer", "description": f"The same token, {where}"},
        ]


class PassScheme(OpenApiAuthenticationExtension):
    target_class = PassAuthentication
    name = "pass"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The session of a pass for one night.",
        }


class SeatTokenScheme(OpenApiAuthenticationExtension):
    target_class = SeatTokenAuthentication
    name = "seat"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Seat <seat_token>`: the token of a guest's seat at a friendly.",
        }


class SeatCookieScheme(OpenApiAuthenticationExtension):
    target_class = SeatCookieAuthentication
    name = "seat_cookie"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SEAT_COOKIE_NAME,
            "description": "The seats that a browser has at friendlies, without an account.",
        }
