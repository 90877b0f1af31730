"""Swiss rounds: legal where a legal one exists, the cheapest there is, each with its reason."""

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain.pairing.costs import TERMS, price, weights
from tournaments.domain.pairing.field import Contender, Field, in_drawn_order, places
from tournaments.domain.pairing.rounds import EXACT_UP_TO, faults_of, judge, pair


def new_field(count, **more):
    return Field(tuple(Contender(entry) for entry in range(1, count + 1)), **more)


def couples(drawn):
    return [(paired.first, paired.second) for paired in drawn]


def after(field, drawn, chance):
    """The field of the next round: the pairs are played and won by chance, a bye is a win."""
    contenders = {
        contender.entry: replace(contender, floated_down=False) for contender in field.contenders
    }
    for paired in drawn:
        first = contenders[paired.first]
        if paired.second is None:
            contenders[paired.first] = replace(first, points=first.points + 1, byes=first.byes + 1)
            continue
        second = contenders[paired.second]
        down = first.points > second.points
        first = replace(first, met=first.met | {paired.second}, floated_down=down)
        second = replace(second, met=second.met | {paired.first})
        share = chance.choice([(1, 0), (0, 1), (0.5, 0.5)])
        contenders[paired.first] = replace(first, points=first.points + share[0])
        contenders[paired.second] = replace(second, points=second.points + share[1])
    return replace(field, contenders=tuple(contenders.values()))


def played(count, rounds, seed=0, **more):
    """The field after so many rounds."""
    field, chance = new_field(count, **more), Random(seed)
    for _ in range(rounds):
        field = after(field, pair(field), chance)
    return field


def every_round(standing):
    """All ways to pair these, with a bye if they are odd."""
    if len(standing) % 2:
        for contender in standing:
            rest = [other for other in standing if other is not contender]
            for pairs in every_round(rest):
                yield [*pairs, (contender, None)]
    elif not standing:
        yield []
    else:
        upper, *others = standing
        for lower in others:
            rest = [other for other in others if other is not lower]
            for pairs in every_round(rest):
                yield [(upper, lower), *pairs]


def total(pairs, standing):
    """What a round costs, each term summed, worst first."""
    sums = Counter()
    for upper, lower in pairs:
        sums.update(price(upper, lower, standing))
    return tuple(sums[term.code] for term in TERMS)


@st.composite
def fields(draw, most=8):
    """Any history at all, rounds without a legal pairing among them."""
    count = draw(st.integers(2, most))
    pairs = [(number, other) for number in range(count) for other in range(number)]
    some = st.sets(st.sampled_from(pairs))
    met = draw(some)
    contenders = tuple(
        Contender(
            entry,
            points=draw(st.integers(0, 6)) / 2,
            met=frozenset(sum(two) - entry for two in met if entry in two),
            byes=draw(st.integers(0, 2)),
            floated_down=draw(st.booleans()),
        )
        for entry in range(count)
    )
    forbidden, apart = (frozenset(map(frozenset, draw(some))) for _ in range(2))
    return Field(contenders, forbidden, apart)


@given(fields())
@settings(max_examples=150, deadline=None)
def test_no_round_is_cheaper(field):
    standing = places(field)
    by_entry = {contender.entry: contender for contender in standing}
    drawn = [(by_entry[paired.first], by_entry.get(paired.second)) for paired in pair(field)]
    least = min(total(pairs, standing) for pairs in every_round(standing))
    assert total(drawn, standing) == least


def test_the_names_of_costs_are_no_words_of_the_program():
    for term in TERMS:
        assert not re.search("slide|squared|float|partner", str(term.name), re.I), term.name


@given(fields())
def test_a_term_weighs_more_than_all_later_ones_together(field):
    standing = places(field)
    pairs = (len(standing) + 1) // 2
    weight = weights(standing)
    later = 0
    for term in reversed(TERMS):
        assert weight[term.code] > later
        later += pairs * term.most(standing) * weight[term.code]


@given(fields())
def test_no_pair_and_no_bye_costs_more_than_the_most(field):
    standing = places(field)
    most = {term.code: term.most(standing) for term in TERMS}
    for upper, lower in [
        *combinations(standing, 2),
        *((contender, None) for contender in standing),
    ]:
        assert all(cost <= most[code] for code, cost in price(upper, lower, standing).items())


