"""A stage that was drawn from results which are corrected afterwards says so, wherever it is."""

import pytest
from django.test import Client

from games.models import Match
from tests.builders import DIRECTOR, entry_at, owner_of, sign_in
from tests.client import Api
from tests.pages.director.test_round_room import at, told
from tests.stock import stocked
from tests.tournaments.services.stages.test_plans import (
    board_of_match,
    play_stage,
    play_stage_by_hand,
    staged,
)
from tournaments.models import Board, Draw, Stage
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.desk import results
from tournaments.services.desk.corrections import undo_correction
from tournaments.services.events import entries
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan
from tournaments.services.stages.settling import settle_stage
from web.db.clock import now

pytestmark = pytest.mark.django_db

CORRECTED = "A result of the stage before was corrected after this stage was drawn."
GROUPS_THEN_SWISS = [
    StagePlan("round_robin", {"groups": 2}, rules={"match_n": 3}),
    StagePlan("swiss", {"rounds": 2}, take=4, rules={"match_n": 3}),
]


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@pytest.fixture
@stocked
def event(commits):
    """Two groups of four, over, and the published knock-out of the first two of each."""
    made = staged(commits)
    play_stage(commits, made, 1)
    return made


def correct(commits, event, winner, loser, choice="keep", **more):
    """The loser of a match of the groups has won it after all."""
    names = {f"Player {winner:04d}", f"Player {loser:04d}"}
    boards = Board.objects.filter(pairing__round__stage=first_of(event))
    match = next(
        played.match_id
        for played in boards.order_by("pk")
        if {seat.player.name for seat in played.match.seats.all()} == names
    )
    board = board_of_match(match)
    seat = board.match.seats.get(player__name=f"Player {winner:04d}").seat
    with commits(execute=True):
        return results.record_result(
            board=board,
            version=board.match.version,
            level="games_won",
            payload={"games_won": [2, 0] if seat == 0 else [0, 2]},
            reason="The sheet was read wrongly.",
            choice=choice,
            by=more.pop("by", DIRECTOR),
            now=now(),
            **more,
        ).followed.correction


def undo(commits, correction):
    version = Match.objects.get(pk=correction.board.match_id).version
    with commits(execute=True):
        undo_correction(correction=correction, version=version, by=DIRECTOR, now=now())


def first_of(event):
    return Stage.objects.get(tournament=event, number=1)


def marked(event):
    """The seeds by which the entrants are known, then and now in the second stage."""
    seeds = dict(event.entries.values_list("pk", "seed"))
    found = Stage.objects.get(tournament=event, number=2).redrawn
    return found and {seeds[entry]: (drawn, now) for entry, drawn, now in found}


def seeds_of(event):
    """The entrants of the second stage, each by their seed in the event, in order of seed there."""
    seeds = dict(event.entries.values_list("pk", "seed"))
    order = Draw.objects.get(stage__number=2, superseded_at__isnull=True).order
    return [seeds[entry] for entry in order]


def test_a_published_stage_is_marked_until_the_correction_is_undone(commits, event):
    assert (seeds_of(event), marked(event)) == ([2, 1, 3, 4], None)
    seeded_elsewhere = correct(commits, event, 4, 1)
    assert marked(event) == {4: (4, 2), 1: (2, 4)}
    undo(commits, seeded_elsewhere)
    assert marked(event) is None
    comes_in = correct(commits, event, 5, 4)
    assert marked(event) == {5: (None, 4), 4: (4, None)}
    undo(commits, comes_in)
    assert (seeds_of(event), marked(event)) == ([2, 1, 3, 4], None)


def test_a_correction_by_which_it_would_be_drawn_as_it_was_marks_nothing(commits, event):
    correct(commits, event, 8, 5)
    assert marked(event) is None


def test_who_leaves_after_the_draw_is_no_reason_for_a_mark(commits, event):
    with commits(execute=True):
        entry = entry_at(event, 3).pk
        entries.withdraw_entry(tournament_id=event.pk, entry_id=entry, by=DIRECTOR, now=now())
    correct(commits, event, 8, 5)
    assert marked(event) is None


