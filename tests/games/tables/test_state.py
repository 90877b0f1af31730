"""Matches at an online table, folded from their log."""

import random

import pytest

from games.engine.gin.play import result
from games.engine.gin.rules import rules_from
from games.tables import requests
from games.tables.clock import Clock, clock_from
from games.tables.events import Event
from games.tables.fold import after
from games.tables.requests import IllegalAction
from games.tables.state import SeatClock, fresh_clocks
from games.tables.steps import MatchNow, next_step
from kernel.text import Refusal
from tests.games.engine.playing import RULES
from tests.games.tables.playing import START, PlayedTable, without_history

CLUB = rules_from("club")


def seated(rules=CLUB, **more) -> PlayedTable:
    """A table at which the first hand is dealt."""
    table = PlayedTable(rules, **more)
    table.sit_down()
    if table.state.stage == "drawing":
        table.act(table.state.turn, "deal_opponent")
    return table


def code_of(call, *args, **more) -> str:
    with pytest.raises(Refusal) as caught:
        call(*args, **more)
    return caught.value.text.code


@pytest.mark.parametrize("name", sorted(RULES))
def test_whole_matches_are_played_under_all_rules(name: str) -> None:
    table = seated(RULES[name])
    table.play_on(random.Random(name), 200)
    assert table.hands
    assert table.state == table.state_of_the_log
    assert without_history(table.state) == without_history(table.state_since_the_deal)
    dealt = [event.deal for event in table.log if event.kind == "deal"]
    assert dealt == list(range(dealt[-1] + 1))
    assert [event.number for event in table.log] == list(range(1, len(table.log) + 1))


def test_a_deal_says_all_that_its_hand_needs() -> None:
    table = seated()
    chance = random.Random(1)
    for _ in range(60):
        table.play_on(chance, 1)
        assert without_history(table.state) == without_history(table.state_since_the_deal)


def test_both_sit_down_before_they_commit_and_commit_before_they_open() -> None:
    table = PlayedTable(CLUB)
    assert code_of(table.ready, 0, hash="0" * 64) == "not_seated"
    table.ready(0)
    assert code_of(table.act, 0, "draw") == "not_seated"
    table.ready(0)
    assert [event.kind for event in table.log] == ["sat"]
    table.ready(1)
    assert table.state.seating.commitment
    assert code_of(table.ready, 0, word="first") == "not_seated"
    digest = "a" * 64
    table.ready(0, hash=digest)
    table.ready(0, hash=digest)
    assert code_of(table.ready, 0, hash="b" * 64) == "word_given"
    assert code_of(table.ready, 0, hash="B" * 64) == "bad_word"
    table.ready(1, hash=digest)
    assert code_of(table.ready, 0, word="first") == "bad_word"
    assert code_of(table.ready, 0, word="two\nlines") == "bad_word"


def test_who_does_not_open_their_word_has_not_sat_down() -> None:
    table = PlayedTable(CLUB)
    table.sit_down()
    other = PlayedTable(CLUB, log=[event for event in table.log if event.kind != "deal"][:5])
    other.now += 1_000
    other.log.append(table.log[5])
    assert table.log[5].kind == "word"
    other.now = START + 19_999
    other.settle()
    assert len(other.log) == 6
    other.now += 1
    other.settle()
    assert (other.log[-1].kind, other.log[-1].at) == ("unseated", START + 20_000)
    assert other.state.seating.sat == (True, False)
    other.ready(1)
    assert other.state.seating.number == 2
    assert other.state.seating.commitment != table.state.seating.commitment


def test_the_owner_of_the_high_card_chooses_in_time() -> None:
    table = PlayedTable(rules_from({"first_dealer": "high_card_chooses"}))
    table.sit_down()
    state = table.state
    chooser = state.turn
    assert state.stage == "drawing"
    assert requests.legal_of(state, chooser) == ["deal_opponent", "deal_self"]
    assert code_of(table.act, 1 - chooser, "deal_self") == "not_your_turn"
    assert code_of(table.act, chooser, "draw") == "illegal_action"
    table.now += 20_000
    table.settle()
    assert table.state.dealing.dealer == 1 - chooser
    table = PlayedTable(table.rules)
    table.sit_down()
    table.act(chooser, "deal_self")
    assert table.state.dealing.dealer == chooser


@pytest.mark.parametrize("reading", ["low_card_deals", "random"])
def test_the_cards_say_who_deals(reading: str) -> None:
    table = PlayedTable(rules_from({"first_dealer": reading}))
    table.sit_down()
    draw = table.state.draw
    assert table.state.stage == "playing"
    assert table.state.dealing.dealer == (draw.high if reading == "random" else 1 - draw.high)


