"""What each reader is shown of an online table, and that it hangs on nothing they may not know."""

import json
import random
from dataclasses import replace

import pytest

from games.engine.cards import FULL, indexes
from games.engine.gin.rules import Rules
from games.tables.clock import DEFAULT_CLOCK, clock_from
from games.tables.state import TableState
from games.tables.steps import clocks_at
from games.tables.view import Account, Reader, Sight, clocks_json, table_view
from tests.games.tables.playing import START, WORDS, PlayedTable

KEYS = """match version seat players rules state d hand dealer phase turn limit upcard limit_card
hands held stock discards discarded taken factor may_double spread ending score deadwood actions
games_won points boxes clocks at seating draw"""
UNTIL_IT_IS_OVER = """phase limit upcard limit_card hands held stock discards discarded taken factor
may_double spread deadwood ending score"""
PLAYERS = ({"name": "Ada", "entry": 1}, {"name": "Bob", "entry": 2})
SEATS = [Reader(Sight.OWN, 0), Reader(Sight.OWN, 1)]
READERS = [*SEATS, Reader(Sight.OPEN), Reader(Sight.NONE), Reader(Sight.BOTH)]
NO_CLOCK = clock_from({"kind": "none"})


def shown(table: PlayedTable | TableState, reader: Reader, now: int = START, **account: object):
    state = table if isinstance(table, TableState) else table.state
    said = Account(
        **{
            "games_won": (1, 0),
            "points": (24, 0),
            "boxes": (1, 0),
            "is_finished": False,
            "is_over": False,
            "draws": state.draw is None and state.dealing is None,
            "draw": None,
            "players": PLAYERS,
            **account,
        }
    )
    clocks = clocks_at(state, now, ())
    return table_view(state, said, reader, clocks=clocks, present=(True, False), now=now)


def seated(clock=NO_CLOCK, assist=True, **knobs) -> PlayedTable:
    """Both have sat down; the owner of the high card, where they are asked, deals."""
    table = PlayedTable(Rules(**knobs), clock, assist=assist)
    table.sit_down()
    if table.state.stage == "drawing":
        table.act(table.state.turn, "deal_self")
    return table


def test_a_view_has_the_keys_of_the_contract() -> None:
    table = seated()
    for reader in READERS:
        view = shown(table, reader)
        assert set(KEYS.split()) - view.keys() == set()
        assert ("disclosed" in view) == (reader.sight is Sight.BOTH)


def test_without_assistance_no_deadwood_is_counted_before_the_hand_is_over() -> None:
    helped, alone = seated(), seated(assist=False)
    turn = alone.state.turn
    assert turn is not None
    assert shown(helped, Reader(Sight.OWN, turn))["deadwood"] is not None
    for reader in READERS:
        view = shown(alone, reader)
        assert view["deadwood"] is None
        assert view["actions"] == shown(helped, reader)["actions"]
    while alone.state.stage == "playing":
        alone.play_on(random.Random(1), 1)
    over = shown(alone, Reader(Sight.OWN, turn))
    assert over["ending"]["counts"] is not None


def test_who_sees_a_hand_when_it_is_over_sees_nothing_of_it_before() -> None:
    view = shown(seated(), Reader(Sight.NONE))
    assert [name for name in UNTIL_IT_IS_OVER.split() if view[name] is not None] == []
    assert view["actions"] == []
    assert (view["state"], view["turn"] in (0, 1), view["dealer"] in (0, 1)) == (
        "playing",
        True,
        True,
    )
    assert view["hand"] == {"n": 1, "game": 1, "number": 1}


def test_each_seat_sees_its_own_hand_and_acts_in_its_turn_alone() -> None:
    table = seated()
    turn = table.state.turn
    for reader in SEATS:
        view = shown(table, reader)
        assert [hand is not None for hand in view["hands"]] == [reader.seat == 0, reader.seat == 1]
        assert view["actions"] == (["pass", "take"] if reader.seat == turn else [])
        assert view["deadwood"] is not None
    assert shown(table, Reader(Sight.OPEN))["hands"] == [None, None]
    assert None not in shown(table, Reader(Sight.BOTH))["hands"]


def test_nothing_can_be_done_while_the_table_is_held() -> None:
    state = seated().state
    held = state._replace(hold="paused")
    view = shown(held, Reader(Sight.OWN, state.turn))
    assert (view["state"], view["actions"], view["turn"]) == ("paused", [], state.turn)
    assert not any(clock["running"] for clock in view["clocks"])


