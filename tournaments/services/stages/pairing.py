"""What the director says about who meets: pairs that never meet, that are kept apart, that are set;
and the two who are exchanged in a draft."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from django.db.models import Q, QuerySet

from kernel.permissions import Actor
from kernel.seats import SIDES
from kernel.text import N_, refusal
from tournaments.domain import lifecycle
from tournaments.domain.formats.sentences import stored
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.pairing.reasons import FIXED
from tournaments.models import Entry, Pairing, PairingSide, PairRule, Round, Stage
from tournaments.selectors.stages.drafts import own_round
from tournaments.selectors.stages.order import current_stage, stages_of
from tournaments.selectors.stages.reading import stage_record
from tournaments.services.gate.changes import Change, changing, difference
from tournaments.services.stages.advancing import advance_current, advance_stage

PairRuleKinds = PairRule.Kinds
NO_DRAFT = N_("Round %(round)d is no draft whose pairs could be changed.")


def set_pair_rule(
    *,
    tournament_id: int,
    kind: str,
    entries: Sequence[int],
    by: Actor,
    now: datetime,
    round: int | None = None,
) -> PairRule:
    """Say that two entries never meet, are kept apart in the first rounds, or (`fixed`) meet in a
    round that is not published. Saying it twice changes nothing."""
    with changing(tournament_id, by=by, now=now, action="pair") as change:
        first, second = sorted(_two(change, entries))
        stage = current_stage(stages_of(tournament_id))
        if kind == PairRuleKinds.FIXED:
            _require_open_round(stage, round)
        of_round = {"stage": stage, "round": round} if kind == PairRuleKinds.FIXED else {}
        standing = _standing(change).filter(kind=kind, first=first, second=second, **of_round)
        found = standing.first()
        if found:
            return found
        if kind == PairRuleKinds.FIXED:
            _loosen(change, stage, round, [first, second])
        rule = PairRule.objects.create(
            tournament=change.tournament,
            kind=kind,
            first_id=first,
            second_id=second,
            **of_round,
            **change.facts,
        )
        _note(change, "pairs.set", rule)
        advance_current(change)
    return rule


def end_pair_rule(*, tournament_id: int, rule_id: int, by: Actor, now: datetime) -> None:
    """It holds no more. Ending it twice changes nothing."""
    with changing(tournament_id, by=by, now=now) as change:
        rule = _standing(change).filter(pk=rule_id).first()
        if rule is None:
            return
        lifecycle.require(change.tournament.state, "pair")
        rule.superseded_at = now
        rule.save(update_fields=["superseded_at"])
        _note(change, "pairs.end", rule)
        advance_current(change)


def swap_in_draft(
    *, tournament_id: int, round: int, entries: Sequence[int], by: Actor, now: datetime
) -> Round:
    """Exchange two entries of a draft: each takes the other's place, the bye among them.

    The pairs that come of it are fixed, so that they stay when the draft is drawn again; exchanged
    back, they are the program's own as before. What the program had paired stays beside the draft
    (`Round.proposed`).
    """
    with changing(tournament_id, by=by, now=now, action="pair") as change:
        first, second = _two(change, entries)
        stage = current_stage(stages_of(tournament_id))
        found = _require_draft(stage, round)
        sides = {
            side.entry_id: side
            for side in PairingSide.objects.filter(pairing__round=found, entry__in=[first, second])
        }
        if len(sides) < 2:
            sentence = N_("Both must be in the draft of round %(round)d.")
            raise refusal("invalid", sentence, "entries", round=round)
        ours, theirs = sides[first], sides[second]
        if ours.pairing_id == theirs.pairing_id:
            sentence = N_("These two meet each other: choose two from different pairs.")
            raise refusal("invalid", sentence, "entries")
        touched = [ours.pairing_id, theirs.pairing_id]
        before = _pairs(touched)
        ours.entry_id, theirs.entry_id = second, first
        PairingSide.objects.bulk_update([ours, theirs], ["entry"])
        after = _pairs(touched)
        _loosen(change, stage, round, [entry for two in before + after for entry in two if entry])
        proposed = [set(together) for together in found.proposed]
        if all(set(together) in proposed for together in after):
            _give_back_reasons(stage, round, touched)
        else:
            _fix(change, stage, round, touched)
        data = {"round": found.pk, "number": round, "entries": [first, second]}
        pairs = difference({"pairs": before}, {"pairs": after})
        change.record("round.swap", "rounds", public=False, **data, **pairs)
        advance_stage(change, stage)
    return found


def _fix(change: Change, stage: Stage, round: int, pairings: Sequence[int]) -> None:
    """What the director has paired stays when the draft is drawn again."""
    Pairing.objects.filter(pk__in=pairings).update(reason=stored(FIXED))
    PairRule.objects.bulk_create(
        PairRule(
            tournament=change.tournament,
            kind=PairRuleKinds.FIXED,
            first_id=min(first, second),
            second_id=max(first, second),
            stage=stage,
            round=round,
            **change.facts,
        )
        for first, second in _set_together(stage, _pairs(pairings))
    )


def _set_together(
    stage: Stage, tables: Sequence[Sequence[int | None]]
) -> Iterator[tuple[int, int]]:
    """The pairs by which these stay together, one leading to the next: all of a table, or those who
    are partners there."""
    step = SIDES if stage.format_class.meets == "partners" else 1
    for together in tables:
        here = [entry for entry in together if entry is not None]
        for first in range(step):
            yield from pairwise(sorted(here[first::step]))


def _give_back_reasons(stage: Stage, round: int, pairings: Sequence[int]) -> None:
    """These pairs are the program's own again, and so are its reasons."""
    plan = own_round(stage_record(stage), round)
    reasons = {frozenset(side.entry for side in planned.sides): planned.reason for planned in plan}
    for pairing, two in zip(
        Pairing.objects.filter(pk__in=pairings).order_by("number"), _pairs(pairings), strict=True
    ):
        reason = reasons.get(frozenset(two))
        pairing.reason = stored(reason) if reason else None
        pairing.save(update_fields=["reason"])


