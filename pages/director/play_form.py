"""Where an event is played, on a form: at the table, online, or both, with a clock and the like.

The fields of what is not chosen (a clock of another kind, all of them at the table) are kept as
they were typed, and not looked at.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tables.clock import DEFAULT_CLOCK, FIGURES
from pages.parts.fields import PageForm, number_field
from pages.parts.play_words import CLOCKS, FLAGS, PLAYS, SPECTATORS
from tournaments.selectors.events.play import HYBRID, ONLINE, TABLE, OnlinePlay

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

USUAL: Mapping[str, str | int] = {
    "minutes": 15,
    "increment": 3,
    "days": 2,
    "vacation": 0,
    **DEFAULT_CLOCK.as_json(),
}
BOUNDS = {figure.name: figure for figures in FIGURES.values() for figure in figures}
OPTIONAL = {name for name, figure in BOUNDS.items() if figure.is_optional}
PARTS = dict.fromkeys(("kind", *BOUNDS), "clock")
"""Which setting a field is a part of, where it is not one itself."""


def _number(name: str) -> forms.IntegerField:
    figure, label = BOUNDS[name], gettext_lazy(BOUNDS[name].words)
    return number_field(label, least=figure.least, most=figure.most, initial=USUAL[name])


def _titles(words: Mapping[str, tuple[str, str]]) -> list[tuple[str, "StrOrPromise"]]:
    return [(code, gettext_lazy(title)) for code, (title, _says) in words.items()]


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A kind of clock that can be chosen, with the fields of its numbers."""

    code: str
    word: str
    is_chosen: bool
    fields: tuple[forms.BoundField, ...]


class PlayFields(PageForm):
    """Where it is played. A valid form has cleaned the settings that count, and none of the fields
    that they were made of: `play` alone at the table."""

    play = forms.ChoiceField(
        label=gettext_lazy("Where is it played"), choices=_titles(PLAYS), initial=TABLE
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Clock"),
        choices=[(kind, gettext_lazy(word)) for kind, word in CLOCKS.items()],
        required=False,
        initial=USUAL["kind"],
    )
    seconds = _number("seconds")
    reserve = _number("reserve")
    minutes = _number("minutes")
    increment = _number("increment")
    days = _number("days")
    vacation = _number("vacation")
    flag = forms.ChoiceField(
        label=gettext_lazy("What it costs to run out of time"),
        choices=_titles(FLAGS),
        required=False,
        initial="game_loss",
    )
    spectators = forms.ChoiceField(
        label=gettext_lazy("Who may watch"),
        choices=_titles(SPECTATORS),
        required=False,
        initial="hand_end",
    )
    assist = forms.BooleanField(
        label=gettext_lazy("The page proposes melds and counts the deadwood"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, bounds in BOUNDS.items():
            within = _("%(least)d to %(most)d") % {"least": bounds.least, "most": bounds.most}
            self.fields[name].help_text = within

    def clock_rows(self) -> list[ClockRow]:
        """What can be chosen, for the page."""
        chosen = self["kind"].value()
        return [
            ClockRow(kind, _(word), kind == chosen, tuple(self[f.name] for f in FIGURES[kind]))
            for kind, word in CLOCKS.items()
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        given = {name: data.pop(name, None) for name in PlayFields.base_fields}
        if given["play"] not in (ONLINE, HYBRID):
            self._forget(PlayFields.base_fields.keys() - {"play"})
            return data | {"play": given["play"]}
        numbers = {f.name for kind in FIGURES if kind == given["kind"] for f in FIGURES[kind]}
        self._forget(BOUNDS.keys() - numbers)
        self._ask_for("kind", *(numbers - OPTIONAL), "flag", "spectators", given=given)
        shown = [name for name in numbers if given[name] or name not in OPTIONAL]
        clock = {"kind": given["kind"], **{name: given[name] for name in shown}}
        return data | {
            "clock": clock,
            **{name: given[name] for name in ("play", "flag", "spectators", "assist")},
        }

    def _forget(self, names: Iterable[str]) -> None:
        """Forget what is wrong with fields that do not count."""
        for name in names:
            self.errors.pop(name, None)

    def _ask_for(self, *names: str, given: Mapping[str, Any]) -> None:
        """Each of these must be given."""
        for name in names:
            if name not in self.errors and given[name] in (None, ""):
                self.add_error(name, self.fields[name].error_messages["required"])


def initial_of(online: OnlinePlay | None) -> dict[str, Any]:
    """What the fields show of an event; at the table, what would be usual online."""
    if online is None:
        return {"play": TABLE}
    return {
        "play": HYBRID if online.is_hybrid else ONLINE,
        **online.clock.as_json(),
        "flag": online.flag,
        "spectators": online.spectators,
        "assist": online.assist,
    }
