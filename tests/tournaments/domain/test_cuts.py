"""Who goes on to the next stage, and whom a bracket keeps apart."""

from collections import Counter
from itertools import chain, permutations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kernel.text import Text
from tournaments.domain.cuts import Cut, last_above, line, qualifiers
from tournaments.domain.kinds.bracket import slots
from tournaments.domain.separation import for_knock_out
from tournaments.domain.standings import Standing

REASON = Text("any", "any")
CODES = ("match_points", "head_to_head", "net_points", "lots")


def row(entry, rank, *values, group=None):
    return Standing(entry, rank, REASON, values=values, group=group)


def one_table(*ranks):
    return [row(10 + number, rank) for number, rank in enumerate(ranks, 1)]


GROUPS = [
    row(1, 1, 3, 0, 50, 9, group=1),
    row(2, 2, 2, 1, 10, 1, group=1),
    row(3, 3, 1, 0, -9, 5, group=1),
    row(4, 1, 3, 0, 80, 9, group=2),
    row(5, 2, 2, 0, 30, 9, group=2),
    row(6, 3, 1, 1, -9, 2, group=2),
    row(7, 1, 2, 1, 90, 9, group=3),
    row(8, 2, 2, 0, 20, 9, group=3),
    row(9, 3, 0, 0, 10, 9, group=3),
]
"""Match points, head-to-head, net points and lots of three groups of three."""


def test_the_best_of_one_table_go_on():
    found = qualifiers(one_table(1, 2, 3, 4), Cut(take=2))
    assert list(found) == [11, 12]
    assert [str(why) for why in found.values()] == ["Place 1", "Place 2"]


def test_all_go_on_without_a_number_and_with_one_that_is_too_large():
    for cut in (Cut(), Cut(take=99)):
        assert list(qualifiers(one_table(1, 2, 3), cut)) == [11, 12, 13]
    assert qualifiers([], Cut(take=3)) == {}


def test_the_next_one_moves_up_for_who_is_gone():
    assert list(qualifiers(one_table(1, 2, 3, 4), Cut(take=2), gone={11, 13})) == [12, 14]
    grouped = qualifiers(GROUPS, Cut(take=3), tiebreaks=CODES, gone={4})
    assert list(grouped) == [1, 7, 5]


def test_who_has_no_place_does_not_go_on():
    assert list(qualifiers([*one_table(1, 2), row(99, None)], Cut())) == [11, 12]


def test_those_below_the_cut_fill_a_second_event():
    assert list(qualifiers(one_table(1, 2, 3, 4, 5), Cut(skip=2))) == [13, 14, 15]
    assert list(qualifiers(one_table(1, 2, 3, 4, 5), Cut(take=2, skip=2))) == [13, 14]


def test_as_many_of_each_group_go_on_in_order_of_place_then_record():
    found = qualifiers(GROUPS, Cut(take=6), tiebreaks=CODES)
    assert list(found) == [4, 1, 7, 5, 8, 2]
    assert str(found[7]) == "Place 1 of group 3"


def test_what_is_left_goes_to_the_best_in_the_next_place():
    """Head-to-head and lots of a group say nothing of another one: 2 has more of both."""
    found = qualifiers(GROUPS, Cut(take=5), tiebreaks=CODES)
    assert list(found) == [4, 1, 7, 5, 8]
    assert str(found[8]) == "Place 2 of group 3, among the best of those in that place"
    assert str(found[7]) == "Place 1 of group 3"


def test_lots_part_those_who_are_level_at_the_cut_and_the_reason_says_so():
    level = [row(1, 1), row(2, 2), row(3, 2), row(4, 2), row(5, 5)]
    chosen = [qualifiers(level, Cut(take=2), seed=str(seed)) for seed in range(40)]
    assert {entry for reasons in chosen for entry in reasons} == {1, 2, 3, 4}
    for reasons in chosen:
        first, second = reasons.values()
        assert str(first) == "Place 1"
        assert str(second) == "Place 2, by lot among those who were level at the cut"
    assert str(list(qualifiers(level, Cut(take=4)).values())[-1]) == "Place 2"
    assert qualifiers(level, Cut(take=2), seed="a") == qualifiers(level, Cut(take=2), seed="a")


def test_lots_part_the_records_of_two_groups():
    level = [row(1, 1, 3, group=1), row(2, 1, 3, group=2)]
    chosen = {
        tuple(qualifiers(level, Cut(take=1), tiebreaks=CODES, seed=str(seed))) for seed in range(40)
    }
    assert chosen == {(1,), (2,)}
    why = qualifiers(level, Cut(take=1), tiebreaks=CODES).values()
    assert [str(reason) for reason in why] == [
        "Place 1, by lot among those who were level at the cut"
    ]


