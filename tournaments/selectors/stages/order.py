"""The stages of a tournament in order, and which of them is the current one."""

from collections.abc import Iterable

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.domain.lifecycle import RoundState
from tournaments.models import Round, Stage


def stages_of(tournament: int) -> list[Stage]:
    """The stages of a tournament in order, with tournament and club; each as `as_far_as_drawn`."""
    stages = as_far_as_drawn().filter(tournament=tournament)
    return list(stages.select_related("tournament__club"))


def as_far_as_drawn() -> QuerySet[Stage]:
    """Stages in order, each with what `is_drawn` and `is_published` ask for."""
    first = Round.objects.filter(stage=OuterRef("pk"), number=1).order_by()
    found = Stage.objects.annotate(first_round=Subquery(first.values("state")))
    return found.order_by("tournament_id", "number")


def is_drawn(stage: Stage) -> bool:
    """Whether a stage of `as_far_as_drawn` is drawn."""
    return vars(stage)["first_round"] is not None


def is_published(stage: Stage) -> bool:
    """Whether visitors may see a stage of `as_far_as_drawn`."""
    return vars(stage)["first_round"] not in (None, RoundState.DRAFT)


def stages_after(stage: Stage) -> QuerySet[Stage]:
    """The stages of its tournament that come after a stage, in order, `as_far_as_drawn`."""
    later = as_far_as_drawn().filter(tournament=stage.tournament_id, number__gt=stage.number)
    return later.select_related("tournament")


def current_stage(stages: Iterable[Stage], *, drafts: bool = True) -> Stage:
    """Of the stages of a tournament (`stages_of`) the last that is drawn, for staff, or that is
    published; the first before that."""
    is_seen = is_drawn if drafts else is_published
    first, *later = stages
    return next((stage for stage in reversed(later) if is_seen(stage)), first)
