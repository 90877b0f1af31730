"""The sentences that are stored as a code and its values: why an entrant stands at a place, what is
sure of them, why two meet."""

from collections.abc import Iterator, Mapping
from typing import Any

from kernel.text import Text
from tournaments.domain import standings
from tournaments.domain.formats.registry import FORMATS
from tournaments.domain.kinds.base import Sentence
from tournaments.domain.kinds.clinch import sentences as clinching
from tournaments.domain.pairing import reasons
from tournaments.domain.tiebreaks import AT_TABLES, TIEBREAKS


def _sentences() -> Iterator[Sentence]:
    yield from standings.SENTENCES
    yield from clinching.SENTENCES
    yield from reasons.SENTENCES
    yield from (tiebreak.name for tiebreak in (*TIEBREAKS, *AT_TABLES))
    for kind in {kind for format in FORMATS for kind in format.__mro__}:
        own: tuple[Sentence, ...] = vars(kind).get("sentences", ())
        yield from own


TEMPLATES: Mapping[str, str] = dict(
    (said.code, said.template) if isinstance(said, Text) else said for said in _sentences()
)
"""By code."""


def stored(text: Text) -> dict[str, object]:
    """A sentence as its code and values: in the values a sentence may stand, too."""
    values = {
        name: stored(value) if isinstance(value, Text) else value
        for name, value in text.values.items()
    }
    return {"code": text.code, "values": values}


def text_from(stored: Mapping[str, Any], names: Mapping[int, str] | None = None) -> Text:
    """The sentence that was stored as `{"code", "values"}`, inner ones too.

    `opponent` is kept as an entry: its name is put in.
    """
    values = dict(stored["values"])
    if names and values.get("opponent") is not None:
        values["opponent"] = names[values["opponent"]]
    for name, value in values.items():
        if isinstance(value, Mapping):
            values[name] = text_from(value, names)
    return Text(stored["code"], TEMPLATES[stored["code"]], values)
