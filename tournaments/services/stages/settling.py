"""What follows from a change of a stage, in one change and from one reading: the bracket moves on,
what comes next is drawn, the tables are ranked, and who is to be told is written to.

With nothing new, nothing changes. The standings carry the version of the tournament, so whoever
finds them behind (the tick) knows that all of it is to be done.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from kernel.permissions import Actor
from kernel.text import Refusal
from tournaments.domain.lifecycle import TournamentState
from tournaments.models import Stage
from tournaments.selectors.stages.order import is_drawn, stages_after
from tournaments.selectors.stages.reading import stage_record
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change, changing
from tournaments.services.stages.advancing import advance_stage
from tournaments.services.stages.next_round import draw_what_follows
from tournaments.services.stages.notices import send_notices
from tournaments.services.stages.standings import write_standings


def settle_stage(*, stage_id: int, by: Actor, now: datetime) -> None:
    """Bring everything that follows from the facts of a stage up to them."""
    stage = Stage.objects.select_related("tournament").filter(pk=stage_id).first()
    if stage is None:
        return
    with changing(stage.tournament_id, by=by, now=now) as change:
        settle(change, stage)


def settle(change: Change, stage: Stage, facts: StageRecord | None = None) -> None:
    """The same inside a change that has begun; `facts` may be handed in by who has just read them.
    What is drawn by it is settled by a worker in its turn."""
    if change.tournament.state not in {TournamentState.RUNNING, TournamentState.FINISHED}:
        return
    facts = advance_stage(change, stage, facts)
    change.unsettled.discard(stage.pk)
    later = list(stages_after(stage))
    if change.tournament.state == TournamentState.RUNNING and _draw(change, facts, later):
        facts = stage_record(stage)
    write_standings(change, facts, later[0] if later else None)
    is_online = change.tournament.has_online_tables
    has_windows = change.tournament.window_days is not None
    send_notices(
        stage_id=stage.pk,
        by=change.by,
        now=change.now,
        is_online=is_online,
        has_windows=has_windows,
    )


def _draw(change: Change, facts: StageRecord, later: Sequence[Stage]) -> bool:
    """Draw what follows in the current stage; whether anything did, or was dropped."""
    drawn = [stage for stage in later if is_drawn(stage)]
    with suppress(Refusal):  # what can't be drawn waits for the director
        return draw_what_follows(change, stage_record(drawn[-1]) if drawn else facts)
    return True
