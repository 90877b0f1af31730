"""Everything that a correction would change, found by making it and taking it back at once.

The very service that would make it runs in a transaction that is rolled back, and the stage is
compared before and after: what is shown is what then happens. Nothing is left behind, nobody is
told, no work is asked for: that all waits for a commit that does not come.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Protocol

from django.db import transaction

from kernel.text import Refusal
from tournaments.domain.corrections import Choice
from tournaments.domain.crosstable import fed_by
from tournaments.models import Board, Stage, Tournament
from tournaments.selectors.stages.drawings import BegunMatch, Drawing, played_in
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk.comparing import Moment, Preview, compare, look_at
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.desk.result_change import CorrectionOutcome, word_to_type
from tournaments.services.stages.notices import prepare_notices
from tournaments.services.stages.redrawing import RestsOn

Look = Callable[[str | None], tuple[Preview, CorrectionOutcome]]
"""One of the ways, by its choice, and what the service says of it."""


class CorrectionWrite(Protocol):
    """A service with all that it is told but for `choice` and `confirm`."""

    def __call__(self, *, choice: str | None, confirm: str) -> EditedMatch: ...


@dataclass(frozen=True, slots=True)
class Previews:
    """What may be chosen, each with what it changes, what is done of itself first; what has to be
    typed where play would be void; what was drawn from the old result and would be drawn otherwise
    now; and whether nothing is done of itself."""

    choices: tuple[Preview, ...]
    confirm: str
    rests: tuple[Drawing, ...]
    played: tuple[BegunMatch, ...]
    """What is played of everything that was drawn after the result."""
    is_asked: bool


def preview_corrections(*, board: Board, write: CorrectionWrite, now: datetime) -> Previews:
    """All ways in which a correction can be done. What the service refuses is refused."""
    stage = board.pairing.round.stage
    with transaction.atomic():
        # Nobody may write to it between the looks.
        Tournament.objects.select_for_update().get(pk=stage.tournament_id)
        before = look_at(stage_record(stage), now)
        confirm = word_to_type(before.facts, board.pairing.round.number)
        look = partial(_preview, board, write, confirm=confirm, before=before, now=now)
        later = fed_by(before.facts.table.plan, before.facts.key_of[board.pairing_id])
        is_begun = any(before.facts.pairings[key].has_begun for key in later)
        choices, rests, is_asked = _all_ways(look, is_begun=is_begun)
        played = played_in(before.drawings)
        transaction.set_rollback(True)
    return Previews(tuple(choices), confirm, tuple(rests), played, is_asked)


def _all_ways(look: Look, *, is_begun: bool) -> tuple[list[Preview], Sequence[Drawing], bool]:
    """The ways, what was drawn from the result, and whether nothing is done of itself; `is_begun`:
    a match that rests on it in its bracket has, so that this is so unless nobody moves."""
    try:
        first, followed = look(Choice.VOID if is_begun else None)
    except RestsOn as refused:
        if not refused.choices:
            raise
        return _possible(look, refused.choices), refused.drawings, True
    rest = [choice for choice in followed.choices if choice != first.choice]
    is_asked = first.choice == Choice.VOID
    ways = [first, *_possible(look, rest)]
    order = {choice: place for place, choice in enumerate(followed.choices)}
    return sorted(ways, key=lambda way: order[way.choice]), followed.drawings, is_asked


def _possible(look: Look, choices: Sequence[Choice]) -> list[Preview]:
    found = []
    for choice in choices:
        with suppress(Refusal):  # which of them is possible shows when it is tried
            found.append(look(choice)[0])
    return found


def _preview(
    board: Board,
    write: CorrectionWrite,
    choice: str | None,
    *,
    confirm: str,
    before: Moment,
    now: datetime,
) -> tuple[Preview, CorrectionOutcome]:
    """One way, and what the service says of it."""
    with transaction.atomic():
        left = write(choice=choice, confirm=confirm)
        assert left.followed is not None
        made = left.followed.correction.made.get("round", ())
        for stage in Stage.objects.filter(rounds__in=made).distinct():
            prepare_notices(stage_id=stage.pk, now=now)
        preview = compare(board, left.followed, before, look_at(left.followed.facts, now))
        transaction.set_rollback(True)
    return preview, left.followed
