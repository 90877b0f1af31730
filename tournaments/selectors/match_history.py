"""What was said of a match before, and what happened to it since a version was read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from games.models import HandFact, Match, Submission
from players.models import AuditEntry
from tournaments.models import Board

MOST_CHANGES = 20


def earlier_facts(match: Match) -> Mapping[int, Sequence[HandFact]]:
    """By hand (its number through the match) all that was said of it, the newest last; only hands
    that were corrected."""
    found: defaultdict[int, list[HandFact]] = defaultdict(list)
    facts = HandFact.objects.filter(hand__match=match).select_related("hand")
    for fact in facts.order_by("hand__sequence", "revision"):
        found[fact.hand.sequence].append(fact)
    return {n: said for n, said in found.items() if len(said) > 1}


def earlier_submissions(match: Match) -> Sequence[Submission]:
    """The results that were handed in and replaced, the oldest first."""
    return list(
        Submission.objects.filter(match=match, superseded_at__isnull=False).order_by("revision")
    )


def changes_since(board: Board, version: int) -> Sequence[AuditEntry]:
    """What was written to a match after `version`, in order."""
    scope = f"tournament:{board.pairing.round.stage.tournament_id}"
    entries = AuditEntry.objects.filter(
        scope=scope, data__match=board.match_id, data__version__gt=version
    )
    return list(entries.order_by("number")[:MOST_CHANGES])
