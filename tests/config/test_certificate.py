"""The club's own certificate: for which names it holds, when it is made anew, what it cannot do."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.embedded.certificate import ensure, kept, new_server, write

NOW = datetime.now(UTC)
HOSTS = ["192.168.1.5", "127.0.0.1", "localhost", "gin", "gin.local", "fd00::5"]


def shakes_hands(directory: Path, server: Path, name: str) -> bool:
    """Whether a client that trusts the authority takes the server for the one of this name."""
    listening = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    listening.load_cert_chain(server)
    asking = ssl.create_default_context(cafile=str(directory / "authority.crt"))
    asking.verify_flags |= ssl.VERIFY_X509_STRICT
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [
        listening.wrap_bio(there, back, server_side=True),
        asking.wrap_bio(back, there, server_hostname=name),
    ]
    for side in [sides[1], *sides * 3]:
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError:
            return False
    return sides[1].version() is not None


def test_it_holds_for_each_name_and_address_and_no_other(tmp_path: Path) -> None:
    server = ensure(tmp_path, HOSTS, NOW)
    for host in HOSTS:
        assert shakes_hands(tmp_path, server, host), host
    for host in ("192.168.1.6", "gin.example", "other.local"):
        assert not shakes_hands(tmp_path, server, host), host


def test_it_is_kept_as_long_as_it_holds(tmp_path: Path) -> None:
    first = ensure(tmp_path, HOSTS, NOW)
    assert ensure(tmp_path, HOSTS, NOW + timedelta(days=300)) == first
    assert ensure(tmp_path, HOSTS[::-1][1:] + HOSTS[-1:], NOW) == first


@pytest.mark.parametrize(
    ("hosts", "days"), [(["192.168.1.77", *HOSTS[1:]], 0), (HOSTS, 370)], ids=["moved", "ends soon"]
)
def test_a_new_one_needs_no_new_trust(tmp_path: Path, hosts: list[str], days: int) -> None:
    first = ensure(tmp_path, HOSTS, NOW - timedelta(days=days))
    trusted = (tmp_path / "authority.crt").read_bytes()
    second = ensure(tmp_path, hosts, NOW)
    assert second != first
    assert not first.exists()
    assert shakes_hands(tmp_path, second, hosts[0])
    assert (tmp_path / "authority.crt").read_bytes() == trusted


def test_a_damaged_one_is_made_anew(tmp_path: Path) -> None:
    first = ensure(tmp_path, HOSTS, NOW)
    first.write_bytes(first.read_bytes()[:300])
    assert shakes_hands(tmp_path, ensure(tmp_path, HOSTS, NOW), "gin.local")
    (tmp_path / "authority.pem").write_bytes(b"")
    assert shakes_hands(tmp_path, ensure(tmp_path, HOSTS, NOW), "gin.local")


def test_a_host_outside_the_house_needs_an_authority_that_may_vouch_for_it(tmp_path: Path) -> None:
    ensure(tmp_path, HOSTS, NOW)
    trusted = (tmp_path / "authority.crt").read_bytes()
    also = ensure(tmp_path, [*HOSTS, "gin.example"], NOW)  # not the host of the links: left out
    assert (tmp_path / "authority.crt").read_bytes() == trusted
    assert not shakes_hands(tmp_path, also, "gin.example")
    first = ensure(tmp_path, ["gin.example", "203.0.113.9", *HOSTS], NOW)
    assert (tmp_path / "authority.crt").read_bytes() != trusted
    assert shakes_hands(tmp_path, first, "gin.example")
    assert shakes_hands(tmp_path, first, "203.0.113.9")


@pytest.mark.parametrize("host", ["bank.example", "198.51.100.7"])
def test_whoever_steals_the_key_of_the_authority_fools_nobody(tmp_path: Path, host: str) -> None:
    ensure(tmp_path, HOSTS, NOW)
    authority = kept(tmp_path / "authority.pem", NOW)
    assert authority
    forged = tmp_path / "forged.pem"
    write(forged, *new_server([host], authority, NOW))
    assert not shakes_hands(tmp_path, forged, host)
    write(forged, *new_server(["gin.local"], authority, NOW))
    assert shakes_hands(tmp_path, forged, "gin.local")
