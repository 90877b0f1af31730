"""How many passwords are hashed at once, and who comes next."""

import threading
from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import check_password, make_password

from tests.services import wait_until
from web import password_slots
from web.password_hashing import Argon2
from web.password_slots import AT_ONCE, MOST_WAITING, Asker, Slots, TryAgain, asking

KNOWN = Asker("ada", is_known=True)


class Room:
    """People who come for a slot, and who stay in it until they are let go."""

    def __init__(self) -> None:
        self.slots = Slots()
        self.inside: list[str] = []
        self.refused: list[str] = []
        self.order: list[str] = []
        self.leaves: dict[str, list[threading.Event]] = {}
        self.threads: list[threading.Thread] = []

    def comes(self, asker: Asker) -> None:
        """They come, and are in a slot, wait or are refused when this returns."""
        before = self.seen()
        self.threads.append(threading.Thread(target=self.stay, args=[asker]))
        self.threads[-1].start()
        wait_until(lambda: self.seen() > before)

    def seen(self) -> int:
        """How many have come as far as they can."""
        return len(self.order) + len(self.refused) + self.waiting()

    def waiting(self) -> int:
        return len(self.slots._anybody) + len(self.slots._known)

    def stay(self, asker: Asker) -> None:
        leave = threading.Event()
        try:
            with asking(asker), self.slots.one():
                self.leaves.setdefault(asker.name, []).append(leave)
                self.inside.append(asker.name)
                self.order.append(asker.name)
                leave.wait(60)
                self.inside.remove(asker.name)
        except TryAgain:
            self.refused.append(asker.name)

    def goes(self, name: str) -> None:
        """One of these leaves; whoever is next has come in when this returns."""
        told = len(self.order) + bool(self.waiting())
        self.leaves[name].pop().set()
        wait_until(lambda: len(self.order) == told)

    def close(self) -> None:
        while any(thread.is_alive() for thread in self.threads):
            for leaves in list(self.leaves.values()):
                while leaves:
                    leaves.pop().set()
            self.threads[-1].join(0.01)
        for thread in self.threads:
            thread.join()


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(password_slots, "LONGEST_WAIT", 60.0)
    room = Room()
    yield room
    room.close()


def fill(room: Room, name: str) -> None:
    for _ in range(AT_ONCE + MOST_WAITING):
        room.comes(Asker(name))


def test_two_are_in_and_twenty_wait(room: Room) -> None:
    fill(room, "flood")
    assert (len(room.inside), room.waiting(), room.refused) == (2, 20, [])
    room.comes(Asker("flood"))
    assert room.refused == ["flood"]


def test_who_comes_from_elsewhere_takes_the_place_of_one_of_many(room: Room) -> None:
    fill(room, "flood")
    room.comes(Asker("hall"))
    wait_until(lambda: room.refused == ["flood"])
    room.goes("flood")
    room.goes("flood")
    assert room.order == ["flood"] * 3 + ["hall"]


def test_addresses_take_turns(room: Room) -> None:
    for name in ("a", "a", "a", "a", "a", "b", "b", "c"):
        room.comes(Asker(name))
    for name in ("a", "a", "b", "a", "c"):
        room.goes(name)
    assert room.order[2:] == ["a", "b", "c", "a", "b"]


def test_who_is_known_is_kept_out_by_no_flood(room: Room) -> None:
    fill(room, "flood")
    room.comes(KNOWN)
    assert room.refused == []
    room.goes("flood")
    assert sorted(room.inside) == ["ada", "flood"]


def test_who_is_known_leaves_one_slot_to_the_others(room: Room) -> None:
    for _ in range(4):
        room.comes(KNOWN)
    room.comes(Asker("hall"))
    assert room.inside == ["ada", "ada"]  # nobody else was there
    room.goes("ada")
    assert sorted(room.inside) == ["ada", "hall"]
    room.goes("hall")
    assert sorted(room.inside) == ["ada", "ada"]


def test_who_waits_too_long_is_told_to_come_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(AT_ONCE):
        room.comes(Asker("slow"))
    monkeypatch.setattr(password_slots, "LONGEST_WAIT", 0.01)
    with pytest.raises(TryAgain) as refused, room.slots.one():
        pass
    assert (refused.value.text.code, refused.value.seconds) == ("busy", 2)
    assert room.waiting() == 0
    room.goes("slow")
    with room.slots.one():
        pass


class TestTheHasher:
    def test_it_is_lean(self) -> None:
        assert "$argon2id$v=19$m=19456,t=2,p=1$" in Argon2().encode("password", "salt" * 6)

    def test_whatever_hashes_takes_a_slot(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Two others hash, so that there is none."""
        kept = Argon2().encode("password", "salt" * 6)
        monkeypatch.setattr(password_slots, "LONGEST_WAIT", 0.01)
        with password_slots.SLOTS.one(), password_slots.SLOTS.one():
            with pytest.raises(TryAgain):
                make_password("password")
            with pytest.raises(TryAgain):
                check_password("password", kept)
        assert check_password("password", kept)
