"""The figures of one player, from what is written down of their matches.

What a match was handed in by tells how much is known: of one by its games there are no hands, and
of one by its games won no boxes. Each figure is counted over what it is known of, so that a match
which says nothing of it weighs nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from games.engine.gin.bots.roster import CODES
from games.engine.gin.rules import Rules
from games.engine.gin.rules.likeness import most_like
from games.engine.gin.scoring.game import GameScore
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.rules import ScoredGame
from games.selectors.matches import MatchRecord, match_records
from games.selectors.seats import sitting_at
from kernel.permissions import Actor
from kernel.seats import SIDES, Seat, opponent
from players.selectors import public_names
from tournaments.domain.lifecycle import MatchState
from tournaments.models import Tournament
from tournaments.selectors.events.access import (
    boards_visible_to,
    tables_visible_to,
    tournaments_visible_to,
)

ENDED_BY_KNOCK = ("knock", "undercut", "tie")
"""The kinds of a hand that one of the two ended with cards left."""


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The hand that brought a player most: its points, its kind, and the match it was of."""

    points: int
    kind: str
    match: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What a player did in some matches; nothing but sums, so that figures can be added up.

    `hands` are those that count, void ones left out. `knocks` are the player's own, `knock_counts`
    what they were left with in all of these together; `knocks_met` are the opponents'. `boxes` are
    those of the `boxed_games`, of which they are known.
    """

    matches: int = 0
    matches_won: int = 0
    games: int = 0
    games_won: int = 0
    boxed_games: int = 0
    boxes: int = 0
    hands: int = 0
    hands_won: int = 0
    gins: int = 0
    knocks: int = 0
    knock_counts: int = 0
    undercuts_suffered: int = 0
    knocks_met: int = 0
    undercuts_given: int = 0
    biggest: OwnHand | None = None

    def __add__(self, other: "PlayerFigures") -> "PlayerFigures":
        sums = {
            name: getattr(self, name) + getattr(other, name)
            for name in self.__dataclass_fields__
            if name != "biggest"
        }
        both = [figures.biggest for figures in (self, other) if figures.biggest is not None]
        return PlayerFigures(**sums, biggest=max(both, key=lambda hand: hand.points, default=None))

    @property
    def average_knock(self) -> float | None:
        """What the player was left with when they knocked, on average; None without a knock."""
        return self.knock_counts / self.knocks if self.knocks else None

    @property
    def boxes_a_game(self) -> float | None:
        """None where no boxes are known."""
        return self.boxes / self.boxed_games if self.boxed_games else None


NOTHING_PLAYED = PlayerFigures()


@dataclass(frozen=True, slots=True)
class RuledBy:
    """By which rules some matches were played: the code of the rule set that they are most like,
    and whether a game was a Hollywood sheet."""

    rule_set: str
    is_hollywood: bool


@dataclass(frozen=True, slots=True)
class Opponent:
    """Whom a player met: named as everybody may read it. `player` is None for who has no page."""

    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class FiguresOfPlayer:
    """All matches of a player that are over: together, and by what they were."""

    total: PlayerFigures = NOTHING_PLAYED
    by_rules: Mapping[RuledBy, PlayerFigures] = field(default_factory=dict)
    by_opponent: Sequence[tuple[Opponent, PlayerFigures]] = ()
    by_event: Sequence[tuple[Tournament, PlayerFigures]] = ()


def figures_of_player(actor: Actor, player: int) -> FiguresOfPlayer:
    """The figures of a player, by their id, from the events that `actor` may see; the opponent met
    most often first, and the newest event.

    Matches that were decided without play are left out.
    """
    boards = boards_visible_to(actor).filter(
        match__seats__player=player,
        match__state=MatchState.FINISHED,
        pairing__round__stage__tournament__in=tournaments_visible_to(actor),
    )
    events = {board.match_id: board.pairing.round.stage.tournament for board in boards}
    records = match_records([board.match for board in boards])
    ruled_by = cache(_ruled_by)
    by_rules: defaultdict[RuledBy, PlayerFigures] = defaultdict(PlayerFigures)
    by_opponent: defaultdict[int, PlayerFigures] = defaultdict(PlayerFigures)
    by_event: defaultdict[Tournament, PlayerFigures] = defaultdict(PlayerFigures)
    for key, record in records.items():
        players = {seat.seat: seat.player_id for seat in record.seats if seat.player_id}
        seat = next(seat for seat, sits in players.items() if sits == player)
        if record.has_partners and is_finished_by_play(record):
            figures = figures_between_partners(record, seat)
            for other, own in _against_each(record, seat):
                by_opponent[players[other]] += own
        elif is_played(record) and opponent(seat) in players:
            figures = figures_of_match(record, seat)
            by_opponent[players[opponent(seat)]] += figures
        else:
            continue
        by_rules[ruled_by(record.rules)] += figures
        by_event[events[key]] += figures
    return FiguresOfPlayer(
        total=sum(by_event.values(), start=NOTHING_PLAYED),
        by_rules=dict(sorted(by_rules.items(), key=lambda one: -one[1].matches)),
        by_opponent=_named(by_opponent),
        by_event=sorted(by_event.items(), key=lambda one: _newest(one[0]), reverse=True),
    )


def figures_against_the_house(actor: Actor, player: int) -> Sequence[tuple[str, PlayerFigures]]:
    """What the actor, who is this player, did against computer players beside their byes, by the
    code of the opponent; who resigned has lost. Nobody else finds any of it."""
    boards = tables_visible_to(actor).filter(
        match__seats__player=player,
        match__state=MatchState.FINISHED,
        pairing__round__stage__tournament__beside__isnull=False,
    )
    records = match_records([board.match for board in boards])
    found: defaultdict[str, PlayerFigures] = defaultdict(PlayerFigures)
    for (key, seat), sits in sitting_at(records).items():
        if sits.bot:
            found[sits.bot] += figures_of_match(records[key], opponent(seat))
    return sorted(found.items(), key=lambda one: CODES.index(one[0]))


def is_played(record: MatchRecord) -> bool:
    """Whether a result stands that came of play between two. Of a match between partners their
    hands alone are somebody's own, and one of a table is in nobody's figures."""
    return record.game_rules.seats == SIDES and is_finished_by_play(record)


def is_finished_by_play(record: MatchRecord) -> bool:
    """Whether with a result that stands games were won."""
    return record.match_loss is None and any(record.score.games_won)


def figures_between_partners(record: MatchRecord, seat: Seat) -> PlayerFigures:
    """What a partner did in a match that is over: matches, games and boxes are their side's, which
    nobody has won alone, so that only their own hands are in it."""
    return sum((own for _other, own in _against_each(record, seat)), NOTHING_PLAYED)


def _against_each(record: MatchRecord, seat: Seat) -> list[tuple[Seat, PlayerFigures]]:
    """Each hand that a partner played, with whom they met in it."""
    games = record.sheet.games if record.sheet else ()
    found = []
    for hand in (hand for game in games for hand in game.hands):
        players = record.facts[hand.n - 1].players
        if seat in players and not hand.after_end and hand.score.kind != "void":
            place = players.index(seat)
            own = _of_hand(hand.score, place, record)
            found.append((players[opponent(place)], own))
    return found


def figures_of_match(record: MatchRecord, seat: Seat) -> PlayerFigures:
    """What the player of a seat did in one match that is over."""
    score = record.score
    sheets = [sheet for game in record.games for sheet in _sheets_of(game) if sheet.finished]
    boxed = [sheet for sheet in sheets if sheet.boxes_known]
    figures = PlayerFigures(
        matches=1,
        matches_won=score.winner == seat,
        games=sum(score.games_won),
        games_won=score.games_won[seat],
        boxed_games=len(boxed),
        boxes=sum(sheet.boxes[seat] for sheet in boxed),
    )
    return sum((_of_hand(hand, seat, record) for hand in _hands(record)), figures)


def _sheets_of(game: ScoredGame) -> tuple[GameScore, ...]:
    """A Hollywood sheet is three games, or more; any other one."""
    if isinstance(game, HollywoodScore):
        return game.columns
    return (game,) if isinstance(game, GameScore) else ()


def _hands(record: MatchRecord) -> Iterable[HandScore]:
    games = record.sheet.games if record.sheet else ()
    hands = (hand for game in games for hand in game.hands if not hand.after_end)
    return [hand.score for hand in hands if hand.score.kind != "void"]


def _of_hand(hand: HandScore, seat: Seat, record: MatchRecord) -> PlayerFigures:
    has_won, own = hand.winner == seat, hand.knocker == seat
    is_knock = hand.kind in ENDED_BY_KNOCK and hand.knocker is not None
    undercut = hand.kind == "undercut" and hand.winner is not None
    counted = hand.count(seat) - hand.surcharge[seat] if hand.counts else 0
    biggest = OwnHand(hand.points, hand.kind, record.match.pk)
    return PlayerFigures(
        hands=1,
        hands_won=has_won,
        gins=has_won and hand.kind in record.game_rules.gin_kinds,
        knocks=is_knock and own,
        knock_counts=counted if is_knock and own else 0,
        undercuts_suffered=undercut and own,
        knocks_met=is_knock and not own,
        undercuts_given=undercut and has_won,
        biggest=biggest if has_won and hand.points else None,
    )


def _ruled_by(rules: Rules) -> RuledBy:
    return RuledBy(most_like(rules)[0].code, rules.sheet == "hollywood")


def _named(found: Mapping[int, PlayerFigures]) -> list[tuple[Opponent, PlayerFigures]]:
    """Opponents with their public names, who was met most often first."""
    names = public_names(found)
    order = sorted(found, key=lambda player: (-found[player].matches, names[player].name))
    return [
        (Opponent(names[one].name, None if names[one].is_hidden else one), found[one])
        for one in order
    ]


def _newest(event: Tournament) -> tuple[bool, object, int]:
    return event.starts_at is not None, event.starts_at or 0, event.pk
