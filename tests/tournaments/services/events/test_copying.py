"""A tournament made after an earlier one."""

from datetime import timedelta

import pytest

from kernel.text import Refusal
from players.models import Player
from players.services.players import merge_players
from tests.builders import DIRECTOR, NOW, make_club, make_tournament, make_user
from tournaments.models import Tournament
from tournaments.services.events import entries, setup, staff
from tournaments.services.events.copying import copy_tournament
from tournaments.services.stages.plans import StagePlan, plans_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def before():
    return make_tournament(
        make_club(),
        entrants=5,
        rules={"preset": "pagat", "gin_bonus": 22},
        best_of=3,
        format_settings={"third_place": True},
        place="The Crown",
        starts_at=NOW,
        registration="approval",
        cap=8,
        seeding="rating",
        publishing="by_hand",
        protest_minutes=20,
    )


def copy(source, name="December Cup", **fields):
    return copy_tournament(source=source, name=name, by=DIRECTOR, now=NOW, **fields)


def test_settings_are_taken_over_and_nothing_that_was_played(before):
    made = copy(before)
    same = (
        "place",
        "rules",
        "registration",
        "cap",
        "seeding",
        "publishing",
        "protest_minutes",
        "kind",
    )
    assert [getattr(made, name) for name in same] == [getattr(before, name) for name in same]
    assert made.stages.get().settings == {"third_place": True}
    assert (made.name, made.state, made.starts_at) == ("December Cup", "draft", None)
    assert not made.stages.get().rounds.exists()
    assert not made.entries.exists()


def test_time_and_place_of_its_own(before):
    made = copy(before, starts_at=NOW + timedelta(days=30), place="The Anchor")
    assert (made.starts_at, made.place) == (NOW + timedelta(days=30), "The Anchor")


def test_tables_and_staff_come_along_but_no_pass_for_one_night(before):
    setup.set_tables(tournament_id=before.pk, tables=[(1, ""), (7, "bar")], by=DIRECTOR, now=NOW)
    ruth, gone = make_user("Ruth"), make_user("Gone")
    for user in (ruth, gone):
        row = staff.appoint_staff(
            tournament_id=before.pk, user=user, role="referee", tables=[7], by=DIRECTOR, now=NOW
        )
    staff.end_staff(tournament_id=before.pk, staff_id=row.pk, by=DIRECTOR, now=NOW)
    staff.issue_pass(tournament_id=before.pk, name="Guest", by=DIRECTOR, now=NOW)
    made = copy(before)
    assert list(made.tables.values_list("number", "label")) == [(1, ""), (7, "bar")]
    (copied,) = made.staff.all()
    assert (copied.user, copied.role, copied.tables) == (ruth, "referee", [7])


def test_no_table_comes_along_into_an_event_that_is_played_online(before):
    setup.set_tables(tournament_id=before.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    Tournament.objects.filter(pk=before.pk).update(
        play="online", clock={"kind": "none"}, flag="game_loss", spectators="none"
    )
    before.refresh_from_db()
    assert not copy(before).tables.exists()


def test_a_hybrid_event_comes_along_with_its_tables_and_its_clock(before):
    setup.set_tables(tournament_id=before.pk, tables=[(1, "")], by=DIRECTOR, now=NOW)
    Tournament.objects.filter(pk=before.pk).update(
        play="hybrid", clock={"kind": "none"}, flag="game_loss", spectators="none"
    )
    before.refresh_from_db()
    made = copy(before)
    assert (made.play, made.clock, made.spectators) == ("hybrid", {"kind": "none"}, "none")
    assert made.tables.count() == 1


def test_players_come_along_when_asked_for(before):
    club = before.club
    players = list(Player.objects.filter(club=club).order_by("pk"))
    withdrawn = before.entries.get(members__player=players[0])
    entries.withdraw_entry(tournament_id=before.pk, entry_id=withdrawn.pk, by=DIRECTOR, now=NOW)
    twin = Player.objects.create(club=club, name="Twin")
    merge_players(kept=twin, other=players[1], by=DIRECTOR, now=NOW)
    made = copy(before, with_entries=True)
    names = list(made.entries.order_by("pk").values_list("name", "seed"))
    assert names == [("Twin", None), *((player.name, None) for player in players[2:])]


def test_a_name_that_cannot_be_leaves_nothing(before):
    with pytest.raises(Refusal):
        copy(before, name=" ")
    assert Tournament.objects.count() == 1


def test_the_same_name_has_an_address_of_its_own(before):
    assert copy(before, name=before.name).slug == f"{before.slug}-2"


def test_all_stages_are_taken_over():
    plans = [
        StagePlan("swiss", {"rounds": 3}, rules={"match_type": "best_of", "match_n": 3}),
        StagePlan(
            "single_elimination",
            take=4,
            final_rounds=1,
            final_rules={"match_type": "best_of", "match_n": 7},
        ),
    ]
    source = setup.create_tournament(
        club=make_club(), name="Autumn Cup", stages=plans, by=DIRECTOR, now=NOW
    )
    assert plans_of(copy(source)) == plans_of(source) == plans
