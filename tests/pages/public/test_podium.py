"""The end of an event on its page: the podium, the final table, what is handed on."""

import re
from collections.abc import Callable

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from games.engine.gin.scoring.hand import HandCounts
from games.services.scoresheet import HandEntry
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    knock,
    make_tournament,
    owner_of,
    play_boards,
    sign_in,
    team_event,
)
from tests.pages.public.test_formats import make_event, play
from tests.pages.public.test_tournament import Reader, address, finish, read
from tournaments.models import Tournament
from tournaments.services.desk import results
from tournaments.services.events import setup

pytestmark = pytest.mark.django_db(transaction=True)

SEMI_FINALS = {(1, 1): 0, (1, 2): 0}


def podium_of(tournament: Tournament) -> str:
    """What the podium says, in words."""
    html = Client().get(address(tournament)).content.decode()
    found = re.search(r'<section class="podium".*?</section>', html, re.DOTALL)
    return Reader(found[0]).text if found else ""


def test_the_page_of_a_finished_event_begins_with_its_podium() -> None:
    tournament = make_tournament()
    finish(tournament, SEMI_FINALS)
    assert podium_of(tournament) == ""
    finish(tournament, {(2, 1): 0})
    assert podium_of(tournament) == (
        "First Champion Player 0001 Final: beat Player 0002 "
        "1 Player 0004 won 3–1 2 Player 0002 won 3–1 "
        "Second Player 0002 Final: lost to Player 0001 "
        "1 Player 0003 won 3–1 2 Player 0001 lost 1–3 "
        "Third, shared Player 0003 Semi-finals: lost to Player 0002 1 Player 0002 lost 1–3 "
        "Player 0004 Semi-finals: lost to Player 0001 1 Player 0001 lost 1–3"
    )


def test_a_double_forfeit_in_the_final_leaves_the_first_place_empty() -> None:
    tournament = make_tournament()
    finish(tournament, SEMI_FINALS)
    board = board_of(tournament, 2, 1)
    results.record_result(
        board=board,
        version=board.match.version,
        level="double_forfeit",
        payload={},
        reason="Neither came.",
        by=DIRECTOR,
        now=NOW,
    )
    words = podium_of(tournament)
    assert words.startswith("First Nobody reached this place. Second, shared Player 0001")
    assert "2 Player 0002 not played" in words


def test_teams_stand_there_with_the_boards_they_won() -> None:
    tournament = team_event(number=2, boards=3)
    play_boards(tournament, 1, 1, [3, 1], [3, 1], [1, 3])
    assert podium_of(tournament) == (
        "First Champion Team A Final: beat Team B 1 Team B won 2–1 "
        "Second Team B Final: lost to Team A 1 Team A lost 1–2"
    )


def cancel(tournament: Tournament) -> None:
    setup.move_tournament(
        tournament_id=tournament.pk, action="cancel", name=tournament.name, by=DIRECTOR, now=NOW
    )


def test_a_knock_out_that_is_cut_short_has_standings_and_no_champion() -> None:
    tournament = make_tournament()
    finish(tournament, SEMI_FINALS)
    cancel(tournament)
    words = read(tournament).text
    assert podium_of(tournament) == ""
    assert "The event was cut short: the bracket and the standings as they stood." in words
    table = words[words.index("Standings as they stood") :]
    assert "Player 0003 Semi-finals: lost to Player 0002" in table
    assert "Champion" not in words
    assert "Now playing" not in words


def test_even_a_decided_final_makes_no_champion_of_a_cancelled_event() -> None:
    tournament = make_tournament()
    finish(tournament, SEMI_FINALS | {(2, 1): 0})
    Tournament.objects.filter(pk=tournament.pk).update(state="cancelled")
    assert podium_of(tournament) == ""
    assert "Champion" not in read(tournament).text


