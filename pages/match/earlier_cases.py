"""What stands against the two players of a match in this event, beside a ruling or a penalty."""

from collections.abc import Sequence
from typing import Any

from pages.match.penalty_words import ladder_of, penalty_words
from pages.match.ruling_words import ruling_words
from tournaments.models import Board
from tournaments.selectors.desk.rulings import rulings_against
from tournaments.selectors.events.penalties import earlier_of
from tournaments.selectors.stages.sides import NamedSide


def earlier_shown(
    board: Board, players: Sequence[NamedSide | None], names: tuple[str, str]
) -> list[dict[str, Any]]:
    """For each player the rulings and penalties against them, and where on the ladder they are."""
    rulings = rulings_against(board.pairing.round.stage.tournament, board.match)
    shown = []
    for seat, player in enumerate(players):
        if player is not None:
            given = earlier_of(board, seat).penalties
            rows = [penalty_words(penalty, player.in_full) for penalty in given]
            shown.append(
                {
                    "name": player.in_full,
                    "rulings": [ruling_words(ruling, names) for ruling in rulings[seat]],
                    "penalties": rows[::-1],
                    "ladder": ladder_of(penalty.step for penalty in given),
                }
            )
    return shown
