"""A call to a match ends with the match: by its result in the same change, and where somebody left
the event when the bracket moves on."""

from collections.abc import Sequence

from django.db.models import QuerySet

from tournaments.domain.kinds.pairings import Resolved
from tournaments.models import Call, CallTaken
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change


def end_calls(change: Change, calls: QuerySet[Call]) -> None:
    """Those of these calls that stand are over, and whoever is on their way need not go on."""
    standing = calls.filter(superseded_at__isnull=True)
    for call, match in [(call, call.board.match_id) for call in standing.select_related("board")]:
        call.superseded_at = change.now
        call.save(update_fields=["superseded_at"])
        CallTaken.objects.filter(call=call, superseded_at__isnull=True).update(
            superseded_at=change.now
        )
        seconds = seconds_of(call, change)
        change.record("call.end", "calls", match=match, call=call.pk, seconds=seconds)


def end_calls_of_withdrawn(
    change: Change, facts: StageRecord, resolved: Sequence[Resolved]
) -> None:
    """The same of the calls at pairings that are decided because somebody left the event; any other
    result ends them itself."""
    left = [facts.pairings[each.plan.key].pk for each in resolved if each.decision == "withdrawal"]
    if left:
        end_calls(change, Call.objects.filter(board__pairing__in=left))


def seconds_of(call: Call, change: Change) -> int:
    """How many seconds ago it was called."""
    return max(0, int((change.now - call.at).total_seconds()))
