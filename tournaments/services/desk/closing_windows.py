"""The window of a round is over: what was not begun is settled by the event's rule, and the next
round may follow. The worker does it, asked by the tick."""

from datetime import datetime

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from games.levels import ResultLevel
from games.selectors.tables import has_drawn
from kernel.permissions import Actor
from kernel.text import N_
from tournaments.domain.lifecycle import TournamentState
from tournaments.domain.windows import Settled, Unplayed, settled
from tournaments.models import Board, RoundWindow, Tournament
from tournaments.selectors.desk.arranging import boards_unplayed, efforts_at
from tournaments.selectors.stages.sides import has_left, sides_at
from tournaments.selectors.stages.windows import windows_over
from tournaments.services.desk.results import record_result
from tournaments.services.gate.changes import changing
from tournaments.services.stages.advancing import advance_current

NOT_PLAYED = N_("It was not played within its window.")


def close_windows(*, tournament_id: int, by: Actor, now: datetime) -> None:
    """Settle what was not begun in the rounds of an event whose windows are over. A match in which
    anything was played, or a result was reported, waits for the director. Twice is once."""
    with transaction.atomic():
        locked = Tournament.objects.select_for_update(of=("self",))
        tournament = locked.filter(pk=tournament_id).first()
        if tournament is None or tournament.state != TournamentState.RUNNING:
            return
        for window in windows_over(tournament, now):
            unplayed = boards_unplayed(window.round_id)
            done = [board for board in unplayed if _settle(board, window.until, by, now)]
            with changing(tournament_id, by=by, now=now) as change:
                RoundWindow.objects.filter(pk=window.pk).update(closed_at=now)
                said = {"round": window.round_id, "settled": [one.match_id for one in done]}
                change.record("round.close_window", "rounds", public=True, **said)
                advance_current(change)


def _settle(board: Board, until: datetime, by: Actor, now: datetime) -> bool:
    """End a match that was not begun; whether the rule of its event says how."""
    stage = board.pairing.round.stage
    rule, efforts = Unplayed(stage.tournament.unplayed), efforts_at(board, until)
    ends = settled(rule, efforts, knows_draws=stage.knows_draws)
    is_decided = any(has_left(side) for side in sides_at(board.pairing_id))
    if ends is None or is_decided or has_drawn(board.match):
        return False
    with translation.override(stage.tournament.club.language):
        reason = gettext(NOT_PLAYED)
    level, payload = _as_result(ends)
    record_result(
        board=board,
        version=board.match.version,
        level=level,
        payload=payload,
        reason=reason,
        by=by,
        now=now,
    )
    return True


def _as_result(ends: Settled) -> tuple[ResultLevel, dict[str, object]]:
    if ends.winner is not None:
        return ResultLevel.WALKOVER, {"walkover": ends.winner}
    if ends.is_drawn:
        return ResultLevel.DRAWN, {"games_won": [0, 0]}
    return ResultLevel.DOUBLE_FORFEIT, {}
