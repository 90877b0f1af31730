"""The infractions of an event, gin.md 5.1: what each is, and its steps by occurrence."""

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
    "extra_time": Text("extra_time", N_("Extra time or hands for the opponent.")),
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
    *ladder: Rungs | PenaltyStep,
    by: OfficialRole = "referee",
    evidence: Evidence = "report",
    source: str,
    target: Literal["offender", "both"] = "offender",
) -> Infraction:
    columns = [step if isinstance(step, tuple) else (Rung(step),) for step in ladder]
    first, second, third = columns + [_NOTHING] * (3 - len(columns))
    return Infraction(id, Text(id, name), (first, second, third), by, evidence, target, source)


_NOTHING: Rungs = (Rung(PenaltyStep.NONE),)
_LATE = (
    Rung(PenaltyStep.NOTE, after_min=0),
    Rung(PenaltyStep.GAME_LOSS, after_min=5),
    Rung(PenaltyStep.MATCH_LOSS, after_min=10),
)
_DROPPED = (Rung(PenaltyStep.MATCH_LOSS, also=("dropped",)),)
_LEFT = (Rung(PenaltyStep.GAME_LOSS, after_min=10),)
_SUBSTITUTE = (Rung(PenaltyStep.NONE, also=("substitute_in_teams",)),)
_SLOW = (Rung(PenaltyStep.WARNING, also=("extra_time",)),)
_COACH = (Rung(PenaltyStep.WARNING), Rung(PenaltyStep.HAND_LOSS, when="advice_used"))
_NOTES = (Rung(PenaltyStep.WARNING, also=("item_removed",)),)
_MAJOR = (Rung(PenaltyStep.GAME_LOSS), Rung(PenaltyStep.MATCH_LOSS, when="severe"))
_MISREPORT = (Rung(PenaltyStep.NOTE, also=("corrected",)),)
_PAIRING = (Rung(PenaltyStep.CORRECTED, after_min=0), Rung(PenaltyStep.NONE, after_min=10))
_JUDGE = (Rung(PenaltyStep.CORRECTED, also=("other_official",)),)

INFRACTIONS: Mapping[str, Infraction] = {
    infraction.id: infraction
    for infraction in (
        _row(
            "T_LATE",
            N_("Not seated at the start"),
            _LATE,
            by="director",
            evidence="clock",
            source="GW, DCI",
        ),
        _row(
            "T_NOSHOW",
            N_("Does not appear"),
            PenaltyStep.MATCH_LOSS,
            _DROPPED,
            by="director",
            evidence="clock",
            source="GW",
        ),
        _row(
            "T_LEFT",
            N_("Disconnected or left the table"),
            _LEFT,
            PenaltyStep.MATCH_LOSS,
            _SUBSTITUTE,
            evidence="clock",
            source="GW",
        ),
        _row(
            "T_SLOW",
            N_("Slow play"),
            _SLOW,
            PenaltyStep.WARNING,
            PenaltyStep.GAME_LOSS,
            evidence="clock",
            source="DCI, GW",
        ),
        _row(
            "T_STALL",
            N_("Deliberate stalling"),
            PenaltyStep.DISQUALIFICATION,
            by="head_referee",
            source="DCI",
        ),
        _row(
            "T_COACH",
            N_("Outside advice given or taken"),
            _COACH,
            PenaltyStep.GAME_LOSS,
            PenaltyStep.MATCH_LOSS,
            source="DCI",
        ),
        _row(
            "T_NOTES",
            N_("Notes, photos or a tracking device"),
            _NOTES,
            PenaltyStep.GAME_LOSS,
            PenaltyStep.MATCH_LOSS,
            source="REC",
        ),
        _row(
            "T_CONDUCT_MINOR",
            N_("Unsporting or insulting language"),
            PenaltyStep.WARNING,
            PenaltyStep.GAME_LOSS,
            PenaltyStep.MATCH_LOSS,
            source="DCI",
        ),
        _row(
            "T_CONDUCT_MAJOR",
            N_("Threats, harassment, refusing a ruling"),
            _MAJOR,
            PenaltyStep.DISQUALIFICATION,
            by="head_referee",
            source="DCI",
        ),
        _row(
            "T_MISREPORT",
            N_("Wrong result reported by mistake"),
            _MISREPORT,
            PenaltyStep.WARNING,
            PenaltyStep.GAME_LOSS,
            source="REC",
        ),
        _row(
            "T_FALSE_REPORT",
            N_("Knowingly false sheet, altered card"),
            PenaltyStep.DISQUALIFICATION,
            by="head_referee",
            source="ACC",
        ),
        _row(
            "T_COLLUDE",
            N_("Agreed result, bribe or result by lot"),
            PenaltyStep.DISQUALIFICATION,
            by="head_referee",
            source="DCI",
            target="both",
        ),
        _row(
            "T_CHEAT",
            N_("Cheating"),
            PenaltyStep.DISQUALIFICATION,
            by="head_referee",
            source="ACC, SV",
        ),
        _row(
            "T_DISCARD_PEEK",
            N_("Looked back again at covered discards"),
            PenaltyStep.NONE,
            PenaltyStep.WARNING,
            PenaltyStep.GAME_LOSS,
            source="S4, REC",
        ),
        _row(
            "T_REPEAT_IRREG",
            N_("Same irregularity again in a match"),
            PenaltyStep.NOTE,
            PenaltyStep.WARNING,
            PenaltyStep.POINT_PENALTY,
            source="REC",
        ),
        _row(
            "T_NO_CALL",
            N_("Played on knowing of an irregularity"),
            PenaltyStep.WARNING,
            PenaltyStep.GAME_LOSS,
            source="ACC",
        ),
        _row("T_PAIRING", N_("Wrong opponent or table"), _PAIRING, by="director", source="REC"),
        _row(
            "T_JUDGE",
            N_("Official rules in his own match"),
            _JUDGE,
            by="head_referee",
            source="ACC",
        ),
    )
}


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
