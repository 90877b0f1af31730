"""In an endless Hollywood series a player gives notice that the columns that are open are the last:
asked on the pad, written and taken back by a form of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.selectors.matches import MatchRecord, next_hand
from games.services.series_notices import notice_in
from kernel.text import Refusal
from pages.match.form_page import FormPage
from pages.match.forms import VersionForm, seat_field
from pages.match.match import MatchPage
from pages.parts.game_words import columns_words, open_columns
from tournaments.services.desk import results
from web.actors import say


@dataclass(frozen=True, slots=True)
class NoticePanel:
    """What the pad asks about notice: the `columns` that are then the last, and who has given it
    before the hand that comes next, "" where nobody has."""

    columns: str
    given_by: str


class NoticeForm(VersionForm):
    """Who gives notice; `back`: it was not given."""

    seat = seat_field(required=False)
    back = forms.BooleanField(required=False)


class SeriesNoticePage(FormPage[NoticeForm], MatchPage):
    """Leads back to the pad, which says what was refused."""

    action = "match.score"
    form_class = NoticeForm

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        return redirect(self.address("pad"))

    def write(self, form: NoticeForm) -> str:
        said = form.cleaned_data
        told = self.told(said["version"])
        if said["back"]:
            results.take_back_notice(**told)
        else:
            results.give_notice(seat=said["seat"], **told)
        return self.address("pad")

    def refused(self, form: NoticeForm, refusal: Refusal) -> dict[str, Any]:
        messages.error(self.request, say(refusal.text))
        return {}

    def show(self, form: NoticeForm, status: int = 200, **context: Any) -> HttpResponse:
        return redirect(f"{self.address('pad')}?notice=1")


def notice_panel(record: MatchRecord, names: Sequence[str]) -> NoticePanel | None:
    """None where notice can neither be given nor taken back."""
    if not record.game_rules.knows_notice or record.score.finished:
        return None
    _n, game, number = next_hand(record)
    if not game:
        return None
    given = notice_in(record, game)
    if given and given.after < len(record.facts):
        return None
    running = record.sheet.games[-1].score if record.sheet and number > 1 else None
    columns = open_columns(running or record.game_rules.score_game(()))
    return NoticePanel(columns_words(columns), names[given.seat] if given else "")
