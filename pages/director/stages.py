"""The stages of a tournament on its page of settings: each a form, and every button saves."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import BadRequest
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.gin.rules import length_knobs
from kernel.text import N_, Refusal, Text
from pages.director.format_forms import LENGTHS, FormatForm, length_choices
from pages.parts.fields import PageForm, number_field
from pages.parts.rooms import TournamentRoomPage
from pages.parts.stage_words import stage_title, who_plays
from tournaments.domain.formats.registry import KNOCK_OUT
from tournaments.services.stages.plans import (
    MOST_STAGES,
    MOST_TAKEN,
    StagePlan,
    plans_of,
    set_stages,
)
from web.actors import say

AS_EVENT, AS_IT_IS = "", "kept"
"""The choices of a length beside a number of games: none of its own, and one that is no best of."""
LENGTH = frozenset({"match_type", "match_n"})
MOST_FINAL_ROUNDS = 12
WAS = "stages_were"
NEW_STAGE = StagePlan(KNOCK_OUT, take=8)
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
    best_of = forms.ChoiceField(label=gettext_lazy("A match of this stage is"), required=False)
    final_rounds = number_field(
        gettext_lazy("Another length for the last rounds"),
        least=0,
        most=MOST_FINAL_ROUNDS,
        help_text=gettext_lazy("For so many; 0: for none."),
    )
    final_best_of = forms.ChoiceField(label=gettext_lazy("A match of them is"), required=False)

    def __init__(self, *args: Any, is_first: bool, plan: StagePlan, **options: Any) -> None:
        super().__init__(*args, plan=plan, **options)
        for name, rules in (("best_of", plan.rules), ("final_best_of", plan.final_rules)):
            self.offer(name, _lengths(rules))
            self.fields[name].initial = str(_length(rules))
        for name in ("take", "skip", "final_rounds"):
            self.fields[name].initial = getattr(plan, name)
        if is_first:
            del self.fields["take"], self.fields["skip"]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        wanted = "final_best_of" in self.changed_data and data.get("final_best_of")
        if wanted and not data.get("final_rounds"):
            self.add_error("final_rounds", _("Say for how many of the last rounds it holds."))
        return data

    def stage(self, move: tuple[str, str] | None = None) -> StagePlan:
        """The stage as it is to be, with a tie-break moved. Rules that are no length stay as they
        are."""
        data = self.cleaned_data
        rounds = data["final_rounds"] or 0
        final_rules = _with_length(self.plan.final_rules, data["final_best_of"])
        return StagePlan(
            data["format"],
            self.parts[data["format"]].settings(move),
            take=data.get("take") or 0,
            skip=data.get("skip") or 0,
            rules=_with_length(self.plan.rules, data["best_of"]),
            final_rounds=rounds,
            final_rules=final_rules if rounds else {},
        )


class StagesRoomPage(TournamentRoomPage):
    """A page with the stages of its tournament, which are set up there."""

    tab = "settings"
    acts: ClassVar[Sequence[str]] = ("stage", "add_stage", "remove_stage")

    @cached_property
    def plans(self) -> Sequence[StagePlan]:
        return plans_of(self.tournament)

    # What is done

    def stage(self, key: str) -> str:
        """Save one stage; `2.up.lots` moves one of its tie-breaks as well, or takes it out."""
        number, *move = key.split(".")
        place = self._place(number)
        self.sent(_name(place))
        form = self.forms[_name(place)]
        assert isinstance(form, StageForm)
        found = _move(move)
        here = self._set(place, [form.stage(found)], shown=place)
        if found is None or found[0] == "out":
            return here
        # Back to the button: pressed again it moves the same one further.
        return f"{here}-{form.cleaned_data['format']}-{'-'.join(found)}"

    def add_stage(self, _key: str) -> str:
        """Add a stage at the end, to be changed then."""
        return self._set(len(self.plans), [NEW_STAGE], shown=len(self.plans))

    def remove_stage(self, key: str) -> str:
        """Take a stage out; everybody plays in the one that is the first then."""
        return self._set(self._place(key), [], shown=0)

    def _set(self, place: int, stages: Sequence[StagePlan], *, shown: int) -> str:
        if self.request.POST.get(WAS) != self._digest():
            raise Refusal(Text("stale", OVERTAKEN))
        first, *later = [*self.plans[:place], *stages, *self.plans[place + 1 :]]
        set_stages(stages=[replace(first, take=0, skip=0), *later], **self.write())
        part = f"?stage={shown + 1}#stage-{shown + 1}"
        return self.done(_("Saved."), self.address("settings") + part)

    def _place(self, number: str) -> int:
        """The place in the list of the stage of that number."""
        known = [str(place) for place in range(1, len(self.plans) + 1)]
        if number not in known:
            raise BadRequest("no such stage")
        return known.index(number)

    # What is shown

    def context(self) -> dict[str, Any]:
        asked, alone = self.request.GET.get("stage"), len(self.plans) == 1
        stages = []
        for place, plan in enumerate(self.plans):
            form = self.forms.setdefault(_name(place), self.form(_name(place)))
            is_open = alone or form.is_bound or asked == str(place + 1)
            says = f"{say(stage_title(plan))}. {say(who_plays(plan))}"
            stages.append((place + 1, says, form, is_open))
        room_left = len(self.plans) < MOST_STAGES
        shown = {"stages": stages, "stages_were": self._digest(), "more_stages": room_left}
        return super().context() | shown

    def form(self, name: str, data: QueryDict | None = None) -> PageForm:
        """That of a stage is `stage-` and its number."""
        word, _dash, number = name.partition("-")
        if word != "stage":
            return super().form(name, data)
        plan = self.plans[int(number) - 1]
        return StageForm(data, is_first=number == "1", plan=plan, auto_id=f"{name}-%s")

    def _digest(self) -> str:
        """Tells one set-up of stages from another."""
        return sha256(repr(self.plans).encode()).hexdigest()[:16]


def _name(place: int) -> str:
    return f"stage-{place + 1}"


def _move(move: Sequence[str]) -> tuple[str, str] | None:
    """A tie-break to be moved: which way, and which; None where there is none."""
    if not move:
        return None
    if len(move) != 2 or move[0] not in WAYS:
        raise BadRequest("no such move")
    return move[0], move[1]


def _length(rules: Mapping[str, object]) -> object:
    if LENGTH.isdisjoint(rules):
        return AS_EVENT
    plain = rules.get("match_type", "best_of") in ("single", "best_of")
    return rules["match_n"] if plain and "match_n" in rules else AS_IT_IS


def _lengths(rules: Mapping[str, object]) -> list[tuple[object, object]]:
    now = _length(rules)
    games = {*LENGTHS, now} if isinstance(now, int) else LENGTHS
    choices = [(AS_EVENT, _("as in the whole event")), *length_choices(games)]
    return [*choices, (AS_IT_IS, _("of another kind, as it is"))] if now == AS_IT_IS else choices


def _with_length(rules: Mapping[str, object], chosen: str) -> dict[str, object]:
    if chosen == AS_IT_IS:
        return dict(rules)
    kept = {name: value for name, value in rules.items() if name not in LENGTH}
    return kept if chosen == AS_EVENT else kept | length_knobs(int(chosen))
