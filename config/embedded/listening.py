"""The socket on which the pages are served."""

import socket

_BACKLOG = 1024


def listen(host: str, port: int, *, both_families: bool = False) -> socket.socket:
    """A listening socket whose connections send at once; raises OSError as the system does.

    The web server inherits it and asks nothing of it, so what it accepts has the options that were
    set here. Without this one the second packet of an answer waits until the first one has been
    acknowledged, which takes 40 ms on Linux.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server(
        (host, port), family=family, backlog=_BACKLOG, dualstack_ipv6=both_families
    )
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener
