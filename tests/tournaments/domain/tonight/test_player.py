"""What is next for a player, situation by situation."""

from dataclasses import replace

import pytest

from tournaments.domain.lifecycle import MatchState, TournamentState
from tournaments.domain.tonight.next_step import Urgency, foremost
from tournaments.domain.tonight.player import (
    Bye,
    Does,
    Follows,
    OwnCall,
    OwnEntry,
    OwnMatch,
    OwnTime,
    PlayerFacts,
    next_step,
    nothing_to_do,
)
from tournaments.domain.windows import Hour

IN = PlayerFacts(7, TournamentState.RUNNING, OwnEntry.HERE, round=3)
BEFORE = PlayerFacts(7, TournamentState.REGISTRATION, OwnEntry.ENTERED)
MATCH = OwnMatch(MatchState.READY, "Chloé Weiß", key=44, table="Table 4")
TOLD = replace(MATCH, state=MatchState.REPORTED, score=(1, 3))
MINE = replace(TOLD, reported_by_me=True, score=(3, 1))
AGREED = OwnTime("Thursday 3 December at 20:00", Hour.AHEAD)
CALLED = replace(MATCH, state=MatchState.RUNNING, call=OwnCall(9))


def of(match: OwnMatch, **facts: object) -> PlayerFacts:
    return replace(IN, match=match, **facts)


