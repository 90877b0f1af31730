"""Standings worked out twice: the formats' tables beside those of `verification`."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.events import (
    decide,
    drawn,
    history,
    keep,
    play,
    scripts,
    some_outcome,
    whole_event,
)
from tests.tournaments.domain.published import AVRO_1938, ZURICH_1953, cells_of
from tournaments.domain.crosstable import Constraints, Crosstable, GamePoints, Outcome
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.ladder import Ladder
from tournaments.domain.formats.qualifying import Qualifying
from tournaments.domain.formats.registry import FORMATS
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.scramble import Scramble
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.formats.table_rounds import TableRounds
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.verification.tables import recomputed

FINALS = list(DoubleElimination.settings()["final"].choices)
CODES = [tiebreak.code for tiebreak in TIEBREAKS]
orders = st.permutations(CODES)


def both_ways(format, table):
    """The table as the definitions have it and as the format does, as rows that can be compared."""
    ours = recomputed(table, format.by_definition)
    theirs = format.places(table)
    return (
        [(row.entry, row.rank, row.shared, *row.record, row.values, row.group) for row in ours],
        [
            (
                place.entry,
                place.rank,
                place.shared,
                place.played,
                place.won,
                place.lost,
                place.values,
                place.group,
            )
            for place in theirs
        ],
    )


def require_the_same(format, table):
    ours, theirs = both_ways(format, table)
    assert ours == theirs


def without(table, keys):
    """The table with these results taken away."""
    left = {key: outcome for key, outcome in table.outcomes.items() if key not in keys}
    return replace(table, outcomes=left)


def with_games(table, chance):
    """Every played match gets games and gins, some become drawn, some are between teams; a table of
    more than two gets what each settles with the others."""
    for key, outcome in table.outcomes.items():
        if outcome.kind == "played":
            seats = len(outcome.entries)
            games = tuple(
                GamePoints(chance.choice((0, 1)), chance.randint(0, 400))
                for _ in range(chance.randint(0, 3))
            )
            gins = tuple(chance.randint(0, 2) for _ in outcome.entries)
            boards = chance.choice([None, (chance.randint(0, 4), chance.randint(0, 4))])
            more = replace(outcome, games=games, gins=gins, boards=boards)
            if seats > 2:
                scored = [chance.choice((10, 20, 55)) for _ in outcome.entries]
                accounts = tuple(seats * own - sum(scored) for own in scored)
                more = replace(more, boards=None, accounts=accounts)
            if chance.random() < 0.3:
                more = replace(more, kind="drawn", winner=None)
            table = decide(table, key, more)
    return replace(table, seed=str(chance.random()))


formats = st.one_of(
    st.builds(
        RoundRobin,
        groups=st.integers(1, 3),
        double=st.booleans(),
        annul_before_half=st.booleans(),
        net_cap=st.sampled_from([100, 300]),
        tiebreaks=orders,
    ),
    st.builds(
        Swiss,
        rounds=st.integers(1, 5),
        half_points=st.integers(0, 2),
        net_cap=st.sampled_from([100, 300]),
        tiebreaks=orders,
    ),
)


@given(formats, st.integers(6, 10), scripts, st.integers(0, 40), st.randoms(use_true_random=False))
def test_both_ways_give_the_same_table(format, count, script, steps, chance):
    """At any moment of any event; in a Swiss with rounds that somebody missed."""
    tables = list(history(format, range(1, count + 1), script))
    table = tables[min(steps, len(tables) - 1)]
    table = with_games(table, chance)
    if isinstance(format, Swiss):
        # Of each round something stays: an event never has a later one without it.
        kept = (planned for planned in table.plan if planned.number == 1 or chance.random() < 0.9)
        table = replace(table, plan=tuple(kept))
    require_the_same(format, table)


seated = st.one_of(
    st.builds(
        TableRounds,
        rounds=st.integers(1, 4),
        seats=st.integers(3, 6),
        counts=st.sampled_from(["table_points", "accounts"]),
    ),
    st.builds(Scramble, rounds=st.integers(1, 4), net_cap=st.sampled_from([100, 300])),
)
by_round = st.one_of(
    seated,
    st.builds(Ladder, rounds=st.integers(1, 6)),
    st.builds(
        Qualifying,
        rounds=st.integers(1, 6),
        groups=st.integers(1, 2),
        net_cap=st.sampled_from([100, 300]),
        tiebreaks=orders,
    ),
    st.builds(Swiss, rounds=st.integers(1, 3), half_points=st.integers(0, 2), tiebreaks=orders),
)
knock_outs = st.one_of(
    st.builds(SingleElimination, third_place=st.booleans(), consolation=st.booleans()),
    st.builds(DoubleElimination, final=st.sampled_from(FINALS)),
)


@given(st.one_of(knock_outs, by_round), st.integers(4, 20), scripts)
def test_both_ways_an_event_goes_the_same(format, count, script):
    """After each thing that happens."""
    for table in history(format, range(1, count + 1), script):
        require_the_same(format, table)


@given(knock_outs, st.integers(2, 12), scripts, st.randoms(use_true_random=False))
def test_both_ways_a_knock_out_with_corrections_goes_on_the_same(format, count, script, chance):
    """Results are changed and taken away, and the bracket follows, or somebody is kept where
    they sat."""
    *_, table = history(format, range(1, count + 1), script)
    for key in chance.sample(sorted(table.outcomes), min(5, len(table.outcomes))):
        sat = {pairing.plan.key: pairing.occupants for pairing in format.advance(table)}
        first, second = table.outcomes[key].entries
        kind = chance.choice(["played", "walkover"])
        table = decide(table, key, Outcome(kind, (first, second), chance.choice([0, 1])))
        if chance.random() < 0.3:
            table = without(table, [key])
        if chance.random() < 0.5:
            for plan, seat in product(table.plan, (0, 1)):
                entry = sat[plan.key][seat].entry
                if plan.sides[seat].feeder == key and entry is not None:
                    table = keep(table, plan.key, seat, entry)
        require_the_same(format, table)


@given(by_round, st.integers(4, 12), st.randoms(use_true_random=False))
def test_both_ways_an_event_drawn_round_by_round_goes_the_same(format, count, chance):
    """With late entries, absences, withdrawals, no-shows, corrections and results missing."""
    for table in whole_event(format, count, chance):
        table = with_games(table, chance)
        require_the_same(format, table)
        some = chance.sample(sorted(table.outcomes), len(table.outcomes) // 2)
        require_the_same(format, without(table, some))
        late_first = sorted(table.entries, key=lambda entry: entry not in table.joined)
        require_the_same(format, replace(table, entries=tuple(late_first)))


def test_a_walkover_in_the_final_of_who_has_not_lost_before_asks_for_a_second_one():
    format = DoubleElimination(final="twice")
    table = play(format, drawn(format, [1, 2]), (1, 1), 0)
    table = decide(table, (2, 1), Outcome("walkover", (1, 2), 1))
    require_the_same(format, table)
    require_the_same(format, play(format, table, (3, 1), 0))


@given(st.integers(4, 12), st.randoms(use_true_random=False))
def test_both_ways_a_ladder_with_pairs_that_are_set_goes_the_same(count, chance):
    """So tables are no neighbours, and who sits out is between the two of one."""
    format = Ladder(rounds=4)
    table = Crosstable(tuple(range(1, count + 1)))
    for round in range(1, 5):
        two = tuple(chance.sample(range(1, count + 1), 2))
        table = replace(table, constraints=Constraints(fixed={round: (two,)}))
        table = replace(table, plan=table.plan + format.next_round(table))
        require_the_same(format, table)
        for pairing in format.advance(table):
            if pairing.decision is None:
                table = decide(table, pairing.plan.key, some_outcome(pairing.entries, chance))
                require_the_same(format, table)


@pytest.mark.parametrize("chosen", FORMATS)
def test_nobody_is_ranked_before_there_is_a_plan(chosen):
    table = Crosstable((4, 2, 3))
    require_the_same(chosen(), table)
    assert [row.rank for row in chosen().places(table)] == [None] * 3


# Published crosstables, through the whole of a round robin -------------------------------------


def played(table, *tiebreaks):
    """The event and its table of facts."""
    cells = cells_of(table)
    format = RoundRobin(double=True, draws=True, tiebreaks=tiebreaks)
    event = drawn(format, range(1, len(cells) + 1))
    rounds = max(plan.round for plan in event.plan)
    for plan in event.plan:
        entries = tuple(side.entry for side in plan.sides)
        if None not in entries:
            first, second = entries
            result = cells[first - 1][second - 1][plan.round > rounds // 2]
            kind = "drawn" if result == "=" else "played"
            winner = {"1": 0, "0": 1, "=": None}[result]
            event = decide(event, plan.key, Outcome(kind, entries, winner))
    return format, event


@pytest.mark.parametrize("table", [AVRO_1938, ZURICH_1953])
def test_the_published_crosstables_agree_with_themselves(table):
    cells = cells_of(table)
    for row, column in combinations(range(len(cells)), 2):
        mirrored = cells[column][row].translate(str.maketrans("10", "01"))
        assert cells[row][column] == mirrored


def test_a_published_double_round_robin_won_by_head_to_head():
    format, event = played(AVRO_1938, "match_points", "head_to_head")
    rows = format.places(event)
    require_the_same(format, event)
    assert [row.entry for row in rows[:3]] == [1, 2, 3]
    points = {row.entry: row.values[0] for row in rows}
    assert points == {1: 8.5, 2: 8.5, 3: 7.5, 4: 7, 5: 7, 6: 7, 7: 6, 8: 4.5}
    assert str(rows[0].reason) == "Ahead of 2 on Head-to-head: 1.5 against 0.5"


def test_a_published_double_round_robin_of_fifteen():
    format, event = played(ZURICH_1953, "match_points")
    rows = format.places(event)
    require_the_same(format, event)
    halves = (36, 32, 32, 32, 30, 29, 29, 28, 28, 27, 27, 26, 25, 23, 16)
    assert [row.values[0] for row in rows] == [points / 2 for points in halves]
    assert [row.rank for row in rows] == [1, 2, 2, 2, 5, 6, 6, 8, 8, 10, 10, 12, 13, 14, 15]
    assert {row.played for row in rows} == {28}
    assert [(row.won, row.lost) for row in rows] == [
        (9, 1),
        (6, 2),
        (8, 4),
        (8, 4),
        (6, 4),
        (5, 4),
        (8, 7),
        (8, 8),
        (7, 7),
        (5, 6),
        (4, 5),
        (5, 7),
        (5, 8),
        (5, 10),
        (3, 15),
    ]
