"""What is published of the deals of a match, read from JSON; what it says is checked elsewhere.

It is the answer of `GET matches/{id}/deals/` with the `records` of its hands (the contract of the
online table).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.gin.fair.secrets import LAST_DEAL, Secret, checked_hex, secret_from_hex
from games.engine.gin.fair.words import word_of
from games.engine.gin.notation.record import read_record
from games.engine.gin.notation.series import at_hand
from games.engine.records import read_list, read_object
from kernel.text import N_, refusal, shown

#: What a record says of the end of its hand.
SAID = ("result", "winner", "points", "boxes", "counts")
#: What it says of the cards that were dealt.
DEALT = ("hands", "upcard", "stock")


@dataclass(frozen=True, slots=True)
class Seating:
    """A chain and the words of the seats; null is what nobody was shown before it was given up."""

    number: int
    commitment: str | None
    word_hashes: tuple[str | None, ...]
    words: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal that is over: the j-th of its seating. It was hand `n`, or none, and then it says
    `why`."""

    d: int
    seating: int
    j: int
    secret: Secret
    n: int | None
    why: str


ReadRecord = Callable[[Mapping[str, Any]], Any]
"""What reads the record of a hand of some game."""


@dataclass(frozen=True, slots=True)
class PublishedHand:
    """The record of a hand, as its game reads it. `log` are its actions as they stand there, of
    which `digest` is said to be the digest; `said` is the end by `SAID`, `cards` the deal by
    `DEALT`. `players` are the seats of the two at a table of more; empty where all play."""

    match: int
    n: int
    game: int
    number: int
    d: int
    seating: int
    secret: Secret
    record: Any
    log: Sequence[Mapping[str, Any]] = field(repr=False)
    digest: str
    said: Mapping[str, Any]
    is_ruled: bool
    players: tuple[int, ...] = ()
    cards: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class PublishedMatch:
    """All that is published of a match: `dealt` is the number of its last deal, over or not.

    Dealings and hands are in the order of d.
    """

    match: int
    dealt: int
    seatings: tuple[Seating, ...]
    dealings: tuple[Dealing, ...]
    hands: tuple[PublishedHand, ...]


def read_match(request: Mapping[str, Any], read: ReadRecord = read_record) -> PublishedMatch:
    """What was published; refused where it has another shape. `read` reads the record of a hand,
    of two who play gin if nothing is said."""
    dealings = sorted(map(_dealing, _objects(request, "deals")), key=lambda dealing: dealing.d)
    records = _objects(request, "records")
    hands = sorted((_placed_hand(one, read) for one in records), key=lambda hand: hand.d)
    return PublishedMatch(
        _number(request, "match"),
        _number(request, "dealt"),
        tuple(map(_seating, _objects(request, "seatings"))),
        tuple(dealings),
        tuple(hands),
    )


def _seating(value: Mapping[str, Any]) -> Seating:
    commitment = value.get("commitment")
    hashes, words = _by_seat(value, "word_hashes"), _by_seat(value, "words")
    if len(hashes) != len(words):
        sentence = N_("A seating has as many words as hashes of words.")
        raise refusal("bad_json", sentence, "words")
    return Seating(
        _number(value, "number"),
        None if commitment is None else checked_hex(commitment, "commitment"),
        tuple(None if one is None else checked_hex(one, "word_hashes") for one in hashes),
        tuple(None if word is None else _word(word) for word in words),
    )


def _dealing(value: Mapping[str, Any]) -> Dealing:
    why = value.get("why")
    return Dealing(
        _number(value, "d"),
        _number(value, "seating"),
        _number(value, "j", LAST_DEAL),
        secret_from_hex(value.get("secret"), "secret"),
        None if value.get("n") is None else _number(value, "n"),
        why if isinstance(why, str) else "",
    )


def _placed_hand(value: Mapping[str, Any], read: ReadRecord) -> PublishedHand:
    n = _number(value, "n")
    with at_hand(n):
        return _hand(n, value, read)


def _hand(n: int, value: Mapping[str, Any], read: ReadRecord) -> PublishedHand:
    return PublishedHand(
        _number(value, "match"),
        n,
        _number(value, "game"),
        _number(value, "number"),
        _number(value, "d"),
        _number(value, "seating"),
        secret_from_hex(value.get("secret"), "secret"),
        read(value),
        tuple(map(_plain, _objects(value, "actions"))),
        checked_hex(value.get("log"), "log"),
        {name: value.get(name) for name in SAID},
        bool(read_list(value.get("rulings"), "rulings")),
        tuple(read_list(value.get("players", []), "players")),
        {name: value.get(name) for name in DEALT},
    )


def _plain(action: Mapping[str, Any]) -> Mapping[str, Any]:
    if any(isinstance(value, dict | list) for value in action.values()):
        raise refusal("bad_json", N_("An action has plain values alone."), "actions")
    return action


def _word(value: object) -> str:
    word = word_of(value)
    if word != value:
        raise refusal("bad_word", N_("A word stands as it was hashed, in NFC."), "words")
    return word


def _objects(value: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    return [read_object(one, field) for one in read_list(value.get(field), field)]


def _by_seat(value: Mapping[str, Any], field: str) -> list[Any]:
    values = read_list(value.get(field), field)
    if len(values) < 2:
        sentence = N_("%(field)s has one value for each seat, so two at least.")
        raise refusal("bad_json", sentence, field, field=field)
    return values


def _number(value: Mapping[str, Any], field: str, most: int | None = None) -> int:
    number = value.get(field)
    if type(number) is int and number >= 0 and (most is None or number <= most):
        return number
    sentence = N_("%(field)s is a whole number from 0 on, and not %(value)s.")
    raise refusal("bad_json", sentence, field, field=field, value=shown(number))
