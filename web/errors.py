"""Every error of the API in one form: `{"error": {"code", "message", "fields"}}`."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, HttpRequest, JsonResponse, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from kernel.text import Refusal
from web.actors import say
from web.password_slots import TryAgain

# A refusal is 400 (the wish itself is wrong) unless its code stands here.
STATUS_OF: Mapping[str, int] = {
    "not_found": 404,
    "club_gone": 404,
    "forbidden": 403,
    "not_its_scope": 403,
    "not_owner": 403,
    "bad_login": 401,
    "too_large": 413,
    "busy": 429,
    "locked_out": 429,
    "slowed_down": 429,
    # The wish is fine, but not in this state or from this version.
    "already_entered": 409,
    "appealed_already": 409,
    "already_owner": 409,
    "both_entered": 409,
    "choice_needed": 409,
    "confirm_needed": 409,
    "decided_already": 409,
    "email_taken": 409,
    "idempotency_mismatch": 409,
    "later_match_begun": 409,
    "less_severe": 409,
    "link_used": 409,
    "match_over": 409,
    "member_already": 409,
    "not_by_hands": 409,
    "not_claimable": 409,
    "not_ready": 409,
    "not_removed": 409,
    "owner_stays": 409,
    "player_gone": 409,
    "plays_already": 409,
    "ruling_needed": 409,
    "name_taken": 409,
    "player_entered": 409,
    "player_in_use": 409,
    "set_up_already": 409,
    "stale": 409,
    "stale_draft": 409,
    "too_late": 409,
    "two_accounts": 409,
    "wrong_state": 409,
}

# What a body is told when all its faults are of this one kind.
_CODES_OF_FIELDS = frozenset({"unknown_field"})


def error(
    code: str, message: str, fields: Mapping[str, list[str]] | None = None
) -> dict[str, dict[str, Any]]:
    """The body of an error answer."""
    return {"error": {"code": code, "message": message, "fields": dict(fields or {})}}


def status_of(code: str) -> int:
    """The status with which a refusal of this code is answered."""
    return STATUS_OF.get(code, 400)


def json_error(status: int, code: str, message: str) -> JsonResponse:
    """An error answer from outside the API's views (unknown addresses, a crash)."""
    return JsonResponse(error(code, message), status=status)


def is_for_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def answer_for(exc: Exception) -> Response | None:
    """The answer to an exception; None when it is a bug."""
    if isinstance(exc, Refusal):
        sentence = say(exc.text)
        fields = {exc.field: [sentence]} if exc.field else {}
        response = Response(error(exc.text.code, sentence, fields), status_of(exc.text.code))
        if isinstance(exc, TryAgain):
            response["Retry-After"] = str(exc.seconds)
        return response
    if isinstance(exc, exceptions.ValidationError):
        return _invalid(exc)
    if isinstance(exc, exceptions.APIException):
        return _refused_by_framework(exc)
    if isinstance(exc, Http404 | ObjectDoesNotExist):
        return _answer(404, "not_found", _("There is nothing at this address."))
    if isinstance(exc, PermissionDenied):
        return _answer(403, "forbidden", _("You may not do this."))
    if isinstance(exc, RequestDataTooBig):
        megabytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20
        sentence = _("This is too large: at most %(most)d MB are taken.") % {"most": megabytes}
        return _answer(413, "too_large", sentence)
    if isinstance(exc, SuspiciousOperation | BadRequest | UnreadablePostError):
        return _answer(400, "malformed", _("This request can't be read."))
    return None


def _answer(status: int, code: str, message: str) -> Response:
    return Response(error(code, message), status)


def _refused_by_framework(exc: exceptions.APIException) -> Response:
    """DRF's own exceptions in our form, with the headers that belong to them."""
    code, message = _words_for(exc)
    response = _answer(exc.status_code, code, message)
    if getattr(exc, "auth_header", None):
        response["WWW-Authenticate"] = exc.auth_header
    if isinstance(exc, exceptions.Throttled):
        response["Retry-After"] = str(max(1, math.ceil(exc.wait or 1)))
    return response


def _words_for(exc: exceptions.APIException) -> tuple[str, str]:
    match exc:
        case exceptions.NotAuthenticated():
            return "not_authenticated", _("Sign in first: this needs a token or a session.")
        case exceptions.AuthenticationFailed():
            return "bad_token", _("This token is not valid. Sign in again.")
        case exceptions.PermissionDenied():
            return "forbidden", str(exc.detail)
        case exceptions.NotFound():
            return "not_found", _("There is nothing at this address.")
        case exceptions.MethodNotAllowed():
            return "method_not_allowed", str(exc.detail)
        case exceptions.UnsupportedMediaType():
            return "unsupported_media_type", str(exc.detail)
        case exceptions.Throttled():
            return "throttled", _("Too many requests. Wait a moment, then go on.")
        case exceptions.ParseError():
            return "malformed", str(exc.detail)
        case _:
            return str(exc.default_code), str(exc.detail)


def _invalid(exc: exceptions.ValidationError) -> Response:
    fields: dict[str, list[str]] = {}
    codes = set()
    for path, detail in _flat(exc.detail):
        fields.setdefault(path, []).append(str(detail))
        codes.add(detail.code)
    own = codes & _CODES_OF_FIELDS
    code = own.pop() if len(codes) == 1 and own else "invalid"
    first = next(iter(fields.items()), ("", [_("This can't be taken.")]))
    message = f"{first[0]}: {first[1][0]}" if first[0] else first[1][0]
    return Response(error(code, message, fields), 400)


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, exceptions.ErrorDetail]]:
    """`{"games": [{}, {"points": ["..."]}]}` as `games.1.points` and its details."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _flat(inner, ".".join(part for part in (path, own) if part))
    elif isinstance(detail, list):
        for place, inner in enumerate(detail):
            leaf = isinstance(inner, exceptions.ErrorDetail)
            yield from _flat(inner, path if leaf else f"{path}.{place}".strip("."))
    else:
        yield path, detail
