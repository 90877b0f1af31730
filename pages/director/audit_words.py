"""The entries of a tournament's audit in plain words, with the names of today.

The audit holds ids and codes. What they stand for is read for a whole page of entries at once; what
is gone (a draw that was dropped, an account that was deleted) is said as such.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.engine.gin.irregularities.table import IRREGULARITIES
from games.models import Match
from games.rule_books import BOOKS
from games.tables.clock import clock_from
from kernel.permissions import Role
from kernel.text import N_
from pages.director.audit_sentences import (
    ABOUT_A_MATCH,
    CHOICES,
    CLOCKS,
    LABELS,
    OUTCOMES,
    ROLES,
    SENTENCES,
    WAYS,
)
from pages.parts.call_words import phrase_words
from pages.parts.clocks import minutes_and_seconds
from pages.parts.consequences import UNPLAYED
from pages.parts.knob_words import LENGTH_WORDS, titles_of, word_of
from pages.parts.play_words import FLAGS, PLAYS, SPECTATORS, clock_words
from pages.parts.score_sheet import role_words
from pages.parts.sheet_match import SheetMatch
from pages.parts.sheet_matches import SheetMatches
from pages.parts.sheet_words import WORDS
from pages.parts.tournament_page import STATES
from players.models import AuditEntry
from tournaments.domain.penalties.infractions import INFRACTIONS
from tournaments.domain.penalties.ladder import STEP_NAMES
from tournaments.domain.tonight.calls import CALL_SUBJECTS
from tournaments.models import Tournament
from tournaments.selectors.desk.audit import LINE_UP, named_in, reasons_of, rounds_of
from tournaments.selectors.stages.bracket import BracketRound, bracket, matches_of
from web.actors import say

TITLES = {name: title for book in BOOKS.values() for name, title in titles_of(book).items()}
CALLED = {**TITLES, **LABELS}
#: Where a match moved.
PLACES = {"table": N_("to its table in the room"), "online": N_("to an online table")}
PLAY_TITLES = {"play": PLAYS, "flag": FLAGS, "spectators": SPECTATORS}
NAMES_SHOWN = 4
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An entry as it is read: `who` did it as `role`, by way of `via`; `changes` are what was
    otherwise before, by its name, before and after."""

    number: int
    at: datetime
    who: str
    role: str
    via: str
    said: str
    changes: Sequence[tuple[str, str, str]]
    reason: str
    match: int | None
    digest: str


class AuditWords:
    """Says the entries that a page shows."""

    def __init__(self, tournament: Tournament, entries: Iterable[AuditEntry]) -> None:
        self.tournament = tournament
        self.entries = list(entries)
        self._reasons = reasons_of(self.entries)
        named = named_in(tournament, self.entries)
        self._users, self._passes, self._entrants = named.users, named.passes, named.entrants
        self._players = named.players

    def lines(self) -> list[AuditLine]:
        return [self._line(entry) for entry in self.entries]

    def _line(self, entry: AuditEntry) -> AuditLine:
        match = entry.data.get("match")
        return AuditLine(
            number=entry.number,
            at=entry.at,
            who=self._who(entry),
            role="" if entry.role == Role.SYSTEM else role_words(entry.role),
            via=_word(WAYS, entry.via),
            said=self._said(entry),
            changes=self._changes(entry),
            reason=self._reasons.get(entry.number, ""),
            match=match if match in self._matches else None,
            digest=entry.digest,
        )

    def _who(self, entry: AuditEntry) -> str:
        if entry.by is not None:
            return self._users.get(entry.by) or _("A deleted account")
        if entry.by_staff is not None:
            return self._passes.get(entry.by_staff) or _("A pass")
        return _("The program")

    def _said(self, entry: AuditEntry) -> str:
        values = self._values(entry)
        template = SENTENCES.get(entry.action)
        if template is None:
            return _(ABOUT_A_MATCH) % values if values["match"] else entry.action
        return _(template) % values

    def _values(self, entry: AuditEntry) -> dict[str, str]:
        """What a sentence may name; what an entry does not have is empty."""
        data = entry.data
        gone = _("somebody who is not entered any more")
        rule, broken = data.get("rule", ""), data.get("infraction", "")
        return {
            "action": entry.action,
            "n": str(data.get("n", "")),
            "number": str(data.get("number", "")),
            "table": str(data.get("table") or NOTHING),
            "match": self._match_words(data["match"]) if "match" in data else "",
            "entry": self._entrants.get(data.get("entry"), gone),
            "out": self._entrants.get(data.get("out"), gone),
            "entries": self._names(data.get("entries", [])),
            "round": self._rounds.get(data.get("round", 0)) or _("A round"),
            "staff": self._passes.get(data.get("staff")) or _("Somebody"),
            "role": _word(ROLES, data.get("role")),
            "to": _word(PLACES, data.get("to")),
            "choice": _word(CHOICES, data.get("choice")),
            "outcome": _word(OUTCOMES, data.get("outcome")),
            "rule": _(IRREGULARITIES[rule].name) if rule in IRREGULARITIES else _("free ruling"),
            "infraction": say(INFRACTIONS[broken].name) if broken in INFRACTIONS else NOTHING,
            "step": say(STEP_NAMES[data["step"]]) if "step" in data else "",
            "about": _word(CALL_SUBJECTS, data.get("about")),
            "phrases": phrase_words(data.get("phrases", [])),
            "reporter": self._seat_words(data.get("match"), data.get("seat")),
            "waited": minutes_and_seconds(data.get("seconds", 0)),
            "dealer": self._seat_words(data.get("match"), data.get("dealer")),
            "clock": _clock_words(data) if entry.action == "round.clock" else "",
        }

    def _names(self, keys: Sequence[int]) -> str:
        known = [self._entrants[key] for key in keys if key in self._entrants]
        if len(known) <= NAMES_SHOWN:
            return ", ".join(known) or NOTHING
        values = {"names": ", ".join(known[:NAMES_SHOWN]), "more": len(known) - NAMES_SHOWN}
        return _("%(names)s and %(more)d more") % values

    def _match_words(self, key: int) -> str:
        match = self._matches.get(key)
        if match is None:
            return _("A match that was taken back with its draw")
        return f"{match.name}, {' – '.join(line.name for line in match.lines)}"

    def _seat_words(self, key: int | None, seat: int | None) -> str:
        """Who sits there, by name as far as the match still stands."""
        if seat is None:
            return NOTHING
        match = self._matches.get(key) if key is not None else None
        return match.lines[match.slot.side_of(seat)].name if match else str(seat + 1)

    # What was otherwise before

    def _changes(self, entry: AuditEntry) -> list[tuple[str, str, str]]:
        before, after = entry.data.get("before", {}), entry.data.get("after", {})
        return [
            (
                self._label(entry, name),
                self._value(entry, name, before.get(name)),
                self._value(entry, name, after.get(name)),
            )
            for name in after
        ]

    def _label(self, entry: AuditEntry, name: str) -> str:
        if name.isdecimal():
            known = self._players if entry.action == LINE_UP else self._entrants
            return known.get(int(name), NOTHING)
        return _(CALLED[name]) if name in CALLED else name.replace("_", " ")

    def _value(self, entry: AuditEntry, name: str, value: Any) -> str:
        if name == "winner" and value is not None:
            return self._seat_words(entry.data.get("match"), value)
        if name == "state":
            return _state_word(value)
        if entry.action == LINE_UP and value is not None:
            return _("board %(board)d") % {"board": value} if value else _("stands by")
        if name in TITLES or name in LENGTH_WORDS:
            return _knob_words(name, value)
        if name == "clock" and value is not None:
            return say(clock_words(clock_from(value)))
        if name == "unplayed":
            return _(UNPLAYED[value][0])
        if name in PLAY_TITLES and value:
            return _(PLAY_TITLES[name][value][0])
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        return _figures(value)

    # What the ids stand for

    @cached_property
    def _brackets(self) -> Sequence[tuple[int, tuple[BracketRound, ...]]]:
        stages = self.tournament.stages.filter(rounds__isnull=False).distinct()
        return [(stage.pk, bracket(stage, full_names=True)) for stage in stages]

    @cached_property
    def _matches(self) -> Mapping[int, SheetMatch]:
        wanted = {entry.data["match"] for entry in self.entries if "match" in entry.data}
        found = {}
        for _stage, rounds in self._brackets if wanted else ():
            maker = SheetMatches(rounds)
            for slot in matches_of(rounds):
                if slot.match and slot.match.pk in wanted:
                    found[slot.match.pk] = maker.match(slot)
        return found

    @cached_property
    def _rounds(self) -> Mapping[int, str]:
        if not any("round" in entry.data for entry in self.entries):
            return {}
        names = {
            (stage, round.number): say(round.name)
            for stage, rounds in self._brackets
            for round in rounds
        }
        return {key: names[place] for key, place in rounds_of(self.tournament).items()}


def _word(words: Mapping[str, str], code: str | None) -> str:
    return _(words[code]) if code and code in words else code or NOTHING


def _knob_words(name: str, value: Any) -> str:
    """What a rule was set to, in the words of the game that has it."""
    knobs = (knob for book in BOOKS.values() for knob in book.knobs if knob.name == name)
    knob = next((knob for knob in knobs if knob.allows(value)), None)
    return say(word_of(knob, value)) if knob else _figures(value)


def _state_word(state: str | None) -> str:
    """Of a tournament or of a match."""
    if state and state in STATES:
        return _(STATES[state][0])
    return _("Not begun") if state == Match.States.OPEN else _word(WORDS, state)


def _clock_words(data: Mapping[str, Any]) -> str:
    table = data.get("table")
    where = _("table %(number)d") % {"number": table} if table else _("all tables")
    sentence = CLOCKS[data["kind"]]
    return _(sentence) % {"where": where, "minutes": data.get("seconds", 0) // 60}


def _figures(value: Any) -> str:
    """A plain value; a pair of figures as a score, scores one after the other."""
    if value is None or value == []:
        return NOTHING
    if not isinstance(value, list):
        return str(value)
    if all(isinstance(element, list) for element in value):
        return ", ".join(map(_figures, value))
    return "–".join(map(str, value))
