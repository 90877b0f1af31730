"""The base of every view of the API: who asks, may they, was it asked before, what is answered."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, Protocol

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import (
    APIException,
    AuthenticationFailed,
    MethodNotAllowed,
    NotAuthenticated,
    PermissionDenied,
    Throttled,
)
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.permissions import Actor, Role, Scope, reaches
from kernel.text import N_, Refusal, Text
from web.addresses import client_address
from web.db import clock
from web.errors import answer_for
from web.idempotency import IdempotentWrite, write_of
from web.input import JsonParser, measure_body
from web.password_slots import TryAgain
from web.throttle import seconds_to_wait

NOT_ITS_SCOPE = Text(
    "not_its_scope",
    N_("This token was not made for this. Use one with a wider scope: see your account."),
)


class Negotiation(DefaultContentNegotiation):
    """What a client would rather have, where there is that; else what there is."""

    def select_renderer(
        self, request: Request, renderers: list[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        try:
            return super().select_renderer(request, renderers, format_suffix)
        except APIException:
            return renderers[0], renderers[0].media_type


def private(request: Request, response: Response) -> Response:
    """What a token or a session was answered is theirs, and no cache's on the way."""
    patch_vary_headers(response, ["Authorization", "Cookie"])
    if "Authorization" in request.headers:
        patch_cache_control(response, private=True)
    return response


class Token(Protocol):
    """A token with which a request came: what it is for, and the time at which it was read."""

    scope: str
    now: datetime


class BaseApiView(APIView):
    """One address of the API, whoever keeps its accounts, roles and answers.

    A subclass names in `actions` the action of the permission table for each method that it has,
    and finds in `load` what its address names. `load` raises Http404 where the actor may not see
    it; after it `self.actor` has the roles there. Methods are called only where they allow it.
    """

    actions: ClassVar[Mapping[str, str]] = {}
    keeps_answers: ClassVar[bool] = True
    """Whether an Idempotency-Key is heeded. Not where the answer holds a secret: it is stored."""

    for_every_scope: ClassVar[bool] = False
    """Whether a token reaches it whatever it was made for."""

    format_kwarg = None
    content_negotiation_class = Negotiation
    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    parser_classes = (JsonParser,)
    renderer_classes = (JSONRenderer,)

    actor: Actor

    @cached_property
    def now(self) -> datetime:
        """The instant of this request, by the database's clock; a token's was read with it."""
        token = self.token()
        return token.now if token else clock.now()

    def load(self) -> Actor:
        """Find what the address names and return the actor with their roles there."""
        return replace(self.actor, roles=self.base_roles())

    def token(self) -> Token | None:
        """The token with which the request came; None for a session or nobody."""
        raise NotImplementedError

    def staff_id(self) -> int | None:
        """The pass for one night with which the request came; None for an account or nobody."""
        raise NotImplementedError

    def base_roles(self) -> frozenset[Role]:
        """The roles that the actor has everywhere."""
        raise NotImplementedError

    def answer_once(
        self, write: IdempotentWrite, act: Callable[[], tuple[int, Any]]
    ) -> tuple[int, Any]:
        """What `act` answers, or what it answered to the same write before."""
        raise NotImplementedError

    def current(self) -> Any:
        """What `error.current` holds where a write came from an old version; None for nothing."""
        return None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.args, self.kwargs = args, kwargs
        self.headers = self.default_response_headers
        self.request = self.initialize_request(request, *args, **kwargs)
        try:
            self.initial(self.request, *args, **kwargs)
            response = self._answer()
        except Exception as exc:  # noqa: BLE001 - what is no answer is raised again there
            response = self.handle_exception(exc)
        self.response = self.finalize_response(self.request, response, *args, **kwargs)
        return self.response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        renderer = self.perform_content_negotiation(request)
        request.accepted_renderer, request.accepted_media_type = renderer
        measure_body(request._request)
        try:
            user = request.user
        except AuthenticationFailed:
            self._spend(Actor("api"))
            raise
        token = self.token()
        scope = Scope(token.scope) if token else Scope.ALL
        self.actor = Actor("api", user_id=user.pk, staff_id=self.staff_id(), scope=scope)
        self._spend(self.actor)
        if self.action is None:
            raise MethodNotAllowed(str(request.method))
        self._check_scope()

    def _check_scope(self) -> None:
        """Refuse a token that is not for this."""
        token = self.token()
        if token is None or self.for_every_scope:
            return
        writes = self.request.method not in SAFE_METHODS
        if not reaches(Scope(token.scope), str(self.action), writes=writes):
            raise Refusal(NOT_ITS_SCOPE)

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return private(request, super().finalize_response(request, *args, **kwargs))

    @property
    def action(self) -> str | None:
        """The action of the permission table that this request is."""
        method = str(self.request.method)
        return self.actions.get("GET" if method == "HEAD" else method)

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, NotAuthenticated | AuthenticationFailed):
            exc.auth_header = self.get_authenticate_header(self.request)
        response = answer_for(exc)
        if response is None:
            raise exc
        if isinstance(exc, Refusal) and exc.text.code == "stale":
            response.data["error"]["current"] = self.current()
        return response

    def _spend(self, actor: Actor) -> None:
        if actor.user_id or actor.staff_id:
            who = f"user:{actor.user_id}" if actor.user_id else f"staff:{actor.staff_id}"
            a_minute, at_once = (
                settings.ACCOUNT_REQUESTS_A_MINUTE,
                settings.ACCOUNT_REQUESTS_AT_ONCE,
            )
        else:
            who = f"address:{client_address(self.request._request)}"
            a_minute, at_once = settings.REQUESTS_A_MINUTE, settings.REQUESTS_AT_ONCE
        wait = seconds_to_wait(who, a_minute=a_minute, at_once=at_once)
        if wait:
            raise Throttled(wait)

    def _answer(self) -> Response:
        """Answer, from the answers that are kept where this was asked before.

        They are looked up before anything else is checked: whatever has changed since, the same
        question gets the same answer.
        """
        known = self.actor.user_id or self.actor.staff_id
        asked = self.request.method == "POST" and self.keeps_answers and known
        write = write_of(self.request, self.actor) if asked else None
        if write is None:
            return self._act()
        status, body = self.answer_once(write, self._act_for_keeping)
        return Response(body, status)

    def _act(self) -> Response:
        self.actor = self.load()
        if not self.actor.may(str(self.action)):
            if self.actor.user_id is None and self.actor.staff_id is None:
                raise NotAuthenticated
            raise PermissionDenied
        method: Callable[..., Response] = getattr(self, str(self.request.method).lower())
        return method(self.request, **self.kwargs)

    def _act_for_keeping(self) -> tuple[int, Any]:
        try:
            response = self._act()
        except TryAgain:
            raise  # not to be kept: asked again it may be answered
        except Exception as exc:  # noqa: BLE001 - what is no answer is raised again there
            response = self.handle_exception(exc)
        return response.status_code, json.loads(JSONRenderer().render(response.data) or "null")
