"""Before the draw: seeds are given by hand or their order changed, and an entry made by mistake is
taken out."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text, refusal
from tournaments.models import Entry, Swap, Tournament
from tournaments.selectors.events.entries import entry_rows, in_seed_order
from tournaments.services.events.entering import NOT_ENTERED, check_seeds, give_seeds, require_open
from tournaments.services.gate.changes import changing, difference

GONE = N_("This entrant is not in the field any more. Look at the list again.")
FEWER = N_("Somebody was taken out of this list meanwhile. Look at it, then change it again.")
OVERTAKEN = N_(
    "Somebody has changed the order meanwhile: seed %(seed)d is %(name)s now. Look at it, then "
    "change it again."
)
SEEDED = N_(
    "Somebody has changed the seed of %(names)s meanwhile. Look at the seeds, then give them again."
)


def seed_entries(
    *,
    tournament_id: int,
    seeds: Mapping[int, int | None],
    by: Actor,
    now: datetime,
    was: Mapping[int, int | None] | None = None,
) -> list[Entry]:
    """Give entries their seeds by hand, None for none; all or nothing.

    `was` are seeds of some of them as whoever gives them has seen them: where one has another seed
    than that, it is refused as `stale`.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=change.tournament)}
        if not seeds.keys() <= entries.keys():
            raise refusal("invalid", NOT_ENTERED, "entry")
        chosen = [entries[key] for key in seeds]
        _require_seen(chosen, seeds, was or {})
        check_seeds(change.tournament, list(seeds.values()), list(seeds))
        before = {str(entry.pk): entry.seed for entry in chosen}
        give_seeds([(entry, seeds[entry.pk]) for entry in chosen])
        changed = difference(before, {str(key): seed for key, seed in seeds.items()})
        change.record("entries.seed", "entrants", entries=sorted(seeds), **changed)
    return chosen


def place_entries(
    *,
    tournament_id: int,
    places: Sequence[tuple[int, int]],
    by: Actor,
    now: datetime,
    was: Sequence[int] = (),
) -> list[int]:
    """Move entries, given by id, to places (from 1) of the seed order; the others close ranks.

    One move after the other. From then on the seeds go by hand, in the order that this leaves,
    which is returned as ids. A place beyond the last is the last. What stands there already
    changes nothing. `was` is the order as whoever moves them has seen it: another one than that is
    refused as `stale`, but for those who came in behind it.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        entries = [
            row.entry for row in in_seed_order(change.tournament, entry_rows(change.tournament))
        ]
        before = [entry.pk for entry in entries]
        known = dict.fromkeys(was)
        seen = [*known, *(key for key in before if key not in known)]
        order = _moved(seen, places)
        if order == before:
            return order
        if seen != before:
            raise Refusal(_overtaken(seen, entries))
        Entry.objects.filter(tournament=change.tournament).update(seed=None)
        seed_of = {entry: seed for seed, entry in enumerate(order, 1)}
        give_seeds([(entry, seed_of[entry.pk]) for entry in entries])
        change.tournament.seeding = Tournament.Seeding.HAND
        change.record("entries.place", "entrants", order=order)
    return order


def remove_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> None:
    """Take an entry out that was made by mistake, as if it had not been; it can be made again.

    Only before the draw: later one withdraws. Removing what is gone changes nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        require_open(change.tournament)
        entry = Entry.objects.filter(tournament=change.tournament, pk=entry_id).first()
        if entry is None:
            return
        if Swap.objects.filter(entry=entry).exists() or hasattr(entry, "withdrawal"):
            sentence = N_("%(name)s has been in a draw: what was recorded of that stays.")
            raise refusal("not_ready", sentence, name=entry.name)
        entry.delete()
        change.record("entries.remove", "entrants", entry=entry_id)


def _require_seen(
    entries: Sequence[Entry], seeds: Mapping[int, int | None], was: Mapping[int, int | None]
) -> None:
    """Refuse to overwrite what was not seen; to give what is given already overwrites nothing."""
    others = [
        entry.name
        for entry in entries
        if entry.seed not in (seeds[entry.pk], was.get(entry.pk, entry.seed))
    ]
    if others:
        raise refusal("stale", SEEDED, "seed", names=", ".join(others))


def _moved(order: Iterable[int], places: Sequence[tuple[int, int]]) -> list[int]:
    order = list(order)
    for entry, place in places:
        if entry not in order:
            raise refusal("not_found", GONE)
        order.remove(entry)
        order.insert(max(place, 1) - 1, entry)
    return order


def _overtaken(seen: Sequence[int], entries: Sequence[Entry]) -> Text:
    """Where the order is not the one that was seen, from the top."""
    for seed, (was, entry) in enumerate(zip(seen, entries, strict=False), 1):
        if was != entry.pk:
            return Text("stale", OVERTAKEN, {"seed": seed, "name": entry.name})
    return Text("stale", FEWER)
