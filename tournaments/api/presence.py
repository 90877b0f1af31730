"""Who is there for which round: late entries, absences, tables of their own."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from tournaments.api.entries import EntriesBaseView, EntryView
from tournaments.api.entry_shapes import EntrantBody, EntryAnswer
from tournaments.api.people import LARGEST_TABLE_NUMBER
from tournaments.selectors.events.pair_rules import LAST_ROUND
from tournaments.selectors.events.presence import presence_in
from tournaments.services.events import presence
from tournaments.services.events.teams import Team
from web.input import Body, NumberField, read_body
from web.schema import call


class LateEntryBody(EntrantBody):
    """A player of the club, or a team, that comes while the event runs."""


class AbsenceBody(Body):
    """From which round (left out: the next one) until which (left out: until they are back)."""

    from_round = NumberField(min_value=1, max_value=LAST_ROUND, required=False)
    until_round = NumberField(min_value=1, max_value=LAST_ROUND, required=False)


class OwnTableBody(Body):
    """The number of a table of their own; null for none."""

    table = NumberField(min_value=1, max_value=LARGEST_TABLE_NUMBER, allow_null=True)


class AbsenceAnswer(serializers.Serializer[Mapping[str, object]]):
    """Rounds that are sat out; without an end until the entrant is back."""

    from_round = serializers.IntegerField()
    until_round = serializers.IntegerField(allow_null=True)


class PresenceAnswer(serializers.Serializer[Mapping[str, object]]):
    """For which rounds of the current stage an entrant is there: from round `joined` on, but for
    the absences; `table` is a table of their own."""

    entry = serializers.IntegerField()
    joined = serializers.IntegerField()
    absences = AbsenceAnswer(many=True)
    table = serializers.IntegerField(allow_null=True)


class LateEntriesView(EntriesBaseView):
    @call("tournament.entries", EntryAnswer, takes=LateEntryBody, status=201)
    def post(self, request: Request, tournament_id: int) -> Response:
        """Enter a player, or a team, while the event runs, to play from the next round."""
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
    @call("tournament.check_in", PresenceAnswer, takes=AbsenceBody)
    def post(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Note that an entrant sits out rounds."""
        body = read_body(AbsenceBody, request)
        presence.note_absence(entry_id=entry_id, **body, **self.write)
        return self.presence()

    @call("tournament.check_in", PresenceAnswer)
    def delete(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Note that an entrant is there again from the next round."""
        presence.end_absence(entry_id=entry_id, **self.write)
        return self.presence()


class OwnTableView(PresenceView):
    @call("tournament.entries", PresenceAnswer, takes=OwnTableBody)
    def put(self, request: Request, tournament_id: int, entry_id: int) -> Response:
        """Give an entrant a table of their own, or none."""
        table = read_body(OwnTableBody, request)["table"]
        presence.fix_table(entry_id=entry_id, table=table, **self.write)
        return self.presence()
