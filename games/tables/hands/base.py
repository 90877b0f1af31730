"""What an online table asks of the game that is played at it: each game has one class of this kind.

Nothing above it knows more of a hand than `Hand` says. Actions are texts, as they stand in the log
of a table, and cards leave a hand by its views alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.engine.cards import Card
from games.engine.gin.bots.manners import Manner
from games.engine.gin.rules import Rules
from games.engine.hints import Hint
from games.engine.rummy.rules import RummyRules
from kernel.seats import Seat
from kernel.text import N_, Refusal, Text

TableRules = Rules | RummyRules
"""The rules of any game that is played at an online table."""

Played = Sequence[Mapping[str, Any]]
"""The actions of a hand so far, each with `seat` and `action`."""


class Hand(Protocol):
    """A hand at one moment, as its game has it. Seats are places of the hand, `turn` is whose turn
    it is; `ending` says how it ended, null while it is played."""

    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def ending(self) -> object | None: ...


class Drawn(NamedTuple):
    """What the cards say that were drawn for the first deal: `high` has the highest, `chooser`
    chooses who deals; where the cards say it themselves nobody does, and `dealer` deals."""

    high: Seat
    chooser: Seat | None
    dealer: Seat | None


class Seen(NamedTuple):
    """An action as everybody at the table sees it: its `kind`, its card, null where there is none
    or it lies face down, by its name where it is none of the pack, and its meld as text."""

    kind: str
    card: Card | str | None
    meld: str = ""


@dataclass(frozen=True, slots=True)
class Sighted:
    """All that a computer player is told: the JSON of its seat's view, what was played of the hand,
    and of the hands before it in the match."""

    seat: Seat
    view: Mapping[str, Any]
    played: Played
    earlier: Sequence[Played] = ()


class IllegalAction(Refusal):
    """An action that can't be done now; `legal` are those that can, as texts."""

    def __init__(self, text: Text, legal: Sequence[str]) -> None:
        super().__init__(text, "action")
        self.legal = legal

    @classmethod
    def of(cls, kind: str, legal: Sequence[str]) -> "IllegalAction":
        """The same for an action of this kind."""
        sentence = N_("%(kind)s is not possible now.")
        return cls(Text("illegal_action", sentence, {"kind": kind}), legal)


#: What says that an action is none, whichever part of it is wrong.
_UNREADABLE = ("bad_card", "duplicate_card")


def unreadable(refused: Refusal) -> Refusal:
    """The refusal of a text that is no action, as a table says it."""
    if refused.text.code not in _UNREADABLE:
        return refused
    return Refusal(Text("bad_action", refused.text.template, refused.text.values), "action")


H = TypeVar("H", bound=Hand)
R = TypeVar("R")


class Hands(ABC, Generic[H, R]):
    """How the hands of a game are played at an online table; `H` is a hand, `R` its rules."""

    @abstractmethod
    def rules_json(self, rules: R) -> dict[str, Any]:
        """The rules as views and records show them."""

    @abstractmethod
    def draw(self, rules: R, seats: int, seed: bytes) -> tuple[Card, ...]:
        """The cards of the draw for the first deal, one for each account, as its seed deals
        them."""

    @abstractmethod
    def drawn(self, rules: R, cards: Sequence[Card]) -> Drawn:
        """What these cards say."""

    @abstractmethod
    def deal(self, rules: R, seats: int, dealer: Seat, seed: bytes) -> Any:
        """The cards of a hand that so many play, by its seed: what `begin` begins with. They are
        as secret as the seed."""

    @abstractmethod
    def begin(self, rules: R, dealer: Seat, cards: Any) -> H:
        """A dealt hand before its first action."""

    @abstractmethod
    def apply(self, hand: H, action: str) -> H:
        """The hand after an action of the player in turn, as it was written down."""

    @abstractmethod
    def legal(self, hand: H) -> list[str]:
        """What the player in turn may do, as sorted texts."""

    @abstractmethod
    def kind_of(self, typed: object) -> str:
        """The kind of an action that somebody sent; refused (`bad_action`) where it is none."""

    @abstractmethod
    def checked(self, hand: H, typed: object) -> str:
        """An action that somebody sent for the player in turn, as it is written down. Refused
        (`IllegalAction`) is what `legal` has not, else what the rules forbid."""

    @abstractmethod
    def automatic(self, hand: H) -> str:
        """What is played for a seat whose time is over: an action that ends nothing that need not
        end, and looks at no other seat's cards."""

    @abstractmethod
    def best_answer(self, hand: H) -> list[str]:
        """All that the player in turn still does after a knock, at best; refused in its turn is
        the one action of who has nothing to answer."""

    @abstractmethod
    def said(self, hand: H, players: Sequence[Seat]) -> Any:
        """What is written of a hand that is over, as the match takes it; null: it was nobody's.
        `players` as the dealing has them."""

    @abstractmethod
    def hidden_view(self, turn: Seat | None = None) -> dict[str, Any]:
        """Nothing but whose turn it is, under the keys of a view."""

    @abstractmethod
    def seat_view(self, hand: H, place: Seat) -> dict[str, Any]:
        """What the player in this place may know: their own cards and what lies open."""

    @abstractmethod
    def public_view(self, hand: H) -> dict[str, Any]:
        """What lies open, and no card besides."""

    @abstractmethod
    def disclosed_view(self, hand: H) -> dict[str, Any]:
        """All hands, and besides what lies open."""

    @abstractmethod
    def over_view(self, hand: H, place: Seat | None) -> dict[str, Any]:
        """A hand that is over as it ended; one that was cut off is void."""

    @abstractmethod
    def seen(self, hand: H, actions: Iterable[str]) -> list[Seen]:
        """The actions of this hand so far as everybody saw them."""

    @abstractmethod
    def new_card(self, hand: H) -> Card | str | None:
        """The card that was just drawn, which its own player alone may know; null where none was
        or nobody keeps it."""

    @abstractmethod
    def choose(self, manner: Manner, seed: str, sighted: Sighted, view: Mapping[str, Any]) -> str:
        """What a computer player does who plays so and is in turn. `view` is that of `sighted`, as
        it was read from JSON."""

    @abstractmethod
    def hint(self, sighted: Sighted) -> Hint:
        """What the best computer player would do whose seat this is, and why."""

    @abstractmethod
    def record(
        self,
        rules: R,
        dealer: Seat,
        cards: Any,
        actions: Iterable[Mapping[str, Any]],
        cut_off: str = "",
    ) -> dict[str, Any]:
        """The part of a record that follows from its cards and actions: both, and what came of them
        by the rules alone. `replay` and `verify_deals` read it as it is."""
