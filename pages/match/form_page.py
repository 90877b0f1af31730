"""A page with one form: it is taken once, or shown again with what was typed and what is wrong."""

from typing import Any, Generic, TypeVar

from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict

from kernel.text import Refusal
from players.access.page import Page
from web.actors import say
from web.errors import status_of
from web.page import new_key

F = TypeVar("F", bound=Form)


class FormPage(Page, Generic[F]):
    """A subclass says what the form is, how it is shown, and what `write` does with it."""

    form_class: type[F]

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show(self.form())

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        form = self.form(request.POST)
        if not form.is_valid():
            return self.show(form, 400)
        try:
            return self.take(form)
        except Refusal as refusal:
            shown = self.refused(form, refusal)
            return self.show(form, status_of(refusal.text.code), **shown)

    def form(self, data: QueryDict | None = None) -> F:
        """What was sent, or the form as it begins."""
        return self.form_class(data, label_suffix="")

    def take(self, form: F) -> HttpResponse:
        """Write what a valid form says, and go on."""
        return self.once(lambda: self.write(form))

    def write(self, form: F) -> str:
        """Write what the form says; the address to go to."""
        raise NotImplementedError

    def refused(self, form: F, refusal: Refusal) -> dict[str, Any]:
        """What the page shows beside the form where that was refused."""
        return {"refused": say(refusal.text), "key": new_key()}

    def show(self, form: F, status: int = 200, **context: Any) -> HttpResponse:
        raise NotImplementedError
