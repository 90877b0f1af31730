"""The figures of one player, from what is written down of their matches.

What a match was handed in by tells how much is known: of one by its games there are no hands, and
of one by its games won no boxes. Each figure is counted over what it is known of, so that a match
which says nothing of it weighs nothing.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from games.engine.gin.bots.roster import CODES
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.rules import ScoredGame
from games.rule_books import AgreedRules, is_playable, most_like
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

    `hands` are those that count, void ones left out, `points` what those that they won brought.
    Where more than two sit at a match, their own hands are all that is in it. `knocks` are the
    player's own, `knock_counts` what they were left with in all of these together; `knocks_met` are
    the opponents'. `boxes` are those of the `boxed_games`, of which they are known.
    """

    matches: int = 0
    matches_won: int = 0
    games: int = 0
    games_won: int = 0
    boxed_games: int = 0
    boxes: int = 0
    hands: int = 0
    hands_won: int = 0
    points: int = 0
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
    whether a game was a Hollywood sheet, and the variant where more than two sit at a match."""

    rule_set: str
    is_hollywood: bool
    form: str = ""


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
        if not is_played(record):
            continue
        if record.game_rules.endings:
            figures = figures_of_all(record, seat)
            for other in players.keys() - {seat} if record.game_rules.seats == SIDES else ():
                by_opponent[players[other]] += figures
        elif record.game_rules.seats > SIDES:
            against = _against_each(record, seat)
            figures = sum((own for _other, own in against), NOTHING_PLAYED)
            for other, own in against:
                by_opponent[players[other]] += own
        elif opponent(seat) in players:
            figures = figures_of_match(record, seat)
            by_opponent[players[opponent(seat)]] += figures
        else:
            continue
        by_rules[ruled_by(record.game_rules.knobs)] += figures
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
    """Whether with a result that stands games were won."""
    return record.match_loss is None and any(record.score.games_won)


class PlayedHand(NamedTuple):
    """A hand that counts, and by the seats of the two who played it the places that they have in
    its score."""

    score: HandScore
    places: Mapping[Seat, Seat]

    @property
    def winner(self) -> Seat | None:
        """The seat of who won it."""
        places = self.places.items()
        return next((seat for seat, place in places if place == self.score.winner), None)


def hands_of(record: MatchRecord) -> Sequence[PlayedHand]:
    """The hands of a match that count: not void, and before its end."""
    games = record.sheet.games if record.sheet else ()
    found = []
    for hand in (hand for game in games for hand in game.hands):
        if hand.after_end or hand.score.kind == "void":
            continue
        players = record.facts[hand.n - 1].players or range(SIDES)
        by_side = {seat: side for side, seat in enumerate(players)}
        places = by_side if record.has_partners else {seat: seat for seat in players}
        found.append(PlayedHand(hand.score, places))
    return found


def _against_each(record: MatchRecord, seat: Seat) -> list[tuple[Seat, PlayerFigures]]:
    """Each hand that somebody played of a match in which others play, too, with whom they met in
    it: its games and boxes nobody has won alone, or not of one opponent."""
    found = []
    for hand in hands_of(record):
        if seat in hand.places:
            other = next(one for one in hand.places if one != seat)
            found.append((other, figures_of_hand(hand, seat, record)))
    return found


def figures_of_match(record: MatchRecord, seat: Seat) -> PlayerFigures:
    """What the player of a seat did in one match between two that is over."""
    hands = (figures_of_hand(hand, seat, record) for hand in hands_of(record))
    return sum(hands, figures_of_side(record, seat))


def figures_of_all(record: MatchRecord, seat: Seat) -> PlayerFigures:
    """What somebody did in a match in which all play every hand: how it was ended says nothing of
    two of them."""
    games = record.sheet.games if record.sheet else ()
    hands = [hand for game in games for hand in game.hands if not hand.after_end]
    counted = [hand.score for hand in hands if hand.score.kind != "void"]
    won = [score for score in counted if score.winner == seat]
    own = PlayerFigures(
        hands=len(counted),
        hands_won=len(won),
        points=sum(score.points for score in won),
        gins=sum(score.kind in record.game_rules.gin_kinds for score in won),
    )
    return own + figures_of_side(record, seat)


def figures_of_side(record: MatchRecord, side: Seat) -> PlayerFigures:
    """The same without its hands: what a side, of one player or of partners, has together."""
    score = record.score
    sheets = [sheet for game in record.games for sheet in _sheets_of(game) if sheet.finished]
    boxed = [sheet for sheet in sheets if sheet.boxes_known]
    return PlayerFigures(
        matches=1,
        matches_won=score.winner == side,
        games=sum(score.games_won),
        games_won=score.games_won[side],
        boxed_games=len(boxed),
        boxes=sum(sheet.boxes[side] for sheet in boxed),
    )


def _sheets_of(game: ScoredGame) -> tuple[GameScore, ...]:
    """A Hollywood sheet is three games, or more; any other one."""
    if isinstance(game, HollywoodScore):
        return game.columns
    return (game,) if isinstance(game, GameScore) else ()


def figures_of_hand(played: PlayedHand, seat: Seat, record: MatchRecord) -> PlayerFigures:
    """What one of the two who played a hand did in it."""
    hand, seat = played.score, played.places[seat]
    has_won, own = hand.winner == seat, hand.knocker == seat
    is_knock = hand.kind in ENDED_BY_KNOCK and hand.knocker is not None
    undercut = hand.kind == "undercut" and hand.winner is not None
    counted = hand.count(seat) - hand.surcharge[seat] if hand.counts else 0
    biggest = OwnHand(hand.points, hand.kind, record.match.pk)
    return PlayerFigures(
        hands=1,
        hands_won=has_won,
        points=hand.points if has_won else 0,
        gins=has_won and hand.kind in record.game_rules.gin_kinds,
        knocks=is_knock and own,
        knock_counts=counted if is_knock and own else 0,
        undercuts_suffered=undercut and own,
        knocks_met=is_knock and not own,
        undercuts_given=undercut and has_won,
        biggest=biggest if has_won and hand.points else None,
    )


def _ruled_by(rules: AgreedRules) -> RuledBy:
    code = most_like(rules)[0].code
    if not isinstance(rules, Rules):
        return RuledBy(code, is_hollywood=False)
    form = "" if is_playable(rules) else rules.variant
    return RuledBy(code, rules.sheet == "hollywood", form)


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
