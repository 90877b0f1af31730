"""The facts from which the director's next step follows, of events of several formats."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, team_event, win
from tests.formats import RULES_OF
from tournaments.domain.formats.registry import FORMATS
from tournaments.domain.tonight.director import panel_of
from tournaments.domain.tonight.director_line import line_of
from tournaments.models import Tournament
from tournaments.selectors.desk.tonight_director import EventAt, director_facts
from tournaments.services.events import entries, setup
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=40)


def facts_of(tournament, now=NOW):
    return director_facts(EventAt(Tournament.objects.get(pk=tournament.pk), now))


@pytest.mark.parametrize("format", [one.code for one in FORMATS])
def test_every_format_has_one_step_before_at_and_after_the_draw(format):
    rules = RULES_OF[format]
    tournament = make_tournament(entrants=8, start=False, format=format, rules=rules)
    steps = []
    for act in (None, rounds.draw_stage, rounds.start_tournament):
        if act is not None:
            act(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        facts = facts_of(tournament)
        steps.append(str(panel_of(facts).heading).split(":")[0])
        assert [step.standing for step in line_of(facts)].count("now") == 1
    assert steps == ["Draw it", "Publish the draw", "In play"]


def test_who_is_missing_is_named_once_anybody_is_here():
    tournament = make_tournament(entrants=3, start=False)
    setup.move_tournament(tournament_id=tournament.pk, action="open_check_in", by=DIRECTOR, now=NOW)
    assert facts_of(tournament).missing == ()
    for seed in (1, 2):
        entry = tournament.entries.get(seed=seed)
        entries.check_in_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=DIRECTOR, now=NOW)
    facts = facts_of(tournament)
    assert (facts.field, facts.here, facts.missing) == (2, 2, ("Player 0003",))


def test_too_few_to_draw_is_said_as_the_format_says_it():
    facts = facts_of(make_tournament(entrants=1, start=False))
    assert "needs at least 2 entrants" in str(facts.why_no_draw)


@pytest.mark.parametrize(("days", "is_due"), [(-1, True), (0, True), (1, False)])
def test_an_event_is_due_on_its_day(days, is_due):
    tournament = make_tournament(start=False, starts_at=NOW + timedelta(days=days))
    assert facts_of(tournament).is_due == is_due


def test_an_open_match_is_told_with_its_clock_and_its_table():
    tournament = make_tournament(
        entrants=6, start=False, format="swiss", format_settings={"rounds": 3}
    )
    setup.set_tables(
        tournament_id=tournament.pk, tables=[(1, ""), (2, ""), (3, "")], by=DIRECTOR, now=NOW
    )
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    rounds.plan_round(tournament_id=tournament.pk, number=1, minutes=30, by=DIRECTOR, now=NOW)
    assert facts_of(tournament).rounds[0].needs_start
    rounds.run_clock(tournament_id=tournament.pk, number=1, kind="start", by=DIRECTOR, now=NOW)
    win(board_of(tournament, 1, 1), 0)
    early = facts_of(tournament, NOW + timedelta(minutes=6))
    assert (early.rounds[0].done, early.rounds[0].matches) == (1, 3)
    told = [(str(one.where), one.not_begun, one.is_late) for one in early.open]
    assert told == [("Table 2", 6, False), ("Table 3", 6, False)]
    late = facts_of(tournament, LATER)
    assert [(one.not_begun, one.is_late, one.may_be_left_open) for one in late.open] == [
        (0, True, True),
        (0, True, True),
    ]
    assert [str(name) for name in late.to_come] == ["Round 2", "Round 3"]


def test_a_knock_out_leaves_nothing_open_and_waits_for_its_final():
    facts = facts_of(make_tournament(entrants=4))
    assert not any(one.may_be_left_open for one in facts.open)
    assert facts.draft is not None
    assert (facts.draft.is_ready, facts.draft.by_itself) == (False, True)


def test_the_rounds_of_a_round_robin_wait_for_their_turn():
    tournament = make_tournament(entrants=4, format="round_robin", publishing="by_hand")
    draft = facts_of(tournament).draft
    assert draft is not None
    assert (draft.is_ready, draft.has_turn, draft.by_itself) == (True, False, False)
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    draft = facts_of(tournament).draft
    assert draft is not None
    assert draft.has_turn


def test_boards_of_teams_are_counted_and_named():
    facts = facts_of(team_event())
    assert facts.rounds[0].matches == 6
    assert len({one.pairing for one in facts.open}) == 2


def test_protests_are_taken_for_a_while_after_the_end():
    tournament = make_tournament(entrants=2, protest_minutes=15)
    win(board_of(tournament, 1, 1), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    soon = facts_of(tournament, datetime(2026, 3, 3, 19, 10, tzinfo=UTC))
    assert (soon.champion, bool(soon.protests_until)) == ("Player 0001", True)
    assert facts_of(tournament, LATER).protests_until == ""
