"""The rule sets that a club has named. Whoever asks has found the club, or an event of it, among
what they may see."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.rule_books import AgreedRules, as_dict, differing, from_stored, partners_of
from kernel.text import N_, refusal, shown
from tournaments.models import ClubRuleSet, Tournament

NAMED = "club_rule_set"
"""The word by which rules name one of the club's sets by its number."""


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Rules under a club's name, as one version has them: saved `at` this time by whom, "" where
    nobody with an account did; they held `until` then, None where they still do."""

    number: int
    version: int
    name: str
    rules: AgreedRules
    at: datetime
    by: str
    until: datetime | None


def rule_sets_of(club_id: int) -> Sequence[NamedRules]:
    """The sets that stand, by name."""
    return _read(ClubRuleSet.objects.filter(club=club_id, superseded_at=None))


def rule_set_at(club_id: int, number: int) -> NamedRules | None:
    """The standing version of a set; None where there is none, or none any more."""
    return next((one for one in rule_sets_of(club_id) if one.number == number), None)


def versions_of(club_id: int) -> Sequence[NamedRules]:
    """All versions of all sets: those that stand first, then the newest first."""
    found = _read(ClubRuleSet.objects.filter(club=club_id))
    return sorted(found, key=lambda one: (one.until is not None, -one.at.timestamp()))


def _read(rows: QuerySet[ClubRuleSet]) -> Sequence[NamedRules]:
    return [
        NamedRules(
            number=row.number,
            version=row.version,
            name=row.name,
            rules=rules_of(row),
            at=row.at,
            by=row.by.name if row.by else "",
            until=row.superseded_at,
        )
        for row in rows.select_related("by").order_by("name_key", "number")
    ]


def rules_of(rule_set: ClubRuleSet) -> AgreedRules:
    """The rules that a version has."""
    return from_stored(rule_set.rules, rule_set.rules_version)


def named_as(rules: AgreedRules, versions: Iterable[NamedRules]) -> NamedRules | None:
    """The first of these that these rules are, the length of a match apart; None for no one."""
    return next(
        (
            one
            for one in versions
            if partners_of(one.rules) == partners_of(rules) and not differing(rules, one.rules)
        ),
        None,
    )


def events_by_rule_set(rule_sets: Sequence[NamedRules], club_id: int) -> Mapping[int, int]:
    """How many events of the club play, or played, by each of these, by the number of the set."""
    events = Tournament.objects.listed().filter(club=club_id)
    stored = events.values_list("rules", "rules_version")
    played = (named_as(from_stored(*one), rule_sets) for one in stored)
    return Counter(found.number for found in played if found)


def with_named_rules(club_id: int, rules: str | Mapping[str, Any]) -> str | Mapping[str, Any]:
    """Rules, with all knobs of the club's set in place of its number; single knobs beside it stay.

    `{"club_rule_set": 3, "gin_bonus": 30}`. Refused as `unknown_rules` where the club has no such
    set, as `bad_rules` beside a `preset`.
    """
    if not isinstance(rules, Mapping) or NAMED not in rules:
        return rules
    knobs = dict(rules)
    number = knobs.pop(NAMED)
    if "preset" in knobs:
        sentence = N_("Name a rule set of the club or one that all know, not both.")
        raise refusal("bad_rules", sentence, "rules")
    found = rule_set_at(club_id, number) if type(number) is int else None
    if found is None:
        sentence = N_("The club has no rule set %(number)s, or not any more.")
        raise refusal("unknown_rules", sentence, "rules", number=shown(number))
    return as_dict(found.rules) | knobs
