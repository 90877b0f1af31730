"""Double elimination: the draw of both sides, the final, places, and who has lost how often."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.double_elimination import best_of_four, expected_rematches
from kernel.text import Refusal
from tests.tournaments.domain.events import (
    at,
    decide,
    drawn,
    forfeit,
    history,
    open_matches,
    play,
    scripts,
    withdraw,
)
from tournaments.domain.crosstable import Crosstable, Outcome, PairingKey
from tournaments.domain.formats.double_elimination import DoubleElimination, draw
from tournaments.domain.kinds.bracket import draw as draw_of_one_side
from tournaments.domain.kinds.pairings import NOBODY

FINALS = list(DoubleElimination.settings()["final"].choices)
ONCE = DoubleElimination(final="once")
TWICE = DoubleElimination()

# entrants: the places from the first on, and the matches when the better seed always wins
PLACES = {
    2: ((1, 2), 2),
    3: ((1, 2, 3), 4),
    4: ((1, 2, 3, 4), 6),
    5: ((1, 2, 3, 4, 5), 8),
    6: ((1, 2, 3, 4, 5, 5), 10),
    7: ((1, 2, 3, 4, 5, 5, 7), 12),
    8: ((1, 2, 3, 4, 5, 5, 7, 7), 14),
    12: ((1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9), 22),
    16: ((1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13), 30),
}

fields = st.integers(2, 16)
some = settings(max_examples=40)


def ranks(format: DoubleElimination, table: Crosstable) -> dict[int, int | None]:
    return {row.entry: row.rank for row in format.places(table)}


def reasons(format: DoubleElimination, table: Crosstable) -> dict[int, str]:
    return {row.entry: str(row.reason) for row in format.places(table)}


def better_wins(format: DoubleElimination, table: Crosstable, *keys: PairingKey) -> Crosstable:
    """These matches, or all to the end, are won by the better seed."""
    while keys or not format.is_over(table):
        for key in keys or [open_match.plan.key for open_match in open_matches(format, table)]:
            first, second = at(format, table, key).entries
            table = play(format, table, key, 0 if first < second else 1)
        if keys:
            break
    return table


def up_to_the_final(format: DoubleElimination) -> Crosstable:
    """Four entrants; 1 and 2 are in the grand final, 2 from the losers' side."""
    keys = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    return better_wins(format, drawn(format, range(1, 5)), *keys)


# The draw -----------------------------------------------------------------------------------


def test_the_draw_of_eight():
    """Losers of the winners' round 2 cross over to the other half."""
    plan = {planned.key: planned for planned in draw(range(1, 9), "once")}
    feeders = {
        key: [(side.kind, side.feeder) for side in planned.sides]
        for key, planned in plan.items()
        if key[0] > 3 or (key[0] > 1 and key[1] > 4 >> (key[0] - 1))
    }
    assert feeders == {
        (2, 3): [("loser", (1, 1)), ("loser", (1, 2))],
        (2, 4): [("loser", (1, 3)), ("loser", (1, 4))],
        (3, 2): [("loser", (2, 2)), ("winner", (2, 3))],
        (3, 3): [("loser", (2, 1)), ("winner", (2, 4))],
        (4, 1): [("winner", (3, 2)), ("winner", (3, 3))],
        (5, 1): [("loser", (3, 1)), ("winner", (4, 1))],
        (6, 1): [("winner", (3, 1)), ("winner", (5, 1))],
    }


@given(st.integers(2, 300) | st.sampled_from([1025, 4096]), st.sampled_from(FINALS))
@settings(max_examples=20)
def test_everyone_who_wins_or_loses_goes_on_to_one_place_at_most(count, final):
    plan = draw(range(count), final)
    winners = draw_of_one_side(range(count))
    size, rounds = len(winners) + 1, winners[-1].round
    assert set(winners) <= set(plan)
    assert len(plan) == 2 * size - 2 + (final == "twice")
    assert len({planned.key for planned in plan}) == len(plan)
    assert all(
        side.feeder is None or side.feeder[0] < planned.round
        for planned in plan
        for side in planned.sides
    )
    goes = Counter(
        (side.kind, side.feeder) for planned in plan for side in planned.sides if side.feeder
    )
    assert set(goes.values()) <= {1}
    dropped = {feeder for kind, feeder in goes if kind == "loser"}
    assert {winner.key for winner in winners} <= dropped
    assert max(planned.round for planned in plan) == 2 * rounds + (final == "twice")


def test_a_round_is_numbered_through():
    for count in (2, 4, 32):
        plan = draw(range(count), "twice")
        for round in {planned.round for planned in plan}:
            numbers = [planned.number for planned in plan if planned.round == round]
            assert numbers == list(range(1, len(numbers) + 1))


def test_the_rounds_have_names_and_every_pairing_its_side():
    table = drawn(TWICE, range(1, 9))
    assert [str(TWICE.round_name(table, round)) for round in (1, 5, 6, 7)] == [
        "Round 1",
        "Round 5",
        "Grand final",
        "Second final",
    ]
    found = {key: (str(TWICE.pairing_name(table, key)), TWICE.side_of(table, key)) for key in NAMED}
    assert found == NAMED


