"""Who sits together at tables of more than two: as few as can be who met before."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest

from tests.conftest import IS_LONG
from tests.tournaments.domain.events import came_out, decide
from tournaments.domain.crosstable import Constraints, Crosstable
from tournaments.domain.formats.scramble import Scramble
from tournaments.domain.formats.table_rounds import TableRounds
from tournaments.domain.kinds.at_tables import entries_at, met_before
from tournaments.domain.pairing.designs import WHIST, meeting_once, partnering_once

LAWFUL_DRAWS = 1_000
ROUNDS = 8
SIZES = range(3, 61) if IS_LONG else (7, 10, 11, 15, 24, 60)


def event(format, count, rounds, seed="seed", **facts):
    """The rounds of an event in which everybody is there and the first seat wins."""
    table = Crosstable(tuple(range(1, count + 1)), seed=seed, **facts)
    for number in range(1, rounds + 1):
        coming = format.next_round(table)
        table = replace(table, plan=table.plan + coming)
        for plan in coming:
            if plan.is_table:
                table = decide(table, plan.key, came_out("played", entries_at(plan), 0))
        assert {plan.round for plan in coming} == {number}
    return table


def repeats(counts):
    """How often two met who had met before."""
    return sum(times - 1 for times in counts.values())


def repeats_by_round(table):
    """The repeated meetings up to each round."""
    rounds = range(1, max(plan.round for plan in table.plan) + 1)
    return [
        repeats(met_before(replace(table, plan=[p for p in table.plan if p.round <= number]))[0])
        for number in rounds
    ]


def best_of_random(count, sizes, seed):
    """The least repeated meetings up to each round of a thousand events that are drawn by lot."""
    chance, order = Random(seed), list(range(count))
    best = [10**9] * ROUNDS
    for _ in range(LAWFUL_DRAWS):
        met, again = set(), 0
        for number in range(ROUNDS):
            chance.shuffle(order)
            first = 0
            for size in sizes:
                for two in combinations(sorted(order[first : first + size]), 2):
                    again += two in met
                    met.add(two)
                first += size
            best[number] = min(best[number], again)
    return best


@pytest.mark.parametrize(
    ("count", "seats", "rounds"),
    [(9, 3, 4), (12, 3, 4), (15, 3, 7), (16, 4, 5), (21, 3, 7), (25, 5, 6), (33, 3, 11)],
)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_meets_twice_for_as_long_as_is_known_to_be_possible(count, seats, rounds, seed):
    table = event(TableRounds(rounds=rounds, seats=seats), count, rounds, seed)
    assert repeats(met_before(table)[0]) == 0
    assert {len(plan.sides) for plan in table.plan} == {seats}


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("seats", [3, 4])
def test_never_more_meet_again_than_in_the_best_of_a_thousand_lawful_draws(count, seats):
    format = TableRounds(rounds=ROUNDS, seats=seats)
    ours = repeats_by_round(event(format, count, ROUNDS))
    theirs = best_of_random(count, format.sizes(count), seed=count)
    assert [own <= other for own, other in zip(ours, theirs, strict=True)] == [True] * ROUNDS


@pytest.mark.parametrize(
    ("count", "seats", "sizes"),
    [
        (3, 3, [3]),
        (4, 3, [4]),
        (5, 3, [5]),
        (5, 5, [5]),
        (6, 6, [6]),
        (6, 3, [3, 3]),
        (7, 3, [4, 3]),
        (8, 3, [4, 4]),
        (11, 3, [4, 4, 3]),
        (9, 4, [5, 4]),
        (10, 4, [4, 3, 3]),
        (7, 6, [4, 3]),
    ],
)
def test_everybody_finds_a_seat(count, seats, sizes):
    assert TableRounds(seats=seats).sizes(count) == sizes


def test_everybody_finds_a_seat_in_any_field():
    for seats in range(3, 7):
        for count in range(3, 200):
            sizes = TableRounds(seats=seats).sizes(count)
            assert sum(sizes) == count
            assert {3, 4, 5, 6} >= set(sizes)


def test_a_table_of_another_size_goes_round():
    """Of 22 at tables of three four sit together in each round: in five rounds 20 of them once."""
    table = event(TableRounds(rounds=5), 22, 5)
    large = Counter(
        entry for plan in table.plan if len(plan.sides) == 4 for entry in entries_at(plan)
    )
    assert max(large.values()) - min(large[entry] for entry in table.entries) <= 1


def test_who_is_absent_comes_back_to_as_few_who_met():
    format = TableRounds(rounds=4)
    table = event(format, 9, 4, absent={1: frozenset({2})})
    assert [len(plan.sides) for plan in table.plan if plan.round == 2] == [4, 4]
    # After a round of threes the two fours of eight have 4 who meet again at least, the next
    # rounds of nine some more.
    assert repeats(met_before(table)[0]) <= 9


def test_fewer_than_three_have_a_bye():
    table = Crosstable((1, 2, 3, 4), absent={1: frozenset({1}), 2: frozenset({1})})
    plan = TableRounds(rounds=2).next_round(table)
    assert [[side.entry for side in one.sides] for one in plan] == [[3, None], [4, None]]


def test_what_the_director_says_of_a_table_holds():
    said = Constraints(
        forbidden=frozenset({frozenset({1, 2})}), fixed={1: ((3, 4), (4, 5)), 2: ((6, 7),)}
    )
    table = event(TableRounds(rounds=2), 9, 2, constraints=said)
    together = {(plan.round, *sorted(entries_at(plan))) for plan in table.plan}
    assert (1, 3, 4, 5) in together
    assert any({6, 7} <= set(own[1:]) for own in together if own[0] == 2)
    assert not any({1, 2} <= set(own[1:]) for own in together)


@pytest.mark.parametrize("count", WHIST)
@pytest.mark.parametrize("seed", ["a", "b"])
def test_everybody_partners_everybody_once(count, seed):
    """Everybody meets everybody twice besides; of an odd number each sits out once."""
    format = Scramble()
    rounds = count - 1 + count % 2
    table = event(format, count, rounds, seed)
    assert format.is_over(table)
    met, partners = met_before(table)
    pairs = {frozenset(two) for two in combinations(table.entries, 2)}
    assert partners == dict.fromkeys(pairs, 1)
    assert met == dict.fromkeys(pairs, 2)


@pytest.mark.parametrize("count", [6, 7, 9, 10, 11, 14, 18, 23, 28])
def test_partners_change_where_no_design_is_known(count):
    """As many rounds as each can have partners: hardly anybody has one twice."""
    rounds = min(count // 2, 8)
    table = event(Scramble(rounds=rounds), count, rounds)
    _, partners = met_before(table)
    assert repeats(partners) == 0
    byes = Counter(entry for plan in table.plan if not plan.is_table for entry in entries_at(plan))
    assert max(byes.values(), default=0) - min(byes[entry] for entry in table.entries) <= 1


def test_partners_that_are_set_play_together():
    table = event(Scramble(rounds=1), 8, 1, constraints=Constraints(fixed={1: ((1, 2), (3, 4))}))
    sides = [{*entries_at(plan)[first::2]} for plan in table.plan for first in (0, 1)]
    assert {1, 2} in sides
    assert {3, 4} in sides


def test_a_table_of_six_has_three_on_a_side():
    format = Scramble(rounds=3, partners=3)
    table = event(format, 12, 3)
    assert {len(plan.sides) for plan in table.plan} == {6}
    assert all(plan.partners for plan in table.plan)


def test_designs_are_what_they_say():
    for count in range(6, 120):
        for size in (3, 4, 5, 6):
            met = Counter()
            for tables in meeting_once(count, size):
                assert sorted(number for own in tables for number in own) == list(range(count))
                met.update(frozenset(two) for own in tables for two in combinations(own, 2))
            assert set(met.values()) <= {1}
    assert [len(meeting_once(count, 3)) for count in (9, 12, 15, 10)] == [4, 4, 7, 0]
    assert len(meeting_once(16, 4)) == 5
    assert partnering_once(10) == ()


def test_the_same_seed_gives_the_same_tables():
    events = [event(TableRounds(rounds=3), 20, 3, seed) for seed in ("a", "a", "b")]
    same = [one.plan == other.plan for one, other in pairwise(events)]
    assert same == [True, False]
