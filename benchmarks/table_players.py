"""Players at online tables over HTTP and sockets, in a process of its own.

`python -m benchmarks.table_players` reads a plan as JSON from standard input (`Plan`), plays, and
writes what it measured (`Measured`). A seat thinks, acts, and waits for its socket to say that the
other one has acted; then it fetches its view.
"""

import asyncio
import json
import random
import sys
import time
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.scripted_seats import Call, ScriptedSeat

KEPT_ALIVE = 1.5  # seconds; gunicorn closes an idle connection after two
SETTLING = 10.0  # seconds in which the last table gets its first cards, before it is measured
UNHEARD = 30.0  # seconds, after which a player looks by themselves
BETWEEN_STEPS = 0.1  # seconds from one step of sitting down to the next
LOOKS_AT_RESULT = 2.0  # seconds, at the most, until a player is ready for the next hand


@dataclass
class Plan:
    """`tables`: the id of the match and what its seats authorize themselves by; of `guests`, who
    play against the computer, one each. A table sits down every `ramp`
    seconds; when all play it is measured for `seconds`. A turn takes `thinking` seconds, drawn from
    its bounds. `pairs` of sockets are told by the bare view, `bare_rate` times a second. So many
    `spectators` watch the first match."""

    web: int
    live: int
    tables: list[tuple[int, tuple[str, ...]]]
    seconds: float
    ramp: float
    thinking: tuple[float, float]
    guests: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    pairs: int = 0
    bare_rate: float = 0.0
    spectators: int = 0
    seed: int = 1

    @property
    def before(self) -> float:
        """The seconds until it is measured."""
        return self.ramp * (len(self.tables) + len(self.guests)) + SETTLING


@dataclass
class Measured:
    """Milliseconds of what was accepted and told in the measured time; `keys` of all actions that
    were acknowledged, `refused` answers to what was offered, by their codes. Of guests it is
    `guest_moves` alone: milliseconds until what they did was accepted."""

    accepted: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    untold: int = 0
    looked: list[float] = field(default_factory=list)
    bare_accepted: list[float] = field(default_factory=list)
    bare_told: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    spectators_told: int = 0
    guest_moves: list[float] = field(default_factory=list)
    cpu: float = 0.0
    wall: float = 0.0


class Http:
    """Requests over connections that are kept open between two, as a proxy keeps them."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.idle: list[tuple[float, asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None, key: str = ""
    ) -> tuple[int, Any]:
        """The status and what the JSON of the answer says."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        head += [f"Authorization: {token}"] if token else []
        head += [f"Idempotency-Key: {key}"] if key else []
        head += ["Content-Type: application/json", f"Content-Length: {len(sent)}", "", ""]
        reader, writer = await self._connection()
        writer.write("\r\n".join(head).encode() + sent)
        status, answer = await _answer(reader)
        self.idle.append((time.monotonic(), reader, writer))
        return status, json.loads(answer) if answer else None

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self.idle:
            since, reader, writer = self.idle.pop()
            if time.monotonic() - since < KEPT_ALIVE and not reader.at_eof():
                return reader, writer
            writer.close()
        return await asyncio.open_connection("127.0.0.1", self.port)


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (a.partition(":") for a in head)}
    return int(head[0].split()[1]), await reader.readexactly(int(headers.get("content-length", 0)))


class Ear:
    """What a socket hears: when each number was said first, or a higher one."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self.instants: list[float] = []
        self.news = asyncio.Event()

    async def listen(self, socket: ClientConnection, name: str) -> None:
        async for text in socket:
            number = json.loads(text)[name]
            if not self.numbers or number > self.numbers[-1]:
                self.numbers.append(number)
                self.instants.append(time.perf_counter())
                self.news.set()

    def heard(self, number: int) -> float | None:
        """When this number or a higher one was heard."""
        place = bisect_left(self.numbers, number)
        return self.instants[place] if place < len(self.numbers) else None

    async def wait_for(self, number: int) -> None:
        """Until this number is heard; not for ever."""
        end = time.monotonic() + UNHEARD
        while self.heard(number) is None and (left := end - time.monotonic()) > 0:
            self.news.clear()
            try:
                await asyncio.wait_for(self.news.wait(), left)
            except TimeoutError:
                return


class Playing:
    """All that goes on at once."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.measured = plan, Measured()
        self.http = Http(plan.web)
        self.chance = random.Random(plan.seed)
        self.begin = time.perf_counter() + plan.before
        self.end = self.begin + plan.seconds

    @property
    def is_over(self) -> bool:
        return time.perf_counter() > self.end

    async def run(self) -> Measured:
        async with AsyncExitStack() as sockets:
            listeners: list[asyncio.Task[None]] = []

            async def ear(path: str, name: str, **headers: str) -> Ear:
                socket = await sockets.enter_async_context(self._socket(path, headers))
                made = Ear()
                listeners.append(asyncio.create_task(made.listen(socket, name)))
                return made

            match, tokens = [*self.plan.tables, *self.plan.guests][0]
            watched = f"ws/matches/{match}/"
            # Who looks first makes the table, so that there is something to watch.
            await self.http.ask("GET", f"/api/v1/matches/{match}/table/", tokens[0])
            crowd = [await ear(watched, "version") for _ in range(self.plan.spectators)]
            pairs = [
                (await ear(f"ws/bare/{pair}/", "number"), await ear(f"ws/bare/{pair}/", "number"))
                for pair in range(self.plan.pairs)
            ]
            guests = Measured()
            sat = [
                *((one, self.measured) for one in self.plan.tables),
                *((one, guests) for one in self.plan.guests),
            ]
            tables = [self._table(place, *one, ear) for place, one in enumerate(sat)]
            await asyncio.gather(self._bare(pairs), *tables)
            self.measured.guest_moves = guests.accepted
            self.measured.refused += guests.refused
            self.measured.spectators_told = sum(len(one.numbers) > 1 for one in crowd)
            for listener in listeners:
                listener.cancel()
        return self.measured

    def _socket(self, path: str, headers: dict[str, str]) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.plan.live}/{path}",
            origin=f"http://127.0.0.1:{self.plan.live}",  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            open_timeout=60,
            ping_interval=None,
        )

    async def _table(
        self,
        place: int,
        sat: tuple[int, tuple[str, ...]],
        measured: Measured,
        ear: Callable[..., Awaitable[Ear]],
    ) -> None:
        """The seats of a table that people have, from sitting down until the time is over."""
        match, tokens = sat
        await asyncio.sleep(self.plan.ramp * place)
        chances = [random.Random(self.chance.random()) for _ in tokens]
        table = Table(self, measured, match, tokens, chances)
        await table.look(0)
        for token in tokens:
            table.ears.append(await ear(f"ws/matches/{match}/", "version", Authorization=token))
        await asyncio.gather(*(table.play(seat) for seat in range(len(tokens))))
        await asyncio.sleep(1)  # what was sent last is still on its way
        table.note_told()

    async def _bare(self, pairs: Sequence[tuple[Ear, Ear]]) -> None:
        """Rows written through the bare view, each told to a pair."""
        sent: list[tuple[Ear, int, float]] = []
        writes: list[asyncio.Task[None]] = []
        await asyncio.sleep(max(0.0, self.begin - time.perf_counter()))
        while pairs and not self.is_over:
            number = len(sent) + 1
            sent.append((pairs[number % len(pairs)][1], number, time.perf_counter()))
            path = f"/api/bare/{number % len(pairs)}/{number}/"
            writes.append(asyncio.create_task(self._write(path)))
            await asyncio.sleep(self.chance.expovariate(self.plan.bare_rate))
        await asyncio.gather(*writes)
        await asyncio.sleep(1 if pairs else 0)
        heard = [(ear.heard(number), at) for ear, number, at in sent]
        self.measured.bare_told += [(told - at) * 1000 for told, at in heard if told is not None]

    async def _write(self, path: str) -> None:
        at = time.perf_counter()
        status, _answer = await self.http.ask("POST", path)
        assert status == 200, status
        self.measured.bare_accepted.append((time.perf_counter() - at) * 1000)


