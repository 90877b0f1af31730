"""How the API knows who asks: a token, or a page's session with its CSRF token."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models.functions import Now
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from players.doors.actors import STAFF_PASS
from players.models import User


class TokenAuthentication(KnoxAuthentication):
    """Knox's tokens, found by their digest: one query for token, account and the time."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, AuthToken]:
        try:
            digest = hash_token(token.decode())
        except UnicodeDecodeError as error:
            raise AuthenticationFailed from error
        tokens = AuthToken.objects.select_related("user").annotate(now=Now())
        found = tokens.filter(digest=digest).first()
        if found is None or (found.expiry and found.expiry < found.now):
            raise AuthenticationFailed
        if not found.user.is_active:
            raise AuthenticationFailed
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


AUTHENTICATION = (TokenAuthentication, SessionAuthentication, PassAuthentication)


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <token>`, the token from `auth/login/`.",
        }


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
