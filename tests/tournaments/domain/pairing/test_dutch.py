"""Swiss rounds by FIDE Dutch: published rounds, seats in turn, and what the director has said."""

import sys
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.embedded.options import ROOT
from kernel.text import Refusal
from tests.dutch import needs_dutch
from tests.tournaments.domain.events import decide, drawn, open_matches, play, whole_event, withdraw
from tournaments.domain.crosstable import Constraints, Crosstable, Outcome, PairingPlan, Side
from tournaments.domain.formats.registry import check_settings
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.pairing import dutch

pytestmark = needs_dutch

DUTCH = Swiss(rounds=3, system="dutch")
NO_LEGAL_ROUND = {"not_dutch", "rematch", "second_bye"}


def couples(table, round):
    return [
        tuple(side.entry for side in planned.sides)
        for planned in table.plan
        if planned.round == round
    ]


def met(table, round):
    return {frozenset(two) for two in couples(table, round)}


def with_next(format, table):
    return replace(table, plan=table.plan + format.next_round(table))


def played_round(format, table, winner=0):
    """The open matches won by a seat, and the next round drawn."""
    for open_match in open_matches(format, table):
        table = play(format, table, open_match.plan.key, winner)
    return with_next(format, table)


def reasons(table, round):
    return {
        frozenset(side.entry for side in planned.sides): planned.reason.code
        for planned in table.plan
        if planned.round == round
    }


def forbid(*pairs):
    return frozenset(map(frozenset, pairs))


# A published round --------------------------------------------------------------------------

SIXTY = ROOT / "tests" / "data" / "dutch-60.txt"
OUTCOMES = {
    "10": ("played", 0),
    "01": ("played", 1),
    "==": ("drawn", None),
    "+-": ("walkover", 0),
    "-+": ("walkover", 1),
}


def event(rows):
    """The table of an event by rows as in SIXTY, with Z for a round missed; entries from 1."""
    cells = {
        (entry, round): cell
        for entry, row in enumerate(rows, 1)
        for round, cell in enumerate(row.split(), 1)
    }
    absent, plan, outcomes, numbers = {}, [], {}, Counter()
    for (entry, round), cell in cells.items():
        if cell == "Z":
            absent[entry] = absent.get(entry, frozenset()) | {round}
        elif cell[-2] == "w":
            numbers[round] += 1
            two = (entry, int(cell[:-2]))
            sides = tuple(Side("entry", entry=member) for member in two)
            plan.append(PairingPlan(round, numbers[round], sides))
            kind, winner = OUTCOMES[cell[-1] + cells[two[1], round][-1]]
            outcomes[plan[-1].key] = Outcome(kind, two, winner)
    return Crosstable(tuple(range(1, len(rows) + 1)), tuple(plan), outcomes, absent=absent)


def test_a_round_of_sixty_is_paired_as_published():
    *rows, expected = [line for line in SIXTY.read_text().splitlines() if line[0] != "#"]
    table = with_next(Swiss(rounds=15, system="dutch"), event(rows))
    assert couples(table, 15) == [tuple(map(int, two.split("-"))) for two in expected.split()]
    assert set(reasons(table, 15).values()) == {"slide", "dutch", "float"}


# A small event by hand ------------------------------------------------------------------------


def test_the_first_round_slides_with_seats_in_turn_down_the_field():
    table = drawn(DUTCH, range(1, 9))
    assert met(table, 1) == forbid((1, 5), (2, 6), (3, 7), (4, 8))
    upper_first = [first < second for first, second in couples(table, 1)]
    assert upper_first in ([True, False] * 2, [False, True] * 2)


def test_lots_decide_which_seat_the_top_seed_has():
    seats = set()
    for seed in "abcdefgh":
        table = Crosstable((1, 2), seed=seed)
        seats.add(couples(with_next(Swiss(system="dutch"), table), 1)[0])
    assert seats == {(1, 2), (2, 1)}


def test_the_same_facts_give_the_same_round():
    table = Crosstable(tuple(range(1, 12)), seed="a")
    once = DUTCH.next_round(table)
    dutch.ask_py4swiss.cache_clear()
    assert DUTCH.next_round(table) == once


