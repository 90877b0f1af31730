"""Who plays: entered from the club's list, let in, put in order of seed, taken out, withdrawn."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.names import search_key
from kernel.text import N_, Refusal, Text
from pages.director.coming_late import ComingLate, from_round, into_the_draw
from pages.director.draw_draft import bracket_says, why_no_field
from pages.director.forms import NamesForm, PartnersForm, TeamForm
from pages.director.presence import Attendance, AttendanceRoomPage, Attending
from pages.director.teams import TeamRoomPage
from pages.parts import consequences
from pages.parts.fields import NewPlayerForm
from players.models import Player
from players.selectors import RatedPlayer, search_players
from tournaments.models import Tournament
from tournaments.selectors.events.entries import (
    OUT,
    EntryRow,
    approved_players,
    entry_rows,
    in_seed_order,
    waitlist_of,
)
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events import entries as services
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.entering import DRAWN, standing_draw
from tournaments.services.events.joining_a_draw import enter_into_draw, why_no_new_draw
from tournaments.services.events.preparing import place_entries, remove_entry
from tournaments.services.events.presence import enter_late
from tournaments.services.events.teams import Team, draw_partners, enter_teams
from web.numbers import number_in, number_sent, numbers_in

ON_A_PAGE = 100
PLAYERS_SHOWN = 60


class EntriesPage(AttendanceRoomPage, TeamRoomPage):
    """The list of entrants, and all that can be done to it."""

    action = "tournament.entries"
    template = "director/entries.html"
    tab = "entries"

    acts = (
        *TeamRoomPage.acts,
        *AttendanceRoomPage.acts,
        *("enter", "enter_all", "names", "team", "draw_partners", "approve", "approve_all"),
        *("seeding", "remove", "late", "new_late", "late_team"),
        *("into_draw", "new_into_draw", "team_into_draw"),
    )
    form_classes = {
        "new": NewPlayerForm,
        "names": NamesForm,
        "team": TeamForm,
        "partners": PartnersForm,
    }

    def form_options(self, name: str) -> dict[str, Any]:
        may_add = self.actor.may("player.edit")
        if name != "team":
            return {}
        event = self.tournament
        return {
            "boards": event.boards,
            "are_partners": event.has_partners,
            "may_add": may_add,
        }

    # Coming in

    def enter(self, _key: str) -> str:
        chosen = numbers_in(self.request.POST.getlist("player"))
        if not chosen:
            raise Refusal(Text("invalid", N_("Tick the players to enter.")), "player")
        found = self.listed().in_bulk(chosen)
        return self._enter([found[key] for key in chosen if key in found])

    def enter_all(self, _key: str) -> str:
        return self._enter(list(self._candidates("")))

    def new(self, _key: str) -> str:
        return self._enter([self.added_by_form()])

    def names(self, _key: str) -> str:
        """A list that was typed or pasted; after the first one the desk says what is next."""
        is_first = not entry_rows(self.tournament)
        named = self.named(self.sent("names")["names"], "names")
        players = [self.added(name=one) if isinstance(one, str) else one for one in named]
        address = self._enter(players)
        leads_on = is_first and self.actor.may("round.publish")
        return self.address("desk") if leads_on else address

    def team(self, _key: str) -> str:
        team = self.team_sent()
        enter_teams(teams=[team], **self.write())
        players = ", ".join(player.name for player in team.players)
        sentence = _("%(name)s is entered: %(players)s.")
        values = {"name": team.name, "players": players}
        return self.done(sentence % values, self.address("entries"))

    def draw_partners(self, _key: str) -> str:
        """Players who came alone become partners."""
        sent = self.sent("partners")
        named = self.named(sent["names"], "names")
        players = [self.added(name=one) if isinstance(one, str) else one for one in named]
        drawn = draw_partners(players=players, how=sent["how"], **self.write())
        sentence = _("Drawn as partners: %(sides)s.")
        values = {"sides": ", ".join(entry.name for entry in drawn)}
        return self.done(sentence % values, self.address("entries"))

    def approve(self, key: str) -> str:
        entry = services.approve_entry(entry_id=number_sent(key), **self.write())
        return self.done(_("%(name)s is in.") % {"name": entry.name}, self.same_part())

    def approve_all(self, _key: str) -> str:
        for row in entry_rows(self.tournament):
            if row.status == "requested":
                services.approve_entry(entry_id=row.entry.pk, **self.write())
        return self.done(_("Everybody who asked is in."), self.same_part())

    def _enter(self, players: Sequence[Player]) -> str:
        services.enter_players(players=[(player, None) for player in players], **self.write())
        if len(players) == 1:
            sentence = _("%(name)s is entered.") % {"name": players[0].name}
        else:
            sentence = ngettext(
                "%(count)d player is entered.", "%(count)d players are entered.", len(players)
            ) % {"count": len(players)}
        return self.done(sentence, self.same_part())

    # Seeds

    def place(self, places: Sequence[tuple[int, int]]) -> str:
        order = place_entries(places=places, was=self.sent_order.rows, **self.write())
        names = dict(self.tournament.entries.values_list("pk", "name"))
        for entry, _place in places:
            values = {"name": names[entry], "seed": order.index(entry) + 1}
            messages.success(self.request, _("%(name)s is now seed %(seed)d.") % values)
        last = f"#entry-{places[-1][0]}" if places else ""
        return self.same_part() + last

    def seeding(self, key: str) -> str:
        if key not in Tournament.Seeding.values:
            raise BadRequest("no such seeding")
        if self._is_drawn():
            raise Refusal(Text("not_ready", DRAWN))
        edit_tournament(seeding=key, **self.write())
        return self.same_part()

    # Going out

    def remove(self, key: str) -> str:
        rows = entry_rows(self.tournament)
        row = next((row for row in rows if row.entry.pk == number_sent(key)), None)
        remove_entry(entry_id=number_sent(key), **self.write())
        if row is None:
            return self.address("entries")
        query = QueryDict(mutable=True)
        players = [member.player for member in row.members] or [row.player_id]
        query.setlist("removed", [str(player) for player in players])
        query["name"] = row.entry.name
        return f"{self.address('entries')}?{query.urlencode()}"

    # While the event runs

    def late(self, _key: str) -> str:
        return self._enter_late(self._chosen())

    def _chosen(self) -> Player:
        chosen = number_in(self.request.POST.get("player")) or 0
        player = self.listed().filter(pk=chosen).first()
        if player is None:
            raise Refusal(Text("invalid", N_("Choose the player who comes late.")), "player")
        return player

    def new_late(self, _key: str) -> str:
        return self._enter_late(self.added_by_form())

    def late_team(self, _key: str) -> str:
        return self._enter_late(self.team_sent())

    def _enter_late(self, who: Player | Team) -> str:
        enter_late(who=who, **self.write())
        sentence = _("%(name)s plays from the next round that is published.")
        return self.done(sentence % {"name": who.name}, self.address("entries"))

    def into_draw(self, _key: str) -> str:
        return self._draw_with(self._chosen())

    def new_into_draw(self, _key: str) -> str:
        return self._draw_with(self.added_by_form())

    def team_into_draw(self, _key: str) -> str:
        return self._draw_with(self.team_sent())

    def _draw_with(self, who: Player | Team) -> str:
        self.require("tournament.draw")
        entry = enter_into_draw(who=who, **self.write())
        sentence = _("%(name)s is seed %(seed)d, and the draw is made anew.")
        values = {"name": entry.name, "seed": entry.seed}
        return self.done(sentence % values, self.address("entries"))

    # What is shown

    def context(self) -> dict[str, Any]:
        rows, first = entry_rows(self.tournament), self.tournament.stages.get(number=1)
        query, find = self.request.GET.get("q", ""), self.request.GET.get("find", "")
        candidates = self._candidates(find)
        attendance = Attendance(self.tournament)
        entrants = [
            attendance.of(row, place, self.sent_order.kept(row.entry.pk))
            for place, row in enumerate(in_seed_order(self.tournament, rows), 1)
        ]
        return super().context() | {
            "rows": rows,
            "page": _page(entrants, query, self.request.GET.get("page", "")),
            "seeding_options": [
                (code, _(title), _(says), code == self.tournament.seeding)
                for code, (title, says) in consequences.SEEDING.items()
            ],
            "entrants": len(entrants),
            "order": ",".join(str(entrant.row.entry.pk) for entrant in entrants),
            "requests": [row for row in rows if row.status == "requested"],
            "waiting": waitlist_of(rows),
            "gone": [row for row in rows if row.status in OUT],
            "query": query,
            "find": find,
            "candidates": candidates[:PLAYERS_SHOWN],
            "candidates_count": candidates.count(),
            "club_is_empty": not self.listed().exists(),
            "drawn": self._is_drawn(),
            "blocked": self.blocked("change_entries") or (_(DRAWN) if self._is_drawn() else ""),
            "removed": self._removed(),
            "bracket": bracket_says(first, len(entrants)),
            "why_no_draw": why_no_field(first, rows),
            "next_round": attendance.round,
            "late": self._late(attendance.round),
        }

    def _late(self, next_round: int | None) -> ComingLate | None:
        """How somebody who comes late gets in, None where nobody does."""
        are_partners = self.tournament.has_partners
        if next_round:
            if self.blocked("enter_late"):
                return None
            are = {"are_teams": self.tournament.has_teams, "are_partners": are_partners}
            return from_round(next_round, **are)
        drawn = standing_draw(self.tournament)
        if drawn is None or self.blocked("draw") or why_no_new_draw(stage_record(drawn.stage)):
            return None
        return into_the_draw(are_partners=are_partners)

    def _is_drawn(self) -> bool:
        return self.tournament.stages.filter(rounds__isnull=False).exists()

    def _candidates(self, text: str) -> QuerySet[RatedPlayer]:
        """The club's players who are not in, by name."""
        found = self.listed().exclude(pk__in=approved_players(self.tournament))
        return search_players(found, text, names_hidden=False).order_by("sort_key", "id")

    def _removed(self) -> dict[str, Any] | None:
        """Who was taken out just now, and can be put back: a player, or a team with its players in
        their order."""
        keys = numbers_in(self.request.GET.getlist("removed"))
        found = self._candidates("").in_bulk(keys)
        if not keys or len(found) < len(keys):
            return None
        players = [found[key] for key in keys]
        name = self.request.GET.get("name", "") if self.tournament.has_teams else players[0].name
        return {"name": name, "players": players}


def _page(entrants: Sequence[Attending], query: str, number: str) -> Page[Attending]:
    """A part of the list; with a query, of those whose names hold it."""
    wanted = search_key(" ".join(query.split()))
    found = [
        entrant
        for entrant in entrants
        if any(wanted in search_key(name) for name in _names(entrant.row))
    ]
    return Paginator(found, ON_A_PAGE).get_page(number)


def _names(row: EntryRow) -> list[str]:
    return [row.entry.name, *(member.name for member in row.members)]
