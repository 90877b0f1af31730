"""What tournaments know of one person."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Min, Model, Q, QuerySet

from games.models import Match, MatchSeat, Mute, PhraseSaid, SeatConnection
from games.selectors.opponents import opponents_visible_to
from kernel.permissions import Actor
from kernel.seats import opponent
from players.models import Player, User
from players.selectors import way_shown
from tournaments.models import (
    Board,
    Challenge,
    EntryMember,
    PhraseReport,
    Stage,
    StandingTable,
    Summons,
    Tournament,
    WouldPlay,
)
from tournaments.selectors.events.access import boards_visible_to, tournaments_visible_to
from tournaments.selectors.events.names import public_names_of
from tournaments.selectors.events.penalties import out_from
from tournaments.selectors.stages.queries import is_forfeited, told_of


def entered_by(user_id: int) -> Sequence[EntryMember]:
    """Where an account's players are entered, in every club, the newest evening first; drafts,
    which are their staff's, left out; each with the round from which a penalty put it out
    (`out_from`)."""
    members = EntryMember.objects.filter(player__user_id=user_id).exclude(tournament__state="draft")
    found = members.annotate(out_from=out_from("entry")).select_related(
        "tournament__club", "entry__approval", "entry__check_in", "entry__withdrawal"
    )
    return list(found.order_by("-tournament__starts_at", "-tournament_id"))


def ranks_of(members: Sequence[EntryMember]) -> dict[int, int]:
    """For each tournament in which they played, the newest rank of these entries."""
    found = {tournament: standing.rank for tournament, standing in standings_of(members).items()}
    return {tournament: rank for tournament, rank in found.items() if rank is not None}


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """Where an entry stands; `holders` are those who have this place, itself included."""

    rank: int | None
    holders: int
    won: int
    lost: int


def standings_of(members: Sequence[EntryMember]) -> dict[int, OwnStanding]:
    """For each tournament in which they played, where these entries stood last."""
    own = {member.tournament_id: member.entry_id for member in members}
    tables = StandingTable.objects.filter(stage__tournament__in=own).select_related("stage")
    found = {}
    for table in tables.order_by("stage__number", "round__number"):
        entry = own[table.stage.tournament_id]
        row = next((row for row in table.rows if row["entry"] == entry), None)
        if row is not None:
            same = [other for other in table.rows if _place(other) == _place(row)]
            found[table.stage.tournament_id] = OwnStanding(
                row["rank"], len(same), row["won"], row["lost"]
            )
    return found


def _place(row: Mapping[str, Any]) -> tuple[int | None, int | None]:
    return row["group"], row["rank"]


def seated_at(stage: Stage, player: int) -> frozenset[int]:
    """The ids of the matches of a stage at which a player sits."""
    seats = MatchSeat.objects.filter(player=player, match__board__pairing__round__stage=stage)
    return frozenset(seats.values_list("match_id", flat=True))


def played_by(actor: Actor, player: Player) -> Sequence[EntryMember]:
    """Where a player has played or plays, as far as `actor` may see it, the newest first."""
    listed = tournaments_visible_to(actor)
    members = EntryMember.objects.filter(player=player, tournament__in=listed)
    begun = members.filter(entry__seed__isnull=False).select_related("entry", "tournament__club")
    return list(begun.order_by("-tournament__starts_at", "-tournament_id"))


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """A board of a match between teams that is decided, from the side of a player of it.

    `opponent` is named as they wish, with their `team`; `games_won` has the player's own first.
    `won` is None where nobody won, and where it was decided without play (`forfeited`).
    """

    tournament: int
    match: int
    round: int
    number: int
    opponent: str
    team: str
    games_won: tuple[int, int]
    won: bool | None
    forfeited: bool


def own_boards(player: Player, members: Sequence[EntryMember]) -> Sequence[OwnBoard]:
    """The boards that a player played for teams: in the order of these entries, then of the rounds.
    Entries without a team have none."""
    order = [member.tournament_id for member in members if member.tournament.plays_boards]
    boards = _boards_of(player, order)
    players = {player for board in boards for player in _players_at(board)}
    others = EntryMember.objects.filter(tournament__in=order, player__in=players)
    columns = ("player__name", way_shown("player__"), "entry__name")
    met = list(others.values_list("tournament_id", "player_id", *columns))
    secret = {tournament for tournament, _, _, shown, _ in met if shown != Player.Shown.FULL}
    public = {tournament: public_names_of(tournament) for tournament in secret}
    known = {
        (tournament, other): (public.get(tournament, {}).get(other, name), team)
        for tournament, other, name, _shown, team in met
    }
    found = [_own_board(board, player.pk, known) for board in boards]
    return sorted(found, key=lambda board: order.index(board.tournament))


def _boards_of(player: Player, tournaments: Sequence[int]) -> list[Board]:
    boards = Board.objects.filter(
        match__seats__player=player,
        match__state=Match.States.FINISHED,
        pairing__round__stage__tournament__in=tournaments,
    ).select_related("match", "pairing__round__stage")
    places = ("pairing__round__stage__number", "pairing__round__number", "pk")
    return list(boards.annotate(**told_of("match")).order_by(*places))


def _players_at(board: Board) -> tuple[int | None, int | None]:
    return vars(board)["first_player"], vars(board)["second_player"]


def _own_board(
    board: Board, player: int, known: Mapping[tuple[int, int | None], tuple[str, str]]
) -> OwnBoard:
    players, match, round = _players_at(board), board.match, board.pairing.round
    seat = players.index(player)
    other = opponent(seat)
    tournament = round.stage.tournament_id
    name, team = known.get((tournament, players[other]), ("", ""))
    forfeited = is_forfeited(vars(board)["level"], lost=vars(board)["is_lost"])
    games = match.games_won or (0, 0)
    return OwnBoard(
        tournament=tournament,
        match=match.pk,
        round=round.number,
        number=board.number,
        opponent=name,
        team=team,
        games_won=(games[seat], games[other]),
        won=None if forfeited or match.winner is None else match.winner == seat,
        forfeited=forfeited,
    )


@dataclass(frozen=True, slots=True)
class OnlineMatch:
    """A match that an account has played online, from its own side: `opponent` as they wish to be
    named, `games_won` with the own first. `first_hand` is the n of the first hand that was dealt,
    null where none was."""

    tournament: Tournament
    match: int
    opponent: str
    games_won: tuple[int, int]
    won: bool | None
    first_hand: int | None


def online_matches_of(actor: Actor) -> QuerySet[Board]:
    """The matches that an account has played online and whose result stands, the newest first."""
    assert actor.user_id is not None
    seats = MatchSeat.objects.filter(player__user_id=actor.user_id)
    played = boards_visible_to(actor).filter(
        match__table__isnull=False,
        match__state=Match.States.FINISHED,
        match__in=seats.values("match"),
    )
    dealt = Q(match__hands__deal__isnull=False)
    found = played.annotate(first_hand=Min("match__hands__sequence", filter=dealt))
    return found.order_by("-match_id")


def online_matches_in(actor: Actor, boards: Sequence[Board]) -> Sequence[OnlineMatch]:
    """Some of these, as the account reads them."""
    seats = MatchSeat.objects.filter(match__in=[board.match_id for board in boards])
    columns = ("match_id", "seat", "player_id", "player__user_id", "player__name")
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for match, *seat in seats.order_by("seat").values_list(*columns, way_shown("player__")):
        found[match].append(tuple(seat))
    return [_online_match(board, found[board.match_id], actor.user_id) for board in boards]


def _online_match(board: Board, seats: list[tuple[Any, ...]], user: int | None) -> OnlineMatch:
    tournament, match = board.pairing.round.stage.tournament, board.match
    own = next(seat for seat, _player, account, _name, _shown in seats if account == user)
    other = opponent(own)
    _seat, player, _account, name, shown = seats[other]
    if shown != Player.Shown.FULL:
        name = public_names_of(tournament.pk).get(player, "")
    games = match.games_won or (0, 0)
    return OnlineMatch(
        tournament=tournament,
        match=match.pk,
        opponent=name,
        games_won=(games[own], games[other]),
        won=None if match.winner is None else match.winner == own,
        first_hand=vars(board)["first_hand"],
    )


def exported_data(user: User) -> dict[str, list[dict[str, object]]]:
    """The tournaments that an account's players entered, and what is known of them at online
    tables beside their play, for the export of its data."""
    members = EntryMember.objects.filter(player__user=user).select_related("entry", "tournament")
    own = opponents_visible_to(Actor("", user_id=user.pk))
    return {
        "entries": [
            {
                "tournament": member.tournament.name,
                "club": member.tournament.club_id,
                "starts_at": member.tournament.starts_at,
                "name": member.entry.name,
                "seed": member.entry.seed,
            }
            for member in members.order_by("tournament_id", "id")
        ],
        "trials": _rows(Tournament.objects.filter(held_by=user), "name", "rules"),
        "friendlies": _rows(
            MatchSeat.objects.filter(guest__user=user), "match", "guest__name", "guest__at"
        ),
        "beside_byes": _rows(
            Board.objects.filter(
                match__seats__player__user=user,
                pairing__round__stage__tournament__beside__isnull=False,
            ),
            "match",
        ),
        "challenges": _rows(
            Challenge.objects.filter(user=user), "friendly__opened_at", "called", "declined_at"
        ),
        "opponents": _rows(own, "name", "portrait", "manner", "made_at"),
        "would_play": _rows(WouldPlay.objects.filter(user=user), "club", "until"),
        "phrases": _rows(PhraseSaid.objects.filter(by=user), "table__match", "code", "at"),
        "mutes": _rows(Mute.objects.filter(by=user), "table__match", "at", "superseded_at"),
        "phrase_reports": _rows(PhraseReport.objects.filter(by=user), "board__match", "said", "at"),
        "summonses": _rows(_of_seats(Summons, "board__match", user), "board__match", "at"),
        "connections": _rows(
            _of_seats(SeatConnection, "table__match", user), "table__match", "began_at", "ended_at"
        ),
    }


def _rows(found: QuerySet[Any], *fields: str) -> list[dict[str, object]]:
    """These fields of rows, oldest first; a match by its number."""
    rows = found.order_by("pk").values_list(*fields)
    names = ["match" if field.endswith("__match") else field for field in fields]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _of_seats(model: type[Model], match: str, user: User) -> QuerySet[Any]:
    """The rows of the seats at which an account's players sit."""
    own = {f"{match}__seats__player__user": user, f"{match}__seats__seat": F("seat")}
    return model._default_manager.filter(**own)
