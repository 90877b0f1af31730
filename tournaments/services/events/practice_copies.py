"""Practice copies: an event made after another one, filled with computer players, for officials to
practise on. It stands in the hidden club, so that nothing of it is listed or counted anywhere; only
its own staff find it."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import cycle, islice
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from games.engine.gin.bots.characters import CHARACTERS
from games.engine.gin.bots.roster import name_of
from games.rule_books import GIN
from kernel.permissions import Actor, Role
from kernel.text import N_, refusal
from players.selectors import account
from players.services import audit
from players.services.clubs import hidden_club
from players.services.hidden_players import add_hidden_players, delete_hidden_players
from tournaments.domain.kinds.at_tables import FEWEST_SEATS
from tournaments.models import HousePlayer, Practice, Staff, Tournament
from tournaments.selectors.stages.tables import tables_of
from tournaments.services.events.copying import COPIED, players_to_copy, teams_to_copy
from tournaments.services.events.entries import enter_players
from tournaments.services.events.setup import create_tournament, set_tables
from tournaments.services.events.staff import appoint_staff
from tournaments.services.events.teams import Team, draw_partners, enter_teams
from tournaments.services.stages.dropping import drop_rows
from tournaments.services.stages.plans import StagePlan, plans_of

PLAY_ON = "tournaments.tasks.play_on"
KEPT = timedelta(days=7)
LOST_AFTER = timedelta(minutes=2)
"""Longer than the worker plays at one match."""
FEWEST = 8
"""As many computer players play at least in a copy."""
MOST = 512
MOST_COPIES = 5
"""So many copies of one event there are at a time."""
TOO_MANY = N_("There are %(most)d practice copies of this event. Throw one of them away first.")
NO_COPY = N_("Only in a practice copy computer players play by themselves.")
OF_GIN_ALONE = N_("Computer players play gin alone in practice copies: of rummy there is none.")
IS_COPY = N_("This is a practice copy already. Make another one of its event.")
_SEED_BYTES = 16
#: What a copy has not from its event: it is played in one go, at tables, and entered by its maker.
_OWN: Mapping[str, Any] = {
    "registration": Tournament.Registration.CLOSED,
    "cap": None,
    "publishing": Tournament.Publishing.AUTOMATIC,
    "seeding": Tournament.Seeding.RANDOM,
    "play": Tournament.Plays.TABLE,
    "window_days": None,
    "draws_first_deal": False,
    "bye_opponent": "",
}


def make_practice_copy(*, source: Tournament, by: Actor, now: datetime) -> Tournament:
    """Make a copy of an event with as many computer players as it has entrants; whoever asks for
    it directs it."""
    if by.user_id is None:
        raise refusal("forbidden", N_("Sign in with an account to practise."))
    if Practice.objects.filter(tournament=source).exists():
        raise refusal("wrong_state", IS_COPY)
    if source.game != GIN.game:
        raise refusal("wrong_state", OF_GIN_ALONE)
    fields = {name: getattr(source, name) for name in COPIED if name not in _OWN}
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=source.pk)  # two presses, one after the other
        if Practice.objects.filter(source=source).count() >= MOST_COPIES:
            raise refusal("not_ready", TOO_MANY, most=MOST_COPIES)
        made = _make(
            name=source.name,
            rules=source.rules,
            stages=plans_of(source),
            boards=source.boards,
            source=source,
            by=by,
            now=now,
            starts_at=source.starts_at,
            **fields,
        )
        tables = list(tables_of(source).values_list("number", "label"))
        set_tables(tournament_id=made.pk, tables=tables, by=by, now=now)
        _enter(made, _anybody(_players_for(source)), by, now)
    made.refresh_from_db()
    return made


def make_practice(
    *,
    name: str,
    players: int,
    stages: Sequence[StagePlan],
    rules: Mapping[str, object],
    level: str = "",
    seed: str = "",
    by: Actor,
    now: datetime,
) -> Tournament:
    """Make a practice event that is a copy of nothing, with so many players of this level, or of
    the house where none is given."""
    codes = [level] * players if level else _anybody(players)
    with transaction.atomic():
        made = _make(name=name, rules=rules, stages=stages, seed=seed, by=by, now=now)
        _enter(made, codes, by, now)
    made.refresh_from_db()
    return made


def practice_of(tournament_id: int) -> Practice:
    """What makes an event a practice copy; refused for any other event."""
    practice = Practice.objects.select_related("tournament").filter(tournament=tournament_id)
    found = practice.first()
    if found is None:
        raise refusal("wrong_state", NO_COPY)
    return found


def throw_away(*, tournament_id: int) -> None:
    """Remove a practice copy with its players, its tables, and the record of what was done. What is
    gone already stays gone."""
    with transaction.atomic():
        copies = Tournament.objects.select_for_update(of=("self",)).exclude(practice=None)
        locked = copies.filter(pk=tournament_id).first()
        if locked is None:
            return
        house = HousePlayer.objects.filter(practice__tournament=locked)
        players = list(house.values_list("player", flat=True))
        drop_rows(locked)
        delete_hidden_players(players)
        audit.forget(f"tournament:{tournament_id}")


def practices_left(now: datetime) -> Collection[int]:
    """The copies at which the worker is to play and has begun with no match for a while: what it
    was asked for was lost."""
    asked = Practice.objects.exclude(until="")
    lost = Q(played_at=None) | Q(played_at__lte=now - LOST_AFTER)
    return list(asked.filter(lost).values_list("pk", flat=True))


def remove_over(*, now: datetime) -> None:
    """Remove the copies that have had their time."""
    over = Practice.objects.filter(expires_at__lte=now).order_by("pk")
    for tournament in list(over.values_list("tournament", flat=True)):
        throw_away(tournament_id=tournament)


def _make(
    *, by: Actor, now: datetime, source: Tournament | None = None, seed: str = "", **fields: Any
) -> Tournament:
    owner = replace(by, roles=frozenset({Role.OWNER, Role.ANYONE}))
    made = create_tournament(club=hidden_club(), by=owner, now=now, **{**fields, **_OWN})
    Practice.objects.create(
        tournament=made,
        source=source,
        seed=seed or secrets.token_hex(_SEED_BYTES),
        expires_at=now + KEPT,
    )
    if by.user_id is not None:
        user = account(by.user_id)
        appoint_staff(
            tournament_id=made.pk, user=user, role=Staff.Roles.DIRECTOR, by=owner, now=now
        )
    return made


def _players_for(source: Tournament) -> int:
    """How many computer players a copy has. A few who are enough for one table stay at it."""
    if source.has_teams:
        return max(FEWEST // 2, len(teams_to_copy(source))) * source.boards
    entered = len(players_to_copy(source))
    if source.has_tables and entered >= FEWEST_SEATS:
        return entered
    return max(FEWEST, entered)


def _anybody(number: int) -> list[str]:
    """So many of the house, one after the other."""
    return list(islice(cycle(one.code for one in CHARACTERS), number))


def _players_of(made: Tournament, codes: Iterable[str]) -> list[Any]:
    """A player of the hidden club for each code; who is there already has a number."""
    seen = Counter[str]()
    named = []
    for code in codes:
        seen[code] += 1
        name = gettext(name_of(code))
        named.append((code, name if seen[code] == 1 else f"{name} {seen[code]}"))
    practice = Practice.objects.get(tournament=made)
    players = add_hidden_players(club=made.club_id, names=[name for _code, name in named])
    HousePlayer.objects.bulk_create(
        HousePlayer(practice=practice, player=player, code=code)
        for player, (code, _name) in zip(players, named, strict=True)
    )
    return players


def _enter(made: Tournament, codes: Sequence[str], by: Actor, now: datetime) -> None:
    """Enter computer players of these codes, partners as the lot draws them, or so many teams as
    they make."""
    players = _players_of(made, codes)
    said: dict[str, Any] = {"tournament_id": made.pk, "by": by, "now": now}
    if made.has_partners:
        draw_partners(players=players, how="lot", seed=made.practice.seed, **said)
    elif made.has_teams:
        enter_teams(teams=_teams_of(players, len(players) // made.boards), **said)
    else:
        enter_players(players=[(player, None) for player in players], **said)


def _teams_of(players: Sequence[Any], number: int) -> list[Team]:
    return [
        Team(gettext("Team %(number)d") % {"number": place + 1}, players[place::number])
        for place in range(number)
    ]
