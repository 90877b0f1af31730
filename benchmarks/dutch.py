"""A Swiss event that py4swiss pairs by the FIDE Dutch system."""

from collections.abc import Sequence

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from tournaments.domain.pairing.field import Field

Couple = tuple[int, int | None]
"""Two entries, or who has the bye and None."""


class Dutch:
    """Pairs one round after the other of the same event; entries are numbered from 0 by strength.

    The system asks for the colours and floats of earlier rounds, which a `Field` does not have: who
    was paired is remembered, and who won is seen by the points of the next field.
    """

    def __init__(self, count: int) -> None:
        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER, starting_number=number, points_times_ten=0, rank=number
            )
            for number in range(1, count + 1)
        ]
        # More than are played: the last round has rules of its own for colours.
        self.event = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=count))
        self.last: Sequence[tuple[int, int]] = ()

    def __call__(self, field: Field) -> Sequence[Couple]:
        self._note(field)
        self.last = [
            (pairing.white, pairing.black) for pairing in DutchEngine.generate_pairings(self.event)
        ]
        return [(white - 1, black - 1 if black else None) for white, black in self.last]

    def _note(self, field: Field) -> None:
        """Write down what came out of the last round."""
        points = {contender.entry + 1: int(contender.points * 10) for contender in field.contenders}
        for white, black in self.last:
            self._write(white, black, ColorToken.WHITE, points)
            if black:
                self._write(black, white, ColorToken.BLACK, points)

    def _write(self, number: int, opponent: int, color: ColorToken, points: dict[int, int]) -> None:
        section = self.event.player_sections[number - 1]
        has_won = points[number] > section.points_times_ten
        result = ResultToken.WIN if has_won else ResultToken.LOSS
        if not opponent:
            color, result = ColorToken.BYE_OR_NOT_PAIRED, ResultToken.PAIRING_ALLOCATED_BYE
        section.results.append(RoundResult(id=opponent, color=color, result=result))
        section.points_times_ten = points[number]
