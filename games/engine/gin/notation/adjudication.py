"""One showdown as JSON: what is asked, and how it is answered (`manage.py adjudicate`)."""

from collections.abc import Mapping
from typing import Any

from games.engine.cards import parse_card
from games.engine.gin.notation.rulings import read_rulings
from games.engine.gin.notation.shapes import (
    meld_names,
    melds_names,
    names,
    read_card_set,
    read_melds,
    read_target,
)
from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.remedies import NO_REMEDIES, HandRemedies
from games.engine.gin.scoring.showdown import Claim, Showdown, Spread, judge
from games.engine.melds.declared import check_melds
from games.engine.melds.form import MeldForm, meld_form
from games.engine.melds.layoffs import LaidOff, Layoff
from games.engine.melds.least import least_deadwood
from games.engine.records import read_list, read_object
from kernel.text import N_, refusal, shown

_CLAIMS: tuple[Claim, ...] = ("knock", "gin", "big_gin")
_SIDES = ("knocker", "defender")


def adjudicate(request: Mapping[str, Any]) -> dict[str, Any]:
    """The judgement of one showdown.

    Refused with the codes of `judge`, `rules_from` and `read_rulings`, and as `bad_json`,
    `bad_card` or `bad_claim`.
    """
    rules = rules_from(request.get("rules"))
    form = meld_form(round_the_corner=rules.variant == "round_the_corner")
    knocker = _knocker(read_object(request.get("knocker"), "knocker"))
    defender = _defender(read_object(request.get("defender"), "defender"))
    showdown = judge(
        rules,
        knocker,
        defender,
        upcard=request.get("upcard"),
        limit_card=request.get("limit_card"),
        factor=request.get("factor", 1),
        remedies=_remedies(request.get("irregularities"), knocker, defender, form),
    )
    return _written(showdown, form)


def _remedies(ruled: object, knocker: Spread, defender: Spread, form: MeldForm) -> HandRemedies:
    """What was ruled on the hand, its conditions taken from the cards."""
    if not ruled:
        return NO_REMEDIES
    needed = 11 if knocker.claim == "big_gin" else 10
    missing = (needed - knocker.cards.bit_count(), 10 - defender.cards.bit_count())
    if knocker.melds is None:
        count = least_deadwood(knocker.cards, form)
    else:
        count = check_melds(knocker.cards, knocker.melds, form)
    return read_rulings(ruled, missing, spread_is_gin=count == 0)


def _knocker(side: Mapping[str, Any]) -> Spread:
    claim = side.get("claim")
    if claim is not None and claim not in _CLAIMS:
        sentence = N_("A claim is one of %(claims)s, not %(value)s.")
        raise refusal("bad_claim", sentence, "claim", claims=", ".join(_CLAIMS), value=shown(claim))
    cards = read_card_set(side.get("cards"), "knocker.cards")
    return Spread(cards, _melds(side, "knocker.melds"), claim)


def _defender(side: Mapping[str, Any]) -> Spread:
    cards = read_card_set(side.get("cards"), "defender.cards")
    layoffs = None
    if side.get("layoffs") is not None:
        layoffs = tuple(map(_layoff, read_list(side["layoffs"], "defender.layoffs")))
    return Spread(cards, _melds(side, "defender.melds"), layoffs=layoffs)


def _melds(side: Mapping[str, Any], field: str) -> tuple[int, ...] | None:
    return None if side.get("melds") is None else read_melds(side["melds"], field)


def _layoff(value: object) -> Layoff:
    layoff = read_object(value, "layoffs")
    card = parse_card(layoff.get("card"), "layoffs")
    return Layoff(1 << card.index, read_target(layoff.get("onto"), "layoffs"))


def _written(showdown: Showdown, form: MeldForm) -> dict[str, Any]:
    """The judgement; the counts are those that were scored, with what a ruling adds."""
    score = showdown.score
    held, left = score.counts or (form.value(showdown.deadwood), showdown.answer.count)
    return {
        "result": score.kind,
        "winner": None if score.winner is None else _SIDES[score.winner],
        "points": score.points,
        "boxes": score.boxes,
        "knocker": {
            "melds": melds_names(showdown.melds, form),
            "deadwood": names(showdown.deadwood),
            "count": held,
        },
        "defender": _written_answer(showdown.answer, form) | {"count": left},
    }


def _written_answer(answer: LaidOff, form: MeldForm) -> dict[str, Any]:
    return {
        "melds": melds_names(answer.melds, form),
        "layoffs": [
            {"card": names(card)[0], "onto": meld_names(onto, form)}
            for card, onto in answer.layoffs
        ],
        "deadwood": names(answer.deadwood),
    }
