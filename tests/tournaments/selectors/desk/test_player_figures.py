"""The figures of a player: what counts, of whom, and what is not known counts nowhere."""

import pytest

from games.engine.gin.scoring.hand import HandCounts
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_club,
    make_teams,
    make_tournament,
    win,
)
from tournaments.models import Tournament
from tournaments.selectors.desk.player_figures import (
    OwnHand,
    PlayerFigures,
    RuledBy,
    figures_of_player,
)
from tournaments.services.desk.results import correct_hand, record_hand, record_result
from tournaments.services.events.entries import enter_players
from tournaments.services.events.setup import create_tournament
from tournaments.services.events.teams import enter_teams
from tournaments.services.stages.rounds import start_tournament

pytestmark = pytest.mark.django_db(transaction=True)

VISITOR = Actor(via="page", roles=frozenset({Role.ANYONE}))
HANDS = (
    HandCounts.of("knock", 0, 4, 19),  # 19 - 4 = 15 to seat 0
    HandCounts.of("gin", 1, 0, 22),  # 25 + 22 = 47 to seat 1
    HandCounts.of("knock", 1, 8, 5),  # an undercut: 25 + 3 = 28 to seat 0, in all 43
    HandCounts.of("knock", 0, 9, 6),  # an undercut: 25 + 3 = 28 to seat 1, in all 75
    HandCounts.of("void"),
    HandCounts.of("gin", 0, 0, 40),  # 25 + 40 = 65 to seat 0, in all 108
)


def play(tournament: Tournament, *hands: HandCounts) -> int:
    """Play the first match of the first round; returns its id."""
    for said in hands:
        board = board_of(tournament, 1, 1)
        record_hand(
            board=board, version=board.match.version, entry=HandEntry(said), by=DIRECTOR, now=NOW
        )
    return board_of(tournament, 1, 1).match_id


def player_at(tournament: Tournament, seat: int) -> Player:
    """Who sits there in the first match."""
    seats = board_of(tournament, 1, 1).match.seats
    return seats.get(seat=seat).player


def test_each_hand_counts_for_both() -> None:
    tournament = make_tournament(best_of=1)
    match = play(tournament, *HANDS)
    first, second = (figures_of_player(VISITOR, player_at(tournament, seat).pk) for seat in (0, 1))
    assert first.total == PlayerFigures(
        matches=1,
        matches_won=1,
        games=1,
        games_won=1,
        boxed_games=1,
        boxes=3,
        hands=5,
        hands_won=3,
        points=108,
        gins=1,
        knocks=2,
        knock_counts=4 + 9,
        undercuts_suffered=1,
        knocks_met=1,
        undercuts_given=1,
        biggest=OwnHand(65, "gin", match),
    )
    assert second.total == PlayerFigures(
        matches=1,
        games=1,
        boxed_games=1,
        boxes=2,
        hands=5,
        hands_won=2,
        points=75,
        gins=1,
        knocks=1,
        knock_counts=8,
        undercuts_suffered=1,
        knocks_met=2,
        undercuts_given=1,
        biggest=OwnHand(47, "gin", match),
    )
    assert first.total.average_knock == 6.5


def test_a_correction_changes_them() -> None:
    tournament = make_tournament(best_of=1)
    play(tournament, *HANDS)
    board = board_of(tournament, 1, 1)
    correct_hand(
        board=board,
        version=board.match.version,
        n=1,
        entry=HandEntry(HandCounts.of("knock", 0, 10, 25)),
        reason="misread",
        by=DIRECTOR,
        now=NOW,
    )
    assert figures_of_player(VISITOR, player_at(tournament, 0).pk).total.knock_counts == 10 + 9


def test_they_are_told_by_rules_opponent_and_event() -> None:
    tournament = make_tournament(best_of=1)
    play(tournament, *HANDS)
    player, other = player_at(tournament, 0), player_at(tournament, 1)
    later = make_tournament(
        club=tournament.club,
        name="Winter Cup",
        rules={"preset": "pagat", "knock_limit": 9},
        best_of=1,
        entrants=0,
        start=False,
    )
    enter_players(tournament_id=later.pk, players=[(other, 1), (player, 2)], by=DIRECTOR, now=NOW)
    start_tournament(tournament_id=later.pk, by=DIRECTOR, now=NOW)
    match = play(later, HandCounts.of("gin", 1, 0, 90))  # 20 + 90 = 110: one hand is the whole game
    found = figures_of_player(VISITOR, player.pk)
    assert (found.total.matches, found.total.gins, found.total.boxes) == (2, 2, 4)
    assert {by: (own.matches, own.gins) for by, own in found.by_rules.items()} == {
        RuledBy("club", is_hollywood=False): (1, 1),
        RuledBy("pagat", is_hollywood=False): (1, 1),
    }
    [(opponent, figures)] = found.by_opponent
    assert (opponent.name, opponent.player, figures) == (other.name, other.pk, found.total)
    assert [(event, own.matches) for event, own in found.by_event] == [(later, 1), (tournament, 1)]
    assert found.total.biggest is not None
    assert (found.total.biggest.points, found.total.biggest.match) == (110, match)


def test_an_opponent_who_hides_their_name_is_not_named() -> None:
    tournament = make_tournament(best_of=1)
    play(tournament, *HANDS)
    other = player_at(tournament, 1)
    Player.objects.filter(pk=other.pk).update(shown=Player.Shown.HIDDEN)
    [(opponent, _figures)] = figures_of_player(VISITOR, player_at(tournament, 0).pk).by_opponent
    assert (opponent.name, opponent.player) == ("A player", None)


