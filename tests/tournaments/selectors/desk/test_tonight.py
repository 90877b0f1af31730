"""In which events somebody has a part tonight."""

from datetime import UTC, datetime, timedelta

import pytest

from kernel.permissions import Actor
from players.models import Membership
from tests.builders import (
    DIRECTOR,
    board_of,
    entry_at,
    make_club,
    make_tournament,
    make_user,
    owner_of,
    win,
)
from tournaments.domain.tonight.next_step import Part
from tournaments.models import EntryMember, Staff, StateChange
from tournaments.selectors.desk.tonight import parts_of, sole_part
from tournaments.services.events import setup
from tournaments.services.events.staff import appoint_staff, issue_pass
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 3, 19, 0, tzinfo=UTC)


def actor(user):
    return Actor(via="page", user_id=user.pk)


def playing(tournament, user):
    entry = entry_at(tournament, 1)
    EntryMember.objects.get(entry=entry).player.__class__.objects.filter(
        entry_members__entry=entry
    ).update(user=user)


def said(who, now=NOW):
    return [(one.tournament.name, list(one.parts), one.tonight) for one in parts_of(who, now)]


def move(tournament, action, at=NOW):
    setup.move_tournament(
        tournament_id=tournament.pk, action=action, by=DIRECTOR, now=at, name=tournament.name
    )


def ended(club, at=NOW):
    """A final that was played, and when."""
    tournament = make_tournament(club, entrants=2)
    win(board_of(tournament, 1, 1), 0)
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)
    StateChange.objects.filter(tournament=tournament, state="finished").update(at=at)
    return tournament


def prepared(club, name, starts_at=None, **fields):
    return make_tournament(club, entrants=2, start=False, name=name, starts_at=starts_at, **fields)


def test_who_has_no_account_and_no_pass_has_no_part():
    make_tournament()
    assert said(Actor(via="page")) == []
    assert said(actor(make_user())) == []


def test_what_somebody_is_in_the_club_counts_for_each_of_its_events():
    club = make_club()
    make_tournament(club, name="Tonight")
    prepared(club, "Next week", NOW + timedelta(days=7))
    referee, member = make_user(), make_user()
    Membership.objects.create(club=club, user=referee, role=Membership.Roles.REFEREE)
    Membership.objects.create(club=club, user=member, role=Membership.Roles.MEMBER)
    assert said(actor(owner_of(club))) == [
        ("Tonight", [Part.DIRECTOR], True),
        ("Next week", [Part.DIRECTOR], False),
    ]
    assert said(actor(referee)) == [
        ("Tonight", [Part.REFEREE], True),
        ("Next week", [Part.REFEREE], False),
    ]
    assert said(actor(member)) == []


def test_somebody_may_have_three_parts_and_another_event_is_not_theirs():
    club = make_club()
    tournament = make_tournament(club)
    make_tournament(name="Elsewhere")
    owner = owner_of(club)
    appoint_staff(tournament_id=tournament.pk, user=owner, role="referee", by=DIRECTOR, now=NOW)
    playing(tournament, owner)
    assert said(actor(owner)) == [("Autumn Cup", [Part.REFEREE, Part.DIRECTOR, Part.PLAYER], True)]


def test_a_pass_has_the_part_of_its_event_until_it_ends():
    tournament = make_tournament()
    made = issue_pass(tournament_id=tournament.pk, name="Rita", by=DIRECTOR, now=NOW)
    Staff.objects.update(expires_at=None)
    holder = Actor(via="page", staff_id=made.staff.pk)
    assert said(holder) == [("Autumn Cup", [Part.REFEREE], True)]
    Staff.objects.update(ended_at=NOW)
    assert said(holder) == []


@pytest.mark.parametrize(
    ("hours", "zone", "tonight"),
    [
        (-19, "UTC", True),  # midnight
        (-20, "UTC", False),
        (4, "UTC", True),
        (5, "UTC", False),
        (5, "America/New_York", True),  # 14:00 there
        (4, "Asia/Tokyo", True),
        (-6, "Asia/Tokyo", False),  # yesterday there, where it is 04:00
    ],
)
def test_what_starts_today_by_the_clubs_clock_is_tonight(hours, zone, tonight):
    club = make_club()
    club.time_zone = zone
    club.save()
    prepared(club, "Cup", NOW + timedelta(hours=hours))
    assert said(actor(owner_of(club))) == [("Cup", [Part.DIRECTOR], tonight)]


def test_what_ended_today_or_late_last_night_is_still_tonight():
    club = make_club()
    owner = actor(owner_of(club))
    ended_at = datetime(2026, 3, 3, 23, 50, tzinfo=UTC)
    ended(club, ended_at)
    assert said(owner, ended_at) == [("Autumn Cup", [Part.DIRECTOR], True)]
    assert said(owner, ended_at + timedelta(hours=5))
    assert said(owner, ended_at + timedelta(hours=7)) == []


def test_what_is_cancelled_or_in_the_archive_is_nobodys_tonight():
    club = make_club()
    move(make_tournament(club, starts_at=NOW), "cancel")
    move(ended(club), "archive")
    assert said(actor(owner_of(club))) == []


def test_what_runs_comes_first_then_check_in_then_what_comes_by_its_date():
    club = make_club()
    prepared(club, "No date")
    prepared(club, "In two weeks", NOW + timedelta(days=14))
    prepared(club, "Next week", NOW + timedelta(days=7))
    prepared(club, "In an hour", NOW + timedelta(hours=1))
    move(prepared(club, "At the door"), "open_check_in")
    make_tournament(club, name="Running")
    assert [name for name, *_ in said(actor(owner_of(club)))] == [
        "Running",
        "At the door",
        "In an hour",
        "Next week",
        "In two weeks",
        "No date",
    ]


def test_a_draft_is_not_told_to_who_is_entered_in_it():
    tournament = prepared(make_club(), "Cup", NOW)
    player = make_user()
    playing(tournament, player)
    assert said(actor(player)) == []
    move(tournament, "open_registration")
    assert said(actor(player)) == [("Cup", [Part.PLAYER], True)]


def sole(user):
    found = sole_part(parts_of(actor(user), NOW))
    return found and (found.tournament.name, list(found.parts))


def test_who_has_one_part_in_one_event_and_does_not_play_has_a_sole_part():
    club = make_club()
    assert sole(owner_of(club)) is None
    prepared(club, "Next week", NOW + timedelta(days=7))
    assert sole(owner_of(club)) is None
    first = make_tournament(club, name="Tonight")
    assert sole(owner_of(club)) == ("Tonight", [Part.DIRECTOR])
    player = make_user()
    playing(first, player)
    assert sole(player) is None
    make_tournament(club, name="Beside it")
    assert sole(owner_of(club)) is None


def test_parts_of_many_events_are_read_at_once(django_assert_num_queries):
    club = make_club()
    for _ in range(5):
        make_tournament(club)
    owner = actor(owner_of(club))
    with django_assert_num_queries(4):
        assert len(parts_of(owner, NOW)) == 5
