"""Friendlies by link: which there are, who sits there, and what their links are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse

from games.rule_books import AgreedRules, from_stored
from games.selectors.guests import guest_seat, guests_at, own_seats, seats_of_guest
from games.tables.clock import Clock, clock_from
from kernel.permissions import Actor
from kernel.seats import Seat, opponent
from kernel.text import N_, refusal
from kernel.tokens import derived_token, token_hash
from players.selectors import are_blocked
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Board, Challenge, Friendly
from tournaments.selectors.events.names import guest_names_of
from web.actors import seat_key

OPENER, INVITED = 0, 1
"""The seats of who opened a friendly and of who was invited."""

UNKNOWN_LINK = N_("This link leads to no table, or not any more. Ask for a new one.")


COUNTED = timedelta(days=1)
"""So long a friendly counts as open, from when it was opened or joined."""


def friendlies_open(now: datetime) -> QuerySet[Friendly]:
    """Those that count as open: not over, within their time, and opened or joined lately. What was
    left lying keeps nobody from another table."""
    match = "tournament__stages__rounds__pairings__boards__match"
    is_over = {f"{match}__state": MatchState.FINISHED}
    lately = Q(opened_at__gt=now - COUNTED) | Q(claimed_at__gt=now - COUNTED)
    return Friendly.objects.filter(lately, ~Q(**is_over), tournament__expires_at__gt=now)


def friendly_at(board: Board) -> Friendly:
    """The friendly of a match that was opened by link."""
    return Friendly.objects.select_related("tournament__club").get(
        tournament=board.pairing.round.stage.tournament_id
    )


def challenge_of(friendly: Friendly) -> Challenge | None:
    """The challenge from which it came, None where it was opened by link."""
    found: Challenge | None = getattr(friendly, "challenge", None)
    return found


def board_of(friendly: Friendly) -> Board:
    """The place of its match, with all that its pages ask for."""
    boards = Board.objects.select_related("match", "pairing__round__stage__tournament__club")
    found: Board = boards.get(pairing__round__stage__tournament=friendly.tournament_id)
    return found


def friendly_by_token(token: str, now: datetime) -> Friendly:
    """The friendly to which the opponent's link leads, taken up or not. Raises Refusal where there
    is none, or it has had its time."""
    friendlies = Friendly.objects.filter(token_hash=token_hash(token))
    found = friendlies.filter(tournament__expires_at__gt=now).select_related("tournament").first()
    if found is None:
        raise refusal("link_unknown", UNKNOWN_LINK)
    return found


def rematch_of(friendly: Friendly) -> Friendly | None:
    """The next friendly of the same two, None before both have asked for it."""
    return Friendly.objects.filter(rematch_of=friendly).select_related("tournament").first()


def seat_holder(token: str) -> Actor:
    """Whoever has the seats that this token of one's own opens: none where no guests are let in."""
    return Actor("", seat_key=seat_key(token))


def friendly_by_seat_token(token: str, now: datetime) -> Friendly:
    """The newest friendly at which this token opens a seat. Raises Refusal where there is none."""
    seats = seats_of_guest(seat_holder(token))
    friendlies = Friendly.objects.filter(
        tournament__stages__rounds__pairings__boards__match__in=seats.values("match"),
        tournament__expires_at__gt=now,
    )
    found = friendlies.select_related("tournament").order_by("pk").last()
    if found is None:
        raise refusal("link_unknown", UNKNOWN_LINK)
    return found


@dataclass(frozen=True, slots=True)
class FollowedLink:
    """Where the link of a friendly leads: its match, the page of its table, what is played, and
    whether the opponent's seat is free."""

    match: int
    table: str
    rules: AgreedRules
    clock: Clock
    is_free: bool


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table at which a seat waits for somebody: who has opened it, what is played there, until
    when it waits."""

    match: int
    by: str
    rules: AgreedRules
    clock: Clock
    until: datetime


def waiting_table(friendly: Friendly) -> WaitingTable:
    """A friendly that nobody has joined yet."""
    event, match = friendly.tournament, board_of(friendly).match_id
    assert event.expires_at is not None
    return WaitingTable(
        match=match,
        by=guests_at(match)[OPENER].name,
        rules=from_stored(event.rules, event.rules_version),
        clock=clock_from(event.clock),
        until=event.expires_at,
    )


@dataclass(frozen=True, slots=True)
class OwnFriendly:
    """A friendly at which somebody sits: who sits opposite, "" for nobody yet, and whether its
    match is over. `challenged` is who was asked to sit there, "" where it was whoever has the link;
    `is_declined`: they have said no. `as_guest` is what they are called where their browser alone
    has the seat, "" where it is an account's."""

    match: int
    table: str
    other: str
    challenged: str
    is_declined: bool
    as_guest: str
    opened_at: datetime
    is_over: bool