def test_refusals_come_in_their_order() -> None:
    table = seated()
    state = table.state
    mine, other = state.turn, 1 - state.turn
    assert code_of(table.act, mine, "pass", state.version - 1) == "stale"
    assert code_of(table.act, mine, "pass", state.version + 1) == "stale"
    assert code_of(table.act, other, "nonsense", state.version - 1) == "stale"
    assert code_of(table.act, other, "nonsense") == "not_your_turn"
    assert code_of(table.act, mine, "nonsense") == "bad_action"
    assert code_of(table.act, mine, "discard XX") == "bad_action"
    assert code_of(table.act, mine, None) == "bad_action"
    with pytest.raises(IllegalAction) as caught:
        table.act(mine, "discard 7S")
    assert caught.value.legal == ["pass", "take"]
    held = [[one.left, one.reserve] for one in state.clocks]
    table.write("pause", reason="A break", clocks=held)
    assert code_of(table.act, other, "nonsense", 1) == "paused"
    table.write("adjournment", reason="Late", clocks=held, until=START + 10**9)
    assert code_of(table.act, other, "nonsense", 1) == "adjourned"
    assert code_of(requests.act, table.state, 0, 1, "x", START, is_over=True) == "hand_over"


def test_more_time_and_a_look_make_no_action_stale() -> None:
    table = seated()
    state = table.state
    table.write("time", state.turn, ms=60_000, reason="A call")
    table.write("disclosure", reason="A complaint", user=1)
    table.act(state.turn, "pass", state.version)
    assert table.log[-1].kind == "action"
    assert code_of(table.act, table.state.turn, "pass", state.version) == "stale"


def test_ready_is_meant_for_one_deal() -> None:
    table = seated()
    table.play_on(random.Random(3), 100)
    state = table.state
    assert code_of(requests.get_ready, state, 0, state.dealing.d + 1, draws=False) == "stale"
    assert requests.get_ready(state, 0, state.dealing.d, draws=False) in (
        [],
        [requests.Said("ready", {})],
    )


def test_a_hand_is_cut_off_where_the_match_has_no_place_for_it() -> None:
    table = seated()
    table.is_lost = True
    table.settle()
    assert (table.state.stage, table.state.cut_off) == ("hand_over", "ruled")
    assert result(table.state.hand) is None
    assert code_of(table.act, 0, "pass") == "hand_over"


@pytest.mark.parametrize("stage", ["seating", "playing"])
def test_one_may_resign_from_the_first_deal_on(stage: str) -> None:
    table = PlayedTable(CLUB) if stage == "seating" else seated()
    state = table.state
    d = requests.table_d(state, draws=table.draws)
    ask = {"draws": table.draws, "match": table.match}
    if stage == "seating":
        assert code_of(requests.resign, state, 0, d, "game", **ask) == "not_seated"
        return
    assert code_of(requests.resign, state, 0, d - 1, "game", **ask) == "stale"
    table.said(0, requests.resign(state, 0, d, "match", **ask))
    assert (table.state.cut_off, table.match.is_over) == ("resigned", True)


def test_nobody_resigns_a_match_that_is_to_be_played_anew() -> None:
    table = seated()
    state = table.state._replace(stage="seating", hand=None)
    ask = {"draws": False, "match": MatchNow(False, 0, 1, 1, 1)}
    d = requests.table_d(state, draws=False)
    for of in ("game", "match"):
        assert code_of(requests.resign, state, 0, d, of, **ask) == "not_seated"
    ask = {"draws": False, "match": MatchNow(False, 0, 2, 1, 2)}
    assert requests.resign(state, 0, d, "match", **ask).kind == "resignation"


def test_what_the_clock_played_of_a_void_match_is_not_held_against_anybody() -> None:
    state = seated().state._replace(is_void=True, autos=(2, 1))
    event = Event(99, "unseated", state.since, None, None, {"seating": 2, "sat": [False, False]})
    assert after(state, event, {}.__getitem__).autos == (0, 0)