def _two(change: Change, entries: Sequence[int]) -> list[int]:
    known = Entry.objects.filter(tournament=change.tournament, pk__in=entries)
    if len(entries) != 2 or known.count() != 2:
        sentence = N_("Name two entries of this tournament, not one twice.")
        raise refusal("invalid", sentence, "entries")
    return list(entries)


def _require_open_round(stage: Stage, round: int | None) -> None:
    if not stage.format_class.drawn_by_round:
        sentence = N_("The pairs of this stage follow from its draw: none can be set.")
        raise refusal("not_ready", sentence)
    if round is None or round < 1:
        raise refusal("invalid", N_("Say in which round they are to meet."), "round")
    if stage.rounds.filter(number=round).exclude(state=RoundState.DRAFT).exists():
        raise refusal("not_ready", NO_DRAFT, "round", round=round)


def _require_draft(stage: Stage, number: int) -> Round:
    found = stage.rounds.filter(number=number, state=RoundState.DRAFT).first()
    if found is None or not stage.format_class.drawn_by_round:
        raise refusal("not_ready", NO_DRAFT, "round", round=number)
    return found


def _standing(change: Change) -> QuerySet[PairRule]:
    return PairRule.objects.filter(tournament=change.tournament, superseded_at__isnull=True)


def _loosen(change: Change, stage: Stage, round: int | None, entries: Sequence[int]) -> None:
    """End the pairs that are set for a round and in which any of these entrants is."""
    fixed = _standing(change).filter(kind=PairRuleKinds.FIXED, stage=stage, round=round)
    touched = Q(first__in=entries) | Q(second__in=entries)
    fixed.filter(touched).update(superseded_at=change.now)


def _pairs(pairings: Sequence[int]) -> list[list[int | None]]:
    sides = PairingSide.objects.filter(pairing__in=pairings).order_by("pairing__number", "seat")
    found: dict[int, list[int | None]] = {}
    for pairing, entry in sides.values_list("pairing_id", "entry_id"):
        found.setdefault(pairing, []).append(entry)
    return list(found.values())


def _note(change: Change, action: str, rule: PairRule) -> None:
    entries = [rule.first_id, rule.second_id]
    said = {"rule": rule.pk, "kind": rule.kind, "entries": entries, "number": rule.round}
    change.record(action, "rounds", public=False, **said)
