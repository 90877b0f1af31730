"""An account makes opponents of its own, changes them and takes them away. What sits at a table
stays what it was."""

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import Opponent
from games.selectors.opponents import OwnOpponent, opponents_visible_to
from games.selectors.opponents import shown as shown_opponent
from games.tables.bots import has_portrait, kept_manner
from kernel.names import GUEST_NAME_LENGTH, normal_name
from kernel.permissions import Actor
from kernel.text import N_, refusal, shown

MOST = 20
"""So many has one account at most."""

TOO_MANY = N_("You have %(most)d opponents of your own already. Take one away first.")
NO_PORTRAIT = N_("There is no such portrait: %(value)s.")
UNKNOWN = N_("You have no such opponent.")


def add_opponent(
    *, name: str, portrait: str, manner: Mapping[str, object], by: Actor, now: datetime
) -> OwnOpponent:
    """Make one. Refused beyond `MOST`, and where it could not be played against."""
    said = _said(name, portrait, manner)
    with transaction.atomic():
        _lock(by)
        if opponents_visible_to(by).count() >= MOST:
            raise refusal("too_many_opponents", TOO_MANY, most=MOST)
        made = Opponent.objects.create(owner_id=by.account_id, made_at=now, **said)
    return shown_opponent(made)


def change_opponent(
    *, opponent: int, name: str, portrait: str, manner: Mapping[str, object], by: Actor
) -> OwnOpponent:
    """Make it what is said, for the tables to come."""
    said = _said(name, portrait, manner)
    with transaction.atomic():
        _lock(by)
        found = _own(by, opponent)
        for field, value in said.items():
            setattr(found, field, value)
        found.save(update_fields=list(said))
    return shown_opponent(found)


def remove_opponent(*, opponent: int, by: Actor) -> None:
    """Take it away. Refused where the actor has none of this number."""
    with transaction.atomic():
        _lock(by)
        _own(by, opponent).delete()


def _said(name: str, portrait: str, manner: Mapping[str, object]) -> dict[str, object]:
    if not has_portrait(portrait):
        raise refusal("bad_portrait", NO_PORTRAIT, "portrait", value=shown(portrait))
    return {
        "name": normal_name(name, most=GUEST_NAME_LENGTH),
        "portrait": portrait,
        "manner": kept_manner(manner),
    }


def _lock(by: Actor) -> None:
    """Two writes of one account go one after the other."""
    get_user_model().objects.select_for_update().get(pk=by.account_id)


def _own(by: Actor, number: int) -> Opponent:
    found = opponents_visible_to(by).filter(pk=number).first()
    if found is None:
        raise refusal("not_found", UNKNOWN)
    return found
