"""The base of the pages: who asks, may they, and how a form is taken once.

A page's form carries a hidden `key`, made when the form was shown. The same form sent twice, by a
double tap or after a lost answer, is done once and leads to the same address both times.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views import View

from kernel.permissions import Actor
from players.access.kept_answers import answer_once
from players.models import User
from players.selectors import base_roles
from web.actors import actor_of
from web.db import clock
from web.idempotency import LONGEST_KEY, IdempotentWrite
from web.page import KEY, PageRequest

TAKEN = "taken"
"""The cookie that tells the browser which form was taken, by its key: it keeps what was typed into
it no longer (`static/js/typed.js`)."""
TOLD_SECONDS = 300


class AccountRequest(PageRequest):
    """A request of somebody who is signed in with an account: their action says so."""

    user: User


class Page(View):
    """A page that names its action of the permission table.

    `find` looks up what the address names, raises Http404 where the reader may not see it, and
    returns the actor with their roles there. Who may not do the action is asked to sign in, whether
    there is anything at the address or not, or told so (403) when signed in already.
    """

    action: ClassVar[str]
    request: PageRequest
    actor: Actor

    @cached_property
    def now(self) -> datetime:
        """The instant of this request, by the database's clock."""
        return clock.now()

    def find(self) -> Actor:
        return replace(self.actor, roles=base_roles(self.actor))

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        self.actor = actor_of(request)
        is_visitor = self.actor.user_id is None and self.actor.staff_id is None
        try:
            self.actor = self.find()
        except Http404:
            if is_visitor and not self.actor.may(self.action):
                return redirect_to_login(request.get_full_path())
            raise
        if not self.actor.may(self.action):
            if is_visitor:
                return redirect_to_login(request.get_full_path())
            raise PermissionDenied
        return super().dispatch(request, *args, **kwargs)

    def once(self, act: Callable[[], str]) -> HttpResponse:
        """Do `act`, which returns the address to go to, once for the form's key, and go there.

        What `act` raises is raised, and nothing is kept: a corrected form may come with the same
        key.
        """
        write = _write_of(self.request, self.actor)
        if write is None:
            return redirect(act())
        _, location = answer_once(write, lambda: (303, act()), now=self.now)
        return told_taken(redirect(location), write.key)


def told_taken(response: HttpResponse, key: str) -> HttpResponse:
    """The answer to a form, which tells the browser that the form with this key was taken."""
    response.set_cookie(
        TAKEN, quote(key), max_age=TOLD_SECONDS, secure=settings.HTTPS, samesite="Lax"
    )
    return response


def _write_of(request: HttpRequest, actor: Actor) -> IdempotentWrite | None:
    key = request.POST.get(KEY, "")[:LONGEST_KEY]
    if not key or not (actor.user_id or actor.staff_id):
        return None
    who = f"user:{actor.user_id}" if actor.user_id else f"staff:{actor.staff_id}"
    fields = sorted(item for item in request.POST.lists() if item[0] != "csrfmiddlewaretoken")
    digest = hashlib.sha256(json.dumps(fields).encode()).hexdigest()
    return IdempotentWrite(who, "PAGE", request.path[:200], key, digest)
