"""Corrections are looked at before they are made, and can be taken back."""

from collections.abc import Mapping
from datetime import datetime

from games.models import Match
from games.selectors.matches import match_record
from games.services import taking_back
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.domain.corrections import Choice
from tournaments.domain.crosstable import PairingKey
from tournaments.models import Correction
from tournaments.selectors.desk.corrections import newest_in_effect, open_corrections
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.desk.keeping import keep_correction, level_of
from tournaments.services.desk.match_edit import EditedMatch, codes_of, editing_match
from tournaments.services.desk.result_change import CorrectionOutcome, CorrectionRequest
from tournaments.services.gate.changes import difference
from tournaments.services.stages import standing_rows
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.marking import mark_drawings
from tournaments.services.stages.redrawing import (
    bring_back,
    require_drawn_as_before,
    results_before,
)
from tournaments.services.stages.standing_rows import EndedAndMade, StandingRows

CHANGED = N_(
    "This match was changed since the correction: it can't be taken back any more. Correct the "
    "result instead."
)
NEWER_STANDS = N_("A newer correction of this match stands: take that one back first.")
BEGUN = N_(
    "Match %(number)d of round %(round)d has begun since, with the players whom the correction "
    "brought there: it can't be taken back any more. Correct the result instead."
)


def undo_correction(
    *, correction: Correction, version: int, by: Actor, now: datetime
) -> EditedMatch:
    """The inverse of a correction: what it ended stands again, what it made is ended. The inverse
    is a correction of its own, and can be taken back as well.

    Those of one match go in reverse order, as many as there are.
    """
    board, later, void = correction.board, correction.made["later"], correction.made["void"]
    request = CorrectionRequest("undo", correction.reason, correction.choice)
    with editing_match(board, version, "correct_result", by, now, request) as opened:
        if not by.may("match.correct"):
            raise refusal("forbidden", N_("Only a referee can take a correction back."))
        _require_open(opened, correction)
        found, reach = opened.record.match.version, standing_rows.as_it_stands(correction)
        _require_not_replayed(reach, taking_back.standing_facts(void))
        before = standing_rows.of_all(board, later, void)
        results = results_before(opened.round)
        facts, put_back = _put_back(opened, correction, reach)
        stays = correction.made.get("stays", ())  # older ones do not know it
        require_drawn_as_before(opened.round, results, stays)
        mark_drawings(opened.round)
        kept = keep_correction(
            opened.change,
            board,
            kind=request.kind,
            reason=request.reason,
            choice=correction.choice,
            level=level_of(board, Choice.REWIND, moves=True, begun=False),
            version=found,
            before=before,
            later=later,
            void=void,
            stays=stays,
            undoes=correction,
            put_back=put_back,
        )
        opened.followed = CorrectionOutcome(kept, (), facts)
    return opened


def _put_back(
    opened: EditedMatch, correction: Correction, reach: EndedAndMade
) -> tuple[StageRecord, Mapping[str, Mapping[int, int]]]:
    """Let what it ended stand again; the stage as it is then, and the rows that were put back.
    Refused where a match has begun that rests on what is taken back."""
    wrong = _played_by_others(stage_record(opened.round.stage))
    others = bring_back(opened.change, correction)
    put_back = standing_rows.put_back(opened.change, correction, reach)
    _note(opened, correction)
    facts = advance_stage(opened.change, opened.round.stage)
    if new := _played_by_others(stage_record(opened.round.stage)) - wrong:
        round, number = min(new)
        raise refusal("wrong_state", BEGUN, round=round, number=number)
    for stage in others:
        advance_stage(opened.change, stage)
    return facts, put_back


def _note(opened: EditedMatch, undone: Correction) -> None:
    """Read anew what the match comes to, and note it."""
    before = codes_of(opened.record)
    match = Match.objects.get(pk=opened.board.match_id)
    opened.record = match_record(match)
    opened.said.append("match.undo_correction")
    opened.change.record(
        "match.undo_correction",
        "results",
        match=match.pk,
        version=match.version,
        correction=undone.pk,
        **difference(before, codes_of(opened.record)),
    )


def _require_open(opened: EditedMatch, correction: Correction) -> None:
    """Refuse where the correction is taken back already, a newer one stands, or the match was
    written to since."""
    if Correction.objects.filter(undoes=correction).exists():
        raise refusal("wrong_state", N_("This correction is taken back already."))
    board = opened.board
    board.match.version = opened.record.match.version
    if correction not in open_corrections(board):
        newer = newest_in_effect(board)
        is_below = newer is not None and newer.pk > correction.pk
        raise refusal("wrong_state", NEWER_STANDS if is_below else CHANGED)


def _require_not_replayed(reach: EndedAndMade, stands: StandingRows) -> None:
    """Refuse where something was written to the matches that were void with the correction."""
    made = reach.made
    if any(ids.difference(made.get(kind, ())) for kind, ids in stands.items()):
        raise refusal("wrong_state", CHANGED)


def _played_by_others(facts: StageRecord) -> set[PairingKey]:
    """The matches that have begun with others than those who sit there by the results."""
    found = set()
    for pairing in facts.resolved():
        occupants = tuple(occupant.entry for occupant in pairing.occupants)
        if any(
            board.match.has_begun and board.entries != occupants
            for board in facts.pairings[pairing.plan.key].boards
        ):
            found.add(pairing.plan.key)
    return found
