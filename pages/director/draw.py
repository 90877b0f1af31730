"""The draw: made, looked at with its reasons, made again, published; the rounds planned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.director.draw_draft import (
    bracket_says,
    drawn_by,
    far_apart,
    of_byes,
    pairings_of,
    why_no_field,
)
from pages.director.drawn_rooms import DraftRoomPage
from pages.parts import consequences
from pages.parts.fields import PageForm
from pages.parts.stage_switch import stage_name
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Draw, Round, Stage
from tournaments.selectors.events.entries import EntryRow, entry_rows, field_of, in_seed_order
from tournaments.selectors.stages.bracket import BracketRound, bracket_of
from tournaments.selectors.stages.order import stages_after
from tournaments.selectors.stages.queries import standing_draw_of
from tournaments.services.stages import rounds as services
from web.actors import say
from web.numbers import number_sent

PAIRINGS_SHOWN = 64
TOP_SEEDS = 8


@dataclass(frozen=True, slots=True)
class Check:
    """What is looked at before the start. `ok`: yes, no (it blocks), or mind (it does not)."""

    ok: str
    title: str
    detail: str = ""


class DrawPage(DraftRoomPage):
    """The draw and what can be done with it, as far as it has come."""

    template = "director/draw.html"
    acts = ("draw", "publish", "publish_at", "unpublish", "drop", "swap", "plan")

    def draw(self, _key: str) -> str:
        services.draw_stage(**self.write())
        return self.home

    def publish(self, _key: str) -> str:
        self.require("round.publish")
        services.publish_round(number=1, **self.write())
        sentence = _("The draw is published. %(name)s has begun.")
        if self.stage.number > 1:
            sentence = _("The draw is published. The next stage has begun.")
        return self.done(sentence % {"name": self.tournament.name}, self.home)

    def unpublish(self, key: str) -> str:
        """Of the whole draw, or with a number of that round and what was opened after it."""
        self.require("round.publish")
        number = number_sent(key, digits=2) if key else 1
        services.unpublish_round(number=number, **self.write())
        if number > 1:
            sentence = _("Round %(number)d waits again. It opens at your word, at the desk.")
            return self.done(sentence % {"number": number}, self.plans)
        return self.done(_("The draw is a draft again: only staff see it."), self.home)

    def drop(self, _key: str) -> str:
        self.require("round.drop")
        is_later = self.stage.number > 1
        services.drop_round(number=1, **self.write())
        sentence = _("The draw is taken back. Entries can be changed again.")
        if is_later:
            sentence = _("The draw of this stage is taken back. It comes again at your word.")
        return self.done(sentence, self.home)

    @property
    def plans(self) -> str:
        return self.home + "#rounds"

    # What is shown

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Rounds that are paired one by one have a page of their own."""
        if self.has_rounds:
            return redirect(self.address("rounds"))
        return super().get(request, **kwargs)

    def context(self) -> dict[str, Any]:
        stage = self.stage
        rows = entry_rows(self.tournament)
        drawn = standing_draw_of(stage)
        why_not = self._why_not(stage, rows)
        return super().context() | {
            "drawn": drawn,
            "field": len(field_of(rows)),
            "why_not": why_not,
            "in_bracket": stage.format_class.is_bracket,
            "checks": self._checks(rows, why_not) if stage.number == 1 else (),
            "next_stage": self._next_stage(stage),
            "top": in_seed_order(self.tournament, rows)[:TOP_SEEDS],
            "seeding_says": _(consequences.SEEDING[self.tournament.seeding][1]),
            "bracket_says": bracket_says(stage, len(field_of(rows))),
            **(self._drawn(stage, drawn, rows) if drawn else {}),
        }

    def _next_stage(self, stage: Stage) -> str:
        """The stage that can be drawn now: this one is decided; "" where there is none."""
        record = self.record
        is_over = record.rounds and record.format.is_over(record.table)
        later = stages_after(stage).first() if is_over else None
        return stage_name(later) if later else ""

    def _drawn(self, stage: Stage, drawn: Draw, rows: Sequence[EntryRow]) -> dict[str, Any]:
        rounds = bracket_of(self.record, full_names=True)
        in_bracket = stage.format_class.is_bracket
        byes = sum(None in slot.players for slot in rounds[0].slots)
        pairings = pairings_of(rounds[0], self.table_labels, byes=byes, by_seed=in_bracket)
        return {
            "first": self.round,
            "is_draft": self.round.state == RoundState.DRAFT,
            "drawn_by": drawn_by(drawn),
            "far_apart": far_apart(rounds) if stage.format_class.is_single_bracket else "",
            "qualified": self.qualified(),
            "pairings": pairings[:PAIRINGS_SHOWN],
            "more_pairings": max(0, len(pairings) - PAIRINGS_SHOWN),
            "byes": byes,
            "is_free": stage.format_class.has_free_rounds,
            "byes_say": of_byes(len(drawn.order), byes) if in_bracket else "",
            "plans": self._plans(rounds),
            "why_no_unpublish": self.why_no("unpublish"),
            "why_no_drop": self._why_no_drop(),
            **self.no_shows(rows),
        }

    def _plans(self, rounds: Sequence[BracketRound]) -> list[tuple[str, Round, PageForm]]:
        rows = {row.number: row for row in self.stage.rounds.all()}
        return [
            (say(round.name), rows[round.number], self.plan_form(rows[round.number]))
            for round in rounds
        ]

    def _why_no_drop(self) -> str:
        if self.round.state == RoundState.PUBLISHED:
            return _("The draw is published. Take the publication back first.")
        return self.why_no("drop")

    def _why_not(self, stage: Stage, rows: Sequence[EntryRow]) -> str:
        """What keeps the draw, or its publication, back; "" when nothing does."""
        if self.tournament.state == TournamentState.RUNNING:
            return ""
        return why_no_field(stage, rows) or self.blocked("start")

    def _checks(self, rows: Sequence[EntryRow], why_not: str) -> list[Check]:
        field = field_of(rows)
        count = ngettext("%(n)d player", "%(n)d players", len(field))
        if self.tournament.has_teams:
            count = ngettext("%(n)d team", "%(n)d teams", len(field))
        title = _("%s to be drawn") % (count % {"n": len(field)})
        checks = [Check("no" if why_not else "yes", title, why_not)]
        asked = sum(row.status == "requested" for row in rows)
        if asked:
            title = ngettext("%(n)d request is open", "%(n)d requests are open", asked)
            detail = _("Who is not let in before the draw is not in it.")
            checks.append(Check("mind", title % {"n": asked}, detail))
        return [*checks, self._check_in_check(rows, len(field)), self._tables_check(len(field))]

    def _check_in_check(self, rows: Sequence[EntryRow], field: int) -> Check:
        entered = sum(row.status == "entered" for row in rows)
        here = sum(row.checked_in for row in rows if row.status in ("entered", "waitlist"))
        if not here:
            detail = _("Everybody who is entered is drawn. Check-in is only needed to find out.")
            return Check("yes", _("Nobody is checked in"), detail)
        title = _("%(here)d of %(all)d are checked in") % {"here": here, "all": entered}
        missing = entered - field
        if not missing:
            return Check("yes", title)
        detail = ngettext(
            "The one who is not is left out.", "The %(n)d who are not are left out.", missing
        )
        return Check("mind", title, detail % {"n": missing})

    def _tables_check(self, field: int) -> Check:
        tables = self.tournament.tables.count()
        title = ngettext("%(n)d table", "%(n)d tables", tables) % {"n": tables}
        return Check("yes" if tables else "mind", title, consequences.of_tables(tables))
