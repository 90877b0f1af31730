"""What becomes of a game that what was said later left unfinished, while others were played behind
it: somebody has to say so.

As in `scoresheet`: the caller holds the lock of the match and has read its record under that lock.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from games.engine.scoring.sheet import IfUnfinished, needs_decision
from games.models import GameDecision, Ruling
from games.selectors.matches import MatchRecord
from games.services.stored import store, who
from kernel.permissions import Actor
from kernel.text import N_, Refusal, Text

UNFINISHED = N_(
    "With this, game %(game)d did not end, but later hands were played. Choose: play on, the "
    "leader takes it, or the game is void."
)
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Correction:
    """What is said later of a match: why, by whom and when, with which ruling if with one.

    `if_unfinished` is what becomes of a game that it leaves unfinished.
    """

    reason: str
    by: Actor
    now: datetime
    if_unfinished: str | None = None
    ruling: Ruling | None = None


def decide_unfinished(
    *, record: MatchRecord, if_unfinished: str | None, reason: str, by: Actor, now: datetime
) -> MatchRecord:
    """Say what becomes of games that a penalty, given or taken back, has left unfinished."""
    left = decided(record, Correction(reason, by, now, if_unfinished))
    return record if left.decisions == (record.decisions or {}) else store(left)


def decided(record: MatchRecord, correction: Correction, game: int | None = None) -> MatchRecord:
    """The record as it comes to now, with the decision about each game that is left unfinished
    behind later ones; a word on `game` takes the place of the one before.

    Refused (`choice_needed`) where a decision is needed and none is given.
    """
    decisions, if_unfinished = dict(record.decisions or {}), correction.if_unfinished
    if if_unfinished is not None and game is not None:
        decisions.pop(game, None)
    record = replace(record, decisions=decisions)
    open_games = () if record.sheet is None else needs_decision(record.sheet)
    if not open_games or (record.sheet is not None and record.sheet.lost):
        return record
    if if_unfinished is None:
        raise Refusal(Text("choice_needed", UNFINISHED, {"game": open_games[0]}), "if_unfinished")
    for number in open_games:
        standing = GameDecision.objects.filter(match=record.match, superseded_at__isnull=True)
        standing.filter(game=number).update(superseded_at=correction.now)
        GameDecision.objects.create(
            match=record.match,
            game=number,
            decision=if_unfinished,
            reason=correction.reason[:LONGEST_REASON],
            ruling=correction.ruling,
            **who(correction.by, correction.now),
        )
        decisions[number] = cast(IfUnfinished, if_unfinished)  # the words of `GameDecision`
    return replace(record, decisions=decisions)
