"""Who become partners (rulebook 4.6): the high with the low, or by lot."""

from collections.abc import Sequence
from typing import Literal

from kernel.text import N_, refusal
from tournaments.domain.seeding import in_random_order

How = Literal["high_low", "lot"]
WAYS: tuple[How, ...] = ("high_low", "lot")

PARTNER_DRAW_VERSION = 1
"""Raised whenever the same seed would draw other partners."""

NOT_EVEN = N_("With %(size)d partners on a side, %(number)d players are %(over)d too many.")
TOO_FEW = N_("Name the players of two sides at least: %(least)d.")
FEWEST_SIDES = 2


def partners_drawn(
    players: Sequence[int], size: int, how: How, seed: str = ""
) -> list[tuple[int, ...]]:
    """Sides of so many partners, of players in order of strength: the first with the last, the
    second with the last but one; of three on a side the rest in order again. By lot they are put in
    the order of the `seed` before. Refused where somebody is left over, or two sides are not full.
    """
    number = len(players)
    if number < FEWEST_SIDES * size:
        raise refusal("invalid", TOO_FEW, "players", least=FEWEST_SIDES * size)
    if over := number % size:
        raise refusal("invalid", NOT_EVEN, "players", size=size, number=number, over=over)
    if how == "lot":
        players = in_random_order(players, f"partners {PARTNER_DRAW_VERSION}:{seed}")
    sides = number // size
    rows = [players[row * sides : (row + 1) * sides] for row in range(size)]
    back_and_forth = [row[::-1] if place % 2 else row for place, row in enumerate(rows)]
    return list(zip(*back_and_forth, strict=True))
