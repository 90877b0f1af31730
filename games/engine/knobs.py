"""What a knob of a rule set is: one field of the `Rules` of a game, with all that is said of it.

rulebook 3.1. The fields stand with the game; forms, the pages with the rules, the API and
`manage.py rules` are made from them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from types import EllipsisType, NoneType
from typing import Any, Literal, get_args, get_origin

from kernel.text import N_, refusal, shown

KnobType = Literal["int", "int_or_null", "int_or_enum", "enum", "bool"]
KNOB_TYPES: tuple[KnobType, ...] = get_args(KnobType)
KnobValue = int | str | bool | None
KnobChapter = Literal["hand", "scoring", "deal", "game"]
"""The part of the rules in which a knob is told."""

Told = tuple[str, str]
"""How a value is told: in a sentence, and in a phrase of a list, "" where it is usual."""

SILENT: Told = ("", "")
ANY = ...
"""Every value of which nothing else is told."""

_EXPECTED = {
    "int": N_(
        "%(knob)s must be a whole number from %(minimum)s to %(maximum)s, but it is %(value)s."
    ),
    "int_or_null": N_(
        "%(knob)s must be a whole number from %(minimum)s to %(maximum)s, or null for none, "
        "but it is %(value)s."
    ),
    "int_or_enum": N_(
        "%(knob)s must be a whole number from %(minimum)s to %(maximum)s or one of %(choices)s, "
        "but it is %(value)s."
    ),
    "enum": N_("%(knob)s must be one of %(choices)s, but it is %(value)s."),
    "bool": N_("%(knob)s must be true or false, but it is %(value)s."),
}


def _always(rules: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Knob:
    """One field of `Rules`: `least` and `most` bound its numbers, `choices` are its words.

    `told` has a sentence and a phrase by value, `n` being its number; a `chapter` that tells a
    knob in other ways has none. `used` says whether it changes anything in a two-handed match under
    these rules. One that came with a later version of the rules (`since`) has
    what they meant `before`.
    """

    default: KnobValue
    meaning: str
    source: str
    least: int = 0
    most: int = 0
    chapter: KnobChapter | None = None
    told: Mapping[KnobValue | EllipsisType, Told] = field(default_factory=dict)
    used: Callable[[Any], object] = _always
    since: int = 1
    before: KnobValue = None
    name: str = ""
    type: KnobType = "int"
    choices: tuple[str, ...] = ()

    def check(self, value: object) -> None:
        """Refuse (`bad_rules`) what this knob can't be; true is no number, 5.0 no whole one."""
        if not self.allows(value):
            raise refusal(
                "bad_rules",
                _EXPECTED[self.type],
                self.name,
                knob=self.name,
                minimum=self.least,
                maximum=self.most,
                choices=", ".join(self.choices),
                value=shown(value),
            )

    def allows(self, value: object) -> bool:
        """Whether it can be this."""
        if type(value) is bool:
            return self.type == "bool"
        if type(value) is int:
            return self.type.startswith("int") and self.least <= value <= self.most
        if value is None:
            return self.type == "int_or_null"
        return type(value) is str and value in self.choices


def knob(default: KnobValue, meaning: str, source: str, **more: Any) -> Any:
    """A field of `Rules`. Its type says which numbers and words it may be."""
    return field(default=default, metadata={"knob": Knob(default, meaning, source, **more)})


def knobs_of(rules: Any) -> tuple[Knob, ...]:
    """The knobs of a class of rules, in order."""
    return tuple(
        replace(found.metadata["knob"], name=found.name, **_type_of(found.type))
        for found in fields(rules)
    )


def knob_json(knob: Knob) -> dict[str, Any]:
    """A knob as JSON: its type, default and bounds or words, its meaning and source."""
    written: dict[str, Any] = {"type": knob.type, "default": knob.default}
    if knob.type.startswith("int"):
        written |= {"min": knob.least, "max": knob.most}
    if knob.choices:
        written["values"] = list(knob.choices)
    return written | {"meaning": knob.meaning, "source": knob.source}


def _type_of(hint: Any) -> dict[str, Any]:
    parts = get_args(hint) if get_origin(hint) is not Literal else (hint,)
    choices = tuple(chain(*[get_args(part) for part in parts if get_origin(part) is Literal]))
    if hint is bool:
        return {"type": "bool"}
    if hint is not int and int not in parts:
        return {"type": "enum", "choices": choices}
    more = "_or_null" if NoneType in parts else "_or_enum" if choices else ""
    return {"type": f"int{more}", "choices": choices}
