"""The tables of standings that are kept, as pages and API read them."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef

from tournaments.domain.crosstable import PairingKey
from tournaments.domain.lifecycle import RoundState
from tournaments.models import Kept, Round, Stage, StandingTable
from tournaments.selectors.stages.reading import stage_record

BEGUN = (RoundState.RUNNING, RoundState.COMPLETE)


def standing_table(stage: Stage, round: int | None = None) -> StandingTable | None:
    """The kept standings after a round, the newest where none is named; with it whether anybody
    was kept in the stage in spite of a result (`any_kept`), and whether a round of it was paired
    while a match was open (`any_open`)."""
    kept = Kept.objects.filter(
        side__pairing__round__stage=OuterRef("stage"), superseded_at__isnull=True
    )
    left_open = Round.objects.filter(stage=OuterRef("stage"), left_open__isnull=False)
    tables = StandingTable.objects.filter(stage=stage).select_related("round", "stage")
    tables = tables.annotate(any_kept=Exists(kept), any_open=Exists(left_open)).order_by(
        "-round__number"
    )
    return (tables if round is None else tables.filter(round__number=round)).first()


def kept_rounds(stage: Stage) -> Sequence[int]:
    """The rounds that have begun, or are over, and after which standings are kept, in order."""
    tables = StandingTable.objects.filter(stage=stage, round__state__in=BEGUN)
    return list(tables.order_by("round__number").values_list("round__number", flat=True))


def pairings_against(table: StandingTable) -> list[PairingKey]:
    """The pairings in which somebody was kept against the results, in order, for a table of
    `standing_table`: without a query where there are none."""
    if not vars(table)["any_kept"]:
        return []
    record = stage_record(table.stage)
    return sorted(record.against_results(record.resolved()))
