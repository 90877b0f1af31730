"""Challenges on pages: whom one may challenge, and the answer to one."""

from collections.abc import Sequence
from itertools import groupby

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from kernel.permissions import Actor
from kernel.text import Refusal
from players.access.page import Page
from players.selectors import challengeable_by, club_roles, shown_name
from tournaments.selectors.events.friendlies import table_of
from tournaments.services.events.challenges import accept, block_other, end
from web.actors import say

Choices = Sequence[tuple[str, str | Sequence[tuple[str, str]]]]


def opponents_of(actor: Actor) -> Choices:
    """Whom a table may be opened for: whoever has its link, or a player, by their clubs. Empty
    where there is nobody but whoever has the link."""
    players = challengeable_by(actor).order_by("club__name", "club", "sort_key", "pk")
    clubs = [
        (club.name, [(str(one.pk), shown_name(one, club_roles(actor, club.pk))) for one in found])
        for club, found in groupby(players, key=lambda one: one.club)
    ]
    return [("", _("Whoever has the link")), *clubs] if clubs else []


class ChallengePage(Page):
    """The answer to a challenge, or that one's own is taken back."""

    action = "friendly.answer"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, match_id: int) -> HttpResponse:
        match, who = match_id, self.actor
        try:
            match request.POST.get("act"):
                case "accept":
                    return redirect(table_of(accept(match=match, by=who, now=self.now)))
                case "end":
                    end(match=match, by=who, now=self.now)
                case "block":
                    block_other(match=match, by=who, now=self.now)
                    messages.success(request, _("You two meet no more. They are not told."))
                case _:
                    raise Http404
        except Refusal as refused:
            messages.warning(request, say(refused.text))
        return redirect("play")
