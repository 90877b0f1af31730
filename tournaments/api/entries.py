"""Who takes part: entered, registered, approved, seeded, checked in, withdrawn, swapped."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from players.models import Player
from players.selectors import own_player, players_visible_to
from tournaments.api.entry_shapes import (
    EntryAnswer,
    EntryBody,
    LineupBody,
    OptionalReasonBody,
    PartnersBody,
    SeedBody,
)
from tournaments.api.places import TournamentView
from tournaments.models import Entry
from tournaments.selectors.events.access import own_members, sees_drafts
from tournaments.selectors.events.entries import EntryRow, entry_rows
from tournaments.services.events import entries, preparing, teams
from tournaments.services.events.teams import Team
from web.input import read_bodies, read_body
from web.schema import call

NOT_LISTED = N_("Your account is not on the list of this club's players. Ask for your link.")
NOT_HERE = N_("There is no such player in this club.")


class EntriesBaseView(TournamentView):
    """Something of the entries."""

    tag = "entries"

    def rows(self) -> list[EntryRow]:
        """The entries that the caller may see: who only asked to come in is not published."""
        rows = entry_rows(self.tournament)
        if self.actor.may("tournament.entries"):
            return rows
        return [row for row in rows if row.status != "requested"]

    @cached_property
    def shape(self) -> EntryAnswer:
        is_staff = sees_drafts(self.actor)
        rated = is_staff or self.tournament.club.ratings_shown
        return EntryAnswer(context={"full_names": is_staff, "ratings": rated})

    def known(self, asked: Sequence[int], field: str) -> Mapping[int, Player]:
        """The players of the club by their ids; refused where one of them is not of it."""
        listed = players_visible_to(self.actor).filter(club=self.tournament.club_id)
        known = listed.in_bulk(asked)
        if any(pk not in known for pk in asked):
            raise Refusal(Text("invalid", NOT_HERE), field)
        return known

    def team(self, body: Mapping[str, Any]) -> Team:
        """The team that a body names."""
        if "players" not in body:
            raise Refusal(Text("invalid", entries.TEAMS_ENTER), "player")
        known = self.known(body["players"], "players")
        return Team(body["name"], [known[pk] for pk in body["players"]], body.get("seed"))

    def standing(self, *chosen: Entry) -> list[dict[str, Any]]:
        """These entries as they stand now, in this order."""
        known = {row.entry.pk: row for row in entry_rows(self.tournament)}
        return [self.shape.to_representation(known[entry.pk]) for entry in chosen]

    def one_answer(self, entry: Entry, status: int = 200) -> Response:
        return Response(self.standing(entry)[0], status)


class EntriesView(EntriesBaseView):
    @call("tournament.view", EntryAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        """List the entries."""
        return self.answer_page(self.rows(), self.shape.to_representation)

    @call("tournament.entries", EntryAnswer(many=True), takes=EntryBody(many=True), status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Enter a player, a team, or a list of either: all or nothing."""
        bodies = read_bodies(EntryBody, request)
        if any("players" in body for body in bodies):
            made = teams.enter_teams(teams=[self.team(body) for body in bodies], **self.write)
        else:
            made = entries.enter_players(players=self._players(bodies), **self.write)
        return Response(self.standing(*made), 201)

    @call("tournament.entries", EntryAnswer(many=True), takes=SeedBody(many=True))
    def patch(self, request: Request, tournament_id: int) -> Response:
        """Give entries their seeds by hand: all or nothing."""
        bodies = read_bodies(SeedBody, request)
        seeds = {body["entry"]: body["seed"] for body in bodies}
        was = {body["entry"]: body["was"] for body in bodies if "was" in body}
        seeded = preparing.seed_entries(seeds=seeds, was=was, **self.write)
        return Response(self.standing(*seeded))

    def current(self) -> list[dict[str, Any]]:
        return [self.shape.to_representation(row) for row in self.rows()]

    def _players(self, bodies: Sequence[dict[str, Any]]) -> list[tuple[Player, int | None]]:
        asked = [body["player"] for body in bodies]
        if len(set(asked)) != len(asked):
            raise ValidationError({"player": ["Enter each player once."]})
        known = self.known(asked, "player")
        return [(known[body["player"]], body.get("seed")) for body in bodies]


class PartnersView(EntriesBaseView):
    @call("tournament.entries", EntryAnswer(many=True), takes=PartnersBody, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Draw partners from players who came alone, and enter them: all or nothing."""
        body = read_body(PartnersBody, request)
        asked = body["players"]
        known = self.known(asked, "players")
        made = teams.draw_partners(
            players=[known[pk] for pk in asked],
            how=body["how"],
            seed=body.get("seed", ""),
            **self.write,
        )
        return Response(self.standing(*made), 201)


class EntryView(EntriesBaseView):
    """Something of one entry."""

    entry: Entry

    def load(self) -> Actor:
        actor = super().load()
        entry = get_object_or_404(
            self.tournament.entries.select_related("approval"), pk=self.kwargs["entry_id"]
        )
        if not hasattr(entry, "approval") and not actor.may("tournament.entries"):
            raise Http404
        self.entry = entry
        return actor


class ApprovalView(EntryView):
    @call("tournament.entries", EntryAnswer)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Let in somebody who asked."""
        return self.one_answer(entries.approve_entry(entry_id=entry_id, **self.write))


class LineupView(EntryView):
    @call("tournament.entries", EntryAnswer, takes=LineupBody)
    def put(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Set who plays for a team, and who stands by."""
        body = read_body(LineupBody, request)
        known = self.known(body["players"], "players")
        body["players"] = [known[pk] for pk in body["players"]]
        return self.one_answer(teams.line_up(entry_id=entry_id, **body, **self.write))

    def current(self) -> dict[str, Any]:
        return self.standing(self.entry)[0]


class CheckInView(EntryView):
    @call("tournament.check_in", EntryAnswer)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Note that an entrant is here."""
        return self.one_answer(entries.check_in_entry(entry_id=entry_id, **self.write))

    @call("tournament.check_in", EntryAnswer)
    def delete(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Take a check-in back."""
        return self.one_answer(entries.take_back_check_in(entry_id=entry_id, **self.write))


class WithdrawalView(EntryView):
    @call("tournament.entries", EntryAnswer, takes=OptionalReasonBody)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Withdraw an entrant for good; their undecided match goes to the opponent."""
        reason = read_body(OptionalReasonBody, request).get("reason", "")
        entry = entries.withdraw_entry(entry_id=entry_id, reason=reason, **self.write)
        return self.one_answer(entry)


class SwapView(EntryView):
    @call("tournament.entries", EntryAnswer)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Swap a no-show for the first on the waitlist, who is answered."""
        return self.one_answer(entries.swap_no_show(entry_id=entry_id, **self.write))


class RegistrationView(EntriesBaseView):
    @call("tournament.register", EntryAnswer, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Ask to take part, with the player of the caller's account."""
        player = own_player(self.actor, self.tournament.club_id)
        if player is None:
            raise Refusal(Text("no_player", NOT_LISTED))
        return self.one_answer(entries.register_player(player=player, **self.write), 201)

    @call("tournament.withdraw_self", EntryAnswer)
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Withdraw oneself for good."""
        mine = own_members(self.actor, self.tournament).values("entry")
        entry = self.tournament.entries.filter(pk__in=mine).get()
        return self.one_answer(entries.withdraw_oneself(entry_id=entry.pk, **self.write))
