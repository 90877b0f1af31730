"""The environment of the children."""

import logging
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from config.embedded import addresses, commands, data
from config.embedded.options import Options, is_wildcard
from config.embedded.processes import said_by
from config.embedded.reach import Reach, reach
from web.loopback import is_loopback

logger = logging.getLogger("undercut")

_DAY_SECONDS = 24 * 3600.0


@dataclass(slots=True)
class Surroundings:
    """What the children are told, and with it where this computer is reached at the moment."""

    options: Options
    redis_url: str = ""
    _names: list[str] = field(default_factory=list)
    _reach: Reach | None = None
    _vouched: tuple[str, ...] = ()
    _looked: float = 0.0
    _certificate: str = ""

    def __post_init__(self) -> None:
        if is_wildcard(self.options.host) or not is_loopback(self.options.host):
            self._names = addresses.names()

    def environment(self) -> dict[str, str]:
        """As of now; what the caller has set wins, but for debugging."""
        now = reach(self.options, self._names, addresses.interfaces(), self._reach)
        if self._reach and now.url != self._reach.url:
            logger.warning("Undercut is reached at %s now", now.url)
        self._reach = now
        environment = {
            **self._tls(now),
            "SECRET_KEY": data.secret(self.options.data, "secret_key"),
            "UNDERCUT_BASE_URL": now.url,
            "ALLOWED_HOSTS": now.allowed,
            **commands.MEMORY,
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "UNDERCUT_DATA": str(self.options.data),
            "UNDERCUT_EMBEDDED": "1",
            "PYTHONUNBUFFERED": "1",
        }
        environment.pop("UNDERCUT_DEBUG", None)
        data.keep_address(self.options.data, environment["UNDERCUT_BASE_URL"])
        if self.redis_url:
            environment["REDIS_URL"] = self.redis_url
        return environment

    def _tls(self, now: Reach) -> dict[str, str]:
        """What uvicorn and the settings are told of the certificate, which is looked at when this
        computer has another address, and every day."""
        if not self.options.tls:
            return {}
        given = urlsplit(os.environ.get("UNDERCUT_BASE_URL", now.url)).hostname
        hosts = tuple(dict.fromkeys([given or now.host, *now.hosts]))
        if hosts != self._vouched or time.time() > self._looked + _DAY_SECONDS:
            self._certificate = self._certificate_for(hosts)
            self._vouched, self._looked = hosts, time.time()
        return {
            "UNDERCUT_HTTPS": "1",
            "UNDERCUT_TLS_AUTHORITY": str(data.authority(self.options.data)),
            "UVICORN_SSL_CERTFILE": self._certificate,
        }

    def _certificate_for(self, hosts: Sequence[str]) -> str:
        """The file with the certificate and the key for them, the host of the links first."""
        directory = data.authority(self.options.data).parent
        directory.mkdir(exist_ok=True)
        failed = "no certificate could be made"
        return said_by("certificate", [str(directory), *hosts], self.options.data, failed=failed)
