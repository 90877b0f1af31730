"""The base of every view of the API: who asks, may they, was it asked before, what is answered."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import QuerySet
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, MethodNotAllowed, NotAcceptable
from rest_framework.parsers import BaseParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from kernel.permissions import Actor, Scope, reaches
from kernel.text import N_, Refusal, Text
from players.access.authentication import AUTHENTICATION, SeatHeld, StaffPass
from players.access.kept_answers import answer_once
from players.models import ApiToken
from players.selectors import base_roles
from web.actors import seat_key_of
from web.addresses import client_address
from web.db import clock
from web.idempotency import IdempotentWrite, write_of
from web.input import JsonParser, measure_body
from web.lists import AModel, ListPagination, Row
from web.password_slots import TryAgain
from web.throttle import seconds_to_wait

NOT_ITS_SCOPE = Text(
    "not_its_scope",
    N_("This token was not made for this. Use one with a wider scope: see your account."),
)


def private(request: Request, response: Response) -> Response:
    """What a token or a session was answered is theirs, and no cache's on the way."""
    patch_vary_headers(response, ["Authorization", "Cookie"])
    if "Authorization" in request.headers:
        patch_cache_control(response, private=True)
    return response


class RequestLimit(BaseThrottle):
    """By the account or the pass; for visitors, and who shows a bad token, by the address."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, ApiView)
        user_id, staff_id = request.user.pk, view.staff_id()
        if user_id or staff_id:
            who = f"user:{user_id}" if user_id else f"staff:{staff_id}"
            a_minute = settings.ACCOUNT_REQUESTS_A_MINUTE
            at_once = settings.ACCOUNT_REQUESTS_AT_ONCE
        else:
            who = f"address:{client_address(request._request)}"
            a_minute, at_once = settings.REQUESTS_A_MINUTE, settings.REQUESTS_AT_ONCE
        self.seconds = seconds_to_wait(who, a_minute=a_minute, at_once=at_once)
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


class ActionPermission(BasePermission):
    """By the permission table: what the token was made for, and the actor's roles at the place."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        assert isinstance(view, ApiView)
        token = view.token()
        if token is None or view.for_every_scope:
            return True
        writes = request.method not in SAFE_METHODS
        if not reaches(Scope(token.scope), str(view.action), writes=writes):
            raise Refusal(NOT_ITS_SCOPE)
        return True

    def has_object_permission(self, request: Request, view: APIView, obj: Actor) -> bool:
        assert isinstance(view, ApiView)
        return obj.may(str(view.action))


