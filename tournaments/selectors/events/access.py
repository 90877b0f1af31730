"""Who somebody is in a tournament, and which tournaments and matches they may see."""

import json
from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Now

from games.engine.gin.rules import PARTNERSHIP
from games.models import Match, MatchSeat
from games.selectors.guests import guest_seat, seats_of_guest
from kernel.permissions import Actor, Role, may
from kernel.seats import SIDES, Seat
from players.models import Membership
from players.selectors import CLUB_ROLES, base_roles, open_clubs
from tournaments.domain.formats.registry import DRAWN_BY_ROUND
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import (
    Board,
    EntryMember,
    Publication,
    Staff,
    StateChange,
    Tournament,
    TournamentQuerySet,
)
from web.db.prepared import Prepared

Row = tuple[str, str, str]
Rows = QuerySet[Any, Row]
"""What somebody is, found of several tables in one query."""
Boards = QuerySet[Board]
STAFF_ROLES = {
    Staff.Roles.DIRECTOR: Role.DIRECTOR,
    Staff.Roles.HEAD_REFEREE: Role.HEAD_REFEREE,
    Staff.Roles.REFEREE: Role.REFEREE,
}
ALL_TABLES = Value("[]")
_CLUB, _STAFF, _PLAYS = "club", "staff", "plays"
CLUB_STAFF = [Membership.Roles.OWNER, Membership.Roles.ORGANISER, Membership.Roles.REFEREE]


def tournaments_visible_to(actor: Actor) -> TournamentQuerySet:
    """Drafts are seen by those who run them, also once they are cancelled; everything else by
    everybody, or in a club that is for its members alone by these. Friendlies are seen by nobody:
    they are found from their tables alone (`tables_visible_to`)."""
    if actor.system:
        return Tournament.objects.listed()
    drafts = {TournamentState.DRAFT, TournamentState.CANCELLED}
    opened = StateChange.objects.filter(tournament=OuterRef("pk")).exclude(state__in=drafts)
    shown = ~Q(state__in=drafts) | Q(Exists(opened), state=TournamentState.CANCELLED)
    there = Tournament.objects.listed()
    return there.filter((shown & Q(club__in=open_clubs(actor))) | _run_by(actor))


def tournament_at(club: str, slug: str) -> Tournament | None:
    """The tournament with an address, or that once had it, whoever may see it: for the sign-in of
    its staff, who are nobody before."""
    of_club = Tournament.objects.listed().filter(club__slug=club)
    return of_club.filter(slug=slug).first() or of_club.filter(old_slugs__slug=slug).first()


def boards_visible_to(actor: Actor) -> QuerySet[Board]:
    """Matches with the place they have: what is drawn but not published is its staff's alone.
    Those of friendlies are nobody's."""
    return _placed_boards().filter(_shown_to(actor))


def tables_visible_to(actor: Actor) -> QuerySet[Board]:
    """The same for who asks for an online table: their own friendlies are among them, and what they
    play beside a bye."""
    shown = _shown_to(actor)
    if actor.user_id is not None:
        shown |= Q(pairing__round__stage__tournament__held_by=actor.user_id)
        shown |= Q(
            Exists(_own_seats(actor, OuterRef("match"))),
            pairing__round__stage__tournament__beside__isnull=False,
        )
    if actor.user_id is not None or actor.seat_key:
        shown |= Q(Exists(seats_of_guest(actor).filter(match=OuterRef("match"))))
    return _placed_boards().filter(shown)


def _placed_boards() -> QuerySet[Board]:
    return Board.objects.select_related(
        "match", "pairing__table", "pairing__round__stage__tournament__club"
    )


def _shown_to(actor: Actor) -> Q:
    """The matches that an actor may see, but for friendlies."""
    # A round that was set aside has no stage, and no friendly ever was.
    anybodys = ~Q(pairing__round__stage__tournament__kind=Tournament.Kinds.FRIENDLY)
    if actor.system:
        return anybodys
    open_to_all = Q(pairing__round__stage__tournament__club__in=open_clubs(actor))
    run = Q(pairing__round__stage__tournament__in=Tournament.objects.filter(_run_by(actor)))
    return anybodys & ((_published() & open_to_all) | run)


@Prepared
def _board_of_table(user: int | None, staff: int | None, key: str | None, match: int) -> Boards:
    boards = tables_visible_to(Actor("", user_id=user, staff_id=staff, seat_key=key or ""))
    return boards.select_related("match__table").filter(match=match)


def board_of_table(actor: Actor, match: int) -> Board | None:
    """The place of a match at whose online table the actor may look, with the table, if there is
    one."""
    if actor.system:
        return tables_visible_to(actor).select_related("match__table").filter(match=match).first()
    return _board_of_table.first(actor.user_id, actor.staff_id, actor.seat_key or None, match)


