"""What tests need before they begin: people, clubs, tournaments, made through the services."""

from datetime import UTC, datetime
from itertools import count

from django.test import Client

from games.engine.gin.scoring.hand import HandCounts
from games.services.scoresheet import HandEntry
from kernel.permissions import Actor, Role
from players.models import Club, Membership, NoticeWish, Player, User
from tests.stock import stocked
from tournaments.models import Board, Entry, Tournament
from tournaments.services.desk import results
from tournaments.services.desk.match_edit import EditedMatch
from tournaments.services.events import entries, setup, teams
from tournaments.services.stages import rounds

NOW = datetime(2026, 3, 3, 19, 0, tzinfo=UTC)
PASSWORD = "correct horse battery"
DIRECTOR = Actor(via="command", roles=frozenset({Role.OWNER, Role.ANYONE}))

_numbers = count(1)


@stocked
def make_user(name: str = "Ada Owner", email: str = "") -> User:
    number = next(_numbers)
    return User.objects.create_user(email or f"user{number}@club.example", PASSWORD, name=name)


def wish_for(user: User, *kinds: str) -> None:
    """From now on they are told of these by e-mail."""
    NoticeWish.objects.bulk_create(NoticeWish(user=user, kind=kind) for kind in kinds)


@stocked
def make_club(owner: User | None = None, name: str = "Tuesday Gin Club") -> Club:
    club = Club.objects.create(name=name, slug=f"club-{next(_numbers)}")
    owner = owner or make_user()
    Membership.objects.create(club=club, user=owner, role=Membership.Roles.OWNER)
    return club


def sign_in(client: Client, user: User) -> None:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")


def owner_of(club: Club) -> User:
    return club.memberships.get(role=Membership.Roles.OWNER).user


def make_players(club: Club, number: int) -> list[Player]:
    return [
        Player.objects.create(club=club, name=f"Player {place:04}")
        for place in range(1, number + 1)
    ]


@stocked
def make_tournament(
    club: Club | None = None, entrants: int = 4, start: bool = True, **fields: object
) -> Tournament:
    """A tournament with seeds in order of the players' numbers, started unless told otherwise."""
    club = club or make_club()
    fields.setdefault("name", "Autumn Cup")
    tournament = setup.create_tournament(club=club, by=DIRECTOR, now=NOW, **fields)
    players = make_players(club, entrants)
    entries.enter_players(
        tournament_id=tournament.pk,
        players=[(player, seed) for seed, player in enumerate(players, 1)],
        by=DIRECTOR,
        now=NOW,
    )
    if start:
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    return tournament


def board_of(tournament: Tournament, round: int, number: int) -> Board:
    return Board.objects.select_related(
        "match", "pairing__table", "pairing__round__stage__tournament__club"
    ).get(
        pairing__round__stage__tournament=tournament,
        pairing__round__number=round,
        pairing__number=number,
    )


def win(
    board: Board,
    seat: int,
    by: Actor = DIRECTOR,
    reason: str = "",
    choice: str | None = None,
    confirm: str = "",
) -> EditedMatch:
    """The seat wins the match 3-1 (best of five), as a referee enters it."""
    board.match.refresh_from_db()
    return results.record_result(
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": [3, 1] if seat == 0 else [1, 3]},
        reason=reason,
        choice=choice,
        confirm=confirm,
        by=by,
        now=NOW,
    )


def knock(
    knocker: int, knocker_count: int, defender_count: int, dealer: int | None = None
) -> HandEntry:
    return HandEntry(HandCounts.of("knock", knocker, knocker_count, defender_count), dealer)


def entry_at(tournament: Tournament, seed: int) -> Entry:
    return tournament.entries.get(seed=seed)


def make_teams(club: Club, number: int, boards: int) -> list[teams.Team]:
    """Teams A, B, ..., seeded in this order, each with a player who stands by."""
    players = make_players(club, number * (boards + 1))
    size = boards + 1
    return [
        teams.Team(f"Team {chr(65 + place)}", players[place * size : (place + 1) * size], place + 1)
        for place in range(number)
    ]


@stocked
def team_event(
    number: int = 4, boards: int = 3, *, start: bool = True, **fields: object
) -> Tournament:
    """A tournament of teams, started unless told otherwise."""
    club = make_club()
    fields.setdefault("name", "Club Cup")
    tournament = setup.create_tournament(club=club, boards=boards, **fields, by=DIRECTOR, now=NOW)
    made = make_teams(club, number, boards)
    teams.enter_teams(tournament_id=tournament.pk, teams=made, by=DIRECTOR, now=NOW)
    if start:
        rounds.start_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
    tournament.refresh_from_db()
    return tournament


def boards_at(tournament: Tournament, round: int, number: int) -> list[Board]:
    found = Board.objects.select_related("match", "pairing__round__stage__tournament__club")
    return list(
        found.filter(
            pairing__round__stage__tournament=tournament,
            pairing__round__number=round,
            pairing__number=number,
        ).order_by("number")
    )


def say_games(board: Board, games: list[int], **more: str) -> EditedMatch:
    """The games won on a board, as a referee enters them."""
    board.match.refresh_from_db()
    return results.record_result(
        board=board,
        version=board.match.version,
        level="games_won",
        payload={"games_won": games},
        **more,
        by=DIRECTOR,
        now=NOW,
    )


def play_boards(tournament: Tournament, round: int, number: int, *games: list[int]) -> None:
    """The games won on each board of a match between teams."""
    for board, won in zip(boards_at(tournament, round, number), games, strict=True):
        say_games(board, won)
