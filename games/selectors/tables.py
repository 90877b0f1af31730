"""What is played at an online table, as far as the record of its match asks."""

from games.models import Hand, Match, TableEvent


def is_online(match: Match) -> bool:
    """Whether a match has an online table."""
    return getattr(match, "table", None) is not None


def has_dealt(match: Match) -> bool:
    """Whether a hand was dealt at the online table of a match."""
    return TableEvent.objects.filter(table__match=match, kind="deal", deal__gt=0).exists()


def running_deal(match: Match) -> int | None:
    """The number d of the dealing that is played at the table of a match; None between two hands,
    and at a table in a room."""
    dealt = TableEvent.objects.filter(table__match=match, kind="deal", deal__gt=0)
    last: int | None = dealt.order_by("-number").values_list("deal", flat=True).first()
    if last is None or Hand.objects.filter(match=match, deal=last).exists():
        return None
    return last
