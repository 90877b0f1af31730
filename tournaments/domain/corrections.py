"""What may be chosen when a standing result is corrected, and how far the correction reaches.

A result that does not change who goes on touches no neighbour. One that does moves people: as long
as no match that rests on it has begun they move by themselves, or stay where they are if that is
wished. Once one has begun somebody has to choose: what was played is void, or stays against the
result.
"""

from collections.abc import Sequence
from enum import StrEnum

from players.text import N_, Refusal, Text


class Choice(StrEnum):
    """What becomes of those whom the old result had moved on."""

    SCORE_ONLY = "score_only"  # nobody moves
    REWIND = "rewind"  # what was not played rests on the new result
    VOID = "void"  # so does what was played, and is void
    KEEP = "keep"  # what was played stays, and is marked


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


def chosen(wish: str | None, open_choices: Sequence[Choice]) -> Choice:
    """What is done; refused (`choice_needed`) where it was not said, or can't be chosen.

    Where nobody moves there is nothing to choose, whatever was said.
    """
    if open_choices == (Choice.SCORE_ONLY,):
        return Choice.SCORE_ONLY
    if wish is not None:
        if wish not in open_choices:
            raise Refusal(Text("choice_needed", NOT_OPEN), "choice")
        return Choice(wish)
    if open_choices[0] == Choice.VOID:
        raise Refusal(Text("choice_needed", CHOICE_NEEDED), "choice")
    return open_choices[0]


def level(choice: Choice, *, moves: bool, begun: bool, later_published: bool) -> Level:
    """The level of a correction by the age of the round, and by what was chosen."""
    if moves and choice in (Choice.SCORE_ONLY, Choice.KEEP):
        return Level.LEAVES_RULES
    if moves and begun:
        return Level.DOUBLE
    return Level.WARNING if later_published else Level.NOTICE
