"""What is written down at the tables: hands, results, confirmations, disputes, corrections."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.engine.gin.notation.shapes import read_card_set, read_melds
from games.engine.gin.scoring.hand import HAND_KINDS, HandCounts
from games.engine.gin.scoring.showdown import HandCards
from games.levels import HANDED_IN_WHOLE, payload_of
from games.selectors import match_record
from games.services.scoresheet import HandEntry, preview_hand
from tournaments.api.correcting import CorrectingBody, CorrectingView, if_unfinished_field
from tournaments.api.match_shapes import (
    GameShape,
    HandShape,
    MatchAnswer,
    games_of,
    match_answer,
    pair,
)
from tournaments.api.places import MatchView
from tournaments.selectors.events.access import boards_visible_to, sees_drafts
from tournaments.services.desk import results
from tournaments.services.desk.match_edit import EditedMatch
from web.input import (
    Body,
    ChoiceField,
    FlagField,
    LineField,
    NumberField,
    NumberInQuery,
    Query,
    read_body,
    read_query,
)
from web.schema import STALE

CARDS = ("knocker_cards", "defender_cards")
COUNTS = ("kind", "knocker_count", "defender_count")
MOST_CARDS = 11
MOST_GAMES = 99
LARGEST_SCORE = 1_000_000


def _cards(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=LineField(max_length=2), max_length=MOST_CARDS, **more)


class HandBody(Body):
    """A hand by its counts, or by `knocker` and the cards of both, of which the counts follow.

    An undercut follows from the counts. Of a refused double the knocker is who doubled, the counts
    are both, the factor is the one before it. A dealer left out is the proposed one.
    """

    version = NumberField(min_value=1)
    dealer = NumberField(max_value=1, required=False, help_text="A seat.")
    kind = ChoiceField(choices=list(HAND_KINDS), required=False, help_text="Left out with cards.")
    knocker = NumberField(max_value=1, required=False, allow_null=True, help_text="A seat.")
    knocker_count = NumberField(required=False, allow_null=True)
    defender_count = NumberField(required=False, allow_null=True)
    upcard = LineField(max_length=2, required=False, help_text="Where the knock limit follows it.")
    limit_card = LineField(max_length=2, required=False, help_text="Where it is of a second deck.")
    factor = NumberField(min_value=1, required=False, help_text="Doubling; left out, 1.")
    knocker_cards = _cards(required=False, help_text="After the discard; eleven for big gin.")
    defender_cards = _cards(required=False)
    knocker_melds = serializers.ListField(
        child=_cards(), required=False, max_length=4, help_text="Left out, the best ones."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not any(name in attrs for name in (*CARDS, "knocker_melds")):
            if "kind" not in attrs:
                raise ValidationError({"kind": [_("Say how the hand ended, or give its cards.")]})
            return attrs
        missing = [name for name in (*CARDS, "knocker") if attrs.get(name) is None]
        if missing:
            sentence = _("With cards give the knocker and the cards of both players.")
            raise ValidationError({name: [sentence] for name in missing})
        both = [name for name in COUNTS if attrs.get(name) is not None]
        if both:
            sentence = _("Cards say this themselves: leave it out.")
            raise ValidationError({name: [sentence] for name in both})
        return attrs


class CorrectionBody(CorrectingBody, HandBody):
    """The hand as it was, and why it is said anew."""

    reason = LineField(max_length=500, required=False, help_text="Needed where a result stands.")
    if_unfinished = if_unfinished_field()


class PreviewQuery(Query):
    """The fields of a hand."""

    dealer = NumberInQuery(max_value=1, required=False)
    kind = serializers.ChoiceField(choices=list(HAND_KINDS))
    knocker = NumberInQuery(max_value=1, required=False)
    knocker_count = NumberInQuery(required=False)
    defender_count = NumberInQuery(required=False)
    upcard = serializers.CharField(max_length=2, required=False)
    limit_card = serializers.CharField(max_length=2, required=False)
    factor = NumberInQuery(min_value=1, required=False)


class PreviewAnswer(serializers.Serializer):
    """What a hand would score, the game that it would be in, and the match after it."""

    hand = HandShape()
    game = GameShape()
    games_won = pair()
    winner = serializers.IntegerField(allow_null=True)
    finished = serializers.BooleanField()


class GameBody(Body):
    """A game as it ended, pairs by seat; boxes where they were kept."""

    winner = NumberField(max_value=1)
    points = serializers.ListField(
        child=NumberField(max_value=LARGEST_SCORE), min_length=2, max_length=2
    )
    boxes = serializers.ListField(
        child=NumberField(max_value=LARGEST_SCORE), min_length=2, max_length=2, required=False
    )


class ResultBody(CorrectingBody):
    """A result, by exactly one of `games`, `games_won`, `drawn`, `walkover`, `double_forfeit`."""

    version = NumberField(min_value=1)
    games = serializers.ListField(
        child=GameBody(), min_length=1, max_length=MOST_GAMES, required=False
    )
    games_won = serializers.ListField(
        child=NumberField(max_value=MOST_GAMES), min_length=2, max_length=2, required=False
    )
    drawn = serializers.ListField(
        child=NumberField(max_value=MOST_GAMES),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Games won by each when time was up, as many; where the event knows it.",
    )
    walkover = NumberField(max_value=1, required=False, help_text="The seat that goes through.")
    double_forfeit = FlagField(required=False)
    reason = LineField(
        max_length=500, required=False, help_text="Needed where a result stands already."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        said = [level for level in HANDED_IN_WHOLE if level in attrs]
        if len(said) != 1 or attrs.get("double_forfeit") is False:
            raise ValidationError(
                _("Give the result by one of: %(ways)s.") % {"ways": ", ".join(HANDED_IN_WHOLE)}
            )
        return attrs


class TeamWalkoverBody(Body):
    """Which team goes through."""

    walkover = NumberField(max_value=1, help_text="The seat that wins each board.")


class VersionBody(Body):
    """The version last read."""

    version = NumberField(min_value=1)


class DisputeBody(VersionBody):
    """Why the report is wrong."""

    reason = LineField(max_length=500)


def writes_match(summary: str, body: type[Body], *examples: OpenApiExample) -> Any:
    """The documentation of a write to a match."""
    return extend_schema(
        summary=summary,
        request=body,
        responses={200: MatchAnswer},
        examples=[STALE, *examples],
    )


KNOCK = OpenApiExample(
    "A knock",
    value={"version": 7, "kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32},
    request_only=True,
)


BY_CARDS = OpenApiExample(
    "A hand by its cards",
    value={
        "version": 7,
        "knocker": 0,
        "knocker_cards": ["7S", "7H", "7D", "JS", "QS", "KS", "2C", "3C", "4C", "5D"],
        "defender_cards": ["KH", "KD", "KC", "9H", "8H", "TS", "5S", "4D", "2D", "AC"],
    },
    request_only=True,
)


def hand_entry(fields: Mapping[str, Any]) -> HandEntry:
    """A hand as the services take it."""
    if "knocker_cards" in fields:
        return HandEntry(_hand_cards(fields), fields.get("dealer"))
    counts = HandCounts.of(
        kind=fields["kind"],
        knocker=fields.get("knocker"),
        knocker_count=fields.get("knocker_count"),
        defender_count=fields.get("defender_count"),
        upcard=fields.get("upcard"),
        limit_card=fields.get("limit_card"),
        factor=fields.get("factor", 1),
    )
    return HandEntry(counts, fields.get("dealer"))


def hand_correction(body: Mapping[str, Any]) -> dict[str, Any]:
    """A corrected hand as the service is told."""
    return {
        "entry": hand_entry(body),
        "reason": body.get("reason", ""),
        "if_unfinished": body.get("if_unfinished"),
    }


def result_entry(body: Mapping[str, Any]) -> dict[str, Any]:
    """A result as the service is told."""
    level = next(level for level in HANDED_IN_WHOLE if level in body)
    return {
        "level": level,
        "payload": payload_of(level, body[level]),
        "reason": body.get("reason", ""),
    }


def _hand_cards(fields: Mapping[str, Any]) -> HandCards:
    melds = fields.get("knocker_melds")
    return HandCards(
        knocker=fields["knocker"],
        knocker_cards=read_card_set(fields["knocker_cards"], "knocker_cards"),
        defender_cards=read_card_set(fields["defender_cards"], "defender_cards"),
        knocker_melds=None if melds is None else read_melds(melds, "knocker_melds"),
        upcard=fields.get("upcard"),
        limit_card=fields.get("limit_card"),
        factor=fields.get("factor", 1),
    )


class WriteView(MatchView):
    """A write to a match: from its version, answered with the match."""

    def write(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What every service is told."""
        return {
            "board": self.board,
            "version": body["version"],
            "by": self.actor,
            "now": self.now,
        }

    def answer(self, left: EditedMatch) -> Response:
        return Response(
            match_answer(self.board, left.record, left.sides, full_names=sees_drafts(self.actor))
        )


