"""The window of a round is over: what was not begun is settled, and the next round begins."""

from datetime import timedelta

import pytest

from kernel.permissions import SYSTEM
from kernel.text import Refusal
from tests.builders import DIRECTOR, NOW, board_of, knock, make_tournament, win
from tests.league import AFTER, END, League
from tests.online import OnlineEvent
from tournaments.models import Round, RoundWindow, Tournament
from tournaments.selectors.stages.windows import events_with_windows_over
from tournaments.services.desk import results
from tournaments.services.desk.closing_windows import close_windows
from tournaments.services.events.ticking import tick
from tournaments.services.stages import rounds
from tournaments.services.stages.settling import settle_stage
from tournaments.services.stages.windows import move_window

pytestmark = pytest.mark.django_db


def close(league: League, now=AFTER) -> None:
    close_windows(tournament_id=league.tournament.pk, by=SYSTEM, now=now)
    for stage in league.tournament.stages.all():
        settle_stage(stage_id=stage.pk, by=SYSTEM, now=now)


def states(tournament: Tournament) -> list[str]:
    found = Round.objects.filter(stage__tournament=tournament).order_by("number")
    return list(found.values_list("state", flat=True))


def result(league: League, number: int, round: int = 1) -> tuple[str, object, str]:
    match = league.board(number, round).match
    submission = match.submissions.filter(superseded_at=None).first()
    return match.state, match.winner, submission.level if submission else ""


def test_the_first_round_has_a_window_from_its_publication() -> None:
    league = League()
    (window,) = RoundWindow.objects.all()
    assert (window.round.number, window.until) == (1, END)
    assert states(league.tournament) == ["published", "draft", "draft"]


def test_a_round_that_is_played_early_waits_for_its_window() -> None:
    league = League()
    for number in (1, 2):
        win(league.board(number), 0)
    close(league, NOW)
    assert states(league.tournament) == ["complete", "draft", "draft"]
    close(league)
    assert states(league.tournament) == ["complete", "published", "draft"]
    second = RoundWindow.objects.get(round__number=2)
    assert second.until == END + timedelta(days=8), "a week from the day on which it began"


@pytest.mark.parametrize("format", ["round_robin", "swiss", "single_elimination"])
def test_in_every_format_the_next_round_comes_with_the_end_of_the_window(format: str) -> None:
    league = League(format=format)
    for number in (1, 2):
        win(league.board(number), 0)
    close(league, NOW)
    assert not [state for state in states(league.tournament)[1:] if state != "draft"]
    close(league)
    assert states(league.tournament)[:2] == ["complete", "published"]


def test_groups_play_by_windows_too() -> None:
    tournament = make_tournament(
        entrants=8,
        stages=None,
        format="round_robin",
        format_settings={"groups": 2},
        window_days=7,
        unplayed="neither",
    )
    close_windows(tournament_id=tournament.pk, by=SYSTEM, now=AFTER)
    first = board_of(tournament, 1, 1).match
    assert (first.state, first.winner) == ("finished", None)
    assert RoundWindow.objects.filter(round__number=2).exists()


RULES = {
    "director": ("open", None, ""),
    "neither": ("finished", None, "double_forfeit"),
    "who_tried": ("finished", 1, "walkover"),
    "drawn": ("finished", None, "double_forfeit"),
}


@pytest.mark.parametrize(("rule", "comes_to"), RULES.items())
def test_what_was_not_played_is_settled_by_the_rule(rule: str, comes_to: tuple) -> None:
    league = League(unplayed=rule)
    league.propose(1)
    win(league.board(2), 0)
    close(league)
    assert result(league, 1) == comes_to
    assert result(league, 2) == ("finished", 0, "games_won"), "what was played stays"


def test_where_matches_may_end_drawn_it_is_drawn() -> None:
    league = League(unplayed="drawn", format_settings={"draws": True})
    close(league)
    assert result(league, 1) == ("finished", None, "drawn")
    assert states(league.tournament)[:2] == ["complete", "published"]


