"""A ruling is taken back, with a reason."""

from typing import Any

from django.http import Http404, HttpResponse

from kernel.text import N_, Refusal
from pages.match.asked import answer_to, asked_by
from pages.match.correcting import CorrectingPage
from pages.match.form_page import FormPage
from pages.match.forms import TakeBackForm
from pages.match.ruling_words import rulings_of
from tournaments.services.desk import rulings
from web.actors import say
from web.page import new_key


class TakeBackPage(FormPage[TakeBackForm], CorrectingPage):
    """What was ruled, and the reason for which it is to hold no more."""

    action = "ruling.make"
    form_class = TakeBackForm
    preview_words = (
        N_("What changes without the ruling"),
        N_("Take it back"),
        N_("the taking back of a ruling"),
    )

    def take(self, form: TakeBackForm) -> HttpResponse:
        return self.correct(
            rulings.take_back_ruling,
            **form.cleaned_data,
            ruling_id=self.kwargs["ruling"],
            if_changed=answer_to("if_changed", self.request.POST),
            if_unfinished=answer_to("if_unfinished", self.request.POST),
        )

    def refused(self, form: TakeBackForm, refusal: Refusal) -> dict[str, Any]:
        self.read_anew()
        asked = asked_by(refusal, self.request.POST)
        return {"refused": "" if asked else say(refusal.text), "key": new_key(), **asked}

    def show(self, form: TakeBackForm, status: int = 200, **context: Any) -> HttpResponse:
        standing = {words.ruling.pk: words for words in rulings_of(self.record, self.names)}
        ruled = standing.get(self.kwargs["ruling"])
        if ruled is None:
            raise Http404
        return self.answer(
            "match/take_back.html", status, **{"form": form, "ruled": ruled} | context
        )
