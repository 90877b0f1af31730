"""What is next for the director: every situation, the awkward ones first."""

from dataclasses import replace

import pytest

from kernel.text import Text
from tournaments.domain.lifecycle import MatchState, RoundState, TournamentState
from tournaments.domain.tonight.director import next_step, panel_of
from tournaments.domain.tonight.director_blocks import blocks_of, draws_with
from tournaments.domain.tonight.director_facts import (
    DirectorFacts,
    Does,
    Draft,
    OpenMatch,
    RoundFacts,
)
from tournaments.domain.tonight.director_line import line_of
from tournaments.domain.tonight.next_step import Urgency

State = TournamentState
FEW = Text("too_few", "Two players are needed.")


def named(words):
    return Text("name", words)


def round_of(number, state=RoundState.RUNNING, done=0, matches=5, **more):
    return RoundFacts(number, named(f"Round {number}"), state, done, matches, **more)


def match(key=1, state=MatchState.RUNNING, **more):
    return OpenMatch(key, 1, named(f"Table {key}"), ("Anna", "Bo"), state, **more)


def late(key=1, **more):
    return match(key, is_late=True, has_clock=True, score=(1, 1), **more)


def draft(number=2, **more):
    return Draft(number, named(f"Round {number}"), **more)


PREPARED = DirectorFacts(7, State.DRAFT, field=12, stages=(named("Swiss"),))
SWISS = DirectorFacts(
    7,
    State.RUNNING,
    field=12,
    stages=(named("Swiss"),),
    rounds=(round_of(1, done=4),),
    to_come=(named("Round 2"), named("Round 3")),
    follows=named("Round 2"),
)
BRACKET = DirectorFacts(
    7,
    State.RUNNING,
    field=4,
    stages=(named("Knock-out"),),
    rounds=(round_of(1, matches=2), round_of(2, RoundState.DRAFT, matches=1)),
    draft=draft(is_ready=False, by_itself=True),
)
OVER = DirectorFacts(7, State.FINISHED, field=4, champion="Anna")

