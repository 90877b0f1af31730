"""One showdown as JSON: what is asked, and how it is answered (`manage.py adjudicate`)."""

from collections.abc import Mapping
from typing import Any

from games.engine.cards import parse_card
from games.engine.melds import Answer, Layoff, MeldForm, meld_form
from games.engine.notation.shapes import (
    meld_names,
    melds_names,
    names,
    read_card_set,
    read_list,
    read_melds,
    read_object,
    read_target,
)
from games.engine.rules import rules_from, shown
from games.engine.scoring import Claim, Showdown, Spread, judge
from players.text import N_, Refusal, Text

_CLAIMS: tuple[Claim, ...] = ("knock", "gin", "big_gin")
_SIDES = ("knocker", "defender")


def adjudicate(request: Mapping[str, Any]) -> dict[str, Any]:
    """The judgement of one showdown.

    Refused with the codes of `judge` and `rules_from`, and as `bad_json`, `bad_card`, `bad_claim`
    or `irregularities_not_supported`.
    """
    if request.get("irregularities"):
        sentence = N_("Irregularities can't be judged yet: leave them out.")
        raise Refusal(Text("irregularities_not_supported", sentence), "irregularities")
    rules = rules_from(request.get("rules"))
    showdown = judge(
        rules,
        _knocker(read_object(request.get("knocker"), "knocker")),
        _defender(read_object(request.get("defender"), "defender")),
        upcard=request.get("upcard"),
        limit_card=request.get("limit_card"),
        factor=request.get("factor", 1),
    )
    return _written(showdown, meld_form(round_the_corner=rules.variant == "round_the_corner"))


def _knocker(side: Mapping[str, Any]) -> Spread:
    claim = side.get("claim")
    if claim is not None and claim not in _CLAIMS:
        sentence = N_("A claim is one of %(claims)s, not %(value)s.")
        values = {"claims": ", ".join(_CLAIMS), "value": shown(claim)}
        raise Refusal(Text("bad_claim", sentence, values), "claim")
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
    score = showdown.score
    return {
        "result": score.kind,
        "winner": None if score.winner is None else _SIDES[score.winner],
        "points": score.points,
        "boxes": score.boxes,
        "knocker": {
            "melds": melds_names(showdown.melds, form),
            "deadwood": names(showdown.deadwood),
            "count": form.value(showdown.deadwood),
        },
        "defender": _written_answer(showdown.answer, form),
    }


def _written_answer(answer: Answer, form: MeldForm) -> dict[str, Any]:
    return {
        "melds": melds_names(answer.melds, form),
        "layoffs": [
            {"card": names(card)[0], "onto": meld_names(onto, form)}
            for card, onto in answer.layoffs
        ],
        "deadwood": names(answer.deadwood),
        "count": answer.count,
    }
