"""The draw for the first deal of a match."""

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.catalogue import LAST_SEAT
from tournaments.api.correcting import VersionBody, WriteView, writes_match
from tournaments.services.desk.results import note_first_deal
from web.input import LineField, NumberField, read_body

DRAWN = OpenApiExample(
    "The high card chose",
    value={"version": 1, "cards": ["KS", "7H"], "dealer": 1},
    request_only=True,
)


class FirstDealBody(VersionBody):
    """The cards that were drawn, by seat, left out where none were; and who deals first, who may be
    left out where the cards say it. Another dealer was agreed."""

    cards = serializers.ListField(
        child=LineField(max_length=2), max_length=LAST_SEAT + 1, required=False
    )
    dealer = NumberField(max_value=LAST_SEAT, required=False, help_text="A seat.")
    reason = LineField(
        max_length=500, required=False, help_text="Needed once a hand is written down."
    )


class FirstDealView(WriteView):
    @writes_match("match.score", FirstDealBody, DRAWN)
    def post(self, request: Request, match_id: int) -> Response:
        """Note who deals first, and by which cards; once a hand is written down, as a referee."""
        body = read_body(FirstDealBody, request)
        noted = note_first_deal(
            cards=body.get("cards", []),
            dealer=body.get("dealer"),
            reason=body.get("reason", ""),
            **self.write(body),
        )
        return self.answer(noted)
