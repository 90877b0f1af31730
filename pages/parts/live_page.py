"""The public pages of a tournament, and how they are kept (decision 0005).

The *live part* of a page is what changes while the event runs. It is made without the request, so
that nothing of who reads can get into it, and a copy of it is kept by the version that its audience
has. What stands around it, the reader's name among it, is made for each. For visitors, of whom the
page knows nothing, the whole page is made and kept in this way.
"""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cached_property, partial
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from kernel.permissions import Actor
from pages.parts.bye_words import newest_bye_words
from pages.parts.event_page import EventPage
from pages.parts.reseeding_words import reseeding_words
from pages.parts.stage_switch import stage_links
from pages.parts.times_words import hour_words
from tournaments.models import Stage
from tournaments.selectors.desk.own_table import own_online_table
from tournaments.selectors.events.access import own_members, sees_drafts, visitor_roles
from tournaments.selectors.events.audiences import (
    Audience,
    Seen,
    VisitorsCopy,
    seen_as,
    visitors_copy,
)
from tournaments.selectors.stages.byes import own_byes
from tournaments.selectors.stages.crosstables import with_crosstable
from tournaments.selectors.stages.order import current_stage, is_drawn, is_published, stages_of
from web.kept_copies import find_copy, keep_copy
from web.page import PageRequest

KEPT_SECONDS = 300


class KeptCopy(HttpResponse):
    """A page that was made before: see `web.page_limits`."""

    is_kept_copy = True