def test_a_bye_comes_once_and_not_to_who_has_won_without_playing():
    format = Swiss(rounds=3, system="dutch")
    table = drawn(format, range(1, 6))
    (low,) = (first for first, second in couples(table, 1) if second is None)
    match, other = open_matches(format, table)
    # Of the losers, who would be the lowest has won by walkover: the other loser has the bye.
    table = decide(table, match.plan.key, Outcome("walkover", match.entries, 0))
    table = play(format, table, other.plan.key, 0)
    table = with_next(format, table)
    (second,) = (first for first, second in couples(table, 2) if second is None)
    assert second not in (low, match.entries[0])
    table = played_round(format, table)
    (third,) = (first for first, second in couples(table, 3) if second is None)
    assert third not in (low, second, match.entries[0])


def test_who_did_not_play_each_other_may_meet_again():
    table = drawn(Swiss(rounds=1, system="dutch"), (1, 2))
    table = decide(table, (1, 1), Outcome("double_forfeit", couples(table, 1)[0], None))
    table = with_next(Swiss(rounds=2, system="dutch"), table)
    assert reasons(table, 2) == {frozenset((1, 2)): "slide"}


def test_a_drawn_match_is_half_a_point():
    table = drawn(DUTCH, range(1, 5))
    match, other = open_matches(DUTCH, table)
    table = decide(table, match.plan.key, Outcome("drawn", match.entries, None))
    table = with_next(DUTCH, play(DUTCH, table, other.plan.key, 0))
    assert set(reasons(table, 2).values()) == {"float"}
    assert str(table.plan[2].reason).startswith("1 against 0.5")


def test_missed_rounds_count_by_the_rule_of_the_event():
    away = {3: frozenset({1}), 4: frozenset({1})}
    for halves, expected in ((0, [(1, 2), (3, 5), (4, 6)]), (1, [(1, 2), (3, 4), (5, 6)])):
        format = replace(DUTCH, half_points=halves)
        table = with_next(format, Crosstable(tuple(range(1, 7)), absent=away))
        for open_match in open_matches(format, table):
            table = play(
                format,
                table,
                open_match.plan.key,
                open_match.entries.index(min(open_match.entries)),
            )
        assert met(with_next(format, table), 2) == forbid(*expected)


def test_who_withdraws_or_is_absent_is_not_paired():
    table = drawn(DUTCH, range(1, 9))
    for open_match in open_matches(DUTCH, table):
        table = play(DUTCH, table, open_match.plan.key, 0)
    table = withdraw(DUTCH, table, 3)
    table = with_next(DUTCH, replace(table, absent={5: frozenset({2})}))
    assert {entry for two in couples(table, 2) for entry in two} == {1, 2, 4, 6, 7, 8}


def test_a_round_for_which_only_one_is_there_is_a_bye():
    table = Crosstable((1, 2), absent={1: frozenset({1})})
    assert couples(with_next(Swiss(system="dutch"), table), 1) == [(2, None)]


# What the director has said -------------------------------------------------------------------


def test_a_fixed_pair_meets_and_the_others_are_paired_without_it():
    said = Constraints(fixed={1: ((4, 1),)})
    table = with_next(DUTCH, Crosstable(tuple(range(1, 8)), constraints=said))
    assert met(table, 1) == forbid((1, 4), (2, 5), (3, 6), (7, None))
    assert reasons(table, 1)[frozenset((1, 4))] == "fixed"


def test_a_round_may_be_all_fixed_pairs():
    said = Constraints(fixed={1: ((1, 2), (3, 4))})
    table = with_next(DUTCH, Crosstable((1, 2, 3, 4), constraints=said))
    assert couples(table, 1) == [(1, 2), (3, 4)]


def test_a_fixed_pair_takes_seats_in_turn():
    table = played_round(DUTCH, drawn(DUTCH, range(1, 9)))
    for first, second in ((a, b) for a, _ in couples(table, 1) for _, b in couples(table, 1)):
        said = Constraints(fixed={2: ((first, second),)})
        of_round_1 = replace(table, plan=table.plan[:4], constraints=said)
        assert (second, first) in couples(with_next(DUTCH, of_round_1), 2)


