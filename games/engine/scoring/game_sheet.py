"""One game of a match on its sheet: its hands with their prices, and what was said between them.

The columns of a sheet that is kept in several are the matter of its game; here stands which of them
a hand or the points of a penalty went into, so that a page can show it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from games.engine.scoring.facts import (
    PenaltyPoints,
    SheetAdjustment,
    SheetNotice,
    WrittenHand,
)
from games.engine.scoring.rules import AnyRules, DealtHand
from kernel.seats import SIDES, PerSeat, Seat

#: undecided: unfinished, with a later game begun and nothing decided; after_end: the match was
#: over before it; the others as they say.
GameState = Literal["finished", "running", "undecided", "void", "after_end"]

#: What ended a game that its hands did not end: a penalty, a referee who gave it to the leader, or
#: a player who gave it up, alone or with the match.
EndedBy = Literal["penalty", "leader", "resigned"]


@dataclass(frozen=True, slots=True)
class SheetHand:
    """A hand with its price, as its game has it. `n` counts through the match, `number` in its
    game, both from 1.

    `dealer` is who dealt: as noted, else as proposed. `so_far` is its game with it, `points` and
    `boxes` are the running totals there. `columns` are those of a sheet of several, from 1, in
    which it was entered; none on a plain sheet, or where nothing was entered. `after_end`: its game
    was over before it, or the match lost by a penalty, so it is void whatever was written.
    """

    n: int
    game: int
    number: int
    score: Any
    dealer: Seat | None
    proposed_dealer: Seat | None
    so_far: Any
    columns: tuple[int, ...]
    after_end: bool

    @property
    def points(self) -> PerSeat:
        points: PerSeat = self.so_far.points
        return points

    @property
    def boxes(self) -> PerSeat:
        boxes: PerSeat = self.so_far.boxes
        return boxes

    @property
    def dealer_differs(self) -> bool:
        return None not in (self.dealer, self.proposed_dealer) and (
            self.dealer != self.proposed_dealer
        )


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game with its score, as the game that is played has it, its hands, the penalties that
    changed its score, in their order, and the notice that was given in it.

    A game of which no hand is written is there if a penalty or a notice reached it. `ended_by` is
    null where it is over by its hands, and as long as it is not over. A game that runs when the
    match is given up stays as it was, and is `resigned`.
    """

    number: int
    state: GameState
    score: Any
    hands: tuple[SheetHand, ...]
    adjustments: tuple[SheetAdjustment, ...] = ()
    notice: SheetNotice | None = None
    ended_by: EndedBy | None = None


Said = SheetAdjustment | SheetNotice
"""What was said of a sheet between its hands."""


class SheetFacts(NamedTuple):
    """What is folded: all that was said of a match, and the penalty that ended it."""

    rules: AnyRules
    first_dealer: Seat | None
    hands: Sequence[WrittenHand]
    said: Sequence[Said]
    lost: SheetAdjustment | None


def game_sheet(facts: SheetFacts, number: int, before: Sequence[SheetGame] = ()) -> SheetGame:
    """A game by its hands, penalties and notice alone: finished or running. `before` are the games
    that came before it."""
    given = [one for one in facts.said if one.game == number]
    notice = next((one for one in given if isinstance(one, SheetNotice)), None)
    loss = next((one for one in given if _is(one, "game_loss")), None)
    end = min((one.after for one in (loss, facts.lost) if one), default=len(facts.hands))
    filling = _Filling(facts.rules, given, end)
    rows = _played(facts, number, filling, dealt_before(facts, before))
    score = filling.score
    ended_by: EndedBy | None = None
    if isinstance(loss, SheetAdjustment):
        score = facts.rules.lost_by_penalty(score, facts.rules.side_of(loss.seat))
        if score != filling.score:
            ended_by = "resigned" if loss.resigned else "penalty"
    state: GameState = "finished" if score.finished else "running"
    return SheetGame(number, state, score, rows, tuple(filling.adjustments), notice, ended_by)


class NextHand(NamedTuple):
    """Who deals the next hand, null where nobody knows, and who play it: nobody where all do. It
    comes after the hands `dealt`, which count in its game."""

    dealer: Seat | None
    players: tuple[Seat, ...]
    dealt: tuple[DealtHand, ...]


def hand_after(
    facts: SheetFacts,
    number: int,
    rows: Sequence[SheetHand],
    before: Sequence[SheetGame] = (),
) -> NextHand:
    """The hand that follows these of a game: the same again where the last was cut off for nobody,
    else as the rules of the game say."""
    dealt = [_dealt(facts, row) for row in rows]
    counted = tuple(hand for hand in dealt if not is_dealt_again(hand))
    if dealt and is_dealt_again(dealt[-1]):
        return NextHand(dealt[-1].dealer, dealt[-1].hand.players, counted)
    place = number, counted, first_dealer_by(facts, number), dealt_before(facts, before)
    return NextHand(facts.rules.next_dealer(*place), facts.rules.next_players(*place), counted)


