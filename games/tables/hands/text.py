"""The record of a hand of an online table as a person reads it."""

from collections.abc import Mapping
from typing import Any

from games.engine.gin.notation.record import read_record
from games.engine.gin.notation.text import format_record
from games.tables.hands.listing import GIN, hands_by


def is_of_two(record: Mapping[str, Any]) -> bool:
    """Whether two play each hand of this game."""
    return hands_by(record["rules"]) is GIN


def text_of(record: Mapping[str, Any]) -> str:
    """A record of any game."""
    if not is_of_two(record):
        return _counted_text(record)
    hand = read_record(record)
    return format_record(hand.rules, [hand])


def _counted_text(record: Mapping[str, Any]) -> str:
    """The cards, the actions one a line, and what came of it."""
    rules = record["rules"]
    lines = [
        f"Hand {record['n']}, {rules.get('game', rules['variant'])}, seat {record['dealer']} deals",
        *(f"seat {seat}: {' '.join(cards)}" for seat, cards in enumerate(record["hands"])),
        f"upcard: {record['upcard']}",
        f"stock: {' '.join(record['stock'])}",
        "",
        *(f"seat {one['seat']}: {one['action']}" for one in record["actions"]),
        "",
        f"{record['result']}: {' '.join(map(str, record['points']))}",
    ]
    return "\n".join([*lines, ""])