tables = st.lists(
    st.lists(st.tuples(st.integers(0, 3), st.integers(-2, 2)), min_size=1, max_size=5),
    min_size=1,
    max_size=5,
)


def table_of(groups):
    rows = []
    for number, records in enumerate(groups, 1):
        ordered = sorted(records, reverse=True)
        for values in ordered:
            entry = len(rows)
            rows.append(row(entry, ordered.index(values) + 1, *values, group=number))
    return rows


@settings(max_examples=50)
@given(tables, st.integers(0, 30), st.sets(st.integers(0, 24), max_size=4), st.text(max_size=3))
def test_any_number_goes_through(groups, take, gone, seed):
    rows = table_of(groups)
    codes = ("match_points", "net_points")
    found = list(qualifiers(rows, Cut(take), tiebreaks=codes, gone=gone, seed=seed))
    here = [standing for standing in rows if standing.entry not in gone]
    assert len(found) == len(set(found)) == min(take or len(here), len(here))
    assert gone.isdisjoint(found)
    group_of = {standing.entry: standing.group for standing in rows}
    through = Counter(group_of[entry] for entry in found)
    left = Counter(standing.group for standing in here)
    for group, other in product(left, left):
        full = through[group] == left[group]
        assert through[group] >= through[other] - 1 or full
    rank = {standing.entry: standing.rank for standing in rows}
    for standing in here:
        if standing.entry not in found:
            mates = [entry for entry in found if group_of[entry] == standing.group]
            assert all(rank[mate] <= standing.rank for mate in mates)
    rest = list(qualifiers(rows, Cut(skip=len(found)), tiebreaks=codes, gone=gone, seed=seed))
    assert sorted(found + rest) == sorted(row.entry for row in here)


# The bracket --------------------------------------------------------------------------------


def first_round(order):
    """The pairs of the fold bracket, byes left out."""
    seeds = [order[seed - 1] if seed <= len(order) else None for seed in slots(len(order))]
    pairs = zip(seeds[::2], seeds[1::2], strict=True)
    return [pair for pair in pairs if None not in pair]


def met(order, of):
    """How many pairs of the first round share what the mapping says."""
    return sum(
        entry in of and of.get(entry) == of.get(other) for entry, other in first_round(order)
    )


def same_half(order, groups):
    """How many groups have their first two in one half."""
    seeds = slots(len(order))
    upper = {order[seed - 1] for seed in seeds[: len(seeds) // 2] if seed <= len(order)}
    firsts = [
        [entry for entry in order if groups.get(entry) == group][:2] for group in {*groups.values()}
    ]
    return sum(len(two) == 2 and (two[0] in upper) == (two[1] in upper) for two in firsts)


def tiers(order, groups):
    """The places among which entries may be swapped; one group is as good as none."""
    groups = groups if len({*groups.values()}) > 1 else {}
    found = {}
    seen = Counter()
    for place, entry in enumerate(order):
        key = seen[groups[entry]] if entry in groups else place.bit_length()
        seen.update([groups.get(entry)])
        found.setdefault(key, []).append(place)
    return list(found.values())


def test_winners_and_runners_up_of_a_group_are_in_opposite_halves():
    """Four groups of which two each go on, in the order in which the cut gives them."""
    groups = {1: "A", 2: "B", 3: "C", 4: "D", 5: "D", 6: "A", 7: "B", 8: "C"}
    order = for_knock_out(range(1, 9), groups)
    assert {*order[:4]} == {1, 2, 3, 4}
    assert (met(order, groups), same_half(order, groups)) == (0, 0)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 16, 32])
def test_group_mates_are_apart_whatever_the_order_of_the_second_ones(count):
    groups = {entry: entry % count for entry in range(2 * count)}
    for turn in range(count):
        second = [count + (place + turn) % count for place in range(count)]
        order = for_knock_out([*range(count), *second], groups)
        assert (met(order, groups), same_half(order, groups)) == (0, 0)


def test_group_mates_come_before_club_mates():
    groups, clubs = {1: 1, 2: 2, 3: 1, 4: 2}, {1: "x", 2: "y", 3: "y", 4: "x"}
    assert for_knock_out([1, 2, 3, 4], groups, clubs) == (1, 2, 3, 4)
    assert for_knock_out([1, 2, 4, 3], groups, clubs) == (1, 2, 3, 4)


def test_without_groups_a_line_of_seeds_keeps_club_mates_apart():
    clubs = {1: "x", 8: "x", 3: "y", 6: "y"}
    order = for_knock_out(range(1, 9), clubs=clubs)
    assert met(order, clubs) == 0
    assert order[:4] == (1, 2, 3, 4)
    assert {*order[4:]} == {5, 6, 7, 8}