SITUATIONS = {
    # name: facts, heading, what the button does, what the others do, urgency
    "no players": (
        replace(PREPARED, field=0, why_no_draw=FEW),
        ("Enter the players", Does.ENTRIES, [Does.OPEN_REGISTRATION], Urgency.NOW),
    ),
    "no players, for next week": (
        replace(PREPARED, field=0, why_no_draw=FEW, is_due=False),
        ("Enter the players", Does.ENTRIES, [Does.OPEN_REGISTRATION], Urgency.LATER),
    ),
    "requests are open": (
        replace(PREPARED, state=State.REGISTRATION, requests=2),
        ("2 players ask to take part", Does.ENTRIES, [Does.DRAW], Urgency.ASKED),
    ),
    "one asks, and nobody could be drawn": (
        replace(PREPARED, state=State.REGISTRATION, requests=1, field=0, why_no_draw=FEW),
        ("1 player asks to take part", Does.ENTRIES, [], Urgency.ASKED),
    ),
    "a draft for next week": (
        replace(PREPARED, is_due=False),
        ("Make it public", Does.OPEN_REGISTRATION, [Does.DRAW, Does.EVENT], Urgency.LATER),
    ),
    "a draft for tonight": (
        PREPARED,
        ("Draw it", Does.DRAW, [Does.OPEN_REGISTRATION, Does.OPEN_CHECK_IN], Urgency.NOW),
    ),
    "public, for next week": (
        replace(PREPARED, state=State.REGISTRATION, is_due=False),
        ("12 are entered", Does.ENTRIES, [Does.DRAW, Does.EVENT], Urgency.LATER),
    ),
    "public, tonight": (
        replace(PREPARED, state=State.REGISTRATION),
        ("Open check-in", Does.OPEN_CHECK_IN, [Does.DRAW], Urgency.NOW),
    ),
    "nobody is here yet": (
        replace(PREPARED, state=State.CHECK_IN),
        ("Check in who comes", Does.CHECK_IN, [Does.DRAW], Urgency.NOW),
    ),
    "too few are here": (
        replace(PREPARED, state=State.CHECK_IN, here=1, field=1, why_no_draw=FEW),
        ("Too few are here", Does.CHECK_IN, [Does.ENTRIES], Urgency.NOW),
    ),
    "one is missing": (
        replace(PREPARED, state=State.CHECK_IN, here=11, field=11, missing=("Yusuf",)),
        ("Draw it", Does.DRAW, [Does.CHECK_IN], Urgency.NOW),
    ),
    "all are here": (
        replace(PREPARED, state=State.CHECK_IN, here=12),
        ("Draw it", Does.DRAW, [], Urgency.NOW),
    ),
    "drawn": (
        replace(PREPARED, state=State.CHECK_IN, here=12, draft=draft(1)),
        ("Publish the draw", Does.PUBLISH, [Does.LOOK_AT_DRAFT], Urgency.NOW),
    ),
    "the draft is out of date": (
        replace(PREPARED, state=State.CHECK_IN, here=12, draft=draft(1, is_stale=True)),
        ("Draw it again", Does.DRAW, [Does.LOOK_AT_DRAFT], Urgency.NOW),
    ),
    "the clock is not started": (
        replace(SWISS, rounds=(round_of(1, needs_start=True, minutes=30),), open=(match(),)),
        ("Start the clock", Does.START_CLOCK, [Does.RESULTS], Urgency.NOW),
    ),
    "everybody plays": (
        replace(SWISS, open=(match(1), match(2))),
        ("In play: Round 1", Does.RESULTS, [], Urgency.GOING_ON),
    ),
    "one table is late": (
        replace(SWISS, open=(late(5),)),
        ("Table 5: the time is up", Does.MORE_TIME, [Does.MATCH], Urgency.ASKED),
    ),
    "one table without a clock is the last": (
        replace(SWISS, open=(match(5),)),
        ("Table 5 is the last one", Does.WALKOVER, [Does.MATCH], Urgency.ASKED),
    ),
    "one table in good time is the last": (
        replace(SWISS, open=(match(5, has_clock=True),)),
        ("In play: Round 1", Does.RESULTS, [], Urgency.GOING_ON),
    ),
    "the final is played": (
        replace(SWISS, open=(match(5),), to_come=(), follows=None),
        ("In play: Round 1", Does.RESULTS, [], Urgency.GOING_ON),
    ),
    "nobody has begun at a table": (
        replace(SWISS, open=(match(1), match(2, MatchState.READY, not_begun=6, has_clock=True))),
        ("Table 2: not begun, 6 min on the clock", Does.MORE_TIME, [Does.MATCH], Urgency.ASKED),
    ),
    "two are disputed and one is late": (
        replace(
            SWISS, open=(late(5), match(3, MatchState.DISPUTED), match(4, MatchState.DISPUTED))
        ),
        ("Table 3: the result is disputed", Does.MATCH, [], Urgency.ASKED),
    ),
    "a report has just come": (
        replace(SWISS, open=(match(1), match(2, MatchState.REPORTED, minutes=1, reporter=0))),
        ("In play: Round 1", Does.RESULTS, [], Urgency.GOING_ON),
    ),
    "a report waits": (
        replace(SWISS, open=(match(1), match(2, MatchState.REPORTED, minutes=4, reporter=0))),
        ("Table 2: one report, no answer", Does.CONFIRM, [Does.MATCH], Urgency.ASKED),
    ),
    "a draft of the next round": (
        replace(SWISS, draft=draft(2)),
        ("Publish: Round 2", Does.PUBLISH, [Does.LOOK_AT_DRAFT], Urgency.NOW),
    ),
    "a draft that was drawn while one match goes on": (
        replace(SWISS, draft=draft(2), open=(late(5),)),
        ("Publish: Round 2", Does.PUBLISH, [Does.LOOK_AT_DRAFT], Urgency.NOW),
    ),
    "a draft with an hour": (
        replace(SWISS, draft=draft(2, at="20:50")),
        ("Publish: Round 2", Does.PUBLISH, [Does.LOOK_AT_DRAFT], Urgency.GOING_ON),
    ),
    "a round was dropped": (
        replace(SWISS, rounds=(round_of(1, RoundState.COMPLETE, done=5),)),
        ("Draw: Round 2", Does.DRAW, [Does.RESULTS], Urgency.NOW),
    ),
    "too few for the next stage": (
        replace(SWISS, to_come=(), follows=named("Knock-out"), why_no_draw=FEW),
        ("Draw: Knock-out", Does.RESULTS, [], Urgency.NOW),
    ),
    "stage two is a draft": (
        replace(BRACKET, stage=2, rounds=(round_of(1, RoundState.DRAFT),), draft=draft(1)),
        ("Publish: Round 1", Does.PUBLISH, [Does.LOOK_AT_DRAFT], Urgency.NOW),
    ),
    "a knock-out whose next round can't be published yet": (
        replace(BRACKET, open=(match(1), match(2))),
        ("In play: Round 1", Does.RESULTS, [], Urgency.GOING_ON),
    ),
    "a knock-out whose next round opens by itself": (
        replace(BRACKET, draft=draft(is_ready=True, by_itself=True), open=(match(1), match(2))),
        ("In play: Round 1", Does.RESULTS, [Does.PUBLISH], Urgency.GOING_ON),
    ),
    "a round that was taken back": (
        replace(BRACKET, draft=draft(is_ready=True, by_itself=False)),
        ("Publish: Round 2", Does.PUBLISH, [Does.LOOK_AT_DRAFT], Urgency.NOW),
    ),
    "a round robin's next round, before its turn": (
        replace(BRACKET, draft=draft(has_turn=False), open=(match(1), match(2))),
        ("In play: Round 1", Does.RESULTS, [Does.PUBLISH], Urgency.GOING_ON),
    ),
    "the last match of a round by days, while its window runs": (
        replace(SWISS, open=(match(state=MatchState.READY, is_in_window=True),)),
        ("In play: Round 1", Does.RESULTS, [], Urgency.GOING_ON),
    ),
    "a window is over, and a match has no result": (
        replace(SWISS, open=(match(state=MatchState.READY, is_in_window=False), match(2))),
        (
            "Table 1: its window is over, without a result",
            Does.WALKOVER,
            [Does.MATCH],
            Urgency.ASKED,
        ),
    ),
    "the last results are in": (
        replace(BRACKET, draft=None, rounds=(round_of(1, RoundState.COMPLETE),)),
        ("All results are in", Does.FINAL_TABLE, [Does.RESULTS], Urgency.GOING_ON),
    ),
    "the last result is in, and an appeal is open": (
        replace(OVER, appeals=(3,)),
        ("An appeal waits for a panel", Does.APPEAL, [Does.FINAL_TABLE], Urgency.ASKED),
    ),
    "the last result is in, and protests are taken": (
        replace(OVER, protests_until="22:55"),
        ("Anna has won", Does.FINAL_TABLE, [Does.EVENT], Urgency.OVER),
    ),
    "the time for protests is over": (
        OVER,
        ("Anna has won", Does.FINAL_TABLE, [Does.ARCHIVE, Does.EVENT], Urgency.OVER),
    ),
    "nobody has won": (
        replace(OVER, champion=""),
        ("The event is over", Does.FINAL_TABLE, [Does.ARCHIVE, Does.EVENT], Urgency.OVER),
    ),
    "archived": (
        replace(OVER, state=State.ARCHIVED),
        ("It is in the archive", Does.EVENT, [], Urgency.OVER),
    ),
    "cancelled": (
        replace(PREPARED, state=State.CANCELLED),
        ("It is cancelled", Does.EVENT, [], Urgency.OVER),
    ),
}


