"""Rulings on irregularities: made at a match, taken back, read; and what was ruled in a club."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import IrregularityAnswer, irregularity_row
from games.catalogue import HAND_KINDS, LAST_SEAT
from games.engine.gin.irregularities.effects import effects_of
from games.engine.gin.irregularities.remedies import Effect, effect_from_json
from games.engine.gin.irregularities.row import CONDITIONS, PHASES
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.scoring.rules import AnyRules
from games.models import Ruling
from games.ruled_games import standing, those_of
from games.ruled_words import effect_in
from games.selectors.matches import MatchRecord, hand_of, match_record, players_of, rules_at
from games.services.rulings import RulingEntry
from kernel.seats import SIDES
from kernel.text import N_, Refusal, Text
from tournaments.api.correcting import (
    CorrectingView,
    HandsChangingBody,
    RulingEndingBody,
    writes_match,
)
from tournaments.api.fields import InstantField, TextOrNull
from tournaments.api.hands import CountsField, hand_entry
from tournaments.api.match_shapes import MatchAnswer
from tournaments.api.places import MatchView, TournamentView
from tournaments.selectors.desk.rulings import case_law
from tournaments.services.desk import rulings
from web.actors import say
from web.input import Body, ChoiceField, LineField, NumberField, read_body, read_query
from web.lists import PageQuery
from web.schema import call

_SEATS = [f"seat {seat}" for seat in range(LAST_SEAT + 1)]
AS_SAID = (*("rule", "phase", "conditions", "offender", "option", "facts", "n", "game", "players"),)


class RuledHandBody(Body):
    """What the hand came to, where it is written down with the ruling: by its counts."""

    kind = ChoiceField(choices=[kind for kind in HAND_KINDS if kind != "void"])
    knocker = NumberField(max_value=LAST_SEAT)
    knocker_count = NumberField(required=False)
    defender_count = NumberField(required=False)
    counts = CountsField(required=False)
    dealer = NumberField(max_value=LAST_SEAT, required=False)
    upcard = LineField(max_length=2, required=False)
    limit_card = LineField(max_length=2, required=False)
    factor = NumberField(min_value=1, required=False)


class RulingBody(HandsChangingBody):
    """A ruling by an irregularity of the rulebook, or a free one with its effects.

    `n` is the hand through the match, also the one that is being played; `game` a game; with
    neither the ruling is on the match.
    """

    rule = ChoiceField(
        choices=list(IRREGULARITIES), required=False, help_text="Left out: a free ruling."
    )
    phase = ChoiceField(choices=list(PHASES), required=False)
    n = NumberField(min_value=1, required=False)
    players = serializers.ListField(
        child=NumberField(max_value=LAST_SEAT),
        min_length=SIDES,
        max_length=SIDES,
        required=False,
        help_text="Between partners, of a hand that is being played: the seats of who play it. "
        "Left out, the hand that is due.",
    )
    game = NumberField(min_value=1, required=False)
    offender = NumberField(max_value=LAST_SEAT, required=False, help_text="A seat.")
    knocker = NumberField(
        max_value=LAST_SEAT, required=False, help_text="A seat, where it does not follow."
    )
    conditions = serializers.ListField(
        child=ChoiceField(choices=list(CONDITIONS)), required=False, help_text="Those that hold."
    )
    option = LineField(max_length=60, required=False)
    cards = NumberField(
        min_value=1, max_value=10, required=False, help_text="How many are missing."
    )
    effects = serializers.ListField(
        child=serializers.JSONField(), max_length=8, required=False, help_text="Of a free ruling."
    )
    hand = RuledHandBody(required=False)
    facts = LineField(max_length=500, required=False, help_text="Needed for a free ruling.")
    extra_minutes = NumberField(min_value=1, max_value=30, required=False)


class TakeBackBody(RulingEndingBody):
    reason = LineField(max_length=500)


@extend_schema_field(str)
class RuleName(serializers.Field[str, object, str | None, Ruling]):
    """What the irregularity of a ruling is called."""

    def to_representation(self, value: str) -> str | None:
        row = IRREGULARITIES.get(value)
        return say(Text("irregularity", row.name)) if row else None


class RulingShape(serializers.Serializer[Ruling]):
    """A ruling. `facts` are there for the players of the match and its referees only."""

    id = serializers.IntegerField()
    rule = TextOrNull(help_text="Null: a free ruling.")
    name = RuleName(source="rule", allow_null=True)
    n = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Between partners, of a hand that was being played: who played it.",
    )
    game = serializers.IntegerField(allow_null=True)
    offender = serializers.IntegerField(allow_null=True)
    option = TextOrNull()
    effects = serializers.ListField(child=serializers.JSONField())
    consequences = serializers.SerializerMethodField()
    discretionary = serializers.BooleanField()
    at = InstantField()
    facts = serializers.CharField(required=False)

    def get_consequences(self, ruling: Ruling) -> list[str]:
        """What the effects do, in words; seats stand for the players."""
        rules = self.context["rules"] or rules_at(ruling.match)
        effects = [effect_from_json(effect, len(_SEATS)) for effect in ruling.effects]
        return [say(effect_in(effect, _SEATS, rules)) for effect in effects]

    def to_representation(self, ruling: Ruling) -> dict[str, Any]:
        row = super().to_representation(ruling)
        if not self.context["facts"]:
            del row["facts"]
        if not row["players"]:
            del row["players"]
        return row


class RulingAnswer(serializers.Serializer[Mapping[str, object]]):
    """The ruling that was made, and the match as it is with it."""

    ruling = RulingShape()
    match = MatchAnswer()


ACCEPTED = OpenApiExample(
    "An illegal knock, accepted",
    value={
        "version": 7,
        "rule": "KNOCK_ILLEGAL_EARLY",
        "phase": "KNOCK_SHOWN",
        "n": 4,
        "offender": 0,
        "conditions": ["count_only_fault"],
        "option": "accept_as_legal",
        "hand": {"kind": "knock", "knocker": 0, "knocker_count": 12, "defender_count": 9},
    },
    request_only=True,
)


SITS_OUT = N_(
    "This seat sits out in this hand. Say who played it, or rule on the match: leave out the hand."
)


class RulingsView(CorrectingView):
    @call("ruling.view", RulingShape(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """The standing rulings of a match."""
        facts = self.actor.may("ruling.facts")
        record = match_record(self.board.match)
        return self.answer_page(record.rulings, of_record(record, facts=facts))

    @call("ruling.make", RulingAnswer, takes=RulingBody, examples=[ACCEPTED])
    def post(self, request: Request, match_id: int) -> Response:
        """Make a ruling; what it does to the score follows at once."""
        body = read_body(RulingBody, request)
        left = self.correct(
            body,
            rulings.record_ruling,
            entry=_entry(body, match_record(self.board.match)),
            extra_minutes=body.get("extra_minutes", 0),
            if_unfinished=body.get("if_unfinished"),
        )
        ruling = of_record(left.record, facts=True)(left.record.rulings[-1])
        return Response({"ruling": ruling, "match": self.answer(left).data})


class RuledOnAnswer(IrregularityAnswer):
    """A row that applies in a match, and what is otherwise with it in its form of the game."""

    changes = serializers.ListField(child=serializers.CharField())


class RuledOnView(MatchView):
    pagination_class = None

    @call("ruling.view", RuledOnAnswer(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """What can be ruled on in this match: by its form of the game, and where it is played."""
        scoring = rules_at(self.board.match)
        rules = scoring.knobs
        is_online = self.board.pairing.round.stage.tournament.is_online
        return Response(
            [
                irregularity_row(row, scoring)
                | {"changes": [say(Text("change", how)) for how in standing(row, rules).words]}
                for row in those_of(rules)
                if row.online or not is_online
            ]
        )


class TakingBackView(CorrectingView):
    @writes_match("ruling.make", TakeBackBody)
    def post(self, request: Request, match_id: int, ruling_id: int) -> Response:
        """Take a ruling back, and with it what it did to the score."""
        body = read_body(TakeBackBody, request)
        left = self.correct(
            body,
            rulings.take_back_ruling,
            ruling_id=ruling_id,
            reason=body["reason"],
            if_changed=body.get("if_changed"),
            if_unfinished=body.get("if_unfinished"),
        )
        return self.answer(left)


class CaseLawQuery(PageQuery):
    """By rule, or by a word of what happened."""

    rule = serializers.ChoiceField(choices=list(IRREGULARITIES), required=False)
    search = serializers.CharField(max_length=60, required=False)


class CaseLawView(TournamentView):
    @call("ruling.case_law", RulingShape(many=True), query=CaseLawQuery)
    def get(self, request: Request, tournament_id: int) -> Response:
        """What was ruled before in the club of this tournament, without names."""
        query = read_query(CaseLawQuery, request)
        found = case_law(self.tournament.club_id, query.get("rule", ""), query.get("search", ""))
        return self.answer_page(found, shown(facts=True))


def shown(*, facts: bool, rules: AnyRules | None = None) -> Callable[[Ruling], dict[str, Any]]:
    """How rulings are shown, with or without their facts; `rules` are those of their match, where
    all are of one."""
    return RulingShape(context={"facts": facts, "rules": rules}).to_representation


def of_record(record: MatchRecord, *, facts: bool) -> Callable[[Ruling], dict[str, Any]]:
    """The same of the rulings of a match, with the hand that each has come to be on."""
    shape = shown(facts=facts, rules=record.game_rules)
    return lambda ruling: shape(ruling) | {"n": hand_of(record, ruling)}


def _entry(body: Mapping[str, Any], record: MatchRecord) -> RulingEntry:
    """A ruling as the services take it. It is on a hand of two, and judged by their places."""
    rules, players = record.game_rules, _players(body, record)
    places = {
        name: _place(rules, rules.checked_seat(body[name], name), players, name)
        for name in ("offender", "knocker")
        if name in body
    }
    said = {name: body[name] for name in AS_SAID if name in body}
    if "offender" in places:
        said["offender"] = rules.seat_at(places["offender"], players)
    return RulingEntry(
        effects=_seated(body, places, record, players),
        chosen_by="referee",
        discretionary="rule" not in body,
        hand=hand_entry(body["hand"], rules) if "hand" in body else None,
        **said,
    )


def _seated(
    body: Mapping[str, Any],
    places: Mapping[str, int],
    record: MatchRecord,
    players: Sequence[int],
) -> Sequence[Effect]:
    """What it does, with the seats of the match; a free one says these itself."""
    rules = record.game_rules
    effects, seat_at = _effects({**body, **places}, rules.sides, rules.seats_of_hand), rules.seat_at
    if "rule" not in body:
        return effects
    return [
        replace(effect, seats=tuple(seat_at(place, players) for place in effect.seats))
        for effect in effects
    ]


def _players(body: Mapping[str, Any], record: MatchRecord) -> Sequence[int]:
    """Who play the hand that is ruled on; of a ruling on none, at a table who is at fault."""
    if "n" in body:
        said = body.get("players") or body.get("hand", {}).get("players")
        return said or players_of(record, body["n"])
    return [body["offender"]] if "offender" in body else ()


def _place(rules: AnyRules, seat: int, players: Sequence[int], field: str) -> int:
    place = rules.place_of(seat, players)
    if place is None:
        raise Refusal(Text("bad_seat", SITS_OUT), field)
    return place


def _effects(body: Mapping[str, Any], sides: int, seats: int) -> Sequence[Effect]:
    """What it does: by a rule of a hand that so many play, or as it is said itself."""
    if "rule" in body:
        return effects_of(
            body["rule"],
            body.get("option", ""),
            body.get("conditions", ()),
            body.get("offender"),
            body.get("knocker"),
            phase=body.get("phase", ""),
            cards=body.get("cards", 0),
            seats=seats,
        )
    if not body.get("effects") or not body.get("facts"):
        sentence = N_("A free ruling needs its effects, and the facts that led to it.")
        raise Refusal(Text("facts_needed", sentence), "facts")
    return [effect_from_json(effect, sides) for effect in body["effects"]]
