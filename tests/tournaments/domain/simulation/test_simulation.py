"""A tournament played by chance: the same seed the same lines, and lines that add up."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.embedded.options import ROOT
from kernel.text import Refusal
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.ladder import Ladder
from tournaments.domain.formats.qualifying import Qualifying
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.simulation import Conditions, simulate

GOLDEN = ROOT / "tests" / "data" / "simulations"
SMALL = {
    "single_elimination": SingleElimination(third_place=True),
    "double_elimination": DoubleElimination(),
    "round_robin": RoundRobin(groups=2),
    "swiss": Swiss(rounds=3),
    "ladder": Ladder(rounds=3),
    "qualifying": Qualifying(rounds=3, groups=2),
}
"""A format of each kind, for the field of CONDITIONS."""
CONDITIONS = Conditions(players=9, best_of=3, drop=0.05, late=0.2, no_show=0.1, seed="golden")

every_format = pytest.mark.parametrize("code", SMALL)


def written(format, conditions):
    return "".join(json.dumps(line) + "\n" for line in simulate(format, conditions))


@every_format
def test_a_small_run_is_as_it_was(code):
    """After a change that is meant to change it, write the lines anew and read them."""
    golden = (GOLDEN / f"{code}.jsonl").read_text()
    assert written(SMALL[code], CONDITIONS) == golden


@every_format
def test_another_seed_is_another_tournament(code):
    other = Conditions(players=9, seed="other")
    assert written(SMALL[code], other) == written(SMALL[code], other)
    assert written(SMALL[code], other) != written(SMALL[code], Conditions(players=9, seed="b"))


@every_format
@given(
    players=st.integers(6, 20),
    seed=st.integers(0, 10**6),
    best_of=st.sampled_from([1, 3, 5]),
    share=st.sampled_from([0.0, 0.1, 0.5]),
)
@settings(max_examples=12, deadline=None)
def test_the_lines_add_up(code, players, seed, best_of, share):
    conditions = Conditions(players, best_of, share, share / 2, share, str(seed))
    try:
        *rounds, last = simulate(SMALL[code], conditions)
    except Refusal:
        assert code == "qualifying", "too few of a group were there from the start"
        return
    names = [f"P{number:03}" for number in range(1, players + 1)]
    assert [line["round"] for line in rounds] == list(range(1, len(rounds) + 1))
    gone, late = Counter(), Counter()
    for line in rounds:
        met = Counter(line["byes"])
        for pairing in line["pairings"]:
            met.update([pairing["a"], pairing["b"]])
            games, winner = pairing["result"]["games"], pairing["result"]["winner"]
            most = best_of // 2 + 1
            assert max(games) == most > min(games) if sum(games) else games == [0, 0]
            assert winner in ("a", "b") or not sum(games)
            if sum(games):
                assert games["ab".index(winner)] == most
        assert set(met.values()) <= {1}
        gone.update(line["withdrawn"])
        late.update(line["joined"])
    assert {*gone.values(), *late.values()} <= {1}
    table = last["standings"]
    assert sorted(row["entry"] for row in table) == names
    for row in table:
        assert set(row) - {"group"} == {"rank", "entry", "match_points", "tiebreaks", "reason"}


def test_shares_of_nothing_and_of_everything():
    for line in simulate(Swiss(rounds=3), Conditions(players=8)):
        if "round" in line:
            assert (line["withdrawn"], line["joined"]) == ([], [])
            assert all(sum(pairing["result"]["games"]) for pairing in line["pairings"])
    first, *_ = simulate(Swiss(), Conditions(players=8, no_show=1.0))
    assert {pairing["result"]["winner"] for pairing in first["pairings"]} == {None}
    first, *others, _ = simulate(Swiss(), Conditions(players=8, drop=1.0))
    assert (len(first["withdrawn"]), others) == (8, [])


def test_late_ones_join_a_swiss_in_round_2():
    first, second, *_ = simulate(Swiss(rounds=3), Conditions(players=12, late=1.0))
    assert [(pairing["a"], pairing["b"]) for pairing in first["pairings"]] == [("P001", "P002")]
    assert len(second["joined"]) == 10
    assert len(second["pairings"]) == 6


def test_late_ones_miss_the_first_match_where_all_are_drawn_at_once():
    first, *_ = simulate(SingleElimination(), Conditions(players=8, late=1.0))
    winners = [pairing["result"]["winner"] for pairing in first["pairings"]]
    assert winners.count(None) == 2
    assert first["joined"] == []


def test_the_stronger_wins_more_often():
    won = Counter()
    for seed in range(30):
        *_, last = simulate(RoundRobin(), Conditions(players=8, best_of=5, seed=str(seed)))
        won.update({row["entry"]: row["match_points"] for row in last["standings"]})
    assert won["P001"] > 1.5 * won["P008"]


def test_brackets_tell_where_a_match_stands():
    *rounds, _ = simulate(SingleElimination(third_place=True), Conditions(players=4))
    found = [
        [(pairing["bracket"], pairing["slot"]) for pairing in line["pairings"]] for line in rounds
    ]
    assert found == [
        [("Semi-finals", 1), ("Semi-finals", 2)],
        [("Final", 1), ("Third place", 2)],
    ]


def test_double_elimination_tells_the_side():
    *rounds, _ = simulate(DoubleElimination(), Conditions(players=4))
    sides = Counter(pairing["side"] for line in rounds for pairing in line["pairings"])
    assert sides["winners"] == 3
    assert sides["losers"] == 2
    assert sides["final"] >= 1


def test_a_game_ahead_counts_in_the_final():
    ahead = DoubleElimination(final="advantage")
    finals = []
    for seed in range(5):
        *_, last, _ = simulate(ahead, Conditions(players=4, best_of=1, seed=str(seed)))
        finals += [pairing["result"] for pairing in last["pairings"]]
    assert finals == [{"games": [1, 0], "winner": "a"}] * 5


def test_names_have_as_many_digits_as_the_field_needs():
    first, *_ = simulate(Ladder(rounds=1), Conditions(players=1000))
    assert first["pairings"][0]["a"] == "P0001"


def test_a_field_that_cannot_be_drawn_is_refused():
    with pytest.raises(Refusal, match="at least 2 entrants; there are 1"):
        list(simulate(Swiss(), Conditions(players=1)))
    with pytest.raises(Refusal, match="at most 4096"):
        list(simulate(Swiss(), Conditions(players=10**6)))
