"""Clinching: what is said holds in every way in which an event can go on, and nothing is left out
where it is complete."""

import os
from dataclasses import replace
from itertools import product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.domain.events import decide, drawn, history, open_matches, play, scripts
from tournaments.domain.crosstable import Crosstable, GamePoints, Outcome
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.ladder import Ladder
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.kinds.clinch.groups import group_of
from tournaments.domain.kinds.clinch.ways import WAYS, Endings, Way
from tournaments.domain.tiebreaks import STANDARD_OF_TEAMS, TIEBREAKS

EXAMPLES = 400 if os.environ.get("UNDERCUT_LONG") else 12
few = settings(max_examples=EXAMPLES)


def said(format, table, take, **more):
    return {entry: str(text) for entry, text in format.clinch(table, take, **more).items()}


def stand_above(rows, entry):
    """How many of its group stand where the entry does or above it."""
    own = next(row for row in rows if row.entry == entry)
    return sum(
        row.rank is not None and row.rank <= own.rank for row in rows if row.group == own.group
    )


def rank_of(rows, entry):
    return next(row.rank for row in rows if row.entry == entry)


def endings(format, table, ways):
    """Every way in which the event can end, when each open match goes through `ways`."""
    matches = open_matches(format, table)
    if not matches:
        table = replace(table, plan=table.plan + format.next_round(table))
        matches = open_matches(format, table)
    if format.is_over(table) or not matches:
        yield table
        return
    for results in product(ways, repeat=len(matches)):
        more = {
            match.plan.key: result(match) for match, result in zip(matches, results, strict=True)
        }
        yield from endings(format, replace(table, outcomes=table.outcomes | more), ways)


def wins(seat, *games, boards=None):
    return lambda match: Outcome("played", match.entries, seat, games, boards=boards)


def walkover(seat):
    return lambda match: Outcome("walkover", match.entries, seat)


def nobody(match):
    return Outcome("double_forfeit", match.entries, None)


def level(*games):
    return lambda match: Outcome("drawn", match.entries, None, games)


def next_match(format, table, end, entry):
    """The first match of the entry that was open before."""
    before = {pairing.plan.key for pairing in format.advance(table) if pairing.decision is not None}
    return next(
        (
            pairing
            for pairing in format.advance(end)
            if entry in pairing.entries
            and pairing.plan.key not in before
            and len(pairing.entries) == 2
        ),
        None,
    )


def lost_by(end, match, entry, code):
    """By how many games or points the entry lost."""
    seat = match.entries.index(entry)
    games = end.outcomes[match.plan.key].games
    signs = [1 if game.winner == seat else -1 for game in games]
    if code.endswith("games"):
        return -sum(signs)
    return -sum(sign * min(game.net, 300) for sign, game in zip(signs, games, strict=True))


def holds(format, table, end, entry, text, take):
    """Whether what was said of the entry is true of this end."""
    rows = format.places(end)
    first = stand_above(rows, entry) <= take
    if text.code in ("sure_of_first", "sure_of_top", "sure_of_top_of_group"):
        return first
    if text.code in ("not_first", "out_of_top", "out_of_top_of_group"):
        return rank_of(rows, entry) > take
    if text.code == "in_the_final":
        return rank_of(rows, entry) <= 2
    if text.code == "still_open":
        return True
    match = next_match(format, table, end, entry)
    if match is None:
        return True
    if match.decision in ("played", "walkover") and match.winner.entry == entry:
        return first
    if match.decision == "drawn":
        return first or "draw" not in text.code
    if "margin" in text.values and match.winner.entry not in (None, entry):
        return first or lost_by(end, match, entry, text.code) >= text.values["margin"]
    return True


def all_hold(format, table, ends, take, **more):
    texts = format.clinch(table, take, **more)
    assert texts.keys() == set(table.entries)
    for end in ends:
        for entry, text in texts.items():
            assert holds(format, table, end, entry, text, take), (entry, str(text), end.outcomes)


