"""A club names rules of its own, changes them, and retires them.

What an event plays by is kept with the event: a set that is saved anew changes none. But the pages
of events say of which set their rules are, so those that it is about are new.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.rule_books import (
    AgreedRules,
    as_dict,
    book_of,
    differing,
    from_stored,
    kept,
    rules_from,
    version_of,
)
from games.services.stored import copied, who
from kernel.names import match_key, normal_name
from kernel.permissions import Actor
from kernel.text import N_, refusal
from players.selectors import club_role
from players.services.club_changes import changing as changing_club
from players.services.club_changes import record_club_change
from tournaments.models import ClubRuleSet, Tournament
from tournaments.selectors.events.rule_sets import rules_of, with_named_rules
from tournaments.services.gate.changes import changing, difference

MOST_RULE_SETS = 50


def add_rule_set(
    *, club_id: int, name: str, rules: str | Mapping[str, Any], by: Actor, now: datetime
) -> ClubRuleSet:
    """Keep rules under a name that no other set of the club has (`name_taken`)."""
    name = normal_name(name)
    with changing_club(club_id) as club:
        chosen = _checked(club_id, rules)
        own = ClubRuleSet.objects.filter(club=club)
        if own.filter(superseded_at=None).count() >= MOST_RULE_SETS:
            sentence = N_("A club has at most %(most)d rule sets: retire one of them first.")
            raise refusal("not_ready", sentence, "name", most=MOST_RULE_SETS)
        _require_free(club_id, name)
        last = own.order_by("-number").values_list("number", flat=True).first() or 0
        made = ClubRuleSet.objects.create(
            club=club,
            number=last + 1,
            version=1,
            name=name,
            name_key=match_key(name),
            game=book_of(chosen).game,
            rules=as_dict(chosen),
            rules_version=version_of(chosen),
            **_facts(club_id, by, now),
        )
        data = {"rule_set": made.number, "rules": made.rules}
        record_club_change(club, "rule_set.add", data, by=by, now=now)
        _renew_events(made, [chosen], by, now)
    return made


def change_rule_set(
    *,
    club_id: int,
    number: int,
    version: int,
    name: str | None = None,
    rules: str | Mapping[str, Any] | None = None,
    by: Actor,
    now: datetime,
) -> ClubRuleSet:
    """Save a set anew, under another name or with other rules; what is None stays.

    `version` is the one that was read: where there is a newer one, it is refused (`stale`). The old
    version stays as it was, and is superseded.
    """
    with changing_club(club_id) as club:
        old = _standing(club_id, number)
        if old.version != version:
            sentence = N_("Somebody has changed this rule set meanwhile: look at it anew.")
            raise refusal("stale", sentence)
        new_name = old.name if name is None else normal_name(name)
        before = rules_of(old)
        chosen = before if rules is None else _checked(club_id, rules)
        changed = difference(as_dict(before), as_dict(chosen))
        if new_name == old.name and not changed:
            return old
        _require_free(club_id, new_name, but=number)
        _supersede(old, now)
        made: ClubRuleSet = copied(
            old,
            version=old.version + 1,
            name=new_name,
            name_key=match_key(new_name),
            rules=as_dict(chosen),
            rules_version=version_of(chosen),
            **_facts(club_id, by, now),
        )
        data = {"rule_set": number, "version": made.version, **changed}
        record_club_change(club, "rule_set.change", data, by=by, now=now)
        _renew_events(made, [before, chosen], by, now)
    return made


def retire_rule_set(*, club_id: int, number: int, by: Actor, now: datetime) -> None:
    """Offer a set no more. Events go on by their rules; its name is free. One that is retired
    already stays so."""
    with changing_club(club_id) as club:
        old = ClubRuleSet.objects.filter(club=club, number=number, superseded_at=None).first()
        if old is None:
            return
        _supersede(old, now)
        record_club_change(club, "rule_set.retire", {"rule_set": number}, by=by, now=now)
        _renew_events(old, [rules_of(old)], by, now)


def _checked(club_id: int, rules: str | Mapping[str, Any]) -> AgreedRules:
    chosen = rules_from(with_named_rules(club_id, rules))
    kept(chosen)
    return chosen


def _standing(club_id: int, number: int) -> ClubRuleSet:
    found = ClubRuleSet.objects.filter(club=club_id, number=number, superseded_at=None).first()
    if found is None:
        raise refusal("not_found", N_("This rule set is not kept any more."))
    return found


def _require_free(club_id: int, name: str, but: int = 0) -> None:
    same = ClubRuleSet.objects.filter(club=club_id, name_key=match_key(name), superseded_at=None)
    if same.exclude(number=but).exists():
        sentence = N_("The club has a rule set “%(name)s” already: choose another name.")
        raise refusal("name_taken", sentence, "name", name=name)


def _supersede(old: ClubRuleSet, now: datetime) -> None:
    old.superseded_at = now
    old.save(update_fields=["superseded_at"])


def _facts(club_id: int, by: Actor, now: datetime) -> dict[str, Any]:
    return who(by, now) | {"role": club_role(by, club_id)}


def _renew_events(
    rule_set: ClubRuleSet, about: Sequence[AgreedRules], by: Actor, now: datetime
) -> None:
    """Make the pages of the events new that play by any of these rules: they say so."""
    events = Tournament.objects.listed().filter(club=rule_set.club_id).order_by("pk")
    for event, *stored in events.values_list("pk", "rules", "rules_version"):
        rules = from_stored(*stored)
        if all(differing(rules, other) for other in about):
            continue
        with changing(event, by=by, now=now) as change:
            change.record("rules.named", "settings", rule_set=rule_set.number)
