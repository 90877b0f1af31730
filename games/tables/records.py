"""What is written of an online hand that is over, and the record from which anybody plays it again
(the contract of the online table, record of a hand)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from games.engine.cards import Deal
from games.engine.gin import play
from games.engine.gin.fair.log import log_digest
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import parse_action
from games.engine.gin.notation.shapes import names
from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandCounts, HandScore
from games.tables.events import Event
from games.tables.state import BOTH
from kernel.seats import Seat, credited, nothing


@dataclass(frozen=True, slots=True)
class OnlineHand:
    """What is known of a hand of an online table besides what came of it: its dealing, the digest
    of its actions, and by what it was cut off, if it was; of a hand that not all play who sits
    there also its `players` and their dealer."""

    deal: int
    log_digest: str
    cut_off: str = ""
    players: tuple[Seat, ...] = ()
    dealer: Seat | None = None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


def instant(at: int) -> datetime:
    """An instant of a table's log."""
    return _EPOCH + at * _MS


def ms_of(at: datetime) -> int:
    """The same as the log counts it; what is below a millisecond is left out."""
    return (at - _EPOCH) // _MS


def instant_text(at: int) -> str:
    """The same as the API and the digest of a log write it."""
    return instant(at).isoformat(timespec="milliseconds")


def said_of(hand: HandState, players: Sequence[Seat] = ()) -> HandCounts | None:
    """What is written of a hand that was played to its end; null where it was nobody's. Where not
    all play every hand, `players` are the two who did."""
    said = play.counts_of(hand)
    if said is None or said.knocker is None or not players:
        return said
    counts = said.knocker_count, said.defender_count
    cards = said.upcard, said.limit_card
    return HandCounts.of(said.kind, players[said.knocker], *counts, *cards, said.factor)


def actions_of(
    events: Iterable[Event], deal: int, seats: Sequence[Seat] = BOTH
) -> list[dict[str, Any]]:
    """What was done in a deal: `{"seat", "action", "at", "left", "by"?}`, where a seat is one of
    the two of the hand: its place among `seats`."""
    return [
        {
            "seat": None if event.seat is None else seats.index(event.seat),
            "action": event["action"],
            "at": instant_text(event.at),
            "left": event["left"],
        }
        | ({"by": event["by"]} if event["by"] else {})
        for event in events
        if event.kind == "action" and event.deal == deal
    ]


def digest_of(events: Iterable[Event], deal: int, seats: Sequence[Seat] = BOTH) -> str:
    """The digest by which the audit holds what was done in a deal that these seats have played."""
    return log_digest(actions_of(events, deal, seats))


def played_record(
    rules: Rules,
    dealer: Seat,
    deal: Deal,
    actions: Iterable[Mapping[str, Any]],
    cut_off: str = "",
) -> dict[str, Any]:
    """The part of a record that follows from its cards and actions: both, and what came of them by
    the rules alone. `replay` and `verify_deals` read it as it is."""
    actions = list(actions)
    hand = play.begin(rules, dealer, deal)
    for action in actions:
        hand = play.apply(hand, parse_action(action["action"]))
    limit_card = deal.limit_card if rules.knock_limit == "second_deck" else None
    return {
        "dealer": dealer,
        "hands": [names(cards.bits) for cards in deal.hands],
        "upcard": None if deal.upcard is None else str(deal.upcard),
        "limit_card": None if limit_card is None else str(limit_card),
        "stock": [str(card) for card in deal.stock],
        "actions": actions,
        **_end(None if cut_off else play.result(hand), cut_off),
    }


def _end(score: HandScore | None, cut_off: str) -> dict[str, Any]:
    points = boxes = nothing(2)
    if score is not None and score.winner is not None:
        points = credited(points, score.winner, score.points)
        boxes = credited(boxes, score.winner, score.boxes)
    counts = None if score is None or score.counts is None else list(score.counts)
    end = {
        "result": score.kind if score else "cut_off",
        "winner": score.winner if score else None,
        "points": list(points),
        "boxes": list(boxes),
        "counts": counts,
    }
    return end | ({"reason": cut_off} if cut_off else {})