def test_nobody_in_a_fixed_pair_has_a_seat_three_times_running_if_the_other_can_have_it():
    """Both have had each seat twice and seat 0 last, and one of them twice running."""
    rows = ["3b1 4b1 5w1 6w1", "5w1 6b1 3b1 4w1", "1w0 Z 2w0 Z", "Z 1w0 Z 2b0", "2b0 Z 1b0 Z"]
    table = event([*rows, "Z 2w0 Z 1b0"])
    table = replace(table, constraints=Constraints(fixed={5: ((1, 2),)}))
    assert (2, 1) in couples(with_next(Swiss(rounds=5, system="dutch"), table), 5)


def test_forbidden_pairs_never_meet():
    said = Constraints(forbidden=forbid((1, 3), (2, 4), (1, 99)))
    table = with_next(DUTCH, Crosstable((1, 2, 3, 4), constraints=said))
    assert met(table, 1) == forbid((1, 4), (2, 3))


def test_pairs_are_kept_apart_in_the_first_rounds():
    said = Constraints(apart=forbid((1, 3), (2, 4)))
    for rounds, expected in ((0, [(1, 3), (2, 4)]), (1, [(1, 4), (2, 3)])):
        format = replace(DUTCH, apart_rounds=rounds)
        table = with_next(format, Crosstable((1, 2, 3, 4), constraints=said))
        assert met(table, 1) == forbid(*expected)


def test_pairs_that_no_round_keeps_apart_are_told():
    said = Constraints(apart=forbid((1, 2), (1, 3), (1, 4)))
    table = Crosstable((1, 2, 3, 4), constraints=said)
    format = replace(DUTCH, apart_rounds=1)
    found = reasons(with_next(format, table), 1)
    assert found == {frozenset((1, 3)): "kept_apart", frozenset((2, 4)): "slide"}
    table = replace(table, constraints=replace(said, forbidden=forbid((1, 3))))
    assert met(with_next(format, table), 1) == forbid((1, 4), (2, 3))


def test_where_no_round_is_legal_it_is_the_least_bad_one_and_says_so():
    said = Constraints(forbidden=forbid((1, 2), (1, 3), (1, 4)))
    table = with_next(DUTCH, Crosstable((1, 2, 3, 4), constraints=said))
    assert sorted(reasons(table, 1).values()) == ["forbidden", "not_dutch"]


def test_a_fixed_pair_of_a_round_that_is_not_legal_is_still_the_directors():
    forbidden = forbid((1, 2), (1, 3), (1, 4))
    said = Constraints(forbidden=forbidden, fixed={1: ((5, 6),)})
    table = with_next(DUTCH, Crosstable(tuple(range(1, 7)), constraints=said))
    assert sorted(reasons(table, 1).values()) == ["fixed", "forbidden", "not_dutch"]


def test_what_a_round_costs_is_counted_as_the_system_does():
    """A walkover is no meeting, and to win one is as good as a bye."""
    table = drawn(DUTCH, range(1, 5))
    match, other = open_matches(DUTCH, table)
    table = decide(table, match.plan.key, Outcome("walkover", match.entries, 0))
    table = play(DUTCH, table, other.plan.key, 0)
    found = {contender.entry: contender for contender in DUTCH.field_of(table, 2).contenders}
    assert [found[entry].byes for entry in match.entries] == [1, 0]
    assert [found[entry].met for entry in match.entries] == [frozenset()] * 2
    assert found[other.entries[0]].met == {other.entries[1]}


def test_where_only_the_seats_leave_no_round_that_is_said():
    """Two who have both had seat 0 twice running, with another round to come after this one."""
    rows = ["3w1 4w1", "4w1 3w1", "1b0 2b0 Z", "2b0 1b0 Z"]
    table = with_next(Swiss(rounds=4, system="dutch"), event(rows))
    assert reasons(table, 3) == {frozenset((1, 2)): "not_dutch"}
    last = with_next(DUTCH, event(rows))
    assert reasons(last, 3) == {frozenset((1, 2)): "slide"}


