"""What the pages of Learn share: their tabs, that everybody may read them, and how they are kept.

They are the same to every visitor until the program is another, so a copy is kept, and a visitor
who has the page gets none. With an address that says more than its path the page is made anew.
"""

import hashlib
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views import View

from pages.parts.live_page import KEPT_SECONDS, KeptCopy, is_visitor
from web.kept_copies import find_copy, keep_copy


class LearnPage(View):
    """A page of Learn. `tab` is the name of its address, `game` says of which game it tells (""
    of all), `matter` what stands on it."""

    action = "site.view"
    tab: ClassVar[str]
    game: ClassVar[str] = "gin"
    template: ClassVar[str]

    def get(self, request: HttpRequest) -> HttpResponseBase:
        if not is_visitor(request) or request.META["QUERY_STRING"]:
            return self._made()
        key = _digest(request)
        etag = f'"{key}"'
        response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
        if response is None:
            found = find_copy(key, str)
            response = KeptCopy(found) if found else self._made()
            if not found and isinstance(response, HttpResponse):
                keep_copy(key, response.content.decode(), KEPT_SECONDS)
        response["ETag"] = etag
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    def _made(self) -> HttpResponse:
        return render(
            self.request, self.template, {"tab": self.tab, "of_game": self.game, **self.matter()}
        )

    def matter(self) -> dict[str, Any]:
        """What the template shows besides the tabs."""
        raise NotImplementedError


def _digest(request: HttpRequest) -> str:
    whole = (settings.RELEASE, request.path, get_language())
    return hashlib.sha256(repr(whole).encode()).hexdigest()[:32]
