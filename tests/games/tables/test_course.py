"""What was done last is told as each reader saw it happen."""

import random

import pytest

from games.engine.cards import DECK
from games.tables.course import Done, last_done
from games.tables.requests import legal_of
from games.tables.view import Reader, Sight
from tests.games.tables.test_view import READERS, SEATS, dealt_otherwise, seated


def told(table, reader: Reader) -> list[tuple[int, str, str]]:
    done = last_done(table.state, table.log, reader)
    return [(one.seat, one.kind, str(one.card or "")) for one in done]


def test_a_turn_is_told_from_the_readers_own_last_action_on() -> None:
    table = seated(upcard_rule="deal_11")
    first = table.state.turn
    card = DECK[table.state.hand.hands[first].bit_length() - 1]
    table.act(first, f"discard {card}")
    table.act(1 - first, "take")
    assert told(table, SEATS[first]) == [
        (first, "discard", str(card)),
        (1 - first, "take", str(card)),
    ]
    assert told(table, SEATS[1 - first]) == [(1 - first, "take", str(card))]
    thrown = next(text for text in _legal(table) if text != f"discard {card}")
    table.act(1 - first, thrown)
    table.act(first, "draw")
    assert told(table, SEATS[first]) == [(first, "draw", str(DECK[table.state.hand.drawn]))]
    assert told(table, SEATS[1 - first])[-1] == (first, "draw", "")
    assert told(table, Reader(Sight.OPEN)) == [
        (1 - first, "discard", thrown.split()[1]),
        (first, "draw", ""),
    ]
    assert told(table, Reader(Sight.NONE)) == []


@pytest.mark.parametrize("seed", range(4))
def test_what_is_told_hangs_on_no_hidden_card(seed: int) -> None:
    chance = random.Random(seed)
    table = seated()
    heard: set[str] = set()
    for _ in range(60):
        table.play_on(chance, 1)
        state = table.state
        if state.stage != "playing":
            continue
        for reader in READERS:
            other = state._replace(hand=dealt_otherwise(state.hand, reader, chance))
            done = last_done(state, table.log, reader)
            assert done == last_done(other, table.log, reader)
            heard |= {one.kind for one in done}
            for one in done:
                _check(one, reader)
    assert {"draw", "take", "discard"} <= heard


def _check(one: Done, reader: Reader) -> None:
    """Nobody hears what another drew, or which card lies face down under a knock."""
    if one.kind == "draw":
        assert one.card is None or one.seat == reader.seat
    if one.kind in ("knock", "gin", "big_gin"):
        assert one.card is None


@pytest.mark.parametrize("seed", range(4))
def test_once_a_hand_is_over_everybody_is_told_how(seed: int) -> None:
    table, chance = seated(), random.Random(seed)
    while table.state.stage == "playing":
        table.play_on(chance, 1)
    last = [event["action"].split()[0] for event in table.log if event.kind == "action"][-1]
    for reader in READERS:
        assert told(table, reader)[-1][1] == last


def test_what_the_clock_played_is_said_to_be_its() -> None:
    table = seated(upcard_rule="deal_11")
    hand = table.state.hand
    card = DECK[hand.hands[hand.turn].bit_length() - 1]
    table.write("action", hand.turn, action=f"discard {card}", left=0, reserve=0, by="clock")
    assert [one.by_clock for one in last_done(table.state, table.log, SEATS[0])] == [True]


def _legal(table) -> list[str]:
    return [text for text in legal_of(table.state, table.state.turn) if "discard" in text]
