"""`bin/server` as a person starts it: first start, second start, what can be wrong, the end."""

import http.client
import json
import os
import signal
import socket
import ssl
import sys
from contextlib import closing
from pathlib import Path

import psutil
import pytest
import requests
from redis import Redis
from websockets.sync.client import connect

from config import healthcheck
from config.embedded.addresses import in_the_network, interfaces
from config.embedded.redis import free_port
from players.models import User
from tests.builders import PASSWORD, make_user
from tests.services import Process, database_url, wait_until
from web.certificate import fingerprint

ROLES = ["owner", "organiser", "director", "referee", "player"]
READY = "Ctrl-C stops it."
OURS = ("ALLOWED_HOSTS", "DATABASE_URL", "DJANGO", "REDIS_URL", "SECRET_KEY", "UNDERCUT")


class Server(Process):
    """`bin/server` with a data directory and a port of its own, and nothing of the suite's."""

    def __init__(self, data: Path, *options: str, port: int | None = None, **more: str) -> None:
        self.data = data
        self.port = port or free_port()
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        super().__init__(
            [
                *(sys.executable, "-m", "config.embedded"),
                *("--data", str(data), "--port", str(self.port), *options),
            ],
            data.parent / f"{data.name}-{self.port}.out",
            {**inherited, **more},
        )

    def wait_until_ready(self) -> None:
        self.wait_for(READY, seconds=120)

    def ask(self, method: str, path: str, **body: str) -> int:
        """The status with which it answers."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
            return connection.getresponse().status

    def ask_as(self, host: str, path: str = "/", **headers: str) -> int:
        """The status for a request that names this host."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request("GET", path, headers={"Host": host, **headers})
            return connection.getresponse().status

    def knock(self, host: str, origin: str) -> int:
        """The status with which a socket is opened (101) or refused."""
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "c29tZSBzaXh0ZWVuIGJ5dA==",
            "Origin": origin,
        }
        return self.ask_as(host, "/ws/tournaments/1/", **upgrade)

    def sign_in(self, email: str, password: str) -> int:
        return self.ask("POST", "/api/v1/auth/login/", email=email, password=password)

    def processes(self) -> list[psutil.Process]:
        return psutil.Process(self.pid).children(recursive=True)

    def accounts(self) -> list[list[str]]:
        lines = self.output().splitlines()
        return [line.split() for line in lines if line.partition(" ")[0] in ROLES]

    def refusal(self) -> str:
        """The one line with which it refuses to run."""
        assert self.start().wait() == 2
        lines = self.output().splitlines()
        assert len(lines) == 1, lines
        return lines[0]


def expect_gone(processes: list[psutil.Process]) -> None:
    for process in processes:
        wait_until(lambda gone=process: is_gone(gone), seconds=5, what=f"the end of {process}")


