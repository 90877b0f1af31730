"""Who plays: entered from the club's list, let in, put in order of seed, taken out, withdrawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.names import match_key, search_key
from kernel.text import N_, Refusal, Text
from pages.director.forms import WithdrawalForm
from pages.director.presence import Attendance, note_absent, note_back
from pages.director.teams import TeamRoomPage
from pages.parts import consequences
from pages.parts.fields import NewPlayerForm
from pages.parts.rooms import EntryRoomPage
from pages.parts.sent_order import SentOrder
from players.models import Player
from players.selectors import RatedPlayer, search_players
from tournaments.domain.formats.registry import format_of
from tournaments.models import Stage, Tournament
from tournaments.selectors.events.entries import (
    OUT,
    EntryRow,
    approved_players,
    entry_rows,
    field_of,
    waitlist_of,
)
from tournaments.selectors.events.seeding import in_seed_order
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.events import entries as services
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.entering import DRAWN
from tournaments.services.events.preparing import place_entries, remove_entry
from tournaments.services.events.presence import enter_late
from tournaments.services.events.teams import Team, enter_teams
from web.actors import say
from web.numbers import number_in, number_sent, numbers_in

ON_A_PAGE = 100
PLAYERS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Seeded:
    """An entrant at a place of the seed order, and what was typed instead of that place; what is
    said of the rounds that they play, and whether they sit out the next one."""

    place: int
    typed: str
    row: EntryRow
    presence: str
    is_away: bool


class EntriesPage(TeamRoomPage):
    """The list of entrants, and all that can be done to it."""

    action = "tournament.entries"
    template = "director/entries.html"
    tab = "entries"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {
            "enter": self.enter,
            "enter_all": self.enter_all,
            "new": self.new,
            "team": self.team,
            "approve": self.approve,
            "approve_all": self.approve_all,
            "up": lambda key: self.move(key, -1),
            "down": lambda key: self.move(key, 1),
            "places": self.to_places,
            "drop": self.drop,
            "seeding": self.seeding,
            "remove": self.remove,
            "absent": self.absent,
            "back": self.back,
            "late": self.late,
            "new_late": self.new_late,
            "late_team": self.late_team,
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
        return self._enter([self._added()])

    def team(self, _key: str) -> str:
        team = self.team_sent()
        enter_teams(teams=[team], **self.write())
        players = ", ".join(player.name for player in team.players)
        sentence = _("%(name)s is entered: %(players)s.")
        messages.success(self.request, sentence % {"name": team.name, "players": players})
        return self.here("entries")

    def approve(self, key: str) -> str:
        entry = services.approve_entry(entry_id=number_sent(key), **self.write())
        messages.success(self.request, _("%(name)s is in.") % {"name": entry.name})
        return self._back()

    def approve_all(self, _key: str) -> str:
        for row in entry_rows(self.tournament):
            if row.status == "requested":
                services.approve_entry(entry_id=row.entry.pk, **self.write())
        messages.success(self.request, _("Everybody who asked is in."))
        return self._back()

    def _enter(self, players: Sequence[Player]) -> str:
        services.enter_players(players=[(player, None) for player in players], **self.write())
        if len(players) == 1:
            sentence = _("%(name)s is entered.") % {"name": players[0].name}
        else:
            sentence = ngettext(
                "%(count)d player is entered.", "%(count)d players are entered.", len(players)
            ) % {"count": len(players)}
        messages.success(self.request, sentence)
        return self._back()

    # Seeds

    @cached_property
    def sent_order(self) -> SentOrder:
        """All entrants, also those on other parts of the list, as it was shown."""
        return SentOrder.of(self.request.POST)

    def move(self, key: str, by: int) -> str:
        return self._place([(number_sent(key), self.sent_order.place_of(number_sent(key)) + by)])

    def to_places(self, _key: str) -> str:
        return self._place(self.sent_order.wanted())

    def drop(self, key: str) -> str:
        """An entrant was dragged to a place."""
        return self._place([(number_sent(key), number_sent(self.request.POST.get("to", "")))])

    def _place(self, places: list[tuple[int, int]]) -> str:
        order = place_entries(places=places, was=self.sent_order.rows, **self.write())
        names = dict(self.tournament.entries.values_list("pk", "name"))
        for entry, _place in places:
            values = {"name": names[entry], "seed": order.index(entry) + 1}
            messages.success(self.request, _("%(name)s is now seed %(seed)d.") % values)
        last = f"#entry-{places[-1][0]}" if places else ""
        return self._back() + last

    def seeding(self, key: str) -> str:
        if key not in Tournament.Seeding.values:
            raise BadRequest("no such seeding")
        if self._is_drawn():
            raise Refusal(Text("not_ready", DRAWN))
        edit_tournament(seeding=key, **self.write())
        return self._back()

    # Going out

    def remove(self, key: str) -> str:
        rows = entry_rows(self.tournament)
        row = next((row for row in rows if row.entry.pk == number_sent(key)), None)
        remove_entry(entry_id=number_sent(key), **self.write())
        if row is None:
            return self.here("entries")
        query = QueryDict(mutable=True)
        players = [member.player for member in row.members] or [row.player_id]
        query.setlist("removed", [str(player) for player in players])
        query["name"] = row.entry.name
        return f"{self.here('entries')}?{query.urlencode()}"

    # While the event runs

    def absent(self, key: str) -> str:
        note_absent(self, key)
        return self._back()

    def back(self, key: str) -> str:
        note_back(self, key)
        return self._back()

    def late(self, _key: str) -> str:
        chosen = number_in(self.request.POST.get("player")) or 0
        player = self.listed().filter(pk=chosen).first()
        if player is None:
            raise Refusal(Text("invalid", N_("Choose the player who comes late.")), "player")
        return self._enter_late(player)

    def new_late(self, _key: str) -> str:
        return self._enter_late(self._added())

    def _added(self) -> Player:
        """Somebody who was not on the club's list."""
        return self.added(**self.sent("new", NewPlayerForm(self.request.POST)))

    def late_team(self, _key: str) -> str:
        return self._enter_late(self.team_sent())

    def _enter_late(self, who: Player | Team) -> str:
        enter_late(who=who, **self.write())
        sentence = _("%(name)s plays from the next round that is published.")
        messages.success(self.request, sentence % {"name": who.name})
        return self.here("entries")

    # What is shown

    def context(self) -> dict[str, Any]:
        rows = entry_rows(self.tournament)
        self.forms.setdefault("new", NewPlayerForm())
        self.forms.setdefault("team", self.team_form())
        query, find = self.request.GET.get("q", ""), self.request.GET.get("find", "")
        candidates = self._candidates(find)
        attendance = Attendance(self.tournament)
        entrants = self._seeded(rows, attendance)
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
            "bracket": self._bracket(len(entrants)),
            "why_no_draw": self._why_no_draw(rows),
            "next_round": attendance.round,
            "may_come_late": attendance.round and not self.blocked("enter_late"),
        }

    def _bracket(self, entrants: int) -> str:
        stage = self.tournament.stages.get(number=1)
        known = entrants > 1 and stage.format_class.is_single_bracket
        return consequences.of_bracket(entrants) if known else ""

    def _why_no_draw(self, rows: Sequence[EntryRow]) -> str:
        stage = self.tournament.stages.get(number=1)
        try:
            format_of(stage.format, stage.settings).validate(
                [row.entry.pk for row in field_of(rows)]
            )
        except Refusal as refusal:
            return say(refusal.text)
        return ""

    def _seeded(self, rows: Sequence[EntryRow], attendance: Attendance) -> list[Seeded]:
        ordered = in_seed_order(self.tournament, rows)
        return [
            Seeded(
                place,
                self.sent_order.kept(row.entry.pk),
                row,
                attendance.said_of(row.entry.pk),
                attendance.is_away(row.entry.pk),
            )
            for place, row in enumerate(ordered, 1)
        ]

    def _is_drawn(self) -> bool:
        return self.tournament.stages.filter(rounds__isnull=False).exists()

    def _candidates(self, text: str) -> QuerySet[RatedPlayer]:
        """The club's players who are not in, by name."""
        found = self.listed().exclude(pk__in=approved_players(self.tournament))
        return search_players(found, text, names_hidden=False).order_by("sort_key", "id")

    def _back(self) -> str:
        """To the same part of the list."""
        kept = self.request.GET.urlencode()
        return self.here("entries") + (f"?{kept}" if kept else "")

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