class ApiView(APIView):
    """One address of the API.

    Each of its methods says its action of the permission table (`web.schema.call`), and `load`
    finds what its address names. `load` raises Http404 where the actor may not see it; after it
    `self.actor` has the roles there. Methods are called only where they allow it.
    """

    tag: ClassVar[str]
    """Under which word the documentation lists it."""

    actions: ClassVar[Mapping[str, str]] = {}
    keeps_answers: ClassVar[bool] = True
    """Whether an Idempotency-Key is heeded. Not where the answer holds a secret: it is stored."""

    for_every_scope: ClassVar[bool] = False
    """Whether a token reaches it whatever it was made for."""

    authentication_classes: Sequence[type[BaseAuthentication]] = AUTHENTICATION
    format_kwarg = None
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    parser_classes: Sequence[type[BaseParser]] = (JsonParser,)
    permission_classes = (ActionPermission,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    throttle_classes = (RequestLimit,)
    pagination_class: type[ListPagination] | None = ListPagination

    actor: Actor
    post: Callable[..., Response]

    def __init_subclass__(cls, **options: Any) -> None:
        """Methods that say their own action stand in `actions` too."""
        super().__init_subclass__(**options)
        methods = {name: getattr(cls, name, None) for name in cls.http_method_names}
        said = {name: getattr(method, "action", None) for name, method in methods.items()}
        named = {name.upper(): action for name, action in said.items() if action is not None}
        cls.actions = {**cls.actions, **named}

    @cached_property
    def now(self) -> datetime:
        """The instant of this request, by the database's clock; a token's was read with it."""
        token = self.token()
        read: datetime = token.now if token else clock.now()
        return read

    def load(self) -> Actor:
        """Find what the address names and return the actor with their roles there."""
        return replace(self.actor, roles=base_roles(self.actor))

    def token(self) -> ApiToken | None:
        """The token with which the request came; None for a session or nobody."""
        auth = self.request.auth
        return auth if isinstance(auth, ApiToken) else None

    def staff_id(self) -> int | None:
        """The pass for one night with which the request came; None for an account or nobody."""
        auth = self.request.auth
        return auth.staff_id if isinstance(auth, StaffPass) else None

    def seat_key(self) -> str:
        """The key of the seats that the caller has as a guest. A cookie counts only where nothing
        else says who asks, but for a session, which comes from the same browser."""
        if isinstance(self.request.auth, SeatHeld):
            return self.request.auth.key
        has_header = "Authorization" in self.request.headers
        return "" if has_header else seat_key_of(self.request.COOKIES)

    def current(self) -> Any:
        """What `error.current` holds where a write came from an old version; None for nothing."""
        return None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Look who asks, and whether too often; then whether they may.

        The answers that are kept are looked up before the place and the roles there: whatever has
        changed since, the same question gets the same answer.
        """
        try:
            renderer = self.perform_content_negotiation(request)
        except NotAcceptable:  # there is only what there is
            renderer = self.perform_content_negotiation(request, force=True)
        request.accepted_renderer, request.accepted_media_type = renderer
        measure_body(request._request)
        try:
            self.perform_authentication(request)
        except AuthenticationFailed:
            self.check_throttles(request)
            raise
        self.check_throttles(request)
        token = self.token()
        scope = Scope(token.scope) if token else Scope.ALL
        self.actor = Actor(
            "api",
            user_id=request.user.pk,
            staff_id=self.staff_id(),
            scope=scope,
            seat_key=self.seat_key(),
            is_seat_sent=isinstance(request.auth, SeatHeld) and request.auth.is_sent,
        )
        if self.action is None:
            raise MethodNotAllowed(str(request.method))
        self.check_permissions(request)
        write = self._keyed_write()
        if write is None:
            self._admit()
        else:
            self.post = partial(self._post_once, write, self.post)  # which is called next

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return private(request, super().finalize_response(request, *args, **kwargs))

    @property
    def action(self) -> str | None:
        """The action of the permission table that this request is."""
        method = str(self.request.method)
        return self.actions.get("GET" if method == "HEAD" else method)

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if isinstance(exc, Refusal) and exc.text.code == "stale":
            response.data["error"]["current"] = self.current()
        return response

    def answer_page(
        self,
        items: QuerySet[AModel, Row] | Sequence[Row],
        row: Callable[[Row], Mapping[str, Any]],
    ) -> Response:
        """The page of them that the query asks for, each item as `row` shows it."""
        pagination = ListPagination()
        shown = pagination.paginate_queryset(items, self.request)
        return pagination.get_paginated_response([row(item) for item in shown])

    def _admit(self) -> None:
        """Find what the address names, and whether the actor may do this there."""
        self.actor = self.load()
        self.check_object_permissions(self.request, self.actor)

    def _keyed_write(self) -> IdempotentWrite | None:
        """The write that may have been answered before; None where no answers are kept."""
        is_known = self.actor.user_id or self.actor.staff_id
        if self.request.method != "POST" or not self.keeps_answers or not is_known:
            return None
        return write_of(self.request, self.actor)

    def _post_once(
        self, write: IdempotentWrite, post: Callable[..., Response], request: Request, **kwargs: Any
    ) -> Response:
        status, body = answer_once(write, partial(self._answer_to_keep, post), now=self.now)
        return Response(body, status)

    def _answer_to_keep(self, post: Callable[..., Response]) -> tuple[int, Any]:
        try:
            self._admit()
            response = post(self.request, **self.kwargs)
        except TryAgain:
            raise  # not to be kept: asked again it may be answered
        except Exception as exc:  # noqa: BLE001 - what is no answer is raised again there
            response = self.handle_exception(exc)
        return response.status_code, json.loads(JSONRenderer().render(response.data) or "null")
