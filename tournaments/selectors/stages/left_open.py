"""The matches that go on while the next round of a stage could be drawn without them."""

from typing import NamedTuple

from kernel.seats import Pair
from kernel.text import N_, Text
from tournaments.domain.lifecycle import RoundState
from tournaments.domain.open_results import CountedAs, OpenResult
from tournaments.models import LeftOpen
from tournaments.selectors.stages.record import PairingFact, StageRecord

NO_ROUND_LEFT = N_("No round of this stage is left to draw: what comes next waits for all results.")
NOT_BEGUN = N_("Publish the draw first.")


class OpenMatch(NamedTuple):
    """A match without which the next round can be drawn: what it would count as it stands (`won`:
    games by seat, between teams boards), and what the director has said of it already, if they
    have."""

    pairing: PairingFact
    won: Pair
    said: OpenResult | None

    def counted_as(self, how: CountedAs) -> OpenResult:
        """As what it counts when that is said now."""
        return OpenResult(self.pairing.pk, how, self.won)


def coming_round(facts: StageRecord) -> int:
    """The number of the round that is drawn next, or is a draft."""
    published = [round.number for round in facts.rounds if round.state != RoundState.DRAFT]
    return max(published, default=0) + 1


def why_not_without(facts: StageRecord) -> Text | None:
    """Why nothing is drawn in a stage while matches of it are open; None where it may be."""
    if facts.format.waits_for_results:
        return Text("not_ready", facts.format.waits_for_results)
    coming = coming_round(facts)
    if coming == 1:
        return Text("not_ready", NOT_BEGUN)
    if facts.format.rounds_left(facts.table, coming - 1) < 1:
        return Text("not_ready", NO_ROUND_LEFT)
    return None


def may_be_left_open(facts: StageRecord) -> tuple[OpenMatch, ...]:
    """The open matches without which the next round may be drawn, in order of round and number."""
    if why_not_without(facts):
        return ()
    coming = coming_round(facts)
    said = {row.pairing: row for row in said_of(facts, coming)}
    found = []
    for match in facts.resolved():
        if match.decision is None and match.plan.round < coming:
            pairing = facts.pairings[match.plan.key]
            found.append(OpenMatch(pairing, _won(pairing), said.get(pairing.pk)))
    return tuple(found)


def said_of(facts: StageRecord, round: int) -> tuple[OpenResult, ...]:
    """What the director has said of matches that are to be left open for a round, and are open
    still."""
    rows = LeftOpen.objects.filter(stage=facts.stage, round=round, superseded_at__isnull=True)
    undecided = {match.plan.key for match in facts.resolved() if match.decision is None}
    found = [
        OpenResult.from_stored(*row) for row in rows.values_list("pairing", "counted_as", "won")
    ]
    return tuple(row for row in found if facts.key_of.get(row.pairing) in undecided)


def _won(pairing: PairingFact) -> Pair:
    """How it stands: in games, between teams in boards."""
    if len(pairing.boards) > 1:
        winners = [board.outcome.winner for board in pairing.boards if board.outcome]
        return winners.count(0), winners.count(1)
    first, second = pairing.boards[0].match.games_won
    return first, second
