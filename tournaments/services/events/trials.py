"""Rules are tried: at a table at which one account plays both seats, that nobody else finds, and
that is gone after a day."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.rule_books import playable, rules_from
from games.services.tables.solo import sit_down_alone
from games.tables.clock import FLAGS, Clock
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.services.club_changes import lock_club
from tournaments.models import Board, Tournament
from tournaments.selectors.events.rule_sets import with_named_rules
from tournaments.services.events.lone_matches import make_lone_match, remove

KEPT = timedelta(days=1)
MOST_AT_ONCE = 5
NAME = "Trial"


def open_trial(
    *, club_id: int, by: Actor, now: datetime, rules: str | Mapping[str, object] = "club"
) -> Board:
    """Open a table of a club to try these rules at, both seats taken, the first hand dealt.

    Refused for who may not, where rules can't be played, and where the account has as many tables
    open as it may.
    """
    if not by.may("club.try_rules"):
        raise refusal("forbidden", N_("Only members of the club try rules at its tables."))
    chosen = playable(rules_from(with_named_rules(club_id, rules)))
    with transaction.atomic():
        club = lock_club(club_id)
        _require_room(by.account_id)
        board = make_lone_match(
            club=club.pk,
            name=NAME,
            rules=chosen,
            clock=Clock("none"),
            flag=FLAGS[0],
            expires_at=now + KEPT,
            held_by=by.account_id,
        )
        sit_down_alone(match=board.match_id, by=by)
    return board


def close_trial(*, match_id: int, by: Actor) -> None:
    """Remove a table that the actor holds; one that is gone already changes nothing."""
    of_match = {"stages__rounds__pairings__boards__match": match_id}
    with transaction.atomic():
        remove(Tournament.objects.filter(**of_match, held_by=by.account_id))


def remove_trials_of(*, user_id: int) -> None:
    """Remove all that an account holds, before it goes itself."""
    remove(Tournament.objects.filter(held_by=user_id))


def _require_room(account: int) -> None:
    if Tournament.objects.filter(held_by=account).count() >= MOST_AT_ONCE:
        sentence = N_("You have %(most)d tables open to try rules. Close one of them first.")
        raise refusal("not_ready", sentence, most=MOST_AT_ONCE)
