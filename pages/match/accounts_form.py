"""A result of a table of three or more: who has won each game, and what everybody settles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.gin.forms import gin_rules
from kernel.text import Refusal
from pages.match.forms import seat_field
from pages.match.result_forms import MOST_GAMES_TO_POINTS, ResultForm
from web.actors import say

_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class AccountsRow:
    """A game: its fields, and what is wrong with it."""

    number: int
    winner: forms.BoundField
    accounts: Sequence[forms.BoundField]

    @property
    def errors(self) -> Sequence[str]:
        fields = (self.winner, *self.accounts)
        return [str(word) for field in fields for word in field.errors]


class AccountsForm(ResultForm):
    """Game by game; rows left empty were not played."""

    level = "games"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        many = {"best_of": self.rules.match_n, "points": MOST_GAMES_TO_POINTS}
        self.numbers = range(1, many.get(self.rules.match_type, 1) + 1)
        self.seats = range(len(self.names))
        choices = [("", "–"), *((str(seat), self.names[seat]) for seat in self.seats)]
        for number in self.numbers:
            self.fields[f"winner_{number}"] = winner = seat_field(required=False)
            winner.choices = choices
            for seat in self.seats:
                self.fields[f"account_{number}_{seat}"] = forms.IntegerField(
                    required=False, min_value=-_LARGEST, max_value=_LARGEST
                )

    def rows(self) -> Sequence[AccountsRow]:
        return [
            AccountsRow(
                number,
                self[f"winner_{number}"],
                [self[f"account_{number}_{seat}"] for seat in self.seats],
            )
            for number in self.numbers
        ]

    def clean(self) -> None:
        super().clean()
        self.games: list[dict[str, Any]] = []
        for number in self.numbers:
            winner = self.cleaned_data.get(f"winner_{number}")
            accounts = [self.cleaned_data.get(f"account_{number}_{seat}") for seat in self.seats]
            if winner is None and not any(one is not None for one in accounts):
                continue
            game = {"winner": winner, "accounts": accounts}
            if len(self.games) < number - 1:
                words = _("Leave no game out: fill in the games before game %(number)d.")
                self.add_error(f"winner_{number}", words % {"number": number})
            elif winner is None:
                self.add_error(f"winner_{number}", _("Say who won."))
            else:
                self._take(number, game)
        if not self.games and not self.errors:
            self.add_error(None, _("Enter at least one game."))

    def _take(self, number: int, game: dict[str, Any]) -> None:
        try:
            gin_rules(self.rules).game_from_result(game)
        except Refusal as refusal:
            self.add_error(f"account_{number}_0", say(refusal.text))
        else:
            self.games.append(game)

    def payload(self) -> dict[str, Any]:
        return {"games": self.games}