def nothing_is_missing(format, table, ends, take, **more):
    """Who is said to be open can still stand above the cut and below it."""
    texts = format.clinch(table, take, **more)
    tables = [(end, format.places(end)) for end in ends]
    for entry, text in texts.items():
        sure = {stand_above(rows, entry) <= take for _, rows in tables}
        reached = {rank_of(rows, entry) <= take for _, rows in tables}
        assert (sure == {True}) == (
            text.code.startswith("sure") or (text.code == "in_the_final" and take == 2)
        ), (entry, str(text))
        assert (reached == {False}) == (text.code in ("not_first", "out_of_top"))
        with_win = {
            stand_above(rows, entry) <= take
            for end, rows in tables
            if (match := next_match(format, table, end, entry)) and match.winner.entry == entry
        }
        if with_win == {True} and sure != {True}:
            assert text.code.startswith("with_")


# Knock-outs ----------------------------------------------------------------------------------

knock_outs = st.sampled_from(
    [
        (SingleElimination(), 8),
        (SingleElimination(third_place=True), 8),
        (SingleElimination(), 5),
        (SingleElimination(consolation=True), 4),
        (SingleElimination(consolation=True), 6),
        (DoubleElimination("once"), 4),
        (DoubleElimination("twice"), 4),
        (DoubleElimination("advantage"), 5),
    ]
)
BOTH = (wins(0), wins(1))


@few
@given(knock_outs, scripts, st.integers(2, 20), st.integers(1, 5))
def test_a_knock_out_is_told_completely(chosen, script, steps, take):
    format, count = chosen
    tables = list(history(format, range(1, count + 1), script, calm=True))
    table = tables[min(max(steps, len(tables) - 7), len(tables) - 1)]
    ends = list(endings(format, table, BOTH))
    all_hold(format, table, ends, take)
    if isinstance(format, SingleElimination):  # where a forfeit costs no more than a loss
        nothing_is_missing(format, table, ends, take)


@few
@given(knock_outs, scripts, st.integers(0, 20), st.integers(1, 5))
def test_in_a_knock_out_it_holds_whatever_comes(chosen, script, steps, take):
    """Walkovers, double forfeits and withdrawals, before and after it is said."""
    format, count = chosen
    tables = list(history(format, range(1, count + 1), script))
    all_hold(format, tables[min(steps, len(tables) - 1)], tables[-1:], take)


def test_the_words_of_a_knock_out():
    format = SingleElimination()
    table = drawn(format, range(1, 9))
    for open_match in open_matches(format, table):
        table = play(format, table, open_match.plan.key, 0)
    assert said(format, table, 1)[1] == "Still open"
    assert said(format, table, 2)[1] == "Through with a win"
    assert said(format, table, 4)[1] == "Sure of the top 4"
    assert said(format, table, 4)[8] == "Can't reach the top 4 any more"
    table = play(format, table, (2, 1), 0)
    assert said(format, table, 2)[1] == "In the final"
    assert said(format, table, 1)[1] == "First with a win"
    assert said(format, table, 1)[4] == "Can't come first any more"


# Groups --------------------------------------------------------------------------------------

