"""What is published of the deals of an online table: the record of a hand, and what anybody needs
to check that the cards were fair (the contract of the online table, "Record of a hand", "The
deal").

Who may read what is not said here: callers name the hands that their reader may see.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.engine.gin.fair.secrets import secret_of
from games.models import HandFact, OnlineTable, TableEvent
from games.selectors.matches import MatchRecord
from games.selectors.table_now import cards_of, events_from, last_secret, settings_of
from games.selectors.tables import dealt_last, running_dealings
from games.tables.events import Event, Kind
from games.tables.fold import dealings_of
from games.tables.hands.listing import hands_of
from games.tables.records import actions_of, digest_of
from games.tables.state import Dealing
from kernel.seats import Seat

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
    d = fact.hand.deal
    if d in _kept_back(record):
        return None
    log = events_from(TableEvent.objects.filter(table=table, deal=d))
    if not log or log[0].kind != "deal":  # it was dealt with another one
        log = [*_deals_of(table), *log]
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
    deals = [event for of_deal in logs.values() for event in of_deal if event.kind == "deal"]
    hidden = _kept_back(record)
    found = []
    for fact in facts:
        if fact.hand.deal not in hidden:
            of_others = [event for event in deals if event.deal != fact.hand.deal]
            log = [*of_others, *logs[fact.hand.deal]]
            found.append(_record_of(record, table, fact, log))
    return found


def _deals_of(table: OnlineTable) -> list[Event]:
    """All that was dealt at a table."""
    return events_from(TableEvent.objects.filter(table=table, kind="deal", deal__gt=0))


def _kept_back(record: MatchRecord) -> frozenset[int]:
    """The deals of a round of which a hand is still played: the secret of a later one leads to the
    secrets before it, and so to cards that nobody may know."""
    if record.game_rules.seats == 2:
        return frozenset()
    if not running_dealings(record.match):
        return frozenset()
    return frozenset(dealing.d for dealing in dealt_last(record.match))


def _record_of(
    record: MatchRecord, table: OnlineTable, fact: HandFact, log: list[Event]
) -> dict[str, Any]:
    """The record of a hand from the log of its dealing."""
    n, d = fact.hand.sequence, fact.hand.deal
    (dealing,) = (
        one for event in log if event.kind == "deal" for one in dealings_of(event) if one.d == d
    )
    dealer, cards = dealing.dealer_place, cards_of(table, log)(dealing)
    assert dealer is not None
    settings = settings_of(table)
    actions = actions_of(log, dealing.d, dealing.seats)
    rules = settings.rules
    played = hands_of(rules).record(rules, dealer, cards, actions, fact.cut_off)
    place = {"match": record.match.pk, "n": n, "game": fact.hand.game, "number": fact.hand.number}
    return {
        **place,
        "d": dealing.d,
        "seating": dealing.seating,
        "rules": record.match.rules,
        **({"players": list(dealing.players)} if dealing.players else {}),
        **played,
        "secret": secret_of(last_secret(table, dealing.seating), dealing.j).hex(),
        "log": fact.log_digest,
        "rulings": [ruling.pk for ruling in record.rulings if ruling.n == n],
    }


def published_deals(table: OnlineTable, record: MatchRecord, may_read: MayRead) -> dict[str, Any]:
    """What anybody needs to check the deals of a match that they may see."""
    log = _without_actions(table)
    dealings = [one for event in log if event.kind == "deal" for one in dealings_of(event)]
    hidden = _kept_back(record)
    hands = {fact.hand.deal: fact.hand.sequence for fact in record.facts}
    ended = _ended(log)
    chains = {
        seating: bytes.fromhex(last)
        for seating, last in table.secrets.values_list("seating", "last")
    }
    return {
        "match": record.match.pk,
        "dealt": max((dealing.d for dealing in dealings), default=0),
        "seatings": _seatings(log, settings_of(table).seats),
        "deals": [
            {
                "d": dealing.d,
                "seating": dealing.seating,
                "j": dealing.j,
                "secret": secret_of(chains[dealing.seating], dealing.j).hex(),
                "n": hands.get(dealing.d),
                "why": None if dealing.d in hands else _why(dealing, ended),
            }
            for dealing in dealings
            if dealing.d not in hidden and _may_see(dealing, dealings[-1], hands, ended, may_read)
        ],
    }


def _may_see(
    dealing: Dealing,
    last: Dealing,
    hands: Mapping[int | None, int],
    ended: Mapping[int, str],
    may_read: MayRead,
) -> bool:
    """The draw is over with its cards; any other deal with its hand, whatever became of that."""
    if dealing.d == 0:
        return True
    is_over = dealing.d in hands or dealing is not last or dealing.d in ended
    return is_over and may_read(hands.get(dealing.d))


def _why(dealing: Dealing, ended: Mapping[int, str]) -> str:
    return DRAW if dealing.d == 0 else ended.get(dealing.d, SET_ASIDE)


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


def _seatings(log: Iterable[Event], seats: int) -> list[dict[str, Any]]:
    """Each seating that ever began, words only when all are open."""
    found, none = list[dict[str, Any]](), [None] * seats
    for event in log:
        if event.kind == "commitment":
            found.append(
                {
                    "number": event["seating"],
                    "commitment": event["commitment"],
                    "word_hashes": [*none],
                    "words": [*none],
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
            seating["words"] = [*none]
    return found


def log_digests(match: int) -> dict[int, str]:
    """The digest of what was done in each dealing of a match, as its log stands now."""
    log = events_from(TableEvent.objects.filter(table__match=match, kind__in=("action", "deal")))
    by_deal: defaultdict[int, list[Event]] = defaultdict(list)
    seats: dict[int, Sequence[Seat]] = {}
    for event in log:
        if event.kind == "deal":
            seats |= {dealing.d: dealing.seats for dealing in dealings_of(event)}
        else:
            by_deal[event.deal or 0].append(event)
    return {deal: digest_of(events, deal, seats[deal]) for deal, events in by_deal.items()}


def digest_of_nothing() -> str:
    """The digest of a dealing in which nothing was done."""
    return digest_of((), 0)
