"""Who owes whom after an event, for its staff and those who play in it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.permissions import Actor
from tournaments.api.places import TournamentView
from tournaments.selectors.desk.settlement import acting_at_settlement, settlement_of
from tournaments.selectors.events.access import sees_drafts
from web.schema import call

LEAST_VALUE = Decimal("0.001")


def decimal_text(value: Decimal) -> str:
    """ "0.5" of 0.500."""
    return f"{value.normalize():f}"


class PointValueField(serializers.DecimalField):
    """What a point is worth, as a decimal number in text: "0.5"."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=8, decimal_places=3, min_value=LEAST_VALUE, **options)

    def to_internal_value(self, data: Any) -> Decimal:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)

    def to_representation(self, value: Decimal) -> str:
        return decimal_text(value)


class SettlingPlayer(serializers.Serializer[Mapping[str, object]]):
    """Somebody who played, as they are shown; between partners their side, and its first player."""

    player = serializers.IntegerField()
    entry = serializers.IntegerField(required=False, help_text="Between partners alone.")
    name = serializers.CharField()


class BalanceShape(SettlingPlayer):
    """What somebody has won (above 0) or lost."""

    points = serializers.IntegerField()


class PaymentShape(serializers.Serializer[Mapping[str, object]]):
    """What one gives another, in points."""

    payer = SettlingPlayer()
    payee = SettlingPlayer()
    points = serializers.IntegerField()


class UnsettledShape(serializers.Serializer[Mapping[str, object]]):
    """A match of which it is not known by how much it was won."""

    match = serializers.IntegerField()
    players = SettlingPlayer(many=True)


class SettlementAnswer(serializers.Serializer[Mapping[str, object]]):
    """The balances, most first, and the payments, largest first."""

    balances = BalanceShape(many=True)
    payments = PaymentShape(many=True)
    fewest = serializers.BooleanField(help_text="Whether there is no way with fewer payments.")
    final = serializers.BooleanField(help_text="Whether the event is over.")
    unsettled = UnsettledShape(many=True, help_text="Matches that are not in it.")
    point_value = PointValueField(allow_null=True, help_text="Null where points are counted alone.")
    point_unit = serializers.CharField()


class SettlementView(TournamentView):
    def load(self) -> Actor:
        super().load()
        return acting_at_settlement(self.actor, self.tournament)

    @call("tournament.settlement", SettlementAnswer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Say who owes whom; not found where the event does not settle."""
        if not self.tournament.settles:
            raise Http404
        return Response(SettlementAnswer(self._answer()).data)

    def _answer(self) -> dict[str, object]:
        found = settlement_of(self.tournament, full_names=sees_drafts(self.actor))
        people: dict[int, dict[str, object]] = {}
        for player, pk in found.players.items():
            of_side = {"entry": pk} if self.tournament.has_partners else {}
            people.setdefault(pk, {"player": player, **of_side, "name": found.names[pk]})
        return {
            "balances": [people[pk] | {"points": points} for pk, points in found.balances],
            "payments": [
                {
                    "payer": people[payment.payer],
                    "payee": people[payment.payee],
                    "points": payment.points,
                }
                for payment in found.payments
            ],
            "fewest": found.is_fewest,
            "final": found.is_final,
            "unsettled": [
                {"match": one.match, "players": [people[pk] for pk in one.people]}
                for one in found.unsettled
            ],
            "point_value": self.tournament.point_value,
            "point_unit": self.tournament.point_unit,
        }
