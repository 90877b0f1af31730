"""A club keeps rules under names of its own, version by version."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.engine.gin.rules import as_dict, rules_from
from kernel.text import Refusal
from players.models import AuditEntry, Club
from players.services.audit import check_chain
from tests.builders import DIRECTOR, NOW, make_club, make_tournament
from tournaments.models import ClubRuleSet, Tournament
from tournaments.selectors.events.rule_sets import (
    events_by_rule_set,
    named_as,
    rule_set_at,
    rule_sets_of,
    versions_of,
)
from tournaments.services.events.editing import edit_tournament
from tournaments.services.events.rule_sets import (
    MOST_RULE_SETS,
    add_rule_set,
    change_rule_set,
    retire_rule_set,
)

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=7)
TUESDAY = {"preset": "pagat", "gin_bonus": 25, "dealer_policy": "loser", "big_gin_bonus": 40}


@pytest.fixture
def club() -> Club:
    return make_club()


def add(club: Club, name: str = "Tuesday", rules: object = TUESDAY) -> ClubRuleSet:
    return add_rule_set(club_id=club.pk, name=name, rules=rules, by=DIRECTOR, now=NOW)


def change(kept: ClubRuleSet, **fields: object) -> ClubRuleSet:
    fields.setdefault("version", kept.version)
    return change_rule_set(
        club_id=kept.club_id, number=kept.number, **fields, by=DIRECTOR, now=LATER
    )


def retire(kept: ClubRuleSet) -> None:
    retire_rule_set(club_id=kept.club_id, number=kept.number, by=DIRECTOR, now=LATER)


def event_by(club: Club, rules: object, **fields: object) -> Tournament:
    return make_tournament(club, entrants=0, start=False, rules=rules, **fields)


def refused(call: object, *args: object, **fields: object) -> str:
    with pytest.raises(Refusal) as caught:
        call(*args, **fields)
    return caught.value.text.code


def test_every_knob_is_kept_by_its_value(club: Club) -> None:
    kept = add(club, "  Tuesday   night ")
    assert (kept.number, kept.version, kept.name) == (1, 1, "Tuesday night")
    assert kept.rules == as_dict(rules_from(TUESDAY))
    assert (kept.at, kept.by_staff, kept.via, kept.game) == (NOW, None, "command", "gin")
    assert [one.rules for one in rule_sets_of(club.pk)] == [rules_from(TUESDAY)]


def test_a_change_supersedes_and_overwrites_nothing(club: Club) -> None:
    first = add(club)
    second = change(first, rules=TUESDAY | {"gin_bonus": 30})
    first.refresh_from_db()
    assert (first.rules["gin_bonus"], first.superseded_at) == (25, LATER)
    assert (second.rules["gin_bonus"], second.version, second.number) == (30, 2, 1)
    assert rule_set_at(club.pk, 1).version == 2


def test_saving_what_is_saved_changes_nothing(club: Club) -> None:
    first = add(club)
    assert change(first, name="Tuesday", rules=TUESDAY) == first
    assert ClubRuleSet.objects.count() == 1
    assert AuditEntry.objects.filter(scope=f"club:{club.pk}").count() == 1


def test_who_read_an_older_version_is_refused(club: Club) -> None:
    first = add(club)
    change(first, name="Wednesday")
    assert refused(change, first, name="Friday") == "stale"


@pytest.mark.parametrize("name", ["tuesday", " TUESDAY ", "Tuesday"])
def test_a_name_is_given_once(club: Club, name: str) -> None:
    add(club)
    other = add(club, "Friday", "plain")
    assert refused(add, club, name) == "name_taken"
    assert refused(change, other, name=name) == "name_taken"
    assert change(other, name="FRIDAY").name == "FRIDAY"
    add(make_club(), name)  # another club's


def test_the_database_holds_one_standing_set_of_a_name(club: Club) -> None:
    kept = add(club)
    kept.pk, kept.number = None, 2
    with pytest.raises(IntegrityError), transaction.atomic():
        kept.save(force_insert=True)


def test_the_name_of_a_retired_set_is_free(club: Club) -> None:
    first = add(club)
    retire(first)
    retire(first)  # once is enough
    assert rule_sets_of(club.pk) == []
    assert refused(change, first, name="Friday") == "not_found"
    assert add(club).number == 2
    actions = AuditEntry.objects.filter(scope=f"club:{club.pk}").order_by("number")
    assert list(actions.values_list("action", flat=True)) == [
        "rule_set.add",
        "rule_set.retire",
        "rule_set.add",
    ]


def test_the_audit_says_which_knobs_were_changed_and_no_name(club: Club) -> None:
    change(add(club), name="Wednesday", rules=TUESDAY | {"gin_bonus": 30})
    entry = AuditEntry.objects.get(action="rule_set.change")
    assert (entry.data["before"], entry.data["after"]) == ({"gin_bonus": 25}, {"gin_bonus": 30})
    assert "Wednesday" not in str(entry.data)
    club.refresh_from_db()
    assert not check_chain(f"club:{club.pk}", club.audit_digest).breaks


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"gin_bonus": 20, "gin": 1}, "unknown_rules"),
        ({"gin_bonus": -1}, "bad_rules"),
        ({"knock_limit": "upcard", "upcard_rule": "deal_11"}, "bad_rules"),
        ({"variant": "rummy"}, "bad_rules"),
        ("nobody's", "unknown_rules"),
    ],
)
def test_rules_that_can_not_be_are_refused(club: Club, rules: object, code: str) -> None:
    assert refused(add, club, rules=rules) == code
    assert not ClubRuleSet.objects.exists()


def test_there_is_a_bound(club: Club) -> None:
    for number in range(MOST_RULE_SETS):
        add(club, f"Rules {number}")
    assert refused(add, club, "One more") == "not_ready"


class TestEvents:
    def test_an_event_keeps_what_it_began_with(self, club: Club) -> None:
        kept = add(club)
        event = event_by(club, {"club_rule_set": kept.number}, best_of=3)
        assert event.rules["gin_bonus"] == 25
        newer = change(kept, rules=TUESDAY | {"gin_bonus": 30})
        event.refresh_from_db()
        rules = rules_from(event.rules)
        assert (event.rules["gin_bonus"], rules.match_n) == (25, 3)
        assert named_as(rules, rule_sets_of(club.pk)) is None
        assert named_as(rules, versions_of(club.pk)).version == 1
        assert named_as(rules_from(newer.rules), versions_of(club.pk)).version == 2

    def test_single_knobs_beside_the_set(self, club: Club) -> None:
        kept = add(club)
        event = event_by(club, {"club_rule_set": kept.number, "gin_bonus": 30})
        assert (event.rules["gin_bonus"], event.rules["big_gin_bonus"]) == (30, 40)
        edit_tournament(
            tournament_id=event.pk, rules={"club_rule_set": kept.number}, by=DIRECTOR, now=NOW
        )
        event.refresh_from_db()
        assert event.rules["gin_bonus"] == 25

    @pytest.mark.parametrize("number", [2, "1", True, None])
    def test_a_set_that_the_club_does_not_have(self, club: Club, number: object) -> None:
        add(club)
        assert refused(event_by, club, {"club_rule_set": number}) == "unknown_rules"

    def test_neither_a_retired_one_nor_another_clubs(self, club: Club) -> None:
        kept = add(club)
        assert refused(event_by, make_club(), {"club_rule_set": 1}) == "unknown_rules"
        retire(kept)
        assert refused(event_by, club, {"club_rule_set": 1}) == "unknown_rules"

    def test_a_set_and_a_preset_are_two_things(self, club: Club) -> None:
        add(club)
        both = {"club_rule_set": 1, "preset": "pagat"}
        assert refused(event_by, club, both) == "bad_rules"

    def test_how_many_play_by_it(self, club: Club) -> None:
        add(club)
        event_by(club, {"club_rule_set": 1}, best_of=7)
        event_by(club, TUESDAY)  # the same rules by another way
        event_by(club, "plain")
        assert events_by_rule_set(rule_sets_of(club.pk), club.pk) == {1: 2}

    def test_pages_of_the_events_that_it_is_about_are_new(self, club: Club) -> None:
        def rename(club: Club) -> None:
            change(ClubRuleSet.objects.get(), name="Friday")

        by_it, other = event_by(club, TUESDAY), event_by(club, "plain")
        for write in (add, rename):
            before = by_it.staff_version
            write(club)
            by_it.refresh_from_db()
            assert by_it.staff_version == before + 1
        retire(ClubRuleSet.objects.get(superseded_at=None))
        version = by_it.staff_version
        by_it.refresh_from_db()
        other.refresh_from_db()
        assert (by_it.staff_version, other.staff_version) == (version + 1, 1)
