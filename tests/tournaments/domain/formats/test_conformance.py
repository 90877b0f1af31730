"""What every format owes, whatever its rules: it is under this test once it is in FORMATS.

It is tried with each combination of its yes-or-no settings; MORE are other settings worth a trial.
All of these are under the same laws, so that a few events of each are many for a law.
"""

import os
from collections import Counter
from importlib import import_module
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.text import Refusal, Text
from tests.dutch import needs_dutch
from tests.pages.public.test_formats import EVENTS
from tests.tournaments.domain.events import drawn, history, scripts
from tournaments.domain.crosstable import BYE, Crosstable
from tournaments.domain.formats.qualifying import Qualifying
from tournaments.domain.formats.registry import FORMATS, format_of
from tournaments.domain.formats.round_robin import RoundRobin
from tournaments.domain.formats.sentences import stored, text_from
from tournaments.domain.formats.swiss import Swiss
from tournaments.domain.kinds.at_tables import AtTables
from tournaments.domain.kinds.bracket import Bracket
from tournaments.domain.kinds.by_round import ByRound
from tournaments.domain.kinds.clinch import sentences as clinching
from tournaments.domain.kinds.in_turn import InTurn
from tournaments.domain.verification.tables import recomputed

MORE = (
    Swiss(first_round="random", half_points=1),
    Swiss(first_round="accelerated"),
    pytest.param(Swiss(system="dutch", half_points=1), marks=needs_dutch),
)
IS_LONG = os.environ.get("UNDERCUT_LONG") == "1"
MOST_MATCHED = 7
"""There are so many matches in a round robin, and as many in a qualifying, that a larger one would
only take longer."""
MOST_BY_DUTCH = 10
MOST_MORE = 8
"""Of as many counts that follow each other a format takes one."""


SURE = (clinching.SURE_OF_FIRST.code, clinching.SURE[0])


def configured():
    """Each format with each combination of its yes-or-no settings."""
    for chosen in FORMATS:
        switches = [
            name for name, setting in chosen.settings().items() if type(setting.standard) is bool
        ]
        for values in product([False, True], repeat=len(switches)):
            yield format_of(chosen.code, dict(zip(switches, values, strict=True)))


every_format = pytest.mark.parametrize("format", [*configured(), *MORE], ids=repr)
some_entrants = st.integers(2, 20)
some = settings(max_examples=30 if IS_LONG else 8)


def field_of(format, count):
    """The entries: so many as are worth the time, and as the format takes."""
    most = count
    if isinstance(format, RoundRobin | Qualifying):
        most = MOST_MATCHED
    elif isinstance(format, Swiss) and format.system == "dutch":
        most = MOST_BY_DUTCH
    first, count = 11, min(count, most)
    return next(
        entries
        for more in range(MOST_MORE)
        if is_taken(format, entries := range(first, first + count + more))
    )


def is_taken(format, entries):
    try:
        format.validate(entries)
    except Refusal:
        return False
    return True


@every_format
@given(count=some_entrants)
@some
def test_the_first_draw_has_everyone_once_or_with_a_bye(format, count):
    entries = field_of(format, count)
    table = drawn(format, entries)
    first = [pairing for pairing in format.advance(table) if pairing.plan.round == 1]
    assert Counter(entry for pairing in first for entry in pairing.entries) == Counter(entries)
    assert all(pairing.entries for pairing in first), "two byes meet"
    assert len({planned.key for planned in table.plan}) == len(table.plan)


@every_format
@given(count=some_entrants, script=scripts)
@some
def test_nobody_is_twice_in_a_round(format, count, script):
    """Neither as planned, where nobody comes from one pairing to two of a round, nor as it came."""
    *_, table = history(format, field_of(format, count), script)
    planned = Counter(
        (plan.round, side) for plan in table.plan for side in plan.sides if side != BYE
    )
    came = Counter(
        (pairing.plan.round, entry)
        for pairing in format.advance(table)
        for entry in pairing.entries
    )
    assert [twice for twice, times in (planned + came).items() if times > 1] == []


@every_format
@given(count=some_entrants, script=scripts)
@some
def test_it_ends_and_everyone_has_a_place(format, count, script):
    *before, table = history(format, field_of(format, count), script)
    assert not any(format.is_over(earlier) for earlier in before)
    assert format.next_round(table) == ()
    rows = format.places(table)
    assert sorted(row.entry for row in rows) == list(field_of(format, count))
    assert all(row.rank for row in rows)


@every_format
@given(count=some_entrants, script=scripts)
@some
def test_the_same_facts_give_the_same_answers(format, count, script):
    once = list(history(format, field_of(format, count), script))
    assert list(history(format, field_of(format, count), script)) == once
    assert format.places(once[-1]) == format.places(once[-1])


