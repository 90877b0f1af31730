"""What stands, as ids by kind: held beside what stood before it says what a correction ended and
made. With both, the one can be put in the other's place.

Kinds: those of `games.services.taking_back`; `penalty`, `kept`, `publication` by their ids; `seat`
(match, seat, player), `hand` (id and place), `table` (pairing, table) and `effect` (penalty,
adjustment, board where it takes effect) as they are written; `round` and `draw` by their ids.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q

from games.cut_offs import FLAG, RESIGNED
from games.engine.scoring.sheet import needs_decision
from games.models import Adjustment, Match
from games.selectors.matches import match_record
from games.services import taking_back
from games.services.adjustments import end_adjustment
from games.services.stored import copied
from games.tables.events import VOID
from kernel.text import N_, refusal
from tournaments.domain.lifecycle import RoundState
from tournaments.models import (
    Board,
    ClockEvent,
    Correction,
    Draw,
    Kept,
    Pairing,
    Penalty,
    Publication,
    Round,
    RoundWindow,
    Stage,
    StandingTable,
)
from tournaments.services.gate.changes import Change
from tournaments.services.stages.online_tables import tell_tables
from web.db.kinds import Kind, rows_by_kind

StandingRows = Mapping[str, set[Any]]


class EndedAndMade(NamedTuple):
    """What a correction ended and made, by kind."""

    ended: Mapping[str, Any]
    made: Mapping[str, Any]


CHANGED_SINCE = N_("What this correction made was changed since: correct the result instead.")
LIFTED_SINCE = N_(
    "A penalty that counts in a match which would come back was taken back since: correct the "
    "result instead."
)


def of_match(tournament: int, match: int) -> StandingRows:
    """What stands of one match, where its hands stand, and the penalties of its event."""
    return rows_by_kind(
        {
            **taking_back.standing_kinds([match]),
            "hand": taking_back.places_of([match]),
            "penalty": _penalties(tournament),
        }
    )


def of_stage(stage: Stage) -> StandingRows:
    """Who was kept in a stage, what is published, who plays where, which penalties of its event hit
    which match; and what is drawn in the event."""
    return rows_by_kind(_of_stage(stage))


def of_dependents(later: Sequence[int], void: Sequence[int]) -> StandingRows:
    """What is said of the matches that rest on another one; of those that are void also who sits
    there, and which places their hands have."""
    if not later:
        return {}
    return rows_by_kind(
        {
            **taking_back.standing_kinds(later),
            "seat": taking_back.seats_of(void),
            "hand": taking_back.places_of(void),
        }
    )


def of_all(board: Board, later: Sequence[int], void: Sequence[int]) -> StandingRows:
    """All of this for a match and those that rest on it."""
    stage = board.pairing.round.stage
    return rows_by_kind(
        {
            **taking_back.standing_kinds([board.match_id, *later]),
            "seat": taking_back.seats_of(void),
            "hand": taking_back.places_of([board.match_id, *void]),
            "penalty": _penalties(stage.tournament_id),
            **_of_stage(stage),
        }
    )


def _penalties(tournament: int) -> Kind:
    return Kind(Penalty.objects.filter(tournament=tournament, superseded_at__isnull=True))


def _of_stage(stage: Stage) -> dict[str, Kind]:
    standing, tournament = {"superseded_at__isnull": True}, stage.tournament_id
    effects = Penalty.objects.filter(tournament=tournament, adjustment__isnull=False, **standing)
    tables = Pairing.objects.filter(round__stage=stage, table__isnull=False)
    return {
        "kept": Kind(Kept.objects.filter(side__pairing__round__stage=stage, **standing)),
        "publication": Kind(Publication.objects.filter(round__stage=stage, **standing)),
        "table": Kind(tables, ("pk", "table_id")),
        "effect": Kind(effects, ("pk", "adjustment_id", "takes_effect_id")),
        "round": Kind(Round.objects.filter(stage__tournament=tournament)),
        "draw": Kind(Draw.objects.filter(stage__tournament=tournament, **standing)),
    }


def merged(parts: Iterable[StandingRows]) -> StandingRows:
    """Several of these as one."""
    found: dict[str, set[Any]] = {}
    for rows in parts:
        for kind, items in rows.items():
            found[kind] = found.get(kind, set()) | items
    return found


def rows_gone(before: StandingRows, after: StandingRows) -> dict[str, list[Any]]:
    """What the one has and the other has not, by kind."""
    left = {kind: items - after.get(kind, set()) for kind, items in before.items()}
    return {kind: sorted(items) for kind, items in left.items() if items}


def as_it_stands(correction: Correction) -> EndedAndMade:
    """What a correction ended and made, where rows of it were put back since by those that stand in
    their place now."""
    later = Correction.objects.filter(tournament=correction.tournament_id, pk__gt=correction.pk)
    ended, made = dict(correction.ended), dict(correction.made)
    for undoing in later.filter(undoes__isnull=False).order_by("pk"):
        for kind, pairs in undoing.made.get("put_back", {}).items():
            now = dict(pairs)
            made[kind] = [now.get(pk, pk) for pk in made.get(kind, ())]
            for reach in (ended, made):
                reach["effect"] = [_effect(effect, kind, now) for effect in reach.get("effect", ())]
    made["hand_fact"] = taking_back.standing_for(made.get("hand_fact", ()))
    return EndedAndMade(ended, made)


def _effect(effect: Sequence[Any], kind: str, now: Mapping[int, int]) -> list[Any]:
    """An effect of a penalty with the rows that stand for it now."""
    penalty, adjustment, board = effect
    if kind == "penalty":
        penalty = now.get(penalty, penalty)
    if kind == "adjustment":
        adjustment = now.get(adjustment, adjustment)
    return [penalty, adjustment, board]


def put_back(
    change: Change, correction: Correction, reach: EndedAndMade
) -> Mapping[str, Mapping[int, int]]:
    """End what a correction made and let what it ended stand again; by kind the rows that were put
    back, the old one and the new one. Refused where what it made does not stand any more."""
    ended, made = reach
    whole = taking_back.end_facts(facts=made, now=change.now)
    for model, kind in ((Kept, "kept"), (Penalty, "penalty")):
        rows = model.objects.filter(pk__in=made.get(kind, ()), superseded_at__isnull=True)
        whole &= rows.update(superseded_at=change.now) == len(made.get(kind, ()))
    if not whole:
        raise refusal("wrong_state", CHANGED_SINCE)
    taking_back.restore_seats(left=made.get("seat", ()), held=ended.get("seat", ()))
    taking_back.restore_places(places=ended.get("hand", ()))
    restored = taking_back.restore_facts(facts=ended)
    kept = Kept.objects.filter(pk__in=ended.get("kept", ()))
    restored["kept"] = {row.pk: copied(row).pk for row in kept}
    restored["penalty"] = _restore_penalties(reach, restored.get("adjustment", {}))
    touched = taking_back.matches_of(ended) | taking_back.matches_of(made)
    taking_back.refold(touched | {correction.board.match_id})
    tell_tables(change, correction.made["void"], VOID)
    _end_lifted(change, touched, correction.ended.get("round", ()))
    _close_rounds(made.get("publication", ()))
    _restore_tables(correction)
    return restored


def _restore_penalties(reach: EndedAndMade, adjustments: Mapping[int, int]) -> dict[int, int]:
    """Penalties stand again, each with the adjustment that stands for it now, and hit the match
    that they hit before."""
    ended, made = reach
    penalties = {
        penalty.pk: copied(penalty, adjustment_id=adjustments.get(penalty.adjustment_id or 0)).pk
        for penalty in Penalty.objects.filter(pk__in=ended.get("penalty", ())).order_by("pk")
    }
    standing = Penalty.objects.filter(superseded_at__isnull=True)
    for penalty, _adjustment, _board in made.get("effect", ()):
        standing.filter(pk=penalty).update(adjustment=None, takes_effect=None)
    for penalty, adjustment, board in ended.get("effect", ()):
        now = adjustments.get(adjustment, adjustment)
        standing.filter(pk=penalty).update(adjustment=now, takes_effect=board)
    for old, new in adjustments.items():
        standing.filter(adjustment=old).update(adjustment=new)
    return penalties


def _end_lifted(change: Change, matches: Iterable[int], rounds: Sequence[int]) -> None:
    """A penalty that was taken back while these matches were void, or those of these rounds set
    aside, counts in them no more. Refused where their result rests on it.

    A resignation is no penalty, and the penalty of a flag comes later than what the flag costs:
    what an online table has brought about itself stays, unless its penalty was taken back.
    """
    here = Q(match__in=matches) | Q(
        match__board__pairing__round__in=rounds,
        match__board__pairing__round__stage__isnull=False,
    )
    standing = {"superseded_at__isnull": True}
    of_penalty = Penalty.objects.filter(adjustment=OuterRef("pk"), **standing)
    of_flag = Penalty.objects.filter(
        adjustment__match=OuterRef("match"), adjustment__reference=OuterRef("reference")
    )
    lifted = Adjustment.objects.filter(here, ~Exists(of_penalty), **standing)
    lifted = lifted.exclude(reference__startswith=RESIGNED)
    lifted = lifted.exclude(~Exists(of_flag), reference__startswith=FLAG)
    for adjustment in lifted.order_by("-pk"):
        record = match_record(Match.objects.select_for_update().get(pk=adjustment.match_id))
        left = end_adjustment(record=record, adjustment=adjustment, now=change.now)
        is_over = record.state == Match.States.FINISHED
        if is_over or (left.sheet is not None and needs_decision(left.sheet)):
            raise refusal("wrong_state", LIFTED_SINCE)


def _close_rounds(publications: Sequence[int]) -> None:
    """A round that was opened by the correction alone, and of which nothing is played, has never
    been open: as if taken back by a director it would not open of itself any more. What its matches
    come to is asked, as a penalty that waited may have begun one of them."""
    of_stage = Round.objects.filter(publications__in=publications, stage__isnull=False)
    begun = Board.objects.filter(pairing__round=OuterRef("pk")).exclude(
        match__state=Match.States.OPEN
    )
    started = ClockEvent.objects.filter(round=OuterRef("pk"), kind=ClockEvent.Kinds.START)
    for round in of_stage.filter(~Exists(begun), ~Exists(started)):
        Publication.objects.filter(pk__in=publications, round=round).delete()
        RoundWindow.objects.filter(round=round).delete()
        StandingTable.objects.filter(round=round).delete()
        Round.objects.filter(pk=round.pk).update(state=RoundState.DRAFT)


def _restore_tables(correction: Correction) -> None:
    """Everybody plays where they played, unless somebody has sat down there since."""
    left, held = correction.made.get("table", ()), correction.ended.get("table", ())
    taken = Pairing.objects.filter(
        pk__in=[pairing for pairing, _table in left], round__stage__isnull=False
    )
    if taken.exclude(pk=correction.board.pairing_id).filter(
        boards__match__state__in=("running", "reported", "disputed")
    ):
        return
    taken.update(table=None)
    for pairing, table in held:
        Pairing.objects.filter(pk=pairing).update(table=table)
