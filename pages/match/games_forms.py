"""A result game by game: what is typed of each game, on a plain sheet or by the columns of a
Hollywood sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hollywood import COLUMNS
from kernel.text import Refusal
from pages.match.forms import figure_field
from pages.match.result_forms import MOST_GAMES_TO_POINTS, ResultForm
from web.actors import say

MOST_COLUMNS_TYPED = 9  # of an endless series
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of a result: what it is `called` on the page and in full, the fields (points, then
    boxes, by seat) and what is wrong with them. `begins`: with it another game does."""

    key: str
    called: str
    full_name: str
    fields: Sequence[forms.BoundField]
    begins: bool = False

    @property
    def errors(self) -> Sequence[str]:
        return [str(word) for field in self.fields for word in field.errors]


class GamesForm(ResultForm):
    """Game by game: points, and boxes where they were kept. Rows left empty were not played."""

    level = "games"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        many = {"best_of": self.rules.match_n, "points": MOST_GAMES_TO_POINTS}
        self.numbers = range(1, many.get(self.rules.match_type, 1) + 1)
        for key in self.keys():
            for name in names_of(key):
                self.fields[name] = figure_field(_LARGEST)

    def keys(self) -> Sequence[str]:
        """What tells the rows apart."""
        return [str(number) for number in self.numbers]

    def rows(self) -> Sequence[ScoreRow]:
        return [
            ScoreRow(key, key, _("Game %(number)s") % {"number": key}, self.fields_of(key))
            for key in self.keys()
        ]

    def fields_of(self, key: str) -> Sequence[forms.BoundField]:
        return [self[name] for name in names_of(key)]

    def clean(self) -> None:
        super().clean()
        self.games: list[dict[str, Any]] = []
        gap = False
        for number in self.numbers:
            if self.is_empty(number):
                gap = True
            elif gap:
                words = _("Leave no game out: fill in the games before game %(number)d.")
                self.add_error(self.first_field(number), words % {"number": number})
            else:
                self.take(number)
        if not self.games and not self.errors:
            self.add_error(None, _("Enter at least one game."))

    def payload(self) -> dict[str, Any]:
        return {"games": self.games}

    def is_empty(self, number: int) -> bool:
        """Whether nothing is typed of a game."""
        return self.score_of(str(number)) == {}

    def first_field(self, number: int) -> str:
        """The field beside which stands what is wrong with a whole game."""
        return names_of(str(number))[0]

    def take(self, number: int) -> None:
        """Take a game as it is typed, or say what is wrong with it."""
        key = str(number)
        score = self.checked_score(key, _("Game %(number)s") % {"number": number})
        if score is None:
            return
        try:
            self.games.append(self.decided(score))
        except Refusal as refusal:
            self.refuse_row(key, refusal, _("Game %(number)s") % {"number": number})

    def score_of(self, key: str) -> dict[str, list[int | None]]:
        """What is typed in a row: `points` and `boxes` by seat; without those that are empty."""
        data = self.cleaned_data
        pairs = {
            what: [data.get(f"{what}_{key}_{seat}") for seat in (0, 1)]
            for what in ("points", "boxes")
        }
        return {what: pair for what, pair in pairs.items() if pair != [None, None]}

    def checked_score(self, key: str, where: str) -> dict[str, list[int | None]] | None:
        """The same, or None once it is said what is missing."""
        score = self.score_of(key)
        points, boxes = score.get("points", [None, None]), score.get("boxes", [0, 0])
        if None in points:
            words = _("%(where)s: enter the points of both.") % {"where": where}
            self.add_error(f"points_{key}_{points.index(None)}", words)
        elif None in boxes:
            words = _("%(where)s: enter the boxes of both, or of neither.") % {"where": where}
            self.add_error(f"boxes_{key}_{boxes.index(None)}", words)
        else:
            return score
        return None

    def decided(self, game: Mapping[str, object]) -> dict[str, Any]:
        """The game with who has won it; refused where it can't have been played."""
        rules = GinRules(self.rules)
        try:
            rules.game_from_result({"winner": 0, **game})
        except Refusal as refusal:
            if refusal.field != "winner":
                raise
            rules.game_from_result({"winner": 1, **game})
            return {"winner": 1, **game}
        return {"winner": 0, **game}

    def refuse_row(self, key: str, refusal: Refusal, where: str) -> None:
        field = "boxes" if refusal.field == "boxes" else "points"
        words = _("%(where)s: %(what)s") % {"where": where, "what": say(refusal.text)}
        self.add_error(f"{field}_{key}_0", words)


class SeriesForm(GamesForm):
    """Game by game on Hollywood sheets: points and boxes of every column."""

    def __init__(self, *args: Any, rules: Rules, **options: Any) -> None:
        self.columns = range(1, (MOST_COLUMNS_TYPED if rules.hollywood_endless else COLUMNS) + 1)
        super().__init__(*args, rules=rules, **options)

    def keys(self) -> Sequence[str]:
        return [f"{number}_{column}" for number in self.numbers for column in self.columns]

    def rows(self) -> Sequence[ScoreRow]:
        return [
            ScoreRow(
                f"{number}_{column}",
                f"{number} · {column}",
                self._where(number, column),
                self.fields_of(f"{number}_{column}"),
                begins=column == 1,
            )
            for number in self.numbers
            for column in self.columns
        ]

    def is_empty(self, number: int) -> bool:
        return not self._last_typed(number)

    def first_field(self, number: int) -> str:
        return names_of(f"{number}_1")[0]

    def take(self, number: int) -> None:
        typed = range(1, max(self._last_typed(number), COLUMNS) + 1)
        scores = [
            self.checked_score(f"{number}_{column}", self._where(number, column))
            for column in typed
        ]
        columns = [score for score in scores if score is not None]
        if len(columns) < len(typed):
            return
        try:
            self.games.append(self.decided({"columns": columns}))
        except Refusal as refusal:
            column = refusal.text.values.get("column", 1)
            where = _("Game %(number)s") % {"number": number}
            self.refuse_row(f"{number}_{column}", refusal, where)

    def _last_typed(self, number: int) -> int:
        """The last column of a game of which something is typed; 0 where nothing is."""
        typed = [column for column in self.columns if self.score_of(f"{number}_{column}")]
        return typed[-1] if typed else 0

    @staticmethod
    def _where(number: int, column: int) -> str:
        return _("Game %(number)s, column %(column)s") % {"number": number, "column": column}


def names_of(key: str) -> Sequence[str]:
    """The fields of a row: points, then boxes, by seat."""
    return [f"{what}_{key}_{seat}" for what in ("points", "boxes") for seat in (0, 1)]


def games_form(*args: Any, rules: Rules, **options: Any) -> GamesForm:
    """The form of the sheet on which these rules keep a game."""
    form = SeriesForm if rules.sheet == "hollywood" else GamesForm
    return form(*args, rules=rules, **options)