@pytest.mark.parametrize("hands", [0, 2])
def test_a_match_that_is_played_anew_begins_with_a_new_seating(hands: int) -> None:
    table = seated()
    chance = random.Random(4)
    while len(table.hands) < hands:
        table.play_on(chance, 1)
    if table.state.stage == "hand_over":
        table.play_on(chance, 2)
    last, first_dealer = table.state.dealing, table.state.dealing.dealer
    table.hands, table.first_dealer = [], None
    table.write("ruling", ended="void")
    table.settle()
    state = table.state
    assert (state.stage, state.seating.sat, state.next_d(draws=True)) == (
        "seating",
        (False, False),
        last.d + 1,
    )
    assert code_of(table.act, 0, "pass") == "not_seated"
    table.sit_down()
    dealt = table.state.dealing
    assert (dealt.d, dealt.seating, dealt.j, dealt.n) == (last.d + 1, last.seating + 1, 0, 1)
    assert dealt.dealer == first_dealer
    assert table.state.clocks == fresh_clocks(table.clock)
    assert without_history(table.state) == without_history(table.state_since_the_deal)


def test_who_had_sat_down_for_another_match_has_not_for_this_one() -> None:
    table = PlayedTable(CLUB)
    table.ready(0)
    table.write("ruling", ended="void")
    table.settle()
    assert table.state.seating.sat == (False, False)
    assert [event.kind for event in table.log] == ["sat", "ruling"]


# Clocks

BANK = clock_from({"kind": "game", "minutes": 1, "increment": 3})


@pytest.mark.parametrize(
    ("clock", "spent", "left"),
    [
        (Clock("move", 45_000, 180_000), 500, SeatClock(45_000, 180_000)),
        (Clock("move", 45_000, 180_000), 45_500, SeatClock(45_000, 180_000)),
        (Clock("move", 45_000, 180_000), 46_500, SeatClock(45_000, 179_000)),
        (BANK, 500, SeatClock(63_000, 0)),
        (BANK, 10_500, SeatClock(53_000, 0)),
        (clock_from({"kind": "days", "days": 2}), 10**8, SeatClock(172_800_000, 0)),
        (clock_from({"kind": "none"}), 10**12, SeatClock(None, 0)),
    ],
)
def test_what_a_turn_costs(clock: Clock, spent: int, left: SeatClock) -> None:
    table = seated(clock=clock)
    seat = table.state.turn
    table.now += spent
    table.act(seat, "pass")
    assert table.state.clocks[seat] == left
    assert table.log[-1]["left"] == (
        None if clock.turn is None else max(0, clock.turn - spent + 500)
    )


def test_whose_time_ended_the_hand_is_told_so_until_something_else_stands_in_the_way() -> None:
    """Also once the match is over with it; of play that stands still they are told that."""
    table = seated(clock=Clock("move", 45_000, 180_000))
    seat, version = table.state.turn, table.state.version
    table.now += 10**6
    table.settle()
    over = table.state
    assert code_of(requests.act, over, seat, version, "x", START, is_over=True) == "time_over"
    assert code_of(requests.act, over, 1 - seat, version, "x", START) == "hand_over"
    assert code_of(requests.act, over, seat, over.version, "x", START) == "hand_over"
    assert (
        code_of(requests.act, over._replace(cut_off="ruled"), seat, version, "x", START)
        == "hand_over"
    )


def test_time_that_a_clock_played_for_a_seat_is_told_after_what_stands_in_the_way() -> None:
    table = seated(clock=Clock("move", 45_000, 180_000), flag="auto_play")
    seat, version = table.state.turn, table.state.version
    table.now += 226_000
    table.settle()
    state = table.state
    assert state.late == (seat, version + 1)
    assert code_of(requests.act, state, seat, version, "x", START) == "time_over"
    for hold in ("adjourned", "paused"):
        held = state._replace(hold=hold)
        assert code_of(requests.act, held, seat, version, "x", START) == hold
    ended = state._replace(stage="hand_over")
    assert code_of(requests.act, ended, seat, version, "x", START) == "hand_over"


@pytest.mark.parametrize("flag", ["game_loss", "hand_loss"])
def test_the_flag_falls_at_its_instant(flag: str) -> None:
    table = seated(clock=Clock("move", 45_000, 180_000), flag=flag)
    seat, began, version = table.state.turn, table.now, table.state.version
    table.now = began + 225_499
    table.settle()
    assert table.state.stage == "playing"
    table.now += 10**6
    assert code_of(table.act, seat, "pass", version) == "time_over"
    flagged = table.log[version]
    assert (flagged.kind, flagged.seat, flagged.at) == ("flag", seat, began + 225_500)
    assert flagged["cost"] == flag
    assert table.state.cut_off == "flag"


