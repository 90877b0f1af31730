"""Matches in lists and one by one, and the bracket."""

from typing import Any, ClassVar, get_args

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.match_shapes import (
    MatchAnswer,
    MatchShape,
    pair,
    slot_row,
)
from tournaments.api.places import MatchView, TournamentView
from tournaments.domain.kinds.base import BracketSide
from tournaments.domain.kinds.pairings import DecidedBy
from tournaments.domain.lifecycle import MatchState, RoundState
from tournaments.selectors.events.access import sees_drafts
from tournaments.selectors.stages.bracket import Slot, bracket, matches_of
from web.actors import say
from web.input import NumberInQuery, Query, read_query
from web.lists import PageQuery

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

    id = serializers.IntegerField(allow_null=True)
    stage = None
    board = None
    name = serializers.CharField(allow_null=True, help_text="Where it has one beside its round's.")
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
    version = serializers.IntegerField(allow_null=True)
    boards = MatchShape(many=True, help_text="The matches between two teams; else none.")


_SLOT_FIELDS = tuple(SlotShape().fields)


class BracketRoundShape(serializers.Serializer):
    """A round of the bracket."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=[str(state) for state in RoundState])
    matches = SlotShape(many=True)


class BracketAnswer(serializers.Serializer):
    """The bracket; empty until it is published."""

    rounds = BracketRoundShape(many=True)


def bracket_row(slot: Slot) -> dict[str, Any]:
    """A pairing in the bracket, byes too."""
    row = slot_row(slot) | {
        "name": slot.name and say(slot.name),
        "side": slot.side,
        "feeders": [feeder and list(feeder) for feeder in slot.feeders],
        "decision": slot.decision,
        "boards": [slot_row(board) for board in slot.boards],
    }
    if slot.state == "bye":
        row |= {"id": None, "table": None, "games_won": [0, 0]}
    return {name: row[name] for name in _SLOT_FIELDS}


class MatchesView(TournamentView):
    tag = "matches"
    actions: ClassVar = {"GET": "match.view"}

    @extend_schema(
        summary="List matches; byes are only in the bracket",
        parameters=[MatchQuery],
        responses={200: MatchShape(many=True)},
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        asked = read_query(MatchQuery, request)
        stage = self.stage(asked.get("stage"))
        full = sees_drafts(self.actor)
        slots = matches_of(bracket(stage, full_names=full)) if self.is_shown(stage) else []
        for name in ("round", "state", "table"):
            if name in asked:
                slots = [slot for slot in slots if getattr(slot, name) == asked[name]]
        return self.answer_page(slots, slot_row)


class OneMatchView(MatchView):
    actions: ClassVar = {"GET": "match.view"}

    @extend_schema(summary="Show a match with its games", responses={200: MatchAnswer})
    def get(self, request: Request, match_id: int) -> Response:
        return Response(self.current())


class BracketView(TournamentView):
    actions: ClassVar = {"GET": "tournament.view"}

    @extend_schema(
        summary="Show the bracket, byes included",
        parameters=[StageQuery],
        responses={200: BracketAnswer},
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        asked = read_query(StageQuery, request)
        stage = self.stage(asked.get("stage"))
        full = sees_drafts(self.actor)
        rounds = bracket(stage, full_names=full) if self.is_shown(stage) else ()
        return Response(
            {
                "rounds": [
                    {
                        "number": round.number,
                        "name": say(round.name),
                        "state": round.state,
                        "matches": [bracket_row(slot) for slot in round.slots],
                    }
                    for round in rounds
                    if asked.get("round") in {None, round.number}
                ]
            }
        )
