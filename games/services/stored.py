"""How what was said of a match is stored: the copies of its fold, who said it, a row said again."""

from collections import Counter
from datetime import datetime
from typing import Any

from django.db.models import Max

from games.engine.scoring.rules import FinishedGame
from games.levels import GAMES_ALONE
from games.models import Match
from games.selectors.matches import MatchRecord, accounts_of
from kernel.permissions import Actor

STORED = ("state", "winner", "games_won", "tally")


def store(record: MatchRecord) -> MatchRecord:
    """Store what the record comes to."""
    match = copy_fold(record)
    match.version += 1
    match.save(update_fields=[*STORED, "is_ruled_on", "first_dealer", "version"])
    return record


def who(by: Actor, now: datetime) -> dict[str, object]:
    return {
        "at": now,
        "by_id": by.user_id,
        "by_staff": by.staff_id,
        "role": by.role,
        "via": by.via,
    }


def copied(old: Any, **changes: object) -> Any:
    """A new standing row that says what the old one says, but for what is named."""
    fields = {
        field.attname: getattr(old, field.attname)
        for field in old._meta.concrete_fields
        if not field.primary_key
    }
    fields |= {"superseded_at": None} | changes
    if "supersedes_id" in fields:
        newest = old
        while hasattr(newest, "next"):
            newest = newest.next
        fields["supersedes_id"] = newest.pk
    if "revision" in fields:
        identity = "hand_id" if "hand_id" in fields else "match_id"
        said = type(old).objects.filter(**{identity: fields[identity]})
        fields["revision"] = 1 + said.aggregate(last=Max("revision"))["last"]
    return type(old).objects.create(**fields)


def copy_fold(record: MatchRecord) -> Match:
    """The match of a record with its copies as the record has them, not yet saved."""
    match = record.match
    match.state, match.winner = record.state, record.winner
    match.games_won = list(record.score.games_won)
    match.tally = {"games": _games(record), "gins": _gins(record)}
    if accounts := accounts_of(record):
        match.tally["accounts"] = list(accounts)
    return match


def _games(record: MatchRecord) -> list[list[int]]:
    """The games that count, each by its winner and its net; where only the games won were handed
    in, the nets are not known and stand at 0."""
    said = record.submission
    if said is not None and said.level in GAMES_ALONE:
        return [[seat, 0] for seat, won in enumerate(record.score.games_won) for _ in range(won)]
    return [_game(game) for game in record.games if game.winner is not None]


def _game(game: FinishedGame) -> list[int]:
    assert game.winner is not None
    return [game.winner, game.net or 0]


def _gins(record: MatchRecord) -> list[int]:
    """Hands won with gin, by seat."""
    games, kinds = record.sheet.games if record.sheet else (), record.game_rules.gin_kinds
    won = Counter(
        hand.score.winner
        for game in games
        for hand in game.hands
        if hand.score.kind in kinds and not hand.after_end
    )
    return [won[seat] for seat in range(record.game_rules.sides)]
