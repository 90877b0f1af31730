"""A match that stands in no event: a trial, a friendly by link, or what is played beside a bye.
The rows that it is made of, and how they go in the end."""

import logging
import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from games.rule_books import AgreedRules, as_dict, scoring_of, version_of
from games.selectors.tables import newest_at
from games.services.bots import delete_bots
from games.services.guests import delete_guests
from games.services.tables.ruled import lock_matches
from games.services.tables.writing import open_table
from games.tables.clock import Clock
from kernel.seats import nothing
from tournaments.domain.formats.registry import KNOCK_OUT
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Board, Pairing, Round, Stage, Tournament
from tournaments.selectors.events.trials import expired
from tournaments.services.stages.drawing import write_matches
from tournaments.services.stages.dropping import drop_rows
from web.tasks import enqueue

logger = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""So long a friendly stays that somebody has joined, counted from what was done there last."""

REMOVED_AT_ONCE = 50
PUT_OFF = timedelta(days=1)
REMOVE = "tournaments.tasks.remove_expired"


def make_lone_match(
    *,
    club: int,
    name: str,
    rules: AgreedRules,
    clock: Clock,
    flag: str,
    expires_at: datetime | None,
    held_by: int | None = None,
    beside: Pairing | None = None,
) -> Board:
    """A match with its online table, at an address that nobody guesses. There are no entries:
    nobody plays in it for anything, and nothing follows from its result. `name` is what its row is
    called; no page shows it. Who `held_by` names plays both seats; what stands `beside` a bye does
    not expire."""
    event = Tournament.objects.create(
        club_id=club,
        slug=f"{name.lower()}-{secrets.token_hex(8)}",
        name=name,
        kind=Tournament.Kinds.FRIENDLY,
        held_by_id=held_by,
        beside=beside,
        expires_at=expires_at,
        rules=as_dict(rules),
        rules_version=version_of(rules),
        play=Tournament.Plays.ONLINE,
        clock=clock.as_json(),
        flag=flag,
        spectators="none",
        state=TournamentState.RUNNING,
    )
    stage = Stage.objects.create(tournament=event, format=KNOCK_OUT)
    round = Round.objects.create(stage=stage, number=1, state=RoundState.PUBLISHED)
    pairing = Pairing.objects.create(round=round, number=1)
    write_matches(event, [(pairing, event.rules, nothing(scoring_of(rules).sides))])
    board = pairing.boards.select_related("match", "pairing__round__stage__tournament__club").get()
    open_table(
        match=board.match_id,
        clock=clock.as_json(),
        flag=flag,
        spectators=event.spectators,
        assist=event.assist,
        is_solo=held_by is not None,
    )
    return board


def remove_expired(*, now: datetime) -> None:
    """Remove friendlies that have had their time: so many in one transaction, so that nobody waits
    for it, and the next ones in the next task. Those at which somebody plays now wait for the
    tick; what can't be removed is put off, so that it keeps no other one."""
    keys = list(expired(now).values_list("pk", flat=True)[:REMOVED_AT_ONCE])
    try:
        looked_at = _remove_if_over(keys, now)
    except IntegrityError:
        looked_at = sum(_remove_or_put_off(key, now) for key in keys)
    if looked_at == REMOVED_AT_ONCE:
        enqueue(REMOVE)


def remove(friendlies: Iterable[Tournament], **locking: Any) -> int:
    """Remove these with all that hangs on them; how many there were. They are locked before their
    matches, as by whoever else writes to both; who plays meanwhile is waited for."""
    locked = _lock(friendlies, **locking)
    _drop(locked)
    return len(locked)


def _remove_or_put_off(key: int, now: datetime) -> int:
    try:
        return _remove_if_over([key], now)
    except IntegrityError:
        logger.exception("Friendly %d can't be removed", key)
        return Tournament.objects.filter(pk=key).update(expires_at=now + PUT_OFF)


def _remove_if_over(keys: Collection[int], now: datetime) -> int:
    """Remove these but for those at which something was done lately: they get more time. How many
    were looked at; who writes to one now has it locked."""
    with transaction.atomic():
        listed = Tournament.objects.filter(pk__in=keys)
        locked = [
            one
            for one in _lock(listed, skip_locked=True)
            if one.expires_at is not None and one.expires_at <= now  # it may have been put off
        ]
        newest = _newest_events(locked)
        over = []
        for tournament in locked:
            until = newest.get(tournament.pk, now - KEPT) + KEPT
            if tournament.is_trial or until <= now:
                over.append(tournament)
            else:
                Tournament.objects.filter(pk=tournament.pk).update(expires_at=until)
        _drop(over)
    return len(locked)


def _lock(friendlies: Iterable[Tournament], **locking: Any) -> list[Tournament]:
    keys = sorted(friendly.pk for friendly in friendlies)
    rows = Tournament.objects.select_for_update(**locking).filter(pk__in=keys)
    locked = list(rows.order_by("pk"))
    boards = Board.objects.filter(pairing__round__stage__tournament__in=locked)
    lock_matches(boards.values_list("match_id", flat=True))
    return locked


def _newest_events(friendlies: Collection[Tournament]) -> dict[int, datetime]:
    """When something was done last at the table of each of these that somebody has joined."""
    place = "pairing__round__stage__tournament"
    joined = {f"{place}__in": friendlies, f"{place}__friendly__claimed_at__isnull": False}
    matches = dict(Board.objects.filter(**joined).values_list("match", place))
    return {matches[match]: at for match, at in newest_at(matches).items()}


def _drop(friendlies: Collection[Tournament]) -> None:
    """Delete the rows of these, and of the guests and computer players who sat there."""
    boards = Board.objects.filter(pairing__round__stage__tournament__in=friendlies)
    matches = list(boards.values_list("match", flat=True))
    delete_guests(matches=matches)
    delete_bots(matches=matches)
    drop_rows(*friendlies)
