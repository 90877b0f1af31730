"""Partners at one table: two hands side by side, each of which its two players alone see."""

import random
from dataclasses import replace

import pytest

from games.engine.cards import FULL
from games.engine.gin.rules import Rules, rules_from
from games.tables import requests
from games.tables.bots import bots_in_turn, said_unasked, seen_played
from games.tables.clock import DEFAULT_CLOCK, Clock, clock_from
from games.tables.course import last_done
from games.tables.state import TableState
from games.tables.steps import clocks_at, waits_for
from games.tables.view import Account, Reader, Sight, table_view
from kernel.text import Refusal
from tests.conftest import IS_LONG
from tests.games.tables.playing import PlayedTable, without_history

PARTNERS = rules_from(
    {
        "preset": "rummy-games",
        "variant": "partnership",
        "target": 125,
        "match_type": "best_of",
        "match_n": 3,
        "first_dealer": "random",
    }
)
NO_CLOCK = clock_from({"kind": "none"})
SEATS = range(4)
MATCHES = 300 if IS_LONG else 6


def seated(clock: Clock = DEFAULT_CLOCK, rules: Rules = PARTNERS, **more: object) -> PlayedTable:
    table = PlayedTable(rules, clock, **more)  # type: ignore[arg-type]
    table.sit_down()
    return table


def shown(state: TableState, reader: Reader, now: int) -> dict[str, object]:
    score = Account((0, 0), (0, 0), (0, 0), False, False, False, None, ({"name": "Ada"},) * 4)
    clocks = clocks_at(state, now, ())
    return table_view(state, score, reader, clocks=clocks, present=(True,) * 4, now=now)


def of_seat(table: PlayedTable, seat: int) -> dict[str, object]:
    return shown(table.state, Reader(Sight.OWN, seat), table.now)


def play_hand(table: PlayedTable, seat: int, chance: random.Random) -> None:
    """The hand of this seat to its end, with the other one left alone."""
    while table.state.at_seat(seat).stage == "playing":
        turn = table.state.at_seat(seat).turn
        assert turn is not None
        table.act(turn, table.choose(chance, requests.legal_of(table.state, turn)))


def act_in(table: PlayedTable, seat: int, chance: random.Random) -> None:
    """One action in the hand of this seat."""
    turn = table.state.at_seat(seat).turn
    assert turn is not None
    table.act(turn, table.choose(chance, requests.legal_of(table.state, turn)))


def code_of(call, *args, **more) -> str:
    with pytest.raises(Refusal) as caught:
        call(*args, **more)
    return caught.value.text.code


def test_a_round_is_dealt_at_once_each_hand_by_a_dealing_of_its_own() -> None:
    table = seated()
    first, second = table.state.plays
    assert (first.dealing.d, first.dealing.j, second.dealing.d, second.dealing.j) == (1, 1, 2, 2)
    assert (first.dealing.seats, second.dealing.seats) == ((0, 1), (2, 3))
    assert first.dealing.words == second.dealing.words == ("first", "second", "third", "fourth")
    assert first.hand.hands != second.hand.hands
    # The side deals at both tables.
    assert first.dealing.dealer % 2 == second.dealing.dealer % 2
    assert [event.deal for event in table.log if event.kind == "deal"] == [0, 1]
    assert table.state.next_d(draws=False) == 3


@pytest.mark.parametrize("seed", range(MATCHES))
def test_whole_matches_fold_to_the_same_from_the_log_and_from_the_last_deal(seed: int) -> None:
    chance = random.Random(seed)
    turn = ("each_hand", "each_game", "never")[seed % 3]
    rules = replace(PARTNERS, opponents_change=turn)
    table = seated(rules=rules)
    for _ in range(12):
        table.play_on(chance, 40)
        assert table.state == table.state_of_the_log
        assert without_history(table.state) == without_history(table.state_since_the_deal)
    rounds = [table.hands[at : at + 2] for at in range(0, len(table.hands) - 1, 2)]
    assert rounds
    assert all(sorted(one.players + other.players) == [0, 1, 2, 3] for one, other in rounds)


def test_opponents_change_after_every_hand() -> None:
    table, chance = seated(NO_CLOCK), random.Random(3)
    play_hand(table, 0, chance)
    play_hand(table, 2, chance)
    for seat in SEATS:
        table.ready(seat)
    assert [play.dealing.seats for play in table.state.plays] == [(0, 3), (2, 1)]
    assert [play.dealing.d for play in table.state.plays] == [3, 4]


