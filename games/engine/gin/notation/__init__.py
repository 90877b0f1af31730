"""Showdowns, hands, games and rule sets as JSON and as text."""

from games.engine.gin.notation.actions import format_action, legal_texts, parse_action
from games.engine.gin.notation.adding import add_up
from games.engine.gin.notation.adjudication import adjudicate
from games.engine.gin.notation.record import (
    HandRecord,
    IllegalStep,
    PlayedAction,
    read_record,
    record_as_json,
    record_of,
    replay,
    replayed,
    steps,
)
from games.engine.gin.notation.rule_sheet import rule_sheet
from games.engine.gin.notation.series import read_series, replay_series, series_as_json
from games.engine.gin.notation.shapes import read_card_set, read_melds
from games.engine.gin.notation.text import format_record, parse_record, result_line, rules_name

__all__ = [
    "HandRecord",
    "IllegalStep",
    "PlayedAction",
    "add_up",
    "adjudicate",
    "format_action",
    "format_record",
    "legal_texts",
    "parse_action",
    "parse_record",
    "read_card_set",
    "read_melds",
    "read_record",
    "read_series",
    "record_as_json",
    "record_of",
    "replay",
    "replay_series",
    "replayed",
    "result_line",
    "rule_sheet",
    "rules_name",
    "series_as_json",
    "steps",
]
