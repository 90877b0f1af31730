"""The forms that choose formats: made from the settings that each of them has."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.rule_books import AgreedRules, seats_exactly
from kernel.text import Refusal
from pages.parts.fields import PageForm, number_field
from tournaments.domain.formats.registry import FORMATS, KNOCK_OUTS, format_class
from tournaments.domain.kinds.settings import Setting
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.services.stages.plans import (
    FEWEST_TAKEN,
    MOST_TAKEN,
    StagePlan,
    formats_under,
)
from web.actors import say


class SettingsForm(PageForm):
    """The settings of one format. `given` are those that a stage has; `fine` asks for all."""

    def __init__(
        self,
        format: str,
        *args: Any,
        given: Mapping[str, object] | None = None,
        fine: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(*args, **{**options, "prefix": format})
        chosen = format_class(format)
        self.title, self.says = say(chosen.name), _(chosen.says)
        settings = chosen.settings().items()
        self.standard = {
            name: setting.standard for name, setting in settings if fine or not setting.is_fine
        }
        for name, value in self.standard.items():
            now = (given or {}).get(name, value)
            if name == "tiebreaks":
                self._add_tiebreaks(now)
            else:
                self.fields[name] = _field(chosen.settings()[name], now)

    def _add_tiebreaks(self, now: Any) -> None:
        known = [(tiebreak.code, say(tiebreak.name)) for tiebreak in TIEBREAKS]
        self.fields["tiebreaks"] = forms.MultipleChoiceField(
            label=_("Tie-breaks, in order"), choices=known, initial=list(now)
        )
        left = [(code, name) for code, name in known if code not in self["tiebreaks"].value()]
        self.fields["more"] = forms.ChoiceField(
            label=_("Add a tie-break"), choices=[("", "—"), *left], required=False
        )

    def leave_to_rules(self, names: Sequence[str]) -> None:
        """Ask nothing of these settings, of which the rules leave no choice."""
        for name in names:
            self.fields.pop(name, None)

    def plain(self) -> list[forms.BoundField]:
        """All but the tie-breaks, for the page."""
        return [bound for bound in self if bound.name not in ("tiebreaks", "more")]

    def order(self) -> list[tuple[str, str]]:
        """The tie-breaks in order, by code and name."""
        names = {tiebreak.code: say(tiebreak.name) for tiebreak in TIEBREAKS}
        codes = self["tiebreaks"].value() if "tiebreaks" in self.fields else []
        return [(code, names[code]) for code in codes if code in names]

    def settings(self, move: tuple[str, str] | None = None) -> dict[str, object]:
        """What was chosen, as far as it is not what the format has anyway; with a tie-break moved
        "up" or "down" or taken "out"."""
        data = self.cleaned_data
        chosen = {name: data[name] for name in self.standard if data.get(name) is not None}
        if "tiebreaks" in chosen:
            added = [data["more"]] if data["more"] else []
            chosen["tiebreaks"] = _moved([*chosen["tiebreaks"], *added], move)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in chosen.items()
            if value != self.standard[name]
        }


def _moved(codes: Sequence[str], move: tuple[str, str] | None) -> tuple[str, ...]:
    way, code = move or ("", "")
    if code not in codes:
        return tuple(codes)
    place = codes.index(code)
    rest = [other for other in codes if other != code]
    if way == "out":
        return tuple(rest)
    place = max(place - 1, 0) if way == "up" else place + 1
    return (*rest[:place], code, *rest[place:])


def _field(setting: Setting, now: object) -> forms.Field:
    label, says = say(setting.title), say(setting.says)
    if isinstance(setting.standard, bool):
        return forms.BooleanField(required=False, label=label, help_text=says, initial=now)
    if isinstance(setting.standard, int):
        return number_field(
            label, least=setting.least, most=setting.most, help_text=says, initial=now
        )
    choices = [(code, say(choice)) for code, choice in setting.offered(now).items()]
    return forms.ChoiceField(choices=choices, label=label, help_text=says, initial=now)


class FormatForm(PageForm):
    """Which format, with the settings of each: those of the others are left alone.

    `plan` is the stage as it stands; offered are the formats that go with the `rules` of the event.
    """

    format = forms.ChoiceField(
        label=_("Format"),
        widget=forms.RadioSelect,
        choices=[(format.code, "") for format in FORMATS],
    )
    fine = True

    def __init__(
        self,
        *args: Any,
        plan: StagePlan | None = None,
        rules: AgreedRules | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        formats = FORMATS if rules is None else formats_under(rules)
        self.plan = plan or StagePlan(formats[0].code)
        self.offer("format", [(format.code, "") for format in formats])
        self.fields["format"].initial = self.plan.format
        ids = {"auto_id": options["auto_id"]} if "auto_id" in options else {}
        self.parts = {
            format.code: SettingsForm(
                format.code,
                *args,
                given=self.plan.settings if format.code == self.plan.format else None,
                fine=self.fine,
                **ids,
            )
            for format in formats
        }
        if rules is not None and seats_exactly(rules):
            for part in self.parts.values():
                part.leave_to_rules(("seats", "uneven"))

    @property
    def chosen(self) -> SettingsForm | None:
        """The settings of the format that is chosen."""
        return self.parts.get(self["format"].value())

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if "format" in data and not self.parts[data["format"]].is_valid():
            self.add_error("format", _("Look at its settings."))
        return data

    def names(self) -> set[str]:
        """The names of all fields, those of the settings too, as they are sent."""
        return {bound.html_name for form in (self, *self.parts.values()) for bound in form}

    def refuse(self, refusal: Refusal) -> bool:
        return super().refuse(refusal) or (self.chosen is not None and self.chosen.refuse(refusal))


class FirstFormat(FormatForm):
    """The format of a new tournament, and a knock-out that may follow it."""

    fine = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for code, part in self.parts.items():
            chosen = format_class(code)
            if not chosen.is_knock_out and chosen.meets in KNOCK_OUTS:
                part.fields["take"] = number_field(
                    _("Then a knock-out of the best"),
                    least=FEWEST_TAKEN,
                    most=MOST_TAKEN,
                    help_text=_("So many go on into it; left empty, there is none."),
                )

    def plans(self) -> list[StagePlan]:
        """The stages that are chosen."""
        part = self.parts[self.cleaned_data["format"]]
        first = StagePlan(self.cleaned_data["format"], part.settings())
        take = part.cleaned_data.get("take")
        if not take:
            return [first]
        return [first, StagePlan(KNOCK_OUTS[format_class(first.format).meets], take=take)]
