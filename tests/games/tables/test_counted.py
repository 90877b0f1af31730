"""Games in which everybody plays every hand, at an online table without a database."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.engine.console import replay
from games.engine.gin.fair.log import log_digest
from games.engine.verification import verify_deals
from games.tables import requests
from games.tables.clock import clock_from
from games.tables.course import last_done
from games.tables.hands.base import IllegalAction
from games.tables.hands.listing import hands_of
from games.tables.steps import clocks_at
from games.tables.view import Account, Reader, Sight, table_view
from kernel.text import Refusal
from tests.conftest import IS_LONG
from tests.games.tables.counted import GAMES, CountedTable
from tests.games.tables.playing import without_history

MATCHES = 20 if IS_LONG else 1
by_game = pytest.mark.parametrize("game", GAMES)


def seated(game: str, **more: Any) -> CountedTable:
    table = CountedTable(GAMES[game], **more)
    table.sit_down()
    return table


def seen(table: CountedTable, reader: Reader) -> dict[str, Any]:
    seats = table.settings.seats
    none = (0,) * seats
    account = Account(none, none, none, False, False, False, None, ({"name": "Ada"},) * seats)
    clocks = clocks_at(table.state, table.now, ())
    present = (True,) * seats
    return table_view(table.state, account, reader, clocks=clocks, present=present, now=table.now)


def of_seat(table: CountedTable, seat: int) -> dict[str, Any]:
    return seen(table, Reader(Sight.OWN, seat))


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.text.code


@by_game
@pytest.mark.parametrize("seed", range(MATCHES))
def test_matches_fold_to_the_same_and_their_deals_are_fair(game: str, seed: int) -> None:
    table, chance = seated(game), random.Random(seed)
    table.play_on(chance, 60)
    assert table.state == table.state_of_the_log
    assert without_history(table.state) == without_history(table.state_since_the_deal)
    table.play_hand(chance)
    published = json.loads(json.dumps(table.published()))
    assert verify_deals(published) == {"deals": published["dealt"]}
    for record in published["records"]:
        again = replay(record)
        assert (again["finished"], again["points"]) == (True, record["points"])


def over(game: str, hands: int) -> dict[str, Any]:
    """What is published of a match after so many hands."""
    table, chance = seated(game), random.Random(game)
    while len(table.hands) < hands:
        table.play_hand(chance)
        for seat in table.seats:
            table.ready(seat)
        assert not table.match.is_over
    table.play_hand(chance)
    found: dict[str, Any] = json.loads(json.dumps(table.published()))
    return found


def _other_dealer(record: dict[str, Any]) -> None:
    record["dealer"] = (record["dealer"] + 1) % record["seats"]


def _other_seed(record: dict[str, Any]) -> None:
    record["seed"] = record["seed"][::-1]


def _other_stock(record: dict[str, Any]) -> None:
    record["stock"] = record["stock"][::-1]


def _other_points(record: dict[str, Any]) -> None:
    record["points"] = [one + 1 for one in record["points"]]


def _other_time(record: dict[str, Any]) -> None:
    record["actions"][0]["at"] = "2001-01-01"


def _other_seat(record: dict[str, Any]) -> None:
    record["actions"][0]["seat"] = record["dealer"]
    record["log"] = log_digest(record["actions"])


@by_game
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_other_dealer, "wrong_dealer"),
        (_other_seed, "wrong_seed"),
        (_other_stock, "wrong_stock"),
        (_other_points, "wrong_points"),
        (_other_time, "wrong_log"),
        (_other_seat, "wrong_seat"),
    ],
)
def test_whatever_is_changed_in_a_record_is_found(game: str, change: Any, code: str) -> None:
    published = over(game, 1)
    for record in (0, 1):
        changed = deepcopy(published)
        change(changed["records"][record])
        assert code_of(lambda changed=changed: verify_deals(changed)) == code


@by_game
def test_a_seat_is_shown_its_own_cards_and_what_lies_open(game: str) -> None:
    table, chance = seated(game), random.Random(4)
    for _ in range(40):
        table.play_on(chance, 1)
        hand = table.state.hand
        if table.state.stage != "playing" or getattr(hand, "spread", None):
            continue
        for seat in table.seats:
            view = of_seat(table, seat)
            shown = [cards is not None for cards in view["hands"]]
            assert shown == [one == seat for one in table.seats]
            assert (view["turn"], view["held"]) == (
                hand.turn,
                [len(_cards(one)) for one in hand.hands],
            )
            assert view["actions"] == (
                hands_of(table.rules).legal(hand) if seat == hand.turn else []
            )
        public = seen(table, Reader(Sight.OPEN))
        assert public["hands"] == [None] * len(table.seats)
        assert public["stock"] == len(hand.stock)
        hidden = seen(table, Reader(Sight.NONE))
        assert (hidden["hands"], hidden["phase"], hidden["stock"]) == (None, None, None)


def _cards(hand: Any) -> list[int]:
    return list(hand) if isinstance(hand, tuple) else [one for one in range(52) if hand >> one & 1]


@by_game
def test_what_is_not_listed_is_refused_with_what_is(game: str) -> None:
    table = seated(game)
    turn = table.state.turn
    assert turn is not None
    with pytest.raises(IllegalAction) as caught:
        table.act(turn, "discard 8C")
    assert caught.value.legal == requests.legal_of(table.state, turn)
    assert code_of(lambda: table.act(turn, "sing")) == "bad_action"
    assert code_of(lambda: table.act(turn, "discard 11C")) == "bad_action"
    other = (turn + 1) % len(table.seats)
    assert code_of(lambda: table.act(other, "draw")) == "not_your_turn"


@by_game
def test_the_clock_plays_for_who_does_not(game: str) -> None:
    """After three turns in a row it is the game that is lost."""
    clock = clock_from({"kind": "move", "seconds": 10, "reserve": 0})
    table = seated(game, clock=clock, flag="auto_play")
    while not table.is_lost:
        before = table.state
        table.now += 11_000
        table.settle()
        if before.stage == "playing" and not table.is_lost:
            assert {event["by"] for event in table.log if event.kind == "action"} == {"clock"}
        for seat in table.seats if table.state.stage == "hand_over" else ():
            table.ready(seat)
    turns = [event for event in table.log if event.kind == "flag"]
    assert [event["cost"] for event in turns] == ["game_loss"]


@by_game
def test_a_hand_that_is_cut_off_is_shown_whole_and_void(game: str) -> None:
    table = seated(game)
    table.play_on(random.Random(1), 3)
    table.write("cut_off", reason="ruled")
    view = of_seat(table, 0)
    assert None not in view["hands"]
    assert view["ending"] == {"kind": "void", "ended_by": None, "counts": None}
    assert view["score"]["points"] == [0] * len(table.seats)


@by_game
def test_what_was_done_is_told_with_the_cards_that_all_saw(game: str) -> None:
    table, chance = seated(game), random.Random(6)
    taken = False
    while not taken:
        legal = requests.legal_of(table.state, table.state.turn)
        takes = [text for text in legal if text.startswith("take")]
        turn, reader = table.state.turn, Reader(Sight.OPEN)
        top = of_seat(table, 0)["discards"][-1] if takes else ""
        if takes:
            table.act(turn, takes[-1])
            (*_before, done) = last_done(table.state, table.log, reader)
            assert (done.kind, str(done.card)) == ("take", top)
            taken = True
        else:
            table.act(turn, table.choose(chance, legal))
    drawn = next(
        text for text in requests.legal_of(table.state, turn) if text.startswith("discard")
    )
    table.act(turn, drawn)
    turn = table.state.turn
    if "draw" not in requests.legal_of(table.state, turn):
        table.act(turn, "pass")
        turn = table.state.turn
    table.act(turn, "draw")
    own = last_done(table.state, table.log, Reader(Sight.OWN, turn))[-1]
    assert str(own.card) in of_seat(table, turn)["hands"][turn]
    others = last_done(table.state, table.log, Reader(Sight.OWN, (turn + 1) % len(table.seats)))
    assert others[-1].card is None
