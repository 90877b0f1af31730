"""A ruling is taken back, with a reason."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from games.models import Ruling
from kernel.text import N_, Refusal
from pages.match.asked import answers, asked_by
from pages.match.correcting import CorrectingPage
from pages.match.forms import TakeBackForm
from pages.match.ruling_words import rulings_of
from tournaments.services.desk import rulings
from tournaments.services.desk.previews import CorrectionWrite
from web.actors import say
from web.errors import status_of
from web.page import new_key


class TakeBackPage(CorrectingPage):
    """What was ruled, and the reason for which it is to hold no more."""

    action = "ruling.make"
    preview_words = (
        N_("What changes without the ruling"),
        N_("Take it back"),
        N_("the taking back of a ruling"),
    )

    @property
    def ruling(self) -> Ruling:
        found = next(
            (ruling for ruling in self.record.rulings if ruling.pk == self.kwargs["ruling"]), None
        )
        if found is None:
            raise Http404
        return found

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show(TakeBackForm())

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        form = TakeBackForm(request.POST)
        if not form.is_valid():
            return self.show(form, 400)
        try:
            return self.correct(self._write(form))
        except Refusal as refusal:
            self.read_anew()
            status = status_of(refusal.text.code)
            asked = asked_by(refusal, request.POST)
            refused = "" if asked else say(refusal.text)
            return self.show(form, status, refused=refused, key=new_key(), **asked)

    def _write(self, form: TakeBackForm) -> CorrectionWrite:
        return partial(
            rulings.take_back_ruling,
            board=self.board,
            version=form.cleaned_data["version"],
            ruling_id=self.kwargs["ruling"],
            reason=form.cleaned_data["reason"],
            **answers(self.request.POST, "if_changed", "if_unfinished"),
            by=self.actor,
            now=self.now,
        )

    def show(self, form: TakeBackForm, status: int = 200, **context: Any) -> HttpResponse:
        pk = self.ruling.pk
        ruled = next(ruling for ruling in rulings_of(self.record, self.names) if ruling.pk == pk)
        return self.answer(
            "match/take_back.html", status, **{"form": form, "ruled": ruled} | context
        )
