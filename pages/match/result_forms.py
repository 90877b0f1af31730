"""What is typed of a result above hands: its games, a draw, who goes on without play."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.gin.scoring.final_points import game_from_points
from games.engine.scoring.match import games_needed
from kernel.seats import opponent
from kernel.text import Refusal
from pages.match.forms import LONGEST_REASON, ScoreForm, figure_field, seat_field
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


class GamesForm(ResultForm):
    """Game by game: points, and boxes where they were kept. Rows left empty were not played."""

    level = "games"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        many = {"best_of": self.rules.match_n, "points": MOST_GAMES_TO_POINTS}
        self.numbers = range(1, many.get(self.rules.match_type, 1) + 1)
        for number in self.numbers:
            for name in self._names(number):
                self.fields[name] = figure_field(1_000_000)

    @staticmethod
    def _names(number: int) -> list[str]:
        return [f"{what}_{number}_{seat}" for what in ("points", "boxes") for seat in (0, 1)]

    def rows(self) -> list[tuple[int, list[forms.BoundField], list[str]]]:
        """For each game its number, its fields (points, then boxes) and what is wrong with it."""
        found = []
        for number in self.numbers:
            fields = [self[name] for name in self._names(number)]
            found.append((number, fields, [str(word) for field in fields for word in field.errors]))
        return found

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        self.games: list[dict[str, Any]] = []
        gap = False
        for number in self.numbers:
            points, boxes = self._pair(data, "points", number), self._pair(data, "boxes", number)
            if points == [None, None] and boxes == [None, None]:
                gap = True
            elif None in points:
                words = _("Game %(number)d: enter the points of both.") % {"number": number}
                self.add_error(f"points_{number}_{points.index(None)}", words)
            elif gap:
                words = _("Leave no game out: fill in the games before game %(number)d.")
                self.add_error(f"points_{number}_0", words % {"number": number})
            else:
                self._take(number, points, boxes)
        if not self.games and not self.errors:
            self.add_error(None, _("Enter at least one game."))

    def payload(self) -> dict[str, Any]:
        return {"games": self.games}

    @staticmethod
    def _pair(data: dict[str, Any], what: str, number: int) -> list[int | None]:
        return [data.get(f"{what}_{number}_{seat}") for seat in (0, 1)]

    def _take(self, number: int, points: list[Any], boxes: list[Any]) -> None:
        if boxes != [None, None] and None in boxes:
            words = _("Game %(number)d: enter the boxes of both, or of neither.")
            self.add_error(f"boxes_{number}_{boxes.index(None)}", words % {"number": number})
            return
        game = {"points": points} | ({} if None in boxes else {"boxes": boxes})
        try:
            self.games.append({"winner": self._winner(game), **game})
        except Refusal as refusal:
            field = "boxes" if refusal.field == "boxes" else "points"
            words = _("Game %(number)d: %(what)s") % {
                "number": number,
                "what": say(refusal.text),
            }
            self.add_error(f"{field}_{number}_0", words)

    def _winner(self, game: dict[str, Any]) -> int:
        """Who has won: as a rule who has more points, where totals decide perhaps the other."""
        likely = int(game["points"][1] > game["points"][0])
        try:
            game_from_points(self.rules, likely, game["points"], game.get("boxes"))
        except Refusal as refusal:
            if refusal.field != "winner":
                raise
            return opponent(likely)
        return likely


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
