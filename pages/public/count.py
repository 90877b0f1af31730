"""Count a hand: the cards of both players, and what they come to under any rule set.

All that the page shows follows from its address, so a link to it shows the same to everybody.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import View

from games.engine.cards import DECK, Card, CardSet, typed_cards
from games.engine.gin.rules import PLAYABLE_RULE_SETS, Rules, RuleSet
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.showdown import Showdown, Spread, judge
from games.engine.gin.scoring.sums import sum_of
from games.engine.melds.arrangements import Melds, best_melds, deadwood_of
from games.engine.melds.form import MeldForm, meld_form
from kernel.text import Refusal
from pages.parts.card_faces import CardFace, card_faces, card_rank
from web.actors import say
from web.page import PageRequest

SIDES = ("knocker", "defender")

LaidDown = dict[str, object]
"""What one player lays down: a `title`, how many cards are `held`, their `groups` and `count`."""

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards that lie together, and as what."""

    words: str
    cards: list[CardFace]
    is_meld: bool = True


class CountPage(View):
    """To htmx the result alone, else the page with its grid of cards."""

    action = "site.view"

    def get(self, request: PageRequest) -> HttpResponse:
        typed = {name: request.GET.get(name, "")[:_LONGEST] for name in (*SIDES, "turned")}
        rule_set = _rule_set(request.GET.get("rules", ""))
        turned = _turned(rule_set.rules)
        context = {
            "typed": typed,
            "rule_set": rule_set,
            "rule_sets": [
                (playable.code, _(playable.called), _turned(playable.rules))
                for playable in PLAYABLE_RULE_SETS
            ],
            "turned": turned,
            "turned_words": _("Card of the second pack") if turned == "limit_card" else _("Upcard"),
            **_counted(rule_set.rules, typed),
        }
        template = "public/count.html"
        return render(request, f"{template}#counted" if request.htmx else template, context)


def _rule_set(code: str) -> RuleSet:
    found = [rule_set for rule_set in PLAYABLE_RULE_SETS if rule_set.code == code]
    return found[0] if found else PLAYABLE_RULE_SETS[0]


def _turned(rules: Rules) -> str:
    """Which turned card sets the knock limit: `upcard`, `limit_card`, or none."""
    return {"upcard": "upcard", "second_deck": "limit_card"}.get(str(rules.knock_limit), "")


def _counted(rules: Rules, typed: dict[str, str]) -> dict[str, object]:
    """Both sides as far as their cards are known, and the verdict or what stands against it."""
    form = meld_form(round_the_corner=rules.variant == "round_the_corner")
    try:
        knocker, defender = (typed_cards(typed[side]) for side in SIDES)
    except Refusal as refusal:
        return {"error": say(refusal.text)}
    known = [(side, cards) for side, cards in zip(SIDES, (knocker, defender), strict=True) if cards]
    sides = [_laid(side, cards.bits, best_melds(cards.bits, form), form) for side, cards in known]
    if len(known) < len(SIDES):
        return {"sides": sides}
    turned = typed["turned"].strip().upper().replace("10", "T") or None
    try:
        showdown = judge(
            rules,
            Spread(knocker.bits),
            Spread(defender.bits),
            upcard=turned if _turned(rules) == "upcard" else None,
            limit_card=turned if _turned(rules) == "limit_card" else None,
        )
    except Refusal as refusal:
        return {"sides": sides, "error": say(refusal.text)}
    return {
        "sides": [
            _laid(SIDES[0], knocker.bits, showdown.melds, form),
            _answered(defender.bits, showdown, form),
        ],
        "verdict": _verdict(rules, showdown, form),
    }


def _laid(side: str, cards: int, melds: Melds, form: MeldForm) -> LaidDown:
    left = deadwood_of(cards, melds)
    return _player(side, cards, [*_melds(melds, form), *_deadwood(left)], form.value(left))


def _answered(cards: int, showdown: Showdown, form: MeldForm) -> LaidDown:
    answer = showdown.answer
    laid_off = []
    for card, onto in answer.layoffs:
        cards_there = " ".join(f"{card_rank(lies)}{lies.suit}" for lies in _as_they_lie(onto, form))
        words = _("laid off on %(cards)s") % {"cards": cards_there}
        laid_off.append(CardGroup(words, card_faces(CardSet(card))))
    groups = [*_melds(answer.melds, form), *laid_off, *_deadwood(answer.deadwood)]
    return _player("defender", cards, groups, answer.count)


def _player(side: str, cards: int, groups: list[CardGroup], count: int) -> LaidDown:
    title = {"knocker": _("Knocker"), "defender": _("Defender")}[side]
    return {"title": title, "held": cards.bit_count(), "groups": groups, "count": count}


def _melds(melds: Melds, form: MeldForm) -> Iterator[CardGroup]:
    for meld in melds:
        words = _("set of %(count)d") if form.kind(meld) == "set" else _("run of %(count)d")
        yield CardGroup(words % {"count": meld.bit_count()}, card_faces(_as_they_lie(meld, form)))


def _deadwood(cards: int) -> Iterator[CardGroup]:
    if cards:
        yield CardGroup(_("deadwood"), card_faces(CardSet(cards)), is_meld=False)


def _as_they_lie(meld: int, form: MeldForm) -> list[Card]:
    """The cards of a meld in its order: K A 2 round the corner."""
    return [DECK[card] for card in form.as_it_lies(meld)]


def _verdict(rules: Rules, showdown: Showdown, form: MeldForm) -> dict[str, str]:
    """What the hand comes to, how its points add up, and why."""
    score = showdown.score
    words = {
        "knock": _("Knock: %(points)d to the knocker"),
        "gin": _("Gin: %(points)d to the knocker"),
        "big_gin": _("Big gin: %(points)d to the knocker"),
        "undercut": _("Undercut: %(points)d to the defender"),
        "tie": _("Nobody scores"),
    }[score.kind]
    counts = {"knocker": form.value(showdown.deadwood), "defender": showdown.answer.count}
    return {
        "kind": score.kind,
        "words": words % {"points": score.points},
        "sum": sum_of(rules, score),
        "reason": _reason(score, counts) % counts,
    }


def _reason(score: HandScore, counts: dict[str, int]) -> str:
    if score.kind in ("gin", "big_gin"):
        return _("All of the knocker’s cards are melded.")
    if score.kind == "knock":
        return _("The knocker’s %(knocker)d is less than the defender’s %(defender)d.")
    if counts["knocker"] == counts["defender"]:
        return _("Both are left with %(knocker)d.")
    return _("The defender’s %(defender)d is less than the knocker’s %(knocker)d.")
