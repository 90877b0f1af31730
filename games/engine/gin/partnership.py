"""Partnership gin (rulebook 4.6): two sides of two or more partners.

Each partner plays a hand against one of the other side; these hands are a round, and count
together. Seats go round the table, so that every other one is of the same side, and a side is
named by the lower of its first two seats. Points, boxes and games are by side.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from games.engine.gin.by_two import ByTwoRules, Players
from games.engine.gin.game_rules import GinScore, next_dealer
from games.engine.gin.rules import Rules
from games.engine.gin.scoring import game, hollywood
from games.engine.gin.scoring.hand import HandScore, Result
from games.engine.gin.scoring.hollywood import HollywoodScore
from games.engine.scoring.facts import PenaltyPoints, SheetNotice
from games.engine.scoring.game_sheet import SheetGame, SheetHand
from games.engine.scoring.rules import DealtHand
from kernel.seats import Seat
from kernel.text import N_, refusal

PLAYS_TWICE = N_("A hand of this round has been written down for one of these players already.")
NOT_OPPONENTS = N_("A hand is played by one player of each side: say two seats, one of them even.")


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What the hands of a round come to: `points` and `boxes` go to the side `winner`, null where
    both have as many. `is_roodle`: every partner has won."""

    winner: Seat | None
    points: int = 0
    boxes: int = 0
    is_roodle: bool = False


def score_round(rules: Rules, hands: Sequence[HandScore]) -> RoundScore:
    """The side with more points in its won hands scores the difference, and a box; its hands bring
    it extra boxes as ever. A round in which both have as many is nobody's, and brings no box."""
    sums = [sum(one.points for one in hands if one.winner == side) for side in (0, 1)]
    if sums[0] == sums[1]:
        return RoundScore(None)
    winner = 0 if sums[0] > sums[1] else 1
    won = [one for one in hands if one.winner == winner]
    is_roodle = rules.roodle and len(won) == len(hands)
    boxes = min(_box_of(rules, one) for one in won)
    boxes += sum(one.boxes - _box_of(rules, one) for one in won)
    if is_roodle:
        boxes += sum(2 if one.multiplier > 1 else 1 for one in won)
    return RoundScore(winner, abs(sums[0] - sums[1]), boxes, is_roodle)


class PlayedRound(NamedTuple):
    """A round with its hands; its score is null while one of them is missing. `columns` are those
    of a Hollywood sheet in which it was entered, from 1."""

    number: int
    hands: tuple[SheetHand, ...]
    score: RoundScore | None
    columns: tuple[int, ...] = ()


def rounds_of(rules: Rules, game: SheetGame) -> Sequence[PlayedRound]:
    """The rounds of a game, as far as they count."""
    counted = [hand for hand in game.hands if not hand.after_end]
    found: list[PlayedRound] = []
    for at in range(0, len(counted), rules.side_size):
        hands = tuple(counted[at : at + rules.side_size])
        is_over = len(hands) == rules.side_size
        score = score_round(rules, [one.score for one in hands]) if is_over else None
        columns = _entered(game.score, len(found)) if is_over else ()
        found.append(PlayedRound(len(found) + 1, hands, score, columns))
    return found


def _entered(score: GinScore, place: int) -> tuple[int, ...]:
    """The columns in which the round at this place, from 0, was entered."""
    entries = score.entries if isinstance(score, HollywoodScore) else ()
    return entries[place] if place < len(entries) else ()


def _box_of(rules: Rules, won: HandScore) -> int:
    """The box of a won hand without its extra boxes, two where it counts double with its box."""
    doubled = rules.oklahoma_spade == "double_hand_and_boxes" and won.multiplier > 1
    return 2 if doubled else 1


