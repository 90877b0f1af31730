"""What staff say at an online table: each with the reason that its log keeps."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.tables.clock import ClockKind
from kernel.seats import Seat
from kernel.text import N_
from pages.match.forms import LONGEST_REASON
from pages.parts.fields import LocalTimeField, PageForm

MOST_POINTS = 10_000
VOID = "void"
#: Seconds that may be given: a turn that takes days gains hours.
GIFTS = {30: N_("30 s"), 60: N_("1 min"), 120: N_("2 min"), 300: N_("5 min")}
GIFTS_OF_HOURS = {6 * 3600: N_("6 h"), 12 * 3600: N_("12 h"), 24 * 3600: N_("24 h")}


class ReasonForm(PageForm):
    """Why. `names` are those of all who sit there, by seat, and `clock` is the kind of the
    table's; `plays` are the seats of who play each hand, where several are played."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Say why: the reason is kept with it.")},
    )

    def __init__(
        self,
        *args: Any,
        names: Sequence[str],
        clock: ClockKind = "none",
        plays: Sequence[Sequence[Seat]] = (),
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.names, self.clock, self.plays = names, clock, plays


class TimeForm(ReasonForm):
    """More time for one of the two."""

    seat = forms.TypedChoiceField(
        label=gettext_lazy("For"),
        coerce=int,
        error_messages={"required": gettext_lazy("Say for whom.")},
    )
    seconds = forms.TypedChoiceField(
        label=gettext_lazy("How much"),
        coerce=int,
        error_messages={"required": gettext_lazy("Say how much.")},
    )
    field_order = ("seat", "seconds", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        gifts = GIFTS_OF_HOURS if self.clock == "days" else GIFTS
        self.offer("seat", enumerate(self.names))
        self.offer("seconds", [(seconds, _(words)) for seconds, words in gifts.items()])


class AdjournForm(ReasonForm):
    """The hour at which play goes on, in the club's zone."""

    at = LocalTimeField(
        label=gettext_lazy("Play goes on at"),
        error_messages={"required": gettext_lazy("Say when play goes on.")},
    )
    field_order = ("at", "reason")


class AdjudicateForm(ReasonForm):
    """What the hand that is played comes to."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("The hand"),
        error_messages={"required": gettext_lazy("Say who wins the hand, or that it is void.")},
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=1,
        max_value=MOST_POINTS,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    field_order = ("outcome", "points", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        wins = [
            (str(seat), _("%(name)s wins") % {"name": name}) for seat, name in enumerate(self.names)
        ]
        void = [(VOID, pgettext("hand", "It is void"))]
        if self.plays:
            void = [(f"{VOID}:{seats[0]},{seats[1]}", self._is_void(seats)) for seats in self.plays]
        self.offer("outcome", [*wins, *void])

    def _is_void(self, seats: Sequence[Seat]) -> str:
        first, second = (self.names[seat] for seat in seats)
        return _("%(first)s against %(second)s is void") % {"first": first, "second": second}

    def clean(self) -> None:
        """Points go with a winner."""
        said = self.cleaned_data
        if said.get("outcome", VOID).startswith(VOID) or "points" in self.errors:
            return
        if said.get("points") is None:
            self.add_error("points", _("Say how many points they win."))


def worth_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """Who wins how many points, by what an `AdjudicateForm` says; nobody where the hand is void,
    which `players` play where several are played."""
    outcome, _colon, seats = said["outcome"].partition(":")
    if outcome == VOID:
        players = {"players": [int(seat) for seat in seats.split(",")]} if seats else {}
        return {"winner": None, "points": 0, **players}
    return {"winner": int(said["outcome"]), "points": said["points"]}
