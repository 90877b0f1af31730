"""Three and more at one table: one hand at a time, which two play and nobody else is told of."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from games.engine.cards import Card
from games.engine.gin.first_deal import in_order
from games.engine.gin.rules import Rules, rules_from
from games.tables import requests
from games.tables.bots import bots_in_turn, said_unasked, seen_played
from games.tables.clock import DEFAULT_CLOCK, Clock, clock_from
from games.tables.course import last_done
from games.tables.state import TableState
from games.tables.steps import clocks_at, may_pass_ahead, waits_for
from games.tables.view import Account, Reader, Sight, table_view, turn_for, version_for
from kernel.text import Refusal
from tests.conftest import IS_LONG
from tests.games.tables.playing import PlayedTable, without_history

THREE = rules_from(
    {"preset": "rummy-games", "variant": "cutthroat", "table_size": 3, "match_type": "single"}
)
CAPTAIN = replace(THREE, variant="captain", table_size=4, match_type="best_of", match_n=3)
NO_CLOCK = clock_from({"kind": "none"})
MATCHES = 200 if IS_LONG else 6


def seated(rules: Rules = THREE, clock: Clock = DEFAULT_CLOCK, **more: object) -> PlayedTable:
    table = PlayedTable(rules, clock, **more)  # type: ignore[arg-type]
    table.sit_down()
    return table


def shown(state: TableState, reader: Reader, now: int) -> dict[str, object]:
    seats = state.settings.seats
    none = (0,) * seats
    score = Account(none, none, none, False, False, False, None, ({"name": "Ada"},) * seats)
    clocks = clocks_at(state, now, ())
    return table_view(state, score, reader, clocks=clocks, present=(True,) * seats, now=now)


def of_seat(table: PlayedTable, seat: int | None) -> dict[str, object]:
    reader = Reader(Sight.NONE) if seat is None else Reader(Sight.OWN, seat)
    return shown(table.state, reader, table.now)


def idle(table: PlayedTable) -> int:
    """Who sits out, of three."""
    (seat,) = {0, 1, 2} - {*table.state.dealing.seats}
    return seat


def act(table: PlayedTable, chance: random.Random) -> None:
    turn = table.state.turn
    assert turn is not None
    table.act(turn, table.choose(chance, requests.legal_of(table.state, turn)))


def play_hand(table: PlayedTable, chance: random.Random) -> None:
    while table.state.stage == "playing":
        act(table, chance)


def code_of(call, *args, **more) -> str:
    with pytest.raises(Refusal) as caught:
        call(*args, **more)
    return caught.value.text.code


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_card_is_drawn_for_each_seat_and_the_two_highest_play(size: int) -> None:
    table = seated(replace(THREE, table_size=size))
    assert len(table.state.draw.cards) == size
    _cards, order = in_order([str(card) for card in table.state.draw.cards])
    dealing = table.state.dealing
    assert ({*dealing.seats}, dealing.dealer) == ({*order[:2]}, order[1])
    assert (dealing.d, dealing.j, table.state.beside) == (1, 1, ())
    assert len(dealing.words) == size


@pytest.mark.parametrize("seed", range(MATCHES))
def test_whole_matches_fold_to_the_same_from_the_log_and_from_the_last_deal(seed: int) -> None:
    chance = random.Random(seed)
    table = seated(replace(THREE, match_type="best_of", match_n=3, target=40))
    for _ in range(12):
        table.play_on(chance, 40)
        assert table.state == table.state_of_the_log
        assert without_history(table.state) == without_history(table.state_since_the_deal)
    # Whoever has just lost a hand sits out the next one.
    for dealt, after in pairwise(table.sheet.dealt):
        if dealt.score.winner is not None:
            assert {*dealt.hand.players} & {*after.hand.players} == {dealt.score.winner}


def test_the_loser_makes_room_for_who_sat_out_and_deals_no_more() -> None:
    table, chance = seated(clock=NO_CLOCK), random.Random(2)
    while not table.hands or table.sheet.dealt[-1].score.winner is None:
        for seat in range(3):
            table.ready(seat)
        play_hand(table, chance)
    d, came_in, winner = table.state.dealing.d, idle(table), table.sheet.dealt[-1].score.winner
    for seat in range(3):
        assert table.state.last_dealing.d == d
        table.ready(seat)
    dealing = table.state.dealing
    assert ({*dealing.seats}, dealing.dealer) == ({winner, came_in}, came_in)
    assert (dealing.d, dealing.j) == (d + 1, d + 1)


def test_who_sits_out_is_told_that_the_hand_is_played_and_nothing_else() -> None:
    table, chance = seated(), random.Random(3)
    out = idle(table)
    before = of_seat(table, out)
    assert (before["state"], before["turn"], before["hands"]) == ("playing", None, None)
    assert before["plays"] == [
        {"d": 1, "players": [*table.state.dealing.seats], "state": "playing"}
    ]
    assert [(one["left"], one["running"]) for one in before["clocks"]] == [(None, False)] * 3
    for _ in range(5):
        act(table, chance)
        assert of_seat(table, out) == before
    assert before["version"] < table.state.number
    assert turn_for(table.state, out) is None
    assert turn_for(table.state, None) == table.state.turn
    assert version_for(table.state, None) == table.state.number
    assert last_done(table.state, table.log, Reader(Sight.OWN, out)) == []
    assert seen_played(table.log, table.state.dealing, out) == []
    play_hand(table, chance)
    after = of_seat(table, out)
    assert (after["state"], after["version"]) == ("hand_over", table.state.number)
    assert [hand is not None for hand in after["hands"]] == [seat != out for seat in range(3)]
    assert after["score"]["points"][out] is None
    # Nobody is helped to remember what was thrown before.
    assert len(last_done(table.state, table.log, Reader(Sight.OWN, out))) == 2


@pytest.mark.parametrize("change", ["per_game_rotate", "per_game_last_hand", "never"])
def test_whole_chouettes_fold_to_the_same_from_the_log_and_from_the_last_deal(change: str) -> None:
    chance, rules = random.Random(change), replace(CAPTAIN, solo_change=change, target=20)
    table = seated(rules)
    _cards, order = in_order([str(card) for card in table.state.draw.cards])
    assert table.state.dealing.seats == (order[0], order[1])
    for _ in range(12):
        table.play_on(chance, 40)
        assert table.state == table.state_of_the_log
        assert without_history(table.state) == without_history(table.state_since_the_deal)
    boxes = {(hand.game, hand.players[0]) for hand in table.hands}
    assert len(boxes) == len({game for game, _box in boxes})


@pytest.mark.parametrize("seed", range(20))
def test_what_a_seat_is_shown_hangs_on_nothing_that_it_may_not_know(seed: int) -> None:
    """Who sits out knows no card; who plays neither the other hand nor the stock."""
    table, chance = seated(), random.Random(seed)
    for _ in range(chance.randrange(0, 9)):
        if table.state.stage == "playing":
            act(table, chance)
    state = table.state
    if state.stage != "playing" or state.hand.phase == "layoff":
        return
    hand, out = state.hand, idle(table)
    otherwise = state._replace(
        hand=hand._replace(hands=tuple(reversed(hand.hands)), stock=hand.stock[::-1], turn=1)
    )
    reader = Reader(Sight.OWN, out)
    assert shown(state, reader, table.now) == shown(otherwise, reader, table.now)
    for place, seat in enumerate(state.dealing.seats):
        hands = list(hand.hands)
        # One card of the other hand is exchanged for the last one of the stock.
        other = next(card for card in range(52) if hands[1 - place] >> card & 1)
        hands[1 - place] ^= 1 << other | 1 << hand.stock[0]
        stock = (other, *hand.stock[1:])
        changed = state._replace(hand=hand._replace(hands=tuple(hands), stock=stock))
        reader = Reader(Sight.OWN, seat)
        assert shown(state, reader, table.now) == shown(changed, reader, table.now)


def test_who_sits_out_can_not_act() -> None:
    table = seated(clock=NO_CLOCK)
    out, state = idle(table), table.state
    assert requests.legal_of(state, out) == []
    assert waits_for(state)[out] is False
    for version in (of_seat(table, out)["version"], state.version, 0):
        assert code_of(table.act, out, "draw", version) == "not_your_turn"
    assert may_pass_ahead(state, out) is False
    draws = {"draws": False, "match": table.match}
    assert code_of(requests.resign, state, out, 1, "match", **draws) == "wrong_state"
    assert list(bots_in_turn(state, range(3), is_over=False)) == [state.turn]
    assert said_unasked(state, out, "seed", draws=False, is_over=False) == ()
    # Their hand is over for them, too, once it is.
    play_hand(table, random.Random(4))
    (said,) = said_unasked(table.state, out, "seed", draws=False, is_over=False)
    assert said.kind == "ready"
    assert code_of(requests.resign, table.state, out, 1, "game", **draws) == "wrong_state"


def test_a_clock_runs_for_who_plays_alone() -> None:
    table = seated()
    turn, out = table.state.turn, idle(table)
    table.now += 50_000
    left = clocks_at(table.state, table.now, ())
    assert (left[turn].left, left[turn].reserve) == (0, 175_000)
    assert (left[out].left, left[out].reserve) == (45_000, 180_000)
    (running,) = [one for one in of_seat(table, turn)["clocks"] if one["running"]]
    assert running["reserve"] == 175_000
    assert of_seat(table, None)["clocks"][out]["left"] is None


def test_a_flag_that_costs_the_hand_is_of_the_two_alone() -> None:
    table = seated(flag="hand_loss")
    turn, players = table.state.turn, table.state.dealing.seats
    table.now += 45_000 + 180_000 + 500
    table.settle()
    assert [(one.seat, one.deal) for one in table.log if one.kind == "flag"] == [(turn, 1)]
    assert (table.state.stage, table.state.cut_off) == ("hand_over", "flag")
    assert [hand.players for hand in table.hands] == [players]


def test_the_table_waits_for_who_sat_out_and_then_deals_without_them() -> None:
    table, chance = seated(), random.Random(5)
    play_hand(table, chance)
    for seat in table.state.dealing.seats:
        table.ready(seat)
    table.now += 19_999
    table.settle()
    assert table.state.last_dealing.d == 1
    table.now += 1
    table.settle()
    assert table.state.last_dealing.d == 2


def test_the_draw_is_read_as_the_rules_read_it() -> None:
    table = seated()
    cards = table.state.draw.cards
    assert all(isinstance(card, Card) for card in cards)
    assert table.first_dealer == table.state.draw.dealer
    assert of_seat(table, 0)["draw"] == [str(card) for card in cards]