def acting_in(actor: Actor, tournament: Tournament) -> Actor:
    """The actor with their roles in a tournament and its club, in one query."""
    entered = own_members(actor, tournament).values_list(*_row(_PLAYS, "id"))
    roles = base_roles(actor)
    for kind, role, written in _found(actor, tournament.pk, tournament.club_id, entered):
        tables = json.loads(written)
        if kind == _STAFF:
            roles |= {Role.TABLE_REFEREE if tables else STAFF_ROLES[Staff.Roles(role)]}
        else:
            roles |= {Role.ENTRANT if kind == _PLAYS else CLUB_ROLES[Membership.Roles(role)]}
    return replace(actor, roles=roles)


def acting_at(actor: Actor, board: Board) -> Actor:
    """The actor with their roles at one match, in one query: at their own tables, or as one of its
    players."""
    return seated_at(actor, board)[0]


def seated_at(actor: Actor, board: Board) -> tuple[Actor, Seat | None]:
    """The same, with the seat in which the actor plays."""
    tournament = board.pairing.round.stage.tournament
    if tournament.is_friendly and not tournament.is_trial:
        return guest_at(actor, board)
    who = actor.user_id, actor.staff_id
    return seated_by(
        actor, board, _roles_at(*who, board.match_id, tournament.pk, tournament.club_id)
    )


def seated_by(actor: Actor, board: Board, rows: Iterable[Row]) -> tuple[Actor, Seat | None]:
    """The same from what `role_rows` found. The holder of a trial is its player, whatever they are
    in its club, and sits in both seats: which one they mean is theirs to say."""
    if board.pairing.round.stage.tournament.is_trial:
        return replace(actor, roles=base_roles(actor) | {Role.PLAYER, Role.ENTRANT}), None
    number = board.pairing.table.number if board.pairing.table else None
    roles, seat = base_roles(actor), None
    for kind, role, written in rows:
        tables = json.loads(written)
        if kind == _PLAYS:
            roles |= {Role.PLAYER, Role.ENTRANT}
            seat = int(role)
        elif kind == _CLUB:
            roles |= {CLUB_ROLES[Membership.Roles(role)]}
        elif not tables:
            roles |= {STAFF_ROLES[Staff.Roles(role)]}
        elif number in tables:
            roles |= {Role.TABLE_REFEREE}
    return replace(actor, roles=roles), seat


def guest_at(actor: Actor, board: Board) -> tuple[Actor, Seat | None]:
    """The same at a friendly, where nobody is anything but a guest, or beside a bye its player."""
    roles = base_roles(actor)
    if board.pairing.round.stage.tournament.is_beside_bye:
        seat = seat_of(actor, board.match)
        own = {Role.PLAYER, Role.ENTRANT} if seat is not None else set()
        return replace(actor, roles=roles | own), seat
    seat = guest_seat(actor, board.match_id)
    return replace(actor, roles=roles if seat is None else roles | {Role.SEAT}), seat


def tournaments_concerning(actor: Actor) -> QuerySet[Tournament]:
    """Those that the actor may see and in which they are of the staff, or play."""
    own = Q(_run_by(actor))
    if actor.user_id is not None:
        plays = EntryMember.objects.filter(tournament=OuterRef("pk"), player__user_id=actor.user_id)
        own |= Q(Exists(plays))
    return tournaments_visible_to(actor).filter(own)


def roles_by_tournament(
    actor: Actor, tournaments: Collection[Tournament]
) -> dict[int, frozenset[Role]]:
    """What the actor is in each of these tournaments and its club, by its id: what `acting_in`
    finds for one."""
    found = {tournament.pk: base_roles(actor) for tournament in tournaments}
    staff = staff_rows(actor).filter(tournament__in=found)
    for tournament, role, tables in staff.values_list("tournament_id", "role", "tables"):
        found[tournament] |= {Role.TABLE_REFEREE if tables else STAFF_ROLES[Staff.Roles(role)]}
    if actor.user_id is None:
        return found
    members = Membership.objects.filter(user_id=actor.user_id)
    in_clubs = {
        club: CLUB_ROLES[Membership.Roles(role)]
        for club, role in members.values_list("club_id", "role")
    }
    for row in tournaments:
        if row.club_id in in_clubs:
            found[row.pk] |= {in_clubs[row.club_id]}
    plays = EntryMember.objects.filter(tournament__in=found, player__user_id=actor.user_id)
    for tournament in plays.values_list("tournament_id", flat=True):
        found[tournament] |= {Role.ENTRANT}
    return found


def own_members(actor: Actor, tournament: Tournament) -> QuerySet[EntryMember]:
    """The actor's own player among those who play for the entries of a tournament."""
    if actor.user_id is None:
        return EntryMember.objects.none()
    return EntryMember.objects.filter(tournament=tournament, player__user_id=actor.user_id)


