"""The evening in figures: what of an event's hands and games somebody would retell.

A figure is there only if it is known of all matches that were played: what a match was handed in by
its games tells nothing of its hands, and one by the games won nothing of their points. Of what more
than two have in common nobody would be named, so it is left out. Boxes, and how close a match was,
are told of two sides.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from games.selectors.matches import MatchRecord
from kernel.seats import SIDES, opponent
from tournaments.selectors.desk.player_figures import (
    NOTHING_PLAYED,
    PlayerFigures,
    figures_of_hand,
    figures_of_side,
    hands_of,
    is_played,
)

MOST_NAMED = 2
FEWEST_GINS = 2  # one gin is nobody's figure
MOST_POINTS_CLOSE = 20  # by more no match is called close

Sides = tuple[tuple[int, ...], ...]
"""Who met, by the ids of the players: of each side those who play for it."""


class Closest(NamedTuple):
    """A match that its last game decided by fewer points than any other: the winner first."""

    sides: Sides
    game: int
    points: tuple[int, int]


class Most(NamedTuple):
    """What one player, or two, have most of."""

    number: int
    players: tuple[int, ...]


class BiggestHand(NamedTuple):
    """The hand that brought most points, and its kind."""

    points: int
    kind: str
    player: int


class Longest(NamedTuple):
    """The match of most hands."""

    hands: int
    sides: Sides


@dataclass(frozen=True, slots=True)
class Figures:
    """What is known of an event; None, or nothing counted, where it is not.

    `average_knock` is what was left on average of who knocked, `boxes_a_game` the boxes of both
    sides.
    """

    hands: int = 0
    games: int = 0
    closest: Closest | None = None
    gins: Most | None = None
    biggest: BiggestHand | None = None
    undercuts: int = 0
    most_undercuts: Most | None = None
    longest: Longest | None = None
    average_knock: float | None = None
    boxes_a_game: float | None = None

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return self != Figures()


class _Hand(NamedTuple):
    """A hand that counts: its score, who had it, and what each of the two did in it."""

    score: Any
    winner: int | None
    figures: Sequence[PlayerFigures]


def figures_of(records: Iterable[MatchRecord]) -> Figures:
    """The figures of the matches that were played, as their records have them."""
    played = [record for record in records if is_played(record)]
    if not played or not all(record.games for record in played):
        return Figures()
    sides = {record.match.pk: _sides(record) for record in played}
    of_two = [record for record in played if record.game_rules.sides == SIDES]
    closest = _closest(of_two, [sides[record.match.pk] for record in of_two])
    if not all(record.sheet for record in played):
        return Figures(closest=closest)
    hands = {record.match.pk: _hands(record) for record in played}
    every = [hand for own in hands.values() for hand in own]
    undercuts = [hand for hand in every if hand.score.kind == "undercut"]
    own = sum((one for hand in every for one in hand.figures), NOTHING_PLAYED)
    gin_kinds = played[0].game_rules.gin_kinds
    gins = _most(hand.winner for hand in every if hand.score.kind in gin_kinds)
    longest = max(hands, key=lambda match: len(hands[match]))
    return Figures(
        hands=len(every),
        games=sum(game.finished for record in played for game in record.games),
        closest=closest,
        gins=gins if gins and gins.number >= FEWEST_GINS else None,
        biggest=_biggest(every),
        undercuts=len(undercuts),
        most_undercuts=_most(hand.winner for hand in undercuts),
        longest=Longest(len(hands[longest]), sides[longest]),
        average_knock=own.average_knock,
        boxes_a_game=_boxes_a_game(of_two) if len(of_two) == len(played) else None,
    )


def _sides(record: MatchRecord) -> Sides:
    players: list[list[int]] = [[] for _side in range(record.game_rules.sides)]
    for seat in sorted(record.seats, key=lambda seat: seat.seat):
        if seat.player_id:
            players[record.game_rules.side_of(seat.seat)].append(seat.player_id)
    return tuple(map(tuple, players))


def _hands(record: MatchRecord) -> Sequence[_Hand]:
    players = {seat.seat: seat.player_id for seat in record.seats}
    return [
        _Hand(
            hand.score,
            None if hand.winner is None else players[hand.winner],
            [figures_of_hand(hand, seat, record) for seat in hand.places],
        )
        for hand in hands_of(record)
    ]


def _boxes_a_game(records: Sequence[MatchRecord]) -> float | None:
    sides = (figures_of_side(record, side) for record in records for side in range(SIDES))
    of_a_side = reduce(add, sides).boxes_a_game
    return None if of_a_side is None else SIDES * of_a_side


def _closest(played: Sequence[MatchRecord], sides: Sequence[Sides]) -> Closest | None:
    """Of those that went to their last game, the one that it decided by fewest points. What stands
    in several columns at once says of none by how much it was won."""
    found = []
    for record, pair in zip(played, sides, strict=True):
        won, games = record.score.games_won, [game for game in record.games if game.finished]
        winner = record.score.winner
        if record.game_rules.has_columns or winner is None:
            continue
        if len(games) < 2 or abs(won[0] - won[1]) != 1:
            continue
        own, other = (games[-1].points[seat] for seat in (winner, opponent(winner)))
        both = pair[winner], pair[opponent(winner)]
        if games[-1].winner == winner:
            found.append(Closest(both, len(games), (own, other)))
    closest = min(found, key=lambda match: match.points[0] - match.points[1], default=None)
    if closest is None or closest.points[0] - closest.points[1] > MOST_POINTS_CLOSE:
        return None
    return closest


def _biggest(hands: Sequence[_Hand]) -> BiggestHand | None:
    most = max((hand.score.points for hand in hands), default=0)
    same = [hand for hand in hands if hand.score.points == most and hand.winner is not None]
    if len(same) != 1 or same[0].winner is None:
        return None
    return BiggestHand(most, same[0].score.kind, same[0].winner)


def _most(winners: Iterable[int | None]) -> Most | None:
    counts = Counter(winner for winner in winners if winner is not None)
    count = max(counts.values(), default=0)
    players = tuple(player for player in counts if counts[player] == count)
    return Most(count, players) if 1 <= len(players) <= MOST_NAMED else None
