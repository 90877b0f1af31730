"""One match is written to: opened, edited, recorded, followed, settled.

Every service that changes what is said of a match opens it (`editing_match`), does its work on the
record that was read under the lock, and notes what it did. When it is through, what cannot wait
follows at once, in the same change; all the rest is settled by a worker.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Match
from games.selectors.matches import MatchRecord, match_record
from games.selectors.tables import is_online
from games.services.tables.ruled import table_was_ruled_on
from kernel.permissions import Actor
from kernel.seats import SIDES
from kernel.text import N_, refusal
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, Entry, PairingSide, Round
from tournaments.selectors.stages.sides import has_left, sides_at
from tournaments.services.desk.result_change import (
    CorrectionOutcome,
    CorrectionRequest,
    PreviousResult,
    follow,
    previous_result,
)
from tournaments.services.gate.changes import Change, changing, difference
from tournaments.services.stages.advancing import advance_from, advance_stage
from tournaments.services.stages.ended_calls import end_calls
from web.tasks import enqueue

DEFAULT = CorrectionRequest()
OWN_MATCH = N_("You play in this match yourself: another official must rule on it.")
GIVE_PENALTY = "give_penalty"
SETTLE_TABLE = "tournaments.tasks.settle_table"
"""What a worker does for an online table of which the event has not been told all."""


@dataclass
class EditedMatch:
    """A match that is being written to, and what the write has left."""

    change: Change
    board: Board
    sides: list[PairingSide]
    record: MatchRecord

    stood: PreviousResult | None
    """The result that stood before."""

    request: CorrectionRequest = DEFAULT
    """How a correction of it is to be done."""

    notes: list[dict[str, object]] = field(default_factory=list)
    """What the audit says of each thing that was written."""

    said: list[str] = field(default_factory=list)
    """The actions of the audit, for the online table of the match."""

    lifted: tuple[Board, PreviousResult] | None = None
    """A match that was decided without play and is open again, and what stood of it."""

    moves_bracket: bool = False
    """Whether somebody goes out, comes back or is put through by it."""

    followed: CorrectionOutcome | None = None
    """Where a result stood before, the correction that the write was."""

    @property
    def round(self) -> Round:
        return self.sides[0].pairing.round

    def seat_of(self, entry: Entry) -> int:
        """The seat of one of the two who meet."""
        return next(side.seat for side in self.sides if side.entry_id == entry.pk)

    def note(self, action: str, record: MatchRecord, **data: object) -> None:
        """Keep the new record and what the audit says of it."""
        data |= {"match": record.match.pk, "version": record.match.version}
        data |= facts_said(self.record, record)
        data |= difference(codes_of(self.record), codes_of(record))
        self.record = record
        self.said.append(action)
        self.notes.append(self.change.record(action, "results", public=True, **data))


def codes_of(record: MatchRecord) -> dict[str, object]:
    """What a match comes to, in the codes of the audit: points by game, then by seat."""
    return {
        "state": record.state,
        "winner": record.winner,
        "games_won": list(record.score.games_won),
        "points": [list(game.points) for game in record.games],
    }


def facts_said(before: MatchRecord, after: MatchRecord) -> dict[str, object]:
    """The new facts by reference: there stands what was said, and for what reason."""
    known = {fact.pk for fact in before.facts}
    said: dict[str, object] = {"facts": [fact.pk for fact in after.facts if fact.pk not in known]}
    if after.submission != before.submission and after.submission is not None:
        said["submission"] = after.submission.pk
    return {name: keys for name, keys in said.items() if keys}


@contextmanager
def editing_match(
    board: Board,
    version: int,
    action: str,
    by: Actor,
    now: datetime,
    request: CorrectionRequest = DEFAULT,
    *,
    as_judge: bool = False,
) -> Iterator[EditedMatch]:
    """Lock the tournament, then the match, and yield it to be written to. Refused where it was
    changed meanwhile, for who may not write to it, `as_judge` for who plays in it, and unless it is
    for a penalty where it can't be played.

    Where a result stands, what is written is a correction of it, done as `request` says.
    """
    if not by.may("match.score"):
        raise refusal("forbidden", N_("Only its players and its referees write down a match."))
    round = board.pairing.round
    with changing(round.stage.tournament_id, by=by, now=now) as change:
        match = lock_match(board.match_id)
        if match is None:
            raise refusal("not_found", N_("This match was taken back with its draw."))
        if match.version != version:
            sentence = N_("Somebody else has changed this match meanwhile. Look at it and decide.")
            raise refusal("stale", sentence)
        lifecycle.require(change.tournament.state, action)
        sides = list(sides_at(board.pairing_id))
        if sides[0].pairing.round.stage_id is None:  # set aside while this waited for the lock
            raise refusal("not_found", N_("This match was taken back with its draw."))
        stood = previous_result(change, board, match)
        opened = EditedMatch(change, board, sides, match_record(match), stood, request)
        if action != GIVE_PENALTY:
            require_playable(match, sides)
        if as_judge:
            _require_neutral(opened)
        had_begun = match.state != Match.States.OPEN
        yield opened
        close_edit(opened, had_begun=had_begun)
        if opened.said:
            by, data = opened.change.by, {"said": opened.said}
            table_was_ruled_on(match=opened.record.match, by=by, data=data)
            if is_online(match):
                enqueue(SETTLE_TABLE, match.pk)


def lock_match(match_id: int) -> Match | None:
    """A match, locked behind its tournament, with its online table; None where it was taken back
    with its draw."""
    matches = Match.objects.select_for_update(of=("self",)).select_related("table")
    return matches.filter(pk=match_id).first()


def close_edit(opened: EditedMatch, *, had_begun: bool) -> None:
    """What follows at once from what was noted of a match that `had_begun` before, or had not."""
    _begin_round(opened)
    _follow(opened)
    _settle(opened, had_begun=had_begun)


def _begin_round(opened: EditedMatch) -> None:
    """A round in which play begins can't be taken back any more, before any worker looks at it."""
    has_begun = opened.record.state != Match.States.OPEN
    if opened.notes and has_begun and opened.round.state == RoundState.PUBLISHED:
        Round.objects.filter(pk=opened.round.pk).update(state=RoundState.RUNNING)


