"""What the API answers to an exception: DRF asks `exception_handler`."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    ObjectDoesNotExist,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions, views
from rest_framework.response import Response

from kernel.text import N_, Refusal, refusal
from web.actors import say
from web.errors import error, status_of
from web.password_slots import TryAgain


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception; None when it is a bug."""
    match exc:
        case Refusal():
            return _refused(exc)
        case exceptions.ValidationError():
            return _invalid(exc)
        case ObjectDoesNotExist():
            exc = exceptions.NotFound()
        case RequestDataTooBig():
            sentence = N_("This is too large: at most %(most)d MB are taken.")
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20
            return _refused(refusal("too_large", sentence, most=most))
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            exc = exceptions.ParseError(_("This request can't be read."))
    response = views.exception_handler(exc, context)
    if response is not None:
        response.data = error(*_words_for(exc))
    return response


def _refused(refused: Refusal) -> Response:
    code, sentence = refused.text.code, say(refused.text)
    fields = {refused.field: [sentence]} if refused.field else {}
    headers = {"Retry-After": str(refused.seconds)} if isinstance(refused, TryAgain) else None
    return Response(error(code, sentence, fields), status_of(code), headers=headers)


def _words_for(exc: Exception) -> tuple[str, str]:
    match exc:
        case exceptions.NotAuthenticated():
            return "not_authenticated", _("Sign in first: this needs a token or a session.")
        case exceptions.AuthenticationFailed():
            return "bad_token", _("This token is not valid. Sign in again.")
        case exceptions.PermissionDenied():
            return "forbidden", str(exc.detail)
        case exceptions.Throttled():
            return "throttled", _("Too many requests. Wait a moment, then go on.")
        case exceptions.ParseError():
            return "malformed", str(exc.detail)
        case exceptions.NotFound() | Http404():
            return "not_found", _("There is nothing at this address.")
        case exceptions.APIException():
            return str(exc.default_code), str(exc.detail)
    raise exc


def _invalid(exc: exceptions.ValidationError) -> Response:
    fields: dict[str, list[str]] = {}
    codes = set()
    for path, detail in _flat(exc.detail):
        fields.setdefault(path, []).append(str(detail))
        codes.add(detail.code)
    code = "unknown_field" if codes == {"unknown_field"} else "invalid"
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
