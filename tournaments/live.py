"""The socket of a tournament: it tells that something changed, never what it is now.

A frame is `{"topic": "tournament:5", "version": 17, "changed": ["results"]}`. The page that gets
one with a higher version than its own fetches itself anew. A socket can miss a frame, so a client
asks for the version now and then (`{"ask": "version"}`), and the first frame answers unasked.
"""

import logging
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.dispatch import receiver
from django.urls import path

from tournaments.selectors.events.access import tournaments_visible_to
from tournaments.selectors.events.audiences import Audience, Seen, seen_by
from tournaments.signals import tournament_changed
from web import socket_echo
from web.socket_sending import send_to_groups
from web.sockets import AUDIENCE_CHANGED, NOT_FOUND, Watching, actor_of_socket

logger = logging.getLogger(__name__)

# How many frames a socket gets in any one second. Spectators are many and need no more than two: a
# result at once, and what the bracket makes of it. The staff's tables show every hand.
FRAMES_A_SECOND = {Audience.PUBLIC: 2, Audience.STAFF: 20}


def group_of(tournament_id: int, audience: Audience) -> str:
    """The name of the channel layer's group for those who watch a tournament."""
    return f"tournament.{tournament_id}.{audience}"


@receiver(tournament_changed)
def tell(
    *,
    tournament_id: int,
    public_version: int | None,
    staff_version: int,
    changed: list[str],
    **_: object,
) -> None:
    """Tell those who watch that a committed change brought new versions.

    `public_version` is None for what visitors may not know of. With Redis away nothing is raised:
    the change stands, and the pages ask for the version by themselves.
    """
    versions = {Audience.PUBLIC: public_version, Audience.STAFF: staff_version}
    messages = {
        group_of(tournament_id, audience): {
            "version": version,
            "changed": changed,
        }
        for audience, version in versions.items()
        if version is not None
    }
    try:
        send_to_groups(messages)
    except socket_echo.FAULTS as error:
        logger.warning("Tournament %d changed, but nobody was told: %s", tournament_id, error)


class TournamentConsumer(Watching):
    """One page that watches one tournament. Action of the permission table: `tournament.view`.

    What is to be said is gathered in `changed` and `version`.
    """

    async def find(self) -> tuple[str, int] | None:
        self.tournament_id: int = self.scope["url_route"]["kwargs"]["tournament_id"]
        self.version, self.changed = 0, set[str]()
        seen = await self.seen()
        if seen is None:
            return None
        self.audience = seen.audience
        return group_of(self.tournament_id, self.audience), FRAMES_A_SECOND[self.audience]

    def hear(self, message: Mapping[str, Any]) -> None:
        """What `tell` has sent."""
        self.version = max(self.version, message["version"])
        self.changed |= set(message["changed"])
        self.speak()

    @property
    def has_news(self) -> bool:
        return self.asked or bool(self.changed)

    def frame(self) -> dict[str, Any]:
        changed, self.changed = sorted(self.changed), set()
        topic = f"tournament:{self.tournament_id}"
        return {"topic": topic, "version": self.version, "changed": changed}

    async def look_up(self) -> int | None:
        seen = await self.seen()
        if seen is None:
            return NOT_FOUND
        if seen.audience != self.audience:
            return AUDIENCE_CHANGED
        self.version = max(self.version, seen.version)
        return None

    @database_sync_to_async
    def seen(self) -> Seen | None:
        """The tournament as this page's reader has it now, None when they may not see it."""
        actor = actor_of_socket(self.scope)
        tournament = tournaments_visible_to(actor).filter(pk=self.tournament_id).first()
        return seen_by(actor, tournament) if tournament else None


websocket_urlpatterns = [path("ws/tournaments/<id:tournament_id>/", TournamentConsumer.as_asgi())]
