"""Who takes part: the field, the waitlist, those who ask."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from players.models import Player, Rating
from players.selectors import names_as, way_shown
from tournaments.domain.seeding import Entrant, seed_order
from tournaments.domain.team_matches import MOST_BOARDS
from tournaments.models import Draw, Entry, EntryMember, LateEntry, Tournament
from tournaments.selectors.events.names import public_names_of, way_of_showing
from tournaments.selectors.events.penalties import out_from

#: The statuses of who is no longer in it.
OUT = ("withdrawn", "put_out", "swapped")


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team; `board` is 0 for who stands by; `public` is the name as everybody may
    read it."""

    player: int
    board: int
    name: str
    public: str
    rating: int | None

    def shown_name(self, *, full: bool) -> str:
        """The name as everybody may read it, or in full for the staff."""
        return self.name if full else self.public


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with what was recorded of it.

    `status`: `requested` (waits for the director), `entered`, `waitlist`, `withdrawn`, `put_out`
    (by a penalty), `swapped` (made room for another one). `drawn`: it has a place in the draw that
    stands. `shown`: how the name may be shown, `public`: as everybody may read it. `rating` of a
    team is the mean of its players', as far as they have one; its players are `members`, by board,
    then those who stand by.
    """

    entry: Entry
    player_id: int
    rating: int | None
    checked_in: bool
    status: str
    drawn: bool
    shown: str
    public: str
    members: tuple[Member, ...] = ()

    @property
    def is_hidden(self) -> bool:
        """Whether nobody but the staff may read the name."""
        return self.shown == Player.Shown.HIDDEN

    def name(self, *, full: bool) -> str:
        """The name as everybody may read it, or in full for the staff."""
        return self.entry.name if full else self.public


def entry_rows(tournament: Tournament) -> list[EntryRow]:
    """All entries in order of approval, with their status.

    The field is the first `cap` of those approved and not withdrawn; who comes after them waits,
    and moves up at once when one of them goes. Once it is drawn the field is who was drawn, and
    everybody else waits.
    """
    newest = Rating.objects.filter(player=OuterRef("members__player")).values("value")[:1]
    entries = (
        Entry.objects.filter(tournament=tournament, members__board=1)
        .select_related("approval", "check_in", "withdrawal", "swapped_out", "swapped_in")
        .annotate(
            player=F("members__player"),
            rating=Subquery(newest),
            shown=way_of_showing("members__"),
            out_from=out_from("pk"),
        )
        .order_by(F("approval__id").asc(nulls_last=True), "id")
    )
    drawn = _drawn(tournament)
    teams = members_of(tournament)
    names = {entry.pk: (entry.name, entry.shown) for entry in entries}
    public = names_as(dict(sorted(names.items())))
    approved = [entry.pk for entry in entries if _status(entry) == "entered"]
    waiting = {*approved}.difference(approved[: tournament.cap] if drawn is None else drawn)
    return [
        EntryRow(
            entry=entry,
            player_id=entry.player,
            rating=entry.rating if entry.pk not in teams else _mean_rating(teams[entry.pk]),
            checked_in=hasattr(entry, "check_in"),
            status="waitlist" if entry.pk in waiting else _status(entry),
            drawn=drawn is not None and entry.pk in drawn,
            shown=entry.shown,
            public=public[entry.pk],
            members=teams.get(entry.pk, ()),
        )
        for entry in entries
    ]


def players_ask(tournament: Tournament) -> bool:
    """Whether players ask to take part themselves; else, and with teams, the director enters."""
    asks = tournament.registration == Tournament.Registration.APPROVAL
    return asks and not tournament.has_teams


def field_of(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Those who are drawn, or would be now.

    Once anybody is checked in, the unchecked are left out, and those who wait and are here take
    their places.
    """
    drawn = [row for row in rows if row.drawn]
    if drawn:
        return drawn
    field = [row for row in rows if row.status == "entered"]
    here = [row for row in [*field, *waitlist_of(rows)] if row.checked_in]
    return here[: len(field)] or field


def size_of_field(tournament: Tournament) -> int:
    """How many are drawn, or would be now."""
    return len(_drawn(tournament) or field_of(entry_rows(tournament)))


