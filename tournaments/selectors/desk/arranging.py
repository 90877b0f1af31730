"""When the two of a match play in an event by windows: until when they may, what was proposed, and
the hour on which they have agreed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.selectors.seats import accounts_at
from games.selectors.tables import drawn_among
from kernel.permissions import Actor
from kernel.seats import Seat
from tournaments.domain.windows import TIME_TO_ANSWER, Effort, Hour, hour_at
from tournaments.models import AgreedTime, Board, TimeProposal
from tournaments.selectors.events.access import seat_of, sees_drafts
from tournaments.selectors.stages.windows import windows_of


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What stands of one match: it is played `until` an hour; `proposed` are the hours that the
    seat `proposer` proposes, and that the other one may take; `agreed` is the hour at which they
    play, None as long as there is none, and `hour` how that one stands."""

    until: datetime
    proposer: Seat | None = None
    proposed: tuple[datetime, ...] = ()
    agreed: datetime | None = None
    hour: Hour | None = None


def arrangement_of(board: Board, now: datetime) -> Arrangement | None:
    """The arrangement of one match; None where its round has no window."""
    return arrangements_of([board], now).get(board.pk)


def arrangement_at(match: int, now: datetime) -> Arrangement | None:
    """The same by the id of the match."""
    board = Board.objects.select_related("pairing", "match").filter(match=match).first()
    return None if board is None else arrangement_of(board, now)


def arrangements_of(boards: Collection[Board], now: datetime) -> Mapping[int, Arrangement]:
    """The same of several by their keys. Hours that are past, or behind a window that was moved,
    are proposed no more."""
    until = windows_of({board.pairing.round_id for board in boards})
    if not until:
        return {}
    standing = {"board__in": boards, "superseded_at": None}
    proposals = {found.board_id: found for found in TimeProposal.objects.filter(**standing)}
    agreed = {found.board_id: found.time for found in AgreedTime.objects.filter(**standing)}
    hours = _hours([(board, agreed[board.pk]) for board in boards if board.pk in agreed], now)

    def arrangement(board: Board) -> Arrangement:
        end, proposal = until[board.pairing.round_id], proposals.get(board.pk)
        proposed = times_of(proposal) if proposal else ()
        times = tuple(time for time in proposed if now < time <= end)
        proposer = proposal.seat if proposal and times else None
        return Arrangement(end, proposer, times, agreed.get(board.pk), hours.get(board.pk))

    return {board.pk: arrangement(board) for board in boards if board.pairing.round_id in until}


def _hours(agreed: Collection[tuple[Board, datetime]], now: datetime) -> Mapping[int, Hour]:
    """How the agreed hours of boards stand, by the keys of those. Only where one may have been
    missed it is asked whether cards were dealt."""
    hours = {
        board.pk: hour_at(time, now, has_begun=board.match.state != "open")
        for board, time in agreed
    }
    doubtful = [board for board, _time in agreed if hours[board.pk] == Hour.MISSED]
    dealt = drawn_among(board.match_id for board in doubtful) if doubtful else frozenset()
    return hours | {board.pk: Hour.COME for board in doubtful if board.match_id in dealt}


def times_of(proposal: TimeProposal) -> Sequence[datetime]:
    """The hours of a proposal."""
    return [datetime.fromisoformat(time) for time in proposal.times]


def sees_proposals(actor: Actor, board: Board) -> bool:
    """Whether the actor reads what the two propose to each other: they, and the staff."""
    return sees_drafts(actor) or seat_of(actor, board.match) is not None


def efforts_at(board: Board, until: datetime) -> tuple[Effort, Effort]:
    """What who sits in each seat now has done to play the match until the end of its window."""
    sits = accounts_at([board.match_id])
    rows = ("seat", "by", "at")
    proposed = list(TimeProposal.objects.filter(board=board).values_list(*rows))
    took = list(AgreedTime.objects.filter(board=board).values_list(*rows))

    def effort(seat: Seat) -> Effort:
        who = (seat, sits.get((board.match_id, seat)))
        own = [at for *by, at in proposed if tuple(by) == who]
        has_taken = any(tuple(by) == who for *by, _at in took)
        in_time = any(at <= until - TIME_TO_ANSWER for at in own)
        return Effort(proposed_in_time=in_time, has_spoken=has_taken or bool(own))

    return effort(0), effort(1)


def boards_unplayed(round: int) -> Sequence[Board]:
    """The matches of a round of which nothing is written down and whose players are known."""
    places = ("match", "pairing__round__stage__tournament__club", "pairing__table")
    boards = Board.objects.filter(pairing__round=round, match__state="open")
    boards = boards.exclude(pairing__sides__entry__isnull=True)
    return list(boards.select_related(*places).order_by("pairing__number", "number"))
