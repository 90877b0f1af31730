"""A form by which somebody gets a seat at a friendly, and what their browser keeps of it."""

import hashlib
import json
from dataclasses import replace
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from kernel.permissions import Actor
from kernel.text import Refusal
from kernel.tokens import new_token
from pages.parts.fields import PageForm
from players.access.page import Page
from web.actors import say, seat_key
from web.errors import status_of
from web.idempotency import LONGEST_KEY
from web.page import KEY, new_key
from web.password_slots import TryAgain
from web.seat_cookie import keep_seats
from web.try_again import later


@method_decorator(never_cache, name="dispatch")
class SeatFormPage(Page):
    """A form that leads to a table. A press takes the seat, never a look: messengers follow links
    to show what is there."""

    template: ClassVar[str]
    form_class: ClassVar[type[PageForm]]
    is_opened_by_key: ClassVar[bool] = False
    """Whether the browser opens the seat by its secret, whoever is signed in."""

    def seat(self, form: PageForm, by: Actor) -> str:
        """Take the seat: the address of its table. May raise Refusal."""
        raise NotImplementedError

    def form(self, data: QueryDict | None = None) -> PageForm:
        return self.form_class(data)

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.page(self.form())

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.page(form, 400)
        secret = request.COOKIES.get(settings.SEAT_COOKIE_NAME) or new_token()
        try:
            table = self.seat(form, replace(self.actor, seat_key=seat_key(secret)))
        except Refusal as refused:
            if not form.refuse(refused):
                form.add_error(None, say(refused.text))
            response = self.page(form, status_of(refused.text.code))
            return later(response, refused) if isinstance(refused, TryAgain) else response
        return self._kept(redirect(table), secret)

    def page(self, form: PageForm, status: int = 200) -> HttpResponse:
        key = self.request.POST.get(KEY) or new_key()
        shown = {"form": form, "key": key} | self.context(form)
        return render(self.request, self.template, shown, status=status)

    def context(self, form: PageForm) -> dict[str, Any]:
        return {}

    @property
    def key(self) -> str:
        """The key of the form: sent twice it is one wish."""
        return self.request.POST.get(KEY, "")[:LONGEST_KEY]

    @property
    def digest(self) -> str:
        """A digest of what was sent."""
        fields = self.request.POST.lists()
        said = sorted(item for item in fields if item[0] != "csrfmiddlewaretoken")
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()

    def _kept(self, response: HttpResponse, secret: str) -> HttpResponse:
        """The answer, with which a browser without an account keeps the secret of its seats."""
        if self.actor.user_id is None or self.is_opened_by_key:
            keep_seats(response, secret)
        return response
