"""What is next for anybody who looks at an event."""

import pytest

from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Urgency
from tournaments.domain.tonight.spectator import Cut, Does, SpectatorFacts, cut_of, next_step

STATES = TournamentState
OPEN = "Entries are open. Players of the club ask here to take part."
ASK_THEM = "The organiser enters who plays. Ask them if you want to take part."
Expected = tuple[Urgency, str, str, Does]
TAKEN = (Urgency.LATER, "It is drawn. Play has not begun yet.", "Who plays", Does.ENTRANTS)
SITUATIONS: dict[str, tuple[SpectatorFacts, Expected | None]] = {
    "a draft, for those who run it": (
        SpectatorFacts(7, STATES.DRAFT, may_enter=True),
        (Urgency.LATER, "It has not begun yet.", "Who plays", Does.ENTRANTS),
    ),
    "entries are open to all": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, entered=40),
        (Urgency.NOW, OPEN, "Ask to take part", Does.ENTER),
    ),
    "there is room left": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, entered=15, cap=16),
        (
            Urgency.NOW,
            "Entries are open. Places still free: 1 of 16.",
            "Ask to take part",
            Does.ENTER,
        ),
    ),
    "it is full": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, entered=16, cap=16),
        (
            Urgency.NOW,
            "All 16 places are taken. Who asks now waits until one is given back.",
            "Ask for a place on the waitlist",
            Does.ENTER,
        ),
    ),
    "it is full, and the reader is in": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, own="entered", entered=16, cap=16),
        (Urgency.LATER, "You are in.", "Your entry", Does.ENTER),
    ),
    "the reader waits for the director": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, own="requested"),
        (
            Urgency.LATER,
            "You have asked to take part. The director answers; nothing more is to be done.",
            "Your entry",
            Does.ENTER,
        ),
    ),
    "the reader waits for a place": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, own="waitlist", entered=2, cap=2),
        (
            Urgency.LATER,
            "All places are taken: you are on the waitlist, and move up by yourself when somebody"
            " withdraws.",
            "Your entry",
            Does.ENTER,
        ),
    ),
    "the reader has withdrawn": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, own="withdrawn"),
        (Urgency.LATER, "You are out of this tournament.", "Your entry", Does.ENTER),
    ),
    "the reader was entered by the director": (
        SpectatorFacts(7, STATES.REGISTRATION, own="entered"),
        (Urgency.LATER, "You are in.", "Your entry", Does.ENTER),
    ),
    "the director enters everybody": (
        SpectatorFacts(7, STATES.REGISTRATION),
        (Urgency.LATER, ASK_THEM, "Who plays", Does.ENTRANTS),
    ),
    "the director enters everybody, and it is full": (
        SpectatorFacts(7, STATES.REGISTRATION, entered=16, cap=16),
        (Urgency.LATER, ASK_THEM, "Who plays", Does.ENTRANTS),
    ),
    "drawn while entries are open": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True, is_drawn=True),
        TAKEN,
    ),
    "at check-in nobody enters any more": (
        SpectatorFacts(7, STATES.CHECK_IN, may_enter=True),
        (
            Urgency.LATER,
            "Entries are closed. Whoever still wants to play asks at the desk.",
            "Who plays",
            Does.ENTRANTS,
        ),
    ),
    "drawn at check-in": (SpectatorFacts(7, STATES.CHECK_IN, is_drawn=True), TAKEN),
    "it runs": (SpectatorFacts(7, STATES.RUNNING, is_drawn=True), None),
    "it is over": (SpectatorFacts(7, STATES.FINISHED, is_drawn=True), None),
    "in the archive": (SpectatorFacts(7, STATES.ARCHIVED, is_drawn=True), None),
    "cut short between two rounds": (
        SpectatorFacts(7, STATES.CANCELLED, is_drawn=True, cut=Cut(2, is_whole=True)),
        (
            Urgency.OVER,
            "The event was cut short after round 2: the standings as they stood.",
            "Other evenings of the club",
            Does.CLUB,
        ),
    ),
    "cut short in a round": (
        SpectatorFacts(7, STATES.CANCELLED, is_drawn=True, cut=Cut(3, is_whole=False)),
        (
            Urgency.OVER,
            "The event was cut short in round 3: the standings as they stood.",
            "Other evenings of the club",
            Does.CLUB,
        ),
    ),
    "a knock-out that was cut short": (
        SpectatorFacts(
            7, STATES.CANCELLED, is_drawn=True, cut=Cut(1, is_whole=True), is_bracket=True
        ),
        (
            Urgency.OVER,
            "The event was cut short: the bracket and the standings as they stood.",
            "Other evenings of the club",
            Does.CLUB,
        ),
    ),
    "cancelled after the draw": (
        SpectatorFacts(7, STATES.CANCELLED, is_drawn=True),
        (
            Urgency.OVER,
            "This tournament was cancelled.",
            "Other evenings of the club",
            Does.CLUB,
        ),
    ),
    "cancelled": (
        SpectatorFacts(7, STATES.CANCELLED, may_enter=True),
        (
            Urgency.OVER,
            "This tournament was cancelled.",
            "Other evenings of the club",
            Does.CLUB,
        ),
    ),
}


@pytest.mark.parametrize(("facts", "expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_the_next_step_of_a_spectator(facts: SpectatorFacts, expected: Expected | None) -> None:
    step = next_step(facts)
    found = step and (step.urgency, str(step.sentence), str(step.button.words), step.button.does)
    assert found == expected
    assert step is None or step.event == 7


CUTS: dict[str, tuple[list[tuple[int, int, int]], Cut | None]] = {
    "nothing is drawn": ([], None),
    "nothing is played": ([(1, 0, 4), (2, 0, 0)], None),
    "a match of the first round": ([(1, 1, 4)], Cut(1, is_whole=False)),
    "two rounds": ([(1, 4, 4), (2, 4, 4)], Cut(2, is_whole=True)),
    "two rounds, the third is drawn": ([(1, 4, 4), (2, 4, 4), (3, 0, 4)], Cut(2, is_whole=True)),
    "a match of the first goes on below the second": (
        [(1, 3, 4), (2, 4, 4)],
        Cut(2, is_whole=False),
    ),
}


@pytest.mark.parametrize(("rounds", "expected"), CUTS.values(), ids=CUTS)
def test_how_far_an_event_came(rounds: list[tuple[int, int, int]], expected: Cut | None) -> None:
    assert cut_of(rounds) == expected