ORDERS = (
    ("match_points",),
    ("match_points", "head_to_head"),
    ("match_points", "sonneborn_berger", "head_to_head"),
    ("match_points", "net_points"),
    ("match_points", "head_to_head", "net_points"),
    ("match_points", "head_to_head", "games_difference", "net_points"),
    ("match_points", "games_difference", "lots"),
    ("games_difference", "match_points"),
    ("net_points",),
    ("head_to_head", "match_points", "gins"),
    ("match_points", "buchholz", "opponents_match_wins"),
    STANDARD_OF_TEAMS,
)
FROM_WINNERS = {tiebreak.code for tiebreak in TIEBREAKS if tiebreak.follows_from_winners}
ONE_GAME = (
    *[wins(seat, GamePoints(seat, net)) for seat in (0, 1) for net in (1, 40, 300)],
    walkover(0),
    walkover(1),
    nobody,
)
THREE_GAMES = (
    *[
        wins(seat, *[GamePoints(winner, net) for winner in winners])
        for seat in (0, 1)
        for winners, net in (((seat, seat), 50), ((seat, 1 - seat, seat), 20))
    ],
    *[
        wins(seat, GamePoints(seat, 5), GamePoints(1 - seat, 300), GamePoints(seat, 5))
        for seat in (0, 1)
    ],
    nobody,
)
OF_TEAMS = (
    # Won on boards with fewer games, or all level but for net points.
    *[
        wins(seat, *[GamePoints(1 - seat, 90)] * 3, GamePoints(seat, 10), boards=boards)
        for seat, boards in ((0, (2, 1)), (1, (1, 2)))
    ],
    *[wins(seat, GamePoints(seat, 60), GamePoints(1 - seat, 50), boards=(1, 1)) for seat in (0, 1)],
    *[wins(seat, *[GamePoints(seat, 20)] * 6, boards=(3 - 3 * seat, 3 * seat)) for seat in (0, 1)],
    nobody,
)
DRAWN = (level(), level(GamePoints(0, 30), GamePoints(1, 250)))


DECIDED = {1: ONE_GAME, 3: THREE_GAMES, inf: OF_TEAMS}
"""How matches of so many games end; without bound are those of teams."""


@st.composite
def groups(draw, orders, most_open=2):
    """A group with a few matches open, the ways in which they can end, and how to ask."""
    best_of, draws = draw(st.sampled_from(list(DECIDED))), draw(st.booleans())
    ways = DECIDED[best_of] + (DRAWN if draws else ())
    format = RoundRobin(tiebreaks=draw(st.sampled_from(orders)), draws=draws)
    table = drawn(format, range(1, draw(st.integers(3, 5)) + 1))
    matches = open_matches(format, table)
    left = draw(st.lists(st.sampled_from(matches), min_size=1, max_size=most_open, unique=True))
    for match in matches:
        if match not in left:
            table = decide(table, match.plan.key, draw(st.sampled_from(ways))(match))
    return format, table, ways, {"best_of": best_of}


@few
@given(groups(ORDERS), st.integers(1, 4))
def test_in_a_group_it_holds_whatever_comes(group, take):
    format, table, ways, asked = group
    all_hold(format, table, endings(format, table, ways), take, **asked)


@few
@given(groups([order for order in ORDERS if set(order) <= FROM_WINNERS]), st.integers(1, 4))
def test_a_group_is_told_completely_where_wins_decide(group, take):
    format, table, ways, asked = group
    nothing_is_missing(format, table, list(endings(format, table, ways)), take, **asked)


def next_result(way, entry):
    """How the next match of the entry comes out for it, None where it has none."""
    own = [result for _, result in way.results[entry]]
    return {"forfeited": "lost"}.get(own[0], own[0]) if own else None


@few
@given(groups(ORDERS, most_open=4), st.integers(1, 5))
def test_what_points_settle_is_so_in_all_ways(group, cut):
    format, table, _, asked = group
    matches = [pairing for pairing in format.advance(table) if not pairing.is_bye]
    group = group_of(format, table, table.entries, matches, **asked)
    results = [way for way in WAYS if format.draws or way != "drawn"]
    ways = [Way(group, ended) for ended in product(results, repeat=len(group.matches))]
    endings = Endings(group)
    for entry in table.entries:
        within = [way.at_worst(entry) <= cut for way in ways]
        assert endings.is_within(entry, cut) == all(within)
        assert endings.may_be_within(entry, cut) == any(way.at_best(entry) <= cut for way in ways)
        for result in {next_result(way, entry) for way in ways} - {None}:
            after = [way for way in ways if next_result(way, entry) == result]
            assert endings.is_within(entry, cut, result) == all(
                way.at_worst(entry) <= cut for way in after
            )
            if result == "lost" and group.open_matches(entry) == 1:
                assert endings.margin(entry, cut) == min(way.room(entry, cut) for way in after)


