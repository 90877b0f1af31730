"""What is asked of who opens a friendly, or joins one."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.gin.rules import PLAYABLE_RULE_SETS
from games.tables.clock import clock_from
from kernel.text import N_
from pages.parts import consequences
from pages.parts.fields import PageForm, name_field
from pages.parts.play_words import clock_words
from pages.play.challenges import Choices
from web.actors import say

Option = tuple[str, str, str, bool]
"""Its code, what it is called, what it leads to, and whether it is chosen."""

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
#: The clocks by their codes in a form, and what they are called there.
CLOCKS: Mapping[str, Mapping[str, object]] = {
    "move": {"kind": "move", "seconds": 45, "reserve": 180},
    "game": {"kind": "game", "minutes": 15, "increment": 3},
    "days": {"kind": "days", "days": 2},
    "none": {"kind": "none"},
}
CLOCK_TITLES: Mapping[str, str] = {
    "move": N_("Quick"),
    "game": N_("A bank for each game"),
    "days": N_("By correspondence"),
    "none": N_("No clock"),
}


class SeatForm(PageForm):
    """What somebody is called at the table; who has an account has a name."""

    name = name_field(_("Your name"), autocomplete="nickname")

    def __init__(self, *args: Any, has_account: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_account:
            del self.fields["name"]


class FriendlyForm(SeatForm):
    """Against whom, by which rules, how long a match is, and the clock."""

    opponent = forms.ChoiceField(label=_("Your opponent"), required=False)
    rules = forms.ChoiceField(label=_("Rules"), initial="club")
    best_of = forms.ChoiceField(label=_("A match is"), initial="1")
    clock = forms.ChoiceField(label=_("Clock"), initial="move")

    def __init__(self, *args: Any, opponents: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        if opponents:
            self.offer("opponent", opponents)
        else:
            del self.fields["opponent"]
        self.offer("rules", [(one.code, one.called) for one in RULE_SETS])
        self.offer("best_of", LENGTHS.items())
        self.offer("clock", [(code, code) for code in CLOCKS])


def options_of(form: PageForm) -> Mapping[str, Sequence[Option]]:
    """What there is to choose from for a table, as `parts/options.html` shows it."""
    rules, best_of, clock = (str(form[name].value()) for name in ("rules", "best_of", "clock"))
    return {
        "rules_options": [
            (one.code, gettext(one.called), consequences.of_rules(one.rules), one.code == rules)
            for one in RULE_SETS
        ],
        "length_options": [
            (code, gettext(word), "", code == best_of) for code, word in LENGTHS.items()
        ],
        "clock_options": [
            (code, gettext(title), say(clock_words(clock_from(CLOCKS[code]))), code == clock)
            for code, title in CLOCK_TITLES.items()
        ],
    }
