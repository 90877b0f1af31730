"""The window of a round: it begins with the publication, ends at its hour, and can be moved."""

from datetime import datetime
from zoneinfo import ZoneInfo

from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.domain.windows import window_end
from tournaments.models import Round, RoundWindow
from tournaments.selectors.stages.windows import round_of_window, standing_window
from tournaments.services.gate.changes import Change, changing

NO_WINDOWS = N_("The rounds of this event have no windows.")
NOT_OPEN = N_("Round %(round)d is not published, so nothing of it can be played yet.")
PAST = N_("This hour is past. Say until when the round is to be played.")


def open_window(change: Change, round: Round) -> None:
    """A round was published: in an event by windows it is played from now on until its hour."""
    days = change.tournament.window_days
    if days is None:
        return
    end_window(change, round)
    zone = ZoneInfo(change.tournament.club.time_zone)
    until = window_end(change.now, days, zone)
    RoundWindow.objects.create(round=round, until=until, **change.facts)


def end_window(change: Change, round: Round) -> None:
    """A round is not played any more, or until another hour."""
    standing_window(round).update(superseded_at=change.now)


def move_window(
    *, tournament_id: int, number: int, until: datetime, by: Actor, now: datetime
) -> RoundWindow:
    """Let a published round be played until another hour. What was settled when its window was over
    stays as it is; to the hour that it has already nothing changes."""
    with changing(tournament_id, by=by, now=now, action="drop_round") as change:
        round = round_of_window(change.tournament, number)
        if round is None:
            raise refusal("not_ready", NOT_OPEN, round=number)
        window = standing_window(round).first()
        if window is None:
            raise refusal("wrong_state", NO_WINDOWS)
        if window.until == until:
            return window
        if until <= now:
            raise refusal("bad_hour", PAST, "until")
        end_window(change, round)
        moved = RoundWindow.objects.create(round=round, until=until, **change.facts)
        said = {"round": round.pk, "until": until.isoformat()}
        change.record("round.window", "rounds", public=True, **said)
    return moved
