"""Challenges: a friendly for one player, who says yes or no to it; and who wishes to meet somebody
no more. All lock the tournament before the match, as friendlies by link do."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from games.services.tables.writing import writing
from kernel.permissions import Actor, Role
from kernel.text import N_, refusal
from players.services import blocks
from tournaments.models import Challenge, Friendly, Tournament
from tournaments.selectors.events.challenges import (
    challenge_at,
    challenges_between,
    challenges_by,
    other_account,
)
from tournaments.selectors.events.friendlies import INVITED, UNKNOWN_LINK, board_of
from tournaments.services.events.friendlies import join, locked
from tournaments.services.events.lone_matches import remove

SHOWN_DECLINED = timedelta(hours=1)
"""So long who was declined may read of it; then the table goes."""


def accept(*, match: int, by: Actor, now: datetime) -> Friendly:
    """Say yes to a challenge, and sit down. Twice is once."""
    with transaction.atomic():
        challenge = _locked_challenge(match, by, now)
        friendly = challenge.friendly
        if challenge.user_id != by.user_id:
            raise refusal("forbidden", N_("It is for who was challenged to say yes or no."))
        if challenge.declined_at is not None:
            raise refusal("wrong_state", N_("You have said no to it. Challenge them yourself."))
        if friendly.claimed_at is None:
            join(friendly, challenge.called, by, now)
    return friendly


def end(*, match: int, by: Actor, now: datetime) -> None:
    """Say no to a challenge, or take back one's own. Refused once it was accepted."""
    with transaction.atomic():
        challenge = _locked_challenge(match, by, now)
        if challenge.friendly.claimed_at is not None:
            sentence = N_("The challenge was accepted: play the game, or resign at the table.")
            raise refusal("wrong_state", sentence)
        if challenge.user_id == by.user_id:
            _decline(challenge, by, now)
        else:
            remove([challenge.friendly.tournament])


def block_other(*, match: int, by: Actor, now: datetime) -> None:
    """Meet whoever is opposite no more: challenges that wait between the two are over, and neither
    can challenge the other, join the other's table or play the other again. A match that they play
    goes on. Nobody is told."""
    user, called = other_account(by, match, now)
    with transaction.atomic():
        blocks.block(by=by.account_id, user=user, called=called, now=now)
        _end_between(by, user, now)


def unblock_other(*, match: int, by: Actor, now: datetime) -> None:
    """Whoever is opposite may be met again, as far as the actor is concerned."""
    blocks.unblock(by=by.account_id, user=other_account(by, match, now)[0])


def forget_challenges(*, user_id: int, now: datetime) -> None:
    """The account goes: what it asked of others goes too, and who asked it is declined."""
    with transaction.atomic():
        remove(_events_of(challenges_by(user_id)))
        Challenge.objects.filter(user=user_id).update(called="")
        waiting = Challenge.objects.filter(
            user=user_id, declined_at=None, friendly__claimed_at=None
        )
        waiting.update(declined_at=now)


def _end_between(by: Actor, user: int, now: datetime) -> None:
    for challenge in challenges_between(by.account_id, user, now):
        if challenge.user_id == by.user_id:
            locked(challenge.friendly)
            _decline(challenge, by, now)
        else:
            remove([challenge.friendly.tournament])


def _decline(challenge: Challenge, by: Actor, now: datetime) -> None:
    """Write it down, and at the table, so that the page of who waits there hears of it."""
    if challenge.declined_at is not None:
        return
    challenge.declined_at = now
    challenge.save(update_fields=["declined_at"])
    event = challenge.friendly.tournament_id
    Tournament.objects.filter(pk=event).update(expires_at=now + SHOWN_DECLINED)
    with writing(board_of(challenge.friendly).match_id) as opened:
        seated = replace(by, roles=by.roles | {Role.SEAT})
        opened.append("declined", by=seated, seat=INVITED)


def _locked_challenge(match: int, by: Actor, now: datetime) -> Challenge:
    """The challenge with its friendly, locked and read anew. Raises Refusal where it is gone."""
    found = challenge_at(by, match, now)
    if found is None:
        raise refusal("not_found", UNKNOWN_LINK)
    locked(found.friendly)
    again = challenge_at(by, match, now)
    if again is None:
        raise refusal("not_found", UNKNOWN_LINK)
    return again


def _events_of(challenges: Iterable[Challenge]) -> list[Tournament]:
    return [challenge.friendly.tournament for challenge in challenges]