@pytest.mark.parametrize(
    ("clock", "left"),
    [(Clock("move", 45_000, 180_000), SeatClock(45_000, 0)), (BANK, SeatClock(3_000, 0))],
)
def test_who_ran_out_of_time_goes_on_without_a_reserve(clock: Clock, left: SeatClock) -> None:
    table = seated(clock=clock, flag="hand_loss")
    seat, game = table.state.turn, table.state.dealing.game
    table.now += 225_500
    table.settle()
    table.now += 20_000
    table.settle()
    assert table.state.dealing.game == game
    assert table.state.clocks[seat] == left


def test_time_in_which_the_program_was_away_is_given_back() -> None:
    table = seated(clock=Clock("move", 10_000, 0))
    seat, began = table.state.turn, table.now
    table.outages = [(began + 2_000, began + 602_000), (began + 10**9, began + 10**9 + 1)]
    table.now = began + 610_499
    table.settle()
    assert table.state.stage == "playing"
    table.now += 1
    table.settle()
    assert (table.log[-1].kind, table.log[-1].at) == ("flag", began + 610_500)
    assert seat == table.log[-1].seat


def test_the_clock_plays_three_turns_and_then_the_game_is_lost() -> None:
    table = seated(clock=Clock("move", 10_000, 0), flag="auto_play")
    table.now += 10**8
    first = len(table.log)
    table.settle()
    late = [event for event in table.log[first:] if event.kind == "action"]
    turns = {seat: len({event.at for event in late if event.seat == seat}) for seat in (0, 1)}
    assert max(turns.values()) == 3
    assert table.log[-1].kind == "flag"
    assert turns[table.log[-1].seat] == 3
    assert all(event["by"] == "clock" for event in late)


def test_an_action_of_ones_own_ends_the_row() -> None:
    table = seated(clock=Clock("move", 10_000, 0), flag="auto_play")
    seat = table.state.turn
    table.now += 10_500
    table.settle()
    assert table.state.autos[seat] == 1
    table.now += 10_500
    table.settle()
    assert table.state.turn == seat
    table.act(seat, "draw")
    assert table.state.autos[seat] == 0


def test_a_pause_stops_the_clock() -> None:
    table = seated(clock=Clock("move", 10_000, 0))
    seat = table.state.turn
    table.now += 4_000
    held = [[6_000, 0], [10_000, 0]] if seat == 0 else [[10_000, 0], [6_000, 0]]
    table.write("pause", reason="A break", clocks=held)
    table.now += 10**7
    table.settle()
    table.write("resumption")
    resumed = table.now
    table.now += 6_500
    table.settle()
    assert (table.log[-1].kind, table.log[-1].at) == ("flag", resumed + 6_500)


def test_an_adjourned_match_goes_on_at_its_hour() -> None:
    table = seated(clock=Clock("move", 10_000, 0))
    held = [[one.left, one.reserve] for one in table.state.clocks]
    hour = table.now + 10**8
    table.write("adjournment", reason="Late", clocks=held, until=hour)
    table.now = hour + 5_000
    table.settle()
    assert (table.log[-1].kind, table.log[-1].at, table.state.hold) == ("resumption", hour, "")
    table.now = hour + 10_500
    table.settle()
    assert (table.log[-1].kind, table.log[-1].at) == ("flag", hour + 10_500)


def stop_and_go_on(table: PlayedTable) -> int:
    """For hours nothing is played at a table; when it goes on."""
    table.write("ruling", ended="redrawn")
    table.is_lost = True
    table.settle()
    table.now += 10**7
    table.write("ruling", ended=None)
    table.is_lost = False
    table.settle()
    return table.now


def test_where_play_goes_on_again_what_was_waited_for_is_waited_for_anew() -> None:
    """While nothing was played nobody could be ready, and no time ran out."""
    table = seated(clock=Clock("move", 10_000, 0))
    went_on = stop_and_go_on(table)
    assert (table.state.stage, table.state.ready) == ("hand_over", (False, False))
    table.now += 20_000
    table.settle()
    assert (table.state.stage, table.log[-1].at) == ("playing", went_on + 20_000)
    assert "flag" not in [event.kind for event in table.log]


def test_an_hour_that_passes_while_nothing_is_played_resumes_nothing_before() -> None:
    table = seated(clock=Clock("move", 10_000, 0))
    held = [[one.left, one.reserve] for one in table.state.clocks]
    table.write("adjournment", reason="Late", clocks=held, until=table.now + 10**6)
    went_on = stop_and_go_on(table)
    assert (table.log[-1].kind, table.log[-1].at) == ("resumption", went_on)
    assert (table.state.stage, table.state.ready) == ("hand_over", (False, False))


