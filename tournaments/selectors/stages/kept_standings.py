"""The tables of standings that are kept, as pages and API read them."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.domain.crosstable import PairingKey
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Kept, Stage, StandingTable
from tournaments.selectors.stages.facts import stage_facts
from web.db.statements import written_once

BEGUN = (RoundState.RUNNING, RoundState.COMPLETE)


def standing_table(stage: Stage, round: int | None = None) -> StandingTable | None:
    """The kept standings after a round, the newest where none is named; with it whether anybody
    was kept in the stage in spite of a result (`any_kept`)."""
    if round is None:
        return next(iter(_newest_table(stage.pk)), None)
    return _tables(stage.pk).filter(round__number=round).first()


def kept_rounds(stage: Stage) -> Sequence[int]:
    """The rounds that have begun, or are over, and after which standings are kept, in order."""
    tables = StandingTable.objects.filter(stage=stage, round__state__in=BEGUN)
    return list(tables.order_by("round__number").values_list("round__number", flat=True))


def pairings_against(table: StandingTable) -> list[PairingKey]:
    """The pairings in which somebody was kept against the results, in order, for a table of
    `standing_table`: without a query where there are none."""
    if not vars(table)["any_kept"]:
        return []
    facts = stage_facts(table.stage)
    return sorted(facts.against_results(facts.resolved()))


@written_once
def _newest_table(stage: int) -> QuerySet[StandingTable]:
    return _tables(stage).order_by("-round__number")[:1]


def _tables(stage: int) -> QuerySet[StandingTable]:
    kept = Kept.objects.filter(
        side__pairing__round__stage=OuterRef("stage"), superseded_at__isnull=True
    )
    tables = StandingTable.objects.filter(stage=stage).select_related("round", "stage")
    return tables.annotate(any_kept=Exists(kept))
