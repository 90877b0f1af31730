"""Teams: k boards a match, line-ups, results, corrections, through the services."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Match
from kernel.text import Refusal
from players.models import Player
from players.services.players import anonymise_player
from tests.builders import (
    DIRECTOR,
    NOW,
    boards_at,
    make_players,
    play_boards,
    say_games,
    team_event,
)
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import EntryMember, PairingSide, StandingTable
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.selectors.events.entries import entry_rows
from tournaments.selectors.stages.bracket import bracket, matches_of
from tournaments.selectors.stages.ranking import verified
from tournaments.services.desk.penalties import PenaltyEntry, give_penalty
from tournaments.services.events import editing, entries, presence, setup, teams
from tournaments.services.events.rebuilding import rebuild_tournament
from tournaments.services.stages import rounds

pytestmark = pytest.mark.django_db

BY = {"by": DIRECTOR, "now": NOW}


def team_at(tournament, round, number, seat):
    side = PairingSide.objects.select_related("entry").get(
        pairing__round__stage__tournament=tournament,
        pairing__round__number=round,
        pairing__number=number,
        seat=seat,
    )
    return side.entry and side.entry.name


@pytest.mark.django_db(transaction=True)
def test_a_team_goes_on_when_its_last_board_is_decided():
    tournament = team_event()
    assert [len(boards_at(tournament, 1, number)) for number in (1, 2)] == [3, 3]
    first, second, third = boards_at(tournament, 1, 1)
    say_games(first, [3, 0])
    say_games(second, [3, 0])
    assert team_at(tournament, 2, 1, 0) is None
    say_games(third, [0, 3])
    assert team_at(tournament, 2, 1, 0) == "Team A"
    seats = boards_at(tournament, 2, 1)[1].match.seats.values_list("seat", "player__name")
    assert list(seats) == [(0, "Player 0002")]


@pytest.mark.django_db(transaction=True)
def test_an_event_of_teams_is_played_to_its_end_and_can_be_rebuilt():
    tournament = team_event()
    play_boards(tournament, 1, 1, [3, 0], [0, 3], [3, 1])
    play_boards(tournament, 1, 2, [3, 2], [0, 3], [0, 3])
    play_boards(tournament, 2, 1, [0, 3], [3, 0], [3, 0])
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED
    table = StandingTable.objects.get(stage__tournament=tournament, round__number=2)
    assert [(row["name"], row["rank"]) for row in table.rows][:2] == [("Team A", 1), ("Team C", 2)]
    before = snapshot(tournament)
    rebuild_tournament(tournament_id=tournament.pk, **BY)
    assert snapshot(tournament) == before


@pytest.mark.django_db(transaction=True)
def test_boards_stand_second_in_the_standings_of_teams():
    tournament = team_event(4, 2, format="round_robin", best_of=3)
    for number, games in ((1, ([2, 0], [2, 0])), (2, ([2, 0], [1, 2]))):
        play_boards(tournament, 1, number, *games)
    table = StandingTable.objects.get(stage__tournament=tournament, round__number=1)
    assert [
        (row["tiebreaks"]["match_points"], row["tiebreaks"]["boards_difference"])
        for row in table.rows
    ] == [
        (1, 2),
        (1, 0),
        (0, 0),
        (0, -2),
    ]
    assert all(not written.wrong for written in verified(tournament.stages.get()))


@pytest.mark.django_db(transaction=True)
def test_a_correction_of_one_board_moves_the_bracket_only_with_the_result():
    tournament = team_event()
    play_boards(tournament, 1, 1, [3, 0], [3, 0], [0, 3])
    play_boards(tournament, 1, 2, [3, 0], [3, 0], [3, 0])
    boards = boards_at(tournament, 1, 1)
    same = say_games(boards[2], [3, 2], reason="Misread.")
    assert same.followed.correction.choice == "score_only"
    assert team_at(tournament, 2, 1, 0) == "Team A"
    say_games(boards[2], [2, 3], reason="It was right.")
    moved = say_games(boards[0], [1, 3], reason="Seats were changed.")
    assert moved.followed.correction.choice == "rewind"
    assert team_at(tournament, 2, 1, 0) == "Team D"


@pytest.mark.django_db(transaction=True)
def test_a_correction_while_another_board_is_open_moves_nobody():
    tournament = team_event()
    first, second, third = boards_at(tournament, 1, 1)
    say_games(first, [3, 0])
    assert say_games(first, [0, 3], reason="Misread.").followed.correction.choice == "score_only"
    say_games(second, [0, 3])
    say_games(third, [3, 0])
    assert team_at(tournament, 2, 1, 0) == "Team D"


@pytest.mark.django_db(transaction=True)
def test_a_team_that_withdraws_gives_its_open_match_away():
    tournament = team_event()
    say_games(boards_at(tournament, 1, 1)[0], [3, 0])
    entry = tournament.entries.get(name="Team A")
    entries.withdraw_entry(tournament_id=tournament.pk, entry_id=entry.pk, **BY)
    assert team_at(tournament, 2, 1, 0) == "Team D"


@pytest.mark.django_db(transaction=True)
def test_a_new_lineup_plays_what_has_not_begun():
    tournament = team_event()
    entry = tournament.entries.get(name="Team A")
    first, second, third = boards_at(tournament, 1, 1)
    say_games(first, [3, 0])
    first_player, second_player, third_player, reserve = [
        member.player for member in EntryMember.objects.filter(entry=entry).order_by("player")
    ]
    teams.line_up(
        tournament_id=tournament.pk,
        entry_id=entry.pk,
        players=[second_player, third_player, reserve],
        **BY,
    )
    names = [board.match.seats.get(seat=0).player.name for board in (first, second, third)]
    assert names == [first_player.name, third_player.name, reserve.name]
    stands_by = EntryMember.objects.get(entry=entry, board=0)
    assert stands_by.player == first_player, "who has played stays in the team"
    version = Match.objects.get(pk=second.match_id).version
    teams.line_up(
        tournament_id=tournament.pk,
        entry_id=entry.pk,
        players=[second_player, third_player, reserve],
        **BY,
    )
    assert Match.objects.get(pk=second.match_id).version == version


def test_a_line_up_that_was_not_seen_is_not_overwritten():
    tournament = team_event(2, 2, start=False)
    entry = tournament.entries.get(name="Team A")
    first, second, third = [member.player for member in entry.members.order_by("player")]
    lineup = {"tournament_id": tournament.pk, "entry_id": entry.pk, **BY}
    seen = [first.pk, second.pk, third.pk]
    teams.line_up(players=[second, first, third], was=seen, **lineup)
    teams.line_up(players=[second, first, third], was=seen, **lineup)  # sent twice
    with pytest.raises(Refusal, match="meanwhile") as refused:
        teams.line_up(players=[third, second, first], name="The Knaves", was=seen, **lineup)
    assert refused.value.text.code == "stale"
    entry.refresh_from_db()
    assert entry.name == "Team A"
    assert EntryMember.objects.get(entry=entry, board=1).player == second
    teams.line_up(players=[third, second, first], was=[second.pk, first.pk, third.pk], **lineup)
    assert EntryMember.objects.get(entry=entry, board=1).player == third


def test_a_name_that_was_not_seen_is_not_overwritten():
    tournament = team_event(2, 2, start=False)
    entry = tournament.entries.get(name="Team A")
    players = [member.player for member in entry.members.order_by("player")]
    named = {"tournament_id": tournament.pk, "entry_id": entry.pk, "players": players, **BY}
    teams.line_up(name="The Knaves", name_was="Team A", **named)
    teams.line_up(name="The Knaves", name_was="Team A", **named)  # sent twice
    with pytest.raises(Refusal, match="named this team The Knaves meanwhile") as refused:
        teams.line_up(name="The Queens", name_was="Team A", **named)
    assert (refused.value.text.code, refused.value.field) == ("stale", "name")
    entry.refresh_from_db()
    assert entry.name == "The Knaves"
    teams.line_up(name="The Queens", name_was="The Knaves", **named)
    entry.refresh_from_db()
    assert entry.name == "The Queens"


def test_who_is_left_out_before_the_draw_is_out_of_the_team():
    tournament = team_event(start=False)
    entry = tournament.entries.get(name="Team A")
    *players, last = [member.player for member in entry.members.order_by("player")]
    teams.line_up(
        tournament_id=tournament.pk, entry_id=entry.pk, players=players, name="The Knaves", **BY
    )
    entry.refresh_from_db()
    assert entry.name == "The Knaves"
    assert not EntryMember.objects.filter(player=last).exists()


@pytest.mark.parametrize(
    ("players", "name", "sentence"),
    [
        (2, "Team X", "Team X needs 3 players, one for each board."),
        (3, "team a", "There is a team team a already. Give this one another name."),
    ],
)
def test_a_team_that_cannot_be_is_refused(players, name, sentence):
    tournament = team_event(start=False)
    team = teams.Team(name, make_players(tournament.club, players))
    with pytest.raises(Refusal) as refused:
        teams.enter_teams(tournament_id=tournament.pk, teams=[team], **BY)
    assert str(refused.value.text) == sentence
    assert tournament.entries.count() == 4


def test_nobody_plays_for_two_teams():
    tournament = team_event(start=False)
    member = EntryMember.objects.filter(tournament=tournament).first()
    players = [member.player, *make_players(tournament.club, 2)]
    with pytest.raises(Refusal, match="already"):
        teams.enter_teams(tournament_id=tournament.pk, teams=[teams.Team("X", players)], **BY)
    other = tournament.entries.exclude(pk=member.entry_id).first()
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryMember.objects.create(entry=other, tournament=tournament, player=member.player)


def test_players_and_teams_do_not_enter_the_same_event():
    tournament = team_event(start=False)
    (player,) = make_players(tournament.club, 1)
    with pytest.raises(Refusal, match="enter a team"):
        entries.enter_players(tournament_id=tournament.pk, players=[(player, None)], **BY)
    single = setup.create_tournament(club=tournament.club, name="Singles", **BY)
    with pytest.raises(Refusal, match="enter them one by one"):
        teams.enter_teams(tournament_id=single.pk, teams=[teams.Team("X", [player])], **BY)
    with pytest.raises(Refusal, match="stays as it is"):
        editing.edit_tournament(tournament_id=tournament.pk, boards=2, **BY)


def test_a_team_is_rated_as_its_players_on_average():
    tournament = team_event(2, 2, start=False)
    members = EntryMember.objects.filter(entry__name="Team A").order_by("board")
    for member, value in zip(members, (9000, 1500, 1700), strict=True):
        member.player.ratings.create(value=value, source="club", at=NOW)
    assert [row.rating for row in entry_rows(tournament)] == [1600, None]


@pytest.mark.django_db(transaction=True)
def test_a_team_may_come_late_to_a_swiss():
    tournament = team_event(4, 2, format="swiss", best_of=3)
    team = teams.Team("Team Z", make_players(tournament.club, 2))
    presence.enter_late(tournament_id=tournament.pk, who=team, **BY)
    for number in (1, 2):
        play_boards(tournament, 1, number, [2, 0], [2, 1])
    second = bracket(tournament.stages.get(), full_names=True)[1]
    assert "Team Z" in {side.name for slot in second.slots for side in slot.players if side}


G, N, OWN = "Guests", "North", ""


@pytest.mark.parametrize(
    ("first", "fifth", "kept_apart"),
    [
        ((G, G, OWN, OWN), (OWN, G, G, OWN), True),
        ((G, OWN, OWN, G), (G, OWN, OWN, G), False),
        ((N, G, G, N), (G, G, N, OWN), True),
        ((G, N, OWN, OWN), (G, OWN, N, OWN), True),
        ((G, N, OWN, OWN), (N, G, OWN, OWN), False),
    ],
)
def test_a_team_is_of_the_club_of_most_who_are_lined_up(first, fifth, kept_apart):
    """By seed the first meets the fifth; the last of each four stands by."""
    settings = {"rounds": 3, "apart_rounds": 1}
    tournament = team_event(8, format="swiss", format_settings=settings, start=False)
    for name, clubs in (("Team A", first), ("Team E", fifth)):
        members = EntryMember.objects.filter(entry__name=name).order_by("player")
        for member, club in zip(members, clubs, strict=True):
            Player.objects.filter(pk=member.player_id).update(home_club=club)
    rounds.start_tournament(tournament_id=tournament.pk, **BY)
    meet = {
        frozenset(team_at(tournament, 1, number, seat) for seat in (0, 1))
        for number in (1, 2, 3, 4)
    }
    assert ({"Team A", "Team E"} not in meet) is kept_apart


@pytest.mark.django_db(transaction=True)
def test_the_bracket_shows_the_teams_and_its_matches_the_players():
    tournament = team_event()
    play_boards(tournament, 1, 1, [3, 0], [0, 3], [3, 1])
    say_games(boards_at(tournament, 1, 2)[0], [3, 0])
    rounds = bracket(tournament.stages.get())
    done, running = rounds[0].slots
    assert [side.name for side in done.players] == ["Team A", "Team D"]
    assert (done.games_won, done.winner, done.state, done.match) == ((2, 1), 0, "finished", None)
    assert (running.games_won, running.winner, running.state) == ((1, 0), None, "running")
    assert [match.board for match in matches_of(rounds[:1])] == [1, 2, 3, 1, 2, 3]
    board = done.boards[1]
    assert [(side.name, side.team) for side in board.players] == [
        ("Player 0002", "Team A"),
        ("Player 0014", "Team D"),
    ]
    assert (board.games_won, board.winner, board.decision) == ((0, 3), 1, "played")


def test_a_team_cannot_begin_a_game_ahead():
    settings = {"final": "advantage"}
    tournament = team_event(start=False, format="double_elimination", format_settings=settings)
    with pytest.raises(Refusal, match="game ahead"):
        rounds.start_tournament(tournament_id=tournament.pk, **BY)


@pytest.mark.django_db(transaction=True)
def test_a_correction_behind_which_the_final_has_begun_asks_what_to_do():
    tournament = team_event()
    play_boards(tournament, 1, 1, [3, 0], [3, 0], [0, 3])
    play_boards(tournament, 1, 2, [3, 0], [3, 0], [3, 0])
    say_games(boards_at(tournament, 2, 1)[2], [3, 0])
    first = boards_at(tournament, 1, 1)[0]
    with pytest.raises(Refusal) as refused:
        say_games(first, [0, 3], reason="Seats were changed.")
    assert refused.value.text.code == "choice_needed"
    say_games(first, [0, 3], reason="Seats were changed.", choice="void", confirm="Semi-finals")
    assert team_at(tournament, 2, 1, 0) == "Team D"
    assert [board.match.state for board in boards_at(tournament, 2, 1)] == ["open"] * 3


def penalise(board, entry, infraction, occurrence=1, step=None):
    """A penalty of the step that the table proposes, or of another one."""
    board.match.refresh_from_db()
    said = PenaltyEntry(entry.pk, infraction, occurrence, step)
    (penalty,) = give_penalty(board=board, version=board.match.version, entry=said, **BY)
    penalty.refresh_from_db()
    return penalty


@pytest.mark.django_db(transaction=True)
def test_earlier_penalties_are_those_of_the_player_not_of_the_team():
    tournament = team_event()
    first, second, _ = boards_at(tournament, 1, 1)
    entry = tournament.entries.get(name="Team A")
    assert penalise(first, entry, "T_SLOW").occurrence == 1
    assert penalise(second, entry, "T_SLOW").occurrence == 1
    assert penalise(first, entry, "T_SLOW", 2).occurrence == 2


@pytest.mark.django_db(transaction=True)
def test_a_penalty_that_waits_hits_the_next_match_of_the_player_wherever_they_play():
    tournament = team_event()
    entry = tournament.entries.get(name="Team A")
    play_boards(tournament, 1, 1, [3, 0], [3, 0], [3, 0])
    board = boards_at(tournament, 1, 1)[0]
    waiting = penalise(board, entry, "T_SLOW", step="point_penalty")
    assert waiting.takes_effect is None, "the next match is not there yet"
    first, second, third, reserve = [
        member.player for member in EntryMember.objects.filter(entry=entry).order_by("player")
    ]
    lineup = {"tournament_id": tournament.pk, "entry_id": entry.pk, **BY}
    teams.line_up(players=[second, third, reserve, first], **lineup)
    play_boards(tournament, 1, 2, [3, 0], [3, 0], [3, 0])
    waiting.refresh_from_db()
    assert waiting.takes_effect is None, "the player stands by"
    teams.line_up(players=[second, first, third], **lineup)
    waiting.refresh_from_db()
    assert waiting.takes_effect == boards_at(tournament, 2, 1)[1]


@pytest.mark.django_db(transaction=True)
def test_a_team_keeps_its_name_when_a_player_is_forgotten():
    tournament = team_event()
    member = EntryMember.objects.get(entry__name="Team A", board=1)
    anonymise_player(player=member.player, by=DIRECTOR, now=NOW)
    assert tournament.entries.filter(name="Team A").exists()
