"""How the names of entries may be shown."""

from django.db.models import Case, F, Value, When
from django.db.models.expressions import Combinable

from players.models import Player


def way_of_showing(member: str = "") -> Combinable:
    """How the name of an entry is shown, one of `Player.Shown`, by a member of it (`member` leads
    there from the row, with its underscores): as the player wishes; that of a team in full."""
    of_team = When(**{f"{member}tournament__boards__gt": 1}, then=Value(Player.Shown.FULL))
    return Case(of_team, default=F(f"{member}player__shown"))
