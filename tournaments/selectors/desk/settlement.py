"""Who owes whom after an event that is played for points; of its own people's concern alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, NamedTuple

from games.engine.gin.rules import Rules
from games.levels import FORFEITS, GAMES_ALONE, ResultLevel
from games.rule_books import from_stored
from kernel.permissions import Actor, Role
from kernel.seats import SIDES, PerSeat
from players.selectors import players_by_id, public_names
from tournaments.domain.lifecycle import PLAYED_OUT, MatchState
from tournaments.domain.settlement import Payment, SettledMatch, balances, settle
from tournaments.models import Board, EntryMember, Tournament
from tournaments.selectors.events.access import acting_in
from tournaments.selectors.stages.sides import entry_names

COLUMNS = (
    *("match", "match__tally", "match__rules", "match__rules_version"),
    *("match__submissions__level", "match__submissions__payload"),
)
BY_SEAT = ("match__seats__seat", "match__seats__player")
BY_SIDE = ("pairing__sides__seat", "pairing__sides__entry")
PLAYED_IN_ORDER = (
    *("pairing__round__stage__number", "pairing__round__number", "pairing__number", "number"),
)


class Worth(NamedTuple):
    """What a point is worth: null where points are counted alone."""

    value: Decimal | None
    unit: str

    @classmethod
    def of(cls, tournament: Tournament) -> "Worth":
        return cls(tournament.point_value, tournament.point_unit)


class Unsettled(NamedTuple):
    """A match that was played, and of which it is not known by how much: its id, and who played
    it."""

    match: int
    people: PerSeat


@dataclass(frozen=True, slots=True)
class EventSettlement:
    """What each has won or lost, most first, and who pays whom; people are ids of players, between
    partners, who have one account for their side, of entries, `names` as the reader may read them.

    `players` says which of them each player is.

    `is_fewest`: there is no way with fewer payments. `unsettled` are not in it. `is_final`: the
    event is over.
    """

    names: Mapping[int, str]
    players: Mapping[int, int]
    balances: Sequence[tuple[int, int]]
    payments: Sequence[Payment]
    is_fewest: bool
    unsettled: Sequence[Unsettled]
    is_final: bool
    worth: Worth


def acting_at_settlement(actor: Actor, tournament: Tournament) -> Actor:
    """The actor with their roles in a tournament, that of a player where they sit in any of its
    matches: who only asks to take part, or waits for a place, has nothing to settle."""
    found = acting_in(actor, tournament)
    if actor.user_id is None:
        return found
    boards = _boards(tournament).filter(match__seats__player__user_id=actor.user_id)
    return replace(found, roles=found.roles | {Role.PLAYER}) if boards.exists() else found


def settlement_of(tournament: Tournament, *, full_names: bool) -> EventSettlement:
    """The settlement of all matches that are finished, each game by its net, of whom it is known.

    Matches that were decided without play settle nothing; nor do unfinished games of one that a
    penalty has ended. Of matches handed in by their games won, or by points without the boxes that
    count, the nets are not known: they are named.
    """
    finished = _boards(tournament).filter(
        match__state=MatchState.FINISHED,
        match__submissions__revision__gte=1,
        match__submissions__superseded_at__isnull=True,
    )
    rows = list(finished.order_by(*PLAYED_IN_ORDER).values_list(*COLUMNS))
    by_seat = BY_SIDE if tournament.has_partners else BY_SEAT
    seats: dict[int, dict[int, int]] = {}
    for match, seat, person in finished.values_list("match", *by_seat):
        seats.setdefault(match, {})[seat] = person
    settled, unsettled = [], []
    for match, tally, rules, version, level, payload in rows:
        accounts = tuple(tally.get("accounts", ()))
        people = tuple(seats[match][seat] for seat in range(len(accounts) or SIDES))
        if level in FORFEITS:
            continue
        if _is_known(level, payload, rules, version):
            games = [(game[0], game[1]) for game in tally["games"]]
            settled.append(SettledMatch(people, games, accounts))
        else:
            unsettled.append(Unsettled(match, people))
    won = balances(settled)
    found = settle(won)
    named = {person for of_match in seats.values() for person in of_match.values()}
    if tournament.has_partners:
        members = EntryMember.objects.filter(tournament=tournament)
        players = dict(members.order_by("board").values_list("player_id", "entry_id"))
        names = entry_names(tournament.pk, full_names=full_names)
    else:
        players, names = {pk: pk for pk in named}, _names(named, full=full_names)
    return EventSettlement(
        names=names,
        players=players,
        balances=sorted(won.items(), key=lambda row: (-row[1], row[0])),
        payments=found.payments,
        is_fewest=found.is_fewest,
        unsettled=unsettled,
        is_final=tournament.state in PLAYED_OUT,
        worth=Worth.of(tournament),
    )


def _boards(tournament: Tournament) -> Any:
    """The matches of all stages; what was drawn and set aside is none of them."""
    return Board.objects.filter(pairing__round__stage__tournament=tournament)


def _is_known(
    level: str, payload: Mapping[str, Any], rules: Mapping[str, object], version: int
) -> bool:
    """Whether it is known by how much the games of a match were won."""
    if level in GAMES_ALONE:
        return False
    knobs = from_stored(rules, version)
    if level != ResultLevel.GAMES or not isinstance(knobs, Rules):
        return True
    if knobs.box_timing != "end" or not knobs.box_bonus:
        return True
    return all(
        column.get("boxes") is not None
        for game in payload["games"]
        for column in game.get("columns") or [game]
    )


def _names(players: set[int], *, full: bool) -> Mapping[int, str]:
    if full:
        return {pk: player.name for pk, player in players_by_id(players).items()}
    return {pk: public.name for pk, public in public_names(players).items()}
