"""What all ways to enter share: what is refused, seeds, and that the director lets them in."""

from collections.abc import Sequence

from kernel.text import N_, refusal
from tournaments.domain import lifecycle
from tournaments.models import Approval, Draw, Entry, Tournament
from tournaments.services.gate.changes import Change

LARGEST_SEED = 9999
DRAWN = N_("The draw is made. Take it back before you change the entries.")
NOT_ENTERED = N_("This entry is not of this tournament.")
WITHDRAWN = N_("%(name)s has withdrawn from this tournament, and that is final.")


def entry_of(tournament: Tournament, entry_id: int) -> Entry:
    """An entry of a tournament by its id; refused where there is none."""
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise refusal("not_found", NOT_ENTERED)
    return entry


def remaining_entry(tournament: Tournament, entry_id: int) -> Entry:
    """The same of one that has not withdrawn; refused for one that has."""
    entry = entry_of(tournament, entry_id)
    require_not_withdrawn(entry)
    return entry


def require_not_withdrawn(entry: Entry) -> None:
    """Refuse who has withdrawn for good."""
    if hasattr(entry, "withdrawal"):
        raise refusal("wrong_state", WITHDRAWN, name=entry.name)


def standing_draw(tournament: Tournament) -> Draw | None:
    """The draw of the current stage, None while there is none."""
    draws = Draw.objects.filter(stage__tournament=tournament, superseded_at__isnull=True)
    return draws.select_related("stage").order_by("-stage__number").first()


def require_open(tournament: Tournament) -> None:
    """Refuse where entries are fixed: the event has begun, or its draw is made."""
    lifecycle.require(tournament.state, "change_entries")
    if standing_draw(tournament):
        raise refusal("not_ready", DRAWN)


def check_seeds(
    tournament: Tournament, given: Sequence[int | None], instead_of: Sequence[int]
) -> None:
    """Refuse seeds that are out of range, or that anybody but these entries has."""
    numbers = [seed for seed in given if seed is not None]
    possible = all(1 <= seed <= LARGEST_SEED for seed in numbers)
    others = Entry.objects.filter(tournament=tournament).exclude(pk__in=instead_of)
    if (
        not possible
        or len(set(numbers)) != len(numbers)
        or others.filter(seed__in=numbers).exists()
    ):
        sentence = N_("Give each seed, from 1 to %(most)d, to one entrant only.")
        raise refusal("invalid", sentence, "seed", most=LARGEST_SEED)


def give_seeds(seeds: Sequence[tuple[Entry, int | None]]) -> None:
    """Give entries their seeds. The numbers are given up first: a constraint keeps each of them
    unique at every moment."""
    Entry.objects.filter(pk__in=[entry.pk for entry, _ in seeds]).update(seed=None)
    for entry, seed in seeds:
        entry.seed = seed
    Entry.objects.bulk_update([entry for entry, _ in seeds], ["seed"])


def let_in(change: Change, entries: Sequence[Entry]) -> None:
    """Approve entries that the director has made."""
    Approval.objects.bulk_create(Approval(entry=entry, **change.facts) for entry in entries)
    if entries:
        change.record("entries.enter", "entrants", entries=[entry.pk for entry in entries])
