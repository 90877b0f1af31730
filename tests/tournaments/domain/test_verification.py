"""Standings worked out twice: the formats' tables beside those of `verification`."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.events import decide, drawn, history, scripts
from tournaments.domain.crosstable import GameScore
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.tiebreaks import TIEBREAKS
from tournaments.domain.verification import MEASURES, Counting, recomputed

CODES = [one.code for one in TIEBREAKS]
orders = st.permutations(CODES)


def rows_of(format, table):
    return [(row.entry, row.rank, row.values, row.group) for row in format.places(table)]


def counting(format):
    """The settings of the format as the verification takes them."""
    return Counting(
        format.tiebreaks,
        format.net_cap,
        all_drawn=isinstance(format, RoundRobin),
        half_points=getattr(format, "half_points", 0),
        annul_before_half=getattr(format, "annul_before_half", False),
    )


def with_games(table, chance):
    """Every played match gets games and gins, some become drawn."""
    for key, outcome in table.outcomes.items():
        if outcome.kind == "played":
            games = tuple(
                GameScore(chance.choice((0, 1)), chance.randint(0, 400))
                for _ in range(chance.randint(0, 3))
            )
            gins = (chance.randint(0, 2), chance.randint(0, 2))
            more = replace(outcome, games=games, gins=gins)
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
        table = replace(table, plan=tuple(one for one in table.plan if chance.random() < 0.9))
    assert [tuple(row) for row in recomputed(table, counting(format))] == rows_of(format, table)


def test_every_tiebreak_is_worked_out():
    assert set(MEASURES) == set(CODES)


def test_nobody_is_ranked_before_there_is_a_plan():
    table = replace(drawn(Swiss(rounds=1), range(1, 5)), plan=())
    assert [row.rank for row in recomputed(table, Counting(CODES, 300))] == [None] * 4
