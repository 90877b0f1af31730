"""Who has asked that a match move to an online table, or back to its table in the room."""

from games.models import MoveRequest


def asked_to_move(match: int, version: int) -> tuple[bool, bool]:
    """Whether each seat asks that a match move to the other place, as it stands at this version."""
    asking = MoveRequest.objects.filter(match=match, version=version)
    seats = set(asking.values_list("seat", flat=True))
    return 0 in seats, 1 in seats
