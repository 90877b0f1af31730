"""A correction is kept with everything that it ended and made, so that it can be taken back."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q

from tournaments.domain import corrections
from tournaments.domain.corrections import Choice, Level
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, Correction, Round
from tournaments.services.gate.changes import Change
from tournaments.services.stages import standing_rows
from tournaments.services.stages.redrawing import as_left
from tournaments.services.stages.standing_rows import StandingRows

LONGEST_REASON = 500  # the facts of a ruling may be longer: they stand there in full


def keep_correction(
    change: Change,
    board: Board,
    *,
    kind: str,
    reason: str,
    choice: str,
    level: str,
    version: int,
    before: StandingRows,
    later: Sequence[int],
    void: Sequence[int],
    stays: Sequence[int],
    undoes: Correction | None = None,
    put_back: Mapping[str, Mapping[int, int]] | None = None,
) -> Correction:
    """Keep a correction that is done: the `version` of its match and what stood `before` it; the
    matches that rest on it (`later`), and those of them that are to be played anew (`void`); the
    rounds of which somebody has said that they stay although they would be drawn otherwise; by kind
    the rows that were put back, the old one and the new one."""
    after = standing_rows.of_all(board, later, void)
    left = Board.objects.values_list("match__version", flat=True).get(pk=board.pk)
    ended = standing_rows.rows_gone(before, after) | {"version": [version]}
    made: dict[str, Any] = standing_rows.rows_gone(after, before)
    made |= {"version": [left], "later": [*later], "void": [*void], "stays": [*stays]}
    made["put_back"] = {name: list(rows.items()) for name, rows in (put_back or {}).items()}
    made["played"] = as_left(made.get("round", ()))
    correction = Correction.objects.create(
        tournament=change.tournament,
        board=board,
        kind=kind,
        choice=choice,
        level=level,
        reason=reason[:LONGEST_REASON],
        ended=ended,
        made=made,
        undoes=undoes,
        **change.facts,
    )
    data = {"correction": correction.pk, "match": board.match_id, "choice": choice, "level": level}
    change.record("correction.keep", "results", public=True, **data)
    return correction


def level_of(board: Board, choice: Choice, *, moves: bool, begun: bool) -> Level:
    """How grave a correction of a match is; a round after that of the match may be published, of
    its stage or of a later one."""
    round = board.pairing.round
    later = Q(stage=round.stage, number__gt=round.number) | Q(stage__number__gt=round.stage.number)
    of_event = Round.objects.filter(later, stage__tournament=round.stage.tournament_id)
    is_later_published = of_event.exclude(state=RoundState.DRAFT).exists()
    return corrections.level(choice, moves=moves, begun=begun, later_published=is_later_published)
