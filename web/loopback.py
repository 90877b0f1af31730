"""Names and addresses by which a computer means itself."""

import ipaddress


def is_loopback(host: str) -> bool:
    """Whether no other computer can mean this one by that name."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