@pytest.mark.parametrize(("facts", "expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_there_is_one_step_in_every_situation(facts, expected):
    panel = panel_of(facts)
    others = [button.does for button in panel.others]
    assert (str(panel.heading), panel.button.does, others, panel.urgency) == expected
    assert str(panel.sentence)
    step = next_step(facts)
    assert (step.event, step.sentence, step.button) == (7, panel.heading, panel.button)


@pytest.mark.parametrize(("facts", "_expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_exactly_one_step_of_the_line_is_now(facts, _expected):
    standings = [step.standing for step in line_of(facts)]
    assert standings.count("now") == (facts.state != State.CANCELLED)


def line(facts):
    return [f"{step.standing} {step.name}" for step in line_of(facts)]


def test_the_line_before_the_start_leads_to_the_public():
    assert line(replace(PREPARED, is_due=False)) == [
        "done Entries",
        "now Public",
        "todo Check-in",
        "todo Draw",
        "todo Finish",
    ]


def test_rounds_that_are_over_are_one_step_and_many_to_come_as_well():
    over = [round_of(number, RoundState.COMPLETE, 5) for number in (1, 2, 3)]
    to_come = tuple(named(f"Round {number}") for number in range(5, 10))
    facts = replace(SWISS, rounds=(*over, round_of(4, done=2)), to_come=to_come, here=12)
    assert line(facts)[2:] == [
        "done Check-in",
        "done Draw",
        "done Round 1 to Round 3",
        "now Round 4",
        "todo Round 5 to Round 9",
        "todo Finish",
    ]
    assert str(line_of(facts)[4].note) == "15 results"


def test_all_rounds_of_a_draw_that_is_planned_at_once_stand_there():
    rounds = tuple(round_of(number, RoundState.DRAFT) for number in range(2, 8))
    facts = replace(BRACKET, rounds=(round_of(1, done=2), *rounds))
    assert line(facts)[3:] == ["now Round 1", "todo Round 2 to Round 7", "todo Finish"]


def test_stages_before_and_after_are_one_step_each():
    stages = (named("Groups"), named("Swiss"), named("Knock-out"))
    facts = replace(SWISS, stages=stages, stage=2)
    assert line(facts)[3:] == [
        "done Groups",
        "now Round 1",
        "todo Round 2",
        "todo Round 3",
        "todo Knock-out",
        "todo Finish",
    ]


def cures(facts):
    return [(cure.does, str(cure.button)) for cure in blocks_of(facts)[0].cures]


def test_the_last_match_is_awarded_and_the_next_round_drawn_at_once():
    facts = replace(SWISS, open=(late(5, may_be_left_open=True),))
    assert cures(facts) == [
        (Does.MORE_TIME, "Table 5: 5 minutes more"),
        (Does.WITHOUT, "Draw without Table 5: Round 2"),
        (Does.WALKOVER, "Award it to Anna and draw: Round 2"),
        (Does.WALKOVER, "Award it to Bo and draw: Round 2"),
    ]
    assert draws_with(facts, 5)
    assert not draws_with(replace(facts, draft=draft()), 5)
    assert not draws_with(replace(facts, to_come=()), 5)


def test_with_two_late_tables_each_is_cured_by_itself_or_both_are_left_open():
    first, second = late(5, may_be_left_open=True), late(6, may_be_left_open=True, pairing=2)
    facts = replace(SWISS, open=(first, second))
    assert [block.match.key for block in blocks_of(facts)] == [5, 6]
    assert cures(facts)[1:] == [
        (Does.WITHOUT, "Draw without all 2: Round 2"),
        (Does.WALKOVER, "Award it to Anna"),
        (Does.WALKOVER, "Award it to Bo"),
    ]


def standing(*matches):
    """What is said of pairing as it stands, with its price; empty where it is not offered."""
    (block, *_others) = blocks_of(replace(SWISS, open=matches))
    return [
        (str(cure.title), str(cure.consequence), cure.price, str(cure.button))
        for cure in block.cures
        if cure.does == Does.AS_IT_STANDS
    ]


def test_a_match_that_somebody_leads_may_count_as_it_stands():
    assert standing(late(5, may_be_left_open=True, stands=(2, 1))) == [
        (
            "Pair as it stands",
            "Counted as it stands, 2–1, until its result comes.",
            "2–1",
            "Draw with Table 5 as it stands: Round 2",
        )
    ]
    assert standing(late(5, may_be_left_open=True, stands=(1, 1))) == []
    assert standing(late(5, stands=(2, 1))) == []


def test_two_late_matches_count_as_they_stand_where_one_is_led():
    first = late(5, may_be_left_open=True, stands=(0, 0))
    second = late(6, may_be_left_open=True, pairing=2, stands=(0, 1))
    ((title, consequence, price, button),) = standing(first, second)
    assert (title, price) == ("Pair with all 2 as they stand", "2")
    assert consequence == "Counted as they stand, 0–0, 0–1, until their results come."
    assert button == "Draw as they stand: Round 2"


def test_nothing_is_left_open_while_another_table_is_in_good_time():
    facts = replace(SWISS, open=(late(5, may_be_left_open=True), match(6, may_be_left_open=True)))
    assert Does.WITHOUT not in [does for does, _words in cures(facts)]


def test_what_is_disputed_has_no_cure_but_to_decide_it():
    facts = replace(SWISS, open=(match(3, MatchState.DISPUTED), match(2, MatchState.RUNNING)))
    assert [(block.match.key, block.cures) for block in blocks_of(facts)] == [(3, ())]


def test_by_days_the_next_round_comes_with_the_end_of_the_window():
    played = replace(BRACKET, draft=draft(has_turn=False, by_itself=True), by_window=True)
    going_on = panel_of(replace(played, open=(match(is_in_window=True),)))
    assert "It publishes itself when the window is over. You may open" in str(going_on.sentence)
    early = panel_of(replace(played, draft=draft(by_itself=True)))
    assert str(early.sentence) == "It publishes itself when the window is over."
    assert [one.does for one in early.others] == [Does.PUBLISH]
    swiss = panel_of(replace(SWISS, by_window=True))
    assert str(swiss.sentence) == "All results are in. It is drawn when the window is over."
    assert (swiss.urgency, swiss.button.does) == (Urgency.GOING_ON, Does.DRAW)


def test_who_is_not_here_is_named_where_it_is_one():
    facts = replace(PREPARED, state=State.CHECK_IN, here=11, field=11, has_bye=True)
    one = panel_of(replace(facts, missing=("Yusuf",)))
    said = "11 are here; Yusuf is not. The number is odd: one has nobody to play in round 1."
    assert str(one.sentence) == said
    assert str(one.button.words) == "Draw with 11"
    two = panel_of(replace(facts, missing=("Yusuf", "Chloé"), has_bye=False))
    assert str(two.sentence) == "11 are here; 2 who are entered are not, and are left out."


def test_when_a_round_that_everybody_knows_opens_is_said():
    going = replace(BRACKET, draft=draft(has_turn=False, is_shown=True), open=(match(1), match(2)))
    assert str(panel_of(going).sentence).endswith("Then comes: Round 2. It opens at your word.")
    by_itself = replace(going, draft=draft(has_turn=False, by_itself=True, is_shown=True))
    assert str(panel_of(by_itself).sentence).endswith("You may open it sooner.")
    its_turn = replace(going, draft=draft(is_shown=True), open=())
    assert str(panel_of(its_turn).sentence) == "It opens at your word."