@every_format
@given(count=some_entrants, script=scripts)
@some
def test_no_match_of_an_undecided_pairing_is_paired_on(format, count, script):
    for table in history(format, field_of(format, count), script):
        for pairing in format.advance(table):
            unknown = [seat for seat in pairing.occupants if not seat.certain]
            assert not (unknown and pairing.decision), "decided before both are known"


@every_format
def test_it_speaks_in_sentences(format):
    table = drawn(format, field_of(format, 8))
    texts = [format.name, format.round_name(table, 1)]
    texts += [row.reason for row in format.places(table)]
    texts += [text for planned in table.plan if (text := format.pairing_name(table, planned.key))]
    assert all(isinstance(text, Text) and text.code and str(text) for text in texts)


@every_format
def test_a_pairing_stands_on_one_of_two_sides_or_there_are_none(format):
    table = drawn(format, field_of(format, 8))
    sides = {format.side_of(table, planned.key) for planned in table.plan}
    assert sides in ({None}, {"winners", "losers", "final"})


@every_format
@given(count=some_entrants, script=scripts)
@some
def test_its_reasons_can_be_stored_and_read_again(format, count, script):
    *_, table = history(format, field_of(format, count), script)
    for row in format.places(table):
        assert str(text_from(stored(row.reason), {entry: entry for entry in table.entries})) == str(
            row.reason
        )
    for reason in (plan.reason for plan in table.plan if plan.reason):
        assert text_from(stored(reason)) == reason


@every_format
@given(count=some_entrants, script=scripts)
@some
def test_its_table_is_that_of_its_definition(format, count, script):
    for table in history(format, field_of(format, count), script):
        rows = zip(recomputed(table, format.by_definition), format.places(table), strict=True)
        for due, row in rows:
            assert due.record == (row.played, row.won, row.lost)
            for name in ("entry", "rank", "shared", "group", "values"):
                assert getattr(due, name) == getattr(row, name)


@every_format
@given(count=some_entrants, script=scripts, take=st.integers(1, 4))
@some
def test_who_is_sure_of_a_place_comes_to_it(format, count, script, take):
    *before, table = history(format, field_of(format, count), script, calm=True)
    ranks = {row.entry: row.rank for row in format.places(table)}
    for earlier in before[-3:]:
        said = format.clinch(earlier, take)
        assert said.keys() == ranks.keys()
        assert all(ranks[entry] <= take for entry, text in said.items() if text.code in SURE)


@every_format
@pytest.mark.parametrize("count", [0, 1])
def test_nobody_plays_alone(format, count):
    with pytest.raises(Refusal):
        format.validate(range(count))
    with pytest.raises(Refusal):
        format.next_round(Crosstable(tuple(range(count))))


@pytest.mark.parametrize("kind", [Bracket, InTurn, ByRound, AtTables])
def test_the_head_of_a_kind_names_what_it_leaves_open(kind):
    head = import_module(kind.__module__).__doc__
    assert [name for name in kind.__abstractmethods__ if f"`{name}`" not in head] == []


def test_an_event_of_every_format_is_on_its_pages():
    """It stands here because of the tests of pages `bin/test` takes only some."""
    shown = {stage.format for _, stages, _ in EVENTS.values() for stage in stages}
    assert shown == {chosen.code for chosen in FORMATS}


def test_the_codes_are_different():
    assert len({chosen.code for chosen in FORMATS}) == len(FORMATS)


def test_settings_left_out_have_the_formats_own_value():
    for chosen in FORMATS:
        standard = {name: setting.standard for name, setting in chosen.settings().items()}
        assert format_of(chosen.code, {}) == chosen(**standard)


@pytest.mark.parametrize(
    ("code", "given", "field", "sentence"),
    [
        ("swiss_cheese", {}, "format", "There is no format swiss_cheese."),
        (
            "single_elimination",
            {"cut": 3},
            "cut",
            "has no setting cut. It has: third_place, consolation.",
        ),
        ("single_elimination", {"third_place": "no"}, "third_place", "a value such as false."),
        ("single_elimination", {"third_place": 1}, "third_place", "can't be 1"),
        ("single_elimination", {"third_place": None}, "third_place", "can't be None"),
    ],
)
def test_a_format_or_setting_that_is_not_there_is_refused(code, given, field, sentence):
    with pytest.raises(Refusal) as refused:
        format_of(code, given)
    assert (refused.value.text.code, refused.value.field) == ("invalid", field)
    assert sentence in str(refused.value)
