"""What the score of a match asks of the rules of its game.

How a hand and a game come to points is the matter of each game. What becomes of games in a match,
what penalties and decisions do to its sheet, and who has won it is the same in all of them, and for
any number of seats (`match`, `sheet`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from games.engine.scoring.facts import (
    LostHand,
    PenaltyPoints,
    SheetNotice,
    StoredHand,
    WrittenHand,
)
from kernel.seats import SIDES, PerSeat, Seat, others
from kernel.text import N_, Refusal, Text, refusal, shown


class ScoredHand(Protocol):
    """What a sheet knows of the price of a hand; its game alone knows to whom it brings what.

    The API shows more of it, by the same names in every game: who ended it, the `counts` by seat,
    and the points and boxes of its winner.
    """

    @property
    def kind(self) -> str: ...
    @property
    def winner(self) -> Seat | None: ...
    @property
    def brings_nothing(self) -> bool: ...
    def as_void(self) -> Self: ...


class FinishedGame(Protocol):
    """What a match knows of a game: who has won it, null until then, by what, and by seat what each
    has in all, and what it brings them in a match to points by nets."""

    @property
    def winner(self) -> Seat | None: ...
    @property
    def net(self) -> int | None: ...
    @property
    def totals(self) -> PerSeat: ...
    @property
    def brings(self) -> PerSeat: ...


class ScoredGame(FinishedGame, Protocol):
    """What a sheet knows of a game. A finished game without a winner is nobody's."""

    @property
    def finished(self) -> bool: ...
    @property
    def points(self) -> PerSeat: ...
    @property
    def boxes(self) -> PerSeat: ...


class MatchLength(Protocol):
    """How many sides a match has, and for how long they play: `match_type` "best_of" 5 games,
    "points" 500, a "single" game, or "rounds", a game of so many hands. `points_by`: whether games
    bring their "net" to the winner, or "gross" to each what they have in all."""

    @property
    def sides(self) -> int: ...
    @property
    def match_type(self) -> str: ...
    @property
    def match_n(self) -> int: ...
    @property
    def points_by(self) -> str: ...


class Ending(NamedTuple):
    """A way in which a hand ends of which everybody's count is written down: its `code` is the kind
    of the hand. `by_somebody`: a player ends it; `leaves_nothing`: who then has no count."""

    code: str
    called: str
    by_somebody: bool = True
    leaves_nothing: bool = False


class DealtHand(NamedTuple):
    """A hand of a game with its price. `dealer` dealt it and `due` was to deal it by the rules;
    null where nobody knows."""

    hand: WrittenHand
    score: Any
    dealer: Seat | None
    due: Seat | None


H = TypeVar("H", bound=ScoredHand)
G = TypeVar("G", bound=ScoredGame)


