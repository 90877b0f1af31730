"""Penalties of the event against the rulebook's table (rulebook 5.1, irregularities.json)."""

import json

import pytest

from config.embedded.options import ROOT
from tests.games.engine.gin.irregularities.test_irregularities import GERMAN
from tournaments.domain.penalties.escalation import proposed_step
from tournaments.domain.penalties.infractions import (
    ALSO,
    CONDITIONS,
    INFRACTIONS,
    is_severe,
    takes_out,
)
from tournaments.domain.penalties.ladder import (
    LADDER,
    POINTS,
    STEP_EFFECTS,
    STEP_NAMES,
    PenaltyStep,
    changes_score,
    is_more_severe,
)

DATA = ROOT / "tests" / "data"
BOOK = json.loads((DATA / "irregularities.json").read_text())
ROWS = {row["id"]: row for row in BOOK["penalties"]}

NONE, CORRECTED, NOTE, WARNING, POINT, HAND, GAME, MATCH, OUT = LADDER

# infraction, steps given before, minutes of the clock, conditions: the step, the reason's code
CASES = [
    ("T_LATE", [], 0, "", NOTE, "after_minutes"),
    ("T_LATE", [], 4, "", NOTE, "after_minutes"),
    ("T_LATE", [], 5, "", GAME, "after_minutes"),
    ("T_LATE", [], 10, "", MATCH, "after_minutes"),
    ("T_LATE", [NOTE], 2, "", WARNING, "beyond"),
    ("T_LATE", [NOTE], 6, "", MATCH, "beyond"),
    ("T_NOSHOW", [], 10, "", MATCH, "first"),
    ("T_NOSHOW", [MATCH], 10, "", MATCH, "again"),
    ("T_NOSHOW", [MATCH, MATCH], 10, "", OUT, "beyond"),
    ("T_LEFT", [], 9, "", NONE, "too_early"),
    ("T_LEFT", [], 10, "", GAME, "after_minutes"),
    ("T_LEFT", [GAME], 0, "", MATCH, "again"),
    ("T_LEFT", [GAME, MATCH], 0, "", OUT, "beyond"),
    ("T_SLOW", [], 0, "", WARNING, "first"),
    ("T_SLOW", [WARNING], 0, "", WARNING, "again"),
    ("T_SLOW", [WARNING, WARNING], 0, "", GAME, "again"),
    ("T_SLOW", [WARNING, WARNING, GAME], 0, "", MATCH, "beyond"),
    ("T_STALL", [], 0, "", OUT, "first"),
    ("T_COACH", [], 0, "", WARNING, "first"),
    ("T_COACH", [], 0, "advice_used", HAND, "condition"),
    ("T_COACH", [WARNING], 0, "advice_used", GAME, "again"),
    ("T_COACH", [WARNING, GAME], 0, "", MATCH, "again"),
    ("T_NOTES", [], 0, "", WARNING, "first"),
    ("T_NOTES", [WARNING], 0, "", GAME, "again"),
    ("T_NOTES", [WARNING, GAME], 0, "", MATCH, "again"),
    ("T_CONDUCT_MINOR", [], 0, "", WARNING, "first"),
    ("T_CONDUCT_MINOR", [WARNING], 0, "", GAME, "again"),
    ("T_CONDUCT_MINOR", [WARNING, GAME], 0, "", MATCH, "again"),
    ("T_CONDUCT_MAJOR", [], 0, "", GAME, "first"),
    ("T_CONDUCT_MAJOR", [], 0, "severe", MATCH, "condition"),
    ("T_CONDUCT_MAJOR", [GAME], 0, "", OUT, "again"),
    ("T_MISREPORT", [], 0, "", NOTE, "first"),
    ("T_MISREPORT", [NOTE], 0, "", WARNING, "again"),
    ("T_MISREPORT", [NOTE, WARNING], 0, "", GAME, "again"),
    ("T_FALSE_REPORT", [], 0, "", OUT, "first"),
    ("T_COLLUDE", [], 0, "", OUT, "first"),
    ("T_CHEAT", [], 0, "", OUT, "first"),
    ("T_CHEAT", [OUT], 0, "", OUT, "beyond"),
    ("T_DISCARD_PEEK", [], 0, "", NONE, "not_yet"),
    ("T_DISCARD_PEEK", [NONE], 0, "", WARNING, "again"),
    ("T_DISCARD_PEEK", [NONE, WARNING], 0, "", GAME, "again"),
    ("T_REPEAT_IRREG", [], 0, "", NOTE, "first"),
    ("T_REPEAT_IRREG", [NOTE], 0, "", WARNING, "again"),
    ("T_REPEAT_IRREG", [NOTE, WARNING], 0, "", POINT, "again"),
    ("T_REPEAT_IRREG", [NOTE, WARNING, POINT], 0, "", HAND, "beyond"),
    ("T_NO_CALL", [], 0, "", WARNING, "first"),
    ("T_NO_CALL", [WARNING], 0, "", GAME, "again"),
    ("T_NO_CALL", [WARNING, GAME], 0, "", MATCH, "beyond"),
    ("T_PAIRING", [], 0, "", CORRECTED, "after_minutes"),
    ("T_PAIRING", [], 10, "", NONE, "after_minutes"),
    ("T_PAIRING", [CORRECTED], 0, "", NOTE, "beyond"),
    ("T_JUDGE", [], 0, "", CORRECTED, "first"),
    ("T_JUDGE", [CORRECTED], 0, "", NOTE, "beyond"),
]


