"""The socket of an online table: it tells which version there is, whose turn it is and the clocks,
never a card.

A frame is `{"topic": "match:7", "version": 31, "turn": 0, "clocks": [..]}`, the same to everybody
who may see the table. A page that gets one with a higher version than its own fetches its own view
anew. The first frame comes unasked, others when something was done or somebody came or went; a
client asks for one with `{"ask": "version"}`. Where several hands go on a seat gets one only where
there is something new for it: when the others act it is not told.

A seat is told how many phrases it has said and heard, too (`"phrases": 4`): where somebody says one
that it hears, and where it asks.
"""

import logging
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, cast

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.dispatch import receiver
from django.urls import path
from rest_framework.exceptions import AuthenticationFailed

from games.selectors.phrases import heard_at, hears
from games.selectors.table_now import TableNow, table_now
from games.services.connections import network_of
from games.signals import phrase_said, table_changed
from kernel.permissions import Actor
from kernel.seats import SIDES, Seat
from kernel.text import Refusal
from players.access.authentication import (
    SCHEMES,
    SEAT_SCHEME,
    TokenAuthentication,
    seat_key_sent,
)
from tournaments.seat_pages import seat_pages
from tournaments.selectors.desk.tables import OWN_FRAMES, TableReader, frame_of, table_reader
from web import socket_echo
from web.addresses import client_address_of_scope
from web.socket_sending import send_to_groups
from web.sockets import AUDIENCE_CHANGED, NOT_FOUND, Scope, Watching, actor_of_socket

logger = logging.getLogger(__name__)


class Audience(StrEnum):
    """Who plays at a table is told of everything at once, others as often as they can follow."""

    SEATS = "seats"
    OTHERS = "others"


PHRASES = "phrases"
FRAMES_A_SECOND = {Audience.SEATS: 20, Audience.OTHERS: 2}


def group_of(match: int, audience: Audience) -> str:
    """The name of the channel layer's group for those who watch a table."""
    return f"match.{match}.{audience}"


@receiver(table_changed)
def tell(*, now: TableNow, **_: object) -> None:
    """Tell those who watch a table how it stands. With Redis away nothing is raised: what was done
    stands, and the pages ask for the version by themselves."""
    match = now.match.pk
    try:
        send_to_groups(messages_of(match, frame_of(now)))
    except socket_echo.FAULTS as error:
        logger.warning("The table of match %d changed, but nobody was told: %s", match, error)


@receiver(phrase_said)
def tell_phrase(*, now: TableNow, seat: Seat, **_: object) -> None:
    """Tell a seat, and the others unless they have muted it, that something was said: how much each
    has heard by then, and never what."""
    match = now.match.pk
    heard = heard_by(now.table.pk, seat, now.state.settings.seats)
    message = frame_of(now) | {PHRASES: heard}
    try:
        send_to_groups({group_of(match, Audience.SEATS): message})
    except socket_echo.FAULTS as error:
        logger.warning("At match %d something was said, but nobody was told: %s", match, error)


def heard_by(table: int, seat: Seat, seats: int = SIDES) -> dict[str, int]:
    """By who hears it that a seat has said something: how much they have said and heard by then."""
    hearing = [one for one in range(seats) if one == seat or hears(table, one)]
    return {str(one): len(heard_at(table, one)) for one in hearing}


