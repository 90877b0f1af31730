"""Who is there for which round: late entries, absences, tables of their own."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from tournaments.api.entries import EntriesBaseView, EntryAnswer, EntryBody, EntryView
from tournaments.api.people import LARGEST_TABLE_NUMBER
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.events.presence import presence_in
from tournaments.services.events import presence
from tournaments.services.events.teams import Team
from web.input import Body, NumberField, read_body


class LateEntryBody(EntryBody):
    """A player of the club, or a team, that comes while the event runs."""

    seed = None


class AbsenceBody(Body):
    """From which round (left out: the next one) until which (left out: until they are back)."""

    from_round = NumberField(min_value=1, max_value=LAST_ROUND, required=False)
    until_round = NumberField(min_value=1, max_value=LAST_ROUND, required=False)


class OwnTableBody(Body):
    """The number of a table of their own; null for none."""

    table = NumberField(min_value=1, max_value=LARGEST_TABLE_NUMBER, allow_null=True)


class AbsenceAnswer(serializers.Serializer):
    """Rounds that are sat out; without an end until the entrant is back."""

    from_round = serializers.IntegerField()
    until_round = serializers.IntegerField(allow_null=True)


class PresenceAnswer(serializers.Serializer):
    """For which rounds of the current stage an entrant is there: from round `joined` on, but for
    the absences; `table` is a table of their own."""

    entry = serializers.IntegerField()
    joined = serializers.IntegerField()
    absences = AbsenceAnswer(many=True)
    table = serializers.IntegerField(allow_null=True)


class LateEntriesView(EntriesBaseView):
    actions: ClassVar = {"POST": "tournament.entries"}

    @extend_schema(
        summary="Enter a player, or a team, while the event runs, to play from the next round",
        request=LateEntryBody,
        responses={201: EntryAnswer},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        body = read_body(LateEntryBody, request)
        who: Player | Team
        if "players" in body:
            who = self.team(body)
        else:
            who = self.known([body["player"]], "player")[body["player"]]
        return self.one_answer(presence.enter_late(who=who, **self.write), 201)


class PresenceView(EntryView):
    """For which rounds an entrant is there."""

    def presence(self) -> Response:
        """As it stands now."""
        found = presence_in(self.stage(None))[self.entry.pk]
        row: dict[str, Any] = {
            "entry": self.entry.pk,
            "joined": found.joined,
            "absences": [
                {"from_round": first, "until_round": last} for first, last in found.absences
            ],
            "table": found.table,
        }
        return Response(row)


class AbsencesView(PresenceView):
    actions: ClassVar = {"POST": "tournament.check_in", "DELETE": "tournament.check_in"}

    @extend_schema(
        summary="Note that an entrant sits out rounds",
        request=AbsenceBody,
        responses={200: PresenceAnswer},
    )
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        body = read_body(AbsenceBody, request)
        presence.note_absence(entry_id=entry_id, **body, **self.write)
        return self.presence()

    @extend_schema(
        summary="Note that an entrant is there again from the next round",
        responses={200: PresenceAnswer},
    )
    def delete(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        presence.end_absence(entry_id=entry_id, **self.write)
        return self.presence()


class OwnTableView(PresenceView):
    actions: ClassVar = {"PUT": "tournament.entries"}

    @extend_schema(
        summary="Give an entrant a table of their own, or none",
        request=OwnTableBody,
        responses={200: PresenceAnswer},
    )
    def put(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        table = read_body(OwnTableBody, request)["table"]
        presence.fix_table(entry_id=entry_id, table=table, **self.write)
        return self.presence()