def last_match(order, net, games=()):
    """Three entries: 1 has beaten 2, 2 has beaten 3, and 1 still has to play 3."""
    format = RoundRobin(tiebreaks=order)
    table = drawn(format, [1, 2, 3])
    for open_match in open_matches(format, table):
        if {*open_match.entries} != {1, 3}:
            seat = open_match.entries.index(min(open_match.entries))
            table = decide(
                table,
                open_match.plan.key,
                wins(seat, *[GamePoints(seat, net[open_match.entries[seat] - 1])])(open_match),
            )
    return format, table


def test_a_loss_by_less_than_so_many_points():
    """1 is 100 ahead, 2 stands at 50 less 100, 3 at 50 less: with a loss by m, 1 has 100 - m."""
    format, table = last_match(("match_points", "net_points"), (100, 50))
    assert said(format, table, 1)[1] == "First with a win, or a loss by less than 75"
    assert said(replace(format, draws=True), table, 1)[1] == (
        "First with a win, a draw, or a loss by less than 75"
    )
    assert said(format, table, 2)[1] == "Through with a win, or a loss by less than 150"
    assert said(format, table, 1)[2] == "Still open"


def test_a_loss_by_fewer_than_so_many_games():
    format, table = last_match(("match_points", "games_difference"), (1, 1))
    games = tuple(GamePoints(0, 1) for _ in range(5))
    outcomes = {
        key: replace(outcome, games=tuple(game._replace(winner=outcome.winner) for game in games))
        for key, outcome in table.outcomes.items()
    }
    table = replace(table, outcomes=outcomes)
    assert said(format, table, 1, best_of=9)[1] == (
        "First with a win, or a loss by fewer than 5 games"
    )


def test_in_groups_it_is_said_of_the_group():
    format = RoundRobin(groups=2)
    table = drawn(format, range(1, 7))
    while not format.is_over(table):
        for open_match in open_matches(format, table):
            table = play(
                format,
                table,
                open_match.plan.key,
                open_match.entries.index(min(open_match.entries)),
            )
    found = said(format, table, 4)
    assert found[1] == "Sure of the top 2 of the group"
    assert found[6] == "Can't reach the top 2 of the group any more"
    assert said(format, table, 3)[4] == "Still open"


def test_nothing_is_said_where_matches_may_be_annulled():
    format = RoundRobin(annul_before_half=True, tiebreaks=("match_points",))
    table = play(format, drawn(format, [1, 2, 3, 4]), (1, 1), 0)
    assert set(said(format, table, 3).values()) == {"Still open"}


# Swiss, and what else there is ---------------------------------------------------------------


@few
@given(scripts, st.integers(0, 30), st.integers(1, 6), st.integers(5, 9), st.integers(1, 4))
def test_in_a_swiss_it_holds_whatever_comes(script, steps, take, count, rounds):
    format = Swiss(rounds=rounds, half_points=1)
    tables = list(history(format, range(1, count + 1), script))
    all_hold(format, tables[min(steps, len(tables) - 1)], tables[-1:], take)


def test_the_words_of_a_swiss():
    """After the first of two rounds of four."""
    format = Swiss(rounds=2)
    table = drawn(format, [1, 2, 3, 4])
    for open_match in open_matches(format, table):
        table = play(format, table, open_match.plan.key, 0)
    assert said(format, table, 1) == dict.fromkeys([1, 2, 3, 4], "Still open")
    table = replace(table, plan=table.plan + format.next_round(table))
    table = play(format, table, (2, 1), 0)
    assert said(format, table, 1) == {
        1: "Sure of first place",
        **dict.fromkeys([2, 3, 4], "Can't come first any more"),
    }
    assert said(format, table, 4)[2] == "Sure of the top 4"


@pytest.mark.parametrize("format", [Ladder(), Swiss(tiebreaks=("net_points",))])
def test_what_cannot_be_proved_is_still_open(format):
    table = drawn(format, [1, 2, 3, 4])
    assert set(said(format, table, 2).values()) == {"Still open"}
    assert set(said(format, Crosstable((1, 2, 3, 4)), 2).values()) == {"Still open"}
