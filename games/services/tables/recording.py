"""What an online table writes into the match: its hands, the draw, and what a flag or a resignation
costs.

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
All of it follows from the table's log, so it is the table that says it, at the instant of the event
that brought it about.
"""

from collections.abc import Iterable, Sequence

from games.cut_offs import flag_reference, resignation_reference
from games.models import Adjustment
from games.selectors.matches import MatchRecord
from games.services import first_deals, scoresheet
from games.services.adjustments import adjust
from games.services.scoresheet import HandEntry
from games.services.stored import store
from games.tables.events import Event
from games.tables.hands.listing import hands_of
from games.tables.records import OnlineHand, digest_of, instant
from games.tables.state import TableState
from kernel.permissions import ONLINE
from kernel.seats import Seat

_LOSSES = {"game": Adjustment.Kinds.GAME_LOSS, "match": Adjustment.Kinds.MATCH_LOSS}


def write_first_deal(
    record: MatchRecord, cards: Sequence[str], dealer: Seat, at: int
) -> MatchRecord:
    """The draw that was dealt, under any rules, and who deals by it."""
    return first_deals.note_dealt_draw(
        record=record, cards=cards, dealer=dealer, by=ONLINE, now=instant(at)
    )


def begin_match(record: MatchRecord, at: int) -> MatchRecord:
    """With its first deal a match has begun, before a hand of it is over: from then on it is not
    drawn anew, and nobody else comes to its seats."""
    return store(scoresheet.opened(record, ONLINE, instant(at)))


def write_hand(record: MatchRecord, state: TableState, log: Iterable[Event]) -> MatchRecord:
    """The hand that was just played to its end; `log` has what was done in it."""
    assert state.hand is not None
    assert state.dealing is not None
    said = hands_of(state.settings.rules).said(state.hand, state.dealing.players)
    entry = _entry(state, log, said=said)
    at = instant(state.changed)
    return scoresheet.add_hand(record=record, entry=entry, by=ONLINE, now=at)


def write_cut_off(
    record: MatchRecord, state: TableState, log: Iterable[Event], reason: str
) -> MatchRecord:
    """The hand that was cut off keeps the place at which it was dealt as a void one, also where its
    game or the match is over by now; the ruling that cut it off may have written it already. Where
    another hand has come to its place meanwhile, or the match is not counted by hands any more,
    its deal was no hand."""
    dealing = state.dealing
    assert dealing is not None
    number = state.number_in_game
    if len(record.facts) + 1 != state.n or not record.is_by_hands:
        return record
    assert dealing.game is not None
    assert number is not None
    return scoresheet.add_cut_off_hand(
        record=record,
        entry=_entry(state, log, reason),
        game=dealing.game,
        number=number,
        by=ONLINE,
        now=instant(state.changed),
    )


def write_loss(record: MatchRecord, event: Event, n: int | None) -> MatchRecord:
    """What the flag or the resignation of a seat costs them; `n` is the hand that it cut off. A
    match that is over loses nothing more."""
    assert event.seat is not None
    is_flag = event.kind == "flag"
    kind = event["cost"] if is_flag else _LOSSES[event["of"]]
    if record.score.finished:
        return record
    reference = flag_reference if is_flag else resignation_reference
    record, _adjustment = adjust(
        record=record,
        kind=kind,
        seat=event.seat,
        n=n,
        reference=reference(event.number),
        by=ONLINE,
        now=instant(event.at),
    )
    return record


def _entry(
    state: TableState, log: Iterable[Event], cut_off: str = "", said: object = None
) -> HandEntry:
    dealing = state.dealing
    assert dealing is not None
    online = OnlineHand(dealing.d, digest_of(log, dealing.d, dealing.seats), cut_off)
    if not dealing.players:
        return HandEntry(said, dealing.dealer, online)
    return HandEntry(said, dealing.dealer, online, dealing.players)
