"""Online tables whose matches are drawn or played anew, stopped, or wait for their round again."""

from collections.abc import Iterable, Sequence

from games.selectors.tables import stopped_among
from games.services.tables.ruled import lock_matches, lock_tables, tables_were_ruled_on
from games.services.tables.writing import note_untold
from games.tables.events import PLAYED_ON, REDRAWN
from kernel.text import N_, refusal
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Board, Round
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change

BEGUN = N_("Round %(round)d can't be unpublished: at an online table of it play has begun.")


def lock_matches_of(rounds: Iterable[int]) -> None:
    """Nothing is played in the matches of these rounds until this change is through."""
    lock_matches(_matches_of(rounds))


def require_not_begun(round: Round) -> None:
    """Refuse where play has begun at an online table of a round, and let none begin."""
    if lock_tables(_matches_of([round.pk])):
        raise refusal("wrong_state", BEGUN, round=round.number)


def tell_tables(change: Change, matches: Iterable[int], ended: str | None) -> None:
    """Say at the online tables of these matches what becomes of play there."""
    data = {"ended": ended}
    tables_were_ruled_on(matches=matches, by=change.by, data=data)


def tell_tables_of(change: Change, rounds: Iterable[int], ended: str | None) -> None:
    """The same at those of all matches of these rounds."""
    tell_tables(change, _matches_of(rounds), ended)


def stop_or_go_on(change: Change, facts: StageRecord, resolved: Sequence[Resolved]) -> None:
    """Nothing more is played at the tables of a stage where somebody has left the event, or where
    the event does not run; where that is taken back, play goes on. With nothing new, nothing is
    told. What is told where a round is set aside or taken back is told there.
    """
    if not change.tournament.has_online_tables:
        return
    published = {round.number for round in facts.rounds if round.state != RoundState.DRAFT}
    runs = change.tournament.state == TournamentState.RUNNING
    stopping, going_on = list[int](), list[int]()
    for pairing in resolved:
        if pairing.plan.round not in published:
            continue
        boards = facts.pairings[pairing.plan.key].boards
        open_matches = [board.match.pk for board in boards if not board.match.is_over]
        is_stopped = not runs or pairing.decision == "withdrawal"
        (stopping if is_stopped else going_on).extend(open_matches)
    of_stage = Board.objects.filter(pairing__round__stage=facts.stage)
    told = stopped_among(of_stage.values("match"))
    tell_tables(change, [match for match in stopping if match not in told], REDRAWN)
    tell_tables(change, [match for match in going_on if match in told], PLAYED_ON)


def stop_all_tables(change: Change) -> None:
    """Nothing more is played at any table of an event that does not run any more."""
    for stage in change.tournament.stages.filter(rounds__isnull=False).distinct():
        facts = stage_record(stage)
        stop_or_go_on(change, facts, facts.resolved())


def bring_tables_back(change: Change, rounds: Iterable[int]) -> None:
    """Play goes on at the tables of rounds that were set aside, and what they wrote before that is
    told to the event."""
    matches = _matches_of(rounds)
    tell_tables(change, matches, PLAYED_ON)
    note_untold(matches=matches)


def _matches_of(rounds: Iterable[int]) -> list[int]:
    boards = Board.objects.filter(pairing__round__in=list(rounds))
    return list(boards.values_list("match_id", flat=True))
