"""The ASGI application of the embedded server, which takes actions beside its sockets: so it has a
heartbeat. A server that has only sockets runs `config.asgi` itself, and has none."""

from config.asgi import application

# isort: split
from config import web_heartbeat  # reads models, which are known from here on

__all__ = ["application"]

web_heartbeat.begin()
