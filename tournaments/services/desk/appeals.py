"""Appeals: made by a player or a director, decided by a panel without the first referee."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.models import Ruling
from games.selectors.matches import match_record
from kernel.permissions import Actor, Role
from kernel.text import N_, Refusal, refusal
from tournaments.domain.appeals import why_too_late
from tournaments.models import Appeal, AppealDecision, Board, Penalty
from tournaments.selectors.events.access import side_of
from tournaments.selectors.events.appeals import (
    appeal_facts,
    appealed_at,
    appealed_now,
    board_of_appeal,
    panel_for,
)
from tournaments.services.desk.penalties import change_penalty, take_back_penalty
from tournaments.services.desk.result_change import CorrectionRequest
from tournaments.services.desk.rulings import take_back_ruling
from tournaments.services.gate.changes import Change, changing

Outcomes = AppealDecision.Outcomes


@dataclass(frozen=True, slots=True)
class AppealEntry:
    """What is appealed, a ruling or a penalty; the facts on which both agree; why."""

    facts: str
    reason: str
    ruling: int | None = None
    penalty: int | None = None


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """What a panel decided.

    `panel` are keys of `panel_for`; `version` is that of the match; `step` takes the place of a
    changed penalty, `ruling` that of a changed ruling; `choice` and `confirm` say how a standing
    result is corrected by it, `if_changed` and `if_unfinished` what becomes of a hand that somebody
    else has changed since, and of a game that does not end without it.
    """

    outcome: str
    panel: Sequence[str]
    reason: str
    version: int
    step: str = ""
    ruling: int | None = None
    choice: str | None = None
    confirm: str = ""
    if_changed: str | None = None
    if_unfinished: str | None = None


def make_appeal(*, board: Board, entry: AppealEntry, by: Actor, now: datetime) -> Appeal:
    """Ask a panel about a ruling or a penalty of a match; play may go on meanwhile.

    A player of the match may do it until both have confirmed the result, or the time for protests
    is over; a director at any time. Once is enough.
    """
    if not by.may("appeal.make"):
        raise refusal("forbidden", N_("Only the players of this match and a director can appeal."))
    with changing(
        board.pairing.round.stage.tournament_id, by=by, now=now, action="give_penalty"
    ) as change:
        given = _given(board, entry)
        if given.pk in appealed_at(board)["ruling" if entry.ruling else "penalty"]:
            raise refusal("appealed_already", N_("There is an appeal about this already."))
        if by.role == Role.PLAYER:
            facts = appeal_facts(match_record(board.match), given.at)
            if late := why_too_late(facts, change.tournament.protest_minutes, now):
                raise Refusal(late)
        appeal = Appeal.objects.create(
            tournament=change.tournament,
            ruling_id=entry.ruling,
            penalty_id=entry.penalty,
            entry_id=_appellant(board, by),
            facts=entry.facts,
            reason=entry.reason,
            **change.facts,
        )
        _record(change, "appeal.make", appeal, board)
    return appeal


def decide_appeal(
    *, appeal: Appeal, entry: DecisionEntry, by: Actor, now: datetime
) -> AppealDecision:
    """What the panel decided: upheld, nothing changes; changed or overturned, the ruling or the
    penalty is replaced or taken back, and score and bracket follow."""
    if not by.may("appeal.decide"):
        sentence = N_("Only the head referee and the directors record what a panel decided.")
        raise refusal("forbidden", sentence)
    board = board_of_appeal(appeal)
    with transaction.atomic():
        _require_panel(appeal, board, entry, by)
        instead = _follow(appeal, board, entry, by, now)
        with changing(appeal.tournament_id, by=by, now=now, action="give_penalty") as change:
            if AppealDecision.objects.filter(appeal=appeal).exists():
                raise refusal("decided_already", N_("This appeal is decided already."))
            decision = AppealDecision.objects.create(
                appeal=appeal,
                outcome=entry.outcome,
                panel=list(entry.panel),
                reason=entry.reason,
                ruling=instead if isinstance(instead, Ruling) else None,
                penalty=instead if isinstance(instead, Penalty) else None,
                **change.facts,
            )
            _record(change, "appeal.decide", appeal, board, outcome=entry.outcome)
    return decision


def _given(board: Board, entry: AppealEntry) -> Ruling | Penalty:
    """What is appealed; it must stand, and be of this match."""
    given: Ruling | Penalty | None
    if entry.penalty is not None:
        here = Q(board=board) | Q(takes_effect=board)
        given = Penalty.objects.filter(here, pk=entry.penalty, superseded_at=None).first()
    else:
        rulings = Ruling.objects.filter(match=board.match_id, superseded_at=None)
        given = rulings.filter(pk__in=[entry.ruling]).first()
    if given is None:
        raise refusal("not_found", N_("There is nothing here that could be appealed."))
    return given


def _appellant(board: Board, by: Actor) -> int | None:
    """The entry of the player who appeals, None for a director."""
    side = side_of(by, board.match) if by.role == Role.PLAYER else None
    if side is None:
        return None
    return board.pairing.sides.get(seat=side).entry_id


def _require_panel(appeal: Appeal, board: Board, entry: DecisionEntry, by: Actor) -> None:
    """Neither who gave it nor who plays in the match decides, or records what was decided."""
    may_sit = {member.key for member in panel_for(appeal.tournament, appealed_now(appeal), board)}
    if not entry.panel or not set(entry.panel) <= may_sit:
        sentence = N_(
            "Name a panel of the staff: without the referee whose decision is appealed, and "
            "without anybody who plays in the match."
        )
        raise refusal("invalid", sentence, "panel")
    own = f"user:{by.user_id}" if by.user_id is not None else f"staff:{by.staff_id}"
    if own not in may_sit and (by.user_id or by.staff_id):
        sentence = N_("You gave it yourself, or play in the match: somebody else records this.")
        raise refusal("forbidden", sentence)


def _follow(
    appeal: Appeal, board: Board, entry: DecisionEntry, by: Actor, now: datetime
) -> Penalty | Ruling | None:
    """Do what the panel decided; the penalty or ruling that took the place of the old one."""
    if entry.outcome == Outcomes.UPHELD:
        return None
    changed, given = entry.outcome == Outcomes.CHANGED, appealed_now(appeal)
    if isinstance(given, Ruling):
        instead = _instead(given, entry) if changed else None
        if given.superseded_at is None:
            take_back_ruling(
                board=board,
                version=entry.version,
                ruling_id=given.pk,
                reason=entry.reason,
                by=by,
                now=now,
                choice=entry.choice,
                confirm=entry.confirm,
                if_changed=entry.if_changed,
                if_unfinished=entry.if_unfinished,
            )
        return instead
    request = CorrectionRequest(
        "appeal", entry.reason, entry.choice, entry.confirm, entry.if_unfinished
    )
    version = entry.version
    if changed:
        return change_penalty(
            penalty=given, version=version, step=entry.step, request=request, by=by, now=now
        )
    take_back_penalty(penalty=given, version=version, request=request, by=by, now=now)
    return None


def _instead(old: Ruling, entry: DecisionEntry) -> Ruling:
    """The ruling by which the panel replaces the old one: made like any other, before."""
    standing = Ruling.objects.filter(match=old.match_id, superseded_at__isnull=True)
    found = standing.filter(pk__in=[entry.ruling]).exclude(pk=old.pk).first()
    if found is None:
        sentence = N_("Record the panel's own ruling first, then name it here.")
        raise refusal("ruling_needed", sentence, "ruling")
    return found


def _record(change: Change, action: str, appeal: Appeal, board: Board, **more: object) -> None:
    more |= {"ruling": appeal.ruling_id} if appeal.ruling_id else {"penalty": appeal.penalty_id}
    data = {"appeal": appeal.pk, "match": board.match_id, **more}
    change.record(action, "results", public=True, **data)
