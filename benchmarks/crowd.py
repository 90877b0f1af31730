"""Many visitors at one moment: plain requests over HTTP, each on a connection of its own."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

CSRF = "c" * 32  # what a form and its cookie must have in common, which any visitor may choose
TYPED = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    seconds: float


@dataclass
class Visitor:
    """A browser as far as a server can tell: it keeps cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": CSRF})

    async def get(self, path: str) -> Answer:
        return await self._ask(f"GET {path} HTTP/1.1", "")

    async def post(self, path: str, **fields: str) -> Answer:
        return await self._ask(
            f"POST {path} HTTP/1.1",
            urlencode({**fields, "csrfmiddlewaretoken": self.cookies["csrftoken"]}),
        )

    async def sign_in(self, email: str, password: str) -> Answer:
        return await self.post("/sign-in/", email=email, password=password)

    async def sign_in_at_last(self, email: str, password: str, *, within: float) -> Answer:
        """As the page does it by itself: again after as long as it was told to wait. Counts the
        seconds from the first try on."""
        begun = time.monotonic()
        while True:
            answer = await self.sign_in(email, password)
            seconds = time.monotonic() - begun
            if answer.status != 429 or seconds > within:
                return Answer(answer.status, answer.headers, answer.cookies, seconds)
            await asyncio.sleep(float(answer.headers["retry-after"]))

    async def _ask(self, line: str, body: str) -> Answer:
        begun = time.monotonic()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = [line, f"Host: 127.0.0.1:{self.port}", "Connection: close", f"Cookie: {cookies}"]
        if body:
            head += [f"Content-Type: {TYPED}", f"Content-Length: {len(body)}"]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write("\r\n".join([*head, "", body]).encode())
        answer = (await reader.read()).decode()
        writer.close()
        seconds = time.monotonic() - begun
        top, *lines = answer.partition("\r\n\r\n")[0].split("\r\n")
        headers, new = {}, {}
        for header in lines:
            name, _, value = header.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                new[cookie] = content.strip('"')
        self.cookies.update(new)
        return Answer(int(top.split()[1]), headers, new, seconds)


async def crowd(number: int, act: Callable[[int], Awaitable[Answer]]) -> list[Answer]:
    """What so many get who all come at one moment."""
    return list(await asyncio.gather(*(act(place) for place in range(number))))


async def meanwhile(
    act: Awaitable[list[Answer]], look: Callable[[], Awaitable[Answer]], *, every: float
) -> tuple[list[Answer], list[float]]:
    """What the crowd gets, and how many seconds somebody else waits who looks at a page the whole
    time."""
    task = asyncio.ensure_future(act)
    seconds = []
    while not task.done():
        seconds.append((await look()).seconds)
        await asyncio.sleep(every)
    return await task, seconds
