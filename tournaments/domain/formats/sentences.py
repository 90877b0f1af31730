"""The sentences of standings that are stored as a code and its values."""

from collections.abc import Mapping
from typing import Any

from kernel.text import Text
from tournaments.domain import standings
from tournaments.domain.formats import double_elimination as two_sided
from tournaments.domain.formats import ladder, qualifying, round_robin
from tournaments.domain.formats import single_elimination as knock_out
from tournaments.domain.formats.base import NOT_DRAWN
from tournaments.domain.pairing import reasons
from tournaments.domain.tiebreaks import TIEBREAKS

_TEXTS = (
    knock_out.FINAL,
    knock_out.SEMI_FINALS,
    knock_out.QUARTER_FINALS,
    knock_out.THIRD_PLACE,
    two_sided.WINNERS_FINAL,
    two_sided.LOSERS_FINAL,
    two_sided.GRAND_FINAL,
    two_sided.SECOND_FINAL,
    NOT_DRAWN,
    standings.NO_RESULT,
    round_robin.ANNULLED,
    *(tiebreak.name for tiebreak in TIEBREAKS),
)
_PAIRS = (
    ("round_of", knock_out.ROUND_OF),
    knock_out.PLACES,
    two_sided.WINNERS_ROUND,
    two_sided.LOSERS_ROUND,
    knock_out.STILL_IN,
    knock_out.WITHDREW,
    knock_out.PUT_OUT,
    knock_out.WON_BY_PUTTING_OUT,
    knock_out.NOBODY_LEFT,
    standings.AHEAD,
    standings.BEHIND,
    standings.AHEAD_BY_LOT,
    standings.BEHIND_BY_LOT,
    standings.LEVEL,
    standings.ALONE,
    *knock_out.WON.values(),
    *knock_out.LOST.values(),
    ladder.ROUND_OF,
    *ladder.REASONS,
)
TEMPLATES: Mapping[str, str] = {text.code: text.template for text in _TEXTS} | dict(_PAIRS)


PAIRING_TEMPLATES: Mapping[str, str] = {
    **reasons.FAULTS,
    **{text.code: text.template for text in reasons.TEXTS},
    **dict(reasons.PAIRS),
    **dict((ladder.NEIGHBOURS, ladder.BYE)),
    **{text.code: text.template for text in (qualifying.DRAWN, qualifying.BYE)},
}
"""The sentences that say why two were paired."""


def stored(text: Text) -> dict[str, object]:
    """A sentence as its code and values: in the values a sentence may stand, too."""
    values = {
        name: stored(value) if isinstance(value, Text) else value
        for name, value in text.values.items()
    }
    return {"code": text.code, "values": values}


def text_from(stored: Mapping[str, Any], names: Mapping[int, str]) -> Text:
    """The sentence that was stored as `{"code", "values"}`, inner ones too.

    `opponent` is kept as an entry: its name is put in.
    """
    values = dict(stored["values"])
    if values.get("opponent") is not None:
        values["opponent"] = names[values["opponent"]]
    for name, value in values.items():
        if isinstance(value, Mapping):
            values[name] = text_from(value, names)
    return Text(stored["code"], TEMPLATES[stored["code"]], values)


def pairing_text_from(stored: Mapping[str, Any]) -> Text:
    """The reason of a pairing that was stored as `{"code", "values"}`."""
    return Text(stored["code"], PAIRING_TEMPLATES[stored["code"]], stored["values"])
