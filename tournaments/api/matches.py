"""Matches in lists and one by one, and the bracket."""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.fields import AnyField, pair
from tournaments.api.match_shapes import MatchAnswer, MatchShape
from tournaments.api.places import MatchView, TournamentView
from tournaments.domain.kinds.base import BracketSide
from tournaments.domain.kinds.pairings import DecidedBy
from tournaments.domain.lifecycle import MatchState, RoundState
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.bracket import BracketRound, Slot, bracket, matches_of
from web.input import NumberInQuery, Query, read_query
from web.lists import PageQuery
from web.schema import SaidField, call

STATES = [str(state) for state in MatchState]


class StageQuery(Query):
    """Which stage (left out: the current one) and round."""

    stage = NumberInQuery(min_value=1, required=False)
    round = NumberInQuery(min_value=1, required=False)


class MatchQuery(PageQuery, StageQuery):
    """Which matches."""

    state = serializers.ChoiceField(choices=STATES, required=False)
    table = NumberInQuery(min_value=1, required=False)


class SlotShape(MatchShape):
    """A pairing of the bracket: a match, or one between teams, whose matches are its boards, or a
    bye; neither of these has an id."""

    id = serializers.IntegerField(source="match.pk", allow_null=True)
    name = SaidField(allow_null=True, help_text="Where it has one beside its round's.")
    side = serializers.ChoiceField(
        choices=get_args(BracketSide), allow_null=True, help_text="Of a double elimination."
    )
    state = serializers.ChoiceField(
        choices=[*STATES, "bye"],
        help_text='"bye" also of a second final that is not needed: `decision` says so.',
    )
    feeders = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), allow_null=True),
        help_text="By seat: round and number of the pairing that it comes from, or null.",
    )
    games_won = pair(help_text="Between teams the boards that each has won.")
    decision = serializers.ChoiceField(choices=get_args(DecidedBy), allow_null=True)
    version = serializers.IntegerField(source="match.version", allow_null=True)
    boards = MatchShape(many=True, help_text="The matches between two teams; else none.")

    def get_fields(self) -> dict[str, AnyField]:
        """All but those that stand in the bracket once, or in its boards."""
        fields = super().get_fields()
        return {name: fields[name] for name in fields if name not in {"stage", "board"}}

    def to_representation(self, slot: Slot) -> dict[str, Any]:
        row = super().to_representation(slot)
        if slot.state == "bye":
            row |= {"id": None, "table": None, "games_won": [0, 0]}
        return row


class BracketRoundShape(serializers.Serializer[BracketRound]):
    """A round of the bracket."""

    number = serializers.IntegerField()
    name = SaidField()
    state = serializers.ChoiceField(choices=[str(state) for state in RoundState])
    matches = SlotShape(many=True, source="slots")


class BracketAnswer(serializers.Serializer[Mapping[str, Sequence[BracketRound]]]):
    """The bracket; empty until it is published."""

    rounds = BracketRoundShape(many=True)


class MatchesView(TournamentView):
    tag = "matches"

    @call("match.view", MatchShape(many=True), query=MatchQuery)
    def get(self, request: Request, tournament_id: int) -> Response:
        """List matches; byes are only in the bracket."""
        asked = read_query(MatchQuery, request)
        stage = self.stage(asked.get("stage"))
        full = sees_drafts(self.actor)
        slots = matches_of(bracket(stage, full_names=full)) if self.is_shown(stage) else []
        for name in ("round", "state", "table"):
            if name in asked:
                slots = [slot for slot in slots if getattr(slot, name) == asked[name]]
        return self.answer_page(slots, MatchShape().to_representation)


class OneMatchView(MatchView):
    @call("match.view", MatchAnswer)
    def get(self, request: Request, match_id: int) -> Response:
        """Show a match with its games."""
        return Response(self.current())


class BracketView(TournamentView):
    @call("tournament.view", BracketAnswer, query=StageQuery)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Show the bracket, byes included."""
        asked = read_query(StageQuery, request)
        stage = self.stage(asked.get("stage"))
        full = sees_drafts(self.actor)
        rounds = bracket(stage, full_names=full) if self.is_shown(stage) else ()
        shown = [round for round in rounds if asked.get("round") in {None, round.number}]
        return Response(BracketAnswer({"rounds": shown}).data)
