"""Byes at which a computer player may take the free seat, and what is played beside them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.selectors.seats import sitting_at
from kernel.permissions import Actor
from tournaments.domain.formats.registry import FORMATS
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState
from tournaments.models import Board, Pairing, PairingSide, Tournament
from tournaments.selectors.events.friendlies import table_path
from tournaments.selectors.stages.sides import has_left, sides_at

OWN_SEAT, HOUSE_SEAT = 0, 1
"""The seats of who has the bye and of the computer player."""

_BRACKETS = [format.code for format in FORMATS if format.is_bracket]
_ON = (RoundState.PUBLISHED, RoundState.RUNNING)


@dataclass(frozen=True, slots=True)
class BesideBye:
    """The match beside a bye: the page of its table, whether it is over, and whether the player won
    it, None where nobody has."""

    match: int
    table: str
    is_over: bool
    won: bool | None


@dataclass(frozen=True, slots=True)
class OwnBye:
    """A bye of the reader in a round: `opponent` is the code of the computer player who takes the
    free seat, `beside` the match, None before they have sat down to it. `is_on`: its round is."""

    pairing: int
    round: int
    opponent: str
    is_on: bool
    beside: BesideBye | None

    @property
    def is_past(self) -> bool:
        """Whether nothing is to be done or told of it any more."""
        return not self.is_on and self.beside is not None and self.beside.is_over


def own_byes(actor: Actor, event: Tournament) -> Sequence[OwnBye]:
    """The byes of the actor beside which something is played or can be begun, the newest first."""
    found = [_own_bye(pairing, event) for pairing in _pairings_of(actor, event)]
    return [bye for bye in found if bye is not None]


def bye_of(actor: Actor, event: Tournament, pairing: int) -> Pairing | None:
    """The pairing of this number, with its round, where it is a bye of the actor."""
    return _pairings_of(actor, event).filter(pk=pairing).first()


def may_begin(pairing: Pairing, event: Tournament) -> bool:
    """Whether a match can be begun beside a bye: the event has it so, the round is on, and who has
    the bye is still in the event."""
    if not event.bye_opponent or event.state != TournamentState.RUNNING:
        return False
    return pairing.round.state in _ON and not any(map(_is_out, sides_at(pairing.pk)))


def board_beside(pairing: Pairing) -> Board | None:
    """The place of the match beside a bye, None where there is none."""
    boards = Board.objects.select_related("match", "pairing__round__stage__tournament__club")
    return boards.filter(pairing__round__stage__tournament__beside=pairing).first()


def event_beside(tournament: Tournament) -> Tournament | None:
    """The event of the bye beside which a match is played; None of all others."""
    if not tournament.is_beside_bye:
        return None
    pairing = tournament.beside_id
    of_bye = Q(stages__rounds__pairings=pairing)
    of_bye |= Q(stages__rounds_set_aside__pairings=pairing)
    return Tournament.objects.select_related("club").filter(of_bye).first()


def _is_out(side: PairingSide) -> bool:
    """Whether who sits there has withdrawn, be it from a later round on, or was put out."""
    return hasattr(side.entry, "withdrawal") or has_left(side)


def _pairings_of(actor: Actor, event: Tournament) -> QuerySet[Pairing]:
    """The byes of the actor, those of a knock-out apart."""
    if actor.user_id is None:
        return Pairing.objects.none()
    own = PairingSide.objects.filter(
        kind=PairingSide.Kinds.ENTRY, entry__members__player__user=actor.user_id
    )
    free = PairingSide.objects.filter(kind=PairingSide.Kinds.BYE)
    byes = Pairing.objects.filter(
        round__stage__tournament=event,
        pk__in=own.values("pairing"),
    ).filter(pk__in=free.values("pairing"))
    seen = byes.exclude(round__stage__format__in=_BRACKETS).exclude(round__state=RoundState.DRAFT)
    return seen.select_related("round").order_by("-round__stage__number", "-round__number")


def _own_bye(pairing: Pairing, event: Tournament) -> OwnBye | None:
    board, round = board_beside(pairing), pairing.round
    is_on = round.state in _ON
    if board is None:
        if not may_begin(pairing, event):
            return None
        return OwnBye(pairing.pk, round.number, event.bye_opponent, is_on, None)
    house = sitting_at([board.match_id])[board.match_id, HOUSE_SEAT]
    return OwnBye(pairing.pk, round.number, house.bot, is_on, _beside(board))


def _beside(board: Board) -> BesideBye:
    match = board.match
    return BesideBye(
        match.pk,
        table_path(board),
        match.state == MatchState.FINISHED,
        None if match.winner is None else match.winner == OWN_SEAT,
    )
