"""The sheet of a match that is written down hand by hand.

A fold over facts: what was written of each hand, in which game it was played, what was ruled on it,
what penalties did to the sheet, and what a referee decided about games that a correction left
unfinished. The game of a hand is a fact and never recomputed: where a corrected game ended earlier,
its later hands are void; where it did not end, it is unfinished, and if a later game has been begun
somebody must decide what becomes of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from games.engine.scoring.facts import PenaltyPoints, SheetAdjustment, WrittenHand
from games.engine.scoring.match import MatchScore, score_match
from games.engine.scoring.rules import AnyRules
from kernel.seats import PerSeat, Seat, leading, others

#: play_on: it is the running game; leader: who leads in points takes it; void: it is nobody's.
IfUnfinished = Literal["play_on", "leader", "void"]

#: undecided: unfinished, with a later game begun and nothing decided; after_end: the match was
#: over before it; the others as they say.
GameState = Literal["finished", "running", "undecided", "void", "after_end"]


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand with its price, as its game has it. `n` counts through the match, `number` in its
    game, both from 1.

    `dealer` is who dealt: as noted, else as proposed. `points` and `boxes` are the game's running
    totals after it. `after_end`: its game was over before it, or the match lost by a penalty, so it
    is void whatever was written.
    """

    n: int
    game: int
    number: int
    score: Any
    dealer: Seat | None
    proposed_dealer: Seat | None
    points: PerSeat
    boxes: PerSeat
    after_end: bool

    @property
    def dealer_differs(self) -> bool:
        return None not in (self.dealer, self.proposed_dealer) and (
            self.dealer != self.proposed_dealer
        )


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game with its score, as the game that is played has it, its hands, and the penalties that
    changed its score, in their order.

    A game of which no hand is written is there if a penalty reached it.
    """

    number: int
    state: GameState
    score: Any
    hands: tuple[SheetHand, ...]
    adjustments: tuple[SheetAdjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """All of a match as far as it is written down.

    `running_game` is the number of the game that the next hand joins: an unfinished one, or the
    next; null when the match is over or a decision is awaited. `next_dealer` is proposed for that
    hand; null also when nobody knows who began the match. `lost` is the penalty by which the match
    was lost.
    """

    games: tuple[SheetGame, ...]
    score: MatchScore
    running_game: int | None
    next_dealer: Seat | None
    lost: SheetAdjustment | None = None


class _Facts(NamedTuple):
    """What is folded: all that was said of a match, and the penalty that ended it."""

    rules: AnyRules
    first_dealer: Seat | None
    hands: Sequence[WrittenHand]
    adjustments: Sequence[SheetAdjustment]
    lost: SheetAdjustment | None


def match_sheet(
    rules: AnyRules,
    first_dealer: Seat | None,
    hands: Sequence[WrittenHand],
    decisions: Mapping[int, IfUnfinished],
    adjustments: Sequence[SheetAdjustment] = (),
    head_start: PerSeat | None = None,
) -> MatchSheet:
    """Fold the facts of a match into its sheet.

    `first_dealer` dealt first in game 1; null: whoever is noted for the very first hand.
    `decisions` are by game number; one about a game that needs none has no effect. `adjustments`
    are in the order in which they were given. Refuses what `score_hand` of the rules refuses, and
    `leader` for a level game (`level_game`).
    """
    if first_dealer is None and hands and hands[0].game == 1:
        first_dealer = hands[0].dealer
    lost = next((change for change in adjustments if change.kind == "match_loss"), None)
    facts = _Facts(rules, first_dealer, hands, adjustments, lost)
    played = {hand.game for hand in hands}
    reached = {change.game for change in adjustments if change.game and change.kind != "match_loss"}
    games: list[SheetGame] = []
    for number in sorted(played | reached):
        over = score_match(rules, _scores(games), head_start).finished
        game = _game(facts, number)
        decision = decisions.get(number) if number < max(played, default=0) else "play_on"
        games.append(_settled(rules, game, decision, over=over))
    score = score_match(rules, _scores(games), head_start)
    if lost:
        score = lost_match(score, lost.seat)
    running = None if score.finished else _running_game(games)
    dealer = None if running is None else _next_dealer(facts, games, running)
    return MatchSheet(tuple(games), score, running, dealer, lost)


def lost_match(score: MatchScore, loser: Seat) -> MatchScore:
    """A match that ends against a seat, its games as they were played.

    Of several others, who has won most games has won it, then who has the highest nets; nobody
    where they are level.
    """
    so_far = tuple(zip(score.games_won, score.nets, strict=True))
    return replace(score, finished=True, winner=leading(so_far, others(loser, len(so_far))))


def first_dealer_of_game(first_dealer: Seat, game_number: int, seats: int) -> Seat:
    """The first deal goes round from game to game; `first_dealer` began game 1, by draw."""
    return (first_dealer + game_number - 1) % seats


def needs_decision(sheet: MatchSheet) -> tuple[int, ...]:
    """The numbers of unfinished games of which nobody has said what becomes of them."""
    return tuple(game.number for game in sheet.games if game.state == "undecided")


def _scores(games: Iterable[SheetGame]) -> list[Any]:
    return [game.score for game in games]


def _game(facts: _Facts, number: int) -> SheetGame:
    """A game by its hands and penalties alone: finished or running."""
    given = tuple(change for change in facts.adjustments if change.game == number)
    loss = next((change for change in given if change.kind == "game_loss"), None)
    end = min((change.after for change in (loss, facts.lost) if change), default=len(facts.hands))
    points = [change for change in given if change.kind == "points" and change.after <= end]
    rows, game = _played(facts, number, points, end)
    if loss:
        game = facts.rules.lost_by_penalty(game, loss.seat)
    state: GameState = "finished" if game.finished else "running"
    return SheetGame(number, state, game, rows, given)


def _played(
    facts: _Facts, number: int, waiting: list[SheetAdjustment], end: int
) -> tuple[tuple[SheetHand, ...], Any]:
    """The hands of a game, with the penalty points that wait between them; void behind `end`."""
    rules = facts.rules
    rows: list[SheetHand] = []
    entries: list[Any] = []
    due = _first_dealer(facts, number)
    game = rules.score_game(entries)
    for n, hand in enumerate(facts.hands, start=1):
        if hand.game != number:
            continue
        while waiting and waiting[0].after < n:
            entries.append(_penalty_points(rules, waiting.pop(0)))
            game = rules.score_game(entries)
        score = rules.score_hand(hand)
        dealer = due if hand.dealer is None else hand.dealer
        after_end = game.finished or n > end
        if after_end:
            score, due = score.as_void(), dealer
        else:
            entries.append(score)
            game = rules.score_game(entries)
        rows.append(
            SheetHand(
                n, number, len(rows) + 1, score, dealer, due, game.points, game.boxes, after_end
            )
        )
        due = rules.next_dealer(hand, score, dealer, due)
    if waiting:
        late = [_penalty_points(rules, adjustment) for adjustment in waiting]
        game = rules.score_game([*entries, *late])
    return tuple(rows), game


def _penalty_points(rules: AnyRules, adjustment: SheetAdjustment) -> PenaltyPoints:
    return PenaltyPoints(others(adjustment.seat, rules.seats), adjustment.points)


def _first_dealer(facts: _Facts, number: int) -> Seat | None:
    first = facts.first_dealer
    return None if first is None else first_dealer_of_game(first, number, facts.rules.seats)


def _settled(
    rules: AnyRules, game: SheetGame, decision: IfUnfinished | None, *, over: bool
) -> SheetGame:
    """What a game is in its match: by what came before it, and by what was decided of it."""
    if over:
        return replace(game, state="after_end")
    if game.score.finished or decision == "play_on":
        return game
    if decision == "leader":
        return replace(game, state="finished", score=rules.taken_by_leader(game.score))
    return replace(game, state="undecided" if decision is None else "void")


def _running_game(games: Sequence[SheetGame]) -> int | None:
    states = {game.state for game in games}
    if "undecided" in states:
        return None
    running = [game.number for game in games if game.state == "running"]
    return running[0] if running else 1 + max((game.number for game in games), default=0)


def _next_dealer(facts: _Facts, games: Sequence[SheetGame], running: int) -> Seat | None:
    for game in games:
        if game.number == running and game.hands:
            last = game.hands[-1]
            hand = facts.hands[last.n - 1]
            return facts.rules.next_dealer(hand, last.score, last.dealer, last.proposed_dealer)
    return _first_dealer(facts, running)