class HandsView(WriteView):
    actions: ClassVar = {"POST": "match.score"}

    @writes_match("Write down the next hand", HandBody, KNOCK, BY_CARDS)
    def post(self, request: Request, match_id: int) -> Response:
        body = read_body(HandBody, request)
        return self.answer(results.record_hand(entry=hand_entry(body), **self.write(body)))


class HandScoreView(MatchView):
    actions: ClassVar = {"GET": "match.score"}

    @extend_schema(
        summary="What a hand would score; writes nothing",
        parameters=[PreviewQuery],
        responses={200: PreviewAnswer},
    )
    def get(self, request: Request, match_id: int) -> Response:
        entry = hand_entry(read_query(PreviewQuery, request))
        record = preview_hand(record=match_record(self.board.match), entry=entry)
        n = record.facts[-1].hand.sequence
        game = next(
            game for game in games_of(record) if any(hand["n"] == n for hand in game["hands"])
        )
        return Response(
            {
                "hand": game["hands"][-1],
                "game": game,
                "games_won": list(record.score.games_won),
                "winner": record.score.winner,
                "finished": record.score.finished,
            }
        )


class CorrectionsView(WriteView, CorrectingView):
    actions: ClassVar = {"POST": "match.correct_own"}

    @writes_match("Say anew what a hand was", CorrectionBody, KNOCK)
    def post(self, request: Request, match_id: int, n: int) -> Response:
        body = read_body(CorrectionBody, request)
        write = partial(results.correct_hand, n=n, **hand_correction(body), **self.write(body))
        return self.answer(self.correct(write, body))


