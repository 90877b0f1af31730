"""The hands of a match: written down, looked at before that, said anew."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import FEWEST_SEATS, HAND_KINDS, LAST_SEAT, MOST_SEATS
from games.engine.gin.notation.shapes import read_card_set, read_melds
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.scoring.showdown import HandCards
from games.engine.scoring.counted import CountedHand
from games.engine.scoring.rules import AnyRules
from games.selectors.matches import match_record, rules_at
from games.services.scoresheet import HandEntry, preview_hand
from kernel.text import N_, refusal
from tournaments.api.correcting import (
    CorrectingView,
    HandsChangingBody,
    VersionBody,
    WriteView,
    writes_match,
)
from tournaments.api.fields import pair
from tournaments.api.match_shapes import GameField, HandShape, games_of
from tournaments.api.places import MatchView
from tournaments.services.desk.results import correct_hand, record_hand
from web.input import (
    ChoiceField,
    LineField,
    NumberField,
    NumberInQuery,
    Query,
    read_body,
    read_query,
)
from web.numbers import number_in
from web.schema import call

CARDS = ("knocker_cards", "defender_cards")
COUNTS = ("kind", "knocker_count", "defender_count")
OF_ANY_HAND = ("knocker", "upcard", "limit_card", "factor")
NOT_COUNTED = (*CARDS, "knocker_melds", *COUNTS[1:], "limit_card", "factor", "players")
"""What is not said of a hand of which everybody's count is written down."""
MOST_CARDS = 11


BY_SEAT = N_(
    "In this game a hand is said by how it ended (kind), who ended it (knocker) and what everybody "
    "is left with (counts): leave this out."
)
NOT_BY_SEAT = N_("In this game a hand is said by knocker_count and defender_count, not by counts.")


def _cards(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=LineField(max_length=2), max_length=MOST_CARDS, **more)


class CountsField(serializers.ListField):
    """What everybody is left with, where all play the hand."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            child=NumberField(allow_null=True),
            min_length=FEWEST_SEATS,
            max_length=MOST_SEATS,
            help_text="Where all play the hand (Battle Royal, Jersey, rummy): what each is left "
            "with, by seat; of who has nothing left null will do.",
            **options,
        )


class HandBody(VersionBody):
    """A hand by its counts, or by `knocker` and the cards of both, of which the counts follow.

    Where all at the table play it, and everybody's count is written down, it is said by `kind`,
    `knocker`, who ended it, and `counts`, which in all other games is refused.

    An undercut follows from the counts. Of a refused double the knocker is who doubled, the counts
    are both, the factor is the one before it. A dealer left out is the proposed one. Where not all
    play every hand, as between partners, `players` played it; left out, those whose hand is due.
    """

    dealer = NumberField(max_value=LAST_SEAT, required=False, help_text="A seat.")
    players = serializers.ListField(
        child=NumberField(max_value=LAST_SEAT),
        min_length=2,
        max_length=2,
        required=False,
        help_text="Seats; left out where all play every hand. In a Chouette who begins a game "
        "says the box first.",
    )
    kind = ChoiceField(choices=list(HAND_KINDS), required=False, help_text="Left out with cards.")
    knocker = NumberField(max_value=LAST_SEAT, required=False, allow_null=True, help_text="A seat.")
    knocker_count = NumberField(required=False, allow_null=True)
    defender_count = NumberField(required=False, allow_null=True)
    counts = CountsField(required=False)
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
        both = [name for name in (*COUNTS, "counts") if attrs.get(name) is not None]
        if both:
            sentence = _("Cards say this themselves: leave it out.")
            raise ValidationError({name: [sentence] for name in both})
        return attrs


class CorrectionBody(HandsChangingBody, HandBody):
    """The hand as it was, and why it is said anew."""

    reason = LineField(max_length=500, required=False, help_text="Needed where a result stands.")


class CountsInQuery(serializers.CharField):
    """Counts by seat in a query: `4,20,31`; of who has nothing left there may be nothing."""

    def to_internal_value(self, data: Any) -> Any:
        counts = super().to_internal_value(data).split(",")
        found = [number_in(count, digits=3) for count in counts]
        if any(count and number is None for count, number in zip(counts, found, strict=True)):
            raise ValidationError(_("Counts are whole numbers by seat, as 4,20,31."))
        return found


class PreviewQuery(Query):
    """The fields of a hand."""

    dealer = NumberInQuery(max_value=LAST_SEAT, required=False)
    kind = serializers.ChoiceField(choices=list(HAND_KINDS))
    knocker = NumberInQuery(max_value=LAST_SEAT, required=False)
    knocker_count = NumberInQuery(required=False)
    defender_count = NumberInQuery(required=False)
    counts = CountsInQuery(required=False, help_text="By seat: `4,20,31`.")
    upcard = serializers.CharField(max_length=2, required=False)
    limit_card = serializers.CharField(max_length=2, required=False)
    factor = NumberInQuery(min_value=1, required=False)


class PreviewAnswer(serializers.Serializer[Mapping[str, object]]):
    """What a hand would score, the game that it would be in, and the match after it."""

    hand = HandShape()
    game = GameField()
    games_won = pair(source="after.score.games_won")
    winner = serializers.IntegerField(source="after.score.winner", allow_null=True)
    finished = serializers.BooleanField(source="after.score.finished")


KNOCK = OpenApiExample(
    "A knock",
    value={"version": 7, "kind": "knock", "knocker": 0, "knocker_count": 8, "defender_count": 32},
    request_only=True,
)


BY_COUNTS = OpenApiExample(
    "A knock at a table where all play",
    value={"version": 7, "kind": "knock", "knocker": 0, "counts": [4, 20, 31]},
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


def hand_entry(fields: Mapping[str, Any], rules: AnyRules) -> HandEntry:
    """A hand as the services take it in a match by these rules; refused (`not_used`) where it is
    said as hands of other games are."""
    if rules.endings:
        return _counted_entry(fields)
    if "counts" in fields:
        raise refusal("not_used", NOT_BY_SEAT, "counts")
    said = {name: fields[name] for name in OF_ANY_HAND if name in fields}
    place = {"dealer": fields.get("dealer"), "players": fields.get("players")}
    if "knocker_cards" in fields:
        return HandEntry(_hand_cards(fields, said), **place)
    counted = {name: fields[name] for name in COUNTS if name in fields}
    return HandEntry(HandCounts.of(**counted, **said), **place)


def _counted_entry(fields: Mapping[str, Any]) -> HandEntry:
    """A hand of which everybody's count is written down."""
    for name in NOT_COUNTED:
        if fields.get(name) is not None:
            raise refusal("not_used", BY_SEAT, name)
    counts = tuple(fields.get("counts") or ())
    said = CountedHand(fields["kind"], fields.get("knocker"), counts, fields.get("upcard"))
    return HandEntry(said, fields.get("dealer"))


