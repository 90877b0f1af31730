"""The product's socket server, with the sockets of the bare view beside its own."""

import json
import os
from typing import Any

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.production")
django.setup(set_prefix=False)

from benchmarks.bare_table import group_of  # noqa: E402
from config import sockets  # noqa: E402


class BareConsumer(AsyncWebsocketConsumer):
    """One of the two sockets of a pair."""

    async def connect(self) -> None:
        self.group = group_of(self.scope["url_route"]["kwargs"]["pair"])
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def bare_frame(self, event: dict[str, Any]) -> None:
        await self.send(json.dumps({"number": event["number"]}))


sockets.websocket_urlpatterns.insert(0, path("ws/bare/<int:pair>/", BareConsumer.as_asgi()))

from config.asgi import application  # noqa: E402

__all__ = ["application"]
