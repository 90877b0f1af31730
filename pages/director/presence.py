"""Who is there for which round: said in the list of entrants and at the desk at the door, and set
on a page of its own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from pages.parts.fields import PageForm
from pages.parts.rooms import EntryRoomPage, TournamentRoomPage
from pages.parts.tables import table_name
from tournaments.domain.lifecycle import why_not
from tournaments.models import Entry, Tournament
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.events.presence import Presence, RoundSpan, next_round, presence_in
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.services.events import presence as services
from web.numbers import number_sent


class AbsenceForm(PageForm):
    from_round = forms.IntegerField(
        label=_lazy("From round"), required=False, min_value=1, max_value=LAST_ROUND
    )
    until_round = forms.IntegerField(
        label=_lazy("Until round"),
        required=False,
        min_value=1,
        max_value=LAST_ROUND,
        help_text=_lazy("Left empty: until the entrant is back."),
    )


class OwnTableForm(PageForm):
    """A table by its number; None for none."""

    table = forms.TypedChoiceField(
        label=_lazy("Table"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, tables: Sequence[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("table", [("", _("The next free one")), *tables])


class Attendance:
    """What a list of entrants says of the rounds; `round` is the next one, None where nobody can
    sit one out: nothing is drawn, all is over, or all rounds are drawn at once."""

    def __init__(self, tournament: Tournament) -> None:
        stage = current_stage(stages_of(tournament.pk))
        by_round = stage.format_class.drawn_by_round
        applies = by_round and not why_not(tournament.state, "note_absence")
        self.round = next_round(stage) if applies and stage.rounds.exists() else None
        self._known: Mapping[int, Presence] = presence_in(stage) if self.round else {}

    def said_of(self, entry: int) -> str:
        """What is to be known of an entrant; "" for who is there for all of it."""
        found = self._known.get(entry)
        if found is None:
            return ""
        words = [_absence(absence) for absence in found.absences if not self._is_past(absence)]
        if found.joined > 1:
            words.insert(0, _("from round %(round)d") % {"round": found.joined})
        if found.table:
            words.append(_("always at table %(table)d") % {"table": found.table})
        return " · ".join(words)

    def is_away(self, entry: int) -> bool:
        """Whether the entrant sits out the next round."""
        found = self._known.get(entry)
        return bool(found and self.round and found.is_away(self.round))

    def _is_past(self, rounds: RoundSpan) -> bool:
        last = rounds[1]
        return last is not None and self.round is not None and last < self.round


def note_absent(room: TournamentRoomPage, key: str) -> None:
    """An entrant sits out the next round, and no other."""
    entry = _entry(room, key)
    round = Attendance(room.tournament).round
    services.note_absence(entry_id=entry.pk, from_round=round, until_round=round, **room.write())
    sentence = _("%(name)s sits out round %(round)s.")
    messages.success(room.request, sentence % {"name": entry.name, "round": round})


def note_back(room: TournamentRoomPage, key: str) -> None:
    """An entrant is there again."""
    entry = _entry(room, key)
    services.end_absence(entry_id=entry.pk, **room.write())
    messages.success(room.request, _("%(name)s is there again.") % {"name": entry.name})


class EntryPresencePage(EntryRoomPage):
    """The rounds that one entrant sits out, and a table of their own."""

    template = "director/presence.html"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"absent": self.absent, "back": self.back, "table": self.table}

    def absent(self, _key: str) -> str:
        form = AbsenceForm(self.request.POST)
        data = {name: value for name, value in self.sent("absence", form).items() if value}
        services.note_absence(entry_id=self.entry.pk, **data, **self.write())
        messages.success(self.request, _("Saved."))
        return self._here()

    def back(self, _key: str) -> str:
        note_back(self, str(self.entry.pk))
        return self._here()

    def table(self, _key: str) -> str:
        form = OwnTableForm(self.request.POST, tables=self._tables())
        services.fix_table(
            entry_id=self.entry.pk, table=self.sent("table", form)["table"], **self.write()
        )
        messages.success(self.request, _("Saved."))
        return self._here()

    def _here(self) -> str:
        return self.here("entry_presence", self.entry.pk)

    def _tables(self) -> list[tuple[int, str]]:
        tables = self.tournament.tables.order_by("number")
        return [(table.number, table_name(table.number, table.label)) for table in tables]

    def context(self) -> dict[str, Any]:
        attendance = Attendance(self.tournament)
        tables = self._tables()
        own = self.entry.fixed_table.number if self.entry.fixed_table else ""
        first = {"from_round": attendance.round}
        self.forms.setdefault("absence", AbsenceForm(initial=first))
        self.forms.setdefault("table", OwnTableForm(tables=tables, initial={"table": own}))
        return super().context() | {
            "entry": self.entry,
            "round": attendance.round,
            "said": attendance.said_of(self.entry.pk),
            "is_away": attendance.is_away(self.entry.pk),
            "has_tables": bool(tables),
            "blocked": self.blocked("note_absence") or _why_not(attendance),
        }


def _why_not(attendance: Attendance) -> str:
    if attendance.round:
        return ""
    return _("Rounds can be sat out where each is drawn by itself, once the first one is drawn.")


def _absence(rounds: RoundSpan) -> str:
    first, last = rounds
    values = {"first": first, "last": last}
    if last is None:
        return _("absent from round %(first)d on") % values
    if first == last:
        return _("absent in round %(first)d") % values
    return _("absent in rounds %(first)d to %(last)d") % values


def _entry(room: TournamentRoomPage, key: str) -> Entry:
    return get_object_or_404(room.tournament.entries, pk=number_sent(key))
