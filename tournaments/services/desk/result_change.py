"""A standing result was changed: who follows it, what is void, who stays, and the record of it.

A service that writes to a match on which a result stands notes what it did (`EditedMatch.note`).
Where that changes who goes on the choice is asked for and carried out here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext

from games.models import Match
from games.selectors.matches import MatchRecord
from games.services import taking_back
from games.tables.events import VOID
from kernel.text import N_, refusal
from tournaments.domain import corrections
from tournaments.domain.corrections import Choice, Level
from tournaments.models import Board, Correction, Kept, Round
from tournaments.selectors.desk.dependents import Dependents
from tournaments.selectors.stages.drawings import Drawing
from tournaments.selectors.stages.reading import result_of, stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.desk.keeping import keep_correction, level_of
from tournaments.services.gate.changes import Change
from tournaments.services.stages import standing_rows
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.online_tables import tell_tables
from tournaments.services.stages.redrawing import Redrawn, redraw, results_before
from tournaments.services.stages.standing_rows import StandingRows

CONFIRM = N_("What was played is void with this. Type %(word)s, so that it is no slip.")
REARRANGING = frozenset({Choice.REWIND, Choice.VOID, Choice.REDRAW})


@dataclass(frozen=True, slots=True)
class CorrectionRequest:
    """How somebody wishes a correction to be done.

    `kind` says what is corrected: a hand, a result, a ruling ... `choice` is one of Choice, None
    for what is done of itself; `confirm` is what was typed to confirm it; `if_unfinished` says
    what becomes of a game that it leaves unfinished behind later ones.
    """

    kind: str = "ruling"
    reason: str = ""
    choice: str | None = None
    confirm: str = ""
    if_unfinished: str | None = None


@dataclass(frozen=True, slots=True)
class PreviousResult:
    """The standing result of a match before it was written to: the winner of its pairing (the match
    itself, or that between its teams), whether that was decided, what stood, and the version; the
    results of its stage, where something was drawn from them."""

    winner: int | None
    is_decided: bool
    facts: StandingRows
    version: int
    results: StageRecord | None


@dataclass(frozen=True, slots=True)
class CorrectionOutcome:
    """A correction that was carried out, everything that could have been chosen in it, and the
    stage as it left it; `drawings` were drawn from the old result, and would be drawn otherwise."""

    correction: Correction
    choices: Sequence[Choice]
    facts: StageRecord
    drawings: Sequence[Drawing] = ()


@dataclass(frozen=True, slots=True)
class _InBracket:
    """What a correction did in the bracket of its match: the choice of those there were; whether
    something that rests on it had begun, and what stood of these matches before."""

    choice: Choice
    choices: Sequence[Choice]
    level: Level
    facts: StageRecord
    begun: bool = False
    before: StandingRows = field(default_factory=dict)
    later: Sequence[int] = ()
    void: Sequence[int] = ()


def previous_result(change: Change, board: Board, match: Match) -> PreviousResult | None:
    """What stood of a match; None where no result did. To be asked before it is written to."""
    if match.state != Match.States.FINISHED:
        return None
    if not change.tournament.plays_boards:
        return decided_result(board, match, match.winner)
    result = result_of(board.pairing)
    stood = decided_result(board, match, result.winner if result else None)
    return replace(stood, is_decided=result is not None)


def decided_result(board: Board, match: Match, winner: int | None) -> PreviousResult:
    """The same of a match whose pairing is decided, without play as well, by the seat that won."""
    round = board.pairing.round
    rows = standing_rows.of_match(round.stage.tournament_id, match.pk)
    return PreviousResult(winner, True, rows, match.version, results_before(round))


def follow(
    change: Change,
    board: Board,
    stood: PreviousResult,
    record: MatchRecord,
    request: CorrectionRequest,
) -> CorrectionOutcome:
    """Let what rests on the result follow the new one in the way that was chosen, its bracket first
    and then what was drawn from it, and keep the correction.

    Refuses `choice_needed` where later matches have begun, or something that is published would be
    drawn otherwise, and nothing that is possible was chosen; `confirm_needed` where play would be
    void and the name of the round was not typed.
    """
    round = board.pairing.round
    found = standing_rows.of_stage(round.stage)
    kept = Kept.objects.filter(side__feeder=board.pairing_id, superseded_at__isnull=True)
    is_kept = kept.exists()
    moves_kept = is_kept and request.choice in REARRANGING
    if moves_kept:
        kept.update(superseded_at=change.now)
    if moves_kept or not _stands_as_before(change, board, stood, record):
        bracket = _move(change, board, stood, request, is_kept=is_kept and not moves_kept)
    else:
        bracket = _stay(change, board, is_kept=is_kept)
    redrawn = redraw(change, round, stood.results, request.choice, begun=bracket.begun)
    done = _with_drawings(bracket, redrawn, round, request)
    correction = keep_correction(
        change,
        board,
        kind=request.kind,
        reason=request.reason,
        choice=done.choice,
        level=done.level,
        version=stood.version,
        before=standing_rows.merged([stood.facts, found, done.before]),
        later=done.later,
        void=done.void,
        stays=redrawn.stays(),
    )
    return CorrectionOutcome(correction, done.choices, done.facts, redrawn.drawings)


def _with_drawings(
    bracket: _InBracket, redrawn: Redrawn, round: Round, request: CorrectionRequest
) -> _InBracket:
    """The same with what was chosen for what was drawn from the result, where that was asked."""
    if redrawn.choice is None:
        return bracket
    facts = stage_record(round.stage)
    if redrawn.choice == Choice.VOID:
        _require_confirmed(facts, round.number, request)
    level = Level.DOUBLE if redrawn.choice == Choice.VOID else Level.WARNING
    if bracket.level == Level.LEAVES_RULES:
        level = bracket.level
    return replace(
        bracket, choice=redrawn.choice, choices=redrawn.choices, level=level, facts=facts
    )


def _stands_as_before(
    change: Change, board: Board, stood: PreviousResult, record: MatchRecord
) -> bool:
    """Whether nobody else goes on than before."""
    if not change.tournament.plays_boards:
        return record.state == Match.States.FINISHED and record.winner == stood.winner
    if not stood.is_decided:
        return True  # another board is open, so nobody went on
    result = result_of(board.pairing)
    return result is not None and result.winner == stood.winner


def word_to_type(facts: StageRecord, round: int) -> str:
    """What is typed to make void what was played: the name of the round of the corrected match, in
    the reader's language; the English one is taken as well."""
    name = facts.format.round_name(facts.table, round)
    return gettext(name.template) % name.values


