"""A standing result was changed: who follows it, what is void, who stays, and the record of it.

A service that writes to a match on which a result stands notes what it did (`OpenedMatch.note`).
Where that changes who goes on the choice is asked for and carried out here. What the whole
correction ended and made is kept with it, so that it can be taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.models import Match
from games.selectors import MatchRecord
from games.services import taking_back
from kernel.text import N_, Refusal, Text
from tournaments.domain import corrections
from tournaments.domain.corrections import Choice, Level
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, Correction, Kept, Round
from tournaments.selectors.desk.dependents import Dependents
from tournaments.selectors.stages.drawings import Drawing
from tournaments.selectors.stages.reading import result_of, stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change
from tournaments.services.stages import standing_rows
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.redrawing import as_left, redraw, results_before
from tournaments.services.stages.standing_rows import StandingRows

CONFIRM = N_("What was played is void with this. Type %(word)s, so that it is no slip.")
LONGEST_REASON = 500  # the facts of a ruling may be longer: they stand there in full
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
    choices: tuple[Choice, ...]
    facts: StageRecord
    drawings: Sequence[Drawing] = ()


@dataclass(frozen=True, slots=True)
class AppliedCorrection:
    """A correction as it was done: the version of its match before, what stood before and after;
    the matches that rest on it, and those of them that are to be played anew; the rows that were
    put back, by kind the old one and the new one; the rounds of which somebody has said that they
    stay although they would be drawn otherwise."""

    choice: str
    level: str
    version: int
    before: StandingRows
    after: StandingRows
    later: Sequence[int] = ()
    void: Sequence[int] = ()
    undoes: Correction | None = None
    put_back: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    stays: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _InBracket:
    """What a correction did in the bracket of its match: the choice of those there were; whether
    something that rests on it had begun, and what stood of these matches before."""

    choice: Choice
    choices: tuple[Choice, ...]
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
    rows = standing_rows.of_match(change.tournament.pk, match.pk)
    results = results_before(board.pairing.round)
    if not change.tournament.has_teams:
        return PreviousResult(match.winner, True, rows, match.version, results)
    result = result_of(board.pairing)
    winner = result.winner if result else None
    return PreviousResult(winner, result is not None, rows, match.version, results)


def previous_result_without_play(
    change: Change, board: Board, winner: int | None
) -> PreviousResult:
    """The same of a match that was decided without play, by the seat that it went to."""
    rows = standing_rows.of_match(change.tournament.pk, board.match_id)
    results = results_before(board.pairing.round)
    return PreviousResult(winner, True, rows, board.match.version, results)


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
    is_kept = _kept_behind(board).exists()
    if not _stands_as_before(change, board, stood, record) or (
        is_kept and request.choice in REARRANGING
    ):
        bracket = _move(change, board, stood, request, is_kept=is_kept)
    else:
        bracket = _stay(change, board, is_kept=is_kept)
    redrawn = redraw(change, round, stood.results, request.choice, begun=bracket.begun)
    choice, level, facts = bracket.choice, bracket.level, bracket.facts
    if redrawn.choice is not None:
        choice = redrawn.choice
        level = level if level == Level.LEAVES_RULES else redrawn.level
        facts = stage_record(round.stage)
        if choice == Choice.VOID:
            _require_confirmed(facts, round.number, request)
    before = standing_rows.merged([stood.facts, found, bracket.before])
    after = standing_rows.of_all(board, bracket.later, bracket.void)
    done = AppliedCorrection(
        choice,
        level,
        stood.version,
        before,
        after,
        bracket.later,
        bracket.void,
        stays=redrawn.stays(),
    )
    choices = redrawn.choices or bracket.choices
    return CorrectionOutcome(
        keep_correction(change, board, request, done), choices, facts, redrawn.drawings
    )


def _stands_as_before(
    change: Change, board: Board, stood: PreviousResult, record: MatchRecord
) -> bool:
    """Whether nobody else goes on than before."""
    if not change.tournament.has_teams:
        return record.state == Match.States.FINISHED and record.winner == stood.winner
    if not stood.is_decided:
        return True  # another board is open, so nobody went on
    result = result_of(board.pairing)
    return result is not None and result.winner == stood.winner


def keep_correction(
    change: Change, board: Board, request: CorrectionRequest, done: AppliedCorrection
) -> Correction:
    """Keep a correction with what it ended and made, and the versions in which it found and left
    its match."""
    version = Match.objects.values_list("version", flat=True).get(pk=board.match_id)
    made = standing_rows.rows_gone(done.after, done.before)
    made |= {"version": [version], "later": list(done.later), "void": list(done.void)}
    made |= {"stays": list(done.stays)}
    made |= {"put_back": {kind: list(rows.items()) for kind, rows in done.put_back.items()}}
    made |= {"played": as_left(made.get("round", ()))}
    correction = Correction.objects.create(
        tournament=change.tournament,
        board=board,
        kind=request.kind,
        choice=done.choice,
        level=done.level,
        reason=request.reason[:LONGEST_REASON],
        ended=standing_rows.rows_gone(done.before, done.after) | {"version": [done.version]},
        made=made,
        undoes=done.undoes,
        **change.facts,
    )
    data = {"correction": correction.pk, "match": board.match_id}
    data |= {"choice": done.choice, "level": done.level}
    change.record("correction.keep", data, changed="results")
    return correction


def is_later_published(board: Board) -> bool:
    """Whether a round after that of the match is published, of its stage or of a later one."""
    round = board.pairing.round
    of_event = Round.objects.filter(stage__tournament=round.stage.tournament_id)
    later = Q(stage=round.stage_id, number__gt=round.number) | Q(
        stage__number__gt=round.stage.number
    )
    return of_event.filter(later).exclude(state=RoundState.DRAFT).exists()


def word_to_type(facts: StageRecord, round: int) -> str:
    """What is typed to make void what was played: the name of the round of the corrected match, in
    the reader's language; the English one is taken as well."""
    name = facts.format.round_name(facts.table, round)
    return gettext(name.template) % name.values


