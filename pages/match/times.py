"""The two of a match agree on an hour: what is proposed, what is taken, and the form for it."""

from datetime import datetime
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy

from kernel.permissions import Actor
from kernel.text import refusal
from pages.match.form_page import FormPage
from pages.match.match import MatchPage
from pages.parts.fields import LocalTimeField, PageForm
from pages.parts.times_words import TimesWords, times_words
from tournaments.domain.lifecycle import MatchState
from tournaments.selectors.desk.arranging import Arrangement, arrangement_of, sees_proposals
from tournaments.services.desk.arranging import NOT_PROPOSED, accept_time, propose_times

TAKE = "take"


def times_at(page: MatchPage) -> TimesWords | None:
    """The hour of the match that a page shows; None where its round has no window, and once the
    match is over."""
    stands = arrangement_of(page.board, page.now)
    if stands is None or page.place.state in (MatchState.FINISHED, MatchState.LOCKED):
        return None
    sees = sees_proposals(page.actor, page.board)
    zone = page.tournament.club.time_zone
    return times_words(stands, page.names, page.seat, zone, sees_proposals=sees)


class TimesForm(PageForm):
    """Up to three hours, in the club's zone."""

    first = LocalTimeField(label=gettext_lazy("First choice"), required=False)
    second = LocalTimeField(label=gettext_lazy("Second choice"), required=False)
    third = LocalTimeField(label=gettext_lazy("Third choice"), required=False)

    @property
    def hours(self) -> list[datetime]:
        found = (self.cleaned_data[name] for name in ("first", "second", "third"))
        return [hour for hour in found if hour is not None]


class TimesPage(FormPage[TimesForm], MatchPage):
    """One of the two takes an hour that is proposed, or proposes hours."""

    action = "match.arrange"
    form_class = TimesForm

    def find(self) -> Actor:
        actor = super().find()
        if self.stands is None:
            raise Http404
        return actor

    @cached_property
    def stands(self) -> Arrangement | None:
        return arrangement_of(self.board, self.now)

    def get(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        with self._in_club_time():
            return super().get(request, **kwargs)

    def post(self, request: HttpRequest, **kwargs: object) -> HttpResponse:
        with self._in_club_time():
            return super().post(request, **kwargs)

    def write(self, form: TimesForm) -> str:
        who: dict[str, Any] = {"board": self.board, "by": self.actor, "now": self.now}
        if self.request.POST.get("act") == TAKE:
            time = parse_datetime(self.request.POST.get("time", ""))
            if time is None or timezone.is_naive(time):
                raise refusal("not_proposed", NOT_PROPOSED)
            accept_time(time=time, **who)
        else:
            propose_times(times=form.hours, **who)
        return self.back()

    def show(self, form: TimesForm, status: int = 200, **context: Any) -> HttpResponse:
        return self.answer("match/times.html", status, times=times_at(self), form=form, **context)

    def _in_club_time(self) -> timezone.override:
        return timezone.override(ZoneInfo(self.tournament.club.time_zone))
