"""A hand against the computer, as pages offer it: at once, or at another level."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.engine.gin.bots.levels import LEVELS
from kernel.permissions import Actor
from web.page import new_key

AT_ONCE = "club"
"""The level of who is not asked for one."""


def hand_offer(actor: Actor, key: str = "") -> Mapping[str, Any]:
    """What `parts/hand_offer.html` needs: the level at once, and the others by code and name. None
    is offered where people without an account don't play; `key` is that of a form sent before."""
    if not settings.GUESTS and actor.user_id is None:
        return {}
    others = [(level.code, _(level.name)) for level in LEVELS if level.code != AT_ONCE]
    return {"at_once": AT_ONCE, "other_levels": others, "hand_key": key or new_key()}
