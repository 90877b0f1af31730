"""What is said of a report, each by a form of the match's page that has an address of its own."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from kernel.text import Refusal
from pages.match.form_page import FormPage
from pages.match.forms import DisputeForm, VersionForm
from pages.match.public_match import PublicMatchPage
from tournaments.services.desk import results


class AnswerPage(FormPage[VersionForm], PublicMatchPage):
    """A form of the match's page that is sent to an address of its own."""

    action = "match.answer"
    form_class = VersionForm

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.page()

    def refused(self, form: VersionForm, refusal: Refusal) -> dict[str, Any]:
        meanwhile = self.meanwhile(form.cleaned_data["version"])
        return super().refused(form, refusal) | {"meanwhile": meanwhile}

    def show(self, form: VersionForm, status: int = 200, **context: Any) -> HttpResponse:
        return self.page(status, answer_form=form, **context)


class ConfirmationPage(AnswerPage):
    """The opponent, or a referee, confirms a report."""

    def write(self, form: VersionForm) -> str:
        results.confirm_result(**self.told(form.cleaned_data["version"]))
        if self.is_at_the_tables:
            return self.after(self.result_said())
        return self.back()


class DisputePage(AnswerPage):
    """The opponent says that a report is wrong, and why."""

    form_class = DisputeForm

    def write(self, form: VersionForm) -> str:
        assert isinstance(form, DisputeForm)
        name = "" if self.seat is None else self.names[self.seat]
        told = self.told(form.cleaned_data["version"])
        results.dispute_result(reason=form.words(name), **told)
        return self.back()
