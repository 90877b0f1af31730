"""The record of a game or a match as JSON: its hands in the order of play, under the same rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from games.engine.gin.notation.adding import add_up
from games.engine.gin.notation.record import (
    CUT_OFF,
    HandRecord,
    read_record,
    record_as_json,
    replay,
)
from games.engine.gin.rules import Rules, rules_from
from games.engine.records import IllegalStep, read_list, read_object
from kernel.text import N_, Refusal, Text

T = TypeVar("T")

_PLACE = N_("Hand %(hand)s: %(problem)s")


def series_as_json(rules: object, hands: Sequence[HandRecord]) -> dict[str, Any]:
    """What `read_series` reads; `rules` are written as given, once for all hands."""
    written = [record_as_json(hand, rules) for hand in hands]
    return {
        "rules": rules,
        "hands": [{name: hand[name] for name in hand if name != "rules"} for hand in written],
    }


def read_series(request: Mapping[str, Any]) -> tuple[Rules, tuple[HandRecord, ...]]:
    """The rules and the hands of a record; refused with the number of the hand that is wrong."""
    rules = rules_from(request.get("rules"))
    return rules, tuple(_at(number, read_record, hand) for number, hand in _hands(request))


def replay_series(request: Mapping[str, Any]) -> dict[str, Any]:
    """Every hand played again, and what they add up to.

    `sheet` as for `score` (`game`, `match`, `hollywood`; left out, `match`). A hand that goes wrong
    is refused with its number, as `IllegalStep` at its action.
    """
    records = _hands(request)
    hands = [_at(number, replay, hand) for number, hand in records]
    for (number, record), hand in list(zip(records, hands, strict=True))[:-1]:
        if not hand["finished"] and record.get("result") != CUT_OFF:
            sentence = N_("it is not over, but another was dealt after it.")
            raise Refusal(_placed(number, Text("unfinished", sentence)), "hands")
    added = [
        {"winner": hand["winner"], "points": sum(hand["points"]), "boxes": sum(hand["boxes"])}
        for hand in hands
        if hand["finished"]
    ]
    sheet = request.get("sheet", "match")
    return {
        "hands": hands,
        "score": add_up({"rules": request.get("rules"), "sheet": sheet, "hands": added}),
    }


def _hands(request: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
    hands = [read_object(hand, "hands") for hand in read_list(request.get("hands"), "hands")]
    return [
        (number, {**hand, "rules": request.get("rules")})
        for number, hand in enumerate(hands, start=1)
    ]


def _at(number: int, read: Callable[[dict[str, Any]], T], hand: dict[str, Any]) -> T:
    with at_hand(number):
        return read(hand)


@contextmanager
def at_hand(number: int) -> Iterator[None]:
    """What is refused meanwhile is refused with the number of its hand."""
    try:
        yield
    except IllegalStep as illegal:
        text = _placed(number, illegal.text)
        raise IllegalStep(text, illegal.at, illegal.action, illegal.legal) from illegal
    except Refusal as refusal:
        raise Refusal(_placed(number, refusal.text), "hands") from refusal


def _placed(number: int, problem: Text) -> Text:
    return Text(problem.code, _PLACE, {"hand": number, "problem": problem})
