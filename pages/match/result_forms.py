"""What is typed of a result above hands: its games, a draw, who goes on without play."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.scoring.match import games_needed
from kernel.text import Refusal
from pages.match.forms import LONGEST_REASON, ScoreForm, seat_field
from pages.parts.fields import LARGEST_NUMBER
from web.actors import say

MOST_GAMES_TO_POINTS = 12


class ResultForm(ScoreForm):
    """A result above hands. `payload` is what the services take."""

    level = ""
    reason = forms.CharField(max_length=LONGEST_REASON, required=False)

    def payload(self) -> dict[str, Any]:
        return {}

    def refuse(self, refusal: Refusal) -> None:
        """Say a refusal beside the field that it is about."""
        field = refusal.field if refusal.field in self.fields else None
        self.add_error(field, say(refusal.text))


class GamesWonForm(ResultForm):
    """Who won, and how many games the other one has."""

    level = "games_won"
    winner = seat_field(error_messages={"required": gettext_lazy("Say who won.")})
    loser_games = forms.IntegerField(
        required=False, min_value=0, max_value=49, error_messages={"invalid": "0, 1, 2 ..."}
    )

    @property
    def needed(self) -> int:
        """Won games that win the match."""
        return games_needed(self.rules)

    @property
    def loser_choices(self) -> range:
        return range(self.needed)

    def clean_loser_games(self) -> int:
        given = self.cleaned_data["loser_games"]
        if given is None and self.needed > 1:
            raise forms.ValidationError(_("Say how many games the other player has won."))
        return given or 0

    def payload(self) -> dict[str, Any]:
        winner = self.cleaned_data["winner"]
        won = [self.cleaned_data["loser_games"]] * 2
        won[winner] = self.needed
        return {"games_won": won}


class DrawnForm(ResultForm):
    """How many games both have won when time was up, where the event knows drawn matches."""

    level = "drawn"
    games = forms.IntegerField(
        max_value=LARGEST_NUMBER,
        error_messages={"required": gettext_lazy("Say how many games each has won.")},
    )

    @property
    def choices(self) -> range:
        to_points = self.rules.match_type == "points"
        return range(MOST_GAMES_TO_POINTS if to_points else games_needed(self.rules))

    def payload(self) -> dict[str, Any]:
        return {"games_won": [self.cleaned_data["games"]] * 2}


class WalkoverForm(ResultForm):
    level = "walkover"
    walkover = seat_field(error_messages={"required": gettext_lazy("Say who goes on.")})

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        seats = [(str(seat), str(seat)) for seat in range(len(self.names))]
        self.fields["walkover"].choices = seats  # type: ignore[attr-defined]

    def payload(self) -> dict[str, Any]:
        return {"walkover": self.cleaned_data["walkover"]}


class DoubleForfeitForm(ResultForm):
    """Nobody goes on: asked by typing."""

    level = "double_forfeit"
    confirm = forms.CharField(
        max_length=20,
        error_messages={"required": gettext_lazy("Type the word, so that it is no slip.")},
    )

    @property
    def word(self) -> str:
        return _("forfeit")

    def clean_confirm(self) -> str:
        given: str = self.cleaned_data["confirm"].strip().lower()
        if given != self.word:
            raise forms.ValidationError(_("Type %(word)s.") % {"word": self.word})
        return given
