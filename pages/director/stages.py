"""The stages among the settings of a tournament: their list, and for each a page of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rummy.rules import RummyRules
from games.rule_books import AgreedRules, book_of, from_stored, length_of
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from pages.director.format_forms import FormatForm
from pages.director.settings import FormSettingsPage, SettingsPage
from pages.director.settings_forms import RoundsSettings
from pages.parts.fields import number_field
from pages.parts.length_form import GinLength, LengthFields, initial_of
from pages.parts.rummy_form import RummyLength
from pages.parts.rummy_form import initial_of as initial_of_rummy
from pages.parts.stage_words import stage_title, who_plays
from tournaments.domain.formats.registry import KNOCK_OUTS, format_class
from tournaments.services.stages.plans import (
    MOST_STAGES,
    MOST_TAKEN,
    StagePlan,
    formats_under,
    plans_of,
    set_stages,
)
from web.actors import say

FINAL = "last_"
"""Begins the names of the fields for the last rounds."""
MOST_FINAL_ROUNDS = 12
WAS = "stages_were"
AS_MANY_GO_ON = 8
"""Into a stage that is added, until somebody says otherwise."""
WAYS = ("up", "down", "out")
OVERTAKEN = N_("Somebody has changed the stages meanwhile. Look at them, then save again.")


class StageForm(FormatForm):
    """A stage of a tournament that is there: its format, who comes into it, its lengths."""

    take = number_field(gettext_lazy("So many come from the stage before"), most=MOST_TAKEN)
    skip = number_field(
        gettext_lazy("The first place that comes is the one after"),
        least=0,
        most=MOST_TAKEN,
        help_text=gettext_lazy(
            "0 for the best; more for a second event of those who missed the cut."
        ),
    )
    final_rounds = number_field(
        gettext_lazy("Another length for the last rounds"),
        least=0,
        most=MOST_FINAL_ROUNDS,
        help_text=gettext_lazy("For so many; 0: for none."),
    )

    def __init__(
        self, *args: Any, is_first: bool, plan: StagePlan, event: AgreedRules, **options: Any
    ) -> None:
        super().__init__(*args, plan=plan, rules=event, **options)
        self.length_knobs = length_of(book_of(event))
        own = replace(event, **plan.rules)
        last = replace(own, **plan.final_rules)
        whole, same = _("as in the whole event"), _("Left empty: the same.")
        is_rummy = isinstance(event, RummyRules)
        length: type[LengthFields] = RummyLength if is_rummy else GinLength
        initial: Any = initial_of_rummy if is_rummy else initial_of
        self.match_length = length(self, _("A match of this stage is"), whole, kept=own, empty=same)
        self.last_match_length = length(
            self,
            _("A match of the last rounds is"),
            _("as in the whole stage"),
            kept=last,
            prefix=FINAL,
            empty=same,
        )
        self.initial = {
            **self.initial,
            **initial(own, plan.rules),
            **initial(last, plan.final_rules, FINAL),
        }
        for name in ("take", "skip", "final_rounds"):
            self.fields[name].initial = getattr(plan, name)
        if is_first:
            del self.fields["take"], self.fields["skip"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self.match_length.clean()
        self.last_match_length.clean()
        wanted = f"{FINAL}length" in self.changed_data and self.last_match_length.kind
        if wanted and not data.get("final_rounds"):
            self.add_error("final_rounds", _("Say for how many of the last rounds it holds."))
        return data

    def stage(self, move: tuple[str, str] | None = None) -> StagePlan:
        """The stage as it is to be, with a tie-break moved. Rules that are no length stay as they
        are."""
        data = self.cleaned_data
        rounds = data["final_rounds"] or 0
        final_rules = self._with(self.plan.final_rules, self.last_match_length)
        return StagePlan(
            data["format"],
            self.parts[data["format"]].settings(move),
            take=data.get("take") or 0,
            skip=data.get("skip") or 0,
            rules=self._with(self.plan.rules, self.match_length),
            final_rounds=rounds,
            final_rules=final_rules if rounds else {},
        )

    def _with(self, rules: Mapping[str, object], length: LengthFields) -> dict[str, object]:
        """Rules with another length."""
        kept = {name: value for name, value in rules.items() if name not in self.length_knobs}
        return kept | length.knobs()


class StagesSettingsPage(SettingsPage):
    """A page on which the stages are changed: each change carries the set-up that it was shown."""

    part = "rounds"

    @cached_property
    def plans(self) -> Sequence[StagePlan]:
        return plans_of(self.tournament)

    def set_stages(self, stages: Sequence[StagePlan]) -> None:
        if self.request.POST.get(WAS) != self._digest():
            raise Refusal(Text("stale", OVERTAKEN))
        first, *later = stages
        set_stages(stages=[replace(first, take=0, skip=0), *later], **self.write())
        messages.success(self.request, _("Saved."))

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "stages_were": self._digest(),
            "why_not_drawn_with": self.why_not_drawn_with(),
        }

    def _digest(self) -> str:
        """Tells one set-up of stages from another."""
        return sha256(repr(self.plans).encode()).hexdigest()[:16]


class RoundsSettingsPage(StagesSettingsPage, FormSettingsPage):
    """The stages, when their rounds begin, and how long a result can be protested."""

    template = "director/settings_rounds.html"
    acts = ("save", "add_stage")
    form_classes = {"part": RoundsSettings}

    def add_stage(self, _key: str) -> str:
        """Add a stage at the end, to be changed then."""
        rules = from_stored(self.tournament.rules, self.tournament.rules_version)
        kinds = {format_class(plan.format).meets for plan in self.plans}
        known = [format for format in formats_under(rules) if format.meets in kinds]
        code = KNOCK_OUTS.get(known[0].meets, known[0].code)
        self.set_stages([*self.plans, StagePlan(code, take=AS_MANY_GO_ON)])
        return self.address("settings_stage", len(self.plans) + 1)

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "stages": [_stage_words(plan) for plan in self.plans],
            "more_stages": len(self.plans) < MOST_STAGES,
        }


class StageSettingsPage(StagesSettingsPage):
    """One stage: its format, who comes into it, how long its matches are."""

    template = "director/settings_stage.html"
    acts = ("stage", "remove_stage")
    form_classes = {"stage": StageForm}

    def find(self) -> Actor:
        actor = super().find()
        if not 1 <= self.number <= len(self.plans):
            raise Http404
        return actor

    @property
    def number(self) -> int:
        number: int = self.kwargs["number"]
        return number

    @property
    def plan(self) -> StagePlan:
        return self.plans[self.number - 1]

    def stage(self, key: str) -> str:
        """Save it; `up.lots` moves one of its tie-breaks as well, or takes it out."""
        self.sent("stage")
        form = self.forms["stage"]
        assert isinstance(form, StageForm)
        move = _move(key.split(".")) if key else None
        self.set_stages(self._with([form.stage(move)]))
        here = self.address("settings_stage", self.number)
        if move is None:
            return here
        # Back to the button: pressed again it moves the same one further.
        button = "order" if move[0] == "out" else "-".join(move)
        return f"{here}#{form.cleaned_data['format']}-{button}"

    def remove_stage(self, _key: str) -> str:
        """Take it out; everybody plays in the one that is the first then."""
        self.set_stages(self._with([]))
        return self.address("settings_rounds")

    def _with(self, instead: Sequence[StagePlan]) -> Sequence[StagePlan]:
        """All stages, with these in the place of this one."""
        return [*self.plans[: self.number - 1], *instead, *self.plans[self.number :]]

    def form_options(self, name: str) -> dict[str, Any]:
        event = from_stored(self.tournament.rules, self.tournament.rules_version)
        return {"is_first": self.number == 1, "plan": self.plan, "event": event}

    def context(self) -> dict[str, Any]:
        return super().context() | {
            "number": self.number,
            "stage_says": _stage_words(self.plan),
            "form": self.forms["stage"],
            "is_only": len(self.plans) == 1,
        }


def _stage_words(plan: StagePlan) -> str:
    return f"{say(stage_title(plan))}. {say(who_plays(plan))}"


def _move(move: Sequence[str]) -> tuple[str, str]:
    """A tie-break to be moved: which way, and which."""
    if len(move) != 2 or move[0] not in WAYS:
        raise BadRequest("no such move")
    return move[0], move[1]
