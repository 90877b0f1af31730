"""Before the draw: the order of seeds is changed by hand, an entry made by mistake is taken out."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text
from tournaments.domain import lifecycle
from tournaments.models import Draw, Entry, Swap, Tournament
from tournaments.selectors.events.entries import entry_rows
from tournaments.selectors.events.seeding import in_seed_order
from tournaments.services.gate.changes import Change, changing

DRAWN = N_("The draw is made. Take it back before you change the entries.")
GONE = N_("This entrant is not in the field any more. Look at the list again.")
FEWER = N_("Somebody was taken out of this list meanwhile. Look at it, then change it again.")
OVERTAKEN = N_(
    "Somebody has changed the order meanwhile: seed %(seed)d is %(name)s now. Look at it, then "
    "change it again."
)


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
        _require_not_drawn(change.tournament)
        entries = [row.entry for row in in_seed_order(change.tournament, _rows(change))]
        before = [entry.pk for entry in entries]
        known = dict.fromkeys(was)
        seen = [*known, *(key for key in before if key not in known)]
        order = _moved(seen, places)
        if order == before:
            return order
        if seen != before:
            raise Refusal(_overtaken(seen, entries))
        _write_order(change, entries, order)
    return order


def remove_entry(*, tournament_id: int, entry_id: int, by: Actor, now: datetime) -> None:
    """Take an entry out that was made by mistake, as if it had not been; it can be made again.

    Only before the draw: later one withdraws. Removing what is gone changes nothing.
    """
    with changing(tournament_id, by=by, now=now) as change:
        _require_not_drawn(change.tournament)
        entry = Entry.objects.filter(tournament=change.tournament, pk=entry_id).first()
        if entry is None:
            return
        if Swap.objects.filter(entry=entry).exists() or hasattr(entry, "withdrawal"):
            sentence = N_("%(name)s has been in a draw: what was recorded of that stays.")
            raise Refusal(Text("not_ready", sentence, {"name": entry.name}))
        entry.delete()
        change.record("entries.remove", {"entry": entry_id}, changed="entrants")


def _moved(order: Iterable[int], places: Sequence[tuple[int, int]]) -> list[int]:
    order = list(order)
    for entry, place in places:
        if entry not in order:
            raise Refusal(Text("not_found", GONE))
        order.remove(entry)
        order.insert(max(place, 1) - 1, entry)
    return order


def _overtaken(seen: Sequence[int], entries: Sequence[Entry]) -> Text:
    """Where the order is not the one that was seen, from the top."""
    for seed, (was, entry) in enumerate(zip(seen, entries, strict=False), 1):
        if was != entry.pk:
            return Text("stale", OVERTAKEN, {"seed": seed, "name": entry.name})
    return Text("stale", FEWER)


def _rows(change: Change) -> list:
    return entry_rows(change.tournament)


def _require_not_drawn(tournament: Tournament) -> None:
    lifecycle.require(tournament.state, "change_entries")
    if Draw.objects.filter(stage__tournament=tournament, superseded_at__isnull=True).exists():
        raise Refusal(Text("not_ready", DRAWN))


def _write_order(change: Change, entries: Sequence[Entry], order: Sequence[int]) -> None:
    seed_of = {entry: seed for seed, entry in enumerate(order, 1)}
    # The numbers are given up first: a constraint keeps each of them unique at every moment.
    Entry.objects.filter(tournament=change.tournament).update(seed=None)
    for entry in entries:
        entry.seed = seed_of[entry.pk]
    Entry.objects.bulk_update(entries, ["seed"], batch_size=300)
    change.tournament.seeding = Tournament.Seeding.HAND
    change.record("entries.place", {"order": list(order)}, changed="entrants")