class ResultView(WriteView, CorrectingView):
    actions: ClassVar = {"POST": "match.score"}

    @writes_match(
        "Hand in a result: by a referee it stands, by a player it is a report", ResultBody
    )
    def post(self, request: Request, match_id: int) -> Response:
        body = read_body(ResultBody, request)
        write = partial(results.record_result, **result_entry(body), **self.write(body))
        return self.answer(self.correct(write, body))


class TeamWalkoverView(MatchView):
    actions: ClassVar = {"POST": "match.enter"}

    @extend_schema(
        summary="A team does not come: walkover on each board of its match that is not begun",
        description=(
            "The address names one board, and the answer has all boards of its match. Boards of "
            "which something is written down are left as they are; doing it again changes nothing."
        ),
        request=TeamWalkoverBody,
        responses={200: MatchAnswer(many=True)},
    )
    def post(self, request: Request, match_id: int) -> Response:
        body = read_body(TeamWalkoverBody, request)
        results.forfeit_boards(
            board=self.board, walkover=body["walkover"], by=self.actor, now=self.now
        )
        boards = boards_visible_to(self.actor).filter(pairing=self.board.pairing_id)
        full_names = sees_drafts(self.actor)
        return Response(
            [match_answer(board, full_names=full_names) for board in boards.order_by("number")]
        )


class ConfirmationView(WriteView):
    actions: ClassVar = {"POST": "match.answer"}

    @writes_match("Confirm the opponent's report", VersionBody)
    def post(self, request: Request, match_id: int) -> Response:
        body = read_body(VersionBody, request)
        return self.answer(results.confirm_result(**self.write(body)))


class DisputeView(WriteView):
    actions: ClassVar = {"POST": "match.answer"}

    @writes_match("Dispute the opponent's report: a referee decides", DisputeBody)
    def post(self, request: Request, match_id: int) -> Response:
        body = read_body(DisputeBody, request)
        return self.answer(results.dispute_result(reason=body["reason"], **self.write(body)))
