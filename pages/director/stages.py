"""The stages of a tournament on its page of settings: each a form, and every button saves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _

from kernel.text import N_, Refusal, Text
from pages.director.format_forms import StageForm
from pages.parts.rooms import TournamentRoomPage
from pages.parts.stage_words import stage_title, who_plays
from tournaments.domain.formats.registry import KNOCK_OUT
from tournaments.services.stages.plans import MOST_STAGES, StagePlan, plans_of, set_stages
from web.actors import say

WAS = "stages_were"
NEW_STAGE = StagePlan(KNOCK_OUT, take=8)
WAYS = ("up", "down", "out")
OVERTAKEN = N_("Somebody has changed the stages meanwhile. Look at them, then save again.")


@dataclass(frozen=True, slots=True)
class StageRow:
    """A stage as the template has it."""

    number: int
    says: str
    form: StageForm
    is_open: bool


class StagesPart:
    """What a room shows of the stages of its tournament, and does with them."""

    def __init__(self, room: TournamentRoomPage) -> None:
        self.room = room
        self.plans = plans_of(room.tournament)

    # What is done

    def save(self, key: str) -> str:
        """Save one stage; `2.up.lots` moves one of its tie-breaks as well, or takes it out."""
        number, *move = key.split(".")
        place = self._place(number)
        form = self._form(place, self.room.request.POST)
        self.room.sent(_name(place), form)
        found = _move(move)
        here = self._set(place, [form.stage(found)], shown=place)
        if found is None or found[0] == "out":
            return here
        # Back to the button: pressed again it moves the same one further.
        return f"{here}-{form.cleaned_data['format']}-{'-'.join(found)}"

    def add(self, _key: str) -> str:
        """Add a stage at the end, to be changed then."""
        return self._set(len(self.plans), [NEW_STAGE], shown=len(self.plans))

    def remove(self, key: str) -> str:
        """Take a stage out; everybody plays in the one that is the first then."""
        return self._set(self._place(key), [], shown=0)

    def _set(self, place: int, stages: Sequence[StagePlan], *, shown: int) -> str:
        if self.room.request.POST.get(WAS) != self._digest():
            raise Refusal(Text("stale", OVERTAKEN))
        first, *later = [*self.plans[:place], *stages, *self.plans[place + 1 :]]
        set_stages(stages=[replace(first, take=0, skip=0), *later], **self.room.write())
        messages.success(self.room.request, _("Saved."))
        return self.room.here("settings") + f"?stage={shown + 1}#stage-{shown + 1}"

    def _place(self, number: str) -> int:
        """The place in the list of the stage of that number."""
        known = [str(place) for place in range(1, len(self.plans) + 1)]
        if number not in known:
            raise BadRequest("no such stage")
        return known.index(number)

    # What is shown

    def shown(self) -> dict[str, Any]:
        """What the template is given; a form that was sent stays as it was typed."""
        forms = self.room.forms
        asked, alone = self.room.request.GET.get("stage"), len(self.plans) == 1
        stages = []
        for place, plan in enumerate(self.plans):
            form = forms.setdefault(_name(place), self._form(place))
            assert isinstance(form, StageForm)
            is_open = alone or form.is_bound or asked == str(place + 1)
            says = f"{say(stage_title(plan))}. {say(who_plays(plan))}"
            stages.append(StageRow(place + 1, says, form, is_open))
        room_left = len(self.plans) < MOST_STAGES
        return {"stages": stages, "stages_were": self._digest(), "more_stages": room_left}

    def _form(self, place: int, *data: Any) -> StageForm:
        own_ids = f"stage-{place + 1}-%s"
        return StageForm(*data, is_first=place == 0, plan=self.plans[place], auto_id=own_ids)

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
