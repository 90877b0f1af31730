"""Appeals: what was asked of a panel, what it decided, and who may sit on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Confirmation, Match, Ruling
from games.selectors.matches import MatchRecord
from kernel.permissions import Role
from players.models import Membership, User
from tournaments.domain.appeals import AppealFacts
from tournaments.models import Appeal, Board, Penalty, Staff, Tournament


@dataclass(frozen=True, slots=True)
class PanelMember:
    """Somebody who may sit on a panel: `key` is "user:5" or, for a pass, "staff:7"."""

    key: str
    name: str


def appeals_of(tournament: Tournament) -> QuerySet[Appeal]:
    """All appeals of an event, the open ones first, then the newest."""
    found = Appeal.objects.filter(tournament=tournament).select_related(
        "ruling__match__board__pairing__round",
        "penalty__board__pairing__round",
        "penalty__takes_effect__pairing__round",
        "penalty__entry",
        "penalty__player",
        "penalty__tournament",
        "entry",
        "decision",
    )
    return found.order_by("decision__at", "-id")


def appeals_at(board: Board) -> QuerySet[Appeal]:
    """The appeals about what was given at a match, or hits it."""
    return appeals_of(board.pairing.round.stage.tournament).filter(
        _at_match(board.match_id, board.pk)
    )


def appealed_at(board: Board) -> dict[str, set[int]]:
    """What stands at a match, or hits it, and was appealed: the ids by its kind."""
    found: dict[str, set[int]] = {"ruling": set(), "penalty": set()}
    for appeal in appeals_at(board):
        kind = "ruling" if appeal.ruling_id else "penalty"
        found[kind].add(appealed_now(appeal).pk)
    return found


def appealed_now(appeal: Appeal) -> Ruling | Penalty:
    """What an appeal is about as it stands now. Taken back and put back it is another row that says
    the same; what took its place otherwise is not what was appealed."""
    given = appeal.ruling or appeal.penalty
    assert given is not None
    newest: Ruling | Penalty = given
    while hasattr(newest, "next"):
        newest = newest.next
    return newest if _same(newest) == _same(given) else given


def _same(given: Ruling | Penalty) -> tuple[datetime, str]:
    return given.at, given.step if isinstance(given, Penalty) else ""


def is_under_appeal(match: str, board: str) -> Exists:
    """Whether a panel has still to decide about the match (columns of its ids)."""
    about = _at_match(OuterRef(match), OuterRef(board))
    return Exists(Appeal.objects.filter(about, decision__isnull=True))


def board_of_appeal(appeal: Appeal) -> Board:
    """The match that it is about."""
    boards = Board.objects.select_related("match", "pairing__table", "pairing__round__stage")
    given = appealed_now(appeal)
    if isinstance(given, Ruling):
        return boards.get(match=given.match_id)
    board = given.takes_effect_id or given.board_id
    assert board is not None
    return boards.get(pk=board)


def panel_for(tournament: Tournament, given: Ruling | Penalty, board: Board) -> list[PanelMember]:
    """Who may sit on the panel: the event's staff and the club's, but not who gave it, and nobody
    who plays in the match."""
    staff = Staff.objects.filter(tournament=tournament, ended_at__isnull=True)
    passes = staff.filter(user__isnull=True)
    if given.by_staff is not None:
        passes = passes.exclude(pk=given.by_staff)
    heads = Membership.objects.filter(club=tournament.club_id).exclude(role=Membership.Roles.MEMBER)
    users = User.objects.filter(Q(staff_rows__in=staff) | Q(pk__in=heads.values("user")))
    barred = [given.by_id, *board.match.seats.values_list("player__user", flat=True)]
    users = users.exclude(pk__in=[user for user in barred if user is not None]).distinct()
    found = [PanelMember(f"user:{user.pk}", user.name) for user in users.order_by("name", "id")]
    return found + [
        PanelMember(f"staff:{staff_pass.pk}", staff_pass.name)
        for staff_pass in passes.order_by("id")
    ]


def names_of_panel(panel: Sequence[str]) -> list[str]:
    """The names of those who sat on a panel, as far as they are still known."""
    ids = [key.split(":") for key in panel]
    users = User.objects.in_bulk([int(pk) for kind, pk in ids if kind == "user"])
    passes = Staff.objects.in_bulk([int(pk) for kind, pk in ids if kind == "staff"])
    found = [(users if kind == "user" else passes).get(int(pk)) for kind, pk in ids]
    return [member.name for member in found if member is not None]


def appeal_facts(record: MatchRecord, given_at: datetime) -> AppealFacts:
    """What the time for an appeal follows from."""
    if record.state != Match.States.FINISHED or record.submission is None:
        return AppealFacts(given_at)
    confirmation: Confirmation | None = getattr(record.submission, "confirmation", None)
    result_at = max([record.submission.at, *(fact.at for fact in record.facts)])
    if confirmation is None or confirmation.role != Role.PLAYER:
        return AppealFacts(given_at, result_at, None)
    return AppealFacts(given_at, result_at, confirmation.at)


def _at_match(match: object, board: object) -> Q:
    return Q(ruling__match=match) | Q(penalty__board=board) | Q(penalty__takes_effect=board)
