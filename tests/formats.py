"""The formats by who plays a match, for tests that play each of them."""

from tournaments.domain.formats.registry import FORMATS

OF_TWO = [format.code for format in FORMATS if format.meets == "two"]
"""The codes of those in which two meet."""

RULES = {
    "two": "club",
    "table": {"variant": "cutthroat", "match_type": "single"},
    "partners": {"variant": "partnership", "match_type": "single"},
}
"""Rules by which each kind is played, by who meets."""

RULES_OF = {format.code: RULES[format.meets] for format in FORMATS}
"""The same by format."""
