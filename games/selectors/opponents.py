"""The opponents that an account has made, and whom anybody may ask to a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.engine.gin.bots.roster import CODES, OWN
from games.models import Bot, Opponent
from kernel.permissions import Actor
from web.numbers import number_in


def opponents_visible_to(actor: Actor) -> QuerySet[Opponent]:
    """Those that the actor has made: nobody sees those of others."""
    if actor.user_id is None:
        return Opponent.objects.none()
    return Opponent.objects.filter(owner=actor.user_id)


@dataclass(frozen=True, slots=True)
class OwnOpponent:
    """One of somebody's own: `code` is that by which it is asked to a table, `portrait` that of the
    character whose face it has, `manner` as `games.engine.gin.bots.manners` writes it."""

    number: int
    code: str
    name: str
    portrait: str
    manner: Mapping[str, str | int | None]


def shown(row: Opponent) -> OwnOpponent:
    return OwnOpponent(row.pk, row.code, row.name, row.portrait, row.manner)


def own_opponents(actor: Actor) -> Sequence[OwnOpponent]:
    """Those that the actor has made, the oldest first."""
    return [shown(row) for row in opponents_visible_to(actor)]


def own_opponent(actor: Actor, number: int) -> OwnOpponent | None:
    """One of them by its number; None for any other."""
    found = opponents_visible_to(actor).filter(pk=number).first()
    return None if found is None else shown(found)


def bot_of_house(code: str) -> Bot:
    """The computer player of the house of this code, not kept yet."""
    return Bot(code=code)


def bot_called(code: str, actor: Actor) -> Bot | None:
    """The computer player of this code as they sit down now, not kept yet: one of the house, or of
    the actor's own. None where there is no such for them."""
    if code in CODES:
        return bot_of_house(code)
    number = number_in(code.removeprefix(OWN), digits=18) if code.startswith(OWN) else None
    found = opponents_visible_to(actor).filter(pk=number).first() if number else None
    if found is None or found.code != code:
        return None
    return Bot(code=code, name=found.name, portrait=found.portrait, manner=found.manner)
