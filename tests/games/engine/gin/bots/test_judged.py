"""What the networks are told is what they have learned to hear."""

import pytest

from games.engine.gin.bots import judged
from games.engine.gin.bots.network import learned, value
from games.engine.gin.bots.prospects import prospects_of
from tests.games.engine.gin.bots.positions import POSITIONS, cards, known

FULL = next(one for one in POSITIONS if one.is_full)
KNOWN = known(FULL)
CARD = cards(FULL.hand)[-1]
THROWN = judged.Thrown(CARD, 10, prospects_of(KNOWN, KNOWN.hand ^ 1 << CARD), 0.5)
TOLD = {
    "throw": judged.throw_numbers(KNOWN, THROWN),
    "knock": judged.knock_numbers(KNOWN, 10),
}


@pytest.mark.parametrize("name", TOLD)
def test_every_layer_fits_the_one_before(name: str) -> None:
    width = len(TOLD[name])
    for layer in learned(name):
        assert {len(weights) for weights in layer.weights} == {width}
        assert len(layer.weights) == len(layer.added)
        width = len(layer.added)
    assert width == 1


@pytest.mark.parametrize("name", TOLD)
def test_a_network_is_the_sum_of_its_parts(name: str) -> None:
    """Counted again, number by number."""
    numbers = TOLD[name]
    for at, layer in enumerate(learned(name)):
        sums = [
            sum(weight * number for weight, number in zip(row, numbers, strict=True)) + more
            for row, more in zip(layer.weights, layer.added, strict=True)
        ]
        is_last = at == len(learned(name)) - 1
        numbers = sums if is_last else [max(0.0, one) for one in sums]
    assert value(learned(name), TOLD[name]) == pytest.approx(numbers[0])
