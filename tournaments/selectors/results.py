"""The results of a stage by the time at which they came in."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce, Greatest

from games.models import Match, Submission
from games.selectors import MatchRecord, match_records
from tournaments.models import Stage


def latest_results(stage: Stage, limit: int) -> list[tuple[int, datetime]]:
    """The newest standing results: ids of their matches, and when the last word on each was said.

    That is the last hand, a result handed in at once, or the confirmation of either.
    """
    standing = Q(match__hands__facts__superseded_at__isnull=True)
    last_hand = Max("match__hands__facts__at", filter=standing)
    found = (
        Submission.objects.filter(
            match__board__pairing__round__stage=stage,
            match__state=Match.States.FINISHED,
            superseded_at__isnull=True,
        )
        .annotate(
            said_at=Greatest(
                F("at"), Coalesce(last_hand, "at"), Coalesce(F("confirmation__at"), "at")
            )
        )
        .order_by("-said_at", "-match_id")
    )
    return list(found.values_list("match_id", "said_at")[:limit])


def records_of(matches: Sequence[Match]) -> Mapping[int, MatchRecord]:
    """What was written down of these matches, by id; no query when there are none."""
    return match_records(matches) if matches else {}
