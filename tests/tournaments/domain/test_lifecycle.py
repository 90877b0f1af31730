"""States of tournaments, rounds and matches."""

from itertools import product

import pytest

from kernel.text import Refusal
from tournaments.domain.lifecycle import (
    ACTIONS,
    ROUND_ACTIONS,
    STATE_NAMES,
    MatchState,
    RoundState,
    TournamentState,
    match_state,
    require,
    require_round,
    round_state,
    why_not,
    why_not_round,
)

# One letter a state: d(raft) r(egistration) c(heck-in) R(unning) F(inished) A(rchived) X cancelled
LETTERS = dict(zip("drcRFAX", TournamentState, strict=True))
ALLOWED = {
    "change_settings": ("drc", None),
    "open_registration": ("dc", "r"),
    "close_registration": ("r", "d"),
    "open_check_in": ("dr", "c"),
    "register": ("r", None),
    "check_in": ("c", None),
    "change_entries": ("drc", None),
    "swap_entry": ("drcR", None),
    "withdraw": ("drcR", None),
    "draw": ("drcR", None),
    "start": ("drc", "R"),
    "take_back_start": ("R", "c"),
    "publish_round": ("drcR", "R"),
    "drop_round": ("drcR", None),
    "line_up": ("drcR", None),
    "enter_late": ("R", None),
    "note_absence": ("drcR", None),
    "pair": ("drcR", None),
    "enter_result": ("R", None),
    "correct_result": ("RF", None),
    "give_penalty": ("RF", None),
    "finish": ("R", "F"),
    "resume": ("F", "R"),
    "archive": ("F", "A"),
    "unarchive": ("A", "F"),
    "cancel": ("drcR", "X"),
    "delete": ("drcFAX", None),
}


def test_every_action_is_in_the_expected_table():
    assert ACTIONS.keys() == ALLOWED.keys()
    assert STATE_NAMES.keys() == set(TournamentState)


@pytest.mark.parametrize(("action", "letter"), list(product(ALLOWED, LETTERS)))
def test_what_is_allowed_when_and_where_it_leads(action, letter):
    letters, leads_to = ALLOWED[action]
    state = LETTERS[letter]
    if letter in letters:
        assert why_not(state, action) is None
        assert require(state, action) is (LETTERS[leads_to] if leads_to else state)
        return
    with pytest.raises(Refusal) as refused:
        require(state, action)
    assert refused.value.text.code == "wrong_state"
    assert f"The tournament is {STATE_NAMES[state]}" in str(refused.value)


def test_a_state_may_be_given_as_the_stored_word():
    assert require("draft", "start") is TournamentState.RUNNING
    assert str(why_not("finished", "enter_result")) == (
        "The tournament is finished: results are entered only while it is running."
    )


def test_an_unknown_action_is_an_error_of_ours():
    with pytest.raises(KeyError):
        require("draft", "explode")


@pytest.mark.parametrize(
    ("published", "begun", "over", "state"),
    [
        (False, False, False, RoundState.DRAFT),
        (False, False, True, RoundState.DRAFT),
        (True, False, False, RoundState.PUBLISHED),
        (True, True, False, RoundState.RUNNING),
        (True, True, True, RoundState.COMPLETE),
        (True, False, True, RoundState.COMPLETE),
    ],
)
def test_the_state_of_a_round(published, begun, over, state):
    assert round_state(published=published, begun=begun, over=over) is state


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        ("publish", {"draft"}),
        ("unpublish", {"published"}),
        ("drop", {"draft", "published"}),
        ("swap", {"draft", "published"}),
    ],
)
def test_what_a_round_allows(action, allowed):
    assert {
        known for known in RoundState if why_not_round(known, action, round=2) is None
    } == allowed
    for state in set(RoundState) - allowed:
        with pytest.raises(Refusal, match="Round 2 ") as refused:
            require_round(state, action, round=2)
        assert refused.value.text.code == "wrong_state"
    for state in allowed:
        require_round(state, action, round=2)


def test_every_round_action_is_tested():
    assert ROUND_ACTIONS.keys() == {"publish", "unpublish", "drop", "swap"}


@pytest.mark.parametrize(
    ("written", "known", "published", "over", "state"),
    [
        ("open", 2, False, False, MatchState.LOCKED),
        ("open", 0, True, False, MatchState.LOCKED),
        ("open", 1, True, False, MatchState.WAITING),
        ("open", 2, True, False, MatchState.READY),
        ("running", 2, True, False, MatchState.RUNNING),
        ("reported", 2, True, False, MatchState.REPORTED),
        ("disputed", 2, True, False, MatchState.DISPUTED),
        ("finished", 2, True, False, MatchState.FINISHED),
        ("running", 2, True, True, MatchState.FINISHED),
        ("disputed", 2, True, True, MatchState.FINISHED),
        ("open", 2, False, True, MatchState.FINISHED),
    ],
)
def test_the_state_of_a_match(written, known, published, over, state):
    assert match_state(written, known, published=published, over=over) is state
