"""The step that follows an infraction, by the table of rulebook 5.1 and its escalation.

The table proposes, a referee gives. What the table leaves open goes on by its escalation: the same
infraction again is one step more, the third warning of any kind is a lost game. What is done on
purpose is cheating, a row of its own.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kernel.text import N_, Text
from tournaments.domain.penalties.infractions import ALSO, CONDITIONS, Infraction, Rung, Rungs
from tournaments.domain.penalties.ladder import LADDER, PenaltyStep, next_step

WARNINGS = 3
"""So many of any kind are a lost game."""

FIRST = N_("The first time in this event.")
AGAIN = N_("Time %(n)d in this event: the step that the table names for it.")
BEYOND = N_("Time %(n)d in this event: the table names no more, so one step above the last one.")
THIRD_WARNING = N_("The third warning in this event, of whatever kind: a game is lost.")
AFTER_MINUTES = N_("%(minutes)d min after the start of the round.")
TOO_EARLY = N_("%(minutes)d min: there is a penalty from %(after)d min on.")
CONDITION = N_("%(condition)s.")
NOT_YET = N_("The first time in this event: the table names a penalty from the second time on.")


@dataclass(frozen=True, slots=True)
class Proposal:
    """The step that the table proposes, for which time it is, and why; `also` beside it."""

    step: PenaltyStep
    occurrence: int
    reason: Text
    also: tuple[Text, ...] = ()


def proposed_step(
    infraction: Infraction,
    *,
    earlier: Sequence[PenaltyStep] = (),
    warnings: int = 0,
    minutes: int = 0,
    conditions: Collection[str] = (),
) -> Proposal:
    """The step that follows, with the reason for it.

    `earlier` are the steps given to the offender for the same infraction in this event, `warnings`
    how many warnings of any kind; `minutes` are those of the clock.
    """
    occurrence = len(earlier) + 1
    rung, reason = _by_table(infraction, earlier, minutes, conditions)
    step = rung.step if rung else PenaltyStep.NONE
    if step == PenaltyStep.WARNING and warnings + 1 >= WARNINGS:
        step, reason = PenaltyStep.GAME_LOSS, Text("third_warning", THIRD_WARNING)
    also = tuple(ALSO[code] for code in rung.also) if rung else ()
    return Proposal(step, occurrence, reason, also)


def _by_table(
    infraction: Infraction,
    earlier: Sequence[PenaltyStep],
    minutes: int,
    conditions: Collection[str],
) -> tuple[Rung | None, Text]:
    occurrence = len(earlier) + 1
    column = infraction.column(occurrence)
    if not column:
        fitting = _fitting(infraction.ladder[0], minutes, conditions)
        least = max([*earlier, fitting.step if fitting else PenaltyStep.NONE], key=LADDER.index)
        also = infraction.ladder[min(occurrence, 3) - 1][-1].also
        return Rung(next_step(least), also=also), Text("beyond", BEYOND, {"n": occurrence})
    rung = _fitting(column, minutes, conditions)
    if rung is None:
        values = {"minutes": minutes, "after": column[0].after_min}
        return None, Text("too_early", TOO_EARLY, values)
    return rung, _reason(rung, occurrence, minutes)


def _reason(rung: Rung, occurrence: int, minutes: int) -> Text:
    if rung.when:
        return Text("condition", CONDITION, {"condition": CONDITIONS[rung.when]})
    if rung.after_min is not None:
        return Text("after_minutes", AFTER_MINUTES, {"minutes": minutes})
    if occurrence > 1:
        return Text("again", AGAIN, {"n": occurrence})
    return Text("not_yet", NOT_YET) if rung.step == PenaltyStep.NONE else Text("first", FIRST)


def _fitting(column: Rungs, minutes: int, conditions: Collection[str]) -> Rung | None:
    """The last step of a column that fits."""
    fitting = [
        rung
        for rung in column
        if minutes >= (rung.after_min or 0) and (not rung.when or rung.when in conditions)
    ]
    return fitting[-1] if fitting else None
