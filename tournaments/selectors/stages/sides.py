"""Who sits on a side of a pairing, and how they are shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from players.models import Player
from players.selectors import names_as
from tournaments.models import EntryMember, Kept, PairingSide
from tournaments.selectors.events.names import way_of_showing
from tournaments.selectors.events.penalties import out_from
from tournaments.selectors.stages.record import StageRecord


@dataclass(frozen=True, slots=True)
class NamedSide:
    """Who sits on a side of a match, as it is shown; on a board of a match between teams the player
    with the name of their `team`.

    `seed` is that of the event. `stage_seed` is by what a bracket is drawn: in the first stage the
    same, later the place of the draw among those who came through. It is what a page shows beside
    a name in a bracket, and what the reasons speak of.
    """

    entry: int
    name: str
    seed: int | None
    team: str = ""
    stage_seed: int | None = None

    @property
    def in_full(self) -> str:
        """The name, with that of the team for which they play."""
        return f"{self.name} ({self.team})" if self.team else self.name


def entrants_of(record: StageRecord, *, full_names: bool) -> Mapping[int, NamedSide]:
    """The entrants of a stage as they are shown, by entry."""
    drawn: dict[int, int] = {}
    if record.stage.format_class.is_bracket:
        drawn = {entry: place for place, entry in enumerate(record.table.entries, 1)}
    entrants = record.entrants
    names = {entry: (entrants[entry].name, entrants[entry].shown) for entry in sorted(entrants)}
    read = read_names(names, full_names=full_names)
    return {
        entry: NamedSide(entry, read[entry], entrant.seed, "", drawn.get(entry, entrant.seed))
        for entry, entrant in entrants.items()
    }


def sides_of(tournament_id: int, *, full_names: bool) -> Mapping[int, NamedSide]:
    """The entrants as they are shown, by entry: to everybody, or in full to the staff."""
    members = EntryMember.objects.filter(tournament=tournament_id, board=1)
    found = members.annotate(shown=way_of_showing())
    rows = sorted(found.values_list("entry_id", "entry__name", "shown", "entry__seed"))
    names = {entry: (name, shown) for entry, name, shown, _seed in rows}
    read = read_names(names, full_names=full_names)
    return {entry: NamedSide(entry, read[entry], seed) for entry, _name, _shown, seed in rows}


def entry_names(tournament_id: int, *, full_names: bool) -> Mapping[int, str]:
    """The names alone of the same."""
    sides = sides_of(tournament_id, full_names=full_names)
    return {entry: side.name for entry, side in sides.items()}


def players_of_teams(record: StageRecord, *, full_names: bool) -> Mapping[int, str]:
    """The names of who plays for teams, by player, each as the player wishes it to be shown."""
    if not record.stage.tournament.plays_boards:
        return {}
    return read_names(record.players, full_names=full_names)


def read_names(names: Mapping[int, tuple[str, str]], *, full_names: bool) -> Mapping[int, str]:
    """Names as everybody reads them, each said with how its owner wishes it to be shown."""
    if full_names:
        return {key: name for key, (name, _shown) in names.items()}
    return names_as(names)


def sides_at(pairing_id: int) -> QuerySet[PairingSide]:
    """The sides of one pairing by seat, each with how its player's name is shown (`shown`) and the
    round from which a penalty put them out (`out_from`), and who was kept there (`stays`)."""
    kept = Kept.objects.filter(side=OuterRef("pk"), superseded_at__isnull=True)
    members = EntryMember.objects.filter(entry=OuterRef("entry"), board=1)
    return (
        PairingSide.objects.filter(pairing=pairing_id)
        .select_related("entry__withdrawal", "pairing__round__stage")
        .annotate(
            shown=Subquery(members.annotate(shown=way_of_showing()).values("shown")[:1]),
            out_from=out_from("entry", OuterRef("pairing__round__stage")),
            stays=Subquery(kept.values("entry")[:1]),
        )
        .order_by("seat")
    )


def has_left(side: PairingSide) -> bool:
    """Whether who sits on a side of `sides_at` has withdrawn, or was put out, by its round."""
    gone, round = getattr(side.entry, "withdrawal", None), side.pairing.round
    left = gone.from_round if gone and gone.stage_id == round.stage_id else None
    rounds, number = (left, vars(side)["out_from"]), round.number
    return any(from_round is not None and from_round <= number for from_round in rounds)


def name_at(side: PairingSide, *, full: bool) -> str:
    """The name of who sits on a side of `sides_at`, to everybody or in full to the staff."""
    assert side.entry is not None
    if full:
        return side.entry.name
    entry = side.entry
    return public_name(entry.name, vars(side)["shown"], entry.pk, entry.tournament_id)


def public_name(name: str, shown: str, entry: int, tournament: int) -> str:
    """The name of an entry as everybody may read it, by how it is `shown`."""
    if shown == Player.Shown.FULL:
        return name
    # How short it may be depends on who else plays.
    return sides_of(tournament, full_names=False)[entry].name