NAMED = {
    (1, 4): ("Winners' round 1", "winners"),
    (2, 2): ("Winners' round 2", "winners"),
    (2, 3): ("Losers' round 1", "losers"),
    (3, 1): ("Winners' final", "winners"),
    (3, 2): ("Losers' round 2", "losers"),
    (4, 1): ("Losers' round 3", "losers"),
    (5, 1): ("Losers' final", "losers"),
    (6, 1): ("None", "final"),
    (7, 1): ("None", "final"),
}


@pytest.mark.parametrize("count", [0, 1, 4097])
def test_too_few_and_too_many_are_refused(count):
    with pytest.raises(Refusal, match=f"there are {count}\\."):
        TWICE.next_round(Crosstable(tuple(range(count))))


def test_an_unknown_final_is_refused():
    with pytest.raises(Refusal, match="There is no final thrice") as refused:
        DoubleElimination(final="thrice").validate(range(8))
    assert (refused.value.text.code, refused.value.field) == ("invalid", "final")


# Who meets again ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8, 16, 32])
def test_nobody_meets_again_sooner_than_in_the_best_of_the_orders_in_use(size):
    plan = draw(range(size), "once")
    assert expected_rematches(plan) == best_of_four(plan, size.bit_length() - 1)


@pytest.mark.parametrize("size", [64, 128, 256, 1024])
def test_less_than_two_rematches_are_expected_in_five_events_of_any_size(size):
    assert expected_rematches(draw(range(size), "once")) < 0.4


def test_the_expected_rematches_are_those_of_all_ways_that_an_event_can_go():
    """Of 8 entrants, every match from the first to the losers' semi-final going either way."""
    played = [(1, n) for n in range(1, 5)] + [(2, n) for n in range(1, 5)] + [(3, 2), (3, 3)]
    found = 0
    start = drawn(ONCE, range(8))
    for seats in product((0, 1), repeat=len(played)):
        met: Counter[frozenset[int]] = Counter()
        table = start
        for key, seat in zip(played, seats, strict=True):
            two = at(ONCE, table, key).entries
            met[frozenset(two)] += 1
            table = decide(table, key, Outcome("played", two, seat))
        met[frozenset(at(ONCE, table, (4, 1)).entries)] += 1
        found += sum(times - 1 for times in met.values())
    assert found / 2 ** len(played) == expected_rematches(start.plan)


# By hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", PLACES)
def test_places_and_matches(count):
    table = better_wins(TWICE, drawn(TWICE, range(1, count + 1)))
    places, matches = PLACES[count]
    assert tuple(row.rank for row in TWICE.places(table)) == places
    assert len(table.outcomes) == matches


def test_the_one_from_the_winners_side_wins_and_no_second_final_is_needed():
    table = play(TWICE, up_to_the_final(TWICE), (4, 1), 0)
    second = at(TWICE, table, (5, 1))
    assert (second.decision, second.is_bye, second.entries) == ("not_needed", True, ())
    assert TWICE.is_over(table)
    assert reasons(TWICE, table) == {
        1: "Grand final: beat 2",
        2: "Grand final: lost to 1",
        3: "Losers' final: lost to 2",
        4: "Losers' round 1: lost to 3",
    }


def test_the_one_from_the_losers_side_has_to_win_twice():
    table = up_to_the_final(TWICE)
    assert at(TWICE, table, (5, 1)).decision is None
    assert at(TWICE, table, (5, 1)).entries == ()
    table = play(TWICE, table, (4, 1), 1)
    assert not TWICE.is_over(table)
    assert ranks(TWICE, table) == {1: None, 2: None, 3: 3, 4: 4}
    assert at(TWICE, table, (5, 1)).entries == (1, 2), "the seats are those of the first final"
    assert ranks(TWICE, play(TWICE, table, (5, 1), 0))[1] == 1
    assert reasons(TWICE, play(TWICE, table, (5, 1), 1))[2] == "Second final: beat 1"


def test_once_decides_whoever_wins():
    table = play(ONCE, up_to_the_final(ONCE), (4, 1), 1)
    assert ONCE.is_over(table)
    assert ranks(ONCE, table) == {2: 1, 1: 2, 3: 3, 4: 4}


def test_the_advantage_is_a_game_for_the_winners_side_in_the_final_alone():
    plan = draw(range(8), "advantage")
    assert [planned.head_start for planned in plan if planned.head_start != (0, 0)] == [(1, 0)]
    assert plan[-1].head_start == (1, 0)
    assert {planned.head_start for planned in draw(range(8), "twice")} == {(0, 0)}


def test_a_walkover_in_the_final_is_one_lost_match():
    table = decide(up_to_the_final(TWICE), (4, 1), Outcome("walkover", (1, 2), 1))
    assert at(TWICE, table, (5, 1)).entries == (1, 2)
    assert not TWICE.is_over(table)


