"""The base of every view of the API, with this installation's accounts, passes and kept answers."""

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework.authentication import BaseAuthentication

from kernel.permissions import Role
from players.access.authentication import AUTHENTICATION, StaffPass
from players.access.kept_answers import answer_once
from players.models import ApiToken
from players.selectors import base_roles
from web.api_view import BaseApiView
from web.idempotency import IdempotentWrite


class ApiView(BaseApiView):
    """One address of the API.

    A subclass names in `actions` the action of the permission table for each method that it has,
    and finds in `load` what its address names. `load` raises Http404 where the actor may not see
    it; after it `self.actor` has the roles there. Methods are called only where they allow it.
    """

    authentication_classes: Sequence[type[BaseAuthentication]] = AUTHENTICATION

    def token(self) -> ApiToken | None:
        auth = self.request.auth
        return auth if isinstance(auth, ApiToken) else None

    def staff_id(self) -> int | None:
        auth = self.request.auth
        return auth.staff_id if isinstance(auth, StaffPass) else None

    def base_roles(self) -> frozenset[Role]:
        return base_roles(self.actor)

    def answer_once(
        self, write: IdempotentWrite, act: Callable[[], tuple[int, Any]]
    ) -> tuple[int, Any]:
        return answer_once(write, act, now=self.now)
