"""What the rooms of the draw share: the stage that is played, its rounds as they are planned and
published, and those who do not come."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from pages.director.forms import PublishForm, RoundPlanForm
from pages.parts.fields import PageForm
from pages.parts.reseeding_words import reseeding_words
from pages.parts.rooms import TournamentRoomPage
from pages.parts.stage_switch import stage_name
from tournaments.domain.lifecycle import why_not_round
from tournaments.models import Round, Stage
from tournaments.selectors.events.entries import EntryRow, waitlist_of
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.qualifying import who_goes_on
from tournaments.selectors.stages.queries import standing_draw_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.selectors.stages.windows import windows_of
from tournaments.services.events.entries import swap_no_show
from tournaments.services.stages import rounds
from tournaments.services.stages.windows import move_window
from web.actors import say
from web.numbers import number_sent


class StageRoomPage(TournamentRoomPage):
    """A page of the current stage."""

    action = "tournament.draw"
    tab = "draw"

    @cached_property
    def stage(self) -> Stage:
        return current_stage(stages_of(self.tournament.pk))

    @cached_property
    def record(self) -> StageRecord:
        return stage_record(self.stage)

    @property
    def has_rounds(self) -> bool:
        """Whether the stage is drawn and pairs round by round."""
        return self.stage.format_class.drawn_by_round and self.stage.rounds.exists()

    def qualified(self) -> Sequence[tuple[int, str, str]]:
        """Who was drawn into this stage from the one before, in order of seed, and why."""
        drawn = standing_draw_of(self.stage)
        if self.stage.number == 1 or drawn is None:
            return ()
        before = stage_record(self.tournament.stages.get(number=self.stage.number - 1))
        reasons = who_goes_on(before, self.stage, before.format.places(before.table))
        return [
            (seed, before.entrants[entry].name, say(reasons[entry]) if entry in reasons else "")
            for seed, entry in enumerate(drawn.order, 1)
        ]

    def form(self, name: str, data: QueryDict | None = None) -> PageForm:
        """The plan of a round is `round-` and its number."""
        if name.startswith("round-"):
            has_window = number_sent(name.removeprefix("round-"), digits=2) in self.windows
            return RoundPlanForm(data, prefix=name, has_window=has_window)
        return super().form(name, data)

    def plan(self, key: str) -> str:
        number = number_sent(key, digits=2)
        plan = self.sent(f"round-{key}")
        until = plan.pop("until", None)
        rounds.plan_round(number=number, **plan, **self.write())
        # The field has no seconds, which a program may have given.
        if until is not None and until != self.windows[number].replace(second=0, microsecond=0):
            move_window(number=number, until=until, **self.write())
        return self.done(_("Saved."), self.plans)

    @property
    def plans(self) -> str:
        """The address at which the rounds are planned."""
        raise NotImplementedError

    def plan_form(self, row: Round) -> PageForm:
        """The plan of a round, as it was sent or as it stands."""
        name = f"round-{row.number}"
        until = self.windows.get(row.number)
        known = {"planned_start": row.planned_start, "minutes": row.minutes, "until": until}
        found = self.forms.get(name)
        return found or RoundPlanForm(initial=known, prefix=name, has_window=until is not None)

    @cached_property
    def windows(self) -> Mapping[int, datetime]:
        """Until when rounds are played, by their numbers, as far as they have windows."""
        rounds_of = dict(self.stage.rounds.values_list("pk", "number"))
        return {rounds_of[key]: until for key, until in windows_of(rounds_of).items()}

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "stage": self.stage,
            "stage_name": stage_name(self.stage) if self.stage.number > 1 else "",
            "reseeding": reseeding_words(self.stage, full_names=True),
        }


class DraftRoomPage(StageRoomPage):
    """A page on which a draw, or a round of it, is looked at and published."""

    form_classes = {"publish": PublishForm}

    @cached_property
    def round(self) -> Round:
        """The one that the address names, else the first."""
        return get_object_or_404(self.stage.rounds, number=self.kwargs.get("number", 1))

    @property
    def home(self) -> str:
        """The address of this page."""
        return self.request.path

    def require_seen(self) -> None:
        """Refuse to publish anything but what was looked at."""

    def publish_at(self, _key: str) -> str:
        self.require("round.publish")
        self.require_seen()
        at = self.sent("publish")["at"]
        rounds.publish_round(number=self.round.number, at=at, **self.write())
        return self.home

    def swap(self, _key: str) -> str:
        """Somebody does not come: the first on the waitlist takes the place."""
        out = number_sent(self.request.POST.get("out"))
        came = swap_no_show(entry_id=out, **self.write())
        return self.done(_("%(name)s takes over the place.") % {"name": came.name}, self.home)

    @property
    def table_labels(self) -> Mapping[int, str]:
        tables = self.tournament.tables.all()
        return {table.number: table.label or str(table.number) for table in tables}

    def why_no(self, action: str) -> str:
        """Why the state of the round does not allow an action; "" when it does."""
        reason = why_not_round(self.round.state, action, round=self.round.number)
        return say(reason) if reason else ""

    def no_shows(self, rows: Sequence[EntryRow]) -> dict[str, Any]:
        """What the form shows by which places of the first round are taken over."""
        waiting = waitlist_of(rows)
        why_not = self.blocked("swap_entry")
        if not why_not and not waiting:
            why_not = _("Nobody is on the waitlist to take a place.")
        return {
            "places": sorted((row for row in rows if row.drawn), key=lambda row: row.checked_in),
            "waiting": waiting,
            "why_no_swap": why_not or self.why_no("swap"),
        }
