"""Penalties that could not take effect where they were given hit the next match (rulebook 5.1).

What waits is found from the facts alone: a standing penalty on a score whose adjustment is not
there, or not any more. So it takes effect once, whoever looks first, and again in another match
where the one that it had hit was taken back. What a flag cost at an online table goes with the play
in which it fell.
"""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from games.cut_offs import FLAG
from games.models import Adjustment, Match
from games.selectors.matches import MatchRecord, match_record
from games.services.adjustments import adjust
from games.services.tables.ruled import table_was_ruled_on
from kernel.seats import SIDES
from tournaments.domain.kinds.pairings import Resolved
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.penalties.ladder import PenaltyStep
from tournaments.models import Board, Penalty, Stage
from tournaments.selectors.stages.record import StageRecord
from tournaments.services.gate.changes import Change

KINDS = {
    PenaltyStep.POINT_PENALTY: Adjustment.Kinds.POINTS,
    PenaltyStep.HAND_LOSS: Adjustment.Kinds.HAND_LOSS,
    PenaltyStep.GAME_LOSS: Adjustment.Kinds.GAME_LOSS,
    PenaltyStep.MATCH_LOSS: Adjustment.Kinds.MATCH_LOSS,
}
"""What each step is on the sheet of a match."""


def carry_penalties(change: Change, facts: StageRecord, resolved: Sequence[Resolved]) -> bool:
    """Let what waits take effect in the matches that can be played now; whether anything did."""
    return any(_carry(change, facts, resolved, penalty) for penalty in _waiting(facts.stage))


def takes_effect_in(record: MatchRecord, step: PenaltyStep) -> bool:
    """Whether a match, as it stands, can take in a penalty on its score: it is not over, and a game
    of it is there to be played."""
    if step == PenaltyStep.MATCH_LOSS:
        return record.state != Match.States.FINISHED
    undecided = record.sheet is not None and record.sheet.running_game is None
    return record.state in (Match.States.OPEN, Match.States.RUNNING) and not undecided


def take_effect(change: Change, penalty: Penalty, record: MatchRecord, seat: int) -> MatchRecord:
    """Let a penalty hit this seat; the record of the match as it leaves it."""
    record, penalty.adjustment = adjust(
        record=record,
        kind=KINDS[PenaltyStep(penalty.step)],
        seat=seat,
        by=change.by,
        now=change.now,
        reference=f"penalty:{penalty.pk}",
    )
    penalty.save(update_fields=["adjustment", "takes_effect"])
    return record


def _waiting(stage: Stage) -> QuerySet[Penalty]:
    without = Q(adjustment__isnull=True) | Q(adjustment__superseded_at__isnull=False)
    found = Penalty.objects.filter(
        without, tournament=stage.tournament_id, superseded_at__isnull=True, step__in=KINDS
    )
    by_flag = Q(adjustment__reference__startswith=FLAG)
    return found.exclude(by_flag).order_by("id")


def _next_match(
    facts: StageRecord, resolved: Sequence[Resolved], penalty: Penalty
) -> tuple[int, int] | None:
    """The id of the next undecided match of the player, and their seat in it; None while it can't
    be played, or while the player does not play for the team. Partners are hit together."""
    published = {round.number for round in facts.rounds if round.state != RoundState.DRAFT}
    entry, are_partners = penalty.entry_id, facts.stage.tournament.has_partners
    for pairing in resolved:
        if pairing.decision is None and entry in pairing.entries:
            boards = facts.pairings[pairing.plan.key].boards
            if not boards or len(pairing.entries) < 2 or pairing.plan.round not in published:
                return None
            seat = pairing.entries.index(entry)
            for number, board in enumerate(boards, 1):
                lineup = facts.entrants[entry].lineup
                begun = board.match.has_begun
                player = board.players[seat] if begun else lineup.get(number)
                is_theirs = are_partners or player == penalty.player_id
                if is_theirs and not board.match.is_over:
                    return board.match.pk, seat % SIDES if pairing.plan.partners else seat
    return None


def _carry(
    change: Change, facts: StageRecord, resolved: Sequence[Resolved], penalty: Penalty
) -> bool:
    found = _next_match(facts, resolved, penalty)
    if found is None:
        return False
    match, seat = Match.objects.select_for_update().get(pk=found[0]), found[1]
    record = match_record(match)
    if not takes_effect_in(record, PenaltyStep(penalty.step)):
        return False
    penalty.takes_effect = Board.objects.get(match=match)
    record = take_effect(change, penalty, record, seat)
    said = {"said": ["penalty.carry"]}
    table_was_ruled_on(match=match, by=change.by, data=said)
    change.record(
        "penalty.carry",
        "results",
        penalty=penalty.pk,
        entry=penalty.entry_id,
        match=match.pk,
        version=record.match.version,
    )
    return True