def test_what_is_not_known_counts_nowhere() -> None:
    """Of a match entered by its games won neither hands nor boxes are known; a walkover is none."""
    tournament = make_tournament()
    win(board_of(tournament, 1, 1), 0)
    player = player_at(tournament, 0)
    total = figures_of_player(VISITOR, player.pk).total
    assert (total.matches, total.games, total.games_won) == (1, 4, 3)
    assert (total.hands, total.boxed_games, total.biggest) == (0, 0, None)
    assert total.average_knock is None
    assert total.boxes_a_game is None
    other = board_of(tournament, 1, 2)
    record_result(
        board=other,
        version=other.match.version,
        level="walkover",
        payload={"walkover": 0},
        by=DIRECTOR,
        now=NOW,
    )
    second = Player.objects.get(entry_members__entry=entry_at(tournament, 2))
    assert figures_of_player(VISITOR, second.pk).total == PlayerFigures()


def test_a_draft_is_left_to_its_staff() -> None:
    """What nobody else sees is not seen in the figures either."""
    tournament = make_tournament(best_of=1)
    play(tournament, *HANDS)
    Tournament.objects.filter(pk=tournament.pk).update(state="draft")
    assert figures_of_player(VISITOR, player_at(tournament, 0).pk).total == PlayerFigures()


def test_of_a_match_between_partners_ones_own_hands_count() -> None:
    """Round 1: seat 0 has gin against 22 of seat 1; seat 3 undercuts seat 2, 6 against 9. Round 2,
    with the others: seat 0 knocks with 4 and seat 3 has 40 left; seat 2 is void with seat 1. Then
    side 0 has 47 + 36 less 28, which is 55 points, and the game to 50."""
    rules = {"preset": "club", "variant": "partnership", "target": 50, "match_type": "single"}
    club = make_club()
    tournament = create_tournament(
        club=club, name="Pairs", rules={**rules, "match_n": 1}, by=DIRECTOR, now=NOW
    )
    write = {"tournament_id": tournament.pk, "by": DIRECTOR, "now": NOW}
    enter_teams(teams=make_teams(club, 2, 2), **write)
    start_tournament(seed="s", **write)
    hands = (
        (HandCounts.of("gin", 0, 0, 22), (0, 1)),
        (HandCounts.of("knock", 2, 9, 6), (2, 3)),
        (HandCounts.of("knock", 0, 4, 40), (0, 3)),
        (HandCounts.of("void"), (2, 1)),
    )
    for said, players in hands:
        board = board_of(tournament, 1, 1)
        entry = HandEntry(said, players=players)
        record_hand(board=board, version=board.match.version, entry=entry, by=DIRECTOR, now=NOW)
    match = board_of(tournament, 1, 1).match
    assert match.state == "finished"
    own = [figures_of_player(VISITOR, player_at(tournament, seat).pk) for seat in range(4)]
    assert own[0].total == PlayerFigures(
        hands=2,
        hands_won=2,
        points=83,
        gins=1,
        knocks=1,
        knock_counts=4,
        biggest=OwnHand(47, "gin", match.pk),
    )
    assert [by.form for by in own[0].by_rules] == ["partnership"]
    assert own[1].total == PlayerFigures(hands=1)
    assert own[2].total == PlayerFigures(hands=1, knocks=1, knock_counts=9, undercuts_suffered=1)
    assert own[3].total == PlayerFigures(
        hands=2,
        hands_won=1,
        points=28,
        knocks_met=2,
        undercuts_given=1,
        biggest=OwnHand(28, "undercut", match.pk),
    )
    names = [opponent.player for opponent, _figures in own[0].by_opponent]
    assert {*names} == {player_at(tournament, 1).pk, player_at(tournament, 3).pk}


def test_at_a_table_of_three_ones_own_hands_count() -> None:
    """Seats 0 and 1 begin: seat 0 has gin against 10, 35. Seat 2 comes in and undercuts seat 0,
    5 against 8, 28. Seat 1 comes in, and seat 2 knocks with 3 against 40: 37, in all 65 of 50."""
    rules = {"preset": "club", "variant": "cutthroat", "target": 50, "match_type": "single"}
    tournament = make_tournament(entrants=3, rules=rules, format="table_rounds")
    match = play(
        tournament,
        HandCounts.of("gin", 0, 0, 10),
        HandCounts.of("knock", 0, 8, 5),
        HandCounts.of("knock", 2, 3, 40),
    )
    own = [figures_of_player(VISITOR, player_at(tournament, seat).pk) for seat in range(3)]
    assert own[0].total == PlayerFigures(
        hands=2,
        hands_won=1,
        points=35,
        gins=1,
        knocks=1,
        knock_counts=8,
        undercuts_suffered=1,
        biggest=OwnHand(35, "gin", match),
    )
    assert own[1].total == PlayerFigures(hands=2, knocks_met=1)
    assert own[2].total == PlayerFigures(
        hands=2,
        hands_won=2,
        points=65,
        knocks=1,
        knock_counts=3,
        knocks_met=1,
        undercuts_given=1,
        biggest=OwnHand(37, "knock", match),
    )
    assert [by.form for by in own[0].by_rules] == ["cutthroat"]
    assert len(own[0].by_opponent) == 2
