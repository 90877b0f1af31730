"""Who is there for which round: said in the list of entrants and at the desk at the door, and set
on a page of its own; and who is taken out for good."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from pages.director.forms import WithdrawalForm
from pages.parts.fields import PageForm
from pages.parts.rooms import EntryRoomPage, TournamentRoomPage
from pages.parts.tables import table_name
from tournaments.domain.lifecycle import why_not
from tournaments.models import Entry, Stage, Tournament
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.events.presence import Presence, RoundSpan, next_round, presence_in
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events import presence as services
from tournaments.services.events.entries import withdraw_entry
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


@dataclass(frozen=True, slots=True)
class Attending:
    """An entrant on a list: what is said of the rounds that they play, and whether they sit out the
    next one; in the order of seed with the `place`, and what was typed instead of it."""

    row: EntryRow
    presence: str
    is_away: bool
    place: int
    typed: str


class Attendance:
    """What a list of entrants says of the rounds; `round` is the next one, None where nobody can
    sit one out: nothing is drawn, all is over, all rounds are drawn at once, or it is a knock-out.
    """

    def __init__(self, tournament: Tournament) -> None:
        stage = current_stage(stages_of(tournament.pk))
        by_round = stage.format_class.drawn_by_round and not stage.format_class.is_knock_out
        applies = by_round and not why_not(tournament.state, "note_absence")
        self.round = next_round(stage) if applies and stage.rounds.exists() else None
        self._known: Mapping[int, Presence] = presence_in(stage) if self.round else {}

    def of(self, row: EntryRow, place: int = 0, typed: str = "") -> Attending:
        entry = row.entry.pk
        return Attending(row, self.said_of(entry), self.is_away(entry), place, typed)

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


class AttendanceRoomPage(TournamentRoomPage):
    """A list of entrants, each of whom sits out the next round by one button."""

    acts: ClassVar[Sequence[str]] = ("absent", "back")

    def absent(self, key: str) -> str:
        """They sit out the next round, and no other."""
        entry = self._entry(key)
        round = Attendance(self.tournament).round
        services.note_absence(
            entry_id=entry.pk, from_round=round, until_round=round, **self.write()
        )
        sentence = _("%(name)s sits out round %(round)s.")
        return self.done(sentence % {"name": entry.name, "round": round}, self.same_part())

    def back(self, key: str) -> str:
        return self.done(note_back(self, self._entry(key)), self.same_part())

    def same_part(self) -> str:
        """The address of the same part of the list."""
        kept = self.request.GET.urlencode()
        return self.address(self.tab) + (f"?{kept}" if kept else "")

    def _entry(self, key: str) -> Entry:
        return get_object_or_404(self.tournament.entries, pk=number_sent(key))


def note_back(room: TournamentRoomPage, entry: Entry) -> str:
    """An entrant is there again; in words."""
    services.end_absence(entry_id=entry.pk, **room.write())
    return _("%(name)s is there again.") % {"name": entry.name}


class EntryPresencePage(EntryRoomPage):
    """The rounds that one entrant sits out, and a table of their own."""

    template = "director/presence.html"
    acts = ("absent", "back", "table")
    form_classes = {"absence": AbsenceForm, "table": OwnTableForm}

    def absent(self, _key: str) -> str:
        data = {name: value for name, value in self.sent("absence").items() if value}
        services.note_absence(entry_id=self.entry.pk, **data, **self.write())
        return self.done(_("Saved."), self._here())

    def back(self, _key: str) -> str:
        return self.done(note_back(self, self.entry), self._here())

    def table(self, _key: str) -> str:
        table = self.sent("table")["table"]
        services.fix_table(entry_id=self.entry.pk, table=table, **self.write())
        return self.done(_("Saved."), self._here())

    def _here(self) -> str:
        return self.address("entry_presence", self.entry.pk)

    def _tables(self) -> list[tuple[int, str]]:
        tables = self.tournament.tables.order_by("number")
        return [(table.number, table_name(table.number, table.label)) for table in tables]

    def form_options(self, name: str) -> dict[str, Any]:
        if name == "absence":
            return {"initial": {"from_round": Attendance(self.tournament).round}}
        own = self.entry.fixed_table.number if self.entry.fixed_table else ""
        return {"tables": self._tables(), "initial": {"table": own}}

    def context(self) -> dict[str, Any]:
        attendance = Attendance(self.tournament)
        return super().context() | {
            "entry": self.entry,
            "round": attendance.round,
            "said": attendance.said_of(self.entry.pk),
            "is_away": attendance.is_away(self.entry.pk),
            "has_tables": self.tournament.tables.exists(),
            "blocked": self.blocked("note_absence") or _why_not(attendance),
        }


class EntryWithdrawalPage(EntryRoomPage):
    """Somebody is taken out for good: what follows is said, and the name is typed to be sure."""

    template = "director/withdrawal.html"
    acts = ("withdraw",)
    form_classes = {"withdrawal": WithdrawalForm}

    def form_options(self, name: str) -> dict[str, Any]:
        label = _("Type %(name)s to withdraw this entrant")
        return {"name": self.entry.name, "label": label}

    def withdraw(self, _key: str) -> str:
        reason = self.sent("withdrawal")["reason"]
        withdraw_entry(entry_id=self.entry.pk, reason=reason, **self.write())
        said = _("%(name)s is withdrawn.") % {"name": self.entry.name}
        return self.done(said, self.address("entries"))

    def context(self) -> dict[str, Any]:
        row = next(row for row in entry_rows(self.tournament) if row.entry.pk == self.entry.pk)
        return super().context() | {
            "entry": self.entry,
            "row": row,
            "opponent": self._opponent(),
            "in_bracket": self._stage.format_class.is_bracket,
            "may_sit_out": Attendance(self.tournament).round,
            "blocked": self.blocked("withdraw"),
        }

    @cached_property
    def _stage(self) -> Stage:
        return current_stage(stages_of(self.tournament.pk))

    def _opponent(self) -> str:
        """Who wins by it: the opponent of the entrant's open match."""
        for pairing in stage_record(self._stage).resolved():
            if pairing.decision is None and self.entry.pk in pairing.entries:
                other = pairing.opponent_of(self.entry.pk)
                return self.tournament.entries.get(pk=other).name if other else ""
        return ""


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
