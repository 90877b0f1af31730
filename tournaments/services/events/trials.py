"""Rules are tried: at a table at which one account plays both seats, that nobody else finds, and
that is gone after a day."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.engine.gin.rules import RULES_VERSION, as_dict, playable, rules_from
from games.services.tables.ruled import lock_matches
from games.services.tables.solo import sit_down_alone
from games.services.tables.writing import open_table
from games.tables.clock import FLAGS, Clock
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.services.club_changes import lock_club
from tournaments.domain.formats.registry import KNOCK_OUT
from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Board, Pairing, Round, Stage, Tournament
from tournaments.selectors.events.rule_sets import with_named_rules
from tournaments.selectors.events.trials import expired
from tournaments.services.events.setup import drop_rows
from tournaments.services.stages.drawing import write_matches

KEPT = timedelta(days=1)
MOST_AT_ONCE = 5
REMOVED_AT_ONCE = 50
NAME = "Trial"
"""What its row is called; no page shows it."""


def open_trial(
    *, club_id: int, by: Actor, now: datetime, rules: str | Mapping[str, object] = "club"
) -> Board:
    """Open a table of a club to try these rules at, both seats taken, the first hand dealt.

    Refused for who may not, where rules can't be played, and where the account has as many tables
    open as it may.
    """
    if not by.may("club.try_rules"):
        raise refusal("forbidden", N_("Only members of the club try rules at its tables."))
    chosen = rules_from(with_named_rules(club_id, rules))
    playable(chosen)
    with transaction.atomic():
        club = lock_club(club_id)
        _require_room(by.account_id)
        event = Tournament.objects.create(
            club=club,
            slug=f"trial-{secrets.token_hex(8)}",
            name=NAME,
            kind=Tournament.Kinds.FRIENDLY,
            held_by_id=by.account_id,
            expires_at=now + KEPT,
            rules=as_dict(chosen),
            rules_version=RULES_VERSION,
            play=Tournament.Plays.ONLINE,
            clock=Clock("none").as_json(),
            flag=FLAGS[0],
            spectators="none",
            state=TournamentState.RUNNING,
        )
        board = _place(event)
        open_table(
            match=board.match_id,
            clock=Clock("none").as_json(),
            flag=event.flag,
            spectators=event.spectators,
            assist=event.assist,
            is_solo=True,
        )
        sit_down_alone(match=board.match_id, by=by)
    return board


def close_trial(*, match_id: int, by: Actor) -> None:
    """Remove a table that the actor holds; one that is gone already changes nothing."""
    of_match = {"stages__rounds__pairings__boards__match": match_id}
    with transaction.atomic():
        _remove(Tournament.objects.filter(**of_match, held_by=by.account_id))


def remove_expired(*, now: datetime) -> None:
    """Remove the friendlies that have had their time, so many in each transaction."""
    while True:
        with transaction.atomic():
            if not _remove(expired(now)[:REMOVED_AT_ONCE]):
                return


def remove_trials_of(*, user_id: int) -> None:
    """Remove all that an account holds, before it goes itself."""
    _remove(Tournament.objects.filter(held_by=user_id))


def _remove(friendlies: Iterable[Tournament]) -> int:
    """Remove these with all that hangs on them; how many there were. They are locked before their
    matches, as by whoever else writes to both; who plays meanwhile is waited for."""
    keys = sorted(friendly.pk for friendly in friendlies)
    locked = list(Tournament.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    boards = Board.objects.filter(pairing__round__stage__tournament__in=locked)
    lock_matches(boards.values_list("match_id", flat=True))
    for tournament in locked:
        drop_rows(tournament)
    return len(locked)


def _require_room(account: int) -> None:
    if Tournament.objects.filter(held_by=account).count() >= MOST_AT_ONCE:
        sentence = N_("You have %(most)d tables open to try rules. Close one of them first.")
        raise refusal("not_ready", sentence, most=MOST_AT_ONCE)


def _place(event: Tournament) -> Board:
    """The rows that lead from an event to its match. There are no entries: nobody plays in it by
    name, and nothing follows from its result."""
    stage = Stage.objects.create(tournament=event, format=KNOCK_OUT)
    round = Round.objects.create(stage=stage, number=1, state=RoundState.PUBLISHED)
    pairing = Pairing.objects.create(round=round, number=1)
    write_matches(event, [(pairing, event.rules, (0, 0))])
    return pairing.boards.select_related("match", "pairing__round__stage__tournament__club").get()