def test_a_match_that_has_begun_waits_for_the_director() -> None:
    league = League()
    board = league.board(1)
    results.record_hand(
        board=board, version=board.match.version, entry=knock(0, 3, 20), by=DIRECTOR, now=NOW
    )
    close(league)
    assert result(league, 1)[0] == "running"
    assert result(league, 2)[2] == "double_forfeit"
    assert states(league.tournament)[:2] == ["running", "draft"]
    win_by_hands = league.board(1)
    results.record_result(
        board=win_by_hands,
        version=win_by_hands.match.version,
        level="walkover",
        payload={"walkover": 0},
        reason="left",
        by=DIRECTOR,
        now=AFTER,
    )
    close(league)
    assert states(league.tournament)[:2] == ["complete", "published"]


def test_a_reported_result_waits_for_its_answer() -> None:
    league = League()
    board = league.board(1)
    results.record_result(
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": [3, 0]},
        by=league.player(0),
        now=NOW,
    )
    close(league)
    assert result(league, 1)[0] == "reported"


def test_cards_that_were_dealt_online_are_a_beginning() -> None:
    event = OnlineEvent(window_days=7, unplayed="neither")
    event.sit_down()
    window = RoundWindow.objects.get()
    close_windows(tournament_id=event.tournament.pk, by=SYSTEM, now=window.until)
    event.board.match.refresh_from_db()
    assert event.board.match.state == "open"


def test_before_its_hour_and_twice_nothing_is_done() -> None:
    league = League()
    close_windows(tournament_id=league.tournament.pk, by=SYSTEM, now=END - timedelta(minutes=1))
    assert result(league, 1)[0] == "open"
    close(league)
    league.tournament.refresh_from_db()
    before = league.tournament.version
    close_windows(tournament_id=league.tournament.pk, by=SYSTEM, now=AFTER)
    league.tournament.refresh_from_db()
    assert league.tournament.version == before


def test_the_director_gives_more_time() -> None:
    league = League(unplayed="director")
    close(league)
    week = END + timedelta(days=7)
    moved = {"tournament_id": league.tournament.pk, "number": 1, "by": DIRECTOR, "now": AFTER}
    move_window(until=week, **moved)
    move_window(until=week, **moved)
    assert [window.until for window in RoundWindow.objects.all()] == [END, week]
    assert events_with_windows_over(AFTER) == []
    assert events_with_windows_over(week) == [league.tournament.pk]
    with pytest.raises(Refusal, match="past"):
        move_window(until=AFTER, **moved)
    with pytest.raises(Refusal, match="not published"):
        move_window(until=week, **(moved | {"number": 2}))


def test_a_round_that_is_taken_back_has_no_window() -> None:
    league = League()
    rounds.unpublish_round(tournament_id=league.tournament.pk, number=1, by=DIRECTOR, now=NOW)
    assert not RoundWindow.objects.filter(superseded_at=None).exists()
    rounds.publish_round(tournament_id=league.tournament.pk, number=1, by=DIRECTOR, now=NOW)
    assert RoundWindow.objects.filter(superseded_at=None).count() == 1


def test_the_director_can_go_on_before_the_window_is_over() -> None:
    league = League()
    for number in (1, 2):
        win(league.board(number), 0)
    close(league, NOW)
    rounds.publish_round(tournament_id=league.tournament.pk, number=2, by=DIRECTOR, now=NOW)
    assert states(league.tournament) == ["complete", "published", "draft"]


def test_an_event_at_its_time_has_no_windows() -> None:
    league = League(window_days=None)
    assert not RoundWindow.objects.exists()
    for number in (1, 2):
        win(league.board(number), 0)
    close(league, NOW)
    assert states(league.tournament) == ["complete", "published", "draft"]


def test_the_tick_finds_a_window_that_is_over(
    django_capture_on_commit_callbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = League()
    monkeypatch.setattr("tournaments.tasks.now", lambda: AFTER)
    with django_capture_on_commit_callbacks(execute=True):
        tick(by=SYSTEM, now=AFTER)
    assert result(league, 1) == ("finished", None, "double_forfeit")
    assert states(league.tournament) == ["complete", "published", "draft"]
