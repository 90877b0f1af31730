"""The windows in which rounds are played."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from tournaments.domain.lifecycle import RoundState, TournamentState
from tournaments.models import Round, RoundWindow, Stage, Tournament
from tournaments.selectors.stages.order import current_stage, stages_of


def standing_window(round: Round) -> QuerySet[RoundWindow]:
    """The window of a round, as a query; none where it has none."""
    return RoundWindow.objects.filter(round=round, superseded_at=None)


def windows_of(rounds: Collection[int]) -> Mapping[int, datetime]:
    """Until when each of these rounds is played, by their keys, as far as they have windows."""
    standing = RoundWindow.objects.filter(round__in=rounds, superseded_at=None)
    return dict(standing.values_list("round", "until"))


def are_open(stage: Stage) -> Mapping[int, bool]:
    """The rounds of a stage that have windows, by their numbers: False once the window is over and
    the program has settled what it could."""
    standing = RoundWindow.objects.filter(round__stage=stage, superseded_at=None)
    rows = standing.values_list("round__number", "closed_at")
    return {number: closed_at is None for number, closed_at in rows}


def is_any_open(tournament: Tournament, now: datetime) -> bool:
    """Whether a round of an event may still be played: until then the next one does not begin of
    itself."""
    return _standing(tournament).filter(until__gt=now).exists()


def windows_over(tournament: Tournament, now: datetime) -> Sequence[RoundWindow]:
    """The windows of an event that are over, and for which the program has not settled yet what was
    not played; the first round first."""
    over = _standing(tournament).filter(until__lte=now, closed_at=None)
    return list(over.select_related("round__stage").order_by("round__stage__number", "round"))


def events_with_windows_over(now: datetime) -> Sequence[int]:
    """The events of which a window is to be closed."""
    over = RoundWindow.objects.filter(
        superseded_at=None,
        closed_at=None,
        until__lte=now,
        round__stage__tournament__state=TournamentState.RUNNING,
    )
    return list(over.values_list("round__stage__tournament", flat=True).distinct())


def round_of_window(tournament: Tournament, number: int) -> Round | None:
    """The round of the current stage with this number, where it is published."""
    stage = current_stage(stages_of(tournament.pk))
    published = stage.rounds.exclude(state=RoundState.DRAFT)
    return published.filter(number=number).first()


def _standing(tournament: Tournament) -> QuerySet[RoundWindow]:
    return RoundWindow.objects.filter(round__stage__tournament=tournament, superseded_at=None)
