"""Captain, or Chouette (rulebook 4.7): one is in the box, and plays against all others.

The captain plays for the others, decides, and stays while they win; after a loss the next in line
takes over. A hand's `players` are the box and the captain, in this order, so that who is in the box
is written down with every hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from games.engine.gin.by_two import Players
from games.engine.gin.scoring import table_game
from games.engine.gin.scoring.game import box_points, shutout_bonus, with_entry
from games.engine.gin.scoring.hand import HandScore
from games.engine.gin.tables import TableRules, goes_on, other_of, ruled
from games.engine.scoring.facts import PenaltyPoints, SheetNotice
from games.engine.scoring.game_score import Entered
from games.engine.scoring.rules import DealtHand
from games.engine.scoring.table_score import TableScore, differences, leader_of, lost_by
from kernel.seats import PerSeat, Seat, leading, nothing, others
from kernel.text import N_, refusal

STAYS_IN_THE_BOX = N_("Seat %(seat)s is in the box for the whole game, and plays every hand of it.")


@dataclass(frozen=True)
class CaptainRules(TableRules):
    """One score for the box and one for the others: each of these has it as their own, and pays or
    gets the whole difference.

    Where the box changes from hand to hand no side has a score: what the side of a hand wins is
    credited to each of it, for a number of hands.
    """

    @property
    def _changes_by_hand(self) -> bool:
        return self.knobs.solo_change == "per_hand"

    # What a game comes to -------------------------------------------------------------------------

    def score_game(self, entries: Sequence[HandScore | PenaltyPoints | SheetNotice]) -> TableScore:
        """Points of a penalty before the first hand wait for it: it says who is in the box."""
        hands = [entry for entry in entries if isinstance(entry, HandScore)]
        none = nothing(self.seats)
        entered, players = Entered(none, none, none), hands[0].players if hands else ()
        for entry in entries if players else ():
            if isinstance(entry, SheetNotice):
                continue
            if isinstance(entry, HandScore):
                players = entry.players
            entered = self._entered(entered, entry, players[0])
            winner = self._winner(entered, players)
            if winner is not None:
                return self._won(entered, winner, players)
        return _at(table_game.running(entered), players)

    def _entered(self, entered: Entered, entry: HandScore | PenaltyPoints, solo: Seat) -> Entered:
        """An entry more: what a side wins, each of it has."""
        if isinstance(entry, PenaltyPoints):
            side = self._side(solo, is_solo=solo in entry.winners)
            return with_entry(self.knobs, entered, PenaltyPoints(side, entry.points))
        winner, hands = entry.winner, entered.hands + 1
        side = () if winner is None else self._side(solo, is_solo=winner == solo)
        for seat in side:
            entered = with_entry(self.knobs, entered, replace(entry, winner=seat))
        return entered._replace(hands=hands)

    def _side(self, solo: Seat, *, is_solo: bool) -> PerSeat:
        return (solo,) if is_solo else others(solo, self.seats)

    def _winner(self, entered: Entered, players: Players) -> Seat | None:
        """Who has won the game: the box or, of the others, the captain of its last hand (REC)."""
        if self._changes_by_hand:
            return table_game.leader(self.knobs, entered)
        is_over = max(entered.points) >= self.knobs.target
        return leading(entered.points, players) if is_over else None

    def _won(self, entered: Entered, winner: Seat, players: Players) -> TableScore:
        if self._changes_by_hand:
            return _at(table_game.settled(self.knobs, entered, winner), players)
        loser = other_of(players, winner)
        side = self._side(players[0], is_solo=winner == players[0])
        of_boxes = box_points(self.knobs, entered.boxes)[winner]
        raised = shutout_bonus(self.knobs, entered.points[winner], of_boxes)
        shutout = self._each(side, 0 if entered.won[loser] else raised)
        score = table_game.settled(
            self.knobs,
            entered,
            winner,
            game=self._each(side, self.knobs.game_bonus),
            shutout=differences(shutout),
        )
        return _at(score, players)

    def _each(self, side: Sequence[Seat], amount: int) -> PerSeat:
        return tuple(amount if seat in side else 0 for seat in range(self.seats))

    def taken_by_leader(self, score: TableScore) -> TableScore:  # type: ignore[override]
        two = () if self._changes_by_hand else _two_at(score)
        winner = leader_of(score, two or range(self.seats))
        return table_game.taken_by(self.knobs, score, winner)

    def lost_by_penalty(self, score: TableScore, loser: Seat) -> TableScore:  # type: ignore[override]
        """Lost by the box, it is the others', and the other way round; before its first hand it is
        nobody's. One that the other side had won by its hands stays as it is."""
        two = _two_at(score)
        losers: Sequence[Seat] = [loser]
        if not two or self._changes_by_hand:
            winner = leading(score.points, others(loser, self.seats)) if two else None
            has_won = score.winner not in (None, loser)
        else:
            losers = self._side(two[0], is_solo=loser == two[0])
            winner = two[1] if loser == two[0] else two[0]
            has_won = score.winner is not None and score.winner not in losers
        if has_won:
            return score
        lost = table_game.taken_by(self.knobs, score, winner)
        return lost_by(lost, losers)

    def place_of(self, seat: Seat, players: Sequence[Seat]) -> Seat:
        """What one of the others does is done by their side, for which the captain plays."""
        return 0 if seat in players[:1] else 1

    # Who plays ------------------------------------------------------------------------------------

    def next_players(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None = None,
        earlier: Sequence[DealtHand] = (),
    ) -> Players:
        if not hands:
            return self._opening(number, first or 0, earlier)
        last = hands[-1]
        solo, lead = last.hand.players
        if goes_on(last):
            return last.hand.players
        following = self.waiting(hands)[0]
        if last.score.winner == solo:
            return solo, following
        return (lead, following) if self._changes_by_hand else (solo, lead)

    def _opening(self, number: int, first: Seat, earlier: Sequence[DealtHand]) -> Players:
        """Who is in the box in a game, and who meets them first (`solo_change`). While nothing is
        written down the captain is who deals, and the box sits before them."""
        if not earlier:
            goes_round = self.knobs.solo_change != "never"
            solo = (first - (1 if goes_round else number)) % self.seats
            return solo, first if first != solo else (first + 1) % self.seats
        last = earlier[-1]
        solo, lead = last.hand.players
        following = self.waiting(earlier)[0]
        lost = last.score.winner == lead
        if self.knobs.solo_change == "per_game_last_hand":
            return (lead if lost else solo), following
        if self.knobs.solo_change == "never":
            return solo, lead if lost or goes_on(last) else following
        return (solo + 1) % self.seats, (solo + 2) % self.seats

    def _begins(self, players: Players, first: Seat | None) -> Seat | None:
        """The captain deals the first hand of a game (S0, of the one who comes in; else REC)."""
        return players[1]

    def _deals_after(self, last: DealtHand, players: Players) -> Seat | None:
        """The deal goes between the box and the captain as between two (`dealer_policy`)."""
        winner, policy = last.score.winner, self.knobs.dealer_policy
        if policy != "alternate":
            return winner if policy == "winner" else other_of(players, winner)
        dealer = last.due if ruled(last) == "as_due" else last.dealer
        if dealer is None:
            return None
        return players[1] if dealer == last.hand.players[0] else players[0]

    def checked_players(self, hands: Sequence[DealtHand], said: object) -> Players:
        """The box and the captain. Who begins a game says both, the box first; in it the box stays
        (`bad_players`)."""
        two = self._two_of(said)
        if not hands or self._changes_by_hand:
            return two
        solo = hands[-1].hand.players[0]
        if solo not in two:
            raise refusal("bad_players", STAYS_IN_THE_BOX, "players", seat=solo)
        return solo, other_of(two, solo)

    def may_meet(self, hands: Sequence[DealtHand]) -> Sequence[Players]:
        """The box with each of the others; before a game begins, and where the box changes from
        hand to hand, everybody with everybody."""
        if not hands or self._changes_by_hand:
            return list(permutations(range(self.seats), 2))
        solo = hands[-1].hand.players[0]
        return [(solo, seat) for seat in others(solo, self.seats)]


def _two_at(score: TableScore) -> Players:
    """Who was in the box, and who played against them last; nobody before the first hand."""
    return () if score.solo is None or score.lead is None else (score.solo, score.lead)


def _at(score: TableScore, players: Players) -> TableScore:
    return replace(score, solo=players[0], lead=players[1]) if players else score
