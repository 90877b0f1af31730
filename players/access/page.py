"""The base of the pages, with this installation's roles and kept answers."""

from collections.abc import Callable
from typing import Any

from kernel.permissions import Role
from players.access.kept_answers import answer_once
from players.models import User
from players.selectors import base_roles
from web.idempotency import IdempotentWrite
from web.page import BasePage, PageRequest


class AccountRequest(PageRequest):
    """A request of somebody who is signed in with an account: their action says so."""

    user: User


class Page(BasePage):
    """A page that names its action of the permission table: see `BasePage`."""

    def base_roles(self) -> frozenset[Role]:
        return base_roles(self.actor)

    def answer_once(
        self, write: IdempotentWrite, act: Callable[[], tuple[int, Any]]
    ) -> tuple[int, Any]:
        return answer_once(write, act, now=self.now)
