"""What is said of a report, each by a form of the match's page that has an address of its own."""

from django.http import HttpRequest, HttpResponse

from kernel.text import Refusal
from pages.match.forms import DisputeForm, VersionForm
from pages.match.public_match import PublicMatchPage
from tournaments.services.desk import results
from web.actors import say
from web.errors import status_of
from web.page import new_key


class AnswerPage(PublicMatchPage):
    """A form of the match's page that is sent to an address of its own."""

    action = "match.answer"
    form_class: type[VersionForm] = VersionForm

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return self.show()

    def post(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        form = self.form_class(request.POST)
        if not form.is_valid():
            return self.show(400, answer_form=form)
        try:
            return self.once(lambda: self._write(form))
        except Refusal as refusal:
            meanwhile = self.meanwhile(form.cleaned_data["version"])
            return self.show(
                status_of(refusal.text.code),
                answer_form=form,
                refused=say(refusal.text),
                meanwhile=meanwhile,
                key=new_key(),
            )

    def _write(self, form: VersionForm) -> str:
        self.write(form)
        return self.address("match")

    def write(self, form: VersionForm) -> None:
        raise NotImplementedError


class ConfirmationPage(AnswerPage):
    """The opponent, or a referee, confirms a report."""

    def write(self, form: VersionForm) -> None:
        results.confirm_result(
            board=self.board, version=form.cleaned_data["version"], by=self.actor, now=self.now
        )


class DisputePage(AnswerPage):
    """The opponent says that a report is wrong, and why."""

    form_class = DisputeForm

    def write(self, form: VersionForm) -> None:
        results.dispute_result(
            board=self.board,
            version=form.cleaned_data["version"],
            reason=form.cleaned_data["reason"],
            by=self.actor,
            now=self.now,
        )
