"""Teams: entered by a name and the names of their players, lined up on their boards."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from kernel.names import MAX_LENGTH
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from pages.director.forms import MemberForm, NameForm
from pages.director.typed_players import read_names
from pages.parts.fields import NewPlayerForm
from pages.parts.rooms import TournamentRoomPage
from pages.parts.sent_order import SentOrder
from players.models import Player
from players.selectors import RatedPlayer, players_by_id, players_visible_to
from players.services.players import add_player
from tournaments.selectors.events.entries import (
    OUT,
    EntryRow,
    Member,
    entry_rows,
    has_standing_draw,
    players_in,
)
from tournaments.services.events.teams import NAME_FIXED, Team, line_up
from web.numbers import number_sent

UNKNOWN = N_("Not on the club's list: %(names)s. Is it spelled as there?")
UNKNOWN_OR_NEW = N_("Not on the club's list: %(names)s. Is it spelled as there, or somebody new?")


class TeamRoomPage(TournamentRoomPage):
    """A list that is put in order by hand, and to which players of the club are named."""

    acts: ClassVar[Sequence[str]] = ("up", "down", "drop", "places", "new")

    @cached_property
    def sent_order(self) -> SentOrder:
        """All rows, also those on other parts of the list, as it was shown."""
        return SentOrder.of(self.request.POST)

    def place(self, places: Sequence[tuple[int, int]]) -> str:
        """Put these rows at these places."""
        raise NotImplementedError

    def place_of(self, key: str) -> int:
        """The place of a row now, from 1."""
        return self.sent_order.place_of(number_sent(key))

    def up(self, key: str) -> str:
        return self.place([(number_sent(key), self.place_of(key) - 1)])

    def down(self, key: str) -> str:
        return self.place([(number_sent(key), self.place_of(key) + 1)])

    def drop(self, key: str) -> str:
        """A row was dragged to a place."""
        return self.place([(number_sent(key), number_sent(self.request.POST.get("to")))])

    def places(self, _key: str) -> str:
        return self.place(self.sent_order.wanted())

    def added_by_form(self) -> Player:
        """Who was typed because they were not on the club's list."""
        return self.added(**self.sent("new"))

    def listed(self) -> QuerySet[RatedPlayer]:
        """The players of the club."""
        return players_visible_to(self.actor).filter(club=self.club)

    def named(self, text: str, at: str) -> list[Player | str]:
        taken = set(players_in(self.tournament))
        return read_names(text, self.listed().order_by("sort_key", "id").in_bulk(), taken, at)

    def added(self, **fields: Any) -> Player:
        """Somebody who was not on the club's list."""
        self.require("player.edit")
        return add_player(club=self.club, **fields, by=self.actor, now=self.now)

    def team_sent(self) -> Team:
        """The team that was typed; who is new is on the club's list by now."""
        data = self.sent("team")
        named = self.named(data["players"], "players")
        unknown = [name for name in named if isinstance(name, str)]
        if unknown and not data.get("new"):
            sentence = UNKNOWN_OR_NEW if "new" in data else UNKNOWN
            values = {"names": ", ".join(unknown)[:500]}
            raise Refusal(Text("invalid", sentence, values), "players")
        try:
            players = [self.added(name=one) if isinstance(one, str) else one for one in named]
        except Refusal as refusal:
            raise Refusal(refusal.text, "players") from refusal
        return Team(data["name"], players)


