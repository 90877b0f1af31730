"""What a match is folded from: hands as they were written down, and what penalties did to them."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, Protocol

from kernel.seats import Seat


class WrittenHand(NamedTuple):
    """A hand of the sheet, in the order of play. `dealer` null: nobody noted it. `players` are the
    seats that played it, in the order of their sides; none where all of the match play every hand.

    `counts` is what was written of it, and `remedies` what the rulings on it do to its score, both
    as its game has them; without a ruling they are null. One that was `cut_off` was not played out:
    it is void, and where nobody was given points for it, it is dealt again.
    """

    game: int
    counts: Any
    dealer: Seat | None = None
    remedies: Any = None
    cut_off: bool = False
    players: tuple[Seat, ...] = ()


class StoredHand(Protocol):
    """A hand as it is stored: of any game, which uses what it knows.

    `knocker` is who ended it; `counts` are by seat, null where none was written; a card that was
    not noted is empty. `players` are the seats that played it, none where all did.
    """

    @property
    def players(self) -> Sequence[Seat]: ...
    @property
    def kind(self) -> str: ...
    @property
    def knocker(self) -> Seat | None: ...
    @property
    def counts(self) -> Sequence[int | None]: ...
    @property
    def upcard(self) -> str: ...
    @property
    def limit_card(self) -> str: ...
    @property
    def factor(self) -> int: ...


class LostHand(NamedTuple):
    """A hand that a penalty has lost for `seat`: the points and boxes are the others'."""

    seat: Seat
    points: int
    boxes: int


class RuledEffect(Protocol):
    """What a ruling does, by a word of its game's list of remedies."""

    @property
    def remedy(self) -> str: ...
    @property
    def is_stored(self) -> bool: ...
    def as_json(self) -> dict[str, Any]: ...


class SheetAdjustment(NamedTuple):
    """What a penalty of the event does to the sheet; `seat` is the one it hits, with its side.

    `points` go to each of the other sides in `game`, outside boxes. A `game_loss` ends that game
    and a `match_loss` the match (`game` may be null) against the side: where there are two, the
    other has won it. It came when `after` hands of the match were written down: points join the
    game behind them, and no hand counts behind a lost match. `columns`, which its game says, are
    those of a sheet of several in which the points were entered. A game or a match that the seat
    gave up is lost like one that a penalty took, and `resigned`.
    """

    kind: Literal["points", "game_loss", "match_loss"]
    seat: Seat
    game: int | None
    after: int
    points: int = 0
    columns: tuple[int, ...] = ()
    resigned: bool = False


class SheetNotice(NamedTuple):
    """Where a sheet has no end of its own, a player says before a deal that what is running is the
    last (rulebook 4.4): `seat`, null where nobody noted who, in `game`, when `after` hands of the
    match were written down."""

    seat: Seat | None
    game: int
    after: int


class PenaltyPoints(NamedTuple):
    """Points that a penalty brings others in a game: no hand, and outside boxes."""

    winners: tuple[Seat, ...]
    points: int