def test_a_match_that_is_played_anew_inherits_no_pause() -> None:
    table = seated(clock=Clock("move", 10_000, 0))
    held = [[one.left, one.reserve] for one in table.state.clocks]
    table.write("pause", reason="A call", clocks=held)
    table.write("ruling", ended="void")
    table.settle()
    assert (table.state.stage, table.state.hold, table.state.seating.sat) == (
        "seating",
        "",
        (False, False),
    )


@pytest.mark.parametrize("kind", ["pause", "adjournment"])
def test_who_resigns_a_game_ends_no_pause(kind: str) -> None:
    table = seated(clock=Clock("move", 10_000, 0))
    hour = table.now + 10**8
    held = [[one.left, one.reserve] for one in table.state.clocks]
    table.write(kind, reason="A call", clocks=held, until=hour if kind == "adjournment" else None)
    before, d = table.state, table.state.dealing.d
    ask = {"draws": False, "match": table.match}
    table.said(0, requests.resign(before, 0, d, "game", **ask))
    table.ready(0)
    table.ready(1)
    table.now += 10**7
    table.settle()
    state = table.state
    assert (state.stage, state.cut_off) == ("hand_over", "resigned")
    assert (state.hold, state.until) == (before.hold, before.until)
    table.write("resumption")
    table.settle()
    assert (table.state.stage, table.state.hold) == ("playing", "")


@pytest.mark.parametrize(("kind", "comes"), [("move", True), ("none", True), ("days", False)])
def test_who_does_not_say_ready_is_ready_after_twenty_seconds(kind: str, comes: bool) -> None:
    clock = {"move": Clock("move", 10_000, 0), "none": Clock("none"), "days": Clock("days", 10**8)}
    table = seated(clock=clock[kind])
    chance = random.Random(5)
    while table.state.stage != "hand_over":
        table.play_on(chance, 1)
    over, d = table.now, table.state.dealing.d
    table.ready(0)
    table.now += 20_000
    table.settle()
    assert (table.state.dealing.d > d) == comes
    if comes:
        by_clock = next(event for event in reversed(table.log) if event.kind == "ready")
        assert (by_clock.seat, by_clock["by"], by_clock.at) == (1, "clock", over + 20_000)


def test_the_clocks_go_on_within_a_game() -> None:
    table = seated(clock=Clock("move", 10_000, 60_000))
    seat = table.state.turn
    table.now += 40_500
    table.act(seat, "pass")
    reserve = table.state.clocks[seat].reserve
    assert reserve == 30_000
    chance = random.Random(8)
    while table.state.stage != "hand_over":
        table.play_on(chance, 1)
    assert table.match.game == 1
    table.play_on(chance, 1)
    assert table.state.clocks[seat] == SeatClock(10_000, reserve)


def test_a_seating_ends_with_its_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated()
    monkeypatch.setattr("games.tables.steps.LAST_J", 1)
    chance = random.Random(2)
    while table.state.stage != "hand_over":
        table.play_on(chance, 1)
    table.play_on(chance, 1)
    assert table.state.stage == "seating"
    assert table.state.seating.number == 2
    assert table.log[-2].kind == "unseated"


def leave(table: PlayedTable, clocks: list[list[int]]) -> None:
    """The match goes on in the room: the hand that is played is over."""
    table.write("cut_off", reason="moved")
    number = table.state.seating.number
    table.write("unseated", seating=number, reason="moved", sat=[False, False])
    table.write("moved", to="table", clocks=clocks)


def test_a_match_that_is_away_waits_and_comes_back_with_a_new_chain() -> None:
    table = seated(clock=Clock("game", 60_000))
    last = table.state.dealing
    leave(table, [[40_000, 0], [50_000, 0]])
    assert (table.state.stage, table.state.is_away) == ("seating", True)
    table.now += 10**9
    assert next_step(table.state, table.match) is None
    assert code_of(table.act, 0, "pass") == "not_seated"
    table.write("moved", to="online", clocks=[[40_000, 0], [50_000, 0]])
    assert table.state == table.state_of_the_log
    assert without_history(table.state) == without_history(table.state_since_the_deal)
    table.sit_down()
    dealt = table.state.dealing
    assert (dealt.d, dealt.seating, dealt.j) == (last.d + 1, last.seating + 1, 0)
    assert [clock.left for clock in table.state.clocks] == [40_000, 50_000]


def test_others_who_play_it_anew_in_the_room_inherit_no_clock() -> None:
    table = seated(clock=Clock("game", 60_000))
    leave(table, [[40_000, 0], [50_000, 0]])
    table.write("ruling", ended="void")
    assert table.state.is_away
    assert [clock.left for clock in table.state.clocks] == [60_000, 60_000]
