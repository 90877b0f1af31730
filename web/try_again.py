"""What somebody is told who has to wait a moment, and how their page tries again by itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.actors import say
from web.addresses import client_address
from web.password_slots import Asker, TryAgain, asking

# Sent by `again.js`, which can't see where a redirect leads to.
BY_SCRIPT = "X-Again"


class TryAgainLater:
    """Middleware: passwords are hashed for who asks, and a page that can't be had now says when."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with asking(Asker(client_address(request))):
            response = self.get_response(request)
        if BY_SCRIPT in request.headers and response.status_code == 302:
            response.status_code = 204  # with the address of where to go
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TryAgain):
            return None
        return later(render(request, "429.html", {"reason": say(exception.text)}), exception)


def later(response: HttpResponse, refusal: TryAgain) -> HttpResponse:
    """The answer as one that says when to try again."""
    response.status_code = 429
    response["Retry-After"] = str(refusal.seconds)
    return response