def test_words_are_shown_when_both_are_open() -> None:
    table = seated()
    assert shown(table, SEATS[0])["seating"]["words"] == list(WORDS[:2])
    begun = replace(table.state.seating, words=(WORDS[0], None))
    half = table.state._replace(seating=begun)
    assert shown(half, SEATS[1])["seating"]["words"] == [None, None]


def test_before_the_first_deal_there_is_no_hand() -> None:
    table = PlayedTable(Rules())
    table.ready(0)
    view = shown(table, SEATS[1])
    assert (view["state"], view["d"], view["hand"], view["hands"]) == ("seating", 0, None, None)
    assert (view["turn"], view["dealer"], view["phase"]) == (None, None, None)
    assert view["seating"]["sat"] == [True, False]


def test_while_drawing_the_owner_of_the_high_card_chooses() -> None:
    table = PlayedTable(Rules(first_dealer="high_card_chooses"))
    table.sit_down()
    chooser = table.state.turn
    views = [shown(table, reader) for reader in SEATS]
    assert [view["actions"] for view in views] == [
        ["deal_opponent", "deal_self"] if seat == chooser else [] for seat in (0, 1)
    ]
    assert views[0]["draw"] == views[1]["draw"] != None  # noqa: E711 - of both at once
    assert (views[0]["d"], views[0]["dealer"], views[0]["turn"]) == (1, None, chooser)


def test_a_clock_runs_down_and_no_other() -> None:
    table = seated(DEFAULT_CLOCK)
    turn = table.state.turn
    clocks = shown(table, SEATS[0], now=table.state.since + 50_000)["clocks"]
    assert [clock["running"] for clock in clocks] == [turn == 0, turn == 1]
    assert (clocks[turn]["left"], clocks[turn]["reserve"]) == (0, 175_000)
    assert (clocks[1 - turn]["left"], clocks[1 - turn]["reserve"]) == (45_000, 180_000)
    assert [clock["present"] for clock in clocks] == [True, False]
    over = clocks_json(table.state, table.state.clocks, (True, True), is_over=True)
    assert not any(clock["running"] for clock in over)


def test_a_hand_that_is_over_is_open_to_all_who_may_see_it() -> None:
    table = seated()
    chance = random.Random(4)
    while table.state.stage == "playing":
        table.play_on(chance, 1)
    for reader in READERS:
        view = shown(table, reader)
        assert None not in view["hands"]
        assert None not in view["discards"]
        assert (view["state"], view["turn"], view["actions"]) == ("hand_over", None, [])
        assert view["score"] is not None
    assert shown(table, SEATS[0], is_finished=True)["state"] == "finished"


def test_where_nothing_more_is_played_nothing_can_be_done_and_no_clock_runs() -> None:
    table = seated(DEFAULT_CLOCK)
    turn = table.state.turn
    assert shown(table, SEATS[turn])["actions"]
    view = shown(table, SEATS[turn], is_over=True)
    assert (view["state"], view["actions"]) == ("playing", [])
    assert not any(clock["running"] for clock in view["clocks"])


@pytest.mark.parametrize("rules", [{}, {"upcard_rule": "deal_11"}, {"variant": "doubling"}])
@pytest.mark.parametrize("seed", range(6))
def test_a_view_hangs_on_no_hidden_card(seed: int, rules: dict[str, str]) -> None:
    """Whatever a reader may not know is dealt otherwise: their view is the same, byte for byte."""
    chance = random.Random(seed)
    table = seated(**rules)
    for _ in range(25):
        table.play_on(chance, 1)
        state = table.state
        if state.stage != "playing":
            continue
        for reader in READERS:
            other = state._replace(hand=dealt_otherwise(state.hand, reader, chance))
            assert as_text(shown(state, reader)) == as_text(shown(other, reader)), reader


def dealt_otherwise(hand, reader: Reader, chance: random.Random):
    """The hand with all that this reader does not see exchanged among itself."""
    sees = {0: {0}, 1: {1}}.get(reader.seat, {0, 1} if reader.sight is Sight.BOTH else set())
    if hand.spread is not None:
        sees = sees | {hand.spread.knocker}
    hidden = [card for seat in {0, 1} - sees for card in indexes(hand.hands[seat])]
    cards = [*hidden, *hand.stock]
    chance.shuffle(cards)
    hands = list(hand.hands)
    for seat in {0, 1} - sees:
        mine = [cards.pop() for _ in range(hands[seat].bit_count())]
        hands[seat] = sum(1 << card for card in mine)
    assert hands[0] | hands[1] | sum(1 << card for card in cards) | FULL == FULL
    return hand._replace(hands=tuple(hands), stock=tuple(cards))


def as_text(view: object) -> str:
    return json.dumps(view)
