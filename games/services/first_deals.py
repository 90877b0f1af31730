"""Who deals first in a match: noted, put right, ended.

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from games.models import FirstDeal, Match
from games.selectors.matches import MatchRecord
from games.services.scoresheet import NOT_BY_HANDS
from games.services.stored import store, who
from kernel.permissions import Actor
from kernel.seats import Seat
from kernel.text import N_, Refusal, Text

WRITTEN = N_("A hand is written down already: only a referee can put right who dealt first.")


def note_first_deal(
    *,
    record: MatchRecord,
    cards: Sequence[object],
    dealer: object,
    reason: str,
    by: Actor,
    now: datetime,
) -> MatchRecord:
    """Note the cards that were drawn for the first deal, one a seat, and who deals.

    Without cards it was agreed, or found in another way: then say who deals. With cards a dealer
    left out is the one whom they say; another one was agreed, and is taken. What was noted before
    is superseded; the same again changes nothing. As soon as a hand is written down only staff put
    it right, with a reason: the noted dealers of the hands stay as they are.
    """
    rules = record.game_rules
    if record.submission is not None and not record.is_by_hands:
        raise Refusal(Text("not_by_hands", NOT_BY_HANDS))
    drawn, by_cards = rules.drawn(cards) if cards else ([], None)
    dealer = by_cards if dealer is None else rules.checked_seat(dealer, "dealer")
    if dealer is None:
        raise Refusal(Text("dealer_needed", N_("Say who deals first.")), "dealer")
    old = record.first_deal
    if old is not None and (old.cards, old.dealer) == (drawn, dealer):
        return record
    if record.facts:
        _require_may_put_right(by, reason)
    if old is not None:
        FirstDeal.objects.filter(pk=old.pk).update(superseded_at=now)
    said = {"cards": drawn, "dealer": dealer, "reason": reason}
    FirstDeal.objects.create(match=record.match, **said, **who(by, now))
    record.match.first_dealer = dealer
    return store(replace(record))


def note_dealt_draw(
    *, record: MatchRecord, cards: Sequence[str], dealer: Seat, by: Actor, now: datetime
) -> MatchRecord:
    """Note the draw that an online table dealt, under any rules, and who deals by it; an earlier
    one holds no more."""
    standing = FirstDeal.objects.filter(match=record.match, superseded_at__isnull=True)
    standing.update(superseded_at=now)
    said = {"cards": list(cards), "dealer": dealer}
    FirstDeal.objects.create(match=record.match, **said, **who(by, now))
    record.match.first_dealer = dealer
    return store(replace(record))


def end_first_deals(*, matches: Collection[int], now: datetime) -> None:
    """Others sit down at these matches: what was drawn there holds no more."""
    if matches:
        standing = FirstDeal.objects.filter(match__in=matches, superseded_at__isnull=True)
        standing.update(superseded_at=now)
        Match.objects.filter(pk__in=matches).update(first_dealer=None)


def copy_first_dealers(matches: Collection[Match]) -> None:
    """Make the copies of who deals first anew, not yet saved."""
    standing = FirstDeal.objects.filter(match__in=matches, superseded_at__isnull=True)
    dealers: dict[int, Seat] = dict(standing.values_list("match", "dealer"))
    for match in matches:
        match.first_dealer = dealers.get(match.pk)


def _require_may_put_right(by: Actor, reason: str) -> None:
    if not by.may("match.correct"):
        raise Refusal(Text("forbidden", WRITTEN))
    if not reason:
        sentence = N_("A hand is written down already: give the reason for the correction.")
        raise Refusal(Text("reason_needed", sentence), "reason")
