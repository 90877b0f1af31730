"""Results come in: hands, reports, walkovers, confirmations, disputes, corrections."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from games.models import Match
from games.selectors import MatchRecord, match_record
from games.services import scoresheet
from games.services.scoresheet import HandEntry
from players.permissions import Actor
from players.text import N_, Refusal, Text
from tournaments.domain import lifecycle
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Board, PairingSide, Round
from tournaments.selectors.bracket import sides_at
from tournaments.selectors.stages import why_not_corrected
from tournaments.services.advancing import advance_stage
from tournaments.services.changes import Change, changing


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a write has left: the match's record and the two sides of its pairing."""

    record: MatchRecord
    sides: list[PairingSide]
    tournament_version: int


@dataclass
class _Opened:
    """A match that is being written to."""

    change: Change
    board: Board
    sides: list[PairingSide]
    record: MatchRecord

    stood: bool
    """Whether a result stood before."""

    @property
    def round(self) -> Round:
        return self.sides[0].pairing.round

    def note(self, action: str, record: MatchRecord, **data: object) -> None:
        """Keep the new record and what the audit says of it.

        What a worker may do later is left to it. Not so where somebody could act upon the old state
        meanwhile: a round in which play begins can't be taken back any more, and who loses his
        place by a correction can't begin the next match.
        """
        self.record = record
        data |= {"match": record.match.pk, "version": record.match.version}
        self.change.record(action, data, changed="results")
        if self.round.state == RoundState.PUBLISHED:
            Round.objects.filter(pk=self.round.pk).update(state=RoundState.RUNNING)
        if self.stood:
            advance_stage(self.change, self.round.stage)


def record_hand(
    *, board: Board, version: int, entry: HandEntry, by: Actor, now: datetime
) -> Recorded:
    """Write down the next hand of a match; the game and the match end by themselves."""
    with _writing(board, version, "enter_result", by, now) as opened:
        record = scoresheet.add_hand(record=opened.record, entry=entry, by=by, now=now)
        opened.note("match.hand", record, n=len(record.facts))
    return _left(opened)


def correct_hand(
    *,
    board: Board,
    version: int,
    n: int,
    entry: HandEntry,
    reason: str,
    by: Actor,
    now: datetime,
    if_unfinished: str | None = None,
) -> Recorded:
    """Say anew what a hand was. Where a result stands it needs a reason, and no later match may
    have begun."""
    with _writing(board, version, "correct_result", by, now) as opened:
        _require_correctable(opened, reason)
        record = scoresheet.correct_hand(
            record=opened.record,
            n=n,
            entry=entry,
            reason=reason,
            if_unfinished=if_unfinished,
            by=by,
            now=now,
        )
        opened.note("match.correct_hand", record, n=n)
    return _left(opened)


def record_result(
    *,
    board: Board,
    version: int,
    level: str,
    payload: Mapping[str, object],
    by: Actor,
    now: datetime,
    reason: str = "",
) -> Recorded:
    """Hand in a result as games, games won, walkover or double forfeit: by staff it stands, by a
    player it is a report."""
    with _writing(board, version, "correct_result", by, now) as opened:
        if opened.record.match.state != Match.States.FINISHED:
            lifecycle.require(opened.change.tournament.state, "enter_result")
        _require_correctable(opened, reason)
        record = scoresheet.submit_result(
            record=opened.record, level=level, payload=payload, reason=reason, by=by, now=now
        )
        opened.note("match.result", record, level=level, payload=dict(payload))
    return _left(opened)


def confirm_result(*, board: Board, version: int, by: Actor, now: datetime) -> Recorded:
    """The opponent or a referee confirms a report: from now on it stands."""
    with _writing(board, version, "enter_result", by, now) as opened:
        record = scoresheet.confirm_result(record=opened.record, by=by, now=now)
        if record is not opened.record:
            opened.note("match.confirm", record)
    return _left(opened)


def dispute_result(
    *, board: Board, version: int, reason: str, by: Actor, now: datetime
) -> Recorded:
    """The opponent disputes a report: it waits for a referee."""
    with _writing(board, version, "enter_result", by, now) as opened:
        record = scoresheet.dispute_result(record=opened.record, reason=reason, by=by, now=now)
        if record is not opened.record:
            opened.note("match.dispute", record)
    return _left(opened)


@contextmanager
def _writing(
    board: Board, version: int, action: str, by: Actor, now: datetime
) -> Iterator[_Opened]:
    """Lock the tournament, then the match, and refuse what can't be written to, or not by him."""
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
        _require_playable(match, sides)
        stood = match.state == Match.States.FINISHED
        yield _Opened(change, board, sides, match_record(match), stood)


def _require_playable(match: Match, sides: list[PairingSide]) -> None:
    if any(side.entry is None for side in sides):
        raise Refusal(Text("not_ready", N_("The players of this match are not known yet.")))
    round = sides[0].pairing.round
    if round.state == RoundState.DRAFT:
        raise Refusal(Text("not_ready", N_("The round of this match is not published yet.")))
    for side in sides:
        gone = getattr(side.entry, "withdrawal", None)
        decided_by_it = gone and gone.from_round is not None and gone.from_round <= round.number
        if decided_by_it and match.state != Match.States.FINISHED:
            sentence = N_("%(name)s has withdrawn: the opponent is through without play.")
            raise Refusal(Text("match_over", sentence, {"name": side.entry.name}))


def _require_correctable(opened: _Opened, reason: str) -> None:
    """A standing result may change, with a reason, as long as no later match has begun."""
    if opened.record.match.state != Match.States.FINISHED:
        return
    if not opened.change.by.may("match.correct"):
        sentence = N_("This result stands: only a referee can correct it.")
        raise Refusal(Text("forbidden", sentence))
    if not reason:
        sentence = N_("A result stands already: give the reason for the correction.")
        raise Refusal(Text("reason_needed", sentence), "reason")
    later = why_not_corrected(opened.sides[0].pairing)
    if later is not None:
        raise Refusal(later)


def _left(opened: _Opened) -> Recorded:
    return Recorded(opened.record, opened.sides, opened.change.tournament.version)