def own_friendlies(actor: Actor, now: datetime) -> Sequence[OwnFriendly]:
    """The friendlies at which the actor sits, those that go on first, then the newest."""
    own = own_seats(actor)
    boards = Board.objects.filter(
        match__in=own, pairing__round__stage__tournament__expires_at__gt=now
    ).select_related("match", "pairing__round__stage__tournament__club")
    tournaments = boards.values("pairing__round__stage__tournament")
    opened = {
        row.tournament_id: row
        for row in Friendly.objects.filter(tournament__in=tournaments).select_related("challenge")
    }
    names = guest_names_of(own)

    def row(board: Board) -> OwnFriendly:
        friendly = opened[board.pairing.round.stage.tournament_id]
        challenge, mine = challenge_of(friendly), own[board.match_id]
        return OwnFriendly(
            match=board.match_id,
            table=table_path(board),
            other=names.get((board.match_id, opponent(mine.seat)), ""),
            challenged=challenge.called if challenge else "",
            is_declined=challenge is not None and challenge.declined_at is not None,
            as_guest="" if mine.user_id else names[board.match_id, mine.seat],
            opened_at=friendly.opened_at,
            is_over=board.match.state == MatchState.FINISHED,
        )

    found = [row(board) for board in boards]
    return sorted(found, key=lambda one: (not one.is_over, one.opened_at), reverse=True)


def followed_invitation(token: str, by: Actor, now: datetime) -> FollowedLink:
    """Where the opponent's link leads. Raises Refusal where that is nowhere, as it is for whom who
    opened the table does not wish to meet."""
    link = _followed(friendly_by_token(token, now))
    opener = guests_at(link.match)[OPENER].user_id
    if are_blocked(by.user_id, opener) and guest_seat(by, link.match) is None:
        raise refusal("link_unknown", UNKNOWN_LINK)
    return link


def followed_seat(token: str, now: datetime) -> FollowedLink:
    """The same of one's own link to a seat."""
    return _followed(friendly_by_seat_token(token, now))


def _followed(friendly: Friendly) -> FollowedLink:
    event, board = friendly.tournament, board_of(friendly)
    return FollowedLink(
        match=board.match_id,
        table=table_path(board),
        rules=from_stored(event.rules, event.rules_version),
        clock=clock_from(event.clock),
        is_free=friendly.claimed_at is None,
    )


def invitation_token(friendly: Friendly) -> str:
    """The token of the opponent's link that stands."""
    return _token(friendly, "invitation", friendly.invitation)


def seat_token(friendly: Friendly, seat: Seat) -> str:
    """The token of a guest's own link to their seat: whoever comes by a new invitation has another
    one."""
    return _token(friendly, "seat", seat, friendly.invitation if seat == INVITED else 0)


def _token(friendly: Friendly, *what: object) -> str:
    seed = " ".join(map(str, ("friendly", friendly.seed, *what)))
    return derived_token(settings.SECRET_KEY, seed)


def invitation_path(friendly: Friendly) -> str:
    """The opponent's link."""
    return reverse("friendly_invitation", args=[invitation_token(friendly)])


def seat_path(friendly: Friendly, seat: Seat) -> str:
    """A guest's own link to their seat, on whatever device."""
    return reverse("friendly_seat", args=[seat_token(friendly, seat)])


def table_of(friendly: Friendly) -> str:
    """The page of its table."""
    return table_path(board_of(friendly))


def table_path(board: Board) -> str:
    """The page of the table of a friendly."""
    event = board.pairing.round.stage.tournament
    return reverse("online_table", args=[event.club.slug, event.slug, board.match_id])