def test_one_group_is_as_good_as_none():
    clubs = {1: "x", 4: "x"}
    order = for_knock_out(range(1, 5), dict.fromkeys(range(1, 5), 1), clubs)
    assert met(order, clubs) == 0


def test_two_swaps_together_help_where_one_does_not():
    groups = {0: "A", 1: "B", 2: "C", 3: "D", 4: "E", 5: "B", 6: "D", 7: "E"}
    clubs = {0: "x", 1: "y", 3: "y", 4: "z", 5: "z", 6: "y", 7: "y"}
    order = for_knock_out(range(8), groups, clubs)
    assert (met(order, groups), met(order, clubs), same_half(order, groups)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("order", "groups"),
    [
        ([3, 0, 4, 5, 6, 7, 1, 2], {3: 1, 0: 0, 4: 1, 5: 0, 6: 1, 7: 1, 1: 3, 2: 0}),
        ([5, 7, 2, 4, 0, 3, 6], {5: 3, 7: 3, 2: 2, 4: 3, 0: 3, 3: 2, 6: 2}),
        ([4, 3, 1, 0, 5, 2, 7, 6], {4: 0, 3: 3, 1: 0, 0: 3, 5: 0, 2: 0, 7: 1, 6: 3}),
    ],
)
def test_three_swaps_in_turn_part_group_mates_where_two_do_not(order, groups):
    assert met(for_knock_out(order, groups), groups) == 0


def test_nothing_moves_where_nothing_is_wrong():
    assert for_knock_out(range(1, 20)) == tuple(range(1, 20))
    assert for_knock_out([]) == ()
    assert for_knock_out([7]) == (7,)


@given(
    st.permutations(range(8)),
    st.integers(2, 8),
    st.lists(st.integers(0, 3), min_size=8, max_size=8),
    st.lists(st.one_of(st.none(), st.sampled_from("xyz")), min_size=8, max_size=8),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_only_tiers_are_mixed_and_no_more_meet_than_must(entries, count, group, club, grouped):
    order = entries[:count]
    groups = {entry: group[entry] for entry in order} if grouped else {}
    clubs = {entry: club[entry] for entry in order if club[entry]}
    found = for_knock_out(order, groups, clubs)
    assert found == for_knock_out(order, groups, clubs)
    parts = tiers(order, groups)
    for places in parts:
        assert {found[place] for place in places} == {order[place] for place in places}
    before = (met(order, groups), met(order, clubs), same_half(order, groups))
    after = (met(found, groups), met(found, clubs), same_half(found, groups))
    assert after <= before
    if after[0]:
        mixed = product(*(permutations(places) for places in parts))
        places = list(chain.from_iterable(parts))
        orders = (
            dict(zip(places, chain.from_iterable(arranged), strict=True)) for arranged in mixed
        )
        assert after[0] == min(
            met([order[moved[place]] for place in range(count)], groups) for moved in orders
        )


@given(
    sizes=st.lists(st.integers(3, 6), min_size=1, max_size=4),
    gone=st.sets(st.integers(0, 23), max_size=2),
    each=st.integers(1, 3),
    skip=st.integers(0, 1),
)
def test_above_the_line_stands_who_goes_on(sizes, gone, each, skip):
    """As long as every group has so many who are not gone."""
    count = len(sizes)
    groups = [[6 * group + place for place in range(size)] for group, size in enumerate(sizes)]
    assume(all(len({*group} - gone) >= each + skip for group in groups))
    cut = Cut(take=each * count, skip=skip * count)
    table = [
        row(entry, place, group=number if count > 1 else None)
        for number, group in enumerate(groups, 1)
        for place, entry in enumerate(group, 1)
    ]
    through = set(qualifiers(table, cut, gone=gone))
    last = last_above(cut, groups, gone)
    for group in groups:
        lines = [place for place, entry in enumerate(group, 1) if entry in last]
        first, end = lines if skip else (0, *lines)
        assert {*group[first:end]} - gone == through & {*group}


@pytest.mark.parametrize(
    ("cut", "groups", "said"),
    [
        (Cut(), 1, None),
        (Cut(take=1), 1, "Place 1 goes on"),
        (Cut(take=8), 1, "Places 1 to 8 go on"),
        (Cut(take=8), 4, "Places 1 to 2 go on"),
        (Cut(take=12), 5, "Places 1 to 2 go on, and the best 2 of those in place 3"),
        (Cut(take=3), 4, "Of those in place 1, the best 3 go on"),
        (Cut(take=8, skip=8), 4, "Places 3 to 4 go on"),
        (Cut(skip=8), 1, "Everybody from place 9 on goes on"),
        (Cut(take=4, skip=3), 2, None),
    ],
)
def test_the_cut_is_said_in_words(cut, groups, said):
    text = line(cut, groups)
    assert (str(text) if text else None) == said
