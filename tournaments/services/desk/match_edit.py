"""One match is written to: locked after its tournament, checked, audited, and moved on.

Every service that changes what is said of a match opens `writing(...)`, does its work on the record
that was read under the lock, and notes what it did.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from games.models import Match
from games.selectors import MatchRecord, match_record
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, PairingSide, Round
from tournaments.selectors.stages.sides import has_left, sides_at
from tournaments.services.desk.result_change import (
    CorrectionOutcome,
    CorrectionRequest,
    PreviousResult,
    follow,
    previous_result,
)
from tournaments.services.gate.changes import Change, changing, difference
from tournaments.services.stages.advancing import advance_stage, advancing_facts

DEFAULT = CorrectionRequest()


@dataclass(frozen=True, slots=True)
class EditedMatch:
    """What a write has left: the match's record and the two sides of its pairing; where a result
    stood before, also the correction that it was."""

    record: MatchRecord
    sides: list[PairingSide]
    tournament_version: int
    followed: CorrectionOutcome | None = None


@dataclass
class OpenedMatch:
    """A match that is being written to."""

    change: Change
    board: Board
    sides: list[PairingSide]
    record: MatchRecord

    stood: PreviousResult | None
    """The result that stood before."""

    request: CorrectionRequest = DEFAULT
    """How a correction of it is to be done."""

    followed: CorrectionOutcome | None = None

    @property
    def round(self) -> Round:
        return self.sides[0].pairing.round

    def note(self, action: str, record: MatchRecord, **data: object) -> None:
        """Keep the new record and what the audit says of it.

        What a worker may do later is left to it. Not so where somebody could act upon the old state
        meanwhile: a round in which play begins can't be taken back any more, one in which nothing
        is left of it can, and who loses their place by a correction can't begin the next match.
        """
        data |= {"match": record.match.pk, "version": record.match.version}
        data |= facts_said(self.record, record)
        data |= difference(codes_of(self.record), codes_of(record))
        begun, begins = (each.state != Match.States.OPEN for each in (self.record, record))
        self.record = record
        self.change.record(action, data, changed="results")
        if begins and self.round.state == RoundState.PUBLISHED:
            Round.objects.filter(pk=self.round.pk).update(state=RoundState.RUNNING)
        if begun and not begins and not self.stood:
            stage = self.round.stage
            advance_stage(self.change, stage, advancing_facts(stage))
        if self.stood:
            self.followed = follow(self.change, self.board, self.stood, record, self.request)
            correction = self.followed.correction
            data |= {"correction": correction.pk, "choice": correction.choice}


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
) -> Iterator[OpenedMatch]:
    """Open a match that is played now or was played; any other one is refused.

    Where a result stands, what is written is a correction of it, done as `request` says.
    """
    with locking_match(board, version, action, by, now, request) as opened:
        _require_playable(opened.record.match, opened.sides)
        yield opened


@contextmanager
def locking_match(
    board: Board,
    version: int,
    action: str,
    by: Actor,
    now: datetime,
    request: CorrectionRequest = DEFAULT,
) -> Iterator[OpenedMatch]:
    """Lock the tournament, then the match, and refuse what was changed meanwhile, or who may not
    write to it."""
    if not by.may("match.score"):
        sentence = N_("Only its players and its referees write down a match.")
        raise Refusal(Text("forbidden", sentence))
    round = board.pairing.round
    with changing(round.stage.tournament_id, by=by, now=now) as change:
        match = Match.objects.select_for_update().filter(pk=board.match_id).first()
        if match is None:
            raise Refusal(Text("not_found", N_("This match was taken back with its draw.")))
        if match.version != version:
            sentence = N_("Somebody else has changed this match meanwhile. Look at it and decide.")
            raise Refusal(Text("stale", sentence))
        lifecycle.require(change.tournament.state, action)
        match.board = board  # so that whoever hears of the match need not look for it
        sides = list(sides_at(board.pairing_id))
        if sides[0].pairing.round.stage_id is None:  # set aside while this waited for the lock
            raise Refusal(Text("not_found", N_("This match was taken back with its draw.")))
        stood = previous_result(change, board, match)
        yield OpenedMatch(change, board, sides, match_record(match), stood, request)


def _require_playable(match: Match, sides: list[PairingSide]) -> None:
    if any(side.entry is None for side in sides):
        raise Refusal(Text("not_ready", N_("The players of this match are not known yet.")))
    round = sides[0].pairing.round
    if round.state == RoundState.DRAFT:
        raise Refusal(Text("not_ready", N_("The round of this match is not published yet.")))
    for side in sides:
        if has_left(side) and match.state != Match.States.FINISHED:
            sentence = N_(
                "%(name)s is out of the event: the match goes to the opponent without play."
            )
            raise Refusal(Text("match_over", sentence, {"name": side.entry.name}))


def require_neutral(opened: OpenedMatch, by: Actor) -> None:
    """Nobody judges a match in which they play (gin.md 5.1, T_JUDGE)."""
    if opened.record.seat_of(by.user_id) is not None:
        sentence = N_("You play in this match yourself: another official must rule on it.")
        raise Refusal(Text("forbidden", sentence))


def edited(opened: OpenedMatch) -> EditedMatch:
    """What the write has left behind."""
    version = opened.change.tournament.version
    return EditedMatch(opened.record, opened.sides, version, opened.followed)