def seat_of(actor: Actor, match: Match) -> int | None:
    """The seat of the actor, None for an actor who does not play in this match."""
    return _own_seats(actor, match.pk).values_list("seat", flat=True).first()


def side_of(actor: Actor, match: Match) -> int | None:
    """The side for which the actor plays in this match, None where they play in none."""
    seat = seat_of(actor, match)
    has_partners = match.rules.get("variant") == PARTNERSHIP
    return seat % SIDES if has_partners and seat is not None else seat


def _own_seats(actor: Actor, match: int | OuterRef) -> QuerySet[MatchSeat]:
    if actor.user_id is None:
        return MatchSeat.objects.none()
    return MatchSeat.objects.filter(match=match, player__user_id=actor.user_id)


def sees_drafts(actor: Actor) -> bool:
    """Whether the roles that the actor was given show what is not published."""
    return may(actor.roles, "tournament.view_draft")


def visitor_roles(actor: Actor) -> Actor:
    """The actor with the roles that they have anywhere."""
    return replace(actor, roles=base_roles(actor))


def staff_in_office(tournament: Tournament, now: datetime) -> QuerySet[Staff]:
    """Who runs an event at an instant, for its directors: passes that have expired do not."""
    holding = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    return Staff.objects.filter(holding, tournament=tournament, ended_at=None).order_by("id")


def clubs_staffed_by(user_id: int) -> set[int]:
    """The clubs at whose evenings an account is staff, whether they are over or not."""
    held = Staff.objects.filter(user=user_id, ended_at=None)
    return set(held.values_list("tournament__club", flat=True))


def staff_that_holds() -> QuerySet[Staff]:
    """The roles and passes that hold now, of all tournaments."""
    return Staff.objects.filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=Now()), ended_at__isnull=True
    )


def staff_rows(actor: Actor) -> QuerySet[Staff]:
    """What makes the actor one of the staff of tournaments now."""
    rows = staff_that_holds()
    if actor.staff_id is not None:
        return rows.filter(pk=actor.staff_id)
    return rows.filter(user_id=actor.user_id) if actor.user_id else rows.none()


def director_and_referee(tournament: Tournament) -> tuple[str, str]:
    """Who signs for an event: the names of its first director and of its head referee, empty where
    there is none with an account."""
    staff = Staff.objects.filter(tournament=tournament, user__isnull=False, ended_at__isnull=True)
    names = dict(staff.order_by("-pk").values_list("role", "user__name"))
    return names.get(Staff.Roles.DIRECTOR, ""), names.get(Staff.Roles.HEAD_REFEREE, "")


def _row(kind: str, role: str, tables: Combinable = ALL_TABLES) -> tuple[Value, Cast, Combinable]:
    """The columns under which what somebody is, is found."""
    return Value(kind), Cast(role, CharField()), tables


def _found(actor: Actor, tournament: int, club: int, plays: Rows, *others: Rows) -> Rows:
    """What the actor is in the club, of the staff and (`plays`) as a player: kind, role, tables as
    JSON; and what is to be read along."""
    staff = staff_rows(actor).filter(tournament=tournament)
    rows = staff.values_list(*_row(_STAFF, "role", Cast("tables", TextField())))
    if actor.user_id is None:
        return rows.union(*others, all=True) if others else rows
    of_club = Membership.objects.filter(club=club, user_id=actor.user_id)
    return rows.union(of_club.values_list(*_row(_CLUB, "role")), plays, *others, all=True)


def role_rows(actor: Actor, match: int, tournament: int, club: int, *others: Rows) -> Rows:
    """What the actor is at a match, for `seated_by`, and other rows of three texts that are read in
    the same query."""
    seats = _own_seats(actor, match).order_by().values_list(*_row(_PLAYS, "seat"))
    return _found(actor, tournament, club, seats, *others)


@Prepared
def _roles_at(user: int | None, staff: int | None, match: int, tournament: int, club: int) -> Rows:
    return role_rows(Actor("", user_id=user, staff_id=staff), match, tournament, club)


def _published() -> Q:
    """Rounds that are planned together are shown by the first publication; those that are paired
    one by one each by its own."""
    published = Publication.objects.filter(superseded_at__isnull=True)
    first = published.filter(round__stage=OuterRef("pairing__round__stage"), round__number=1)
    own = published.filter(round=OuterRef("pairing__round"))
    together = ~Q(pairing__round__stage__format__in=DRAWN_BY_ROUND)
    return Q(Exists(first)) & (together | Q(Exists(own)))


def _run_by(actor: Actor) -> Q:
    """The tournaments in which the actor is of the staff, of the event or of its club."""
    runs = Q(Exists(staff_rows(actor).filter(tournament=OuterRef("pk"))))
    if actor.user_id is None:
        return runs
    members = Membership.objects.filter(
        club=OuterRef("club"), user_id=actor.user_id, role__in=CLUB_STAFF
    )
    return runs | Q(Exists(members))