@given(fields(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_a_round_that_somebody_made_has_the_faults_that_it_costs(field, rng):
    entries = [contender.entry for contender in field.contenders]
    rng.shuffle(entries)
    pairs = [*zip(entries[::2], [*entries[1::2], None], strict=False)]
    told = Counter(code for faults in faults_of(field, pairs) for code in faults)
    costs = judge(field, pairs)
    assert told.keys() == {term.code for term in TERMS if term.is_fault and costs[term.code]}
    assert all(costs[code] >= number for code, number in told.items())


@given(fields())
@settings(deadline=None)
def test_a_fault_is_told_and_nothing_else_is_called_one(field):
    known = {contender.entry: contender for contender in field.contenders}
    fewest = min(contender.byes for contender in field.contenders)
    for paired in pair(field):
        two = frozenset((paired.first, paired.second))
        assert ("rematch" in paired.faults) == (paired.second in known[paired.first].met)
        assert ("forbidden" in paired.faults) == (two in field.forbidden)
        assert ("kept_apart" in paired.faults) == (two in field.apart)
        second_bye = paired.second is None and known[paired.first].byes > fewest
        assert ("second_bye" in paired.faults) == second_bye
        assert str(paired.reason)
        if paired.faults:
            assert paired.reason.code == paired.faults[0]


@pytest.mark.parametrize(
    ("count", "rounds"), [(6, 3), (9, 5), (16, 7), (31, 9), (64, 9), (129, 9), (300, 9), (301, 9)]
)
def test_a_whole_swiss_has_no_rematch_and_no_second_bye(count, rounds):
    field, chance = new_field(count), Random(count)
    for _ in range(rounds):
        drawn = pair(field)
        taken = [entry for two in couples(drawn) for entry in two if entry is not None]
        assert sorted(taken) == list(range(1, count + 1))
        assert [paired.second for paired in drawn].count(None) == count % 2
        assert not any(paired.faults for paired in drawn)
        field = after(field, drawn, chance)
    met = [len(contender.met) + contender.byes for contender in field.contenders]
    assert met == [rounds] * count


@pytest.mark.parametrize(
    ("count", "rounds", "seed"),
    [
        (130, 7, 2),
        (130, 10, 2),
        (150, 10, 2),
        (200, 9, 2),
        (257, 9, 1),
        (257, 10, 1),
        (400, 6, 400),
    ],
)
def test_above_the_exact_size_the_scores_are_as_near_as_they_can_be(
    count, rounds, seed, monkeypatch
):
    field = played(count, rounds, seed)
    points = {contender.entry: contender.points for contender in field.contenders}

    def squares(drawn):
        return sum((points[a] - points[b]) ** 2 for a, b in couples(drawn) if b is not None)

    walked = squares(pair(field))
    monkeypatch.setattr("tournaments.domain.pairing.rounds.EXACT_UP_TO", count)
    assert count > EXACT_UP_TO
    assert walked == squares(pair(field))


def test_the_same_field_gives_the_same_round_whatever_the_entries_are_called():
    field = played(40, 5)
    new = {entry: 1000 - 7 * entry for entry in range(1, 41)}
    renamed = tuple(
        replace(
            contender,
            entry=new[contender.entry],
            met=frozenset(new[other] for other in contender.met),
        )
        for contender in field.contenders
    )
    expected = [(new[first], new[second]) for first, second in couples(pair(field))]
    assert couples(pair(replace(field, contenders=renamed))) == expected
    assert pair(field) == pair(field)


# First rounds -------------------------------------------------------------------------------


def test_a_first_round_by_slide_has_the_top_half_against_the_bottom_half():
    assert couples(pair(new_field(8))) == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert couples(pair(new_field(7))) == [(1, 4), (2, 5), (3, 6), (7, None)]


def test_a_first_round_by_rating_has_neighbours():
    assert couples(pair(new_field(7, method="rating"))) == [(1, 2), (3, 4), (5, 6), (7, None)]


@pytest.mark.parametrize("count", [10, 200])
def test_a_first_round_at_random_follows_from_its_chance_alone(count):
    field = new_field(count, method="random")

    def drawn(seed):
        return couples(
            pair(replace(field, contenders=in_drawn_order(field.contenders, Random(seed))))
        )

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert str(pair(field)[0].reason) == "Drawn at random"


def test_an_accelerated_round_has_the_top_half_among_itself():
    contenders = tuple(Contender(entry, points=float(entry <= 4)) for entry in range(1, 9))
    drawn = pair(Field(contenders, method="accelerated"))
    assert couples(drawn) == [(1, 3), (2, 4), (5, 7), (6, 8)]
    assert "a win more for the top half" in str(drawn[0].reason)


# What the director says ---------------------------------------------------------------------


def test_fixed_pairs_are_taken_and_the_rest_is_paired_around_them():
    drawn = pair(new_field(9, fixed=((7, 2),)))
    assert couples(drawn) == [(1, 5), (2, 7), (3, 6), (4, 8), (9, None)]
    assert str(drawn[1].reason) == "Set by the director"


def test_where_all_pairs_are_fixed_nothing_is_left_to_do():
    assert couples(pair(new_field(4, fixed=((1, 2), (4, 3))))) == [(1, 2), (3, 4)]
    assert couples(pair(new_field(1))) == [(1, None)]
    assert pair(new_field(0)) == ()


def test_a_fixed_pair_tells_its_faults():
    drawn = pair(Field((Contender(1, met=frozenset([2])), Contender(2)), fixed=((2, 1),)))
    assert [(paired.first, paired.second, paired.faults) for paired in drawn] == [
        (1, 2, ("rematch",))
    ]


def test_forbidden_pairs_and_pairs_to_keep_apart_do_not_meet():
    forbidden, apart = frozenset([frozenset((1, 5))]), frozenset([frozenset((2, 6))])
    met = couples(pair(new_field(8, forbidden=forbidden, apart=apart)))
    assert (1, 5) not in met
    assert (2, 6) not in met


def test_keeping_apart_gives_way_before_a_rematch_and_both_before_a_forbidden_pair():
    apart = frozenset([frozenset((1, 2)), frozenset((3, 4))])
    three = tuple(Contender(entry, met=frozenset(range(1, 5)) - {entry}) for entry in range(1, 5))
    two = tuple(
        replace(contender, met=contender.met - {3 - contender.entry, 7 - contender.entry})
        for contender in three
    )
    drawn = pair(Field(two, apart=apart))
    assert couples(drawn) == [(1, 2), (3, 4)]
    assert [paired.faults for paired in drawn] == [("kept_apart",)] * 2
    drawn = pair(Field(three, forbidden=apart))
    assert [paired.faults for paired in drawn] == [("rematch",)] * 2


def test_where_all_have_met_the_least_bad_round_is_marked():
    drawn = pair(Field((Contender(1, 1.0, frozenset([2])), Contender(2, 0.0, frozenset([1])))))
    assert couples(drawn) == [(1, 2)]
    assert drawn[0].faults == ("rematch",)
    assert str(drawn[0].reason).startswith("They have met before")


def test_a_large_field_tells_its_faults_too():
    everybody = range(1, 132)
    forbidden = frozenset(frozenset((1, other)) for other in everybody if other != 1)
    had = tuple(Contender(entry, byes=int(entry == 1)) for entry in everybody)
    faulty = [paired for paired in pair(Field(had, forbidden)) if paired.faults]
    assert [(paired.first, paired.faults) for paired in faulty] == [(1, ("second_bye",))]


# Floats and byes ----------------------------------------------------------------------------


def test_the_bye_goes_to_the_lowest_who_has_had_none():
    contenders = tuple(
        Contender(entry, points=float(3 - entry), byes=int(entry == 3)) for entry in (1, 2, 3)
    )
    drawn = pair(Field(contenders))
    assert couples(drawn) == [(1, 3), (2, None)]
    assert drawn[1].reason.code == "bye"


def test_once_everybody_has_had_a_bye_it_goes_round_again():
    contenders = tuple(Contender(entry, byes=1) for entry in (1, 2, 3))
    assert pair(Field(contenders))[-1].faults == ()


def test_who_floated_in_the_last_round_stays_if_somebody_else_can_go():
    contenders = (
        Contender(1, 1.0),
        Contender(2, 1.0),
        Contender(3, 1.0, floated_down=True),
        Contender(4, 0.0),
    )
    drawn = pair(Field(contenders))
    assert couples(drawn) == [(1, 3), (2, 4)]
    assert str(drawn[1].reason) == "1 against 0: not everybody could meet an equal"


def test_in_a_large_field_too_the_lowest_who_did_not_float_goes_down():
    contenders = tuple(
        Contender(entry, float(entry <= 71), floated_down=entry == 71) for entry in range(1, 141)
    )
    assert [two for two in couples(pair(Field(contenders))) if two[0] <= 71 < two[1]] == [(70, 72)]


# Bugs that others shipped -------------------------------------------------------------------


def test_regression_nobody_is_paired_with_themselves_and_two_byes_never_meet():
    """liwords #892, cobra #521."""
    for count in range(2, 40):
        drawn = couples(pair(new_field(count)))
        assert all(first != second for first, second in drawn)
        assert [second for _, second in drawn].count(None) == count % 2
