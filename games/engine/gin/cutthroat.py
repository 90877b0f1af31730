"""Cutthroat (rulebook 4.7): the loser of a hand sits out, who comes in deals to the winner.

It is also the three-handed game in which the dealer sits out and the loser deals the next hand
(PG): who plays is the same. With more than three it is a queue: a loser goes to its end, and who
has waited longest comes in (REC).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.gin.by_two import Players
from games.engine.gin.scoring import table_game
from games.engine.gin.scoring.game import with_entry
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.tables import TableRules, goes_on
from games.engine.scoring.facts import PenaltyPoints, SheetNotice
from games.engine.scoring.game_score import Entered
from games.engine.scoring.rules import DealtHand
from games.engine.scoring.table_score import TableScore, lost_by
from kernel.seats import Seat, leading, nothing, others


@dataclass(frozen=True)
class CutthroatRules(TableRules):
    """Everybody plays for themselves, to a target. Every two settle the difference of their totals,
    and whoever has won no hand pays the winner what a shutout adds between two."""

    def score_game(self, entries: Sequence[HandScore | PenaltyPoints | SheetNotice]) -> TableScore:
        none = nothing(self.seats)
        entered, winner = Entered(none, none, none), None
        for entry in entries:
            if isinstance(entry, SheetNotice):
                continue
            entered = with_entry(self.knobs, entered, entry)
            winner = table_game.leader(self.knobs, entered)
            if winner is not None:
                break
        return table_game.running(entered) if winner is None else self._won(entered, winner)

    def _won(self, entered: Entered, winner: Seat) -> TableScore:
        """A game that its hands have ended."""
        more = table_game.bonuses(self.knobs, entered, winner)
        return table_game.settled(self.knobs, entered, winner, game=more.game, shutout=more.shutout)

    def lost_by_penalty(self, score: TableScore, loser: Seat) -> TableScore:  # type: ignore[override]
        """It goes to whoever of the others leads; level, it is nobody's. One that another had won
        by its hands stays as it is."""
        if score.winner not in (None, loser):
            return score
        winner = leading(score.points, others(loser, self.seats))
        lost = table_game.taken_by(self.knobs, score, winner)
        return lost_by(lost, [loser])

    def next_players(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None = None,
        earlier: Sequence[DealtHand] = (),
    ) -> Players:
        """A game begins with its first dealer against the next round the table."""
        if not hands:
            dealer = first or 0
            return tuple(sorted((dealer, (dealer + 1) % self.seats)))
        last = hands[-1]
        if goes_on(last):
            return last.hand.players
        return tuple(sorted((last.score.winner, self.waiting(hands)[0])))

    def _begins(self, players: Players, first: Seat | None) -> Seat | None:
        return first

    def _deals_after(self, last: DealtHand, players: Players) -> Seat | None:
        return next(seat for seat in players if seat != last.score.winner)
