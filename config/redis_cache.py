"""The cache of pages in Redis."""

from functools import cached_property
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient


class OneClient(RedisCacheClient):
    """Asks its one server by one client; Django makes a new one for each question, which takes
    longer than the question itself."""

    def get_client(self, key: object = None, *, write: bool = False) -> Any:
        """The client, whatever is asked."""
        return self._only

    @cached_property
    def _only(self) -> Any:
        return super().get_client(write=True)


class PageCache(RedisCache):
    """Django's cache in Redis with one client."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OneClient
