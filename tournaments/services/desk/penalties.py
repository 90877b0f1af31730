"""Penalties of the event: given and taken back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Adjustment, MatchSeat
from games.selectors.matches import MatchRecord
from games.selectors.tables import flag_for
from games.services.stored import copied
from games.services.unfinished import decide_unfinished
from games.tables.records import instant_text
from kernel.permissions import Actor
from kernel.text import N_, refusal
from tournaments.domain.penalties.infractions import INFRACTIONS, Infraction, is_severe
from tournaments.domain.penalties.ladder import STEP_NAMES, PenaltyStep, is_more_severe
from tournaments.models import Board, Entry, Penalty
from tournaments.selectors.events.penalties import (
    earlier_of,
    infraction_of,
    is_public,
    with_other_causes,
)
from tournaments.services.desk.match_edit import GIVE_PENALTY, EditedMatch, editing_match
from tournaments.services.desk.penalty_effects import (
    first_round_out,
    hit,
    lift,
    moves_bracket,
    through_without_play,
)
from tournaments.services.desk.result_change import CorrectionRequest

DEFAULT_REQUEST = CorrectionRequest("penalty")


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


def give_penalty(
    *,
    board: Board,
    version: int,
    entry: PenaltyEntry,
    by: Actor,
    now: datetime,
    request: CorrectionRequest = DEFAULT_REQUEST,
) -> list[Penalty]:
    """Give a penalty at a match, or two where both are at fault: what it does to the score follows
    at once, or in the next match where this one is over; who is disqualified is out from their
    undecided match on.

    `request` says how the result is corrected where the one in whose place it stands had ended the
    match or a game.
    """
    infraction = _infraction(entry)
    with editing_match(board, version, GIVE_PENALTY, by, now, request, as_judge=True) as opened:
        entries = [side.entry for side in opened.sides if side.entry]
        named = next((seated for seated in entries if seated.pk == entry.entry), None)
        if named is None:
            raise refusal("invalid", N_("Say which of the two it is."), "entry")
        offenders = entries if infraction.target == "both" else [named]
        given = [_give(opened, offender, infraction, entry) for offender in offenders]
        opened.moves_bracket = any(moves_bracket(penalty) for penalty in given)
    return given


def take_back_penalty(
    *, penalty: Penalty, version: int, request: CorrectionRequest, by: Actor, now: datetime
) -> EditedMatch:
    """A penalty holds no more, and with it what it did to the score and the bracket. Taken back
    already, nothing changes.

    `version` is that of the match which it hits; `request` names the reason and, where a result
    stands, how it is to be corrected.
    """
    board = board_of(penalty)
    with editing_match(board, version, GIVE_PENALTY, by, now, request, as_judge=True) as opened:
        found = _found(penalty)
        if found.superseded_at is None:
            _require_may(by, infraction_of(found), PenaltyStep(found.step))
            if not request.reason:
                raise refusal("reason_needed", N_("Say why it is taken back."), "reason")
            opened.lifted = through_without_play(opened, found)
            record = lift(opened, opened.record, found, request.reason)
            _note(opened, "penalty.take_back", record, found)
            opened.moves_bracket = True
    return opened


def change_penalty(
    *,
    penalty: Penalty,
    version: int,
    step: str,
    request: CorrectionRequest,
    by: Actor,
    now: datetime,
) -> Penalty:
    """Another step takes the place of the one that was given, as a panel decided."""
    board = board_of(penalty)
    with editing_match(board, version, GIVE_PENALTY, by, now, request, as_judge=True) as opened:
        old, chosen = _found(penalty), _known_step(step)
        if old.superseded_at is not None:
            raise refusal("not_found", N_("This penalty does not stand any more."))
        if chosen == old.step:
            raise refusal("invalid", N_("This is the step that was given."), "step")
        _require_may(by, infraction_of(old), chosen)
        lifted = through_without_play(opened, old)
        record = lift(opened, opened.record, old, request.reason)
        out_from = first_round_out(opened, old.entry, infraction_of(old), old.occurrence, chosen)
        changed: Penalty = copied(
            old,
            step=chosen,
            discretionary=True,
            out_from=out_from,
            adjustment_id=None,
            **opened.change.facts,
        )
        _note(opened, "penalty.give", hit(opened, record, changed), changed)
        if changed.out_from is None:
            opened.lifted = lifted
        opened.moves_bracket = True
    return changed


def give_for_flag(opened: EditedMatch, adjustment: Adjustment) -> None:
    """Give the penalty that stands for a flag at the online table, once: left the table where the
    player was away then, else slow play. What it costs is what the event says a flag costs, and
    stands in the match already; the clock is its evidence."""
    if Penalty.objects.filter(adjustment=adjustment).exists():
        return
    flag, seat = flag_for(adjustment), adjustment.seat
    infraction = INFRACTIONS["T_LEFT" if flag["away"] else "T_SLOW"]
    side = opened.sides[seat % len(opened.sides)]
    offender = side.entry
    assert offender is not None
    penalty = Penalty.objects.create(
        tournament=opened.change.tournament,
        entry=offender,
        player_id=_player_at(opened.board, seat),
        board=opened.board,
        infraction=infraction.id,
        occurrence=earlier_of(opened.board, side.seat).next_occurrence(infraction),
        step=PenaltyStep(adjustment.kind),
        facts=f"{instant_text(flag.at)}, d {flag.deal}, {adjustment.reference}",
        adjustment=adjustment,
        **opened.change.facts,
    )
    _record(opened, "penalty.give", penalty)


def board_of(penalty: Penalty) -> Board:
    """The match which a penalty hits, else that at which it was given."""
    boards = Board.objects.select_related("match", "pairing__table", "pairing__round__stage")
    return boards.get(pk__in=[penalty.takes_effect_id or penalty.board_id])


def _give(
    opened: EditedMatch, offender: Entry, infraction: Infraction, entry: PenaltyEntry
) -> Penalty:
    seat = opened.seat_of(offender)
    given = earlier_of(opened.board, seat)
    earlier, replaced = with_other_causes(given, infraction, opened.board, entry.cause)
    occurrence = earlier.next_occurrence(infraction)
    if offender.pk == entry.entry and occurrence != entry.occurrence:
        sentence = N_("Another penalty was given to them meanwhile. Look at it and decide.")
        raise refusal("stale", sentence)
    proposal = earlier.proposal(infraction, minutes=entry.minutes or 0, conditions=entry.conditions)
    step = proposal.step if entry.step is None else _known_step(entry.step)
    record = opened.record
    _require_may(opened.change.by, infraction, step)
    if replaced:
        _require_more_severe(replaced, step)
        record = lift(opened, record, replaced, "")
    penalty = Penalty.objects.create(
        tournament=opened.change.tournament,
        entry=offender,
        player_id=_player_at(opened.board, seat),
        board=opened.board,
        infraction=infraction.id,
        occurrence=occurrence,
        step=step,
        discretionary=step != proposal.step,
        minutes=entry.minutes,
        conditions=list(entry.conditions),
        facts=entry.facts,
        out_from=first_round_out(opened, offender, infraction, proposal.occurrence, step),
        cause_id=entry.cause,
        supersedes=replaced,
        **opened.change.facts,
    )
    _note(opened, "penalty.give", hit(opened, record, penalty), penalty)
    return penalty


def _player_at(board: Board, seat: int) -> int:
    found = MatchSeat.objects.filter(match=board.match_id, seat=seat)
    player = found.values_list("player_id", flat=True).first()
    if player is None:
        raise refusal("not_ready", N_("Nobody sits there yet."), "entry")
    return player


def _note(opened: EditedMatch, action: str, record: MatchRecord, penalty: Penalty) -> None:
    """Record what was done, and keep what the match comes to, where that is something else than
    before. Where it leaves a game unfinished that is asked about."""
    _record(opened, action, penalty)
    if record is not opened.record:
        record = decide_unfinished(
            record=record,
            if_unfinished=opened.request.if_unfinished,
            reason=opened.request.reason,
            by=opened.change.by,
            now=opened.change.now,
        )
        opened.note("penalty.score", record, penalty=penalty.pk)


def _record(opened: EditedMatch, action: str, penalty: Penalty) -> None:
    opened.change.record(
        action,
        "results",
        public=is_public(penalty),
        penalty=penalty.pk,
        entry=penalty.entry_id,
        infraction=penalty.infraction,
        occurrence=penalty.occurrence,
        step=penalty.step,
        match=opened.board.match_id,
    )


def _require_more_severe(replaced: Penalty, step: PenaltyStep) -> None:
    """Of several for one root cause only the most severe stands (rulebook 5.1)."""
    before = PenaltyStep(replaced.step)
    if not is_more_severe(step, before):
        sentence = N_("For the same cause they were given: %(step)s. Only the most severe stands.")
        raise refusal("less_severe", sentence, "step", step=STEP_NAMES[before])


def _found(penalty: Penalty) -> Penalty:
    """The penalty as it is now, under the lock."""
    return Penalty.objects.select_related("adjustment", "entry").get(pk=penalty.pk)


def _known_step(step: str) -> PenaltyStep:
    if step not in set(PenaltyStep):
        raise refusal("invalid", N_("There is no such step of the ladder."), "step")
    return PenaltyStep(step)


def _infraction(entry: PenaltyEntry) -> Infraction:
    infraction = INFRACTIONS.get(entry.infraction)
    if infraction is None:
        raise refusal("invalid", N_("There is no such infraction."), "infraction")
    if not set(entry.conditions) <= set(infraction.conditions):
        raise refusal("invalid", N_("This does not belong to the infraction."), "conditions")
    return infraction


def _require_may(by: Actor, infraction: Infraction, step: PenaltyStep) -> None:
    if not by.may("penalty.give"):
        raise refusal("forbidden", N_("Only a referee of this event gives penalties."))
    if is_severe(infraction, step) and not by.may("penalty.severe"):
        sentence = N_("Only the head referee or a director gives this: ask one of them.")
        raise refusal("forbidden", sentence, "step")
