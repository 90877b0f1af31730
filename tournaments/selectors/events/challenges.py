"""Challenges: who waits for whose answer."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from games.selectors.guests import guest_seat, guests_at, seats_of_guest
from kernel.permissions import Actor
from kernel.seats import opponent
from kernel.text import N_, refusal
from players.selectors import blocks_of, challengeable_by, club_roles, shown_name
from tournaments.models import Challenge
from tournaments.selectors.events.friendlies import (
    INVITED,
    OPENER,
    UNKNOWN_LINK,
    WaitingTable,
    waiting_table,
)

_MATCH = "friendly__tournament__stages__rounds__pairings__boards__match"


def challenged_player(actor: Actor, player: int) -> tuple[int, str]:
    """The account of a player whom the actor challenges, and what the actor calls them. Raises
    Refusal, in the same words whatever the reason is."""
    found = challengeable_by(actor).filter(pk=player).first()
    if found is None or found.user_id is None:
        sentence = N_("This player can’t be challenged. Send them the link of a table instead.")
        raise refusal("not_challengeable", sentence, "opponent")
    return found.user_id, shown_name(found, club_roles(actor, found.club_id))


def challenges_visible_to(actor: Actor, now: datetime) -> QuerySet[Challenge]:
    """Those that the actor has made, and those that were made to them, whatever was said to them;
    none that has had its time."""
    if actor.user_id is None:
        return Challenge.objects.none()
    made = seats_of_guest(actor).filter(seat=OPENER, guest__user=actor.user_id)
    own = Q(user=actor.user_id) | Q(**{f"{_MATCH}__in": made.values("match")})
    there = Challenge.objects.filter(own, friendly__tournament__expires_at__gt=now)
    return there.select_related("friendly__tournament")


def challenge_at(actor: Actor, match: int, now: datetime) -> Challenge | None:
    """The challenge from which a match came, for the two whom it concerns."""
    return challenges_visible_to(actor, now).filter(**{_MATCH: match}).first()


def challenges_between(user_id: int, other_id: int, now: datetime) -> QuerySet[Challenge]:
    """Those that wait for an answer of one of two accounts to the other."""
    opener = {f"{_MATCH}__seats__seat": OPENER}
    by = f"{_MATCH}__seats__guest__user"
    pairs = Q(user=user_id, **{by: other_id}) | Q(user=other_id, **{by: user_id})
    waiting = Challenge.objects.filter(
        pairs, **opener, declined_at=None, friendly__claimed_at=None
    ).filter(friendly__tournament__expires_at__gt=now)
    return waiting.select_related("friendly__tournament")


def challenges_by(user_id: int) -> QuerySet[Challenge]:
    """Those that an account has made and that nobody has accepted."""
    opener = {f"{_MATCH}__seats__seat": OPENER, f"{_MATCH}__seats__guest__user": user_id}
    found = Challenge.objects.filter(**opener, friendly__claimed_at=None)
    return found.select_related("friendly__tournament")


def other_account(actor: Actor, match: int, now: datetime) -> tuple[int, str]:
    """The account opposite of the actor, at a friendly or in a challenge to them, and what it is
    called there. Raises Refusal where the actor has no part in it, and where no account is
    opposite."""
    challenge = challenge_at(actor, match, now)
    seat = guest_seat(actor, match)
    if seat is None and challenge is not None:
        seat = INVITED
    if seat is None or actor.user_id is None:
        raise refusal("not_found", UNKNOWN_LINK)
    other = guests_at(match).get(opponent(seat))
    if other is not None and other.user_id is not None:
        return other.user_id, other.name
    if other is None and challenge is not None and challenge.user_id is not None:
        return challenge.user_id, challenge.called
    sentence = N_("They play without an account: there is nobody who could be blocked.")
    raise refusal("plays_as_guest", sentence)


def has_blocked_other(actor: Actor, match: int) -> bool:
    """Whether the actor wishes to meet no more an account that sits at this match."""
    there = [guest.user_id for guest in guests_at(match).values() if guest.user_id is not None]
    return blocks_of(actor.account_id).filter(user__in=there).exists()


def waiting_with(actor: Actor, now: datetime) -> Mapping[int, tuple[int, bool]]:
    """The challenges that wait for an answer, of the actor and to them, by the account of the other
    one: the match, and whether the actor has made it."""
    waiting = challenges_visible_to(actor, now).filter(
        declined_at=None, friendly__claimed_at=None, **{f"{_MATCH}__seats__seat": OPENER}
    )
    rows = waiting.values_list("user", f"{_MATCH}__seats__guest__user", _MATCH)
    return {
        (to if by == actor.user_id else by): (match, by == actor.user_id) for to, by, match in rows
    }


def challenges_to(actor: Actor, now: datetime) -> Sequence[WaitingTable]:
    """Those that the actor has not answered yet, the newest first."""
    waiting = challenges_visible_to(actor, now).filter(
        user=actor.user_id, declined_at=None, friendly__claimed_at=None
    )
    return [waiting_table(challenge.friendly) for challenge in waiting.order_by("-pk")]
