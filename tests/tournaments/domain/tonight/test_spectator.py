"""What is next for anybody who looks at an event."""

import pytest

from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Urgency
from tournaments.domain.tonight.spectator import Does, SpectatorFacts, next_step

STATES = TournamentState
SITUATIONS = {
    "entries are open": (
        SpectatorFacts(7, STATES.REGISTRATION, may_enter=True),
        (Urgency.NOW, "Entries are open.", Does.ENTER),
    ),
    "the director enters everybody": (
        SpectatorFacts(7, STATES.REGISTRATION),
        (Urgency.LATER, "It has not begun yet.", Does.ENTRANTS),
    ),
    "at check-in nobody enters any more": (
        SpectatorFacts(7, STATES.CHECK_IN, may_enter=True),
        (Urgency.LATER, "It has not begun yet.", Does.ENTRANTS),
    ),
    "matches are in play": (
        SpectatorFacts(7, STATES.RUNNING, playing=12),
        (Urgency.GOING_ON, "It is running. Matches in play: 12.", Does.WATCH),
    ),
    "between two rounds": (
        SpectatorFacts(7, STATES.RUNNING),
        (Urgency.GOING_ON, "It is running. The next matches follow.", Does.WATCH),
    ),
    "somebody has won": (
        SpectatorFacts(7, STATES.FINISHED, winner="Zoë Lê"),
        (Urgency.OVER, "It is over. Zoë Lê has won.", Does.PODIUM),
    ),
    "both forfeited the final": (
        SpectatorFacts(7, STATES.ARCHIVED),
        (Urgency.OVER, "It is over.", Does.PODIUM),
    ),
    "cancelled": (
        SpectatorFacts(7, STATES.CANCELLED),
        (Urgency.OVER, "This evening was cancelled.", Does.CLUB),
    ),
}


@pytest.mark.parametrize(("facts", "expected"), SITUATIONS.values(), ids=SITUATIONS)
def test_the_next_step_of_a_spectator(facts: SpectatorFacts, expected: tuple[object, ...]) -> None:
    step = next_step(facts)
    assert (step.urgency, str(step.sentence), step.button.does) == expected
    assert step.event == 7
