"""Rules under a name of the club's: on its own pages, in wizard and settings, at the event."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.gin.rules import as_dict, rules_from
from pages.parts import single_rules
from players.models import Club, Membership
from tests.builders import DIRECTOR, NOW, make_club, make_tournament, make_user, owner_of, sign_in
from tests.pages.director.test_rooms import FILLED, at, shown, told
from tests.pages.director.test_single_rules import sent
from tournaments.models import ClubRuleSet, Staff, Tournament
from tournaments.selectors.events.rule_sets import rule_set_at, rule_sets_of
from tournaments.services.events.rule_sets import (
    add_rule_set,
    change_rule_set,
    retire_rule_set,
)

pytestmark = pytest.mark.django_db

TUESDAY = {"preset": "pagat", "gin_bonus": 25}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    sign_in(client, owner_of(club))
    return client


@pytest.fixture
def tuesday(club: Club) -> ClubRuleSet:
    return add_rule_set(club_id=club.pk, name="Tuesday", rules=TUESDAY, by=DIRECTOR, now=NOW)


def of_set(**knobs: object) -> dict[str, Any]:
    """The form as a browser sends it with Tuesday's rules, some of them changed."""
    changed = {single_rules.PREFIX + name: str(value) for name, value in knobs.items()}
    typed = single_rules.typed(rules_from(TUESDAY))
    return {"boards": "1", "rules": "club-1", "knobs_of": "club-1"} | typed | changed


def later(club: Club, **changes: object) -> None:
    change_rule_set(
        club_id=club.pk,
        number=1,
        version=rule_set_at(club.pk, 1).version,
        **changes,
        by=DIRECTOR,
        now=NOW + timedelta(days=7),
    )


