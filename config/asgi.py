"""ASGI: the sockets, and in the embedded server the pages and the API too."""

import os
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()  # sets Django up: what reads models comes after it

from config import hearing  # noqa: E402
from config.collecting import leave_alone  # noqa: E402
from tournaments.live import websocket_urlpatterns  # noqa: E402

_routes = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any request or socket; with the first one the self-test of what is heard begins."""
    hearing.begin()
    await _routes(scope, receive, send)


leave_alone()