def test_who_withdraws_from_the_final_is_second_without_another():
    table = withdraw(TWICE, up_to_the_final(TWICE), 1)
    assert at(TWICE, table, (5, 1)).decision == "not_needed"
    assert TWICE.is_over(table)
    assert reasons(TWICE, table)[2] == "Grand final: 1 withdrew"


def test_who_withdraws_after_the_first_final_has_lost_the_second():
    table = withdraw(TWICE, play(TWICE, up_to_the_final(TWICE), (4, 1), 1), 1)
    assert TWICE.is_over(table)
    assert ranks(TWICE, table) == {2: 1, 1: 2, 3: 3, 4: 4}
    assert reasons(TWICE, table)[1] == "Second final: withdrew"


@pytest.mark.parametrize("which", [(4, 1), (5, 1)])
def test_a_double_forfeit_in_a_final_leaves_no_champion(which):
    table = up_to_the_final(TWICE)
    if which == (5, 1):
        table = play(TWICE, table, (4, 1), 1)
    table = forfeit(TWICE, table, which)
    assert TWICE.is_over(table)
    assert ranks(TWICE, table) == {1: 2, 2: 2, 3: 3, 4: 4}


def test_a_corrected_final_leaves_no_second_one_behind():
    table = play(TWICE, play(TWICE, up_to_the_final(TWICE), (4, 1), 1), (5, 1), 1)
    assert ranks(TWICE, table)[2] == 1
    table = play(TWICE, table, (4, 1), 0)
    assert TWICE.is_over(table)
    assert ranks(TWICE, table)[1] == 1
    assert at(TWICE, table, (5, 1)).decision == "not_needed"


def test_a_second_final_in_which_somebody_is_kept_stands():
    """A correction may leave those where they are who have played already."""
    table = play(TWICE, play(TWICE, up_to_the_final(TWICE), (4, 1), 1), (5, 1), 1)
    kept = drawn(ONCE, (1, 2)).plan[0].sides
    plan = tuple(
        replace(planned, sides=kept) if planned.key == (5, 1) else planned for planned in table.plan
    )
    table = play(TWICE, replace(table, plan=plan), (4, 1), 0)
    assert ranks(TWICE, table)[2] == 1


def test_who_forfeits_on_the_winners_side_together_is_out():
    table = forfeit(TWICE, drawn(TWICE, range(1, 5)), (1, 1))
    assert at(TWICE, table, (2, 2)).is_bye
    assert ranks(TWICE, table)[1] == ranks(TWICE, table)[4] == 4
    table = better_wins(TWICE, table)
    rows = {row.entry: (row.rank, row.shared) for row in TWICE.places(table)}
    assert rows == {2: (1, False), 3: (2, False), 1: (4, True), 4: (4, True)}


def test_nobody_comes_from_the_winners_side():
    table = better_wins(TWICE, drawn(TWICE, range(1, 5)), (1, 1), (1, 2))
    table = better_wins(TWICE, forfeit(TWICE, table, (2, 1)))
    assert at(TWICE, table, (4, 1)).occupants[0] == NOBODY
    assert ranks(TWICE, table) == {3: 1, 1: 3, 2: 3, 4: 4}


def test_two_entrants_who_both_forfeit_are_second():
    table = forfeit(TWICE, drawn(TWICE, (1, 2)), (1, 1))
    assert TWICE.is_over(table)
    assert ranks(TWICE, table) == {1: 2, 2: 2}


def test_who_withdraws_on_the_winners_side_goes_down_with_nobody_hanging():
    table = withdraw(TWICE, drawn(TWICE, range(1, 9)), 1)
    assert at(TWICE, table, (2, 1)).entries == (8,)
    assert at(TWICE, table, (2, 3)).entries == (1,)
    table = better_wins(TWICE, table)
    assert ranks(TWICE, table)[1] == 7
    assert reasons(TWICE, table)[1] == "Losers' round 1: withdrew"


# Whatever happens ---------------------------------------------------------------------------


@pytest.mark.parametrize("format", [ONCE, TWICE], ids=repr)
@given(count=fields, script=scripts)
@some
def test_who_is_out_has_lost_twice_and_nobody_three_times(format, count, script):
    *_, table = history(format, range(1, count + 1), script, calm=True)
    champion, second, *others = format.places(table)
    assert {row.lost for row in others} <= {2}
    if format is TWICE:
        assert champion.lost < second.lost == 2
    else:
        assert champion.lost + second.lost in (2, 3)
        assert max(champion.lost, second.lost) <= 2


@given(st.sampled_from(FINALS), fields, scripts)
@some
def test_nobody_goes_on_after_a_second_defeat(final, count, script):
    format = DoubleElimination(final=final)
    *_, table = history(format, range(1, count + 1), script)
    lost: Counter[int] = Counter()
    for pairing in format.advance(table):
        assert all(lost[entry] < 2 for entry in pairing.entries)
        lost.update(pairing.entries if pairing.winner_seat is None else [])
        if (
            pairing.decision in ("played", "walkover", "withdrawal")
            and pairing.loser.entry is not None
        ):
            lost[pairing.loser.entry] += 1
