"""Many who ask a table at the same moment: exactly one effect."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import DealSecret, OnlineTable, TableEvent
from games.services.tables import acting
from games.services.tables.writing import open_table, settle_table_now
from games.tables.requests import legal_of
from kernel.text import Refusal
from tests.concurrency import at_once, codes
from tests.games.online import MOVE, OnlineMatch, done
from tests.games.services.table import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

MANY = 20
ACTION, LOOK = 8, 3
"""Queries of an action and of a look, beginning and end of the transaction counted: of the 12 and
4 that one may have with all that the API asks besides."""


def answered(call):
    """A request whose refusal counts as refused."""

    def ask():
        return done(call())

    return ask


def in_play(clock=MOVE, **knobs):
    match = OnlineMatch.begun(clock, **({"match_n": 3} | knobs))
    match.play_hand_until_turn()
    return match, match.now.state


def test_the_same_action_twenty_times():
    match, state = in_play()
    request = match.asks(state.turn, "k1", "digest")
    answers = at_once(
        answered(lambda: acting.act(request=request, version=state.version, action="take")),
        times=MANY,
    )
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * (MANY - 1)
    assert match.kinds().count("action") == 1


def test_twenty_devices_of_one_player():
    """Each with a key of its own, and an action of its own: one of them is done."""
    match, state = in_play()
    done(match.act(state.turn, "take"))
    now = match.now
    throws = [text for text in legal_of(now.state, state.turn) if text.startswith("discard")]
    answers = at_once(
        *(
            answered(
                lambda number=number, throw=throw: acting.act(
                    request=match.asks(state.turn, f"device {number}", throw),
                    version=now.state.version,
                    action=throw,
                )
            )
            for number, throw in enumerate(throws * 2)
        )
    )
    assert codes(answers) == ["stale"] * (2 * len(throws) - 1)
    assert match.kinds().count("action") == 2


def test_both_seats_in_the_same_moment():
    match, state = in_play()
    answers = at_once(
        *(
            answered(
                lambda seat=seat: acting.act(
                    request=match.asks(seat), version=state.version, action="pass"
                )
            )
            for seat in (0, 1)
        )
    )
    assert len(codes(answers)) == 1
    assert set(codes(answers)) <= {"not_your_turn", "stale"}
    assert match.kinds().count("action") == 1


def test_an_action_against_a_flag():
    """The time is over: whoever comes first, the flag falls once and the action is refused."""
    match, state = in_play()
    match.pass_time(seconds=226)
    answers = at_once(
        answered(
            lambda: acting.act(request=match.asks(state.turn), version=state.version, action="pass")
        ),
        lambda: settle_table_now(match=match.match),
        lambda: settle_table_now(match=match.match),
    )
    assert codes(answers) == ["time_over"]
    assert match.kinds().count("flag") == 1
    assert "action" not in match.kinds()
    (given,) = match.record.adjustments
    assert match.record.score.games_won[1 - given.seat] == 1


def test_both_are_ready_at_once():
    match, _state = in_play()
    done(match.resign(0))
    d = match.d
    at_once(*(lambda seat=seat: match.ready(seat, d) for seat in (0, 1)), times=3)
    kinds = match.kinds()
    assert (kinds.count("ready"), kinds.count("deal")) == (2, 3)


def test_both_sit_down_at_once():
    match = OnlineMatch.begun()
    at_once(*(lambda seat=seat: match.ready(seat, 0) for seat in (0, 1)), times=3)
    assert match.kinds() == ["sat", "sat", "commitment"]
    assert DealSecret.objects.count() == 1


def test_of_many_who_open_a_table_one_makes_it():
    match = Table().match.pk
    said = {"clock": MOVE, "flag": "game_loss", "spectators": "none", "assist": True}
    given = at_once(lambda: open_table(match=match, **said), times=MANY)
    assert not any(isinstance(one, Refusal) for one in given)
    assert OnlineTable.objects.count() == 1


def test_what_an_action_and_a_look_cost():
    """However many hands the match has."""
    match, _state = in_play(match_n=1, target=500)
    for _ in range(3):
        match.play_hand()
        match.play_hand_until_turn()
        now = match.now  # from here on the cards and the score are kept
        with CaptureQueriesContext(connection) as looked:
            now = match.now
        request = match.asks(now.state.turn, "k", "digest")
        TableEvent.objects.filter(key="k").update(key=None)
        action = legal_of(now.state, now.state.turn)[0]
        with CaptureQueriesContext(connection) as acted:
            done(acting.act(request=request, version=now.state.version, action=action))
        assert len(looked) <= LOOK, [query["sql"] for query in looked]
        assert len(acted) <= ACTION, [query["sql"] for query in acted]