class LineUpPage(TeamRoomPage):
    """Who plays for a team on which board, and who stands by."""

    action = "tournament.entries"
    template = "director/lineup.html"
    tab = "entries"
    acts = (*TeamRoomPage.acts, "out", "add", "rename")
    form_classes = {"name": NameForm, "member": MemberForm, "new": NewPlayerForm}
    row: EntryRow

    def find(self) -> Actor:
        actor = super().find()
        self._read()
        return actor

    def _read(self) -> None:
        for row in entry_rows(self.tournament) if self.tournament.has_teams else ():
            if row.entry.pk == self.kwargs["entry"]:
                self.row = row
                return
        raise Http404

    def form_options(self, name: str) -> dict[str, Any]:
        if name == "name":
            return {"initial": {"team": self.row.entry.name}}
        return {"auto_id": "new_%s"} if name == "new" else {}

    @property
    def players(self) -> list[int]:
        """The members by their players, as they are lined up."""
        return [member.player for member in self.row.members]

    def place_of(self, key: str) -> int:
        """The number of the board, then those who stand by."""
        player = number_sent(key)
        if player not in self.players:
            sentence = N_("This player is not in the team any more. Look at the list again.")
            raise Refusal(Text("not_found", sentence))
        return self.players.index(player) + 1

    def place(self, places: Sequence[tuple[int, int]]) -> str:
        order = list(self.players)
        for player, place in places:
            self.place_of(str(player))
            order.remove(player)
            order.insert(max(place, 1) - 1, player)
        last = f"#entry-{places[-1][0]}" if places else ""
        return self._set(order, was=self.sent_order.rows) + last

    def out(self, key: str) -> str:
        member = self.row.members[self.place_of(key) - 1]
        stay = [other for other in self.players if other != member.player]
        here = self._set(stay, was=self.sent_order.rows)
        sentence = _("%(name)s is out of the team.")
        if self.tournament.has_partners:
            sentence = _("%(name)s is out.")
        if self.row.entry.members.filter(player=member.player).exists():
            sentence = _("%(name)s has played for the team: they stay in it, and stand by.")
            if self.tournament.has_partners:
                sentence = _("%(name)s has played already: they stay in, and stand by.")
        return self.done(sentence % {"name": member.name}, here)

    def add(self, _key: str) -> str:
        text = self.sent("member")["name"]
        named = self.named(text, "name")
        players = [one for one in named if isinstance(one, Player)]
        if len(players) < len(named):
            raise Refusal(Text("invalid", UNKNOWN, {"names": text[:MAX_LENGTH]}), "name")
        return self._join(players)

    def new(self, _key: str) -> str:
        return self._join([self.added_by_form()])

    def _join(self, players: Sequence[Player]) -> str:
        here = self._set([*self.players, *(player.pk for player in players)])
        for player in players:
            messages.success(self.request, _("%(name)s stands by.") % {"name": player.name})
        return here

    def rename(self, _key: str) -> str:
        name, was = self.sent("name")["team"], self.request.POST.get("was", "")
        try:
            here = self._set(self.players, name=name, name_was=was)
        except Refusal as refusal:
            raise Refusal(refusal.text, "team") from refusal
        return self.done(_("Saved."), here)

    def _set(self, order: Sequence[int], **more: Any) -> str:
        known = players_by_id(order)
        line_up(
            entry_id=self.row.entry.pk,
            players=[known[key] for key in order],
            **{"was": self.players, **more},
            **self.write(),
        )
        return self.address("lineup", self.row.entry.pk)

    def refused(self, refusal: Refusal) -> HttpResponse:
        self._read()  # as somebody else may have left it
        return super().refused(refusal)

    # What is shown

    def context(self) -> dict[str, Any]:
        are_partners = self.tournament.has_partners
        gone = _("The partners are out of the event.") if are_partners else ""
        out = (gone or _("The team is out of the event.")) if self.row.status in OUT else ""
        return super().context() | {
            "entry": self.row.entry,
            "members": [
                (
                    self.sent_order.kept(member.player) or place,
                    member,
                    _role(member, are_partners=are_partners),
                )
                for place, member in enumerate(self.row.members, 1)
            ],
            "rating": self.row.rating,
            "blocked": out or self.blocked("line_up"),
            "why_no_name": _(NAME_FIXED) if has_standing_draw(self.tournament) else "",
        }


def _role(member: Member, *, are_partners: bool) -> str:
    """Where somebody plays, and how strong they are."""
    where = _("stands by")
    if member.board:
        where = _("plays") if are_partners else _("board %(board)d") % {"board": member.board}
    return f"{where} · {member.rating}" if member.rating is not None else where
