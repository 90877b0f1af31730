"""What may be chosen when a standing result is corrected, and how far the correction reaches.

A result that does not change who goes on touches no neighbour. One that does moves people: as long
as no match that rests on it has begun they move by themselves, or stay where they are if that is
wished. Once one has begun somebody has to choose: what was played is void, or stays against the
result.

Where a round or a stage that is published was drawn from it and would be drawn otherwise now,
somebody has to choose whatever has begun: it is drawn again, or stays as it is and is marked.
"""

from collections.abc import Sequence
from enum import StrEnum

from kernel.text import N_, Refusal, Text


class Choice(StrEnum):
    """What becomes of those whom the old result had moved on."""

    SCORE_ONLY = "score_only"  # nobody moves
    REWIND = "rewind"  # what was not played rests on the new result
    VOID = "void"  # so does what was played, and is void
    KEEP = "keep"  # what was played stays, and is marked
    REDRAW = "redraw"  # what was drawn from it, and not played, is drawn again


OF_DRAWINGS = (Choice.REDRAW, Choice.KEEP, Choice.VOID)
"""What may become of what was drawn from a result, and what rests on it in a bracket as well."""


class Level(StrEnum):
    """How grave a correction is, by what has happened since the result stood."""

    NOTICE = "notice"  # the round still runs
    WARNING = "warning"  # a later round is published
    DOUBLE = "double"  # a later match was played: asked by typing
    LEAVES_RULES = "leaves_rules"  # marked on every later page and export


CHOICE_NEEDED = N_(
    "Matches that rest on this result have begun. Choose what becomes of them: they are void and "
    "are played anew by the right players, or they stay as they were played, against the result."
)
REDRAW_NEEDED = N_(
    "What was drawn from this result would be drawn otherwise now. Choose what becomes of it: what "
    "is not played is drawn again, or everything stays as it is and is marked, or what was played "
    "is void and drawn again as well."
)
DIRECTOR_NEEDED = N_(
    "What was drawn from this result would be drawn otherwise now, and a director has to choose "
    "what becomes of it. Nothing is saved: ask a director to enter this correction."
)
NOT_OPEN = N_("This can't be chosen any more: look at what the correction changes, and choose.")


def choices(*, moves: bool, fed: bool, begun: bool, kept: bool = False) -> tuple[Choice, ...]:
    """What may be chosen, what is done of itself first.

    `moves`: somebody else goes on than before. `fed`: somebody has been moved on by the old result.
    `begun`: a match that rests on the result has begun. `kept`: somebody stays behind it by an
    earlier choice, and goes on staying there until it is wished otherwise.
    """
    if kept:
        return (Choice.SCORE_ONLY, Choice.REWIND, Choice.VOID)
    if not moves:
        return (Choice.SCORE_ONLY,)
    if begun:
        return (Choice.VOID, Choice.KEEP)
    return (Choice.REWIND, Choice.SCORE_ONLY) if fed else (Choice.REWIND,)


def chosen(wanted: str | None, open_choices: Sequence[Choice]) -> Choice:
    """What is done; refused (`choice_needed`) where it was not said, or can't be chosen.

    Where nobody moves there is nothing to choose, whatever was said.
    """
    if open_choices == (Choice.SCORE_ONLY,):
        return Choice.SCORE_ONLY
    if wanted is not None:
        if wanted not in open_choices:
            raise Refusal(Text("choice_needed", NOT_OPEN), "choice")
        return Choice(wanted)
    if open_choices[0] == Choice.VOID:
        raise Refusal(Text("choice_needed", CHOICE_NEEDED), "choice")
    return open_choices[0]


def of_bracket(wanted: str | None, open_choices: Sequence[Choice], *, drawings: bool) -> Choice:
    """What is done in the bracket behind a result, of a choice that may be about all that rests on
    it; `drawings`: something was drawn from the results of the bracket.

    As long as nothing is played there, to draw it again is to let it follow, and to keep it is to
    move nobody.
    """
    if Choice.REWIND in open_choices:
        if wanted == Choice.REDRAW:
            return Choice.REWIND
        if wanted == Choice.KEEP:
            return Choice.SCORE_ONLY if Choice.SCORE_ONLY in open_choices else Choice.REWIND
        if wanted == Choice.VOID and (drawings or len(open_choices) == 1):
            return Choice.VOID if Choice.VOID in open_choices else Choice.REWIND
    return chosen(wanted, open_choices)


def of_drawings(*, unplayed: bool, begun: bool) -> tuple[Choice, ...]:
    """What may be chosen where something that is published would be drawn otherwise: nothing of it
    is done of itself. `unplayed`: some of it is not played. `begun`: some is, or what rests on the
    result in its bracket."""
    possible = {Choice.REDRAW: unplayed, Choice.KEEP: True, Choice.VOID: begun}
    return tuple(choice for choice, may_be in possible.items() if may_be)


def level(choice: Choice, *, moves: bool, begun: bool, later_published: bool) -> Level:
    """The level of a correction by the age of the round, and by what was chosen."""
    if moves and choice in (Choice.SCORE_ONLY, Choice.KEEP):
        return Level.LEAVES_RULES
    if moves and begun:
        return Level.DOUBLE
    return Level.WARNING if later_published else Level.NOTICE
