"""Who owes whom, as it is shown: points, and what they are worth."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.selectors.desk.settlement import EventSettlement, Worth

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """Somebody with their points, and what these are worth; `worth` is empty where points are
    counted alone. Of a payment `name` gives it and `payee` gets it."""

    name: str
    points: str
    worth: str
    payee: str = ""
    is_own: bool = False


def settlement_shown(found: EventSettlement, own: int | None = None) -> dict[str, Any]:
    """What page and paper show of it; `own` is the reader, or their side."""
    return {
        "balances": [
            MoneyLine(
                found.names[player],
                _signed(points),
                worth_of(found.worth, points),
                is_own=player == own,
            )
            for player, points in found.balances
        ],
        "payments": [
            MoneyLine(
                found.names[payment.payer],
                str(payment.points),
                worth_of(found.worth, payment.points),
                found.names[payment.payee],
                own in (payment.payer, payment.payee),
            )
            for payment in found.payments
        ],
        "how_many": _how_many(len(found.payments), is_fewest=found.is_fewest),
        "unsettled": [
            {"match": one.match, "names": [found.names[player] for player in one.people]}
            for one in found.unsettled
        ],
        "is_final": found.is_final,
        "value_words": value_words(found.worth),
        "has_worth": found.worth.value is not None,
    }


def value_words(worth: Worth) -> str:
    """ "A point is worth 0.5 Cent."; empty where points are counted alone."""
    if worth.value is None:
        return ""
    value = f"{_plain(worth.value)} {worth.unit}".strip()
    return _("A point is worth %(value)s.") % {"value": value}


def worth_of(worth: Worth, points: int) -> str:
    """What so many points are worth: "18.50 Cent"."""
    if worth.value is None:
        return ""
    amount = worth.value * points
    is_whole = amount == amount.to_integral_value()
    shown = _plain(amount) if is_whole else _plain(amount, 2)
    return f"{shown} {worth.unit}".strip()


def _plain(value: Decimal, places: int = 0) -> str:
    """A decimal as it is written in the reader's language, with at least so many places."""
    exponent = value.normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    shown: str = number_format(abs(value), max(places, -exponent, 0))
    return f"{MINUS}{shown}" if value < 0 else shown


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def _how_many(payments: int, *, is_fewest: bool) -> str:
    if not payments:
        return _("Nobody owes anybody anything.")
    if is_fewest:
        words = ngettext("%(n)d payment settles it.", "%(n)d payments: fewer won’t do.", payments)
    else:
        words = _("%(n)d payments, which is few for so many people.")
    return words % {"n": payments}
