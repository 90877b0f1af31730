"""Who takes part: entered, registered, approved, seeded, checked in, withdrawn, swapped."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from players.models import Player
from players.selectors import own_player, players_visible_to
from tournaments.api.places import TournamentView, documented
from tournaments.models import Entry
from tournaments.selectors.events.access import own_members, sees_drafts
from tournaments.selectors.events.entries import EntryRow, Member, entry_rows
from tournaments.services.events import entries, preparing, teams
from tournaments.services.events.teams import MOST_MEMBERS, Team
from web.input import Body, IdField, LineField, NumberField, read_bodies, read_body

STATUSES = ["requested", "entered", "waitlist", "withdrawn", "put_out", "swapped"]
NOT_LISTED = N_("Your account is not on the list of this club's players. Ask for your link.")
NOT_HERE = N_("There is no such player in this club.")


class EntrantBody(Body):
    """A player of the club, or a team by its name with players in order of boards and then those
    who stand by."""

    player = IdField(required=False)
    name = LineField(max_length=1000, required=False)
    players = serializers.ListField(child=IdField(), max_length=MOST_MEMBERS, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        named = attrs.keys() & {"player", "name", "players"}
        if named not in ({"player"}, {"name", "players"}):
            raise ValidationError({"player": ["Give a player, or a team's name and players."]})
        return attrs


class EntryBody(EntrantBody):
    """A player of the club, or a team by its name with players in order of boards and then those
    who stand by; and a seed (left out: none yet)."""

    seed = NumberField(min_value=1, required=False, allow_null=True)


class LineupBody(Body):
    """Who plays for a team, in order of boards, and then who stands by; until the draw also its
    name. With `was`, the players as they were last read, another line-up than that is not
    overwritten, nor with `name_was` another name: 409 `stale`, with the entry as it stands in
    `error.current`."""

    players = serializers.ListField(child=IdField(), max_length=MOST_MEMBERS)
    name = LineField(max_length=1000, required=False)
    was = serializers.ListField(child=IdField(), max_length=MOST_MEMBERS, required=False)
    name_was = LineField(max_length=1000, required=False)


class SeedBody(Body):
    """An entry and its seed; null for none. With `was`, the seed as it was last read, another one
    than that is not overwritten: 409 `stale`, with the entries as they stand in `error.current`."""

    entry = IdField()
    seed = NumberField(min_value=1, allow_null=True)
    was = NumberField(min_value=1, allow_null=True, required=False)


class ReasonBody(Body):
    """Why, where there is something to say."""

    reason = LineField(max_length=500, required=False, allow_blank=True)


class ShownName(serializers.CharField):
    """A name in full for the staff, else as everybody may read it."""

    def get_attribute(self, instance: EntryRow | Member) -> str | None:
        full = super().get_attribute(instance)
        return full if self.context["full_names"] else instance.public


class MemberShape(serializers.Serializer[Member]):
    """A player of a team; board 0 is for who stands by."""

    player = serializers.IntegerField()
    name = ShownName()
    board = serializers.IntegerField()


class EntryAnswer(serializers.Serializer[EntryRow]):
    """A player's, or a team's, place in the tournament; `player` of a team plays on board 1."""

    id = serializers.IntegerField(source="entry.pk")
    player = serializers.IntegerField(source="player_id")
    name = ShownName(source="entry.name")
    seed = serializers.IntegerField(source="entry.seed", allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(choices=STATUSES)
    checked_in = serializers.BooleanField()
    members = MemberShape(many=True, help_text="Who plays for a team; of a player none.")


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
        return EntryAnswer(context={"full_names": sees_drafts(self.actor)})

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
    actions: ClassVar = {
        "GET": "tournament.view",
        "POST": "tournament.entries",
        "PATCH": "tournament.entries",
    }

    @documented("List the entries", EntryAnswer(many=True))
    def get(self, request: Request, tournament_id: int) -> Response:
        return self.answer_page(self.rows(), self.shape.to_representation)

    @documented(
        "Enter a player, a team, or a list of either: all or nothing",
        EntryAnswer(many=True),
        takes=EntryBody(many=True),
        status=201,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        bodies = read_bodies(EntryBody, request)
        if any("players" in body for body in bodies):
            made = teams.enter_teams(teams=[self.team(body) for body in bodies], **self.write)
        else:
            made = entries.enter_players(players=self._players(bodies), **self.write)
        return Response(self.standing(*made), 201)

    @documented(
        "Give entries their seeds by hand: all or nothing",
        EntryAnswer(many=True),
        takes=SeedBody(many=True),
    )
    def patch(self, request: Request, tournament_id: int) -> Response:
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
    actions: ClassVar = {"POST": "tournament.entries"}

    @documented("Let in somebody who asked", EntryAnswer)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        return self.one_answer(entries.approve_entry(entry_id=entry_id, **self.write))


class LineupView(EntryView):
    actions: ClassVar = {"PUT": "tournament.entries"}

    @documented("Set who plays for a team, and who stands by", EntryAnswer, takes=LineupBody)
    def put(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        body = read_body(LineupBody, request)
        known = self.known(body["players"], "players")
        players = [known[pk] for pk in body["players"]]
        entry = teams.line_up(
            entry_id=entry_id,
            players=players,
            name=body.get("name"),
            was=body.get("was"),
            name_was=body.get("name_was"),
            **self.write,
        )
        return self.one_answer(entry)

    def current(self) -> dict[str, Any]:
        return self.standing(self.entry)[0]


class CheckInView(EntryView):
    actions: ClassVar = {"POST": "tournament.check_in", "DELETE": "tournament.check_in"}

    @documented("Note that an entrant is here", EntryAnswer)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        return self.one_answer(entries.check_in_entry(entry_id=entry_id, **self.write))

    @documented("Take a check-in back", EntryAnswer)
    def delete(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        return self.one_answer(entries.take_back_check_in(entry_id=entry_id, **self.write))


class WithdrawalView(EntryView):
    actions: ClassVar = {"POST": "tournament.entries"}

    @documented(
        "Withdraw an entrant for good; their undecided match goes to the opponent",
        EntryAnswer,
        takes=ReasonBody,
    )
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        reason = read_body(ReasonBody, request).get("reason", "")
        entry = entries.withdraw_entry(entry_id=entry_id, reason=reason, **self.write)
        return self.one_answer(entry)


class SwapView(EntryView):
    actions: ClassVar = {"POST": "tournament.entries"}

    @documented("Swap a no-show for the first on the waitlist, who is answered", EntryAnswer)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        return self.one_answer(entries.swap_no_show(entry_id=entry_id, **self.write))


class RegistrationView(EntriesBaseView):
    actions: ClassVar = {"POST": "tournament.register", "DELETE": "tournament.withdraw_self"}

    @documented(
        "Ask to take part, with the player of the caller's account", EntryAnswer, status=201
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        player = own_player(self.actor, self.tournament.club_id)
        if player is None:
            raise Refusal(Text("no_player", NOT_LISTED))
        return self.one_answer(entries.register_player(player=player, **self.write), 201)

    @documented("Withdraw oneself for good", EntryAnswer)
    def delete(self, request: Request, tournament_id: int) -> Response:
        mine = own_members(self.actor, self.tournament).values("entry")
        entry = self.tournament.entries.filter(pk__in=mine).get()
        return self.one_answer(entries.withdraw_oneself(entry_id=entry.pk, **self.write))
