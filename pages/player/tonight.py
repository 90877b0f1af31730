"""A player's own pages: tonight, and all their evenings."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers

from pages.parts.by_days import ByDays, by_days
from pages.parts.call_words import pressed_subjects
from pages.parts.challenge_words import ChallengeWords, waiting_challenges
from pages.parts.tournament_page import state_of
from pages.player.cards import cards_of, page_of
from pages.player.evening import Evening, evening_of
from players.access.page import Page
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.tonight.next_step import Part
from tournaments.domain.tonight.player import nothing_to_do
from tournaments.models import EntryMember, Tournament
from tournaments.selectors.desk.own_evening import own_evening
from tournaments.selectors.desk.tonight import EventParts, parts_of, sole_part
from tournaments.selectors.events.audiences import seen_by
from tournaments.selectors.stages.calendar import OVER, next_in_own_clubs
from tournaments.selectors.stages.people import (
    entered_by,
    online_matches_in,
    online_matches_of,
    ranks_of,
)
from web.actors import say
from web.page import PageRequest, new_key

MATCHES_ON_A_PAGE = 50
COMING = 3
"""Evenings of their clubs that are shown to who is in none."""


class TonightPage(Page):
    """What is next for whoever has signed in, in each event that concerns them."""

    action = "account.edit"

    @cached_property
    def members(self) -> Sequence[EntryMember]:
        assert self.actor.user_id is not None
        return entered_by(self.actor.user_id)

    @cached_property
    def parts(self) -> Sequence[EventParts]:
        return parts_of(self.actor, self.now)

    @cached_property
    def evenings(self) -> Sequence[Evening]:
        """Those that are not over, or ended tonight, the most urgent first."""
        tonight = {one.tournament.pk for one in self.parts if one.tonight}
        current = [
            member
            for member in self.members
            if member.tournament.state not in OVER or member.tournament_id in tonight
        ]
        # Of equals who is at the table stands first.
        current.sort(key=lambda member: member.tournament.state != TournamentState.RUNNING)
        found = [evening_of(own_evening(member, self.actor), self.now) for member in current]
        return sorted(found, key=lambda evening: evening.step.urgency)

    @cached_property
    def challenges(self) -> Sequence[ChallengeWords]:
        """The games to which they are challenged."""
        return waiting_challenges(self.actor, self.now)

    @cached_property
    def days(self) -> ByDays:
        """Their matches by days."""
        return by_days(self.actor, self.now)

    def get(self, request: PageRequest) -> HttpResponse:
        stays = self.evenings or self.challenges or self.days.waiting
        alone = None if stays else sole_part(self.parts)
        if alone is not None:
            return redirect(page_of(alone, alone.parts[0]))
        template = "player/tonight.html#live" if request.htmx else "player/tonight.html"
        response = render(request, template, self.context())
        patch_cache_control(response, no_cache=True, private=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response

    def context(self) -> dict[str, Any]:
        watched = [evening.own.tournament for evening in self.evenings]
        watched += [
            one.tournament for one in self.parts if one.tonight and Part.PLAYER not in one.parts
        ]
        nothing = nothing_to_do()
        return {
            "first": self.evenings[0] if self.evenings else None,
            "others": self._others(),
            "challenges": self.challenges,
            "days": self.days,
            "call_subjects": pressed_subjects(),
            "cards": cards_of(self.actor, self.parts, self.now),
            "prepared": self._prepared(),
            "coming": [] if watched else next_in_own_clubs(self.actor, limit=COMING),
            "nothing": say(nothing.sentence),
            "where_to_look": say(nothing.button.words),
            # Without any, the newest: it may be taken up again.
            "watched": [
                (one, self._version(one))
                for one in watched or [member.tournament for member in self.members[:1]]
            ],
            "key": new_key(),
            "who": f"{self.actor.user_id}-{self.actor.staff_id}",
        }

    def _others(self) -> Sequence[Evening]:
        """The evenings after the first, but for those whose match stands among the ones by days."""
        by_days = {one.match for one in (*self.days.waiting, *self.days.others)}
        return [evening for evening in self.evenings[1:] if evening.match_id not in by_days]

    def _prepared(self) -> Sequence[tuple[Tournament, str]]:
        """What they are to run later, each with its page."""
        return [
            (one.tournament, page_of(one, Part.DIRECTOR))
            for one in self.parts
            if not one.tonight and Part.DIRECTOR in one.parts
        ]

    def _version(self, event: Tournament) -> int:
        """What the reader has of an event, by the parts that are known already."""
        parts = [one.parts for one in self.parts if one.tournament.pk == event.pk]
        if not parts:
            return seen_by(self.actor, event).version
        is_staff = not {Part.DIRECTOR, Part.REFEREE}.isdisjoint(parts[0])
        return event.staff_version if is_staff else event.public_version


class MyEveningsPage(Page):
    """Everything that the signed-in player took part in, in every club."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        assert self.actor.user_id is not None
        members = entered_by(self.actor.user_id)
        ranks = ranks_of(members)
        rows = [
            (member.tournament, state_of(member.tournament), ranks.get(member.tournament_id))
            for member in members
        ]
        online = online_matches_of(self.actor).exists()
        return render(request, "player/evenings.html", {"rows": rows, "online": online})


class MyMatchesPage(Page):
    """The matches that the signed-in player has played online, each with its replay."""

    action = "account.edit"

    def get(self, request: HttpRequest) -> HttpResponse:
        found = Paginator(online_matches_of(self.actor), MATCHES_ON_A_PAGE)
        page = found.get_page(request.GET.get("page"))
        shown = {"page": page, "matches": online_matches_in(self.actor, list(page))}
        return render(request, "player/matches.html", shown)
