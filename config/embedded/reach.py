"""Where the server is reached: with what its links begin, and to which names it answers."""

import logging
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from config.embedded.addresses import Interface, in_the_network
from config.embedded.options import Options, StartError, is_wildcard
from config.embedded.processes import Child
from web.loopback import is_loopback

logger = logging.getLogger("undercut")

_LOOK_SECONDS = 5.0
_OF_LOOPBACK = ("127.0.0.1", "localhost")


@dataclass(frozen=True, slots=True)
class Reach:
    """The host of the links, and every name and address under which requests are answered."""

    scheme: str
    host: str
    port: int
    hosts: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"{self.scheme}://{_in_url(self.host)}:{self.port}"

    @property
    def allowed(self) -> str:
        """The hosts as ALLOWED_HOSTS has them."""
        return ",".join(_in_url(host) for host in self.hosts)


def reach(
    options: Options, names: Sequence[str], found: Sequence[Interface], before: Reach | None = None
) -> Reach:
    """Where a server with these options is reached just now.

    Links stay at the host that they had `before`, as long as this computer has it: they are on
    telephones and on paper.
    """
    own = [str(interface.address) for interface in found]
    host = options.host
    if is_wildcard(host):
        stays = before is not None and before.host in own
        host = before.host if before and stays else in_the_network(found)
        if not host:  # no network now: the one that was may come back
            host = before.host if before else _OF_LOOPBACK[0]
    others = [] if is_loopback(host) and not is_wildcard(options.host) else [*names, *own]
    hosts = tuple(dict.fromkeys([host, *_OF_LOOPBACK, *others]))
    return Reach("https" if options.tls else "http", host, options.port, hosts)


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@dataclass(slots=True)
class Watch:
    """Looks from time to time whether the children have to know something else, and tells them.

    An address is lent by the network's router, and a laptop goes from one network into another.
    What the children know stands in their environment: they are ended, and the supervisor starts
    them again with the new one; meanwhile visitors wait in the queue of the listening socket.
    """

    environment: Callable[[], Mapping[str, str]]
    children: Sequence[Child]
    now: Callable[[], float] = time.monotonic
    _next: float = field(init=False)

    def __post_init__(self) -> None:
        self._next = self.now() + _LOOK_SECONDS

    def look(self) -> None:
        if self.now() < self._next:
            return
        self._next = self.now() + _LOOK_SECONDS
        try:
            environment = self.environment()
        except (StartError, OSError) as error:  # what runs, runs on as it is
            logger.warning("%s", error)
            return
        for child in self.children:
            if child.environment != environment:
                child.environment = environment
                child.send(signal.SIGTERM)
