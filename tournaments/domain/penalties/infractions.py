"""The infractions of an event, rulebook 5.1: what each is, and its steps by occurrence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kernel.text import N_, Text
from tournaments.domain.penalties.ladder import PenaltyStep, is_more_severe

CONDITIONS: Mapping[str, Text] = {
    "advice_used": Text("advice_used", N_("The advice was acted upon")),
    "severe": Text("severe", N_("The head referee finds it severe")),
}
ALSO: Mapping[str, Text] = {
    "extra_time": Text("extra_time", N_("Extra time or hands for those who were kept waiting.")),
    "item_removed": Text("item_removed", N_("The item is taken away.")),
    "corrected": Text("corrected", N_("The result is put right, while the round is open.")),
    "dropped": Text("dropped", N_("Taken out of the event without disqualification.")),
    "substitute_in_teams": Text("substitute_in_teams", N_("A substitute, in team events only.")),
    "other_official": Text("other_official", N_("Another official decides.")),
}

OfficialRole = Literal["referee", "head_referee", "director"]
Evidence = Literal["report", "clock"]


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the table: from so many minutes on, where a condition is named only with it;
    `also` are keys of ALSO."""

    step: PenaltyStep
    after_min: int | None = None
    when: str = ""
    also: tuple[str, ...] = ()


Rungs = tuple[Rung, ...]
"""The steps for one occurrence: the last that fits is given."""


@dataclass(frozen=True, slots=True)
class Infraction:
    """A row of the table. `by` is the lowest role that gives its first step."""

    id: str
    name: Text
    ladder: tuple[Rungs, Rungs, Rungs]
    by: OfficialRole = "referee"
    evidence: Evidence = "report"
    target: Literal["offender", "both"] = "offender"
    source: str = ""

    def column(self, occurrence: int) -> Rungs:
        """The steps for this time; () once the table names none any more."""
        last = max(
            number
            for number, column in enumerate(self.ladder, 1)
            if any(rung.step != PenaltyStep.NONE for rung in column)
        )
        return self.ladder[occurrence - 1] if occurrence <= last else ()

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions on which a step of it hangs."""
        return tuple(rung.when for column in self.ladder for rung in column if rung.when)

    @property
    def asks_minutes(self) -> bool:
        """Whether the minutes that have passed are its evidence, or a step of it hangs on them."""
        hangs_on_them = any(rung.after_min for column in self.ladder for rung in column)
        return hangs_on_them or self.id in LATENESS


def _row(
    id: str,
    name: str,
    source: str,
    *ladder: Rungs | PenaltyStep,
    by: OfficialRole = "referee",
    evidence: Evidence = "report",
    target: Literal["offender", "both"] = "offender",
) -> Infraction:
    """A row as the book has it, with its steps for the first, the second and the third time."""
    columns = [step if isinstance(step, tuple) else (Rung(step),) for step in ladder]
    first, second, third = columns + [(Rung(NONE),)] * (3 - len(columns))
    return Infraction(id, Text(id, name), (first, second, third), by, evidence, target, source)


NONE, CORRECTED, NOTE, WARNING, POINTS, HAND, GAME, MATCH, DISQUALIFIED = PenaltyStep

_LATE = (Rung(NOTE, after_min=0), Rung(GAME, after_min=5), Rung(MATCH, after_min=10))
_DROPPED = (Rung(MATCH, also=("dropped",)),)
_LEFT = (Rung(GAME, after_min=10),)
_SUBSTITUTE = (Rung(NONE, also=("substitute_in_teams",)),)
_SLOW = (Rung(WARNING, also=("extra_time",)),)
_COACH = (Rung(WARNING), Rung(HAND, when="advice_used"))
_NOTES = (Rung(WARNING, also=("item_removed",)),)
_MAJOR = (Rung(GAME), Rung(MATCH, when="severe"))
_MISREPORT = (Rung(NOTE, also=("corrected",)),)
_PAIRING = (Rung(CORRECTED, after_min=0), Rung(NONE, after_min=10))
_JUDGE = (Rung(CORRECTED, also=("other_official",)),)

_TABLE = (
    _row(
        "T_LATE", N_("Not seated at the start"), "GW, DCI", _LATE, by="director", evidence="clock"
    ),
    _row("T_NOSHOW", N_("Does not appear"), "GW", MATCH, _DROPPED, by="director", evidence="clock"),
    _row(
        "T_LEFT",
        N_("Disconnected or left the table"),
        "GW",
        _LEFT,
        MATCH,
        _SUBSTITUTE,
        evidence="clock",
    ),
    _row("T_SLOW", N_("Slow play"), "DCI, GW", _SLOW, WARNING, GAME, evidence="clock"),
    _row("T_STALL", N_("Deliberate stalling"), "DCI", DISQUALIFIED, by="head_referee"),
    _row("T_COACH", N_("Outside advice given or taken"), "DCI", _COACH, GAME, MATCH),
    _row("T_NOTES", N_("Notes, photos or a tracking device"), "REC", _NOTES, GAME, MATCH),
    _row("T_CONDUCT_MINOR", N_("Unsporting or insulting language"), "DCI", WARNING, GAME, MATCH),
    _row(
        "T_CONDUCT_MAJOR",
        N_("Threats, harassment, refusing a ruling"),
        "DCI",
        _MAJOR,
        DISQUALIFIED,
        by="head_referee",
    ),
    _row("T_MISREPORT", N_("Wrong result reported by mistake"), "REC", _MISREPORT, WARNING, GAME),
    _row(
        "T_FALSE_REPORT",
        N_("Knowingly false sheet, altered card"),
        "ACC",
        DISQUALIFIED,
        by="head_referee",
    ),
    _row(
        "T_COLLUDE",
        N_("Agreed result, bribe or result by lot"),
        "DCI",
        DISQUALIFIED,
        by="head_referee",
        target="both",
    ),
    _row("T_CHEAT", N_("Cheating"), "ACC, SV", DISQUALIFIED, by="head_referee"),
    _row(
        "T_DISCARD_PEEK",
        N_("Looked back again at covered discards"),
        "S4, REC",
        NONE,
        WARNING,
        GAME,
    ),
    _row("T_REPEAT_IRREG", N_("Same irregularity again in a match"), "REC", NOTE, WARNING, POINTS),
    _row("T_NO_CALL", N_("Played on knowing of an irregularity"), "ACC", WARNING, GAME),
    _row("T_PAIRING", N_("Wrong opponent or table"), "REC", _PAIRING, by="director"),
    _row("T_JUDGE", N_("Official rules in his own match"), "ACC", _JUDGE, by="head_referee"),
)
INFRACTIONS: Mapping[str, Infraction] = {infraction.id: infraction for infraction in _TABLE}

#: Given on the clock alone: one lateness, however long it lasts, has one cause.
LATENESS = frozenset({"T_LATE", "T_NOSHOW"})


def is_severe(infraction: Infraction, step: PenaltyStep) -> bool:
    """Whether it takes the head referee or a director: for the loss of a match and for
    disqualification, and where the table names them for the infraction."""
    return infraction.by != "referee" or not is_more_severe(PenaltyStep.MATCH_LOSS, step)


def takes_out(infraction: Infraction, occurrence: int, step: PenaltyStep) -> bool:
    """Whether it puts the offender out of the event: disqualified, or dropped as the table says."""
    dropped = any("dropped" in rung.also for rung in infraction.column(occurrence))
    return step == PenaltyStep.DISQUALIFICATION or (dropped and step == PenaltyStep.MATCH_LOSS)