def test_what_is_done_in_one_hand_changes_nothing_for_those_of_the_other() -> None:
    table, chance = seated(NO_CLOCK), random.Random(4)
    for _ in range(9):
        act_in(table, 2, chance)
    before = [of_seat(table, seat) for seat in (0, 1)]
    clocks = table.state.clocks
    for _ in range(5):
        act_in(table, 2, chance)
        assert [of_seat(table, seat) for seat in (0, 1)] == before
    assert table.state.clocks == clocks
    assert before[0]["version"] < table.state.number
    # Their actions are not stale, though the table has gone on.
    turn = table.state.at_seat(0).turn
    legal = requests.legal_of(table.state, turn)
    table.act(turn, legal[0], before[turn]["version"])


def test_no_seat_can_act_in_the_other_hand() -> None:
    table = seated(NO_CLOCK)
    turns = [play.turn for play in table.state.plays]
    (idle,) = {0, 1} - set(turns)
    assert code_of(table.act, idle, "pass") == "not_your_turn"
    assert [requests.legal_of(table.state, seat) != [] for seat in SEATS] == [
        seat in turns for seat in SEATS
    ]
    assert waits_for(table.state) == tuple(seat in turns for seat in SEATS)


def test_who_is_through_sees_their_finished_hand_and_that_the_other_one_goes_on() -> None:
    table, chance = seated(NO_CLOCK), random.Random(5)
    others = [of_seat(table, seat)["version"] for seat in (2, 3)]
    play_hand(table, 0, chance)
    view = of_seat(table, 0)
    assert (view["state"], view["d"], view["hand"]["n"]) == ("hand_over", 1, 1)
    assert [hand is not None for hand in view["hands"]] == [True, True, False, False]
    assert [play["state"] for play in view["plays"]] == ["hand_over", "playing"]
    # The others are told that it is over, once, and nothing of theirs is stale by it.
    assert [of_seat(table, seat)["version"] for seat in (2, 3)] == [one + 1 for one in others]
    turn = table.state.at_seat(2).turn
    table.act(turn, "pass", others[turn - 2])
    running = of_seat(table, 2)
    assert (running["state"], running["hand"]["n"]) == ("playing", 2)
    assert [hand is not None for hand in running["hands"]] == [False, False, True, False]
    # Nobody is dealt to before both are over and all are ready.
    for seat in (0, 1):
        table.ready(seat)
    assert table.state.last_dealing.d == 2
    play_hand(table, 2, chance)
    assert table.state.last_dealing.d == 2
    table.ready(2)
    table.ready(3)
    assert table.state.last_dealing.d == 4
    assert [hand.players for hand in table.hands] == [(0, 1), (2, 3)]


def test_hands_are_numbered_as_they_end() -> None:
    table, chance = seated(NO_CLOCK), random.Random(6)
    play_hand(table, 3, chance)
    assert [hand.players for hand in table.hands] == [(2, 3)]
    assert [play.n for play in table.state.plays] == [2, 1]
    play_hand(table, 0, chance)
    assert [play.n for play in table.state.plays] == [2, 1]


def test_who_looks_on_sees_no_hand_before_the_round_is_over() -> None:
    table, chance = seated(NO_CLOCK), random.Random(7)
    play_hand(table, 0, chance)
    looker = Reader(Sight.NONE)
    view = shown(table.state, looker, table.now)
    assert (view["hands"], view["score"], view["version"]) == (None, None, table.state.number)
    assert last_done(table.state, table.log, looker) == []
    play_hand(table, 2, chance)
    assert shown(table.state, looker, table.now)["hands"] is not None


@pytest.mark.parametrize("seed", range(20))
def test_what_a_seat_is_shown_hangs_on_nothing_that_it_may_not_know(seed: int) -> None:
    """Whatever the other hand, and the cards that the seat can't see of its own, would be."""
    table, chance = seated(), random.Random(seed)
    table.play_on(chance, chance.randrange(0, 60))
    for seat in SEATS:
        state = table.state.at_seat(seat)
        if state.stage != "playing":
            continue
        other = seated(rules=replace(PARTNERS, side_size=2)).state.plays
        beside = tuple(
            play._replace(
                hand=play.hand._replace(
                    hands=tuple(reversed(play.hand.hands)),
                    stock=other[0].hand.stock,
                    discards=other[1].hand.discards,
                    phase="draw",
                )
            )
            for play in state.beside
        )
        changed = state._replace(beside=beside)
        reader = Reader(Sight.OWN, seat)
        assert shown(state, reader, table.now) == shown(changed, reader, table.now)
        own = state.dealing.d
        log = [one for one in table.log if one.kind != "action" or one.deal == own]
        assert last_done(state, table.log, reader) == last_done(state, log, reader)
        assert seen_played(table.log, state.dealing, seat) == seen_played(log, state.dealing, seat)