def _stay(change: Change, board: Board, *, is_kept: bool) -> _InBracket:
    """Nobody else goes on than before."""
    facts = advance_stage(change, board.pairing.round.stage)
    level = level_of(board, Choice.SCORE_ONLY, moves=False, begun=False)
    open_choices = corrections.choices(moves=False, fed=False, begun=False, kept=is_kept)
    return _InBracket(Choice.SCORE_ONLY, open_choices, level, facts)


def _move(
    change: Change,
    board: Board,
    stood: PreviousResult,
    request: CorrectionRequest,
    *,
    is_kept: bool,
) -> _InBracket:
    """Somebody else goes on than before."""
    stage = board.pairing.round.stage
    dependents = Dependents.of(stage_record(stage), board, stood.winner)
    begun = bool(dependents.begun)
    open_choices = corrections.choices(
        moves=True, fed=bool(dependents.fed()), begun=begun, kept=is_kept
    )
    choice = corrections.of_bracket(
        request.choice, open_choices, drawings=stood.results is not None
    )
    later = dependents.matches(dependents.later)
    void = dependents.matches(dependents.begun) if choice == Choice.VOID else []
    before = standing_rows.of_dependents(later, void)
    level = level_of(board, choice, moves=True, begun=begun)
    facts = advance_stage(change, stage, _carry_out(change, dependents, choice, request))
    return _InBracket(choice, open_choices, level, facts, begun, before, later, void)


def _carry_out(
    change: Change, dependents: Dependents, choice: Choice, request: CorrectionRequest
) -> StageRecord | None:
    """Make void or keep what was chosen to be so; to rewind is to let the bracket advance. Gives
    the stage as it is then; None where it has to be read anew."""
    if choice == Choice.REWIND:
        return dependents.facts
    if choice == Choice.VOID:
        _require_confirmed(dependents.facts, dependents.key[0], request)
        matches = dependents.matches(dependents.begun)
        list(Match.objects.select_for_update().filter(pk__in=matches).order_by("pk"))
        taking_back.void_matches(matches=matches, now=change.now)
        taking_back.refold(matches)
        tell_tables(change, matches, VOID)
        return None
    kept, facts = dependents.keep()
    Kept.objects.bulk_create(
        Kept(side_id=facts.pairings[key].sides[seat].pk, entry_id=entry, **change.facts)
        for key, seat, entry in kept
    )
    return facts


def _require_confirmed(facts: StageRecord, round: int, request: CorrectionRequest) -> None:
    word = word_to_type(facts, round)
    words = {word.casefold(), str(facts.format.round_name(facts.table, round)).casefold()}
    if request.confirm.strip().casefold() not in words:
        raise refusal("confirm_needed", CONFIRM, "confirm", word=word)
