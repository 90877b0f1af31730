"""Many visitors at one moment: plain requests over HTTP, each on a connection of its own."""

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http.client import parse_headers
from http.cookies import SimpleCookie
from urllib.parse import urlencode

CSRF = "c" * 32  # what a form and its cookie must have in common, which any visitor may choose
TYPED = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    headers: Message
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
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = [line, f"Host: 127.0.0.1:{self.port}", "Connection: close", f"Cookie: {kept}"]
        if body:
            head += [f"Content-Type: {TYPED}", f"Content-Length: {len(body)}"]
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write("\r\n".join([*head, "", body]).encode())
        answer = io.BytesIO(await reader.read())
        writer.close()
        seconds = time.monotonic() - begun
        status = int(answer.readline().split()[1])
        headers = parse_headers(answer)
        new = [SimpleCookie(cookie) for cookie in headers.get_all("set-cookie", [])]
        cookies = {name: morsel.value for cookie in new for name, morsel in cookie.items()}
        self.cookies |= cookies
        return Answer(status, headers, cookies, seconds)


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