@pytest.mark.parametrize(
    ("matches", "sentence"),
    [
        (2, "The event was cut short in round 1: the standings as they stood."),
        (4, "The event was cut short after round 1: the standings as they stood."),
    ],
)
@pytest.mark.django_db(transaction=False)
def test_an_event_of_rounds_is_cut_short_after_a_round_or_in_it(
    django_capture_on_commit_callbacks: Callable, matches: int, sentence: str
) -> None:
    commits = django_capture_on_commit_callbacks
    event = make_event(commits, "swiss")
    play(commits, event, matches)
    assert "Standings as they stood" not in read(event).text
    with commits(execute=True):
        cancel(event)
    words = read(event).text
    assert sentence in words
    assert "Standings as they stood" in words
    assert "Certificates" not in words


def test_a_cancelled_event_in_which_nothing_was_played_only_says_so() -> None:
    tournament = make_tournament()
    cancel(tournament)
    words = read(tournament).text
    assert "This tournament was cancelled." in words
    assert "Standings as they stood" not in words
    assert "Now playing" not in words
    assert "Champion" not in words


@override_settings(BASE_URL="https://gin.example")
def test_the_address_is_there_to_be_copied() -> None:
    tournament = make_tournament(entrants=2)
    finish(tournament, {(1, 1): 0})
    html = Client().get(address(tournament)).content.decode()
    assert f'value="https://gin.example{address(tournament)}"' in html
    assert 'data-does="print"' in html
    assert "Share" in read(tournament).text


def test_names_stand_on_the_podium_as_their_players_show_them() -> None:
    tournament = make_tournament(entrants=2)
    player = tournament.club.players.order_by("pk")[0]
    player.name, player.shown = "Anna Šimek", "short"
    player.save()
    tournament.entries.filter(members__player=player).update(name=player.name)
    finish(tournament, {(1, 1): 0})
    assert podium_of(tournament).startswith("First Champion Anna Š.")
    assert "Šimek" not in Client().get(address(tournament)).content.decode()


class TestStages:
    @pytest.fixture
    def commits(self, django_capture_on_commit_callbacks: Callable) -> Callable:
        return django_capture_on_commit_callbacks

    @pytest.mark.django_db(transaction=False)
    def test_who_came_through_a_first_stage_has_their_place_in_it(self, commits: Callable) -> None:
        event = make_event(commits, "groups")
        play(commits, event, 99)
        assert re.search(r"Groups: place \d of group \d", podium_of(event))
        first = reverse("tournament", args=[event.club.slug, event.slug]) + "?stage=1"
        assert 'class="podium"' not in Client().get(first).content.decode()

    @pytest.mark.django_db(transaction=False)
    def test_a_swiss_says_how_many_were_won(self, commits: Callable) -> None:
        event = make_event(commits, "swiss")
        play(commits, event, 99)
        assert re.search(r"\d of \d matches won", podium_of(event))


def test_who_runs_it_is_led_to_the_certificates() -> None:
    tournament = make_tournament(entrants=2)
    finish(tournament, {(1, 1): 0})
    place = reverse("print_certificates", args=[tournament.club.slug, tournament.slug])
    assert place not in Client().get(address(tournament)).content.decode()
    client = Client()
    sign_in(client, owner_of(tournament.club))
    assert place in client.get(address(tournament)).content.decode()


def play_by_hands(tournament: Tournament, key: tuple[int, int], *hands: HandEntry) -> None:
    board = board_of(tournament, *key)
    for hand in hands:
        board.match.refresh_from_db()
        version = board.match.version
        results.record_hand(board=board, version=version, entry=hand, by=DIRECTOR, now=NOW)


GIN = HandEntry(HandCounts.of("gin", 0, 0, 80))


def figures_on(tournament: Tournament) -> str:
    html = Client().get(address(tournament)).content.decode()
    found = re.search(r'<dl class="figs">.*?</dl>', html, re.DOTALL)
    return Reader(found[0]).text if found else ""