class LivePage(EventPage):
    """A page that everybody may read; to htmx its live part alone.

    `is_kept`: whether the tournament's version tells of everything that its live part shows.
    `marks_own`: whether the live part shows the reader's own entry. `asks`: the words that its
    addresses may have after the `?` besides `stage`; with others no copy is kept. `is_of_stage`:
    whether it is about one stage, without `stage` about the current one; with `waits_for_stage`
    that is for the staff as well the one that is on, while the next is a draft.
    """

    action = "tournament.view"
    tab: ClassVar[str]
    is_kept: ClassVar[bool] = True
    marks_own: ClassVar[bool] = False
    asks: ClassVar[tuple[str, ...]] = ()
    is_of_stage: ClassVar[bool] = True
    waits_for_stage: ClassVar[bool] = False
    visitors: VisitorsCopy | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if self._keeps and is_visitor(request):
            self.visitors = visitors_copy(kwargs["club"], kwargs["slug"])
        make = partial(super().dispatch, request, *args, **kwargs)
        response = self._for_visitors(self.visitors, make) if self.visitors else make()
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response

    def _for_visitors(
        self, copy: VisitorsCopy, make: Callable[[], HttpResponseBase]
    ) -> HttpResponseBase:
        """Nothing, where the visitor has the page; else the copy, or what `make` gives."""
        seen = Seen(Audience.PUBLIC, copy.version)
        parts = (copy.tournament, copy.club_name, copy.time_zone, seen)
        key = _digest(self.request, "whole", *parts)
        etag = f'"{key}"'
        response: HttpResponseBase | None = get_conditional_response(self.request, etag=etag)
        if response is None:
            found = find_copy(key, str)
            response = KeptCopy(found) if found else make()
            if not found and isinstance(response, HttpResponse) and response.status_code == 200:
                keep_copy(key, response.content.decode(), KEPT_SECONDS)
        if response.status_code in (200, 304):
            response["ETag"] = etag
        return response

    @property
    def _keeps(self) -> bool:
        """Whether a copy of what this request asks for may be kept."""
        asked = self.request.GET
        return self.is_kept and all(
            name in (*self.asks, "stage") and len(asked.getlist(name)) == 1 for name in asked
        )

    def find(self) -> Actor:
        if self.visitors is None:
            return super().find()
        self.stages = stages_of(self.visitors.tournament)
        if not self.stages:
            raise Http404
        self.tournament = self.stages[0].tournament
        return visitor_roles(self.actor)

    @cached_property
    def stages(self) -> Sequence[Stage]:
        return stages_of(self.tournament.pk)

    @property
    def choices(self) -> Sequence[Stage]:
        """The stages that this page can be about."""
        return self.stages

    @cached_property
    def stage(self) -> Stage:
        """The stage that the address asks for, else the current one."""
        wanted = self.request.GET.get("stage")
        if wanted is None:
            drafts = self.full_names and not self.waits_for_stage
            return current_stage(self.choices, drafts=drafts)
        found = [stage for stage in self.choices if str(stage.number) == wanted]
        if not found:
            raise Http404
        return found[0]

    @cached_property
    def seen(self) -> Seen:
        return seen_as(self.actor, self.tournament)

    @cached_property
    def runs(self) -> bool:
        """Whether the page leads the reader to the desk."""
        return self.actor.may("round.publish")

    @cached_property
    def full_names(self) -> bool:
        return sees_drafts(self.actor)

    @property
    def shows_ratings(self) -> bool:
        """Whether the club shows ratings to these eyes."""
        return self.full_names or self.tournament.club.ratings_shown

    @cached_property
    def is_drawn(self) -> bool:
        """Whether there is a draw for these eyes."""
        return is_drawn(self.stage) if self.full_names else is_published(self.stage)

    @cached_property
    def own_entry(self) -> int | None:
        """The entry of the reader's own player."""
        own = own_members(self.actor, self.tournament)
        return own.values_list("entry_id", flat=True).first()

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        live = self._kept_live() if self._keeps and self.visitors is None else self._live()
        if self.request.htmx:
            return HttpResponse(live + self._own_table(again=True))
        template = f"public/{self.tab}.html"
        shown: dict[str, Any] = {"tab": self.tab, "live": mark_safe(live)}  # noqa: S308 - as a template made it
        shown |= self.heading() | {"own_table": mark_safe(self._own_table())}  # noqa: S308
        if self.visitors is None:
            return self.answer(template, **shown)
        place = {"club": self.tournament.club, "tournament": self.tournament, "path": request.path}
        with self._zone():
            # The base page asks whether there is a request at all; there is, but nothing is in it.
            return HttpResponse(render_to_string(template, shown | place | {"request": True}))

    def _own_table(self, *, again: bool = False) -> str:
        """The way to the reader's own online table, and to what they play beside a bye. It is no
        part of what is kept: `again` it comes beside the live part."""
        has_any = self.tournament.has_online_tables or self.tournament.bye_opponent
        if self.visitors is not None or not has_any:
            return ""
        table = own_online_table(self.actor, self.tournament, self.now)
        stands, zone = table.stands if table else None, self.tournament.club.time_zone
        shown = {
            "club": self.tournament.club,
            "tournament": self.tournament,
            "own_table": table,
            "beside": newest_bye_words(own_byes(self.actor, self.tournament)),
            "agreed": hour_words(stands.agreed, zone) if stands and stands.agreed else None,
            "again": again,
        }
        return render_to_string("public/own_table.html", shown)

    def heading(self) -> dict[str, Any]:
        """What the page's title needs besides the tournament."""
        return {}

    def matter(self) -> dict[str, Any]:
        """What the live part shows."""
        raise NotImplementedError

    def _live(self) -> str:
        context = {
            "club": self.tournament.club,
            "tournament": self.tournament,
            "tab": self.tab,
            "seen": self.seen,
            "runs": self.runs,
            "for_htmx": bool(self.request.htmx),
            "has_crosstable": bool(with_crosstable(self.stages)),
            "is_bracket": self.stage.format_class.is_bracket,
            **(self._stages() if self.is_of_stage else {}),
            **self.matter(),
        }
        with self._zone():
            return render_to_string(f"public/{self.tab}.html#live", context)

    def _stages(self) -> dict[str, Any]:
        """The other stages, what keeps the one that was asked for in the page's own links, and
        whether it would be drawn otherwise by now."""
        asked = f"stage={self.stage.number}" if "stage" in self.request.GET else ""
        words = reseeding_words(self.stage, full_names=self.full_names) if self.is_drawn else None
        return {
            "reseeding": words,
            "stage_links": stage_links(self.choices, self.stage),
            "of_stage": asked and f"?{asked}",
            "and_stage": asked and f"&{asked}",
        }

    def _kept_live(self) -> str:
        """The copy of the live part; where there is none it is made, and kept."""
        own = self.own_entry if self.marks_own else None
        club = self.tournament.club
        parts = (self.tournament.pk, club.name, club.time_zone, self.seen, self.runs, own)
        key = _digest(self.request, "live", *parts)
        found = find_copy(key, str)
        if found is None:
            found = self._live()
            keep_copy(key, found, KEPT_SECONDS)
        return found

    def _zone(self) -> AbstractContextManager[None]:
        return timezone.override(ZoneInfo(self.tournament.club.time_zone))


def is_visitor(request: HttpRequest) -> bool:
    """Whether nothing on a page can be for one reader: no name in its head, no word to them."""
    personal = {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name}
    return request.method in ("GET", "HEAD") and personal.isdisjoint(request.COOKIES)


def _digest(request: PageRequest, *parts: object) -> str:
    asked = (request.path, request.META["QUERY_STRING"], bool(request.htmx), get_language())
    whole = (*asked, settings.RELEASE, *parts)
    return hashlib.sha256(repr(whole).encode()).hexdigest()[:32]