class GameRules(ABC, Generic[H, G]):
    """The rules of a game as a match is scored by them: each game has a class of its own.

    `H` is what a hand is worth, `G` a game. `knobs` is the rule set, as the game has it. A match
    that is stored says its game by `name`; `version` is that of the rulebook by which is ruled now.
    Hands of `gin_kinds` are counted for tie-breaks. No match of the game has more seats than
    `most_seats`.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1
    most_seats: ClassVar[int]
    gin_kinds: ClassVar[frozenset[str]] = frozenset()
    knobs: Any

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many people play a match."""

    @property
    def sides(self) -> int:
        """How many accounts a match has: one for each seat, unless partners share theirs."""
        return self.seats

    def side_of(self, seat: Seat) -> Seat:
        """The account of a seat."""
        return seat % self.sides

    def other_sides(self, seat: Seat) -> tuple[Seat, ...]:
        """The accounts that are not this seat's."""
        return others(self.side_of(seat), self.sides)

    @property
    @abstractmethod
    def match_type(self) -> str: ...

    @property
    @abstractmethod
    def match_n(self) -> int: ...

    @property
    def points_by(self) -> str:
        """What games bring in a match to points; a game that knows one way alone leaves it."""
        return "net"

    @abstractmethod
    def score_hand(self, hand: WrittenHand) -> H:
        """The price of a hand. Refuses whatever can't have happened."""

    @abstractmethod
    def score_game(self, entries: Sequence[H | PenaltyPoints | SheetNotice]) -> G:
        """A game as far as it is played. What comes after its end is not used."""

    def accounts(self, game: FinishedGame) -> PerSeat:
        """What a finished game brings each side when all settle with one another: every two of them
        the difference of what they have in all, so that it sums to nothing."""
        everything = sum(game.totals)
        return tuple(self.sides * total - everything for total in game.totals)

    @property
    def has_boxes(self) -> bool:
        """Whether a won hand is a box."""
        return True

    @property
    def counts_against(self) -> bool:
        """Whether points are penalties: the fewest win."""
        return False

    @property
    def endings(self) -> Sequence[Ending]:
        """How a hand can end, where all of the match play every hand and everybody's count is
        written down (`CountedHand`); nothing where a hand is one of two."""
        return ()

    @property
    def seats_of_hand(self) -> int:
        """How many play a hand."""
        return SIDES

    @property
    def has_columns(self) -> bool:
        """Whether a game is kept in several columns at once, each a game by itself."""
        return False

    @property
    def knows_notice(self) -> bool:
        """Whether a game goes on until a player gives notice."""
        return False

    def columns_of(self, game: G, entry: H | PenaltyPoints | SheetNotice) -> tuple[int, ...]:
        """The columns, from 1, in which the last entry of a game was entered; none where a game
        has no columns."""
        return ()

    @abstractmethod
    def taken_by_leader(self, game: G) -> G:
        """An unfinished game given to whoever leads; refused (`level_game`) where nobody does."""

    @abstractmethod
    def lost_by_penalty(self, game: G, loser: Seat) -> G:
        """A game that a penalty ends against a seat."""

    @abstractmethod
    def next_dealer(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None,
        earlier: Sequence[DealtHand] = (),
    ) -> Seat | None:
        """Who deals next in the game of that number, of which these hands are dealt; `first` has
        its first deal where it goes round; null where nobody knows. `earlier` are the hands of the
        game before."""

    def next_players(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None = None,
        earlier: Sequence[DealtHand] = (),
    ) -> tuple[Seat, ...]:
        """Who play the next hand of the game of that number, in the order of their sides; nobody
        where all play every hand."""
        return ()

    def still_to_play(self, number: int, hands: Sequence[DealtHand]) -> Sequence[tuple[Seat, ...]]:
        """Who meet in the hands of the running round that can be played now, side by side, the next
        one first; nobody where a round is one hand."""
        return []

    def checked_players(self, hands: Sequence[DealtHand], said: object) -> tuple[Seat, ...]:
        """Who play the next hand after these of a game, as somebody says it; refused where they
        can't (`bad_players`)."""
        sentence = N_("In this match everybody plays every hand: leave out who plays.")
        raise refusal("bad_players", sentence, "players")

    def dealer_among(self, players: Sequence[Seat], dealer: Seat) -> Seat:
        """Who of these players deals a hand that was to be dealt by `dealer`, with others."""
        return dealer

    @abstractmethod
    def game_from_result(self, handed_in: Mapping[str, object]) -> G:
        """A game handed in as a whole, its `winner` with what its game is won by; refused, with the
        field at fault, where it can't be."""

    @abstractmethod
    def written(self, stored: StoredHand) -> Any:
        """What was written of a hand (`WrittenHand.counts`), from what is stored of it."""

    @abstractmethod
    def stored(self, said: Any, remedies: Any, players: Sequence[Seat]) -> Mapping[str, object]:
        """What is stored of a hand, as `StoredHand` has it, with its `cards` if they are known.

        `said` is as the game takes it; `players` play it, nobody where all play every hand. Refuses
        whatever has no price, by the rules or the rulings.
        """

    @abstractmethod
    def remedies(
        self, effects: Iterable[object], lost: LostHand | None, players: Sequence[Seat] = ()
    ) -> Any:
        """What rulings, by their effects as they are stored, and a penalty do to the price of a
        hand that these play, nobody where all play every hand."""

    @property
    def hands_in_round(self) -> int:
        """How many hands of a match are played at once: between partners one for each pair."""
        return 1

    def place_of(self, seat: Seat, players: Sequence[Seat]) -> Seat | None:
        """The place that a seat has in a hand of these, as rulings on it are judged; null where it
        sits out."""
        return seat

    def seat_at(self, place: Seat, players: Sequence[Seat]) -> Seat:
        """Whose place it is in a hand of these, as rulings on it are kept."""
        return place

    def waiting_for(self, players: Sequence[Seat], hands: Sequence[DealtHand]) -> Sequence[Seat]:
        """Who sits out in the hand of these that comes after `hands`, in the order in which they
        come in; nobody where all play every hand."""
        return ()

    def drawn(self, cards: Sequence[object]) -> tuple[list[str], Seat | None]:
        """Cards that were drawn for the first deal, one a seat, as they are stored, and who deals
        by them; null where somebody chooses. Refused what can't have been drawn, and any card in a
        game that knows no such draw."""
        raise Refusal(Text("no_draw", N_("This game knows no draw for the deal.")), "cards")

    def drawn_players(self, cards: Sequence[object]) -> tuple[Seat, ...]:
        """Who play the first hand of the match by the cards that were drawn; nobody where all play
        every hand."""
        return ()

    def checked_seat(self, seat: object, field: str) -> Seat:
        """A seat of this game as somebody sent it, or a refusal `bad_seat`."""
        if type(seat) is int and 0 <= seat < self.seats:
            return seat
        sentence = N_("A seat is a number from 0 to %(last)s, not %(value)s.")
        values = {"last": self.seats - 1, "value": shown(seat)}
        raise Refusal(Text("bad_seat", sentence, values), field)


AnyRules = GameRules[Any, Any]
