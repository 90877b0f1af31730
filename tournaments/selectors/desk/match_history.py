"""What was said of a match before, and what happened to it since a version was read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Generic, TypeVar

from games.models import HandFact, Submission
from players.models import AuditEntry
from tournaments.models import Board, Correction
from tournaments.selectors.desk.snapshot import HAND_FIELDS

Said = TypeVar("Said", HandFact, Submission)
MOST_CHANGES = 20
OF_A_RESULT = ("level", "payload")
OF_A_HAND = tuple(name for name in HAND_FIELDS if name not in ("role", "reason"))
"""In what two differ that say something else."""


@dataclass(frozen=True, slots=True)
class Replaced(Generic[Said]):
    """What was said before, and who said it anew, when and why; `put_back`: a correction was taken
    back by it."""

    old: Said
    at: datetime
    role: str
    reason: str
    put_back: bool


def earlier_facts(board: Board) -> Mapping[int, Sequence[Replaced[HandFact]]]:
    """By hand (its number through the match) all that was said of it and replaced, the oldest
    first; only hands that were corrected."""
    said: defaultdict[int, list[HandFact]] = defaultdict(list)
    facts = HandFact.objects.filter(hand__match=board.match_id).select_related("hand")
    for fact in facts.order_by("hand__sequence", "revision"):
        said[fact.hand.sequence].append(fact)
    back = _put_back(board, "hand_fact")
    found = {n: _replaced(facts, back, OF_A_HAND) for n, facts in said.items()}
    return {n: replaced for n, replaced in found.items() if replaced}


def earlier_results(board: Board, standing: Submission) -> Sequence[Replaced[Submission]]:
    """The results that the standing one has replaced, the oldest first. What was void with an
    earlier result is none of them: others played there."""
    all_of_match = {
        submission.pk: submission for submission in Submission.objects.filter(match=board.match_id)
    }
    said = [standing]
    while said[0].supersedes_id is not None:
        said.insert(0, all_of_match[said[0].supersedes_id])
    return _replaced(said, _put_back(board, "submission"), OF_A_RESULT)


def _put_back(board: Board, kind: str) -> Mapping[int, Correction]:
    """Facts that stand again because a correction was taken back, each with who did that."""
    tournament = board.pairing.round.stage.tournament_id
    undone = Correction.objects.filter(tournament=tournament, undoes__isnull=False)
    return {pk: correction for correction in undone for pk in correction.made.get(kind, ())}


def _replaced(
    said: Sequence[Said], back: Mapping[int, Correction], content: Sequence[str]
) -> list[Replaced[Said]]:
    """Each that was followed by one that says something else."""
    found = []
    for old, new in pairwise(said):
        if any(getattr(old, name) != getattr(new, name) for name in content):
            who = back.get(new.pk, new)
            found.append(Replaced(old, who.at, who.role, who.reason, new.pk in back))
    return found


def changes_since(board: Board, version: int) -> Sequence[AuditEntry]:
    """What was written to a match after `version`, in order."""
    scope = f"tournament:{board.pairing.round.stage.tournament_id}"
    entries = AuditEntry.objects.filter(
        scope=scope, data__match=board.match_id, data__version__gt=version
    )
    return list(entries.order_by("number")[:MOST_CHANGES])
