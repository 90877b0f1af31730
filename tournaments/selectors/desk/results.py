"""The results of a stage by the time at which they came in."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.models import Confirmation, HandFact, Match, Submission
from games.selectors.matches import MatchRecord, match_records
from tournaments.models import Stage


def latest_results(stage: Stage, limit: int) -> list[tuple[int, datetime]]:
    """The newest standing results: ids of their matches, and when the last word on each was said.

    That is the last hand, a result handed in at once, or the confirmation of either.
    """
    of_stage = Q(match__board__pairing__round__stage=stage, match__state=Match.States.FINISHED)
    return list(_newest_first(of_stage)[:limit])


def newest_records(
    in_play: Collection[int], over: Collection[int], *, limit: int
) -> Mapping[int, MatchRecord]:
    """What was written down of the matches in play, and of those that are over with the newest
    results, by id."""
    newest = _newest_first(Q(match__in=over)).values("match")[:limit]
    found = Submission.objects.filter(
        Q(match__in=in_play) | Q(match__in=newest), superseded_at__isnull=True
    )
    standing = list(found.order_by().select_related("match", "confirmation"))
    return match_records([submission.match for submission in standing], standing)


def records_of_event(tournament_id: int) -> Mapping[int, MatchRecord]:
    """What was written down of all matches of an event that are over, by id."""
    of_event = Q(match__board__pairing__round__stage__tournament=tournament_id)
    over = Submission.objects.filter(
        of_event, match__state=Match.States.FINISHED, superseded_at__isnull=True
    )
    standing = list(over.order_by().select_related("match", "confirmation"))
    return match_records([submission.match for submission in standing], standing)


def said_at(record: MatchRecord) -> datetime:
    """When the last word on a result was said, as `latest_results` has it."""
    assert record.submission is not None
    confirmation: Confirmation | None = getattr(record.submission, "confirmation", None)
    last = max([record.submission.at, *(fact.at for fact in record.facts)])
    return max(last, confirmation.at) if confirmation else last


def records_of(matches: Collection[int]) -> Mapping[int, MatchRecord]:
    """What was written down of these matches, by id; no query when there are none."""
    return match_records(Match.objects.filter(pk__in=matches)) if matches else {}


def _newest_first(of_matches: Q) -> QuerySet[Submission, tuple[int, datetime]]:
    """What stands of these matches, by when the last word on it was said: match, and when."""
    hands = HandFact.objects.filter(hand__match=OuterRef("match"), superseded_at__isnull=True)
    last_hand = Subquery(hands.order_by("-at").values("at")[:1])
    found = Submission.objects.filter(of_matches, superseded_at__isnull=True).annotate(
        said_at=Greatest(F("at"), Coalesce(last_hand, "at"), Coalesce(F("confirmation__at"), "at"))
    )
    return found.order_by("-said_at", "-match_id").values_list("match_id", "said_at")
