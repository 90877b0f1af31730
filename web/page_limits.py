"""How many pages visitors may ask for from one address: more than a room of spectators does."""

import math
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.actors import STAFF_PASS
from web.addresses import client_address
from web.errors import is_for_api
from web.throttle import charge, seconds_to_wait

LITTLE = 0.1
"""What an answer costs for which no page was made: nothing new, or a kept copy."""


class PageLimit:
    """Middleware: 429 for an address whose visitors ask for too much. The API has its own limits,
    and who has signed in is not counted here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_for_api(request) or _is_known(request):
            return self.get_response(request)
        who = f"pages:{client_address(request)}"
        limit = {"a_minute": settings.PAGES_A_MINUTE, "at_once": settings.PAGES_AT_ONCE}
        wait = seconds_to_wait(who, **limit, cost=LITTLE)
        if wait:
            response = render(request, "429.html", status=429)
            response["Retry-After"] = str(max(1, math.ceil(wait)))
            return response
        response = self.get_response(request)
        if response.status_code != 304 and not getattr(response, "is_kept_copy", False):
            charge(who, **limit, cost=1 - LITTLE)
        return response


def _is_known(request: HttpRequest) -> bool:
    """Whether an account or a pass has signed in; without a cookie nothing is looked up."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    return request.user.is_authenticated or STAFF_PASS in request.session
