"""The rules of a set one by one: a field for each knob that the engine plays in a tournament.

A knob is changed against a rule set, the base. The fields carry of which base they show the values
(`knobs_of`): where another is chosen meanwhile, they show that one's and nothing is changed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.gin.rules.variants import PLAYABLE_VARIANTS
from games.engine.knobs import Knob, KnobValue
from games.rule_books import AgreedRules, RuleBook, as_dict, book_of, offered
from pages.parts.knob_words import (
    GIN_KNOBS,
    GROUPS,
    OF_PARTNERS,
    idle_word,
    single_knobs,
    sources_of,
    title_of,
    titles_of,
    word_of,
)
from web.actors import say

PREFIX = "knob-"


@dataclass(frozen=True, slots=True)
class Said:
    """A value of a knob, and the rule sets that have it."""

    value: str
    rule_sets: str


def field_of(knob: Knob) -> forms.Field:
    """The field in which a knob is set; left empty a number is none, where there may be none."""
    label = gettext_lazy(title_of(knob))
    if knob.type in ("int", "int_or_null"):
        return forms.IntegerField(
            label=label,
            min_value=knob.least,
            max_value=knob.most,
            required=knob.type == "int",
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
    values: dict[str, KnobValue] = {written(value): value for value in values_of(knob)}
    return forms.TypedChoiceField(
        label=label,
        coerce=partial(_chosen, values),
        choices=[(code, say(word_of(knob, value))) for code, value in values.items()],
        required=knob.name not in OF_PARTNERS,
        empty_value=None,
        widget=forms.Select if knob.type == "int_or_enum" else forms.RadioSelect,
    )


def _chosen(values: Mapping[str, KnobValue], code: str) -> KnobValue:
    if code not in values:
        raise ValueError(code)
    return values[code]


def values_of(knob: Knob) -> tuple[KnobValue, ...]:
    """What a knob of words can be in a tournament, the usual first."""
    if knob is GIN_KNOBS["variant"]:
        return PLAYABLE_VARIANTS
    if knob.type == "bool":
        return (False, True)
    numbers = range(knob.most, knob.least - 1, -1) if knob.type == "int_or_enum" else ()
    return (*numbers, *knob.choices)


def written(value: KnobValue) -> str:
    """A value as the form has it."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def shown(rules: AgreedRules) -> dict[str, KnobValue]:
    """What the fields show of rules, by their names: numbers, and the codes of what is chosen."""
    values, book = as_dict(rules), book_of(rules)
    knobs = single_knobs(book)
    return {
        PREFIX + name: values[name]
        if knobs[name].type in ("int", "int_or_null")
        else written(values[name])
        for name in titles_of(book)
    }


def typed(rules: AgreedRules) -> dict[str, str]:
    """The same as a browser sends it."""
    return {name: written(value) for name, value in shown(rules).items()}


def differ(rules: AgreedRules, base: AgreedRules) -> bool:
    """Whether any single rule is another one."""
    return shown(rules) != shown(base)


def changed(typed: Mapping[str, Any], base: AgreedRules) -> dict[str, Any]:
    """The knobs that are typed otherwise than the base has them; those of partners may be left
    out."""
    values = as_dict(base)
    given = {name: typed[PREFIX + name] for name in titles_of(book_of(base))}
    return {
        name: value
        for name, value in given.items()
        if value != values[name] and not (name in OF_PARTNERS and value is None)
    }


def said(knob: Knob, book: RuleBook) -> Iterator[Said]:
    """What the rule sets of a game that can be chosen say, the value that most have first."""
    by_value: dict[KnobValue, list[str]] = {}
    for rule_set in offered(book):
        by_value.setdefault(getattr(rule_set.rules, knob.name), []).append(_(rule_set.called))
    for value, names in sorted(by_value.items(), key=lambda item: -len(item[1])):
        yield Said(say(word_of(knob, value)), ", ".join(names))


@dataclass(frozen=True, slots=True)
class Line:
    """A knob on the page: its field, what it is for, and what is said of it elsewhere. `idle` says
    why it changes nothing, "" where it does."""

    name: str
    field: forms.BoundField
    idle: str
    meaning: str
    sources: str
    said: tuple[Said, ...]
    is_list: bool


def groups(
    form: forms.Form, chosen: AgreedRules, *, of_two: bool = False
) -> list[tuple[str, list[Line]]]:
    """The fields by the part of the sheet, `of_two` without those of partners; `chosen` are the
    rules to which the form leads."""
    book = book_of(chosen)
    knobs = single_knobs(book)
    return [
        (_(title), [_line(form[PREFIX + name], knobs[name], chosen) for name in names])
        for title, names in GROUPS[book.game].items()
        if not (of_two and OF_PARTNERS.issuperset(names))
    ]


def _line(field: forms.BoundField, knob: Knob, chosen: AgreedRules) -> Line:
    idle = idle_word(knob, chosen)
    return Line(
        name=knob.name,
        field=field,
        idle=say(idle) if idle else "",
        meaning=_(knob.meaning),
        sources=", ".join(say(source) for source in sources_of(knob)),
        said=tuple(said(knob, book_of(chosen))),
        is_list=isinstance(field.field.widget, forms.RadioSelect),
    )


def renewed(book: RuleBook) -> str:
    """What of the page htmx changes as soon as a rule is changed: whether others are of use."""
    return ",".join(f"#idle-{name}" for name in titles_of(book))
