"""What lies hidden at a table where everybody plays every hand changes nothing that a reader is
told: not by the API, not by the page, not by the socket."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from games.engine.cards import DECK
from games.selectors import table_now as tables
from games.selectors.table_now import table_now
from tests.client import Api
from tests.tournaments.api.test_table_secrets import masked
from tests.tournaments.counted_seats import KNOCK, ROYAL, RUMMY, WILD, CountedOnline
from tournaments.selectors.desk.tables import frame_of

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = {"rummy": RUMMY, "wild": WILD, "knock": KNOCK, "royal": ROYAL}


def with_other_cards(table: CountedOnline, reader: int) -> None:
    """The others hold each other's cards, and the stock lies the other way round but for what is
    drawn from it now: nothing of it shows to the reader."""
    state = table_now(table.match).state
    dealing = state.dealing
    assert dealing is not None
    key = state.seating.commitment, state.settings, dealing
    dealt = tables._cards.get(key)
    hands, stock = list(dealt.hand.hands), dealt.hand.stock
    others = [seat for seat in range(len(hands)) if seat != reader]
    for seat, other in zip(others, [*others[1:], others[0]], strict=True):
        hands[seat] = dealt.hand.hands[other]
    turned = (*stock[:10], *reversed(stock[10:]))
    hand = dealt.hand._replace(hands=tuple(hands), stock=turned)
    tables._cards.keep(key, dealt._replace(hand=hand))


def world(table: CountedOnline, reader: int | None, *, otherwise: bool) -> list[str]:
    """The hands of all, and what a reader is told while each draws and throws what came; all of it
    is taken back."""
    with transaction.atomic():
        table.view(0)
        if otherwise:
            with_other_cards(table, -1 if reader is None else reader)
        told = [json.dumps([table.view(seat)["hands"] for seat in table.seats])]
        for _ in range(len(table.seats) + 1):
            turn = table_now(table.match).state.turn
            assert turn is not None
            table.act(turn, action=thrown_or_drawn(table, turn))
        told += told_to(table, reader)
        transaction.set_rollback(True)
    tables.forget_all()
    return told


def thrown_or_drawn(table: CountedOnline, seat: int) -> str:
    """What is played for who looks at no card: the one that came from the stock is thrown."""
    hand: Any = table_now(table.match).state.hand
    actions = table.view(seat)["actions"]
    if hand.drawn is None:
        return "pass" if "pass" in actions else "draw"
    return f"discard {DECK[hand.drawn]}" if hand.drawn < len(DECK) else "discard JK"


def told_to(table: CountedOnline, seat: int | None) -> list[str]:
    """All that a reader is told now: view, page, frame, deals and the match; of a seat what refuses
    an action as well."""
    made = table.evening.made
    page = reverse("online_table", args=(made["club"], made["slug"], table.match))
    client = table.owner.client if seat is None else table.browsers[seat]
    api = Api() if seat is None else table.api[seat]
    frame = frame_of(table_now(table.match))
    told = [
        json.dumps(api.get(f"{table.path}table/")),
        client.get(page).content.decode(),
        json.dumps(frame if seat is None else frame["seats"][str(seat)]),
        json.dumps(api.get(f"{table.path}deals/")),
        json.dumps(api.get(table.path)),
    ]
    if seat is not None:
        told.append(json.dumps(table.act(seat, 409, "draw", version=1)))
    return [masked(one) for one in told]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spectators", ["hand_end", "live_public"])
def test_hidden_cards_change_nothing_that_others_are_told(game: str, spectators: str) -> None:
    table = CountedOnline(GAMES[game], spectators=spectators)
    table.sit_down()
    world(table, 0, otherwise=False)  # the page has been opened
    for reader in (0, None):
        as_it_is = world(table, reader, otherwise=False)
        changed = world(table, reader, otherwise=True)
        assert as_it_is.pop(0) != changed.pop(0)
        for one, other in zip(as_it_is, changed, strict=True):
            assert one.splitlines() == other.splitlines()
