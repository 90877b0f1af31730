"""What is published of the deals of an online table: the record of a hand, and what anybody needs
to check that the cards were fair (the contract of the online table, "Record of a hand", "The
deal").

Who may read what is not said here: callers name the hands that their reader may see.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from games.engine.cards import Deal
from games.engine.gin.fair.secrets import secret_of
from games.models import HandFact, OnlineTable, TableEvent
from games.selectors.matches import MatchRecord
from games.selectors.table_now import cards_of, events_from, last_secret, settings_of
from games.tables.events import Event, Kind
from games.tables.records import actions_of, digest_of, played_record
from games.tables.state import Dealing, fold

MayRead = Callable[[int | None], bool]
"""Whether a reader may see the record of the n-th hand; null: of a deal that was no hand."""

DRAW, SET_ASIDE = "draw", "set_aside"
"""Why a dealing was no hand, but for what cut it off: it was the draw for the first deal, or its
hand was taken out of the match again."""

#: What cuts a hand off.
_ENDS: tuple[Kind, ...] = ("flag", "resignation", "cut_off")
_OF_SEATING: tuple[Kind, ...] = ("commitment", "word_hash", "word", "unseated")


def hand_record(record: MatchRecord, n: int) -> dict[str, Any] | None:
    """The record of the n-th hand of a match, which is over; None where the match has no such hand,
    or it was not dealt at its online table.

    What came of the hand is what follows from its cards and actions by the rules alone; `rulings`
    are those on it, by their ids.
    """
    fact, table = record.fact_of(n), getattr(record.match, "table", None)
    if fact is None or fact.hand.deal is None or table is None:
        return None
    log = events_from(TableEvent.objects.filter(table=table, deal=fact.hand.deal))
    return _record_of(record, table, fact, log)


def hand_records(record: MatchRecord) -> list[dict[str, Any]]:
    """The records of all hands of a match that were dealt at its online table, in order."""
    table = getattr(record.match, "table", None)
    facts = [fact for fact in record.facts if fact.hand.deal is not None]
    if table is None or not facts:
        return []
    logs: defaultdict[int | None, list[Event]] = defaultdict(list)
    for event in events_from(TableEvent.objects.filter(table=table, deal__gt=0)):
        logs[event.deal].append(event)
    return [_record_of(record, table, fact, logs[fact.hand.deal]) for fact in facts]


def _record_of(
    record: MatchRecord, table: OnlineTable, fact: HandFact, log: list[Event]
) -> dict[str, Any]:
    """The record of a hand from the log of its dealing."""
    n = fact.hand.sequence
    dealing, cards = _dealt(table, log)
    assert dealing.dealer is not None
    settings = settings_of(table)
    played = played_record(
        settings.rules, dealing.dealer, cards, actions_of(log, dealing.d), fact.cut_off
    )
    place = {"match": record.match.pk, "n": n, "game": fact.hand.game, "number": fact.hand.number}
    return {
        **place,
        "d": dealing.d,
        "seating": dealing.seating,
        "rules": record.match.rules,
        **played,
        "secret": secret_of(last_secret(table, dealing.seating), dealing.j).hex(),
        "log": fact.log_digest,
        "rulings": [ruling.pk for ruling in record.rulings if ruling.n == n],
    }


def published_deals(table: OnlineTable, record: MatchRecord, may_read: MayRead) -> dict[str, Any]:
    """What anybody needs to check the deals of a match that they may see."""
    log = _without_actions(table)
    dealings = [event for event in log if event.kind == "deal"]
    hands = {fact.hand.deal: fact.hand.sequence for fact in record.facts}
    ended = _ended(log)
    chains = {
        seating: bytes.fromhex(last)
        for seating, last in table.secrets.values_list("seating", "last")
    }
    return {
        "match": record.match.pk,
        "dealt": max((event.deal or 0 for event in dealings), default=0),
        "seatings": _seatings(log),
        "deals": [
            {
                "d": event.deal,
                "seating": event["seating"],
                "j": event["j"],
                "secret": secret_of(chains[event["seating"]], event["j"]).hex(),
                "n": hands.get(event.deal),
                "why": None if event.deal in hands else _why(event, ended),
            }
            for event in dealings
            if _may_see(event, dealings[-1], hands, ended, may_read)
        ],
    }


def _may_see(
    event: Event,
    last: Event,
    hands: Mapping[int | None, int],
    ended: Mapping[int, str],
    may_read: MayRead,
) -> bool:
    """The draw is over with its cards; any other deal with its hand, whatever became of that."""
    if event.deal == 0:
        return True
    is_over = event.deal in hands or event is not last or event.deal in ended
    return is_over and may_read(hands.get(event.deal))


def _why(event: Event, ended: Mapping[int, str]) -> str:
    return DRAW if event.deal == 0 else ended.get(event.deal or 0, SET_ASIDE)


def _ended(log: Iterable[Event]) -> dict[int, str]:
    """By what each deal was cut off that was; also of the one at which a match ended that is played
    anew."""
    said = {"flag": "flag", "resignation": "resigned", "unseated": SET_ASIDE}
    return {
        event.deal: said.get(event.kind) or event["reason"]
        for event in log
        if event.deal and (event.kind in _ENDS or event["reason"] == "void")
    }


def _without_actions(table: OnlineTable) -> list[Event]:
    kinds = ("deal", *_OF_SEATING, *_ENDS)
    return events_from(TableEvent.objects.filter(table=table, kind__in=kinds))


def _seatings(log: Iterable[Event]) -> list[dict[str, Any]]:
    """Each seating that ever began, words only when both are open."""
    found: list[dict[str, Any]] = []
    for event in log:
        if event.kind == "commitment":
            found.append(
                {
                    "number": event["seating"],
                    "commitment": event["commitment"],
                    "word_hashes": [None, None],
                    "words": [None, None],
                    "ended": None,
                }
            )
        elif event.kind == "word_hash":
            found[-1]["word_hashes"][event.seat or 0] = event["hash"]
        elif event.kind == "word":
            found[-1]["words"][event.seat or 0] = event["word"]
        elif event.kind == "unseated":
            found[-1]["ended"] = event["reason"]
    for seating in found:
        if None in seating["words"]:
            seating["words"] = [None, None]
    return found


def _dealt(table: OnlineTable, log: list[Event]) -> tuple[Dealing, Deal]:
    """The dealing with which a log begins, and its cards."""
    cards = cards_of(table, log)
    dealing = fold(settings_of(table), log[:1], cards).dealing
    assert dealing is not None
    return dealing, cast("Deal", cards(dealing))


def log_digests(match: int) -> dict[int, str]:
    """The digest of what was done in each dealing of a match, as its log stands now."""
    log = events_from(TableEvent.objects.filter(table__match=match, kind="action"))
    by_deal: defaultdict[int, list[Event]] = defaultdict(list)
    for event in log:
        by_deal[event.deal or 0].append(event)
    return {deal: digest_of(events, deal) for deal, events in by_deal.items()}


def digest_of_nothing() -> str:
    """The digest of a dealing in which nothing was done."""
    return digest_of((), 0)