def test_a_draft_is_drawn_again_instead(commits):
    event = staged(commits, publishing="by_hand")
    play_stage_by_hand(commits, event)
    correct(commits, event, 5, 4)
    assert (seeds_of(event), marked(event)) == ([2, 1, 3, 5], None)


def test_a_stage_that_is_taken_back_and_drawn_anew_loses_the_mark(commits, event):
    correct(commits, event, 5, 4)
    with commits(execute=True):
        rounds.unpublish_round(tournament_id=event.pk, number=1, by=DIRECTOR, now=now())
    with commits(execute=True):
        settle_stage(stage_id=first_of(event).pk, by=DIRECTOR, now=now())
    assert (seeds_of(event), marked(event)) == ([2, 1, 3, 5], None)


def test_the_mark_is_a_copy_that_is_made_anew(commits, event):
    correct(commits, event, 5, 4)
    before = snapshot(event)
    assert '"redrawn"' in before
    Stage.objects.filter(tournament=event).update(redrawn=None)
    assert snapshot(event) != before
    rebuild_tournament(tournament_id=event.pk, by=DIRECTOR, now=now())
    assert snapshot(event) == before


@pytest.mark.parametrize("tab", ["tournament", "matches", "standings"])
def test_everybody_reads_it_on_the_pages_of_the_stage(commits, event, client, tab):
    assert CORRECTED not in told(client.get(at(tab, event)))
    correction = correct(commits, event, 5, 4)
    words = told(client.get(at(tab, event)))
    assert CORRECTED in words
    assert "Player 0005 would have gone on, as number 4 in the draw." in words
    assert "Player 0004, number 4 in the draw, would not have gone on." in words
    assert CORRECTED not in told(client.get(at(tab, event), {"stage": 1}))
    undo(commits, correction)
    assert CORRECTED not in told(client.get(at(tab, event)))
    correct(commits, event, 4, 1)
    words = told(client.get(at(tab, event), {"stage": 2}))
    assert "Player 0001 would be number 4 in the draw instead of 2." in words


def test_the_mark_costs_the_page_one_query(commits, event, django_assert_max_num_queries):
    correct(commits, event, 5, 4)
    with django_assert_max_num_queries(10):
        assert CORRECTED in told(Client().get(at("tournament", event)))


def test_the_director_reads_it_where_they_draw(commits, event, client):
    sign_in(client, owner_of(event.club))
    assert CORRECTED not in told(client.get(at("draw", event)))
    correct(commits, event, 5, 4)
    assert CORRECTED in told(client.get(at("draw", event)))


def test_the_director_reads_it_where_rounds_are_paired_one_by_one(commits, client):
    event = staged(commits, stages=GROUPS_THEN_SWISS)
    play_stage(commits, event, 1)
    sign_in(client, owner_of(event.club))
    correct(commits, event, 5, 4)
    for page in (at("rounds", event), at("round", event, 1)):
        assert CORRECTED in told(client.get(page))


def test_while_a_result_is_open_it_is_not_known_who_goes_on(event, client):
    Stage.objects.filter(tournament=event, number=2).update(redrawn=[])
    assert "Who goes on is not known until it is in." in told(client.get(at("tournament", event)))


def test_a_long_list_is_cut(event, client):
    ids = event.entries.order_by("seed").values_list("pk", flat=True)
    moved = [[entry, None, seed] for seed, entry in enumerate(ids, 1)]
    drawn = Stage.objects.filter(tournament=event, number=2)
    drawn.update(redrawn=[*moved, [ids[0], 1, None]])
    assert "And 1 more." in told(client.get(at("tournament", event)))


def test_the_api_says_it_of_the_stage(commits, event):
    place = f"tournaments/{event.pk}/stages/"
    correct(commits, event, 5, 4)
    first, second = Api().get(place)["stages"]
    assert first["would_be_drawn"] is None
    assert second["would_be_drawn"] == [
        {"entry": entry_at(event, 5).pk, "drawn": None, "now": 4},
        {"entry": entry_at(event, 4).pk, "drawn": 4, "now": None},
    ]