def test_each_clock_runs_in_its_own_hand() -> None:
    table = seated()
    first, second = (play.turn for play in table.state.plays)
    table.now += 10_000
    act_in(table, 0, random.Random(1))
    left = clocks_at(table.state, table.now, ())
    assert left[second].left == 35_000
    assert left[first].left in (35_500, 45_000)  # 10 s, less the half that is forgiven
    (mine,) = [clock for clock in of_seat(table, first)["clocks"] if clock["running"]]
    assert mine["left"] == 45_000
    hidden = of_seat(table, first)["clocks"][second]
    assert (hidden["left"], hidden["running"]) == (None, False)


def test_a_flag_that_costs_the_game_ends_the_other_hand_too() -> None:
    table, chance = seated(), random.Random(1)
    for _ in range(3):
        act_in(table, 2, chance)
    table.now += 45_000 + 180_000 + 500 - 1
    table.settle()
    assert table.state.stage == "playing"
    table.now += 1
    table.settle()
    assert [event.kind for event in table.log[-2:]] == ["flag", "cut_off"]
    assert [play.cut_off for play in table.state.plays] == ["flag", "ruled"]
    assert [hand.players for hand in table.hands] == [(0, 1), (2, 3)]


def test_a_flag_that_costs_the_hand_leaves_the_other_one() -> None:
    table, chance = seated(flag="hand_loss"), random.Random(1)
    table.now += 100_000
    act_in(table, 2, chance)
    table.now += 125_500
    table.settle()
    assert [event.deal for event in table.log if event.kind == "flag"] == [1]
    assert [play.stage for play in table.state.plays] == ["hand_over", "playing"]
    act_in(table, 2, chance)


def test_a_pause_stops_all_clocks_and_all_go_on() -> None:
    table = seated()
    turns = [play.turn for play in table.state.plays]
    table.now += 10_000
    held = [[one.left, one.reserve] for one in clocks_at(table.state, table.now, ())]
    table.write("pause", reason="A break", clocks=held)
    assert {code_of(table.act, turn, "pass") for turn in turns} == {"paused"}
    table.now += 3_600_000
    table.write("resumption")
    table.now += 5_000
    left = clocks_at(table.state, table.now, ())
    assert [left[turn].left for turn in turns] == [30_000, 30_000]
    for turn in turns:
        table.act(turn, "pass")


def test_a_match_that_moves_ends_both_hands_and_the_round_goes_on() -> None:
    table, chance = seated(NO_CLOCK), random.Random(8)
    play_hand(table, 2, chance)
    held = [[one.left, one.reserve] for one in table.state.clocks]
    table.write("moved", to="table", clocks=held)
    assert (table.state.stage, table.state.beside, table.state.is_away) == ("seating", (), True)
    table.write("moved", to="online", clocks=held)
    table.sit_down()
    (play,) = table.state.plays
    assert (play.dealing.d, play.dealing.seats, play.dealing.seating) == (3, (0, 1), 2)
    assert table.state == table.state_of_the_log
    play_hand(table, 0, chance)
    assert [hand.players for hand in table.hands] == [(2, 3), (0, 1)]


def test_a_ruling_at_the_table_ends_one_hand_which_is_dealt_again() -> None:
    table, chance = seated(NO_CLOCK), random.Random(9)
    table.write("cut_off", deal=2, reason="ruled")
    assert [play.stage for play in table.state.plays] == ["playing", "hand_over"]
    play_hand(table, 0, chance)
    assert len(table.hands) == 2


def test_the_table_waits_for_all_and_then_deals_without_them() -> None:
    table, chance = seated(), random.Random(10)
    play_hand(table, 0, chance)
    table.now += 19_999
    play_hand(table, 2, chance)
    over = table.now
    table.now = over + 19_999
    table.settle()
    assert table.state.last_dealing.d == 2
    table.now = over + 20_000
    table.settle()
    assert table.state.last_dealing.d == 4


def test_several_computer_players_are_in_turn_at_once() -> None:
    table = seated(NO_CLOCK)
    turns = [play.turn for play in table.state.plays]
    found = bots_in_turn(table.state, SEATS, is_over=False)
    assert sorted(found) == sorted(turns)
    assert [found[turn].turn for turn in turns] == turns
    assert list(bots_in_turn(table.state, turns[:1], is_over=False)) == turns[:1]


def test_computer_players_sit_down_once_somebody_has() -> None:
    table = PlayedTable(PARTNERS)
    assert said_unasked(table.state, 3, "seed", draws=True, is_over=False) == ()
    table.ready(0)
    (said,) = said_unasked(table.state, 3, "seed", draws=True, is_over=False)
    assert said.kind == "sat"


def test_the_whole_pack_is_in_each_hand() -> None:
    for play in seated().state.plays:
        hand = play.hand
        cards = hand.hands[0] | hand.hands[1] | sum(1 << card for card in hand.stock)
        assert cards | sum(1 << card for card in hand.discards) == FULL
