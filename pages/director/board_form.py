"""The form of a row of the results board."""

from typing import Any

from django import forms
from django.utils.translation import gettext

from games.engine.gin.rules import Rules
from games.engine.scoring.match import games_needed
from pages.parts.fields import PageForm, counted_field


class BoardForm(PageForm):
    """The games that each of the two has won; as many of both where the event `knows_draws`."""

    version = counted_field()
    first = forms.IntegerField(required=False, min_value=0, max_value=49)
    second = forms.IntegerField(required=False, min_value=0, max_value=49)

    def __init__(self, *args: Any, rules: Rules, knows_draws: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.rules = rules
        self.knows_draws = knows_draws

    @property
    def needed(self) -> int:
        """Won games that win the match."""
        return games_needed(self.rules)

    @property
    def digits(self) -> int:
        return len(str(self.needed))

    @property
    def level(self) -> str:
        """As what it is handed in."""
        data = self.cleaned_data
        return "drawn" if data["first"] == data["second"] else "games_won"

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if data.get("first") is None or data.get("second") is None:
            raise forms.ValidationError(gettext("Type the games of both."))
        won = self.payload()["games_won"]
        is_drawn = self.knows_draws and won[0] == won[1] and won[0] < self.needed
        if not is_drawn and (max(won) != self.needed or min(won) >= self.needed):
            words = gettext("Who wins has %(needed)d games, the other fewer.")
            if self.knows_draws:
                words = gettext(
                    "Who wins has %(needed)d games, the other fewer; or both have as many, and "
                    "the match is drawn."
                )
            raise forms.ValidationError(words % {"needed": self.needed})
        return data

    def payload(self) -> dict[str, list[int]]:
        return {"games_won": [self.cleaned_data["first"], self.cleaned_data["second"]]}
