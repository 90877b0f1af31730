"""What the words of the desk begin with: the tournament, its tables, the addresses of its pages."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from kernel.text import Text
from pages.parts.table_cards import Tiles
from tournaments.domain.lifecycle import RoundState
from tournaments.selectors.stages.bracket import BracketRound
from tournaments.selectors.stages.order import stages_after
from tournaments.selectors.stages.tables import TableMatch


@dataclass(frozen=True, slots=True)
class Waiting:
    """A thing that waits for the director, with the way to it, and what can be done at once: `act`
    on the version of a match that was shown. `main` is what is to be done first."""

    title: str
    detail: str
    go: str
    address: str
    act: str = ""
    act_word: str = ""
    version: int | None = None
    main: bool = False


def more_rounds_after(number: int, name: Text) -> bool:
    """Whether a stage has more rounds than this one; its name says how many there are."""
    rounds = name.values["rounds"]
    return isinstance(rounds, int) and number < rounds


class DeskWords:
    """`address` gives the addresses of the pages of the tournament."""

    def __init__(self, tiles: Tiles, address: Callable[..., str]) -> None:
        self.tournament = tiles.tournament
        self.tiles = tiles
        self.address = address

    def first_draft(self) -> BracketRound | None:
        return next((round for round in self.tiles.rounds if round.state == RoundState.DRAFT), None)

    def follows(self) -> str:
        """What is drawn after the rounds that there are; "" where nothing is."""
        stage = self.tiles.stage
        if stage.format_class.drawn_by_round and self.tiles.rounds:
            last = self.tiles.rounds[-1]
            if more_rounds_after(last.number, last.name):
                return _("round %(number)d") % {"number": last.number + 1}
        return _("the next stage") if stages_after(stage).exists() else ""

    def where(self, table_match: TableMatch) -> str:
        return self.tiles.maker.match(table_match.slot).where
