"""Who is not at the table: what the round's clock proposes, to be given with one press."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from kernel.permissions import Actor
from kernel.text import N_
from pages.match.penalty_words import step_words
from tournaments.domain.penalties.infractions import INFRACTIONS, is_severe
from tournaments.domain.penalties.ladder import PenaltyStep, is_more_severe
from tournaments.models import Board
from tournaments.selectors.events.penalties import earlier_of, with_other_causes
from tournaments.selectors.stages.bracket import Slot
from tournaments.selectors.stages.clocks import minutes_since_start

NO_SHOW_AFTER = 10
"""Minutes after which who is late does not appear (rulebook 5.1)."""

WORDS = {
    PenaltyStep.NOTE: N_("%(name)s is not here: note it"),
    PenaltyStep.GAME_LOSS: N_("%(name)s is not here: award the game"),
    PenaltyStep.MATCH_LOSS: N_("%(name)s is not here: award the match"),
}
OTHERWISE = N_("%(name)s is not here: %(step)s")


@dataclass(frozen=True, slots=True)
class Absent:
    """A player who could be missing. `given`: the player has a penalty for it already, and the
    clock proposes none above it; `barred`: somebody else has to press."""

    seat: int
    infraction: str
    occurrence: int
    minutes: int
    label: str
    evidence: str
    given: bool
    barred: bool


def absent_at(board: Board, slot: Slot, actor: Actor, now: datetime) -> Sequence[Absent]:
    """What lateness leads to for each player of a match in which no hand is written down; empty
    while no clock runs."""
    minutes = minutes_since_start(board, now)
    if minutes is None or board.match.hands.exists() or not all(slot.players):
        return []
    return [_absent(board, slot, seat, minutes, actor) for seat in range(len(slot.players))]


def _absent(board: Board, slot: Slot, seat: int, minutes: int, actor: Actor) -> Absent:
    player = slot.players[seat]
    assert player is not None
    row = INFRACTIONS["T_NOSHOW" if minutes >= NO_SHOW_AFTER else "T_LATE"]
    earlier, same = with_other_causes(earlier_of(board, seat), row, board, None)
    proposal = earlier.proposal(row, minutes=minutes)
    values = {"name": player.name, "step": step_words(proposal.step)}
    return Absent(
        seat=seat,
        infraction=row.id,
        occurrence=earlier.next_occurrence(row),
        minutes=minutes,
        label=_(WORDS.get(proposal.step, OTHERWISE)) % values,
        evidence=_("%(minutes)d min on the clock") % {"minutes": minutes},
        given=same is not None and not is_more_severe(proposal.step, PenaltyStep(same.step)),
        barred=is_severe(row, proposal.step) and not actor.may("penalty.severe"),
    )
