"""Penalties of the event: given and taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Match
from games.services.adjustments import adjust, end_adjustment
from players.permissions import Actor
from players.text import N_, Refusal, Text
from tournaments.domain.formats.base import open_round
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.penalties import (
    INFRACTIONS,
    STEP_NAMES,
    Infraction,
    Proposal,
    Step,
    changes_score,
    is_more_severe,
    is_severe,
    takes_out,
)
from tournaments.models import Board, Entry, Pairing, PairingSide, Penalty
from tournaments.selectors.bracket import has_left
from tournaments.selectors.penalties import Earlier, earlier_of, infraction_of
from tournaments.selectors.stages import stage_facts, why_not_corrected
from tournaments.services.advancing import advance_stage
from tournaments.services.carrying import KINDS, takes_effect_in
from tournaments.services.writing import OpenedMatch, Recorded, left, opening

ACTION = "give_penalty"


@dataclass(frozen=True, slots=True)
class PenaltyEntry:
    """A penalty as a referee gives it.

    `occurrence` is the number that it was shown to get, so that a second press of the button finds
    it taken. `step` left out is the one that the table proposes; another one is discretionary.
    `minutes` are those of the clock; `cause` is a ruling with the same root.
    """

    entry: int
    infraction: str
    occurrence: int
    step: str | None = None
    facts: str = ""
    minutes: int | None = None
    conditions: Sequence[str] = ()
    cause: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """The penalties that were given (two where both are at fault), and what that has left."""

    penalties: tuple[Penalty, ...]
    left: Recorded


def give_penalty(
    *, board: Board, version: int, entry: PenaltyEntry, by: Actor, now: datetime
) -> Given:
    """Give a penalty at a match: what it does to the score follows at once, or in the next match
    where this one is over; who is disqualified is out from his undecided match on."""
    infraction = _infraction(entry)
    with opening(board, version, ACTION, by, now) as opened:
        entries = [side.entry for side in opened.sides if side.entry]
        named = next((one for one in entries if one.pk == entry.entry), None)
        if named is None:
            raise Refusal(Text("invalid", N_("Say which of the two it is.")), "entry")
        _require_unchanged(named, infraction, entry)
        offenders = entries if infraction.target == "both" else [named]
        given = [_give(opened, offender, infraction, entry) for offender in offenders]
        if any(_moves_bracket(penalty) for penalty in given):
            advance_stage(opened.change, opened.round.stage)
    return Given(tuple(given), left(opened))


def take_back_penalty(
    *, penalty: Penalty, version: int, reason: str, by: Actor, now: datetime
) -> Recorded:
    """A penalty holds no more, and with it what it did to the score and the bracket. Taken back
    already, nothing changes. `version` is that of the match which it hits."""
    with opening(board_of(penalty), version, ACTION, by, now) as opened:
        found = _found(penalty)
        if found.superseded_at is None:
            _require_may(by, infraction_of(found), Step(found.step))
            if not reason:
                raise Refusal(Text("reason_needed", N_("Say why it is taken back.")), "reason")
            _end(opened, found, reason)
            data = {"penalty": found.pk, "entry": found.entry_id, "match": opened.board.match_id}
            opened.change.record("penalty.take_back", data, changed="results")
            advance_stage(opened.change, opened.round.stage)
    return left(opened)


def change_penalty(
    *, penalty: Penalty, version: int, step: str, reason: str, by: Actor, now: datetime
) -> Penalty:
    """Another step takes the place of the one that was given, as a panel decided."""
    with opening(board_of(penalty), version, ACTION, by, now) as opened:
        found = _found(penalty)
        if found.superseded_at is not None:
            raise Refusal(Text("not_found", N_("This penalty does not stand any more.")))
        chosen = _known_step(step)
        if chosen == found.step:
            raise Refusal(Text("invalid", N_("This is the step that was given.")), "step")
        _require_may(by, infraction_of(found), chosen)
        _end(opened, found, reason)
        changed = _changed(opened, found, chosen)
        advance_stage(opened.change, opened.round.stage)
    return changed


def board_of(penalty: Penalty) -> Board:
    """The match which a penalty hits, else that at which it was given."""
    boards = Board.objects.select_related("match", "pairing__table", "pairing__round__stage")
    return boards.get(pk=penalty.takes_effect_id or penalty.board_id)


def _give(
    opened: OpenedMatch, offender: Entry, infraction: Infraction, entry: PenaltyEntry
) -> Penalty:
    earlier, replaced = _same_cause(earlier_of(offender), entry.cause)
    proposal = earlier.proposal(infraction, minutes=entry.minutes or 0, conditions=entry.conditions)
    step = _step(entry, proposal)
    _require_may(opened.change.by, infraction, step)
    if replaced:
        _require_more_severe(replaced, step)
        _end(opened, replaced, "")
    penalty = Penalty(
        entry=offender,
        board=opened.board,
        infraction=infraction.id,
        occurrence=earlier.next_occurrence(infraction),
        step=step,
        discretionary=step != proposal.step,
        minutes=entry.minutes,
        conditions=list(entry.conditions),
        facts=entry.facts,
        out_from=_out_from(opened, offender, infraction, proposal.occurrence, step),
        cause_id=entry.cause,
        supersedes=replaced,
    )
    return _written(opened, penalty)


def _changed(opened: OpenedMatch, old: Penalty, step: Step) -> Penalty:
    """The same infraction with another step; it hits what the old one hit."""
    infraction = infraction_of(old)
    penalty = Penalty(
        entry=old.entry,
        board=old.board,
        takes_effect=old.takes_effect,
        infraction=old.infraction,
        occurrence=old.occurrence,
        step=step,
        discretionary=True,
        minutes=old.minutes,
        conditions=old.conditions,
        facts=old.facts,
        out_from=_out_from(opened, old.entry, infraction, old.occurrence, step),
        cause=old.cause,
        supersedes=old,
    )
    return _written(opened, penalty)


def _written(opened: OpenedMatch, penalty: Penalty) -> Penalty:
    penalty.tournament = opened.change.tournament
    for name, value in opened.change.facts.items():
        setattr(penalty, name, value)
    penalty.save(force_insert=True)
    _record(opened, penalty)
    step = Step(penalty.step)
    if changes_score(step) and _can_be_hit(opened, step):
        _hit(opened, penalty)
    return penalty


def _require_unchanged(named: Entry, infraction: Infraction, entry: PenaltyEntry) -> None:
    """A second press of the button finds the first one's penalty."""
    earlier, _ = _same_cause(earlier_of(named), entry.cause)
    if earlier.next_occurrence(infraction) != entry.occurrence:
        sentence = N_("Another penalty was given to him meanwhile. Look at it and decide.")
        raise Refusal(Text("stale", sentence))


