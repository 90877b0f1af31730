"""A match at an online table, with hands as the table writes them, without anybody playing them."""

from dataclasses import replace

from games.models import DealSecret, Hand, HandFact, Match, OnlineTable, TableEvent
from games.selectors.matches import match_record, next_hand, proposed_dealer
from games.selectors.tables import running_deal
from games.services.scoresheet import opened
from games.services.stored import store, who
from games.tables.chains import commitment_of
from kernel.permissions import ONLINE
from tests.games.services.table import Table

CLOCK = {"kind": "move", "seconds": 45, "reserve": 180}
LAST = bytes(range(32))
"""The end of the chain of every seating."""


class TableOnline(Table):
    """A match of gin that is played online."""

    def __init__(self, **knobs):
        super().__init__(**knobs)
        self.online = seat_online(self.match)

    def said(self, kind, **fields):
        """An event of the table."""
        return said_at(self.online, kind, self.now, **fields)

    def dealt(self, kind="knock", knocker=0, counts=(4, 19), cut_off=""):
        """The next deal, played to its end and written down; the deal as a number."""
        left = self.do(write_online, ONLINE, kind=kind, knocker=knocker, counts=counts, cut=cut_off)
        return left.facts[-1].hand.deal


def seat_online(match):
    """The online table of a match."""
    return OnlineTable.objects.create(
        match=match, clock=CLOCK, flag="game_loss", spectators="hand_end"
    )


def said_at(table, kind, now, **fields):
    """The next event of a table."""
    number = table.events.count() + 1
    return TableEvent.objects.create(
        table=table, number=number, kind=kind, **fields, **who(ONLINE, now)
    )


def deal_at(table, now):
    """The next deal of a table, in its first seating; its number d."""
    deal = 1 + table.events.filter(kind="deal", deal__gt=0).count()
    n, game, number = next_hand(match_record(Match.objects.get(pk=table.match_id)))
    DealSecret.objects.get_or_create(table=table, seating=1, defaults={"last": LAST.hex()})
    data = {
        "seating": 1,
        "j": deal - 1,
        "commitment": commitment_of(LAST),
        "words": ["", ""],
        "dealer": 0,
        "n": n,
        "game": game,
        "number": number,
        "clocks": [[45_000, 180_000]] * 2,
        "autos": [0, 0],
    }
    return said_at(table, "deal", now, deal=deal, data=data).deal


def write_online(*, record, by, now, kind="knock", knocker=0, counts=(4, 19), cut=""):
    """The record with one more hand, as an online table writes it."""

    n, game, number = next_hand(record)
    record = opened(record, by, now)
    deal = running_deal(record.match) or deal_at(record.match.table, now)
    hand = Hand.objects.create(match=record.match, sequence=n, game=game, number=number, deal=deal)
    if cut:
        kind, knocker, counts = "void", None, (None, None)
    fact = HandFact.objects.create(
        hand=hand,
        kind=kind,
        dealer=proposed_dealer(record),
        knocker=knocker,
        counts=list(counts),
        cut_off=cut,
        **who(by, now),
    )
    return store(replace(record, facts=(*record.facts, fact)))
