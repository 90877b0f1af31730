"""Values that were learned: a small network of numbers in, one number out.

The numbers of each layer are in `learned.json`; `python -m benchmarks.learn_bots` learns them.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Layer(NamedTuple):
    """One layer: by output the weights of the inputs, and what is added."""

    weights: tuple[tuple[float, ...], ...]
    added: tuple[float, ...]


Network = tuple[Layer, ...]


def value(network: Network, numbers: Sequence[float]) -> float:
    """The one number that comes out; between layers what is below 0 counts as 0."""
    for layer in network[:-1]:
        numbers = [
            max(0.0, sum(map(float.__mul__, weights, numbers)) + added)
            for weights, added in zip(layer.weights, layer.added, strict=True)
        ]
    [weights], [added] = network[-1]
    return sum(map(float.__mul__, weights, numbers)) + added


@cache
def learned(name: str) -> Network:
    """The network of this name."""
    text = (files(__package__) / "learned.json").read_text()
    return tuple(
        Layer(tuple(map(tuple, weights)), tuple(added)) for weights, added in json.loads(text)[name]
    )