def messages_of(match: int, frame: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """A frame as the messages to all who watch a table, by their groups."""
    return {group_of(match, audience): frame for audience in Audience}


class MatchConsumer(Watching):
    """One page that watches the online table of one match. Action of the permission table:
    `table.view`."""

    news: Mapping[str, Any] | None = None
    phrases: int | None = None
    known: object = None
    page: int | None = None

    async def find(self) -> tuple[str, int] | None:
        self.match_id: int = self.scope["url_route"]["kwargs"]["match_id"]
        found = await self.found()
        if found is None:
            return None
        table = found.board.match.table
        self.reader, self.table = found.reader, table.pk
        self.is_friendly = found.board.pairing.round.stage.tournament.is_friendly
        audience = Audience.OTHERS if found.reader.seat is None else Audience.SEATS
        return group_of(self.match_id, audience), FRAMES_A_SECOND[audience]

    async def connect(self) -> None:
        await super().connect()
        if not self.group or self.reader.seat is None:
            return
        network = ""
        if not self.is_friendly:  # there no referee could look at it
            network = network_of(table=self.table, address=client_address_of_scope(self.scope))
        self.page = await seat_pages().begin(
            table=self.table, seat=self.reader.seat, network=network
        )
        await self.tell_who_is_there()

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.page is not None:
            await seat_pages().end(self.page)
            await self.tell_who_is_there()

    def hear(self, message: Mapping[str, Any]) -> None:
        """A frame that `tell` or `tell_phrase` has sent."""
        if (heard := message.get(PHRASES)) is not None:
            if str(self.reader.seat) not in heard:
                return
            self.phrases = heard[str(self.reader.seat)]
            message = {name: said for name, said in message.items() if name != PHRASES}
        is_of_all = OWN_FRAMES not in message or self.reader.seat is None
        message, known = self.own(message), self.known
        self.known = _news_of(message)
        if heard is None and not is_of_all and self.known == known:
            return
        if self.news is None or message["version"] >= self.news["version"]:
            self.news = message
        self.speak()

    def own(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """A frame as this page is told it: a seat where several hands go on of its own alone."""
        if (seats := message.get(OWN_FRAMES)) is None:
            return message
        if self.reader.seat is not None:
            return cast("Mapping[str, Any]", seats[str(self.reader.seat)])
        return {name: said for name, said in message.items() if name != OWN_FRAMES}

    @property
    def has_news(self) -> bool:
        return self.asked or self.news is not None

    def frame(self) -> Mapping[str, Any]:
        (said, self.news), (heard, self.phrases) = (self.news, None), (self.phrases, None)
        assert said is not None, "it is spoken of news alone, or after a look"
        return said if heard is None else {**said, PHRASES: heard}

    async def look_up(self) -> int | None:
        found = await self.found()
        if found is None:
            return NOT_FOUND
        if found.reader.seat != self.reader.seat:
            return AUDIENCE_CHANGED
        self.news, self.phrases = self.own(await self.read()), await self.heard()
        self.known = _news_of(self.news)
        return None

    @database_sync_to_async
    def found(self) -> TableReader | None:
        """The table as this page's reader has it now, None when they may not see it."""
        actor = _actor_of(self.scope)
        return None if actor is None else table_reader(actor, self.match_id)

    @database_sync_to_async
    def read(self) -> dict[str, Any]:
        return frame_of(table_now(self.match_id))

    @database_sync_to_async
    def heard(self) -> int | None:
        """How many phrases this page's seat has said and heard."""
        seat = self.reader.seat
        return None if seat is None else len(heard_at(self.table, seat))

    async def tell_who_is_there(self) -> None:
        """A page of a seat has come or gone. Of a table that is gone nobody is told."""
        try:
            frame = await self.read()
        except Refusal:
            return
        for group, message in messages_of(self.match_id, frame).items():
            await get_channel_layer().group_send(group, message)


def _news_of(frame: Mapping[str, Any]) -> object:
    """What is new in a frame when it is another: how long a clock has run a page knows itself."""
    return frame["version"], frame["turn"], [clock["present"] for clock in frame["clocks"]]


def _actor_of(scope: Scope) -> Actor | None:
    """Who watches: by a token where there is one, else by session and seat; None for a bad
    token."""
    said = dict(scope["headers"]).get(b"authorization", b"").split()
    if not said:
        return actor_of_socket(scope)
    is_seat = said[0].lower() == SEAT_SCHEME
    if len(said) != 2 or not (is_seat or said[0].lower() in SCHEMES):
        return None
    try:
        if is_seat:
            return Actor("api", seat_key=seat_key_sent(said[1]))
        user, _token = TokenAuthentication().authenticate_credentials(said[1])
    except AuthenticationFailed:
        return None
    return Actor("api", user_id=user.pk)


websocket_urlpatterns = [path("ws/matches/<id:match_id>/", MatchConsumer.as_asgi())]
