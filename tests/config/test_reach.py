"""The names and addresses of this computer, and what becomes of them while the server runs."""

import ipaddress
import os
import pty
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from config.embedded.addresses import Interface, in_the_network, interfaces, names
from config.embedded.options import ROOT, parse
from config.embedded.picture import drawn
from config.embedded.processes import Child
from config.embedded.reach import Reach, Watch, reach
from tests.services import wait_until
from web.loopback import is_loopback

NAMES = ["gin", "gin.local"]


def found(*addresses: str) -> list[Interface]:
    """Each as `eth0 192.168.1.5`."""
    pairs = [address.split() for address in addresses]
    return [Interface(name, ipaddress.ip_address(address)) for name, address in pairs]


def reached(*options: str, at: Sequence[Interface], before: Reach | None = None) -> Reach:
    return reach(parse(options), NAMES, at, before)


class TestThisComputer:
    def test_its_interfaces_are_those_that_the_system_names(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("198.51.100.1", 9))
            except OSError:
                pytest.skip("no network")
            own = probe.getsockname()[0]
        everything = interfaces()
        assert own in {str(interface.address) for interface in everything}
        assert not any(interface.address.is_loopback for interface in everything)
        for interface in everything:  # each can be listened on, so each is ours
            family = socket.AF_INET6 if interface.address.version == 6 else socket.AF_INET
            with socket.socket(family) as listener:
                listener.bind((str(interface.address), 0))

    def test_its_names(self) -> None:
        short = socket.gethostname().lower().partition(".")[0]
        if short != "localhost":
            assert {short, f"{short}.local"} <= set(names())
        assert not any(name.startswith("localhost") for name in names())


class TestTheAddressInTheNetwork:
    def test_no_container_and_no_tunnel_comes_before_the_network_of_the_house(self) -> None:
        at = found("docker0 172.17.0.1", "tun0 10.8.0.2", "wlan0 192.168.1.5", "wlan0 fd00::5")
        assert in_the_network(at) == "192.168.1.5"

    def test_what_nobody_gave_out_comes_last(self) -> None:
        assert in_the_network(found("eth0 169.254.7.7", "wlan0 10.0.0.9")) == "10.0.0.9"

    def test_without_a_network_there_is_none(self) -> None:
        assert in_the_network([]) == ""


class TestReach:
    def test_the_usual_start_is_for_this_computer_alone(self) -> None:
        usual = reached(at=found("wlan0 192.168.1.5"))
        assert (usual.url, usual.allowed) == ("http://127.0.0.1:8000", "127.0.0.1,localhost")

    def test_open_to_the_network_it_answers_to_its_own_names_and_addresses(self) -> None:
        open_ = reached("--host", "0.0.0.0", at=found("wlan0 192.168.1.5", "wlan0 fd00::5"))
        assert open_.url == "http://192.168.1.5:8000"
        assert open_.allowed == "192.168.1.5,127.0.0.1,localhost,gin,gin.local,[fd00::5]"

    def test_a_name_of_its_own(self) -> None:
        named = reached("--host", "gin.club.example", at=found("wlan0 192.168.1.5"))
        assert named.url == "http://gin.club.example:8000"
        assert "gin.club.example" in named.hosts
        assert "192.168.1.5" in named.hosts

    def test_links_stay_at_the_address_that_they_have(self) -> None:
        first = reached("--host", "0.0.0.0", at=found("wlan0 192.168.1.5"))
        more = found("eth0 10.0.0.1", "wlan0 192.168.1.5")
        assert reached("--host", "0.0.0.0", at=more, before=first).host == "192.168.1.5"

    def test_links_follow_to_another_network(self) -> None:
        first = reached("--host", "0.0.0.0", at=found("wlan0 192.168.1.5"))
        gone = reached("--host", "0.0.0.0", at=[], before=first)
        assert gone.host == "192.168.1.5"  # it may be lent again
        other = reached("--host", "0.0.0.0", at=found("wlan0 10.0.0.9"), before=gone)
        assert (other.host, "192.168.1.5" in other.hosts) == ("10.0.0.9", False)

    def test_a_link_with_an_address_of_ipv6(self) -> None:
        only = reached("--host", "::", at=found("wlan0 fd00::5"))
        assert only.url == "http://[fd00::5]:8000"

    @pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
    def test_what_only_this_computer_opens(self, host: str) -> None:
        assert is_loopback(host)
        assert not is_loopback("192.168.1.5")


def test_a_child_is_started_anew_with_what_it_has_to_know_now(tmp_path: Path) -> None:
    """The child writes what it was told; then this computer gets another address."""
    told = tmp_path / "told"
    command = f"echo $PLACE >> {told}; exec sleep 60"
    child = Child("web", ["sh", "-c", command], {"PLACE": "here"}, tmp_path / "log")
    child.start()
    clock, place = [0.0], ["here"]
    watch = Watch(lambda: {"PLACE": place[0]}, [child], now=lambda: clock[0])
    try:
        wait_until(told.exists)
        clock[0] = 10
        watch.look()
        place[0] = "there"
        watch.look()  # not every time: it looks every few seconds
        assert child.is_running()
        clock[0] = 20
        watch.look()
        wait_until(lambda: not child.is_running())
        child.started = -60  # a dead child is started again at most once a second
        child.start_again()
        wait_until(lambda: told.read_text().split() == ["here", "there"])
        clock[0] = 30
        watch.look()
        assert child.is_running()
    finally:
        child.send(9)
        child.process.wait()


class TestTheCodeInTheTerminal:
    LINK = "http://192.168.178.123:8000"

    def test_it_is_narrower_than_any_terminal(self) -> None:
        lines = drawn(self.LINK)
        assert {len(line) for line in lines} == {33}
        assert set("".join(lines)) <= set(" ▀▄█")

    @pytest.mark.parametrize(
        ("columns", "language", "is_drawn"),
        [("80", "de_DE.UTF-8", True), ("32", "de_DE.UTF-8", False), ("80", "C", False)],
    )
    def test_it_is_drawn_where_it_can_be(self, columns: str, language: str, is_drawn: bool) -> None:
        words = {"COLUMNS": columns, "LC_ALL": language, "PYTHONPATH": str(ROOT)}
        shown = on_a_terminal(self.LINK, {**os.environ, **words})
        assert ("▀" in shown) == is_drawn

    def test_a_log_has_no_picture(self) -> None:
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        ended = subprocess.run(command(self.LINK), env=environment, capture_output=True, check=True)
        assert ended.stdout == b""


def command(link: str) -> list[str]:
    program = f"from config.embedded.announcing import draw; draw({link!r})"
    return [sys.executable, "-c", program]


def on_a_terminal(link: str, environment: dict[str, str]) -> str:
    """What the terminal shows; it is read after the end, so the picture must fit its buffer."""
    outer, inner = pty.openpty()
    try:
        subprocess.run(command(link), env=environment, stdout=inner, cwd=ROOT, check=True)
        os.write(inner, b"!")
        shown = b""
        while not shown.endswith(b"!"):
            shown += os.read(outer, 100_000)
    finally:
        os.close(outer)
        os.close(inner)
    return shown.decode()
