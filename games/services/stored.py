"""The copies of a match's fold that are stored with it."""

from collections import Counter

from games.engine.scoring import GameScore
from games.levels import ResultLevel
from games.models import Match
from games.selectors import MatchRecord

STORED = ("state", "winner", "games_won", "tally")
GINS = frozenset({"gin", "big_gin"})


def copy_fold(record: MatchRecord) -> Match:
    """The match of a record with its copies as the record has them, not yet saved."""
    match = record.match
    match.state, match.winner = record.state, record.winner
    match.games_won = list(record.score.games_won)
    match.tally = {"games": _games(record), "gins": _gins(record)}
    return match


def _games(record: MatchRecord) -> list[list[int]]:
    """The games that count, each by its winner and its net; where only the games won were handed
    in, the nets are not known and stand at 0."""
    said = record.submission
    if said is not None and ResultLevel(said.level).counts_games_alone:
        return [[seat, 0] for seat in (0, 1) for _ in range(record.score.games_won[seat])]
    return [_game(game) for game in record.games if game.winner is not None]


def _game(game: GameScore) -> list[int]:
    assert game.winner is not None
    return [game.winner, game.net or 0]


def _gins(record: MatchRecord) -> list[int]:
    """Hands won with gin or big gin, by seat."""
    games = record.sheet.games if record.sheet else ()
    won = Counter(
        hand.score.winner
        for game in games
        for hand in game.hands
        if hand.score.kind in GINS and not hand.after_end
    )
    return [won[0], won[1]]
