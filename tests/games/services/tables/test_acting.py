"""What players ask of an online table, and what of it is done once."""

from datetime import timedelta

import pytest

from games.models import DealSecret, OnlineTable, Outage, TableEvent, WebHeartbeat
from games.selectors import table_now
from games.services.tables import acting
from kernel.text import Refusal
from tests.games.online import MOVE, WORDS, OnlineMatch, done
from web.db import clock

pytestmark = pytest.mark.django_db

SHORT = {"match_n": 1, "target": 30}


def code_of(answer):
    assert answer.refused is not None
    return answer.refused.text.code


def test_both_sit_down_before_anything_is_dealt():
    match = OnlineMatch.begun()
    match.ready(0)
    assert match.kinds() == ["sat"]
    match.ready(0)
    assert match.kinds() == ["sat"]
    match.ready(1)
    assert match.kinds() == ["sat", "sat", "commitment"]
    secret = DealSecret.objects.get(table=match.table)
    assert (secret.seating, len(secret.last)) == (1, 64)
    assert match.now.state.seating.commitment not in (None, secret.last)
    match.sit_down()
    state = match.now.state
    assert (state.stage, state.seating.words) == ("drawing", WORDS)
    assert code_of(match.act(1 - state.turn, "deal_self")) == "not_your_turn"
    done(match.act(state.turn, "deal_opponent"))
    dealing = match.now.state.dealing
    assert (dealing.d, dealing.j, dealing.dealer) == (1, 1, 1 - state.turn)


def test_a_key_does_a_thing_once():
    match = OnlineMatch.begun(**SHORT)
    match.play_hand_until_turn()
    state = match.now.state
    request = match.asks(state.turn, "k1", "digest")
    first = done(acting.act(request=request, version=state.version, action="pass"))
    again = done(acting.act(request=request, version=state.version, action="pass"))
    assert (first.replayed, again.replayed) == (False, True)
    assert again.now.state.version == first.now.state.version == state.version + 1
    other = match.asks(state.turn, "k1", "another")
    answer = acting.act(request=other, version=state.version, action="take")
    assert code_of(answer) == "idempotency_mismatch"
    opponent = match.asks(1 - state.turn, "k1", "digest")
    assert not done(acting.act(request=opponent, version=state.version + 1, action="take")).replayed


def test_a_refused_action_keeps_no_key():
    match = OnlineMatch.begun(**SHORT)
    match.play_hand_until_turn()
    state = match.now.state
    request = match.asks(state.turn, "k1", "digest")
    answer = acting.act(request=request, version=state.version, action="draw")
    assert code_of(answer) == "illegal_action"
    assert answer.refused.legal == ["pass", "take"]
    assert code_of(acting.act(request=request, version=0, action="pass")) == "stale"
    assert done(acting.act(request=request, version=state.version, action="pass"))


def test_what_fell_due_stands_though_the_request_is_refused():
    match = OnlineMatch.begun(MOVE, match_n=3)
    match.play_hand_until_turn()
    state = match.now.state
    match.pass_time(seconds=226)
    answer = match.act(state.turn, "pass", state.version)
    assert code_of(answer) == "time_over"
    assert "flag" in match.kinds()
    assert match.record.score.games_won[1 - state.turn] == 1


def test_the_time_that_a_turn_took_comes_off_its_clock():
    match = OnlineMatch.begun(MOVE)
    match.play_hand_until_turn()
    seat = match.now.state.turn
    match.pass_time(seconds=100)
    done(match.act(seat, "pass"))
    (action,) = match.events(kind="action")
    assert action["left"] == 0
    assert 180_000 - 56_500 < action["reserve"] <= 180_000 - 54_500
    clock = match.now.state.clocks[seat]
    assert (clock.left, clock.reserve) == (45_000, action["reserve"])


def test_a_clock_that_plays_does_so_for_three_turns():
    match = OnlineMatch.begun(MOVE, flag="auto_play", match_n=3)
    match.play_hand_until_turn()
    match.pass_time(seconds=226)
    match.look()
    action = match.events(kind="action")[-1]
    assert (action["by"], match.kinds().count("flag")) == ("clock", 0)
    match.pass_time(hours=1)
    match.look()
    by_clock = [event for event in match.events(kind="action") if event["by"] == "clock"]
    (flag,) = match.events(kind="flag")[:1]
    assert flag["cost"] == "game_loss"
    assert all(event.at <= flag.at for event in by_clock if event.deal == flag.deal)
    assert TableEvent.objects.filter(kind="flag", via="online").exists()


def test_time_in_which_the_program_was_down_is_given_back():
    match = OnlineMatch.begun(MOVE)
    match.play_hand_until_turn()
    match.pass_time(minutes=10)
    now = clock.now()
    WebHeartbeat.objects.create(pk=1, at=now - timedelta(minutes=9, seconds=50))
    match.look()
    assert "flag" not in match.kinds()
    Outage.objects.create(began_at=now - timedelta(minutes=9, seconds=50), ended_at=now)
    WebHeartbeat.objects.update(at=now)
    match.look()
    assert "flag" not in match.kinds()
    done(match.act(match.now.state.turn, "pass"))
    (action,) = match.events(kind="action")
    assert action["reserve"] == 180_000


def test_who_reads_a_table_while_a_hand_ends_sees_what_it_brought():
    """The match was read before its log."""
    match = OnlineMatch.begun()
    match.play_hand()
    table = OnlineTable.objects.select_related("match").get(match=match.match)
    match.play_hand()
    found = table_now.now_at(table)
    assert found.state.dealing.d == 2
    assert (found.match.version, found.account.hand.n) == (match.now.match.version, 3)
    assert found.account == match.now.account


def test_a_match_without_a_table_has_none():
    match = OnlineMatch.begun()
    OnlineTable.objects.all().delete()
    with pytest.raises(Refusal) as found:
        match.act(0, "pass", 0)
    assert found.value.text.code == "not_found"


def test_everything_but_the_log_and_the_secrets_may_be_lost_between_two_actions():
    """Copies, caches and instants to look at are made again from what was done."""
    match, other = OnlineMatch.begun(**SHORT), None
    now = match.now
    for _ in range(60):
        if now.account.is_finished:
            break
        table_now.forget_all()
        OnlineTable.objects.update(due_at=None, told_version=1)
        other = match.now
        assert (other.state, other.account) == (now.state, now.account)
        now = match.step(other)
    assert other is not None
    assert TableEvent.objects.count() > 15


def test_once_the_match_is_over_ready_changes_nothing():
    match = OnlineMatch.begun(match_n=1, target=10)
    match.play()
    before = match.now.state.version
    match.ready(0)
    assert match.now.state.version == before
    late = acting.get_ready(request=match.asks(0), d=match.d + 1)
    assert code_of(late) == "stale"