class EntryWithdrawalPage(EntryRoomPage):
    """Somebody is taken out for good: what follows is said, and the name is typed to be sure."""

    template = "director/withdrawal.html"

    def acts(self) -> Mapping[str, Callable[[str], str]]:
        return {"withdraw": self.withdraw}

    def withdraw(self, _key: str) -> str:
        data = self.sent("withdrawal", self._form(self.request.POST))
        if match_key(data["typed"]) != match_key(self.entry.name):
            sentence = N_("Type the name as it stands here: %(name)s")
            raise Refusal(Text("name_needed", sentence, {"name": self.entry.name}), "typed")
        services.withdraw_entry(entry_id=self.entry.pk, reason=data["reason"], **self.write())
        messages.success(self.request, _("%(name)s is withdrawn.") % {"name": self.entry.name})
        return self.here("entries")

    def context(self) -> dict[str, Any]:
        self.forms.setdefault("withdrawal", self._form())
        row = next(row for row in entry_rows(self.tournament) if row.entry.pk == self.entry.pk)
        return super().context() | {
            "entry": self.entry,
            "row": row,
            "opponent": self._opponent(),
            "in_bracket": self._stage.format_class.is_bracket,
            "may_sit_out": Attendance(self.tournament).round,
            "blocked": self.blocked("withdraw"),
        }

    def _form(self, *data: Any) -> WithdrawalForm:
        label = _("Type %(name)s to withdraw this entrant") % {"name": self.entry.name}
        return WithdrawalForm(*data, label=label)

    @cached_property
    def _stage(self) -> Stage:
        return current_stage(stages_of(self.tournament.pk))

    def _opponent(self) -> str:
        """Who wins by it: the opponent of the entrant's open match."""
        for pairing in stage_record(self._stage).resolved():
            if pairing.decision is None and self.entry.pk in pairing.entries:
                other = pairing.opponent_of(self.entry.pk)
                return self.tournament.entries.get(pk=other).name if other else ""
        return ""


def _page(entrants: Sequence[Seeded], query: str, number: str) -> Page[Seeded]:
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
