"""The rule sets that are offered where rules are chosen: the club's own first, then those that all
know."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.engine.gin.rules import PLAYABLE_RULE_SETS, Rules, as_dict, written_for
from games.engine.gin.rules.likeness import LENGTH
from games.rule_books import of_gin
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


def rules_by_code(own: Sequence[NamedRules], variant: str = "standard") -> Mapping[str, Rules]:
    """All that can be chosen, those that all know as they are played in a form."""
    club = {code_of(rule_set): of_gin(rule_set.rules) for rule_set in own}
    return club | {one.code: written_for(one.rules, variant) for one in PLAYABLE_RULE_SETS}


def names_by_code(own: Sequence[NamedRules]) -> Mapping[str, str]:
    """What each is called."""
    club = {code_of(rule_set): rule_set.name for rule_set in own}
    return club | {rule_set.code: _(rule_set.called) for rule_set in PLAYABLE_RULE_SETS}


def rule_set_of(rules: Rules, own: Sequence[NamedRules] = (), variant: str = "standard") -> str:
    """The code of the rule set that these rules are, their length apart, of those that all know as
    they are played in a form; OWN_RULES for none."""
    sets = rules_by_code(own, variant).items()
    return next((code for code, set in sets if _same(set, rules)), OWN_RULES)


def _same(rules: Rules, other: Rules) -> bool:
    mine, others = as_dict(rules), as_dict(other)
    return all(mine[name] == others[name] for name in mine if name not in LENGTH)


def rule_set_options(
    chosen: str, own: Sequence[NamedRules], kept: Rules | None = None
) -> dict[str, Any]:
    """The rule sets to choose from, each with what it means; among them the rules that are `kept`,
    where they are of no set."""
    club = [_option(code_of(one), one.name, of_gin(one.rules), chosen) for one in own]
    known = [
        {
            "certainty": _(CERTAINTY[one.certainty]),
            **_option(one.code, _(one.called), one.rules, chosen),
        }
        for one in PLAYABLE_RULE_SETS
    ]
    later = known[OPEN_AT_FIRST:]
    return {
        "club_sets": club,
        "first_sets": known[:OPEN_AT_FIRST],
        "later_sets": later,
        "later_chosen": any(one["chosen"] for one in later),
        "own_set": _option(OWN_RULES, _("As they are"), kept, chosen) if kept else None,
    }


def _option(code: str, name: str, rules: Rules, chosen: str) -> dict[str, Any]:
    return {
        "code": code,
        "name": name,
        "length": consequences.of_length(rules),
        "says": consequences.of_rules(rules),
        "chosen": code == chosen,
    }


def keep_rules(name: str, rules: Rules, **write: Any) -> bool:
    """Keep rules for the club under a name; False where none is given. What is refused of the name
    is the field's in which it was typed."""
    if not name:
        return False
    try:
        add_rule_set(name=name, rules=as_dict(rules), **write)
    except Refusal as refusal:
        raise Refusal(refusal.text, "keep_as") from refusal
    return True
