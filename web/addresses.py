"""Who is at the other end of a request: one answer for limits, locks and logs.

With a proxy in front (`UNDERCUT_BEHIND_PROXY`) it is the last address of `X-Forwarded-For`: that
one the proxy has written itself, and all before it are what the visitor claims. Without a proxy
the header is only a claim, and the other end of the connection counts.
"""

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"
# What a provider gives to one household, which may take any of its 2^64 addresses.
_HOUSEHOLD = 64
_SITE = 48


def client_address(request: HttpRequest) -> str:
    """The address that a request comes from; of IPv6 its network of 64 bits, as `2001:db8::`."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return _address(request.META.get("REMOTE_ADDR", ""), forwarded)


def client_address_of_scope(scope: Mapping[str, Any]) -> str:
    """The same for an ASGI scope: of a socket, or of a request that Django has not seen yet."""
    headers = [value for name, value in scope["headers"] if name.lower() == b"x-forwarded-for"]
    peer = (scope.get("client") or ("",))[0]
    return _address(peer, b",".join(headers).decode("latin-1"))


def site_of(address: str) -> str:
    """The same as wide as one organisation has it: of IPv6 48 bits, all of which anybody with a
    rented server may take. Raises nothing: what is no address stays what it is."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed), _SITE), strict=False).network_address)
    return address


def _address(peer: str, forwarded: str) -> str:
    """A proxy that has written no address is itself who asks, as a check of the container's."""
    told = _network(forwarded.rpartition(",")[2].strip()) if settings.BEHIND_PROXY else None
    return told or _network(peer) or UNKNOWN


def _network(text: str) -> str | None:
    """The address as one is counted; None for what is no address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:  # a server that listens for both kinds
            return str(address.ipv4_mapped)
        return str(IPv6Network((int(address), _HOUSEHOLD), strict=False).network_address)
    return str(address)
