"""Add up a Hollywood sheet: the won hands of a series, and the columns under any rule set.

All that the page shows follows from its address, so a link to it shows the same to everybody. A
hand is written there as on paper, with who won it and its points: `A25`, with two boxes `A25x2`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views import View

from games.engine.gin.rules import PLAYABLE_RULE_SETS, Rules, RuleSet, with_length
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.scoring.hollywood import HollywoodScore, score_hollywood
from kernel.text import N_, Refusal, refusal
from pages.parts.hollywood_sheet import EnteredHand, hollywood_sheet
from pages.parts.score_sheet import HandRow
from web.actors import say
from web.numbers import number_in
from web.page import PageRequest

SEATS = ("A", "B")
MOST_HANDS = 99
_LONGEST_NAME = 40
_LONGEST = 999
_HAND = re.compile(r"([AB])\s*(\d{1,4})(?:\s*[X×*]\s*(\d{1,2}))?(?=[\s,;]|$)[\s,;]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CountedSheet:
    """What was typed, and what it comes to; `error` says what stands against it."""

    rule_set: RuleSet
    rules: Rules
    target: str
    typed: str
    names: Sequence[str]
    hands: Sequence[HandScore] = ()
    error: str = ""

    @property
    def score(self) -> HollywoodScore:
        return score_hollywood(self.rules, self.hands)


class CountSheetPage(View):
    """A hand that is written down (`winner`, `points`, `boxes`) joins the address."""

    action = "site.view"

    def get(self, request: PageRequest) -> HttpResponse:
        counted = _counted(request.GET)
        wrong = ""
        if "write" in request.GET:
            try:
                joined = _joined(counted, request.GET)
            except Refusal as refused:
                wrong = say(refused.text)
            else:
                return HttpResponseRedirect(f"{request.path}?{joined}#sheet")
        score = counted.score
        return render(
            request,
            "public/count_sheet.html",
            {
                "counted": counted,
                "score": score,
                "sheet": hollywood_sheet(
                    counted.rules, score, _entered(counted, score), counted.names
                ),
                "called": _(counted.rule_set.called),
                "rules": counted.rules,
                "names": counted.names,
                "rule_sets": [(one.code, _(one.called)) for one in PLAYABLE_RULE_SETS],
                "wrong": wrong,
                "tried": request.GET if wrong else {},
                "without_last": _address(counted, counted.hands[:-1]) if counted.hands else "",
                "unused": len(counted.hands) - score.hands_used,
                "said": _said(counted, score),
            },
        )


def _counted(query: QueryDict) -> CountedSheet:
    """The sheet of an address."""
    called = [one for one in PLAYABLE_RULE_SETS if one.code == query.get("rules")]
    rule_set = called[0] if called else PLAYABLE_RULE_SETS[0]
    one = replace(rule_set.rules, match_type="single", match_n=1)
    rules = replace(one, sheet="hollywood", hollywood_endless=False)
    first, second = (query.get(name, "").strip()[:_LONGEST_NAME] for name in ("first", "second"))
    target, typed = query.get("target", "").strip(), query.get("hands", "").strip()[:_LONGEST]
    counted = CountedSheet(rule_set, rules, target, typed, (first or "A", second or "B"))
    try:
        if target:
            rules = with_length(rules, target=number_in(target, digits=6) or target)
        return replace(counted, rules=rules, hands=_hands(typed))
    except Refusal as refused:
        return replace(counted, error=say(refused.text))


def _hands(typed: str) -> Sequence[HandScore]:
    """The hands that are typed, with as many boxes as they say, else one."""
    hands: list[HandScore] = []
    at = 0
    while at < len(typed):
        found = _HAND.match(typed, at)
        if found is None or len(hands) == MOST_HANDS:
            sentence = N_(
                "“%(typed)s” is no hand: write who won and the points, as A 25, and with two "
                "boxes A 25x2. A sheet has at most %(most)s hands."
            )
            raise refusal("bad_hand", sentence, "hands", typed=typed[at : at + 12], most=MOST_HANDS)
        seat, points, boxes = found.groups()
        won = HandScore("knock", SEATS.index(seat.upper()), int(points), int(boxes or 1))
        hands.append(won)
        at = found.end()
    return hands


def _joined(counted: CountedSheet, query: QueryDict) -> str:
    """The address with one hand more."""
    winner = query.get("winner", "")
    points, boxes = (number_in(query.get(name), digits=4) for name in ("points", "boxes"))
    if counted.error:
        raise refusal("bad_hand", N_("First put right what stands there already."), "hands")
    if winner not in SEATS:
        raise refusal("bad_hand", N_("Say who won the hand."), "winner")
    if points is None:
        raise refusal("bad_hand", N_("Enter the points of the hand."), "points")
    hand = HandScore("knock", SEATS.index(winner), points, 1 if boxes is None else min(boxes, 99))
    return _address(counted, [*counted.hands, hand])


def _address(counted: CountedSheet, hands: Sequence[HandScore]) -> str:
    """The query of a sheet with these hands."""
    query = QueryDict(mutable=True)
    query["rules"] = counted.rule_set.code
    if counted.target:
        query["target"] = counted.target
    for name, said, seat in zip(("first", "second"), counted.names, SEATS, strict=True):
        if said != seat:
            query[name] = said
    query["hands"] = written(hands)
    return query.urlencode()


def written(hands: Sequence[HandScore]) -> str:
    """Hands as they are typed: "A25 B20x2"."""
    return " ".join(
        f"{SEATS[hand.winner or 0]}{hand.points}" + (f"x{hand.boxes}" if hand.boxes != 1 else "")
        for hand in hands
    )


def _entered(counted: CountedSheet, score: HollywoodScore) -> Sequence[EnteredHand[HandRow]]:
    """The hands with the columns that they go into; those after the end are left out."""
    used = zip(counted.hands, score.entries, strict=False)
    return [
        EnteredHand(
            _row(n, hand),
            hand.winner,
            columns,
            score_hollywood(counted.rules, counted.hands[:n]),
        )
        for n, (hand, columns) in enumerate(used, start=1)
    ]


def _row(n: int, hand: HandScore) -> HandRow:
    note = ""
    if hand.boxes != 1:
        note = ngettext("%(count)d box", "%(count)d boxes", hand.boxes) % {"count": hand.boxes}
    return HandRow(n, n, "", "", "", note, hand.winner, hand.points, 0, (), ())


def _said(counted: CountedSheet, score: HollywoodScore) -> str:
    """Who has won the sheet, where it is full."""
    if not score.finished:
        return ""
    if score.winner is None:
        return _("The sheet is level.")
    values = {"name": counted.names[score.winner], "net": abs(score.series_net)}
    won = score.columns_won[score.winner], score.columns_won[1 - score.winner]
    values |= {"own": won[0], "other": won[1]}
    return _("%(name)s wins the sheet, %(own)d–%(other)d columns.") % values
