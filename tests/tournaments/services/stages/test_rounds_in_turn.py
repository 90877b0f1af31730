"""A round robin runs round by round: one is on, the others wait (decision 0022)."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse

from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    owner_of,
    sign_in,
    win,
)
from tests.client import Api
from tournaments.models import Pairing, Round
from tournaments.selectors.stages.bracket import bracket
from tournaments.services.events import entries, setup
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.events.ticking import tick
from tournaments.services.stages import rounds
from tournaments.services.stages.plans import StagePlan, set_stages
from tournaments.services.stages.settling import settle_stage

pytestmark = pytest.mark.django_db

HOUR = NOW + timedelta(hours=1)


def round_robin(entrants=4, tables=8, publishing="automatic", **settings):
    made = make_tournament(
        entrants=entrants,
        start=False,
        format="round_robin",
        format_settings=settings,
        publishing=publishing,
    )
    setup.set_tables(
        tournament_id=made.pk,
        tables=[(number, "") for number in range(1, tables + 1)],
        by=DIRECTOR,
        now=NOW,
    )
    rounds.start_tournament(tournament_id=made.pk, by=DIRECTOR, now=NOW)
    return made


def states(tournament):
    found = Round.objects.filter(stage__tournament=tournament).order_by("stage__number", "number")
    return list(found.values_list("state", flat=True))


def publish(tournament, number, **more):
    rounds.publish_round(tournament_id=tournament.pk, number=number, by=DIRECTOR, now=NOW, **more)


def unpublish(tournament, number):
    rounds.unpublish_round(tournament_id=tournament.pk, number=number, by=DIRECTOR, now=NOW)


def withdraw(tournament, seed):
    entry = entry_at(tournament, seed)
    entries.withdraw_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=DIRECTOR, now=NOW)


def go_on(tournament):
    """What the worker does after a result."""
    settle_stage(stage_id=tournament.stages.get().pk, by=DIRECTOR, now=NOW)


def play(tournament, round, *numbers):
    for number in numbers:
        win(board_of(tournament, round, number), 0)
    go_on(tournament)


def seated(tournament):
    """The tables of the open matches, by round and number."""
    found = Pairing.objects.filter(round__stage__tournament=tournament, table__isnull=False)
    found = found.exclude(boards__match__state="finished")
    rows = found.order_by("round__number", "number")
    return {(row.round.number, row.number): row.table.number for row in rows}


def test_the_first_round_is_published_with_the_draw_and_the_others_wait():
    tournament = round_robin(9)
    assert states(tournament) == ["published", *["draft"] * 8]
    assert seated(tournament) == {(1, 2): 1, (1, 3): 2, (1, 4): 3, (1, 5): 4}


def test_visitors_see_whom_they_will_meet_but_no_table():
    tournament = round_robin()
    shown = Api().get(f"tournaments/{tournament.pk}/matches/")["results"]
    assert [(match["round"], match["state"], match["table"]) for match in shown] == [
        (1, "ready", 1),
        (1, "ready", 2),
        *[(number, "locked", None) for number in (2, 2, 3, 3)],
    ]
    assert all(None not in match["players"] for match in shown)


def test_the_last_result_of_a_round_opens_the_next_one():
    tournament = round_robin()
    play(tournament, 1, 1)
    assert states(tournament) == ["running", "draft", "draft"]
    play(tournament, 1, 2)
    assert states(tournament) == ["complete", "published", "draft"]
    assert set(seated(tournament)) == {(2, 1), (2, 2)}
    play(tournament, 2, 1, 2)
    play(tournament, 3, 1, 2)
    tournament.refresh_from_db()
    assert (states(tournament), tournament.state) == (["complete"] * 3, "finished")


def test_the_tick_opens_what_a_lost_message_left(django_capture_on_commit_callbacks):
    tournament = round_robin()
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    assert states(tournament) == ["running", "draft", "draft"], "the worker has heard nothing"
    with django_capture_on_commit_callbacks(execute=True):
        tick(by=DIRECTOR, now=NOW)
    assert states(tournament) == ["complete", "published", "draft"]


def test_the_groups_go_from_round_to_round_together():
    tournament = round_robin(7, groups=2)
    open_first = [
        slot.number for slot in bracket(tournament.stages.get())[0].slots if slot.state == "ready"
    ]
    *others, last = open_first
    play(tournament, 1, *others)
    assert states(tournament)[:2] == ["running", "draft"]
    play(tournament, 1, last)
    assert states(tournament)[:2] == ["complete", "published"]


def test_the_director_opens_more_and_nobody_has_two_tables():
    tournament = round_robin(4)
    publish(tournament, 2)
    assert states(tournament) == ["published", "published", "draft"]
    assert set(seated(tournament)) == {(1, 1), (1, 2)}, "all four play in the first round"
    play(tournament, 1, 1)
    assert set(seated(tournament)) == {(1, 2)}, "in each match of round 2 somebody still plays"
    play(tournament, 1, 2)
    assert set(seated(tournament)) == {(2, 1), (2, 2)}
    assert states(tournament) == ["complete", "published", "draft"]


def test_the_api_opens_and_takes_back_a_round():
    tournament = round_robin()
    owner = Api(tournament.club.memberships.get(role="owner").user)
    path = f"tournaments/{tournament.pk}/rounds/"
    owner.post(f"{path}3/publication/", status=409)
    owner.post(f"{path}2/publication/")
    owner.post(f"{path}3/publication/")
    assert states(tournament) == ["published"] * 3
    owner.delete(f"{path}2/publication/", status=200)
    assert states(tournament) == ["published", "draft", "draft"]


def test_a_round_that_was_taken_back_opens_again_at_the_directors_word_alone(
    django_capture_on_commit_callbacks,
):
    tournament = round_robin()
    play(tournament, 1, 1, 2)
    unpublish(tournament, 2)
    assert states(tournament) == ["complete", "draft", "draft"]
    assert seated(tournament) == {}
    go_on(tournament)
    with django_capture_on_commit_callbacks(execute=True):
        tick(by=DIRECTOR, now=HOUR)
    win(board_of(tournament, 1, 1), 1, reason="The sheet was read wrongly.")
    go_on(tournament)
    assert states(tournament) == ["complete", "draft", "draft"]
    publish(tournament, 2)
    play(tournament, 2, 1, 2)
    assert states(tournament) == ["complete", "complete", "published"]


def test_by_hand_no_later_round_opens_by_itself():
    tournament = round_robin(publishing="by_hand")
    play(tournament, 1, 1, 2)
    assert states(tournament) == ["complete", "draft", "draft"]
    publish(tournament, 2)
    assert states(tournament) == ["complete", "published", "draft"]


def test_a_round_opens_at_its_hour_and_not_before():
    tournament = round_robin()
    publish(tournament, 2, at=HOUR)
    play(tournament, 1, 1, 2)
    assert states(tournament) == ["complete", "draft", "draft"]
    rounds.publish_due_rounds(tournament_id=tournament.pk, by=DIRECTOR, now=HOUR)
    assert states(tournament) == ["complete", "published", "draft"]


def test_a_planned_hour_comes_before_the_last_result():
    tournament = round_robin()
    publish(tournament, 2, at=HOUR)
    play(tournament, 1, 1)
    rounds.publish_due_rounds(tournament_id=tournament.pk, by=DIRECTOR, now=HOUR)
    assert states(tournament) == ["running", "published", "draft"]


def test_a_late_result_of_a_round_counts_where_the_next_was_opened_before():
    tournament = round_robin()
    publish(tournament, 2)
    play(tournament, 2, 1, 2)
    assert states(tournament) == ["published", "complete", "draft"], "round 1 is not played"
    play(tournament, 1, 1)
    assert states(tournament) == ["running", "complete", "draft"]
    play(tournament, 1, 2)
    assert states(tournament) == ["complete", "complete", "published"]


def test_a_corrected_result_leaves_what_is_open():
    tournament = round_robin()
    play(tournament, 1, 1, 2)
    win(board_of(tournament, 1, 1), 1, reason="The sheet was read wrongly.")
    go_on(tournament)
    assert states(tournament) == ["complete", "published", "draft"]


@pytest.mark.parametrize("publishing", ["automatic", "by_hand"])
def test_rounds_in_which_nothing_is_left_to_play_keep_nobody_waiting(publishing):
    tournament = round_robin(3, publishing=publishing)
    withdraw(tournament, 2)
    withdraw(tournament, 3)
    go_on(tournament)
    tournament.refresh_from_db()
    assert (states(tournament), tournament.state) == (["complete"] * 3, "finished")


def test_a_withdrawal_decides_the_last_match_and_opens_the_next_round():
    tournament = round_robin(4)
    (first, second) = bracket(tournament.stages.get())[0].slots
    play(tournament, 1, first.number)
    withdraw(tournament, second.players[0].seed)
    assert states(tournament)[:2] == ["complete", "published"]


def test_an_event_whose_rounds_are_all_published_stays_as_it_is():
    tournament = round_robin()
    publish(tournament, 2)
    publish(tournament, 3)
    go_on(tournament)
    rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["published"] * 3
    play(tournament, 3, 1)
    assert states(tournament) == ["published", "published", "running"]


# What the director reads and does -------------------------------------------------------------


@pytest.fixture
def director(client):
    def sign_in_to(tournament):
        sign_in(client, owner_of(tournament.club))
        return client

    return sign_in_to


def at(page, tournament):
    return reverse(page, args=[tournament.club.slug, tournament.slug])


def desk(client, tournament):
    return unescape(client.get(at("desk", tournament)).content.decode())


def act(client, page, tournament, what):
    shown = client.get(at(page, tournament)).content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', shown))
    answer = client.post(at(page, tournament), {**fields, "act": what}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_desk_says_when_the_next_round_opens_and_opens_it_sooner(director):
    tournament = round_robin(tables=2)
    client = director(tournament)
    page = desk(client, tournament)
    assert "It publishes itself with the last result before it. You may open it sooner." in page
    act(client, "desk", tournament, "publish:2")
    assert states(tournament) == ["published", "published", "draft"]
    assert "has no table" not in desk(client, tournament), "they sit at their first match"


def test_the_director_takes_a_later_round_back_on_the_page_of_the_draw(director):
    tournament = round_robin()
    client = director(tournament)
    play(tournament, 1, 1, 2)
    assert "unpublish:3" not in client.get(at("draw", tournament)).content.decode()
    page = act(client, "draw", tournament, "unpublish:2")
    assert "Round 2 waits again. It opens at your word, at the desk." in page
    assert states(tournament) == ["complete", "draft", "draft"]
    assert "It opens at your word." in desk(client, tournament)
    act(client, "desk", tournament, "publish:2")
    assert states(tournament) == ["complete", "published", "draft"]


def test_the_desk_of_a_later_stage_calls_no_round_to_come_a_draft(director):
    plans = [StagePlan("swiss", {"rounds": 1}), StagePlan("round_robin", take=4)]
    tournament = make_tournament(start=False)
    set_stages(tournament_id=tournament.pk, stages=plans, by=DIRECTOR, now=NOW)
    rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    for number in (1, 2):
        win(board_of(tournament, 1, number), 0)
    first = tournament.stages.get(number=1)
    settle_stage(stage_id=first.pk, by=DIRECTOR, now=NOW)
    assert states(tournament) == ["complete", "published", "draft", "draft"]
    assert "Publish: Round 2</h2>" not in desk(director(tournament), tournament)
