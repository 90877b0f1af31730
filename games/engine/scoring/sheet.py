"""The sheet of a match that is written down hand by hand.

A fold over facts: what was written of each hand, in which game it was played, what was ruled on it,
what penalties did to the sheet, where a player gave notice, and what a referee decided about games
that a correction left unfinished. The game of a hand is a fact and never recomputed: where a
corrected game ended earlier, its later hands are void; where it did not end, it is unfinished, and
if a later game has been begun somebody must decide what becomes of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.engine.scoring.facts import SheetAdjustment, WrittenHand
from games.engine.scoring.game_sheet import (
    NextHand,
    Said,
    SheetFacts,
    SheetGame,
    game_sheet,
    hand_after,
)
from games.engine.scoring.match import MatchScore, score_match
from games.engine.scoring.rules import AnyRules, DealtHand
from kernel.seats import PerSeat, Seat, leading, others

#: play_on: it is the running game; leader: who leads in points takes it; void: it is nobody's.
IfUnfinished = Literal["play_on", "leader", "void"]


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """All of a match as far as it is written down.

    `running_game` is the number of the game that the next hand joins: an unfinished one, or the
    next; null when the match is over or a decision is awaited. `next_dealer` is proposed for that
    hand; null also when nobody knows who began the match. `next_players` are to play it, nobody
    where all play every hand; `dealt` are the hands of its game that count. `lost` is the penalty
    by which the match was lost.
    """

    games: tuple[SheetGame, ...]
    score: MatchScore
    running_game: int | None
    next_dealer: Seat | None
    next_players: tuple[Seat, ...] = ()
    dealt: tuple[DealtHand, ...] = ()
    lost: SheetAdjustment | None = None


def match_sheet(
    rules: AnyRules,
    first_dealer: Seat | None,
    hands: Sequence[WrittenHand],
    decisions: Mapping[int, IfUnfinished],
    said: Sequence[Said] = (),
    head_start: PerSeat | None = None,
) -> MatchSheet:
    """Fold the facts of a match into its sheet.

    `first_dealer` dealt first in game 1; null: whoever is noted for the very first hand.
    `decisions` are by game number; one about a game that needs none has no effect. `said` are
    penalties and notices, in the order in which they were given. Refuses what `score_hand` of the
    rules refuses, and `leader` for a level game (`level_game`).
    """
    if first_dealer is None and hands and hands[0].game == 1:
        first_dealer = hands[0].dealer
    losses = [one for one in said if isinstance(one, SheetAdjustment) and one.kind == "match_loss"]
    lost = losses[0] if losses else None
    facts = SheetFacts(rules, first_dealer, hands, said, lost)
    played = {hand.game for hand in hands}
    reached = {one.game for one in said if one.game and one not in losses}
    games: list[SheetGame] = []
    for number in sorted(played | reached):
        over = score_match(rules, _scores(games), head_start).finished
        game = game_sheet(facts, number, games)
        decision = decisions.get(number) if number < max(played, default=0) else "play_on"
        games.append(_settled(rules, game, decision, over=over))
    score = score_match(rules, _scores(games), head_start)
    if lost:
        score = lost_match(score, rules.side_of(lost.seat))
        if lost.resigned and games and games[-1].state == "running":
            games[-1] = replace(games[-1], ended_by="resigned")
    running = None if score.finished else _running_game(games)
    if running is None:
        return MatchSheet(tuple(games), score, None, None, lost=lost)
    following = _next_hand(facts, games, running)
    return MatchSheet(tuple(games), score, running, *following, lost=lost)


def lost_match(score: MatchScore, loser: Seat) -> MatchScore:
    """A match that ends against a side, its games as they were played.

    Of several others, who has won most games has won it, then who has the highest nets; nobody
    where they are level.
    """
    so_far = tuple(zip(score.games_won, score.nets, strict=True))
    return replace(score, finished=True, winner=leading(so_far, others(loser, len(so_far))))


def needs_decision(sheet: MatchSheet) -> tuple[int, ...]:
    """The numbers of unfinished games of which nobody has said what becomes of them."""
    return tuple(game.number for game in sheet.games if game.state == "undecided")


def _scores(games: Iterable[SheetGame]) -> list[Any]:
    return [game.score for game in games]


def _settled(
    rules: AnyRules, game: SheetGame, decision: IfUnfinished | None, *, over: bool
) -> SheetGame:
    """What a game is in its match: by what came before it, and by what was decided of it."""
    if over:
        return replace(game, state="after_end")
    if game.score.finished or decision == "play_on":
        return game
    if decision == "leader":
        score = rules.taken_by_leader(game.score)
        return replace(game, state="finished", score=score, ended_by="leader")
    return replace(game, state="undecided" if decision is None else "void")


def _running_game(games: Sequence[SheetGame]) -> int | None:
    states = {game.state for game in games}
    if "undecided" in states:
        return None
    running = [game.number for game in games if game.state == "running"]
    return running[0] if running else 1 + max((game.number for game in games), default=0)


def _next_hand(facts: SheetFacts, games: Sequence[SheetGame], running: int) -> NextHand:
    """Who deals and who plays the hand that comes next in the running game."""
    rows = [row for game in games if game.number == running for row in game.hands]
    return hand_after(facts, running, rows, [game for game in games if game.number < running])