# What is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "count", "field", "sentence"),
    [
        (Swiss(system="dutch"), 301, "system", "at most 300 entrants; there are 301"),
        (Swiss(system="king"), 8, "system", "There is no pairing system king."),
        (Swiss(system="dutch", first_round="random"), 8, "first_round", "by its own rule"),
        (Swiss(system="dutch", first_round="accelerated"), 8, "first_round", "by its own rule"),
    ],
)
def test_what_cannot_be_drawn_is_refused(format, count, field, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        format.validate(range(count))
    assert refused.value.field == field


def test_settings_that_do_not_go_together_are_refused_before_the_draw():
    check_settings("swiss", {"system": "dutch", "apart_rounds": 2})
    with pytest.raises(Refusal, match="by its own rule") as refused:
        check_settings("swiss", {"system": "dutch", "first_round": "rating"})
    assert refused.value.field == "first_round"


def test_where_it_cannot_be_had_it_is_not_offered_and_a_draw_says_what_to_do(monkeypatch):
    setting = Swiss.settings()["system"]
    assert list(setting.offered()) == ["least_cost", "dutch"]
    monkeypatch.setitem(sys.modules, "py4swiss", None)
    assert list(setting.offered()) == ["least_cost"]
    assert list(setting.offered(now="dutch")) == ["least_cost", "dutch"]
    refusals = (
        lambda: check_settings("swiss", {"system": "dutch"}),
        lambda: DUTCH.next_round(Crosstable((1, 2, 3, 4))),
        lambda: DUTCH.next_round(event(["3w1", "4b1", "1b0", "2w0"])),
    )
    for refuse in refusals:
        with pytest.raises(Refusal, match="choose the other pairing system") as refused:
            refuse()
        assert refused.value.field == "system"


# Whatever happens -----------------------------------------------------------------------------


@given(st.integers(2, 14), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_everybody_who_is_there_is_in_each_round_once(count, seed):
    format = Swiss(rounds=min(5, count - 1), system="dutch", half_points=1)
    tables = list(whole_event(format, count, Random(seed)))
    assert tables == list(whole_event(format, count, Random(seed)))
    rounds = 0
    for table in tables:
        last = max(planned.round for planned in table.plan)
        if last == rounds:
            continue
        rounds = last
        there = [entry for entry in table.entries if table.is_there(entry, last)]
        sides = [entry for two in couples(table, last) for entry in two]
        assert sorted(side for side in sides if side is not None) == sorted(there)
        assert sides.count(None) == len(there) % 2


@given(st.integers(2, 16), st.lists(st.integers(0, 9), max_size=200), st.text(max_size=3))
@settings(max_examples=60, deadline=None)
def test_a_legal_round_has_no_rematch_no_second_bye_and_seats_in_turn(count, script, seed):
    """Nobody sits three times running in one seat, or three times more in it than in the other,
    but for leaders in the last round."""
    format = Swiss(rounds=min(9, count - 1), system="dutch")
    numbers = iter(script)
    table = with_next(format, Crosstable(tuple(range(count)), seed=seed))
    played, had_bye, seats = set(), set(), {entry: [] for entry in table.entries}
    for round in range(1, format.rounds + 1):
        if NO_LEGAL_ROUND & set(reasons(table, round).values()):
            return
        for plan in [planned for planned in table.plan if planned.round == round]:
            two = tuple(side.entry for side in plan.sides)
            if None in two:
                assert two[0] not in had_bye
                had_bye.add(two[0])
                continue
            assert frozenset(two) not in played
            table = decide(table, plan.key, result(two, next(numbers, 0)))
            if table.outcomes[plan.key].kind == "walkover":
                had_bye.add(two[0])
                continue
            played.add(frozenset(two))
            seats[two[0]].append(1)
            seats[two[1]].append(-1)
        if round < format.rounds:
            assert all(abs(sum(own)) <= 2 and abs(sum(own[-3:])) <= 2 for own in seats.values())
        table = with_next(format, table)


def result(two, number):
    if number == 9:
        return Outcome("walkover", two, 0)
    if number == 8:
        return Outcome("drawn", two, None)
    return Outcome("played", two, number % 2)