def is_gone(process: psutil.Process) -> bool:
    """A zombie is gone too: whoever adopted it has not looked yet."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def kill_all_children(server: Server) -> None:
    everything = server.processes()
    for child in psutil.Process(server.pid).children():
        child.kill()
    expect_gone(everything)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_from_the_first_start_to_the_end_of_the_second(data: Path) -> None:
    """One story in one test, because every start takes seconds."""
    with Server(data) as first:
        first.wait_until_ready()
        assert f"http://127.0.0.1:{first.port}" in first.output()
        assert [role for role, _, _ in first.accounts()] == ROLES
        assert healthcheck.ailing("127.0.0.1", first.port) == []
        assert first.ask("GET", "/") == 200
        for _, email, password in first.accounts():
            assert first.sign_in(email, password) == 200
        kill_all_children(first)
        first.wait_for("starting it again", times=4)
        wait_until(lambda: healthcheck.ailing("127.0.0.1", first.port) == [])
        everything = first.processes()
        assert first.end(signal.SIGINT) == 0
        expect_gone(everything)
    prepared = (data / "logs" / "prepare.log").stat().st_mtime_ns
    with Server(data) as second:
        second.wait_until_ready()
        assert second.accounts() == first.accounts()
        assert (data / "logs" / "prepare.log").stat().st_mtime_ns == prepared
        wait_until(lambda: len(second.processes()) == 5)  # Redis, web, the workers and a beat
        everything = second.processes()
        second.end(signal.SIGKILL)
        if sys.platform == "linux":  # the kernel's help
            expect_gone(everything)


@pytest.mark.sampled
def test_in_the_clubs_network_it_answers_to_its_own_names_alone(data: Path) -> None:
    own = in_the_network(interfaces())
    if not own:
        pytest.skip("no network")
    name = f"{socket.gethostname().lower().partition('.')[0]}.local"
    with Server(data, "--host", "0.0.0.0", "--no-demo") as server:
        server.wait_until_ready()
        address = f"http://{own}:{server.port}"
        assert f"Undercut is running at {address}\n" in server.output()
        assert f"at {address}/setup/" in server.output()
        assert (data / "address").read_text() == address
        hosts = {own: 200, name: 200, "127.0.0.1": 200, "localhost": 200, "evil.example": 400}
        for host, status in hosts.items():
            assert server.ask_as(f"{host}:{server.port}") == status, host
        assert server.knock(f"{own}:{server.port}", address) == 101
        assert server.knock(f"{name}:{server.port}", f"http://{name}:{server.port}") == 101
        evil = "evil.example"
        assert server.knock(f"{own}:{server.port}", f"http://{evil}:{server.port}") == 403
        assert server.knock(evil, address) == 403
        assert server.knock(evil, f"http://{evil}") == 403


@pytest.mark.sampled
def test_with_a_certificate_of_the_clubs_own(data: Path) -> None:
    """One story again: a client that trusts the club's authority, and one that knows nothing."""
    authority = data / "tls" / "authority.crt"
    with Server(data, "--tls") as server:
        server.wait_until_ready()
        address = f"https://127.0.0.1:{server.port}"
        assert f"Undercut is running at {address}\n" in server.output()
        assert f"open {address}/trust/ on each" in server.output()
        trusting = requests.Session()
        trusting.trust_env = False  # a bundle of the environment would outweigh what is given here
        trusting.verify = str(authority)
        assert healthcheck.ailing("127.0.0.1", server.port, authority) == []
        assert healthcheck.main(["--authority", str(authority), str(server.port), "worker"]) == 0
        assert healthcheck.ailing("localhost", server.port, authority) == []
        with pytest.raises(requests.exceptions.SSLError):
            requests.get(address, timeout=20)
        with pytest.raises(requests.exceptions.ConnectionError):
            requests.get(f"http://127.0.0.1:{server.port}/", timeout=20)

        page = trusting.get(f"{address}/trust/", timeout=20)
        assert fingerprint(authority) in page.text
        assert fingerprint(authority) in server.output()
        file = trusting.get(f"{address}/trust/undercut.crt", timeout=20)
        assert file.content == authority.read_bytes()
        assert file.headers["Content-Type"] == "application/x-x509-ca-cert"

        _role, email, password = server.accounts()[0]
        trusting.get(f"{address}/sign-in/", timeout=20)
        given = {"email": email, "password": password, "next": "/"}
        given["csrfmiddlewaretoken"] = trusting.cookies["__Host-csrftoken"]
        signed_in = trusting.post(
            f"{address}/sign-in/", given, headers={"Referer": f"{address}/sign-in/"}, timeout=20
        )
        assert signed_in.history[0].status_code == 302
        assert "Strict-Transport-Security" not in signed_in.headers
        assert {cookie.name for cookie in trusting.cookies} >= {"__Host-sessionid"}
        assert all(cookie.secure for cookie in trusting.cookies)
        club = trusting.get(f"{address}/api/v1/clubs/", timeout=20).json()["results"][0]["slug"]
        settings = trusting.get(f"{address}/c/{club}/settings/", timeout=20).text
        assert fingerprint(authority) in settings

        context = ssl.create_default_context(cafile=str(authority))
        sockets = f"wss://127.0.0.1:{server.port}/ws/tournaments/1/"
        with connect(sockets, ssl=context, origin=address) as watcher:
            assert watcher.recv(timeout=20)
        trusted = authority.read_bytes()
        assert server.end(signal.SIGINT) == 0
    modes = {path.name: path.stat().st_mode & 0o077 for path in (data / "tls").iterdir()}
    assert set(modes.values()) == {0}
    with Server(data, "--tls") as again:
        again.wait_until_ready()
        assert authority.read_bytes() == trusted