def _follow(opened: EditedMatch) -> None:
    """Let what rests on a result that stood follow the new one, as was asked for."""
    change, request = opened.change, opened.request
    if opened.notes and opened.stood:
        opened.followed = follow(change, opened.board, opened.stood, opened.record, request)
        correction = opened.followed.correction
        for data in opened.notes:
            data |= {"correction": correction.pk, "choice": correction.choice}
    if opened.lifted:
        board, stood = opened.lifted
        record = match_record(Match.objects.get(pk=board.match_id))
        opened.followed = follow(change, board, stood, record, request)


def _settle(opened: EditedMatch, *, had_begun: bool) -> None:
    """Leave to a worker what follows, but where somebody could act upon the old state meanwhile: a
    round of which nothing is left can be taken back, and who is out, or was put through, can't go
    on as before."""
    stage, has_begun = opened.round.stage, opened.record.state != Match.States.OPEN
    if opened.notes and opened.record.state == Match.States.FINISHED:
        end_calls(opened.change, opened.board.calls.all())
    if opened.moves_bracket:
        advance_from(opened.change, stage)
    elif had_begun and not has_begun and not opened.stood:
        advance_stage(opened.change, stage)
    if opened.notes and (opened.stood or opened.record.state == Match.States.FINISHED):
        opened.change.unsettled.add(stage.pk)


def require_playable(match: Match, sides: list[PairingSide]) -> None:
    """Refused for a match that is not open yet, and for one that is decided without play."""
    if any(side.entry is None for side in sides):
        raise refusal("not_ready", N_("The players of this match are not known yet."))
    round = sides[0].pairing.round
    if round.state == RoundState.DRAFT:
        raise refusal("not_ready", N_("The round of this match is not published yet."))
    for side in sides:
        if side.entry and has_left(side) and match.state != Match.States.FINISHED:
            sentence = N_(
                "%(name)s is out of the event: the match goes to the opponent without play."
            )
            if len(sides) > SIDES:
                sentence = N_(
                    "%(name)s is out of the event: the match is over, and counts for the others."
                )
            raise refusal("match_over", sentence, name=side.entry.name)


def _require_neutral(opened: EditedMatch) -> None:
    """Nobody judges a match in which they play (rulebook 5.1, T_JUDGE)."""
    if opened.record.seat_of(opened.change.by.user_id) is not None:
        raise refusal("forbidden", OWN_MATCH)
