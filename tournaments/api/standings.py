"""The standings of a stage, and the crosstable of a round robin."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import SeatField, pair
from tournaments.api.matches import StageQuery
from tournaments.api.places import TournamentView
from tournaments.domain.formats.sentences import text_from
from tournaments.domain.lifecycle import MatchState
from tournaments.models import StandingTable
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.crosstables import GroupTable, crosstable, with_crosstable
from tournaments.selectors.stages.kept_standings import pairings_against, standing_table
from tournaments.selectors.stages.sides import NamedSide, entry_names
from web.actors import say
from web.input import NumberInQuery, Query, read_query
from web.schema import call


class CrosstableQuery(Query):
    """Which stage: left out, the current one."""

    stage = NumberInQuery(min_value=1, required=False)


class StandingShape(serializers.Serializer[Mapping[str, object]]):
    """An entry's place; null while it is still in."""

    rank = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    group = serializers.IntegerField(
        allow_null=True, help_text="Where there are groups, the one in which the rank holds."
    )
    played = serializers.IntegerField(help_text="Byes, walkovers and double forfeits not counted.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    tiebreaks = serializers.DictField(
        child=serializers.FloatField(), help_text="The values that were compared, by code."
    )
    reason = serializers.CharField()
    chance = serializers.CharField(
        allow_null=True, help_text="What is sure, or what it takes, in the last rounds."
    )


class StandingsAnswer(serializers.Serializer[Mapping[str, object]]):
    """The standings after a round."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    computed_at = serializers.DateTimeField()
    leaves_rules = serializers.BooleanField(
        help_text="Matches were kept against the results: the bracket says which."
    )
    rows = StandingShape(many=True)


class EntryInSeat(serializers.IntegerField):
    """Who has a seat."""

    def __init__(self, seat: int, **options: Any) -> None:
        super().__init__(**options)
        self.seat = seat

    def get_attribute(self, slot: Slot) -> int | None:
        side = slot.players[self.seat]
        return None if side is None else side.entry


class MeetingShape(serializers.Serializer[Slot]):
    """A match of a group. `row` has seat 0."""

    match = serializers.IntegerField(
        source="match.pk",
        allow_null=True,
        help_text="Null between teams: their matches are boards of the bracket.",
    )
    round = serializers.IntegerField()
    row = EntryInSeat(0, help_text="The entry in seat 0.")
    column = EntryInSeat(1, help_text="The entry in seat 1.")
    state = serializers.ChoiceField(choices=[str(state) for state in MatchState])
    games_won = pair()
    winner = SeatField()
    decision = serializers.ChoiceField(
        choices=["played", "drawn", "walkover", "double_forfeit", "withdrawal"], allow_null=True
    )


class GroupEntryShape(serializers.Serializer[NamedSide]):
    """An entrant of a group."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)

    def to_representation(self, side: NamedSide) -> dict[str, Any]:
        return asdict(side)


class GroupShape(serializers.Serializer[GroupTable]):
    """A group: its entrants by place as it stands, each match once."""

    number = serializers.IntegerField()
    entries = GroupEntryShape(many=True, source="entrants")
    results = MeetingShape(many=True, source="matches")


class CrosstableAnswer(serializers.Serializer[Mapping[str, object]]):
    """The groups of a round robin; none until it is published."""

    stage = serializers.IntegerField()
    groups = GroupShape(many=True)


class StandingsView(TournamentView):
    @call("tournament.view", StandingsAnswer, query=StageQuery)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Show the standings, after the newest round or the one that is asked for."""
        asked = read_query(StageQuery, request)
        stage = self.stage(asked.get("stage"))
        table = standing_table(stage, asked.get("round")) if self.is_shown(stage) else None
        if table is None:
            raise Http404
        return Response(standings_row(table, stage.number, full_names=sees_drafts(self.actor)))


def standings_row(table: StandingTable, stage: int, *, full_names: bool) -> dict[str, Any]:
    names = entry_names(table.stage.tournament_id, full_names=full_names)
    return {
        "stage": stage,
        "round": table.round.number,
        "computed_at": table.computed_at,
        "leaves_rules": bool(pairings_against(table)),
        "rows": [
            {
                **row,
                "group": row.get("group"),
                "drawn": row["played"] - row["won"] - row["lost"],
                "name": names[row["entry"]],
                "reason": say(text_from(row["reason"], names)),
                # Tables that an older version has kept say nothing of it.
                "chance": say(text_from(row["chance"])) if row.get("chance") else None,
            }
            for row in table.rows
        ],
    }


class CrosstableView(TournamentView):
    @call("tournament.view", CrosstableAnswer, query=CrosstableQuery)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Show who beat whom in a round robin."""
        stage = self.stage(read_query(CrosstableQuery, request).get("stage"))
        if not with_crosstable([stage]):
            raise Http404
        full = sees_drafts(self.actor)
        groups = crosstable(stage, full_names=full) if self.is_shown(stage) else ()
        return Response(CrosstableAnswer({"stage": stage.number, "groups": groups}).data)
