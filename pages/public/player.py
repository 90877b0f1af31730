"""A player of a club as everybody may see them: where they played, and how it went."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from kernel.permissions import Actor
from pages.parts.place_words import place_words
from players.access.page import Page
from players.models import Club, Player
from players.selectors import (
    challengeable_by,
    club_roles,
    clubs_visible_to,
    figures_shown,
    players_visible_to,
    shown_name,
)
from tournaments.models import EntryMember
from tournaments.selectors.stages.people import (
    OwnBoard,
    OwnStanding,
    own_boards,
    played_by,
    standings_of,
)


class OnePlayerPage(Page):
    """A page about one player of a club, whom the reader sees listed. `is_own`: it is them."""

    club: Club
    player: Player
    is_own: bool

    def find(self) -> Actor:
        self.club = get_object_or_404(clubs_visible_to(self.actor), slug=self.kwargs["club"])
        actor = replace(self.actor, roles=club_roles(self.actor, self.club.pk))
        listed = players_visible_to(actor).filter(club=self.club)
        self.player = get_object_or_404(listed, pk=self.kwargs["player"])
        self.is_own = actor.user_id is not None and self.player.user_id == actor.user_id
        return actor


class PlayerPage(OnePlayerPage):
    """A player who hides their name has no page: its matches would tell who it is."""

    action = "club.view"

    def find(self) -> Actor:
        actor = super().find()
        if self.player.shown == Player.Shown.HIDDEN and not actor.may("player.contact"):
            raise Http404
        return actor

    def get(self, request: HttpRequest, **_kwargs: object) -> HttpResponse:
        members = played_by(self.actor, self.player)
        rows = standings_of(members)
        boards = own_boards(self.player, members)
        history = [_played(member, rows.get(member.tournament_id), boards) for member in members]
        is_staff = self.actor.may("player.contact")
        context = {
            "may_challenge": challengeable_by(self.actor).filter(pk=self.player.pk).exists(),
            "has_figures": self.is_own or figures_shown(self.player),
            "figures_shown": figures_shown(self.player),
            "club": self.club,
            "name": self.player.name if is_staff else shown_name(self.player, self.actor.roles),
            "player": self.player,
            "rated": is_staff or self.club.ratings_shown,
            "history": history,
            "boards": boards,
            "won": sum(played["won"] for played in history),
            "lost": sum(played["lost"] for played in history),
        }
        with timezone.override(ZoneInfo(self.club.time_zone)):
            return render(request, "public/player.html", context)


def _played(
    member: EntryMember, found: OwnStanding | None, boards: Sequence[OwnBoard]
) -> dict[str, Any]:
    """One tournament of theirs. Who played for a team has its place, and has won and lost what they
    themselves played: their boards."""
    tournament, standing = member.tournament, found or OwnStanding(None, 0, 0, 0)
    played = {
        "tournament": tournament,
        "place": place_words(standing.rank, standing.holders),
        "shared": standing.rank is not None and standing.holders > 1,
        "won": standing.won,
        "lost": standing.lost,
    }
    if not tournament.plays_boards:
        return played
    own = [board for board in boards if board.tournament == tournament.pk]
    won = [board.won for board in own]
    of_team = {"team": member.entry.name, "boards": own}
    return played | of_team | {"won": won.count(True), "lost": won.count(False)}