SITUATIONS = {
    "the opponent says that I lost": (
        of(TOLD),
        (Urgency.ASKED, "Chloé Weiß says 1–3: you lost.", "Confirm 1–3", Does.CONFIRM, 44),
    ),
    "the opponent says that I won": (
        of(replace(TOLD, score=(3, 2))),
        (Urgency.ASKED, "Chloé Weiß says 3–2: you won.", "Confirm 3–2", Does.CONFIRM, 44),
    ),
    "the opponent says that it is drawn": (
        of(replace(TOLD, score=(2, 2))),
        (Urgency.ASKED, "Chloé Weiß says 2–2: you drew.", "Confirm 2–2", Does.CONFIRM, 44),
    ),
    "asked while a call stands": (
        of(replace(TOLD, call=OwnCall(9))),
        (Urgency.ASKED, "Chloé Weiß says 1–3: you lost.", "Confirm 1–3", Does.CONFIRM, 44),
    ),
    "asked while the match is under appeal": (
        of(TOLD, under_appeal=True),
        (
            Urgency.ASKED,
            "Chloé Weiß says 1–3: you lost. It is under appeal: a panel has still to decide.",
            "Confirm 1–3",
            Does.CONFIRM,
            44,
        ),
    ),
    "disqualified in the middle of a match": (
        of(TOLD, entry=OwnEntry.PUT_OUT),
        (
            Urgency.OVER,
            "You were put out of this tournament by a penalty. You can appeal.",
            "See the event",
            Does.EVENT,
            None,
        ),
    ),
    "withdrawn, for a team": (
        replace(IN, entry=OwnEntry.WITHDRAWN, for_team=True),
        (Urgency.OVER, "Your team is withdrawn.", "See the event", Does.EVENT, None),
    ),
    "called to their online table": (
        of(replace(MATCH, is_online=True, is_summoned=True, table="")),
        (
            Urgency.CALLED,
            "You are called to your online table: you play Chloé Weiß.",
            "To the table",
            Does.ONLINE,
            44,
        ),
    ),
    "called there, but a report waits for their answer": (
        of(replace(TOLD, is_online=True, is_summoned=True)),
        (Urgency.ASKED, "Chloé Weiß says 1–3: you lost.", "Confirm 1–3", Does.CONFIRM, 44),
    ),
    "called, and nobody has answered": (
        of(CALLED),
        (
            Urgency.GOING_ON,
            "You have called a referee. Nobody has answered yet.",
            "We have sorted it out",
            Does.END_CALL,
            9,
        ),
    ),
    "called and taken": (
        of(replace(CALLED, call=OwnCall(9, "Ruth Okonedo"))),
        (
            Urgency.GOING_ON,
            "Ruth Okonedo is coming. Leave the cards as they lie, please.",
            "We have sorted it out",
            Does.END_CALL,
            9,
        ),
    ),
    "the own report waits": (
        of(MINE),
        (
            Urgency.GOING_ON,
            "You reported 3–1. It counts as soon as Chloé Weiß confirms it.",
            "Change my report",
            Does.REPORT,
            44,
        ),
    ),
    "written down by hands, it waits for the opponent and is not reported anew": (
        of(replace(MINE, is_by_hands=True)),
        (
            Urgency.GOING_ON,
            "You reported 3–1. It counts as soon as Chloé Weiß confirms it.",
            "To the match",
            Does.MATCH,
            44,
        ),
    ),
    "the own report is disputed": (
        of(replace(MINE, state=MatchState.DISPUTED)),
        (
            Urgency.GOING_ON,
            "Chloé Weiß says that 3–1 is not right. A referee decides.",
            "To the match",
            Does.MATCH,
            44,
        ),
    ),
    "I dispute": (
        of(replace(TOLD, state=MatchState.DISPUTED)),
        (
            Urgency.GOING_ON,
            "You say that 1–3 against Chloé Weiß is not right. A referee decides.",
            "To the match",
            Does.MATCH,
            44,
        ),
    ),
    "a table is there": (
        of(MATCH),
        (
            Urgency.NOW,
            "You play Chloé Weiß at Table 4. Sit down and begin.",
            "Report the result",
            Does.REPORT,
            44,
        ),
    ),
    "no table yet": (
        of(replace(MATCH, table="")),
        (
            Urgency.NOW,
            "You play Chloé Weiß as soon as a table is free.",
            "Report the result",
            Does.REPORT,
            44,
        ),
    ),
    "played hand by hand": (
        of(replace(MATCH, state=MatchState.RUNNING, is_by_hands=True)),
        (Urgency.NOW, "You are playing Chloé Weiß.", "Score pad", Does.PAD, 44),
    ),
    "online": (
        of(replace(MATCH, is_online=True)),
        (
            Urgency.NOW,
            "You play Chloé Weiß online. Sit down and begin.",
            "To the table",
            Does.ONLINE,
            44,
        ),
    ),
    "an hour is agreed for another day": (
        of(replace(MATCH, is_online=True, time=AGREED)),
        (
            Urgency.LATER,
            "You play Chloé Weiß on Thursday 3 December at 20:00.",
            "To the table",
            Does.ONLINE,
            44,
        ),
    ),
    "an hour is agreed for another day, in the room": (
        of(replace(MATCH, time=AGREED)),
        (
            Urgency.LATER,
            "You play Chloé Weiß on Thursday 3 December at 20:00.",
            "To the match",
            Does.MATCH,
            44,
        ),
    ),
    "the hour has come": (
        of(replace(MATCH, is_online=True, time=replace(AGREED, hour=Hour.COME))),
        (
            Urgency.NOW,
            "You play Chloé Weiß online. Sit down and begin.",
            "To the table",
            Does.ONLINE,
            44,
        ),
    ),
    "the hour is past and nothing was played": (
        of(replace(MATCH, is_online=True, time=replace(AGREED, hour=Hour.MISSED))),
        (
            Urgency.NOW,
            "You were to play Chloé Weiß on Thursday 3 December at 20:00. That is past, and "
            "nothing was played.",
            "To the table",
            Does.ONLINE,
            44,
        ),
    ),
    "no hour is agreed": (
        of(replace(MATCH, is_online=True, time=OwnTime())),
        (
            Urgency.NOW,
            "You play Chloé Weiß in this round. Agree on a time.",
            "To the table",
            Does.ONLINE,
            44,
        ),
    ),
    "no hour is agreed, in the room": (
        of(replace(MATCH, time=OwnTime())),
        (
            Urgency.NOW,
            "You play Chloé Weiß in this round. Agree on a time.",
            "Report the result",
            Does.REPORT,
            44,
        ),
    ),
    "being played online": (
        of(replace(MATCH, state=MatchState.RUNNING, is_by_hands=True, is_online=True)),
        (Urgency.NOW, "You are playing Chloé Weiß.", "To the table", Does.ONLINE, 44),
    ),
    "through, and the opponent is not known": (
        of(OwnMatch(MatchState.WAITING, "Winner of semi-final 2", 45, is_known=False)),
        (
            Urgency.GOING_ON,
            "You are through. You wait for: Winner of semi-final 2.",
            "To the match",
            Does.MATCH,
            45,
        ),
    ),
    "the next round is not open": (
        of(replace(MATCH, state=MatchState.LOCKED)),
        (
            Urgency.GOING_ON,
            "You meet Chloé Weiß next. The round is not open yet.",
            "To the match",
            Does.MATCH,
            44,
        ),
    ),
    "who stands by while the team plays": (
        of(OwnMatch(MatchState.RUNNING, "Team B", stands_by=31), for_team=True),
        (
            Urgency.GOING_ON,
            "Your team plays Team B. You stand by, and may come in for somebody.",
            "To your team’s match",
            Does.TEAM_MATCH,
            31,
        ),
    ),
    "who stands by for what comes": (
        of(OwnMatch(MatchState.LOCKED, "Team B", stands_by=31), for_team=True),
        (
            Urgency.LATER,
            "Your team meets Team B next. You stand by.",
            "To your team’s match",
            Does.TEAM_MATCH,
            31,
        ),
    ),
    "away in this round, with a result of the one before": (
        replace(IN, away=True, last="Round 2: A beat B, 3–1."),
        (
            Urgency.GOING_ON,
            "You sit out round 3, as was agreed.",
            "See the round",
            Does.EVENT,
            None,
        ),
    ),
    "a bye": (
        replace(IN, bye=Bye.WON),
        (
            Urgency.GOING_ON,
            "You have a bye in round 3: it counts as a match won.",
            "See the round",
            Does.EVENT,
            None,
        ),
    ),
    "free, as the number is odd": (
        replace(IN, bye=Bye.NOTHING),
        (
            Urgency.GOING_ON,
            "You are free in round 3, as the number is odd. That counts nothing.",
            "See the round",
            Does.EVENT,
            None,
        ),
    ),
    "between two rounds": (
        replace(IN, last="Round 3: A beat B, 3–1."),
        (
            Urgency.GOING_ON,
            "Round 3: A beat B, 3–1. The next round follows.",
            "Standings",
            Does.STANDINGS,
            None,
        ),
    ),
    "before the cut": (
        replace(IN, last="Group 1: A beat B, 3–1.", follows=Follows.CUT),
        (
            Urgency.GOING_ON,
            "Group 1: A beat B, 3–1. Who goes on is known once everybody has played.",
            "Standings",
            Does.STANDINGS,
            None,
        ),
    ),
    "out of a knock-out": (
        replace(IN, last="Final: A beat B, 3–1.", follows=Follows.NOTHING),
        (Urgency.OVER, "Final: A beat B, 3–1.", "Standings", Does.STANDINGS, None),
    ),
    "out of a knock-out, but under appeal": (
        replace(IN, last="Final: A beat B, 3–1.", follows=Follows.NOTHING, under_appeal=True),
        (
            Urgency.GOING_ON,
            "Final: A beat B, 3–1. It is under appeal: a panel has still to decide.",
            "Standings",
            Does.STANDINGS,
            None,
        ),
    ),
    "not among those who went on": (
        replace(IN, entry=OwnEntry.NOT_ON),
        (
            Urgency.OVER,
            "You are not among those who went on.",
            "See the round",
            Does.EVENT,
            None,
        ),
    ),
    "in the field, but not paired": (
        IN,
        (
            Urgency.GOING_ON,
            "You have no match in this round.",
            "See the round",
            Does.EVENT,
            None,
        ),
    ),
    "on the waitlist of an event that is running": (
        replace(IN, entry=OwnEntry.WAITLIST),
        (
            Urgency.LATER,
            "You are on the waitlist: you play if a place is given back.",
            "See the event",
            Does.EVENT,
            None,
        ),
    ),
    "asked to take part": (
        replace(BEFORE, entry=OwnEntry.REQUESTED),
        (
            Urgency.LATER,
            "You asked to take part. The director has not answered yet.",
            "See the event",
            Does.EVENT,
            None,
        ),
    ),
    "entered, and the doors are open": (
        replace(BEFORE, state=TournamentState.CHECK_IN),
        (
            Urgency.NOW,
            "Check in at the door: scan the code there, or tell the desk.",
            "See the event",
            Does.EVENT,
            None,
        ),
    ),
    "here, before the draw": (
        replace(BEFORE, state=TournamentState.CHECK_IN, entry=OwnEntry.HERE),
        (
            Urgency.LATER,
            "You are checked in. The draw comes next.",
            "See the event",
            Does.EVENT,
            None,
        ),
    ),
    "all done": (
        replace(IN, state=TournamentState.FINISHED, match=TOLD, place="2"),
        (
            Urgency.OVER,
            "It is over: you came in place 2.",
            "Final table",
            Does.STANDINGS,
            None,
        ),
    ),
    "all done, without a place": (
        replace(IN, state=TournamentState.ARCHIVED, entry=OwnEntry.WITHDRAWN),
        (Urgency.OVER, "This evening is over.", "Final table", Does.STANDINGS, None),
    ),
    "cancelled": (
        replace(BEFORE, state=TournamentState.CANCELLED),
        (Urgency.OVER, "This evening was cancelled.", "See the event", Does.EVENT, None),
    ),
}


@pytest.mark.parametrize(("facts", "expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_the_next_step_of_a_player(facts: PlayerFacts, expected: tuple[object, ...]) -> None:
    step = next_step(facts)
    button = step.button
    assert (step.urgency, str(step.sentence), str(button.words), button.does, button.key) == (
        expected
    )
    assert step.event == 7


def test_of_two_events_the_one_that_waits_for_an_answer_stands_on_top() -> None:
    playing, asked = next_step(of(MATCH)), next_step(replace(of(TOLD), event=8))
    assert foremost([playing, asked]) == asked


def test_who_is_in_no_event_is_told_where_to_look() -> None:
    step = nothing_to_do()
    assert step.urgency is Urgency.NOTHING
    assert step.event is None
    assert step.button.does == Does.HOME
