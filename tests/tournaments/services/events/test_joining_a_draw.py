"""Somebody comes late to a knock-out of which nothing is played."""

from datetime import timedelta

import pytest
from django.urls import reverse

from kernel.text import Refusal
from players.models import Player, Rating
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    owner_of,
    sign_in,
    team_event,
    win,
)
from tests.pages.match.test_match import text_of
from tournaments.models import Draw, Entry, Round, Stage
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.desk import results
from tournaments.services.events import entries, setup
from tournaments.services.events.joining_a_draw import enter_into_draw
from tournaments.services.events.teams import Team
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db


def newcomer(tournament, name="Late Comer"):
    return Player.objects.create(club=tournament.club, name=name)


def join(tournament, who=None):
    who = who or newcomer(tournament)
    return enter_into_draw(tournament_id=tournament.pk, who=who, by=DIRECTOR, now=NOW)


def order(tournament):
    """The names in order of seed."""
    facts = stage_record(Stage.objects.get(tournament=tournament))
    return [facts.entrants[entry].name for entry in facts.table.entries]


def named(*numbers):
    return [f"Player {number:04}" for number in numbers]


def states(tournament):
    found = Round.objects.filter(stage__tournament=tournament).order_by("number")
    return list(found.values_list("state", flat=True))


def test_the_draw_is_made_anew_with_the_same_seeds_and_published_again():
    tournament = make_tournament(entrants=4)
    entry = join(tournament)
    assert order(tournament) == [*named(1, 2, 3, 4), "Late Comer"]
    assert entry.seed == 5
    assert states(tournament) == ["published", "published", "draft"]  # 1, 2 and 3 have byes
    tournament.refresh_from_db()
    assert tournament.state == "running"
    standing = Draw.objects.filter(stage__tournament=tournament, superseded_at=None)
    assert [len(draw.order) for draw in standing] == [5]
    assert [seed for _entry, seed in standing.get().given] == [1, 2, 3, 4]


def test_by_rating_the_newcomer_has_the_place_of_the_rating():
    tournament = make_tournament(entrants=4, seeding="rating", start=False)
    for member in Entry.objects.filter(tournament=tournament):
        player = member.members.get().player
        Rating.objects.create(player=player, value=2000 - 100 * member.seed, at=NOW)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    late = newcomer(tournament)
    Rating.objects.create(player=late, value=1850, at=NOW)
    join(tournament, late)
    assert order(tournament) == [*named(1), "Late Comer", *named(2, 3, 4)]


def test_by_lot_the_others_stay_in_the_order_that_was_drawn():
    tournament = make_tournament(entrants=7, seeding="random", start=False)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW, seed="1964")
    before = order(tournament)
    join(tournament)
    assert [name for name in order(tournament) if name != "Late Comer"] == before
    assert {draw.seed for draw in Draw.objects.filter(stage__tournament=tournament)} == {"1964"}


def test_a_draft_stays_a_draft_and_plans_stay():
    tournament = make_tournament(entrants=4, start=False)
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    at = NOW + timedelta(hours=1)
    own = {"tournament_id": tournament.pk, "number": 1, "by": DIRECTOR, "now": NOW}
    rounds.plan_round(**own, planned_start=at, minutes=40)
    join(tournament)
    assert states(tournament) == ["draft"] * 3
    first = Round.objects.get(stage__tournament=tournament, number=1)
    assert (first.planned_start, first.minutes) == (at, 40)


def test_who_was_drawn_stays_though_only_some_are_checked_in():
    tournament = make_tournament(entrants=4, start=False)
    rounds.draw_stage(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    own = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    setup.move_tournament(**own, action="open_check_in")
    entries.check_in_entry(**own, entry_id=tournament.entries.get(seed=2).pk)
    join(tournament)
    assert len(order(tournament)) == 5


def test_who_has_left_is_not_drawn_again():
    tournament = make_tournament(entrants=5)
    gone = tournament.entries.get(seed=1)
    entries.withdraw_entry(tournament_id=tournament.pk, entry_id=gone.pk, by=DIRECTOR, now=NOW)
    join(tournament)
    assert order(tournament) == [*named(2, 3, 4, 5), "Late Comer"]


def test_a_team_comes_late():
    tournament = team_event(4, 2)
    join(tournament, Team("Team Z", [newcomer(tournament, name) for name in ("Ann", "Bob")]))
    assert order(tournament)[-1] == "Team Z"


def test_once_anything_is_played_it_is_refused_and_nothing_has_changed():
    tournament = make_tournament(entrants=4)
    board = board_of(tournament, 1, 1)
    entry, version = knock(0, 5, 20), board.match.version
    results.record_hand(board=board, entry=entry, version=version, by=DIRECTOR, now=NOW)
    with pytest.raises(Refusal, match="Something is played already"):
        join(tournament)
    assert not Entry.objects.filter(name="Late Comer").exists()


def test_what_can_not_be_is_refused():
    tournament = make_tournament(entrants=4, start=False)
    with pytest.raises(Refusal, match="no draw yet"):
        join(tournament)
    swiss = make_tournament(entrants=4, format="swiss")
    with pytest.raises(Refusal, match="round by round"):
        join(swiss)
    knock_out = make_tournament(entrants=4)
    playing = knock_out.entries.get(seed=1).members.get().player
    with pytest.raises(Refusal, match="already"):
        join(knock_out, playing)


def test_the_page_of_the_entries_offers_it_until_something_is_played(client):
    tournament = make_tournament(entrants=4)
    late = newcomer(tournament)
    sign_in(client, owner_of(tournament.club))
    page = reverse("entries", args=[tournament.club.slug, tournament.slug])
    shown = text_of(client.get(page))
    assert "Nothing is played yet: the draw is taken back and made anew" in shown
    client.post(page, {"act": "into_draw", "player": late.pk})
    assert "Late Comer is seed 5" in text_of(client.get(page))
    win(board_of(tournament, 1, 2), 0)
    assert "Nothing is played yet" not in text_of(client.get(page))