def waitlist_of(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Those who wait for a place: who is checked in, then first come first."""
    waiting = [row for row in rows if row.status == "waitlist"]
    return sorted(waiting, key=lambda row: not row.checked_in)


def in_seed_order(tournament: Tournament, rows: Sequence[EntryRow]) -> list[EntryRow]:
    """The entrants in the order in which they would be seeded now.

    Before the draw an order by lot is not known: they come in order of entry.
    """
    entered = [row for row in rows if row.status == "entered"]
    if all(row.drawn for row in entered):
        return sorted(entered, key=lambda row: row.entry.seed or len(entered))
    if tournament.seeding == Tournament.Seeding.RANDOM:
        return entered
    row_of = {row.entry.pk: row for row in entered}
    entrants = [Entrant(row.entry.pk, row.rating, row.entry.seed) for row in entered]
    by_hand = tournament.seeding == Tournament.Seeding.HAND
    return [row_of[entry] for entry in seed_order(entrants, "hand" if by_hand else "rating")]


def has_standing_draw(tournament: Tournament) -> bool:
    """Whether any of its stages is drawn."""
    return _standing_draws(tournament).exists()


def _standing_draws(tournament: Tournament) -> QuerySet[Draw]:
    return Draw.objects.filter(stage__tournament=tournament, superseded_at__isnull=True)


def _drawn(tournament: Tournament) -> set[int] | None:
    """The entries in the first draw that stands, and who came late; None while there is none."""
    draws = _standing_draws(tournament)
    orders = draws.order_by("stage__number").values_list("order", flat=True)
    order = orders.first()
    if order is None:
        return None
    late = LateEntry.objects.filter(entry__tournament=tournament)
    return {*order, *late.values_list("entry_id", flat=True)}


def players_in(tournament: Tournament) -> QuerySet[EntryMember, int]:
    """The ids of all players of entries, whether they are approved or not."""
    return EntryMember.objects.filter(tournament=tournament).values_list("player", flat=True)


def approved_players(tournament: Tournament) -> QuerySet[EntryMember, int]:
    """The ids of the players of entries that are approved."""
    return players_in(tournament).filter(entry__approval__isnull=False)


def members_of(
    tournament: Tournament, entries: Collection[int] | None = None
) -> dict[int, tuple[Member, ...]]:
    """Who is in each team, or in these; where players meet nothing is asked."""
    if not tournament.has_teams:
        return {}
    wanted = Q() if entries is None else Q(entry__in=entries)
    newest = Rating.objects.filter(player=OuterRef("player")).values("value")[:1]
    members = EntryMember.objects.filter(wanted, tournament=tournament)
    members = members.annotate(rating=Subquery(newest))
    columns = ("player_id", "board", "player__name", way_shown("player__"), "rating")
    found: defaultdict[int, list[Member]] = defaultdict(list)
    rows = list(members.order_by("board", "pk").values_list("entry_id", *columns))
    is_full = all(shown == Player.Shown.FULL for *_, shown, _rating in rows)
    # How short a name may be depends on who else plays.
    public = {} if is_full else public_names_of(tournament.pk)
    for entry, player, board, name, _shown, rating in rows:
        member = Member(player, board, name, public.get(player, name), rating)
        found[entry].append(member)
    return {
        entry: tuple(sorted(team, key=lambda member: member.board or MOST_BOARDS + 1))
        for entry, team in found.items()
    }


def ratings_of(players: Collection[int]) -> dict[int, int]:
    """The ratings of these players, by their ids; who has none is not there."""
    newest = Rating.objects.filter(player=OuterRef("pk")).values("value")[:1]
    rated = Player.objects.filter(pk__in=players).annotate(rating=Subquery(newest))
    found = rated.filter(rating__isnull=False).values_list("pk", "rating")
    return dict(found)


def _mean_rating(members: Sequence[Member]) -> int | None:
    known = [member.rating for member in members if member.board and member.rating is not None]
    return round(sum(known) / len(known)) if known else None


def _status(entry: Entry) -> str:
    if hasattr(entry, "swapped_out"):
        return "swapped"
    if hasattr(entry, "withdrawal"):
        return "withdrawn"
    if vars(entry)["out_from"] is not None:
        return "put_out"
    return "entered" if hasattr(entry, "approval") else "requested"


def entered_players(tournament: Tournament) -> set[int]:
    """The players of all entries of an event, by id: those of teams as well."""
    members = EntryMember.objects.filter(tournament=tournament)
    return set(members.values_list("player_id", flat=True))
