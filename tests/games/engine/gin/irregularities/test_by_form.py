"""Every irregularity in every form of the game: it applies, is changed, or does not apply."""

import re

import pytest

from config.embedded.options import ROOT
from games.engine.gin.irregularities.by_form import (
    ABSENT,
    CHANGED,
    FORMS,
    changes_in,
    is_in_form,
    standing,
)
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.gin.rules import KNOBS, Rules
from games.ruled_games import require_in, those_of
from tests.games.engine.strategies import refuses

#: By form in the order of `FORMS`: "." as it stands, "c" changed, "-" does not apply. Written from
#: the rulebook: 4.5 doubles go with a hand that is dealt anew; 4.6 rounds, sides that deal, counts
#: relied on; 4.7 who sits out is silent, the captain decides, and where all play one of two others
#: chooses, an upcard goes round, three cards are left; 4.8 layoffs on gin; 4.9 no offer.
TABLE = """
DEAL_WRONG_DEALER_EARLY     . c . c . c c c
DEAL_WRONG_DEALER_LATE      . . . c c . . .
DEAL_FACED_CARD             . c . c . . . .
DEAL_FACED_IN_STOCK         . . . . . . . .
DEAL_CARD_LOOKED_AT         . c . c . c c c
DEAL_NO_CUT                 . c . c . c c c
DEAL_IMPERFECT_PACK         . c . c . . . .
DEAL_DOUBLE_UPCARD          . . . . . . . .
HAND_COUNT_BEFORE_DRAW      . c . c . . . .
HAND_COUNT_BOTH             . c . c . . c c
HAND_COUNT_ONE              . c . c . c c c
HAND_COUNT_END_FEW          . . . . . . c .
HAND_COUNT_END_MANY         . . . . . . c .
HAND_COUNT_KNOCKER          . . . . . c c c
DRAW_OUT_OF_TURN            . c . . . . . .
DRAW_BEFORE_UPCARD_REFUSED  . c . . . . c -
DEALER_TAKES_FIRST          . . . . . c c -
DRAW_FROM_STOCK_ON_OFFER    . c . . . . c -
DISCARD_BEFORE_DRAW         . . . . . . . .
KNOCK_WITHOUT_DRAW          . . . . . . c c
REDISCARD_TAKEN             . . . . . . . .
DISCARD_RETRACT             . . . . . . . .
DRAW_RETRACT                . . . . . . . .
DISCARD_TWO                 . . . . . c c c
TAKE_COVERED                . c . . . . c .
SEE_IN_TURN                 . . . . . c c c
SEE_OUT_OF_TURN             . . . . . c c c
DRAW_TWO                    . . . . . c c c
PEEK_NEXT_STOCK             . . . . . c c c
OWN_CARD_EXPOSED            . . . c c c c c
CARD_AWAY_FROM_TABLE        . . . . . . . .
LOOK_BACK                   . c . . . . . .
LOOK_BACK_AGREED            . . . . . . . .
KNOCK_ILLEGAL_EARLY         . . . . . c c c
KNOCK_ILLEGAL_AFTER_EXPOSE  . . . . . c c c
KNOCK_ILLEGAL_AFTER_LAYOFF  . . . . . . . .
KNOCK_ILLEGAL_GRA           . . . . . c c c
KNOCK_WRONG_CARD            . . . . . . . .
KNOCK_FALSE_GIN             . . c . . c c c
KNOCK_FALSE_GIN_HIGH        . . . . . c c c
KNOCK_GIN_NOT_CLAIMED       . . c . . . . .
KNOCK_STRAIGHT              . . . . . c c c
KNOCK_SAID_ONLY             . . . . . . . .
MELD_INVALID                . . . . . . . .
MELD_NON_MINIMAL            . . . . . . . .
COUNT_ERROR                 . . . c . c . .
COUNT_RELIED_ON             - - - . - - - -
LAYOFF_MISSED               . . . . . c c c
LAYOFF_ON_GIN               . . c . . . . .
STOCK_51ST                  . c . c . . c c
STOCK_PLAYED_ON             . c . c . . c c
SCORE_ENTRY_ERROR           . . . . . c . .
SCORE_HAND_ERROR            . . . . . . . .
SCORE_GAME_OVERLOOKED       . . . c . . . .
"""
EXPECTED = {row: signs.split() for row, *_, signs in re.findall(r"^(\w+)( +)(.*)$", TABLE, re.M)}


def test_every_row_and_form_is_there() -> None:
    assert EXPECTED.keys() == IRREGULARITIES.keys()
    (variant,) = [knob for knob in KNOBS if knob.name == "variant"]
    assert {*FORMS} <= {*variant.choices}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("row", IRREGULARITIES.values(), ids=lambda row: row.id)
def test_a_row_in_a_form(row, form) -> None:
    sign = EXPECTED[row.id][FORMS.index(form)]
    assert is_in_form(row, form) == (sign != "-")
    assert bool(changes_in(row, form)) == (sign == "c")
    # With the single rules under which each of them can happen.
    found = standing(row, Rules(variant=form, knock_limit="upcard"))
    assert found.applies == (sign != "-")
    assert bool(found.words) == (sign != ".")


@pytest.mark.parametrize(
    ("knobs", "gone"),
    [
        ({}, {"COUNT_RELIED_ON", "KNOCK_STRAIGHT"}),
        ({"knock_limit": 0}, {"COUNT_RELIED_ON"}),
        ({"knock_limit": "upcard"}, {"COUNT_RELIED_ON"}),
        ({"knock_limit": "second_deck"}, {"COUNT_RELIED_ON"}),
        (
            {"knock_limit": "upcard", "oklahoma_ace": "value"},
            {"COUNT_RELIED_ON", "KNOCK_STRAIGHT"},
        ),
        ({"discards_open": True}, {"COUNT_RELIED_ON", "KNOCK_STRAIGHT", "LOOK_BACK"}),
        (
            {"upcard_rule": "deal_11"},
            {
                "COUNT_RELIED_ON",
                "KNOCK_STRAIGHT",
                "DEAL_DOUBLE_UPCARD",
                "DRAW_BEFORE_UPCARD_REFUSED",
                "DEALER_TAKES_FIRST",
                "DRAW_FROM_STOCK_ON_OFFER",
            },
        ),
        ({"variant": "partnership"}, {"KNOCK_STRAIGHT"}),
    ],
)
def test_what_can_not_happen_under_single_rules(knobs, gone) -> None:
    rules = Rules(**knobs)
    applying = {row.id for row in those_of(rules)}
    assert IRREGULARITIES.keys() - applying == gone
    for row in IRREGULARITIES.values():
        if row.id in applying:
            require_in(row, rules)
        else:
            refused = refuses(require_in, row, rules)
            assert refused is not None
            assert (refused.text.code, refused.field) == ("not_in_this_form", "rule")


def test_no_entry_is_idle() -> None:
    for change in CHANGED:
        assert any(change.fits(row) for row in IRREGULARITIES.values())
        assert {*change.forms} <= {*FORMS}
    for absence in ABSENT:
        assert {*absence.rows} <= IRREGULARITIES.keys()


def test_every_entry_has_a_source_that_the_rulebook_knows() -> None:
    known = set(re.findall(r"\b(S[0-4]|[A-Z]{2,4})\b", (ROOT / "docs" / "rules.md").read_text()))
    for entry in (*CHANGED, *ABSENT):
        tags = {tag.strip() for tag in entry.source.split(",")} - {"R"}
        assert tags <= known, entry.source