def dealt_before(facts: SheetFacts, games: Sequence[SheetGame]) -> tuple[DealtHand, ...]:
    """The hands of the last of these games in which any count; of two nobody asks for them."""
    for game in reversed(games if facts.rules.sides > SIDES else ()):
        dealt = [_dealt(facts, row) for row in game.hands if not row.after_end]
        counted = tuple(hand for hand in dealt if not is_dealt_again(hand))
        if counted:
            return counted
    return ()


def is_dealt_again(dealt: DealtHand) -> bool:
    """Whether a hand is as if it had not been dealt: cut off, and nobody got points for it."""
    return dealt.hand.cut_off and dealt.score.brings_nothing


def _dealt(facts: SheetFacts, row: SheetHand) -> DealtHand:
    return DealtHand(facts.hands[row.n - 1], row.score, row.dealer, row.proposed_dealer)


def first_dealer_of_game(first_dealer: Seat, game_number: int, seats: int) -> Seat:
    """The first deal goes round from game to game; `first_dealer` began game 1, by draw."""
    return (first_dealer + game_number - 1) % seats


def first_dealer_by(facts: SheetFacts, number: int) -> Seat | None:
    """Who begins a game; null where nobody knows who began the match."""
    first = facts.first_dealer
    return None if first is None else first_dealer_of_game(first, number, facts.rules.seats)


def _is(said: Said, kind: str) -> bool:
    return isinstance(said, SheetAdjustment) and said.kind == kind


class _Filling:
    """A game as it is filled, entry by entry, up to hand `end` of its match; `waiting` is what was
    said between its hands and is not reached yet."""

    def __init__(self, rules: AnyRules, waiting: Sequence[Said], end: int) -> None:
        self.rules, self.waiting, self.end = rules, [*waiting], end
        self.entries: list[Any] = []
        self.score: Any = rules.score_game(())
        self.adjustments: list[SheetAdjustment] = []

    def is_over_at(self, n: int) -> bool:
        """Whether the n-th hand of the match counts no more."""
        return self.score.finished or n > self.end

    def enter(self, entry: Any) -> tuple[int, ...]:
        """The columns in which something is entered."""
        if self.score.finished:
            return ()
        self.entries.append(entry)
        self.score = self.rules.score_game(self.entries)
        return self.rules.columns_of(self.score, entry)

    def reach(self, n: int | None = None) -> None:
        """What was said before the n-th hand, without one all the rest, has its place."""
        while self.waiting and (n is None or self.waiting[0].after < n):
            said = self.waiting.pop(0)
            counts = said.after <= self.end
            if isinstance(said, SheetAdjustment):
                self._adjust(said, counts=counts)
            elif counts:
                self.enter(said)

    def _adjust(self, said: SheetAdjustment, *, counts: bool) -> None:
        columns: tuple[int, ...] = ()
        if said.kind == "points" and counts:
            columns = self.enter(PenaltyPoints(self.rules.other_sides(said.seat), said.points))
        self.adjustments.append(said._replace(columns=columns))


def _played(
    facts: SheetFacts, number: int, filling: _Filling, earlier: Sequence[DealtHand]
) -> tuple[SheetHand, ...]:
    """The hands of a game, with what was said between them."""
    rules, first = facts.rules, first_dealer_by(facts, number)
    rows: list[SheetHand] = []
    counted: list[DealtHand] = []
    due = rules.next_dealer(number, (), first, earlier)
    for n, hand in enumerate(facts.hands, start=1):
        if hand.game != number:
            continue
        filling.reach(n)
        score = rules.score_hand(hand)
        dealer = due if hand.dealer is None else hand.dealer
        columns: tuple[int, ...] = ()
        dealt = DealtHand(hand, score, dealer, due)
        after_end, again = filling.is_over_at(n), is_dealt_again(dealt)
        if after_end:
            score, due = score.as_void(), dealer
            dealt = DealtHand(hand, score, dealer, due)
        elif not again:
            columns = filling.enter(score)
        place = n, number, len(rows) + 1
        rows.append(SheetHand(*place, score, dealer, due, filling.score, columns, after_end))
        if again and not after_end:
            due = dealer
        else:
            counted.append(dealt)
            due = rules.next_dealer(number, counted, first, earlier)
    filling.reach()
    return tuple(rows)
