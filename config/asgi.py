"""ASGI: the sockets, and in the embedded server the pages and the API too."""

import os
from typing import Any

import django
from channels.auth import AuthMiddleware
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from channels.sessions import CookieMiddleware, SessionMiddleware
from django.conf import settings
from django.db import Error
from django.http.request import split_domain_port, validate_host

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)  # what reads models comes after it

from config.away import is_away  # noqa: E402
from config.gc_tuning import leave_alone  # noqa: E402
from config.sockets import websocket_urlpatterns  # noqa: E402
from web import socket_echo  # noqa: E402
from web.db.schema_level import require  # noqa: E402
from web.malformed import AsgiPages, LegibleCookies  # noqa: E402
from web.password_turns import Turns  # noqa: E402
from web.sockets import TRY_AGAIN_LATER  # noqa: E402

require()


class OwnHostsOnly:
    """Sockets under the names under which pages are answered: by the Host, as Django does it for
    pages, beside the Origin, which Channels looks at. A program with a token needs no Origin: no
    page of somebody else can send one along."""

    def __init__(self, application: Any) -> None:
        self.for_programs = application
        self.for_pages = AllowedHostsOriginValidator(application)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        domain, _port = split_domain_port(headers.get(b"host", b"").decode("latin-1"))
        if domain and validate_host(domain, settings.ALLOWED_HOSTS):
            application = self.for_programs if b"authorization" in headers else self.for_pages
            return await application(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)


_sockets = SessionMiddleware(AuthMiddleware(URLRouter(websocket_urlpatterns)))
_routes = ProtocolTypeRouter(
    {
        "http": Turns(AsgiPages()),
        "websocket": OwnHostsOnly(CookieMiddleware(LegibleCookies(_sockets))),
    }
)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any request or socket; with the first one the self-test of what is heard begins."""
    socket_echo.begin()
    try:
        await _routes(scope, receive, send)
    except Error as error:
        # Who asks stands in the database: a socket comes back in a moment, as a page does.
        if scope["type"] != "websocket" or not is_away(error):
            raise
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


leave_alone()
