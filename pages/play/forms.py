"""What is asked of who opens a friendly, or joins one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.gin.rules import PLAYABLE_RULE_SETS
from kernel.text import N_
from pages.parts.fields import PageForm, name_field

#: The rule sets that differ most from each other.
RULE_SETS = tuple(
    one for one in PLAYABLE_RULE_SETS if one.code in {"club", "pagat", "oklahoma", "straight"}
)
#: How long a match is: the best of so many games.
LENGTHS: Mapping[str, str] = {
    "1": N_("One game"),
    "3": N_("Two wins of three games"),
    "5": N_("Three wins of five games"),
}
#: The clocks, by what they are called in a form.
CLOCKS: Mapping[str, Mapping[str, object]] = {
    "move": {"kind": "move", "seconds": 45, "reserve": 180},
    "game": {"kind": "game", "minutes": 15, "increment": 3},
    "days": {"kind": "days", "days": 2},
    "none": {"kind": "none"},
}


class SeatForm(PageForm):
    """What somebody is called at the table; who has an account has a name."""

    name = name_field(_("Your name"), autocomplete="nickname")

    def __init__(self, *args: Any, has_account: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_account:
            del self.fields["name"]


class FriendlyForm(SeatForm):
    """The rules, how long a match is, and the clock."""

    rules = forms.ChoiceField(label=_("Rules"), initial="club")
    best_of = forms.ChoiceField(label=_("A match is"), initial="1")
    clock = forms.ChoiceField(label=_("Clock"), initial="move")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.offer("rules", [(one.code, one.called) for one in RULE_SETS])
        self.offer("best_of", LENGTHS.items())
        self.offer("clock", [(code, code) for code in CLOCKS])