def _stay(change: Change, board: Board, *, is_kept: bool) -> _InBracket:
    """Nobody else goes on than before."""
    facts = advance_stage(change, board.pairing.round.stage)
    level = corrections.level(
        Choice.SCORE_ONLY, moves=False, begun=False, later_published=is_later_published(board)
    )
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
    if is_kept and request.choice in REARRANGING:
        _kept_behind(board).update(superseded_at=change.now)
        is_kept = False
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
    level = corrections.level(
        choice, moves=True, begun=begun, later_published=is_later_published(board)
    )
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
        _void(change, dependents.matches(dependents.begun))
        return None
    kept, facts = dependents.keep()
    Kept.objects.bulk_create(
        Kept(side_id=facts.pairings[key].sides[seat].pk, entry_id=entry, **change.facts)
        for key, seat, entry in kept
    )
    return facts


def _kept_behind(board: Board) -> QuerySet[Kept]:
    """Who was kept on the sides that the result of this match fills."""
    return Kept.objects.filter(side__feeder=board.pairing_id, superseded_at__isnull=True)


def _void(change: Change, matches: Sequence[int]) -> None:
    list(Match.objects.select_for_update().filter(pk__in=matches).order_by("pk"))
    taking_back.void_matches(matches=matches, now=change.now)
    taking_back.refold(matches)


def _require_confirmed(facts: StageRecord, round: int, request: CorrectionRequest) -> None:
    word = word_to_type(facts, round)
    words = {word.casefold(), str(facts.format.round_name(facts.table, round)).casefold()}
    if request.confirm.strip().casefold() not in words:
        raise Refusal(Text("confirm_needed", CONFIRM, {"word": word}), "confirm")