@pytest.mark.sampled
def test_links_of_ones_own_choice(data: Path) -> None:
    given = {"UNDERCUT_BASE_URL": "https://gin.example/"}
    with Server(data, "--no-demo", **given) as server:
        server.wait_until_ready()
        assert "Undercut is running at https://gin.example\n" in server.output()
        assert "at https://gin.example/setup/" in server.output()
        assert "Only this computer" not in server.output()
        assert server.ask_as("gin.example") == 200
        assert server.ask_as("evil.example") == 400


@pytest.mark.sampled
def test_without_a_demo_the_first_owner_gets_a_link(data: Path) -> None:
    with Server(data, "--no-demo") as server:
        server.wait_until_ready()
        assert server.accounts() == []
        address = f"http://127.0.0.1:{server.port}"
        assert "Only this computer opens that address: for telephones" in server.output()
        [link] = [word for word in server.output().split() if word.startswith(f"{address}/")]
        assert server.ask("GET", link.removeprefix(address)) == 200
        modes = {path.name: path.stat().st_mode & 0o077 for path in data.rglob("*")}
        assert {"secret_key", "redis_password", "undercut.sqlite3"} <= modes.keys()
        assert set(modes.values()) == {0}  # for the owner's eyes only
        assert server.end(signal.SIGTERM) == 0


def test_a_port_in_use(data: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert Server(data, port=port).refusal() == (
            f"bin/server: cannot listen on 127.0.0.1, port {port}: Address already in use. "
            "Choose another with --port N."
        )


def test_a_directory_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    inside = tmp_path / "file" / "data"
    server = Server(inside)
    server.log = tmp_path / "out"  # not beside what cannot be
    assert server.refusal() == (
        f"bin/server: cannot write to the data directory {inside}: Not a directory. "
        "Choose another with --data DIR."
    )


def test_two_servers_on_the_same_data(data: Path) -> None:
    with Server(data, "--no-demo") as first:
        wait_until((data / "server.lock").exists)
        second = Server(data)
        wait_until((data / "logs" / "redis.log").exists)
        assert second.refusal() == f"bin/server: a server is already running on the data in {data}."
        assert not first.has_ended()


def test_a_redis_that_is_not_there(data: Path) -> None:
    server = Server(data, REDIS_URL=f"redis://127.0.0.1:{free_port()}/0")
    assert server.refusal() == (
        "bin/server: no Redis answers at REDIS_URL (127.0.0.1): Connection refused."
    )


def test_a_database_that_is_not_there(data: Path) -> None:
    server = Server(data, DATABASE_URL=f"postgres://nobody@127.0.0.1:{free_port()}/nothing")
    line = server.refusal()
    assert line.startswith("bin/server: the database is not ready: ")
    assert "Connection refused" in line


@pytest.mark.sampled
def test_a_given_database_in_use_and_a_given_redis(
    transactional_db: None, redis: Redis, data: Path
) -> None:
    ada = make_user()
    given = {"DATABASE_URL": database_url(), "REDIS_URL": os.environ["REDIS_URL"]}
    with Server(data, **given) as server:
        server.wait_until_ready()
        assert server.sign_in(ada.email, PASSWORD) == 200
        assert User.objects.get() == ada  # no demo where somebody is at home
        assert server.accounts() == []
        assert "/setup/" not in server.output()
        assert not (data / "undercut.sqlite3").exists()
        assert not (data / "redis.conf").exists()
