"""Other forms of the game, in short: what differs, with an example that the engine has counted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.engine.gin.rules import RULE_SETS, knock_limit_of
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.scoring.hollywood import HollywoodScore, score_hollywood
from games.engine.melds.form import meld_form
from kernel.text import N_, Text
from pages.learn.laid import CLUB, Laid, bits, laid, shown, text
from pages.learn.page import LearnPage
from pages.parts.card_words import card_words
from web.actors import say

BY_CODE = {rule_set.code: rule_set.rules for rule_set in RULE_SETS}
OKLAHOMA, CORNER = BY_CODE["oklahoma"], BY_CODE["round-the-corner"]
DOUBLING = replace(CLUB, variant="doubling")
HOLLYWOOD = replace(CLUB, sheet="hollywood", match_type="single", match_n=1)

UPCARD = "7S"
REFUSED_AHEAD = HandCounts.of("refused", 0, 12, 30, factor=2)
REFUSED_BEHIND = HandCounts.of("refused", 0, 30, 12, factor=2)
DOUBLED = HandCounts.of("knock", 0, 6, 21, factor=4)
SERIES = ((0, 25), (0, 18), (0, 36), (1, 20), (0, 40), (1, 31), (0, 50))
"""Who wins each hand of the Hollywood series, and its points."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the game: its anchor, its name, what differs, and cards where they help."""

    code: str
    name: str
    sentences: Sequence[Text]
    laid: Sequence[Laid] = ()


@cache
def forms() -> tuple[Form, ...]:
    """In the order in which a beginner meets them."""
    return (_oklahoma(), _straight(), _hollywood(), _doubling(), _corner())


def _oklahoma() -> Form:
    knock = score_hand(OKLAHOMA, HandCounts.of("knock", 0, 6, 21, upcard=UPCARD))
    return Form(
        "oklahoma",
        N_("Oklahoma"),
        [
            text(
                N_(
                    "The upcard says how much you may knock with: under this seven, %(limit)d or "
                    "less; under jack, queen or king 10. Under an ace only gin ends the hand."
                ),
                limit=knock_limit_of(OKLAHOMA, UPCARD, None),
            ),
            text(
                N_(
                    "If it is a spade, the hand counts double: a knock with 6 against 21 brings "
                    "(21 − 6) × %(factor)d = %(points)d. The game goes to %(target)d."
                ),
                factor=knock.multiplier,
                points=knock.points,
                target=OKLAHOMA.target,
            ),
        ],
        [laid(N_("the upcard"), UPCARD)],
    )


def _straight() -> Form:
    return Form(
        "straight",
        N_("Straight gin"),
        [
            text(
                N_(
                    "There is no knocking: only gin or big gin ends a hand. So nobody lays off and "
                    "nobody is undercut, and more hands end void."
                )
            )
        ],
    )


def _hollywood() -> Form:
    return Form(
        "hollywood",
        N_("Hollywood"),
        [
            text(
                N_(
                    "The play is the same, the sheet has three columns, three games at once. The "
                    "first hand you win goes into the first column, the second into the first two, "
                    "every later one into all three. A column ends at %(target)d and has its own "
                    "boxes and bonuses."
                ),
                target=HOLLYWOOD.target,
            ),
            text(
                N_(
                    "Who has no entry in a column that closes is shut out there, and begins in the "
                    "next."
                )
            ),
        ],
    )


@cache
def series() -> HollywoodScore:
    """The Hollywood series that is shown."""
    hands = [HandScore("knock", seat, points, 1, knocker=seat) for seat, points in SERIES]
    return score_hollywood(HOLLYWOOD, hands)


def _doubling() -> Form:
    ahead = score_hand(DOUBLING, REFUSED_AHEAD)
    behind = score_hand(DOUBLING, REFUSED_BEHIND)
    doubled = score_hand(DOUBLING, DOUBLED)
    return Form(
        "doubling",
        N_("Doubling"),
        [
            text(
                N_(
                    "Before drawing, the player in turn may offer to double. Accepted, the hand "
                    "goes on at twice the factor, and from then on only the side that accepted "
                    "last may double again."
                )
            ),
            text(
                N_(
                    "Refused, the hand is over. The doubler gets 10, and the difference of the "
                    "counts where the refuser has more, times the factor before this double. At "
                    "2, with 12 against 30: (10 + 18) × 2 = %(ahead)d; with 30 against 12 only "
                    "10 × 2 = %(behind)d."
                ),
                ahead=ahead.points,
                behind=behind.points,
            ),
            text(
                N_(
                    "At the end the points of the hand, bonus included, are multiplied: a knock "
                    "with 6 against 21 at 4 brings (21 − 6) × 4 = %(points)d. The box of the hand "
                    "is not multiplied, nor are the bonuses at the end of the game."
                ),
                points=doubled.points,
            ),
        ],
    )


def _corner() -> Form:
    form = meld_form(round_the_corner=True)
    return Form(
        "round-the-corner",
        N_("Round the corner"),
        [
            text(
                N_(
                    "A run may go on from the king to the ace and the 2. A loose ace counts "
                    "%(ace)d."
                ),
                ace=form.value(bits("AS")),
            ),
            text(
                N_(
                    "The other may lay off even on gin; if nothing is left to them then, nobody "
                    "wins the hand. The discard pile lies open, and the game goes to %(target)d."
                ),
                target=CORNER.target,
            ),
        ],
        [laid(N_("run"), "KSAS2S", "meld")],
    )


class LearnVariantsPage(LearnPage):
    """What differs in the other forms of the game."""

    tab = "learn_variants"
    template = "learn/variants.html"

    def matter(self) -> dict[str, Any]:
        return {
            "forms": shown_forms(forms()),
            "upcard": card_words(UPCARD),
            **_sheet(),
        }


def shown_forms(forms: Sequence[Form]) -> list[dict[str, Any]]:
    """Forms of a game in the reader's language."""
    return [
        {
            "code": form.code,
            "name": say(text(form.name)),
            "sentences": [say(sentence) for sentence in form.sentences],
            "laid": shown(form.laid),
        }
        for form in forms
    ]


def _sheet() -> dict[str, Any]:
    """The three columns: in each the points of a hand that was entered there, and its end."""
    score = series()
    return {
        "hollywood_rows": [
            {
                "seat": seat,
                "cells": [points if column in columns else "" for column in (1, 2, 3)],
            }
            for (seat, points), columns in zip(SERIES, score.entries, strict=True)
        ],
        "hollywood_columns": [column.points for column in score.columns],
        "hollywood_nets": [column.net for column in score.columns],
        "hollywood_net": score.net,
    }