def as_in_the_book(rung):
    """A step as the book writes it: what does not apply is left out."""
    written = {"step": rung.step, "after_min": rung.after_min, "when": rung.when}
    written["also"] = list(rung.also)
    return {name: value for name, value in written.items() if value not in (None, "", [])}


@pytest.mark.parametrize("id", ROWS)
def test_every_row_is_the_one_of_the_book(id):
    row, infraction = ROWS[id], INFRACTIONS[id]
    assert str(infraction.name) == row["name"]
    assert [[as_in_the_book(rung) for rung in column] for column in infraction.ladder] == row[
        "ladder"
    ]
    assert (infraction.by, infraction.evidence, infraction.target) == (
        row["by"],
        row["evidence"],
        row["target"],
    )
    assert infraction.source == row["source"]


@pytest.mark.parametrize("id", ROWS)
def test_the_german_of_a_row_is_the_one_of_the_book(id):
    assert GERMAN[str(INFRACTIONS[id].name)] == ROWS[id]["name_de"]


def test_every_word_and_sentence_of_the_table_has_its_german():
    texts = [*STEP_NAMES.values(), *STEP_EFFECTS.values(), *CONDITIONS.values(), *ALSO.values()]
    for id, earlier, minutes, when, _step, _reason in CASES:
        given = proposed_step(
            INFRACTIONS[id], earlier=earlier, minutes=minutes, conditions={when} - {""}
        )
        texts.append(given.reason)
    texts.append(proposed_step(INFRACTIONS["T_SLOW"], warnings=2).reason)
    assert {text.template for text in texts} <= GERMAN.keys()


def test_there_is_no_other_row_and_no_other_word():
    assert list(INFRACTIONS) == list(ROWS)
    assert list(LADDER) == list(BOOK["penalty_steps"])
    assert set(STEP_NAMES) == set(STEP_EFFECTS) == set(LADDER)
    assert set(CONDITIONS) == set(BOOK["penalty_conditions"])
    assert set(ALSO) == set(BOOK["penalty_also"])
    amounts = {step["amount"] for step in BOOK["penalty_steps"].values() if "amount" in step}
    assert amounts == {POINTS}


@pytest.mark.parametrize(("id", "earlier", "minutes", "when", "step", "reason"), CASES)
def test_the_step_that_follows(id, earlier, minutes, when, step, reason):
    conditions = {when} - {""}
    given = proposed_step(INFRACTIONS[id], earlier=earlier, minutes=minutes, conditions=conditions)
    assert (given.step, given.reason.code) == (step, reason)
    assert given.occurrence == len(earlier) + 1
    assert str(given.reason)


def test_every_row_has_its_cases():
    assert {case[0] for case in CASES} == set(INFRACTIONS)


@pytest.mark.parametrize("warnings", [2, 3, 5])
def test_the_third_warning_of_any_kind_is_a_lost_game(warnings):
    """Escalation: "three warnings of any kind -> GAME_LOSS"."""
    given = proposed_step(INFRACTIONS["T_SLOW"], warnings=warnings)
    assert (given.step, given.reason.code) == (GAME, "third_warning")


def test_two_warnings_are_two_warnings_and_other_steps_do_not_count_them():
    assert proposed_step(INFRACTIONS["T_SLOW"], warnings=1).step == WARNING
    assert proposed_step(INFRACTIONS["T_MISREPORT"], warnings=2).step == NOTE
    assert proposed_step(INFRACTIONS["T_CHEAT"], warnings=2).step == OUT


def test_what_goes_with_a_step_is_said():
    assert proposed_step(INFRACTIONS["T_SLOW"]).also == (ALSO["extra_time"],)
    assert proposed_step(INFRACTIONS["T_SLOW"], earlier=[WARNING]).also == ()
    third = proposed_step(INFRACTIONS["T_LEFT"], earlier=[GAME, MATCH])
    assert third.also == (ALSO["substitute_in_teams"],)


def test_of_two_for_one_root_cause_the_most_severe_stands():
    assert is_more_severe(GAME, WARNING)
    assert not is_more_severe(WARNING, WARNING)
    assert sorted(LADDER, key=LADDER.index) == list(LADDER)


@pytest.mark.parametrize("id", INFRACTIONS)
@pytest.mark.parametrize("step", LADDER)
def test_who_may_give_it(id, step):
    """The head referee alone takes a match or disqualifies, and gives some rows from the start."""
    by_step = BOOK["penalty_steps"][step]["by"]
    lowest = {by_step, ROWS[id]["by"]}
    assert is_severe(INFRACTIONS[id], step) == (lowest != {"referee"})


def test_what_touches_a_score_and_who_is_out():
    assert [step for step in PenaltyStep if changes_score(step)] == [POINT, HAND, GAME, MATCH]
    assert takes_out(INFRACTIONS["T_CHEAT"], 1, OUT)
    assert not takes_out(INFRACTIONS["T_NOSHOW"], 1, MATCH)
    assert takes_out(INFRACTIONS["T_NOSHOW"], 2, MATCH)
    assert not takes_out(INFRACTIONS["T_NOSHOW"], 2, GAME)
