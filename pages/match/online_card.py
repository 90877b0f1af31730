"""The card of an online table, for its staff: how it stands, and what they can do there."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.table_now import now_at
from games.selectors.tables import running_dealings
from games.tables.records import instant
from kernel.permissions import Actor
from kernel.seats import Seat
from pages.match.engine_view import engine_view
from pages.match.match import MatchPage
from pages.match.online_card_forms import (
    AdjournForm,
    AdjudicateForm,
    ReasonForm,
    TimeForm,
    worth_of,
)
from pages.match.table_words import said, seats
from pages.parts.rooms import RoomPage
from tournaments.selectors.desk.tables import (
    TableReader,
    plays_in_event,
    reader_or_open,
    view_of,
)
from tournaments.selectors.events.audiences import seen_by
from tournaments.services.desk import table_staff
from tournaments.services.desk.online import open_table


class OnlineCardPage(MatchPage, RoomPage):
    """Both seats with their clocks, what the reader may see of the hand, and a form for each thing
    that staff do. What is said there goes through the services of the API."""

    action = "table.run"
    template = "match/online_card.html"
    acts = ("pause", "resume", "give_time", "adjourn", "adjudicate", "disclose")
    form_classes = {
        "pause": ReasonForm,
        "resume": ReasonForm,
        "give_time": TimeForm,
        "adjourn": AdjournForm,
        "adjudicate": AdjudicateForm,
        "disclose": ReasonForm,
    }
    found: TableReader

    def find(self) -> Actor:
        actor = super().find()
        match = self.board.match_id
        found = reader_or_open(self.actor, match, lambda: open_table(by=self.actor, match=match))
        if found is None:
            raise Http404
        self.found = found
        timezone.activate(ZoneInfo(self.tournament.club.time_zone))  # `RoomPage` puts it back
        return actor

    def form_options(self, name: str) -> dict[str, Any]:
        clock = self.found.board.match.table.clock["kind"]
        plays = running_dealings(self.found.board.match)
        return {
            "auto_id": f"{name}-%s",
            "names": self.seat_names,
            "clock": clock,
            "plays": [dealing.seats for dealing in plays] if len(plays) > 1 else (),
        }

    @property
    def seat_names(self) -> list[str]:
        return [str(player["name"]) for player in self.found.players]

    # What is done

    def pause(self, _key: str) -> str:
        table_staff.pause_table(**self._told("pause"))
        return self._did(
            _("The match is paused, and its clocks are stopped. Both players read it.")
        )

    def resume(self, _key: str) -> str:
        table_staff.resume_table(**self._told("resume"))
        return self._did(_("Play goes on, with the time that was left."))

    def give_time(self, _key: str) -> str:
        told = self._told("give_time")
        table_staff.give_table_time(**told)
        values = {"name": self.seat_names[told["seat"]], "time": _time_words(told["seconds"])}
        return self._did(_("%(name)s has %(time)s more.") % values)

    def adjourn(self, _key: str) -> str:
        told = self._told("adjourn")
        until = told.pop("at")
        table_staff.adjourn_table(until=until, **told)
        hour = date_format(localtime(until), "DATETIME_FORMAT")
        return self._did(
            _("The match is adjourned. It goes on by itself: %(hour)s.") % {"hour": hour}
        )

    def adjudicate(self, _key: str) -> str:
        typed = self.sent("adjudicate")
        worth = worth_of(typed)
        now = table_staff.adjudicate_table(reason=typed["reason"], **worth, **self._by())
        is_held = bool(now.state.hold)
        return self._did(self._adjudged(worth["winner"], worth["points"], is_held=is_held))

    def disclose(self, _key: str) -> str:
        self.require("table.disclose")
        table_staff.disclose_table(**self._told("disclose"))
        return self._did(_("Both hands are shown to you from now on. It is in the record."))

    def _told(self, name: str) -> dict[str, Any]:
        """What the service of a form is told."""
        return self._by() | self.sent(name)

    def _by(self) -> dict[str, Any]:
        return {"board": self.board, **self.write()}

    def _did(self, words: str) -> str:
        return self.done(words, self.address("online_card"))

    def _adjudged(self, winner: Seat | None, points: int, *, is_held: bool) -> str:
        if winner is None and is_held:
            return _("The hand is void. The next one follows when play goes on.")
        if winner is None:
            return _("The hand is void. The next one follows.")
        words = ngettext(
            "The hand is cut off: %(points)d point for %(name)s.",
            "The hand is cut off: %(points)d points for %(name)s.",
            points,
        )
        return words % {"points": points, "name": self.seat_names[winner]}

    # What is shown

    def context(self) -> dict[str, Any]:
        now = now_at(self.found.board.match.table)
        view, state = view_of(self.found, now), now.state
        shown = seats(view)
        return super().context() | {
            "view": view,
            "said": said(view),
            "seats": shown[::-1] if view["seat"] == 0 else shown,
            "engine": engine_view(view, state.hand if state.stage == "playing" else None),
            "until": instant(state.until) if state.hold and state.until is not None else None,
            "is_timed": state.settings.clock.is_timed,
            "may_rule": self.actor.may("ruling.make"),
            "may_penalise": self.actor.may("penalty.give"),
            "plays": self.seat is not None,
            "plays_in_event": plays_in_event(self.actor, self.board),
            "not_disclosed": _(table_staff.PLAYS_IN_EVENT),
            "not_here": _(table_staff.PLAYS_HERE),
            "seen": seen_by(self.actor, self.tournament),
        }

    def page(self, status: int = 200, **more: Any) -> HttpResponse:
        template = self.template
        if self.request.htmx and self.request.method == "GET":
            part = "seats" if self.request.GET.get("part") == "seats" else "live"
            template = f"{template}#{part}"
        response = self.answer(template, status, **(self.shown() | more))
        response["Content-Encoding"] = "identity"  # its length says nothing of what is in it
        return response


def _time_words(seconds: int) -> str:
    """How much time was given: 30 s, 2 min, 6 h."""
    if seconds >= 3600:
        return _("%(count)d h") % {"count": seconds // 3600}
    if seconds >= 60:
        return _("%(count)d min") % {"count": seconds // 60}
    return _("%(count)d s") % {"count": seconds}