class TestOfTheClub:
    def test_made_from_a_set_that_all_know(self, owner: Client, club: Club) -> None:
        address = reverse("new_club_rules", args=[club.slug])
        data = sent("pagat", gin_bonus=25, dealer_policy="winner")
        owner.post(address, data | {"act": "save", "name": "Tuesday", "target": "150"})
        (kept,) = rule_sets_of(club.pk)
        assert (kept.name, kept.rules.gin_bonus, kept.rules.target) == ("Tuesday", 25, 150)
        page = told(owner.get(reverse("club_rules", args=[club.slug])))
        assert "Like “Classic (gin 20, undercut 10)”, but:" in page
        assert "Gin: 25 (there: 20)" in page
        assert f"by {owner_of(club).name}." in page
        assert "0 events have these rules." in page

    def test_changed_and_renamed(self, owner: Client, club: Club, tuesday: ClubRuleSet) -> None:
        address = reverse("one_club_rules", args=[club.slug, 1])
        form = owner.get(address).context["form"]
        data = {bound.html_name: single_rules.written(bound.value()) for bound in form}
        assert (data["name"], data["knob-gin_bonus"], data["rules"]) == ("Tuesday", "25", "own")
        owner.post(address, data | {"act": "save", "name": "Friday", "knob-gin_bonus": "30"})
        kept = rule_set_at(club.pk, 1)
        assert (kept.version, kept.name, kept.rules.gin_bonus) == (2, "Friday", 30)
        late = owner.post(address, data | {"act": "save", "name": "Sunday"})
        assert late.status_code == 409
        assert "Somebody has changed this rule set meanwhile" in told(late)

    def test_a_name_that_is_taken_is_said_at_its_field(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        data = sent("plain") | {"act": "save", "name": "TUESDAY"}
        page = owner.post(reverse("new_club_rules", args=[club.slug]), data)
        assert page.status_code == 409
        assert "The club has a rule set “TUESDAY” already: choose another name." in told(page)

    def test_retired_only_by_who_is_sure(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        address = reverse("one_club_rules", args=[club.slug, 1])
        assert owner.post(address, {"act": "retire"}).status_code == 400
        assert rule_sets_of(club.pk)
        owner.post(address, {"act": "retire", "sure": "on"})
        assert not rule_sets_of(club.pk)
        assert owner.get(address).status_code == 404

    def test_for_its_organisers_alone(
        self, client: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        member = make_user()
        Membership.objects.create(club=club, user=member, role="referee")
        sign_in(client, member)
        for name, more in (("club_rules", []), ("new_club_rules", []), ("one_club_rules", [1])):
            assert client.get(reverse(name, args=[club.slug, *more])).status_code == 403


class TestOfAnEvent:
    def test_the_wizard_offers_them_first_and_copies_them(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        address = reverse("new", args=[club.slug])
        page = told(owner.get(address, {"step": "2", "seen": "1", "name": "x"}))
        assert page.index("Our rules Tuesday") < page.index("Club default")
        owner.post(address, FILLED | of_set() | {"step": "make", "key": "k"})
        event = Tournament.objects.get()
        assert event.rules == as_dict(rules_from(TUESDAY)) | {
            name: event.rules[name] for name in ("match_type", "match_n", "target")
        }

    def test_a_set_that_was_changed_meanwhile_is_taken_as_it_was_read(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        later(club, rules=TUESDAY | {"gin_bonus": 40})
        address = reverse("new", args=[club.slug])
        owner.post(address, FILLED | of_set() | {"step": "make", "key": "k"})
        assert Tournament.objects.get().rules["gin_bonus"] == 25

    def test_the_wizard_keeps_rules_for_the_club(self, owner: Client, club: Club) -> None:
        address = reverse("new", args=[club.slug])
        rules = sent("pagat", gin_bonus=30) | {"keep_as": "Tuesday"}
        owner.post(address, FILLED | rules | {"step": "make", "key": "k"})
        (kept,) = rule_sets_of(club.pk)
        assert (kept.name, kept.rules.gin_bonus) == ("Tuesday", 30)
        assert Tournament.objects.get().rules == as_dict(kept.rules)

    def test_where_the_name_is_taken_nothing_is_made(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        address = reverse("new", args=[club.slug])
        rules = sent("pagat", gin_bonus=30) | {"keep_as": "Tuesday"}
        page = owner.post(address, FILLED | rules | {"step": "make", "key": "k"})
        assert page.status_code == 409
        assert "choose another name" in told(page)
        assert not Tournament.objects.exists()

    def test_the_settings_say_which_set_it_is(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        event = make_tournament(club, start=False, rules=TUESDAY)
        data = shown(owner.get(at("settings_rules", event)))
        assert data["rules"] == "club-1"
        assert "Tuesday." in told(owner.get(at("settings", event)))
        owner.post(at("settings_rules", event), data | {"act": "save", "knob-gin_bonus": "35"})
        event.refresh_from_db()
        assert event.rules["gin_bonus"] == 35
        data = shown(owner.get(at("settings_rules", event)))
        assert data["rules"] == "own"
        page = owner.post(at("settings_rules", event), data | {"act": "save", "keep_as": "Friday"})
        assert page.status_code == 302
        assert rule_set_at(club.pk, 2).rules.gin_bonus == 35
        assert shown(owner.get(at("settings_rules", event)))["rules"] == "club-2"

    def test_a_taken_name_leaves_the_settings_alone(
        self, owner: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        event = make_tournament(club, start=False, rules="plain")
        data = shown(owner.get(at("settings_rules", event)))
        changed = {"act": "save", "keep_as": "Tuesday", "knob-gin_bonus": "35"}
        page = owner.post(at("settings_rules", event), data | changed)
        assert page.status_code == 409
        assert "choose another name" in told(page)
        assert "Saved." not in told(page)
        event.refresh_from_db()
        assert event.rules["gin_bonus"] == 25

    def test_a_director_who_does_not_run_the_club_names_no_rules(
        self, client: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        event = make_tournament(club, start=False)
        director = make_user()
        Staff.objects.create(tournament=event, user=director, name="Di", role="director")
        sign_in(client, director)
        data = shown(client.get(at("settings_rules", event)))
        assert "keep_as" not in data
        changed = {"act": "save", "keep_as": "Mine", "knob-gin_bonus": "35"}
        client.post(at("settings_rules", event), data | changed)
        event.refresh_from_db()
        assert event.rules["gin_bonus"] == 35
        assert [one.name for one in rule_sets_of(club.pk)] == ["Tuesday"]


class TestOnTheEventsPage:
    def page(self, event: Tournament, client: Client) -> str:
        return told(client.get(at("event_rules", event)))

    def test_named_as_long_as_the_rules_are_the_sets(
        self, client: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        event = make_tournament(club, start=True, rules=TUESDAY)
        page = self.page(event, client)
        assert "House rules Club rules “Tuesday”. The rules are “Classic" in page
        assert "Gin: 25 (there: 20)" in page

        later(club, name="Friday")
        assert "Club rules “Friday”." in self.page(event, client)
        later(club, rules=TUESDAY | {"gin_bonus": 30})
        assert "Club rules “Friday”, as they were until 10 March 2026." in self.page(event, client)

    def test_a_retired_set_is_named_with_its_day(
        self, client: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        event = make_tournament(club, start=True, rules=TUESDAY)
        retire_rule_set(club_id=club.pk, number=1, by=DIRECTOR, now=NOW + timedelta(days=7))
        assert "as they were until 10 March 2026." in self.page(event, client)

    def test_other_rules_have_no_name(
        self, client: Client, club: Club, tuesday: ClubRuleSet
    ) -> None:
        event = make_tournament(club, start=False, rules=TUESDAY | {"gin_bonus": 26})
        sign_in(client, owner_of(club))
        page = self.page(event, client)
        assert "Gin: 26 (there: 20)" in page
        assert "Club rules" not in page

    def test_rules_that_all_know_under_the_clubs_name(self, client: Client, club: Club) -> None:
        add_rule_set(club_id=club.pk, name="Usual", rules="pagat", by=DIRECTOR, now=NOW)
        page = self.page(make_tournament(club, rules="pagat"), client)
        assert "House rules Club rules “Usual”. The rules are “Classic (gin 20, und" in page