def hand_correction(body: Mapping[str, Any], rules: AnyRules) -> dict[str, Any]:
    """A corrected hand as the service is told."""
    return {
        "entry": hand_entry(body, rules),
        "reason": body.get("reason", ""),
        "if_unfinished": body.get("if_unfinished"),
    }


def _hand_cards(fields: Mapping[str, Any], said: Mapping[str, Any]) -> HandCards:
    melds = fields.get("knocker_melds")
    return HandCards(
        knocker_cards=read_card_set(fields["knocker_cards"], "knocker_cards"),
        defender_cards=read_card_set(fields["defender_cards"], "defender_cards"),
        knocker_melds=None if melds is None else read_melds(melds, "knocker_melds"),
        **said,
    )


class HandsView(WriteView):
    @writes_match("match.score", HandBody, KNOCK, BY_COUNTS, BY_CARDS)
    def post(self, request: Request, match_id: int) -> Response:
        """Write down the next hand."""
        body = read_body(HandBody, request)
        entry = hand_entry(body, rules_at(self.board.match))
        return self.answer(record_hand(entry=entry, **self.write(body)))


class HandScoreView(MatchView):
    @call("match.score", PreviewAnswer, query=PreviewQuery)
    def get(self, request: Request, match_id: int) -> Response:
        """What a hand would score; writes nothing."""
        record = match_record(self.board.match)
        entry = hand_entry(read_query(PreviewQuery, request), record.game_rules)
        after = preview_hand(record=record, entry=entry)
        n = after.facts[-1].hand.sequence
        game = next(
            game for game in games_of(after) if any(hand.sheet.n == n for hand in game.hands)
        )
        return Response(PreviewAnswer({"hand": game.hands[-1], "game": game, "after": after}).data)


class CorrectionsView(CorrectingView):
    @writes_match("match.correct_own", CorrectionBody, KNOCK)
    def post(self, request: Request, match_id: int, n: int) -> Response:
        """Say anew what a hand was."""
        body = read_body(CorrectionBody, request)
        said = hand_correction(body, rules_at(self.board.match))
        return self.answer(self.correct(body, correct_hand, n=n, **said))
