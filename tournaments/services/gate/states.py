"""Changes of a tournament's state."""

from tournaments.models import StateChange
from tournaments.services.gate.changes import Change, difference


def enter_state(change: Change, state: str) -> None:
    """Note that the tournament is now in `state`."""
    data = {"state": state} | difference({"state": change.tournament.state}, {"state": state})
    change.tournament.state = state
    StateChange.objects.create(tournament=change.tournament, state=state, **change.facts)
    change.record("tournament.state", data, changed="state")
