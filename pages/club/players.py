"""The players of a club: found, added, edited, merged, anonymised, given their own link."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from kernel.names import match_key
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from pages.club.forms import PlayerForm
from pages.parts.fields import NamedForm, NewPlayerForm
from pages.parts.rooms import ClubRoomPage
from players.models import Player
from players.selectors import players_visible_to, search_players
from players.services import links, players
from web.numbers import number_in

ON_A_PAGE = 100
MERGE_CANDIDATES = 20


class EditPlayersPage(ClubRoomPage):
    """The list, with search; one more at the end of it."""

    action = "player.edit"
    template = "club/players.html"
    tab = "edit_players"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"add": self.add}

    def add(self, _key: str) -> str:
        data = self.sent("new", NewPlayerForm(self.request.POST))
        player = players.add_player(club=self.club, **data, **self.write())
        messages.success(self.request, _("%(name)s is on the list.") % {"name": player.name})
        return self.here("edit_players") + "#new"

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("new", NewPlayerForm())
        query = self.request.GET.get("q", "")
        listed = players_visible_to(self.actor).filter(club=self.club).select_related("user")
        found = search_players(listed, query, names_hidden=False).order_by("sort_key", "id")
        return super().context() | {
            "query": query,
            "page": Paginator(found, ON_A_PAGE).get_page(self.request.GET.get("page")),
            "all": listed.count(),
        }


class EditPlayerPage(ClubRoomPage):
    """All that is kept of one player."""

    action = "player.edit"
    template = "club/player.html"
    tab = "edit_players"
    player: Player

    def find(self) -> Actor:
        actor = super().find()
        listed = players_visible_to(actor).filter(club=self.club).select_related("user")
        self.player = get_object_or_404(listed, pk=self.kwargs["player"])
        return actor

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {
            "edit": self.edit,
            "link": self.link,
            "merge": self.merge,
            "anonymise": self.anonymise,
        }

    def edit(self, _key: str) -> str:
        data = self.sent("player", self._form(self.request.POST))
        players.edit_player(player=self.player, **data, **self.write())
        messages.success(self.request, _("Saved."))
        return self._back()

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
        listed = players_visible_to(self.actor).filter(club=self.club)
        other = listed.filter(pk=number_in(key) or 0).first()
        if other is None:
            sentence = N_("Choose the player who is the same person.")
            raise Refusal(Text("player_gone", sentence), "other")
        self._require_typed("merge", other.name)
        players.merge_players(kept=self.player, other=other, **self.write())
        values = {"other": other.name, "name": self.player.name}
        messages.success(self.request, _("%(other)s and %(name)s are one player now.") % values)
        return self._back()

    def anonymise(self, _key: str) -> str:
        self.require("player.anonymise")
        self._require_typed("anonymise", self.player.name)
        players.anonymise_player(player=self.player, **self.write())
        messages.success(self.request, _("The name is taken out everywhere."))
        return self.here("edit_players")

    def _require_typed(self, name: str, wanted: str) -> None:
        form = self._named(name, wanted, self.request.POST)
        if match_key(self.sent(name, form)["typed"]) != match_key(wanted):
            sentence = N_("Type the name as it stands here: %(name)s")
            raise Refusal(Text("name_needed", sentence, {"name": wanted}), "typed")

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("player", self._form())
        self.forms.setdefault("anonymise", self._named("anonymise", self.player.name))
        find = self.request.GET.get("find", "")
        others = players_visible_to(self.actor).filter(club=self.club).exclude(pk=self.player.pk)
        other = others.filter(pk=number_in(self.request.GET.get("other")) or 0).first()
        if other:
            self.forms.setdefault("merge", self._named("merge", other.name))
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
            "other": other,
            "claim": claim,
        }

    def _form(self, *data: Any) -> PlayerForm:
        names = ("name", "rating", "email", "home_club", "shown")
        first = {name: getattr(self.player, name) for name in names}
        return PlayerForm(*data, initial=first)

    def _named(self, name: str, wanted: str, *data: Any) -> NamedForm:
        label = {
            "merge": _("Type %(name)s to make the two one"),
            "anonymise": _("Type %(name)s to take the name out"),
        }[name]
        label = label % {"name": wanted}
        return NamedForm(*data, label=label, auto_id=f"{name}_%s")

    def _back(self) -> str:
        return self.here("edit_player", self.player.pk)
