"""What no database keeps is refused before anything reads it: NUL, and text that is not UTF-8.

Under another alphabet than UTF-8 a sender could write half of a character (`unicode_escape`), or
name something that is no alphabet at all (`hex`).
"""

import codecs
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_header_parameters

from web.errors import is_for_api
from web.input import has_nul

NUL = "\0"
_ALPHABETS = {"utf-8", "ascii"}


class RefuseMalformed:
    """Middleware: answers 400 where the address, the query, a cookie or a form can't be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "")
        if charset and not _is_utf_8(charset):
            raise BadRequest("another alphabet")
        request.COOKIES = legible(request.COOKIES)
        if NUL in request.path or has_nul(request.GET.lists()):
            raise BadRequest("NUL in the address")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        # The API reads its own bodies: web.input.
        if request.method == "POST" and not is_for_api(request) and has_nul(request.POST.lists()):
            raise BadRequest("NUL in a form")


def legible(cookies: Mapping[str, str]) -> dict[str, str]:
    """The cookies without those that can't be ours."""
    return {name: value for name, value in cookies.items() if NUL not in value}


class LegibleCookies:
    """The same for a socket: between the middleware that reads the cookies and the session's."""

    def __init__(self, inner: Callable[..., Any]) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        return await self.inner(scope | {"cookies": legible(scope["cookies"])}, receive, send)


def _is_utf_8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name in _ALPHABETS
    except (LookupError, ValueError):
        return False


class _Typed(HttpRequest):
    """A request that takes any Content-Type as it comes, for `RefuseMalformed` to refuse:
    Django would read the query in that alphabet at once, and end outside of all that answers."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            found = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            found = "", {"charset": "unknown"}
        self.content_type, self.content_params = found


class _WsgiRequest(_Typed, WSGIRequest):
    pass


class _AsgiRequest(_Typed, ASGIRequest):
    pass


class WsgiPages(WSGIHandler):
    """Pages and API under WSGI."""

    request_class = _WsgiRequest


class AsgiPages(ASGIHandler):
    """Pages and API under ASGI."""

    request_class = _AsgiRequest
