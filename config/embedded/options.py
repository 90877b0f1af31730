"""What can be said on the command line of `bin/server`."""

import argparse
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class StartError(Exception):
    """Why the server does not run, in one line for the person at the keyboard."""


@dataclass(frozen=True, slots=True)
class Options:
    """Where to serve, where to keep the data, and whether a new database gets the demo club."""

    host: str
    port: int
    data: Path
    demo: bool
    tls: bool

    @property
    def probed(self) -> str:
        """The host at which this computer asks its own server whether it is well."""
        return "127.0.0.1" if is_wildcard(self.host) else self.host


def parse(arguments: Sequence[str] | None = None) -> Options:
    """The options of a command line; ends the program with a usage message when it is wrong."""
    parser = argparse.ArgumentParser(
        prog="bin/server", description="Run Undercut on this machine: everything it needs, at once."
    )
    parser.add_argument("--port", type=_port, default=8000, help="port of the pages (8000)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--data", type=Path, default=ROOT / "var", help="directory of everything it keeps (var/)"
    )
    parser.add_argument(
        "--no-demo",
        action="store_false",
        dest="demo",
        help="leave a new database empty and print the link that sets up its first owner",
    )
    parser.add_argument(
        "--tls",
        action="store_true",
        help="speak https alone, with a certificate of the club's own that telephones can trust",
    )
    given = parser.parse_args(arguments)
    place = given.data.expanduser().absolute()
    return Options(given.host, given.port, place, given.demo, given.tls)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text}")
    return int(text)


def is_wildcard(host: str) -> bool:
    """Whether `host` stands for every address of this machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == ""