def _same_cause(earlier: Earlier, cause: int | None) -> tuple[Earlier, Penalty | None]:
    """What he has for other causes, and what he has for the same one."""
    if cause is None:
        return earlier, None
    same = next((one for one in earlier.penalties if one.cause_id == cause), None)
    return Earlier([one for one in earlier.penalties if one != same]), same


def _require_more_severe(replaced: Penalty, step: Step) -> None:
    """Of several for one root cause only the most severe stands (gin.md 5.1)."""
    before = Step(replaced.step)
    if not is_more_severe(step, before):
        sentence = N_("For the same cause he was given: %(step)s. Only the most severe stands.")
        raise Refusal(Text("less_severe", sentence, {"step": STEP_NAMES[before]}), "step")


def _found(penalty: Penalty) -> Penalty:
    """The penalty as it is now, under the lock."""
    return Penalty.objects.select_related("adjustment", "entry").get(pk=penalty.pk)


def _step(entry: PenaltyEntry, proposal: Proposal) -> Step:
    return proposal.step if entry.step is None else _known_step(entry.step)


def _known_step(step: str) -> Step:
    if step not in set(Step):
        raise Refusal(Text("invalid", N_("There is no such step of the ladder.")), "step")
    return Step(step)


def _infraction(entry: PenaltyEntry) -> Infraction:
    infraction = INFRACTIONS.get(entry.infraction)
    if infraction is None:
        raise Refusal(Text("invalid", N_("There is no such infraction.")), "infraction")
    if not set(entry.conditions) <= set(infraction.conditions):
        raise Refusal(Text("invalid", N_("This does not belong to the infraction.")), "conditions")
    return infraction


