"""What may be chosen in a correction, and its level: every case of the table."""

import pytest

from kernel.text import Refusal
from tournaments.domain.corrections import (
    Choice,
    Level,
    choices,
    chosen,
    level,
    of_bracket,
    of_drawings,
)

SCORE_ONLY, REWIND, VOID, KEEP, REDRAW = Choice


@pytest.mark.parametrize(
    ("moves", "fed", "begun", "expected"),
    [
        (False, True, False, (SCORE_ONLY,)),
        (False, True, True, (SCORE_ONLY,)),
        (True, False, False, (REWIND,)),
        (True, True, False, (REWIND, SCORE_ONLY)),
        (True, True, True, (VOID, KEEP)),
        (True, False, True, (VOID, KEEP)),
    ],
)
def test_what_may_be_chosen(moves, fed, begun, expected):
    assert choices(moves=moves, fed=fed, begun=begun) == expected
    kept = choices(moves=moves, fed=fed, begun=begun, kept=True)
    assert kept == (SCORE_ONLY, REWIND, VOID)  # who stays by an earlier choice goes on staying


@pytest.mark.parametrize(
    ("wanted", "open_choices", "expected"),
    [
        (None, (SCORE_ONLY,), SCORE_ONLY),
        ("void", (SCORE_ONLY,), SCORE_ONLY),  # nobody moves: there is nothing to choose
        (None, (REWIND, SCORE_ONLY), REWIND),
        ("score_only", (REWIND, SCORE_ONLY), SCORE_ONLY),
        ("rewind", (REWIND,), REWIND),
        ("void", (VOID, KEEP), VOID),
        ("keep", (VOID, KEEP), KEEP),
        (None, (VOID, KEEP), None),
        ("rewind", (VOID, KEEP), None),  # a later match has begun since it was offered
        ("void", (REWIND, SCORE_ONLY), None),
        ("nonsense", (REWIND,), None),
    ],
)
def test_what_is_done_of_what_was_wished(wanted, open_choices, expected):
    if expected is not None:
        assert chosen(wanted, open_choices) == expected
        return
    with pytest.raises(Refusal) as refused:
        chosen(wanted, open_choices)
    assert (refused.value.text.code, refused.value.field) == ("choice_needed", "choice")


@pytest.mark.parametrize(
    ("choice", "moves", "begun", "later_published", "expected"),
    [
        (SCORE_ONLY, False, False, False, Level.NOTICE),
        (SCORE_ONLY, False, False, True, Level.WARNING),
        (REWIND, True, False, False, Level.NOTICE),
        (REWIND, True, False, True, Level.WARNING),
        (VOID, True, True, True, Level.DOUBLE),
        (KEEP, True, True, True, Level.LEAVES_RULES),
        (SCORE_ONLY, True, False, False, Level.LEAVES_RULES),
    ],
)
def test_levels_by_age_and_choice(choice, moves, begun, later_published, expected):
    assert level(choice, moves=moves, begun=begun, later_published=later_published) == expected


@pytest.mark.parametrize(
    ("unplayed", "begun", "expected"),
    [
        (True, False, (REDRAW, KEEP)),
        (True, True, (REDRAW, KEEP, VOID)),
        (False, True, (KEEP, VOID)),
    ],
)
def test_what_may_become_of_what_was_drawn(unplayed, begun, expected):
    assert of_drawings(unplayed=unplayed, begun=begun) == expected


@pytest.mark.parametrize(
    ("wanted", "open_choices", "drawings", "expected"),
    [
        ("redraw", (REWIND, SCORE_ONLY), False, REWIND),
        ("keep", (REWIND, SCORE_ONLY), False, SCORE_ONLY),
        ("void", (REWIND, SCORE_ONLY), False, None),
        ("void", (REWIND, SCORE_ONLY), True, REWIND),
        ("keep", (REWIND,), True, REWIND),
        ("void", (REWIND,), False, REWIND),
        ("redraw", (VOID, KEEP), True, None),
        ("void", (VOID, KEEP), True, VOID),
        ("keep", (VOID, KEEP), True, KEEP),
        ("redraw", (SCORE_ONLY,), True, SCORE_ONLY),
        ("redraw", (SCORE_ONLY, REWIND, VOID), False, REWIND),
        ("keep", (SCORE_ONLY, REWIND, VOID), False, SCORE_ONLY),
        (None, (REWIND, SCORE_ONLY), True, REWIND),
        (None, (VOID, KEEP), True, None),
    ],
)
def test_what_one_wish_for_all_is_in_the_bracket(wanted, open_choices, drawings, expected):
    if expected is not None:
        assert of_bracket(wanted, open_choices, drawings=drawings) == expected
        return
    with pytest.raises(Refusal):
        of_bracket(wanted, open_choices, drawings=drawings)
