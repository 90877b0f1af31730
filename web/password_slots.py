"""Passwords are hashed two at a time in a process; who comes meanwhile waits a moment in turn.

A hash costs 19 MiB and a core for some hundredths of a second, by design: as many at once as there
are requests would take all memory and every core from the pages of the evening. So there are two
slots, and two queues for them, each served by turns of who asks, so that one who asks a hundred
times waits behind themselves. In one queue are accounts on devices on which they have signed in
before; in the other everybody else, by their address. While both wait each has one of the slots:
no flood of the one keeps out the other.

Django hashes deep inside its forms and backends, with no room for an argument that says for whom.
So who asks says it around them (`asking`), and the hasher looks there.
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from kernel.text import N_, Refusal, Text

AT_ONCE = 2
MOST_WAITING = 20
MOST_KNOWN_WAITING = 8  # besides
LONGEST_WAIT = 3.0  # seconds
BUSY = Text("busy", N_("Many people are signing in just now. Try again in a few seconds."))
TRY_AGAIN_IN = 2  # seconds


class TryAgain(Refusal):
    """A refusal for now: the same wish may be granted after so many seconds."""

    def __init__(self, text: Text, seconds: int) -> None:
        super().__init__(text)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom a password is hashed: which queue they wait in, and with whom they take turns."""

    name: str
    is_known: bool = False


NOBODY = Asker("")
_asker: ContextVar[Asker] = ContextVar("asker", default=NOBODY)


@contextmanager
def asking(asker: Asker) -> Iterator[None]:
    """Whatever is hashed inside is hashed for this one."""
    token = _asker.set(asker)
    try:
        yield
    finally:
        _asker.reset(token)


@dataclass(eq=False, slots=True)
class _Waiter:
    name: str
    called: threading.Event = field(default_factory=threading.Event)
    has_slot: bool = False


class _Queue:
    """Who waits. Names take turns; of one name the first comes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.of: dict[str, deque[_Waiter]] = {}  # in the order of their turns
        self.running = 0

    def __len__(self) -> int:
        return sum(map(len, self.of.values()))

    def add(self, waiter: _Waiter) -> None:
        self.of.setdefault(waiter.name, deque()).append(waiter)

    def next(self) -> _Waiter:
        """The one whose turn it is; their name goes to the end."""
        name = next(iter(self.of))
        line = self.of.pop(name)
        waiter = line.popleft()
        if line:
            self.of[name] = line
        return waiter

    def remove(self, waiter: _Waiter) -> None:
        line = self.of[waiter.name]
        line.remove(waiter)
        if not line:
            del self.of[waiter.name]

    def make_room_for(self, name: str) -> _Waiter | None:
        """Take out the last one of the name that waits most, if it waits more than this one would;
        None if there is nobody to make room."""
        most = max(self.of.values(), key=len)
        if len(most) <= len(self.of.get(name, ())) + 1:
            return None
        last = most[-1]
        self.remove(last)
        return last


class Slots:
    """The slots of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._anybody, self._known = _Queue(MOST_WAITING), _Queue(MOST_KNOWN_WAITING)

    @contextmanager
    def one(self) -> Iterator[None]:
        """A slot, for the one who is `asking`. Raises TryAgain when none is free in time."""
        asker = _asker.get()
        queue = self._known if asker.is_known else self._anybody
        self._take(queue, _Waiter(asker.name))
        try:
            yield
        finally:
            with self._lock:
                queue.running -= 1
                self._call_next()

    def _take(self, queue: _Queue, waiter: _Waiter) -> None:
        with self._lock:
            if len(queue) >= queue.most:
                gone = queue.make_room_for(waiter.name)
                if gone is None:
                    raise TryAgain(BUSY, TRY_AGAIN_IN)
                gone.called.set()
            queue.add(waiter)
            self._call_next()
        waiter.called.wait(LONGEST_WAIT)
        with self._lock:
            if waiter.has_slot:
                return
            if not waiter.called.is_set():
                queue.remove(waiter)
        raise TryAgain(BUSY, TRY_AGAIN_IN)

    def _call_next(self) -> None:
        while self._anybody.running + self._known.running < AT_ONCE:
            # Who is known goes first, but does not have both while others wait.
            known_first = self._known.running == 0 or not self._anybody.of
            queue = self._known if self._known.of and known_first else self._anybody
            if not queue.of:
                return
            waiter = queue.next()
            waiter.has_slot = True
            queue.running += 1
            waiter.called.set()


SLOTS = Slots()