def test_the_evening_in_figures_is_told_of_matches_by_hands() -> None:
    tournament = make_tournament(entrants=2, rules={"match_type": "best_of", "match_n": 3})
    play_by_hands(tournament, (1, 1), GIN, knock(0, 9, 5), knock(1, 2, 90))
    assert figures_on(tournament) == ""
    gin = HandEntry(HandCounts.of("gin", 0, 0, 70))
    play_by_hands(tournament, (1, 1), knock(1, 2, 95), gin, knock(0, 2, 20))
    assert figures_on(tournament) == (
        "Hands played 6 in 3 games "
        "Closest match 20 points Player 0001 v Player 0002, game 3 113–93 "
        "Most gins 2 Player 0001 "
        "Biggest hand 105 Player 0001: gin "
        "Undercuts 1 one hand in 6, most by Player 0002: 1 "
        "Count at the knock 3.8 what was left, on average "  # 9, 2, 2, 2
        "Boxes a game 2.0 of both together "
        "Longest match 6 hands Player 0001 v Player 0002"
    )


def test_the_evening_in_figures_at_a_table_of_three() -> None:
    rules = {"preset": "club", "variant": "cutthroat", "target": 50, "match_type": "single"}
    tournament = make_tournament(
        entrants=3, rules=rules, format="table_rounds", format_settings={"rounds": 1}
    )
    gin = HandEntry(HandCounts.of("gin", 0, 0, 10))
    undercut = HandEntry(HandCounts.of("knock", 0, 8, 5))
    play_by_hands(tournament, (1, 1), gin, undercut, HandEntry(HandCounts.of("knock", 2, 3, 40)))
    names = [seat.player.name for seat in board_of(tournament, 1, 1).match.seats.order_by("seat")]
    assert figures_on(tournament) == (
        "Hands played 3 in 1 game "
        f"Biggest hand 37 {names[2]} "
        f"Undercuts 1 one hand in 3, most by {names[2]}: 1 "
        "Count at the knock 5.5 what was left, on average "  # 8, 3
        f"Longest match 3 hands {names[0]}, {names[1]} and {names[2]}"
    )


def test_the_evening_in_figures_between_partners() -> None:
    """Seat 0 has gin twice, against 22 and 40; seat 3 undercuts seat 2 by 3; one hand is void."""
    rules = {"preset": "club", "variant": "partnership", "target": 50, "match_type": "single"}
    tournament = team_event(2, 2, rules=rules, format="single_elimination")
    said = HandCounts.of
    hands = (said("gin", 0, 0, 22), said("knock", 2, 9, 6), said("gin", 0, 0, 40), said("void"))
    play_by_hands(tournament, (1, 1), *map(HandEntry, hands))
    first, second, third, fourth = (
        seat.player.name for seat in board_of(tournament, 1, 1).match.seats.order_by("seat")
    )
    assert figures_on(tournament) == (
        "Hands played 3 in 1 game "
        f"Most gins 2 {first} "
        f"Biggest hand 65 {first}: gin "
        f"Undercuts 1 one hand in 3, most by {fourth}: 1 "
        "Count at the knock 9.0 what was left, on average "
        "Boxes a game 2.0 of both together "
        f"Longest match 3 hands {first} & {third} v {second} & {fourth}"
    )


def test_what_was_handed_in_by_games_alone_has_no_figures() -> None:
    tournament = make_tournament(entrants=2)
    finish(tournament, {(1, 1): 0})
    assert figures_on(tournament) == ""


def test_it_costs_few_queries(django_assert_max_num_queries: Callable) -> None:
    tournament = make_tournament(entrants=2, rules={"match_type": "single", "match_n": 1})
    play_by_hands(tournament, (1, 1), GIN)
    with django_assert_max_num_queries(14):
        html = Client().get(address(tournament)).content.decode()
    assert 'class="figs"' in html
