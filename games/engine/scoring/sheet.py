"""The sheet of a match that is written down hand by hand.

A fold over facts: what was written of each hand, in which game it was played, and what a referee
decided about games that a correction left unfinished. The game of a hand is a fact and never
recomputed: where a corrected game ended earlier, its later hands are void; where it did not end, it
is unfinished, and if a later game has been begun somebody must decide what becomes of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from games.engine.rules import Rules
from games.engine.scoring.dealing import first_dealer_of_game, next_dealer
from games.engine.scoring.game import GameScore, score_game, taken_by_leader
from games.engine.scoring.hand import HandCounts, HandScore, Pair, Seat, score_hand
from games.engine.scoring.match import MatchScore, score_match

#: play_on: it is the running game; leader: who leads in points takes it; void: it is nobody's.
Decision = Literal["play_on", "leader", "void"]

#: undecided: unfinished, with a later game begun and nothing decided; after_end: the match was
#: over before it; the others as they say.
GameState = Literal["finished", "running", "undecided", "void", "after_end"]


class WrittenHand(NamedTuple):
    """A hand of the sheet, in the order of play. `dealer` null: nobody noted it."""

    game: int
    counts: HandCounts
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand with its price. `n` counts through the match, `number` in its game, both from 1.

    `dealer` is who dealt: as noted, else as proposed. `points` and `boxes` are the game's running
    totals after it. `after_end`: its game was over before it, so it is void whatever was written.
    """

    n: int
    game: int
    number: int
    score: HandScore
    dealer: Seat | None
    proposed_dealer: Seat | None
    points: Pair
    boxes: Pair
    after_end: bool

    @property
    def dealer_differs(self) -> bool:
        return None not in (self.dealer, self.proposed_dealer) and (
            self.dealer != self.proposed_dealer
        )


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game with its hands."""

    number: int
    state: GameState
    score: GameScore
    hands: tuple[SheetHand, ...]


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """All of a match as far as it is written down.

    `running_game` is the number of the game that the next hand joins: an unfinished one, or the
    next; null when the match is over or a decision is awaited. `next_dealer` is proposed for that
    hand; null also when nobody knows who began the match.
    """

    games: tuple[SheetGame, ...]
    score: MatchScore
    running_game: int | None
    next_dealer: Seat | None


def match_sheet(
    rules: Rules,
    first_dealer: Seat | None,
    hands: Sequence[WrittenHand],
    decisions: Mapping[int, Decision],
) -> MatchSheet:
    """Fold the facts of a match into its sheet.

    `first_dealer` dealt first in game 1; null: whoever is noted for the very first hand.
    `decisions` are by game number; one about a game that needs none has no effect. Refuses what
    `score_hand` refuses, and `leader` for a level game (`level_game`).
    """
    if first_dealer is None and hands and hands[0].game == 1:
        first_dealer = hands[0].dealer
    numbers = sorted({hand.game for hand in hands})
    games: list[SheetGame] = []
    for number in numbers:
        over = score_match(rules, _scores(games)).finished
        game = _game(rules, first_dealer, number, hands)
        decision = decisions.get(number) if number != numbers[-1] else "play_on"
        games.append(_settled(rules, game, decision, over=over))
    score = score_match(rules, _scores(games))
    running = None if score.finished else _running_game(games)
    dealer = None if running is None else _next_dealer(rules, first_dealer, games, running)
    return MatchSheet(tuple(games), score, running, dealer)


def needs_decision(sheet: MatchSheet) -> tuple[int, ...]:
    """The numbers of unfinished games of which nobody has said what becomes of them."""
    return tuple(game.number for game in sheet.games if game.state == "undecided")


def _scores(games: Iterable[SheetGame]) -> list[GameScore]:
    return [game.score for game in games]


def _game(
    rules: Rules, first_dealer: Seat | None, number: int, hands: Sequence[WrittenHand]
) -> SheetGame:
    """A game by its hands alone: finished or running."""
    rows: list[SheetHand] = []
    scores: list[HandScore] = []
    dealer = None if first_dealer is None else first_dealer_of_game(first_dealer, number)
    game = score_game(rules, scores)
    for n, hand in enumerate(hands, start=1):
        if hand.game != number:
            continue
        row = _hand(rules, n, len(rows) + 1, hand, dealer)
        if game.finished:
            row = _after_end(row, game)
        else:
            scores.append(row.score)
            game = score_game(rules, scores)
            row = replace(row, points=game.points, boxes=game.boxes)
        rows.append(row)
        dealer = None if row.dealer is None else next_dealer(rules, row.dealer, row.score)
    return SheetGame(number, "finished" if game.finished else "running", game, tuple(rows))


def _hand(rules: Rules, n: int, number: int, hand: WrittenHand, proposed: Seat | None) -> SheetHand:
    dealer = proposed if hand.dealer is None else hand.dealer
    score = score_hand(rules, hand.counts)
    return SheetHand(n, hand.game, number, score, dealer, proposed, (0, 0), (0, 0), False)


def _after_end(row: SheetHand, game: GameScore) -> SheetHand:
    void = replace(row.score, kind="void", winner=None, points=0, boxes=0)
    return replace(
        row,
        score=void,
        proposed_dealer=row.dealer,
        points=game.points,
        boxes=game.boxes,
        after_end=True,
    )


def _settled(rules: Rules, game: SheetGame, decision: Decision | None, *, over: bool) -> SheetGame:
    """What a game is in its match: by what came before it, and by what was decided of it."""
    if over:
        return replace(game, state="after_end")
    if game.score.finished or decision == "play_on":
        return game
    if decision == "leader":
        return replace(game, state="finished", score=taken_by_leader(rules, game.score))
    return replace(game, state="undecided" if decision is None else "void")


def _running_game(games: Sequence[SheetGame]) -> int | None:
    states = {game.state for game in games}
    if "undecided" in states:
        return None
    running = [game.number for game in games if game.state == "running"]
    return running[0] if running else 1 + max((game.number for game in games), default=0)


def _next_dealer(
    rules: Rules, first_dealer: Seat | None, games: Sequence[SheetGame], running: int
) -> Seat | None:
    for game in games:
        if game.number == running:
            last = game.hands[-1]
            return None if last.dealer is None else next_dealer(rules, last.dealer, last.score)
    return None if first_dealer is None else first_dealer_of_game(first_dealer, running)
