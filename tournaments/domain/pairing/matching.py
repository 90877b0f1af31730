"""The exact round: one minimum-cost perfect matching, the bye a phantom player."""

from collections.abc import Iterator, Sequence

from rustworkx import PyGraph, max_weight_matching

from tournaments.domain.pairing.costs import TERMS, weights
from tournaments.domain.pairing.field import ScoredContender

ScoredPair = tuple[ScoredContender, ScoredContender | None]
"""The upper and the lower of a pair, or who has the bye and None."""


def match(field: Sequence[ScoredContender]) -> list[ScoredPair]:
    """The cheapest round of these, who are given from the top down; with a bye if they are odd."""
    if not field:
        return []
    graph: PyGraph[None, int] = PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (len(field) + len(field) % 2))
    graph.add_edges_from(list(_edges(field)))
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [
        (field[upper], field[lower] if lower < len(field) else None)
        for upper, lower in sorted((min(pair), max(pair)) for pair in matched)
    ]


def _edges(field: Sequence[ScoredContender]) -> Iterator[tuple[int, int, int]]:
    """Every pair and every bye with its cost, by place in the field; the phantom comes last."""
    weight = weights(field)
    pair_terms = [(weight[term.code], term.of_pair) for term in TERMS if term.of_pair]
    bye_terms = [(weight[term.code], term.of_bye) for term in TERMS if term.of_bye]
    for upper, place in enumerate(field):
        for lower in range(upper + 1, len(field)):
            other = field[lower]
            cost = 0
            for worth, of_pair in pair_terms:
                cost += worth * of_pair(place, other)
            yield upper, lower, -cost
        if len(field) % 2:
            cost = sum(worth * of_bye(place, field) for worth, of_bye in bye_terms)
            yield upper, len(field), -cost
