"""How the names of entries may be shown."""

from collections.abc import Collection, Mapping

from django.db.models import Case, Value, When
from django.db.models.expressions import Combinable
from django.utils.translation import gettext

from games.engine.gin.bots.roster import OWN, is_level, name_of
from games.selectors.seats import Sitting, sitting_at
from kernel.seats import Seat
from players.models import Player
from players.selectors import names_as, way_shown
from tournaments.models import EntryMember


def way_of_showing(member: str = "") -> Combinable:
    """How the name of an entry is shown, one of `Player.Shown`, by a member of it (`member` leads
    there from the row, with its underscores): as player and club wish; that of a team in full."""
    of_team = When(**{f"{member}tournament__boards__gt": 1}, then=Value(Player.Shown.FULL))
    return Case(of_team, default=way_shown(f"{member}player__"))


def entry_shown(shown: str, *, is_team: bool) -> str:
    """The same of an entry by how its player wishes to be `shown`."""
    return Player.Shown.FULL if is_team else shown


def public_names_of(tournament_id: int) -> Mapping[int, str]:
    """Who plays for entries of a tournament, by player: the names as everybody may read them, told
    apart."""
    members = EntryMember.objects.filter(tournament=tournament_id).order_by("pk")
    rows = members.values_list("player_id", "player__name", way_shown("player__"))
    return names_as({player: (name, shown) for player, name, shown in rows})


def guest_names(match: int) -> Mapping[Seat, str]:
    """What those who sit at a friendly are called, by seat."""
    return {seat: name for (_match, seat), name in guest_names_of([match]).items()}


def guest_names_of(matches: Collection[int]) -> Mapping[tuple[int, Seat], str]:
    """The same of several friendlies, by match and seat."""
    return {place: called(one) for place, one in sitting_at(matches).items()}


def called(one: Sitting) -> str:
    """What somebody is called who sits at a friendly."""
    if one.name or not one.bot:
        return one.name or gettext("Guest")
    if one.bot.startswith(OWN):
        return gettext("Computer")
    name = gettext(name_of(one.bot))
    return gettext("Computer (%(level)s)") % {"level": name} if is_level(one.bot) else name


def seat_names() -> tuple[str, str]:
    """What the two seats of a table are called at which nobody sits by name."""
    return gettext("First seat"), gettext("Second seat")
