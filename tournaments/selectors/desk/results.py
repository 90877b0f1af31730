"""The results of a stage by the time at which they came in."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.models import HandFact, Match, Submission
from games.selectors import MatchRecord, match_records
from tournaments.models import Stage


def latest_results(stage: Stage, limit: int) -> list[tuple[int, datetime]]:
    """The newest standing results: ids of their matches, and when the last word on each was said.

    That is the last hand, a result handed in at once, or the confirmation of either.
    """
    return list(_results(stage.pk).values_list("match_id", "said_at")[:limit])


def newest_submissions(stage: int, *, limit: int) -> QuerySet[Submission]:
    """What stands of the matches in play and of the newest results, each with when the last word
    on it was said (`said_at`), newest first."""
    newest = _results(stage).values("pk")[:limit]
    wanted = Q(match__state=Match.States.RUNNING) | Q(pk__in=newest)
    return _standing(stage).filter(wanted).select_related("match", "confirmation", "dispute")


def records_of(matches: Collection[int]) -> Mapping[int, MatchRecord]:
    """What was written down of these matches, by id; no query when there are none."""
    return match_records(Match.objects.filter(pk__in=matches)) if matches else {}


def _results(stage: int) -> QuerySet[Submission]:
    return _standing(stage).filter(match__state=Match.States.FINISHED)


def _standing(stage: int) -> QuerySet[Submission]:
    """What stands of the stage's matches, the newest first."""
    hands = HandFact.objects.filter(hand__match=OuterRef("match"), superseded_at__isnull=True)
    last_hand = Subquery(hands.order_by("-at").values("at")[:1])
    found = Submission.objects.filter(
        match__board__pairing__round__stage=stage, superseded_at__isnull=True
    ).annotate(
        said_at=Greatest(F("at"), Coalesce(last_hand, "at"), Coalesce(F("confirmation__at"), "at"))
    )
    return found.order_by("-said_at", "-match_id")
