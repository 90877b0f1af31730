"""The rule sets that are offered where rules are chosen: the club's own first, then those that all
know."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.gin.rules import PLAYABLE_RULE_SETS, Rules, written_for
from games.engine.rummy.rules import RummyRules
from games.rule_books import (
    RUMMY,
    AgreedRules,
    RuleBook,
    as_dict,
    book_of,
    length_of,
    offered,
)
from kernel.text import Refusal
from pages.parts import consequences
from pages.parts.knob_words import CERTAINTY
from tournaments.selectors.events.rule_sets import NamedRules
from tournaments.services.events.rule_sets import add_rule_set

OWN_RULES = "own"
OPEN_AT_FIRST = 3
"""So many of the sets that all know are in sight, the others one click away."""


def code_of(rule_set: NamedRules) -> str:
    """The code of one of the club's sets, which no set that all know has."""
    return f"club-{rule_set.number}"


def gin_rules_by_code(own: Sequence[NamedRules], variant: str = "standard") -> Mapping[str, Rules]:
    """The sets of gin that can be chosen, those that all know as they are played in a form."""
    club = {code_of(one): one.rules for one in own if isinstance(one.rules, Rules)}
    return club | {one.code: written_for(one.rules, variant) for one in PLAYABLE_RULE_SETS}


def rummy_rules_by_code(own: Sequence[NamedRules]) -> Mapping[str, RummyRules]:
    """The sets of rummy that can be chosen."""
    club = {code_of(one): one.rules for one in own if isinstance(one.rules, RummyRules)}
    return club | {one.code: one.rules for one in offered(RUMMY)}


def names_by_code(book: RuleBook, own: Sequence[NamedRules]) -> Mapping[str, str]:
    """What each set of a game is called."""
    club = {code_of(one): one.name for one in own if book_of(one.rules) is book}
    return club | {one.code: _(one.called) for one in offered(book)}


def rule_set_of(
    rules: AgreedRules, own: Sequence[NamedRules] = (), variant: str = "standard"
) -> str:
    """The code of the rule set of the same game that these rules are, their length apart, of those
    that all know as they are played in a form; OWN_RULES for none."""
    is_rummy = isinstance(rules, RummyRules)
    sets = rummy_rules_by_code(own) if is_rummy else gin_rules_by_code(own, variant)
    return next((code for code, set in sets.items() if _same(set, rules)), OWN_RULES)


def _same(rules: AgreedRules, other: AgreedRules) -> bool:
    mine, others = as_dict(rules), as_dict(other)
    length = length_of(book_of(rules))
    return all(mine[name] == others[name] for name in mine if name not in length)


def rule_set_options(
    book: RuleBook, chosen: str, own: Sequence[NamedRules], kept: AgreedRules | None = None
) -> dict[str, Any]:
    """The rule sets of a game to choose from, each with what it means; among them the rules that
    are `kept`, where they are of no set."""
    club = [
        _option(code_of(one), one.name, one.rules, chosen)
        for one in own
        if book_of(one.rules) is book
    ]
    known = [
        {
            "certainty": _(CERTAINTY[one.certainty]),
            **_option(one.code, _(one.called), one.rules, chosen),
        }
        for one in offered(book)
    ]
    later = known[OPEN_AT_FIRST:]
    return {
        "club_sets": club,
        "first_sets": known[:OPEN_AT_FIRST],
        "later_sets": later,
        "later_chosen": any(one["chosen"] for one in later),
        "own_set": _option(OWN_RULES, _("As they are"), kept, chosen) if kept else None,
    }


def _option(code: str, name: str, rules: AgreedRules, chosen: str) -> dict[str, Any]:
    return {
        "code": code,
        "name": name,
        "length": consequences.of_length(rules),
        "says": consequences.of_rules(rules),
        "chosen": code == chosen,
    }


def keep_rules(name: str, rules: AgreedRules, **write: Any) -> bool:
    """Keep rules for the club under a name; False where none is given. What is refused of the name
    is the field's in which it was typed."""
    if not name:
        return False
    try:
        add_rule_set(name=name, rules=as_dict(rules), **write)
    except Refusal as refusal:
        raise Refusal(refusal.text, "keep_as") from refusal
    return True