class Table:
    """One match and its two players, or the one who plays against the computer."""

    def __init__(
        self,
        playing: Playing,
        measured: Measured,
        match: int,
        tokens: Sequence[str],
        chances: Sequence[random.Random],
    ) -> None:
        self.playing, self.measured = playing, measured
        self.tokens, self.chances = tokens, chances
        self.path = f"/api/v1/matches/{match}/table/"
        self.match = match
        self.seats = [ScriptedSeat(seat, chance) for seat, chance in enumerate(chances)]
        self.ears: list[Ear] = []
        self.acts: list[tuple[int, int, float]] = []
        """The seat, the version that its action made, and when it was sent."""

    async def play(self, seat: int) -> None:
        view = await self.look(seat)
        while not self.playing.is_over and view["state"] != "finished":
            call = self.seats[seat].next_call(view)
            if call is None:
                await self.ears[seat].wait_for(view["version"] + 1)
                view = await self.look(seat)
                continue
            await asyncio.sleep(self._pause(seat, call))
            view = await self._send(seat, call)

    def _pause(self, seat: int, call: Call) -> float:
        chance = self.chances[seat]
        if call.noun == "actions":  # a turn is mostly two of them: draw and discard
            return chance.uniform(*self.playing.plan.thinking) / 2
        return BETWEEN_STEPS if self._is_seating(call) else chance.uniform(0, LOOKS_AT_RESULT)

    @staticmethod
    def _is_seating(call: Call) -> bool:
        return len(call.body) > 1

    async def look(self, seat: int) -> dict[str, Any]:
        at = time.perf_counter()
        status, view = await self.playing.http.ask("GET", self.path, self.tokens[seat])
        assert status == 200, (status, view)
        if at > self.playing.begin:
            self.measured.looked.append((time.perf_counter() - at) * 1000)
        return dict(view)

    async def _send(self, seat: int, call: Call) -> dict[str, Any]:
        """One call; the view after it."""
        measured = self.measured
        key = (
            f"{self.match}.{seat}.{call.body.get('version', '')}" if call.noun == "actions" else ""
        )
        at = time.perf_counter()
        path = f"{self.path}{call.noun}/"
        status, answer = await self.playing.http.ask(
            "POST", path, self.tokens[seat], call.body, key
        )
        spent = (time.perf_counter() - at) * 1000
        if status != 200:
            measured.refused.append(f"{status} {answer['error']['code']} {call}")
            return await self.look(seat)
        if call.noun == "actions":
            measured.keys.append(key)
            if self.playing.begin < at < self.playing.end:
                measured.accepted.append(spent)
                self.acts.append((seat, answer["version"], at))
        return dict(answer)

    def note_told(self) -> None:
        """When the other seat's socket was told of each action, if somebody has it."""
        measured = self.measured
        for seat, version, at in self.acts if len(self.ears) > 1 else ():
            heard = self.ears[1 - seat].heard(version)
            if heard is None:
                measured.untold += 1
            else:
                measured.told.append((heard - at) * 1000)


def main() -> None:
    plan = Plan(**json.load(sys.stdin))
    began = time.monotonic()
    measured = asyncio.run(Playing(plan).run())
    measured.cpu, measured.wall = time.process_time(), time.monotonic() - began
    json.dump(asdict(measured), sys.stdout)


if __name__ == "__main__":
    main()
