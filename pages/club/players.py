"""The players of a club: found, added, edited, merged, anonymised, given their own link."""

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from pages.club.forms import PlayerForm
from pages.parts.csv_file import csv_answer
from pages.parts.fields import NamedForm, NewPlayerForm
from pages.parts.rooms import ClubRoomPage
from players.models import Player
from players.selectors import RatedPlayer, players_visible_to, search_players
from players.services import links, players
from players.services.outbox import is_mail_on
from web.numbers import number_in

ON_A_PAGE = 100
MERGE_CANDIDATES = 20


class EditPlayersPage(ClubRoomPage):
    """The list, with search; one more at the end of it."""

    action = "player.edit"
    template = "club/players.html"
    tab = "edit_players"
    acts = ("add",)
    form_classes = {"new": NewPlayerForm}

    def add(self, _key: str) -> str:
        player = players.add_player(club=self.club, **self.sent("new"), **self.write())
        said = _("%(name)s is on the list.") % {"name": player.name}
        return self.done(said, self.address("edit_players") + "#new")

    def context(self) -> dict[str, Any]:
        query = self.request.GET.get("q", "")
        listed = players_visible_to(self.actor).filter(club=self.club).select_related("user")
        found = search_players(listed, query, names_hidden=False).order_by("sort_key", "id")
        return super().context() | {
            "query": query,
            "page": Paginator(found, ON_A_PAGE).get_page(self.request.GET.get("page")),
            "all": listed.count(),
        }


class RosterFilePage(ClubRoomPage):
    """The whole list as a file for spreadsheets."""

    action = "player.edit"
    tab = "edit_players"

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        listed = players_visible_to(self.actor).filter(club=self.club)
        rows = listed.order_by("sort_key", "id").values_list("name", "rating", "home_club", "email")
        headings = (_("Name"), _("Rating"), _("Club"), _("E-mail"))
        return csv_answer(f"{self.club.slug}-players", headings, rows)


class EditPlayerPage(ClubRoomPage):
    """All that is kept of one player."""

    action = "player.edit"
    template = "club/player.html"
    tab = "edit_players"
    acts = ("edit", "link", "merge", "anonymise")
    form_classes = {"player": PlayerForm, "anonymise": NamedForm, "merge": NamedForm}
    player: Player

    def find(self) -> Actor:
        actor = super().find()
        listed = players_visible_to(actor).filter(club=self.club).select_related("user")
        self.player = get_object_or_404(listed, pk=self.kwargs["player"])
        return actor

    def form_options(self, name: str) -> dict[str, Any]:
        if name == "player":
            names = ("name", "rating", "email", "home_club", "shown")
            return {"initial": {name: getattr(self.player, name) for name in names}}
        if name == "merge":
            label, typed = _("Type %(name)s to make the two one"), self.other
        else:
            label, typed = _("Type %(name)s to take the name out"), self.player
        return {"name": typed.name if typed else "", "label": label, "auto_id": f"{name}_%s"}

    @cached_property
    def other(self) -> Player | None:
        """Who is said to be the same person."""
        return self._others().filter(pk=number_in(self.request.GET.get("other")) or 0).first()

    def _others(self) -> QuerySet[RatedPlayer]:
        listed = players_visible_to(self.actor).filter(club=self.club)
        return listed.exclude(pk=self.player.pk)

    def edit(self, _key: str) -> str:
        players.edit_player(player=self.player, **self.sent("player"), **self.write())
        return self.done(_("Saved."), self._back())

    def link(self, _key: str) -> str:
        email = self.player.email if self.request.POST.get("mail") else ""
        made = links.create_claim_link(player=self.player, email=email, **self.write())
        # The token is known now and never again: it goes to the next page by the session alone.
        self.request.session["claim"] = {
            "player": self.player.pk,
            "url": made.url,
            "email": email,
        }
        return self._back() + "#account"

    def merge(self, key: str) -> str:
        self.require("player.merge")
        if self.other is None or self.other.pk != number_in(key):
            sentence = N_("Choose the player who is the same person.")
            raise Refusal(Text("player_gone", sentence), "other")
        self.sent("merge")
        players.merge_players(kept=self.player, other=self.other, **self.write())
        values = {"other": self.other.name, "name": self.player.name}
        return self.done(_("%(other)s and %(name)s are one player now.") % values, self._back())

    def anonymise(self, _key: str) -> str:
        self.require("player.anonymise")
        self.sent("anonymise")
        players.anonymise_player(player=self.player, **self.write())
        return self.done(_("The name is taken out everywhere."), self.address("edit_players"))

    def context(self) -> dict[str, Any]:
        find, others = self.request.GET.get("find", ""), self._others()
        found = search_players(others, find, names_hidden=False) if find else others.none()
        claim = self.request.session.get("claim")
        if claim and claim["player"] == self.player.pk:
            del self.request.session["claim"]
        else:
            claim = None
        return super().context() | {
            "player": self.player,
            "find": find,
            "found": found.order_by("sort_key", "id")[:MERGE_CANDIDATES],
            "other": self.other,
            "claim": claim,
            "is_mail_on": is_mail_on(),
        }

    def _back(self) -> str:
        return self.address("edit_player", self.player.pk)