@dataclass(frozen=True)  # without slots, with which super() finds no base
class PartnershipRules(ByTwoRules):
    """Gin between partners by one rule set. What was written of a hand is by side, its `players`
    say who they are, in the order of the sides."""

    most_seats: ClassVar[int] = 16

    @property
    def seats(self) -> int:
        return self.sides * self.knobs.side_size

    @property
    def sides(self) -> int:
        return Rules.sides

    @property
    def hands_in_round(self) -> int:
        return self.knobs.side_size

    def score_game(self, entries: Sequence[HandScore | PenaltyPoints | SheetNotice]) -> GinScore:
        said = list(self._rounds(entries))
        if self.has_columns:
            return hollywood.score_hollywood(self.knobs, said)
        return game.score_game(
            self.knobs, [one for one in said if not isinstance(one, SheetNotice)]
        )

    def columns_of(
        self, score: GinScore, entry: HandScore | PenaltyPoints | SheetNotice
    ) -> tuple[int, ...]:
        """A hand by itself is entered nowhere: its round is (`rounds_of`)."""
        return () if isinstance(entry, HandScore) else super().columns_of(score, entry)

    def _rounds(
        self, entries: Iterable[HandScore | PenaltyPoints | SheetNotice]
    ) -> Iterator[RoundScore | PenaltyPoints | SheetNotice]:
        """The rounds that are over, with the points of penalties, and notice, where they were
        given."""
        hands: list[HandScore] = []
        for entry in entries:
            if isinstance(entry, HandScore):
                hands.append(entry)
            else:
                yield entry
            if len(hands) == self.knobs.side_size:
                yield score_round(self.knobs, hands)
                hands = []

    def next_dealer(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None,
        earlier: Sequence[DealtHand] = (),
    ) -> Seat | None:
        """The player of the dealing side who plays next. A side deals at all tables of a round."""
        side = self._dealing_side(hands, first)
        return None if side is None else self.next_players(number, hands)[side]

    def next_players(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None = None,
        earlier: Sequence[DealtHand] = (),
    ) -> Players:
        return self.still_to_play(number, hands)[0]

    def still_to_play(self, number: int, hands: Sequence[DealtHand]) -> Sequence[Players]:
        """Who meet in the hands that are missing of the round, in the order of the tables: whoever
        is due by the rules or, where others have met than was due, the first who is free."""
        turn = self._turn(number, len(hands) // self.knobs.side_size)
        played = {seat for one in self._running(hands) for seat in one.hand.players}
        free = [seat for seat in range(self.seats) if seat not in played]
        found = []
        for own in [seat for seat in free if self.side_of(seat) == 0]:
            due = self._due(own, turn)
            other = due if due in free else next(seat for seat in free if self.side_of(seat) == 1)
            free.remove(other)
            found.append((own, other))
        return found

    def due_later(self, number: int, hands: Sequence[DealtHand]) -> Sequence[Players]:
        """Who meet in the round after the running one, if the game goes on, in the order of the
        tables."""
        return self.meetings(number, len(hands) // self.knobs.side_size + 1)

    def meetings(self, number: int, rounds: int) -> Sequence[Players]:
        """Who meet by the rules in the round after so many of the game of that number, in the
        order of the tables."""
        turn = self._turn(number, rounds)
        own_side = [seat for seat in range(self.seats) if self.side_of(seat) == 0]
        return [(own, self._due(own, turn)) for own in own_side]

    def _turn(self, number: int, rounds: int) -> int:
        """How often opponents have changed after so many rounds of the game of this number."""
        turns = {"each_hand": rounds, "each_game": number - 1, "never": 0}
        return turns[self.knobs.opponents_change]

    def _due(self, own: Seat, turn: int) -> Seat:
        """Whom a player of the first side meets when opponents have changed so often."""
        return 2 * ((own // 2 + turn) % self.knobs.side_size) + 1

    def checked_players(self, hands: Sequence[DealtHand], said: object) -> Players:
        """Who play the next hand after these of a game, as somebody says it: refused unless they
        are of both sides (`bad_players`) and have not played in this round (`plays_twice`)."""
        if not isinstance(said, list | tuple) or len(said) != 2:
            raise refusal("bad_players", NOT_OPPONENTS, "players")
        seats = sorted((self.checked_seat(seat, "players") for seat in said), key=self.side_of)
        if [self.side_of(seat) for seat in seats] != [0, 1]:
            raise refusal("bad_players", NOT_OPPONENTS, "players")
        played = {seat for one in self._running(hands) for seat in one.hand.players}
        if not played.isdisjoint(seats):
            raise refusal("plays_twice", PLAYS_TWICE, "players")
        return tuple(seats)

    def dealer_among(self, players: Sequence[Seat], dealer: Seat) -> Seat:
        return players[self.side_of(dealer)]

    def place_of(self, seat: Seat, players: Sequence[Seat]) -> Seat:
        """Each side has a place at a hand, whoever of it plays."""
        return self.side_of(seat)

    def _running(self, hands: Sequence[DealtHand]) -> Sequence[DealtHand]:
        """The hands of the round that is not over."""
        return hands[len(hands) - len(hands) % self.knobs.side_size :]

    def _dealing_side(self, hands: Sequence[DealtHand], first: Seat | None) -> Seat | None:
        """The side that deals in the round to which the next hand belongs."""
        running, size = self._running(hands), self.knobs.side_size
        if running or not hands:
            due = running[0].due if running else first
            return None if due is None else self.side_of(due)
        last = hands[-size:]
        dealer, due = last[0].dealer, last[0].due
        as_due = any(one.hand.remedies and one.hand.remedies.next_deal == "as_due" for one in last)
        dealt = due if as_due and self.knobs.dealer_policy == "alternate" else dealer
        if dealt is None:
            return None
        scores = [one.score for one in last]
        winner = score_round(self.knobs, scores).winner
        is_void = all(score.kind == "void" for score in scores)
        kind: Result = "void" if is_void else "tie" if winner is None else "knock"
        return next_dealer(self.knobs, self.side_of(dealt), HandScore(kind, winner))