def _require_may(by: Actor, infraction: Infraction, step: Step) -> None:
    if not by.may("penalty.give"):
        raise Refusal(Text("forbidden", N_("Only a referee of this event gives penalties.")))
    if is_severe(infraction, step) and not by.may("penalty.severe"):
        sentence = N_("Only the head referee or a director gives this: ask one of them.")
        raise Refusal(Text("forbidden", sentence), "step")


def _record(opened: OpenedMatch, penalty: Penalty) -> None:
    data = {
        "penalty": penalty.pk,
        "entry": penalty.entry_id,
        "infraction": penalty.infraction,
        "occurrence": penalty.occurrence,
        "step": penalty.step,
        "match": opened.board.match_id,
    }
    opened.change.record("penalty.give", data, changed="results")


def _can_be_hit(opened: OpenedMatch, step: Step) -> bool:
    """Whether it can take effect in this match; else it is carried to his next one."""
    is_ready = opened.round.state != RoundState.DRAFT and all(one.entry for one in opened.sides)
    is_decided = any(has_left(side) for side in opened.sides)
    return is_ready and not is_decided and takes_effect_in(opened.record, step)


def _hit(opened: OpenedMatch, penalty: Penalty) -> None:
    """What it does to the score of this match."""
    seat = next(side.seat for side in opened.sides if side.entry_id == penalty.entry_id)
    record, penalty.adjustment = adjust(
        record=opened.record,
        kind=KINDS[Step(penalty.step)],
        seat=seat,
        by=opened.change.by,
        now=opened.change.now,
        reference=f"penalty:{penalty.pk}",
    )
    penalty.save(update_fields=["adjustment"])
    opened.note("penalty.hit", record, penalty=penalty.pk)


def _out_from(
    opened: OpenedMatch, offender: Entry, infraction: Infraction, occurrence: int, step: Step
) -> int | None:
    """The first round that he no longer plays: this match's while it is open, else that of his
    next one; where he has none left, this match's."""
    if not takes_out(infraction, occurrence, step):
        return None
    if opened.record.state != Match.States.FINISHED:
        return opened.round.number
    resolved = stage_facts(opened.round.stage).resolved()
    return open_round(resolved, offender.pk) or opened.round.number


def _moves_bracket(penalty: Penalty) -> bool:
    """Whether somebody is out or a match lost by it, or it waits for the next match."""
    lost = penalty.step == Step.MATCH_LOSS
    waits = changes_score(Step(penalty.step)) and penalty.adjustment_id is None
    return lost or waits or penalty.out_from is not None


def _end(opened: OpenedMatch, penalty: Penalty, reason: str) -> None:
    """It holds no more; refused where matches that rest on it have begun."""
    Penalty.objects.filter(pk=penalty.pk).update(superseded_at=opened.change.now, end_reason=reason)
    if penalty.out_from is not None:
        _require_nothing_later(_left_without_play(penalty))
    adjustment = penalty.adjustment
    if adjustment is None or adjustment.superseded_at is not None:
        return
    before = opened.record
    if adjustment not in before.adjustments:
        sentence = N_("It took effect in another match meanwhile. Look at it and decide.")
        raise Refusal(Text("stale", sentence))
    record = end_adjustment(record=before, adjustment=adjustment, now=opened.change.now)
    if opened.stood and record.winner != before.winner:
        _require_nothing_later(opened.sides[0].pairing)
    opened.note("penalty.lift", record, penalty=penalty.pk)


def _left_without_play(penalty: Penalty) -> Pairing | None:
    """The pairing that his opponent was given by it."""
    sides = PairingSide.objects.filter(
        entry=penalty.entry_id, pairing__round__number=penalty.out_from
    ).exclude(pairing__boards__match__state=Match.States.FINISHED)
    side = sides.select_related("pairing__round__stage").first()
    return side.pairing if side else None


def _require_nothing_later(pairing: Pairing | None) -> None:
    later = why_not_corrected(pairing) if pairing else None
    if later is not None:
        raise Refusal(later)
