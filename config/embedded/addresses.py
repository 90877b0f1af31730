"""By which names and addresses this computer is reached, as the system tells it at this moment."""

import ctypes
import ipaddress
import re
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_NAME_SECONDS = 1.0
_IS_UP = 1
# Of containers, virtual computers and tunnels: their networks are not the one of the club.
_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vbox|podman|cni|lxc|tun|tap|utun|wg|zt|tailscale"
)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Interface:
    """An address of this computer, and the name of the interface that has it."""

    name: str
    address: Address


class _Entry(ctypes.Structure):
    """`struct ifaddrs`, as far as it is read: <ifaddrs.h> of Linux, macOS and the BSDs."""


_Entry._fields_ = [
    ("next", ctypes.POINTER(_Entry)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def interfaces() -> list[Interface]:
    """What others can reach: no loopback, no IPv6 address that counts on one wire only."""
    found = [interface for interface in _of_system() if _is_reachable(interface.address)]
    return sorted(found, key=lambda one: (one.name, one.address.version, one.address))


def names() -> list[str]:
    """The names under which a network may know this computer; asking for the last may take a
    second where no name server answers."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    found = [host, short, f"{short}.local", _full_name()]
    return [name for name in dict.fromkeys(found) if name and not name.startswith("localhost")]


def in_the_network(found: Sequence[Interface]) -> str:
    """The address that a telephone in the same network most likely reaches; "" without any."""
    by_default = _of_default_route()

    def rank(interface: Interface) -> tuple[bool, ...]:
        address = interface.address
        return (
            bool(_VIRTUAL.match(interface.name)),
            address.version == 6,
            address.is_link_local,
            str(address) != by_default,
            not address.is_private,
        )

    return str(min(found, key=rank).address) if found else ""


def _is_reachable(address: Address) -> bool:
    return not address.is_loopback and not (address.version == 6 and address.is_link_local)


def _of_system() -> Iterator[Interface]:
    system, first = ctypes.CDLL(None), ctypes.POINTER(_Entry)()
    if system.getifaddrs(ctypes.byref(first)):
        return
    try:
        entry = first
        while entry:
            interface = entry.contents
            if (
                interface.address
                and interface.flags & _IS_UP
                and (address := _address_at(interface.address))
            ):
                yield Interface(interface.name.decode(), address)
            entry = interface.next
    finally:
        system.freeifaddrs(first)


def _address_at(place: int) -> Address | None:
    """The address in a `struct sockaddr`: its family, then port, then what the family has."""
    if sys.platform == "linux":
        family = ctypes.c_ushort.from_address(place).value
    else:  # the BSDs and macOS begin with a byte for the length
        family = ctypes.c_ubyte.from_address(place + 1).value
    if family == socket.AF_INET:
        return ipaddress.IPv4Address(ctypes.string_at(place + 4, 4))
    if family == socket.AF_INET6:
        return ipaddress.IPv6Address(ctypes.string_at(place + 8, 16))
    return None


def _of_default_route() -> str:
    """The address with which this computer would go out; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("198.51.100.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _full_name() -> str:
    """The name with its domain; a name server that does not answer is not waited for."""
    found: list[str] = []
    asking = threading.Thread(target=lambda: found.append(socket.getfqdn()), daemon=True)
    asking.start()
    asking.join(_NAME_SECONDS)
    return found[0].lower().rstrip(".") if found else ""
