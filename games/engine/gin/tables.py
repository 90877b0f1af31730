"""Three to six at a table, of whom two play each hand (rulebook 4.7): what its forms share."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from games.engine.gin.by_two import ByTwoRules, Players
from games.engine.gin.first_deal import in_order
from games.engine.gin.scoring import table_game
from games.engine.gin.scoring.hand import HandScore
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.rules import DealtHand, FinishedGame
from games.engine.scoring.table_score import TableScore, from_accounts, leader_of
from kernel.seats import PerSeat, Seat
from kernel.text import N_, refusal

NOT_TWO = N_("A hand is played by two of the table: say two different seats.")
BY_ACCOUNTS = N_(
    "With three or more at a table a game is entered hand by hand, or by who has won it and what "
    "everybody settles (accounts): its points alone do not say that."
)

ALL_OR_NONE = N_("Give the cards of all %(seats)s players, or none: %(count)s came.")
WHICH_HAND = N_("With three or more at a table say on which hand this is: it has two players.")


@dataclass(frozen=True)
class TableRules(ByTwoRules):
    """Gin of several who all have an account of their own.

    Who plays, who deals and who waits follows from the hands that were written down: nothing else
    is kept of it, and whatever was said otherwise is gone on from.
    """

    most_seats: ClassVar[int] = 6

    @property
    def seats(self) -> int:
        return self.knobs.table_size

    def score_hand(self, written: WrittenHand) -> HandScore:
        score = super().score_hand(written)
        return score.seated(written.players, self.seats)

    def accounts(self, game: FinishedGame) -> PerSeat:
        assert isinstance(game, TableScore)
        return game.accounts

    @abstractmethod
    def next_players(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None = None,
        earlier: Sequence[DealtHand] = (),
    ) -> Players: ...

    @abstractmethod
    def _begins(self, players: Players, first: Seat | None) -> Seat | None:
        """Who of these deals the first hand of a game."""

    @abstractmethod
    def _deals_after(self, last: DealtHand, players: Players) -> Seat | None:
        """Who of these deals the hand after one that somebody has won."""

    def next_dealer(
        self,
        number: int,
        hands: Sequence[DealtHand],
        first: Seat | None,
        earlier: Sequence[DealtHand] = (),
    ) -> Seat | None:
        players = self.next_players(number, hands, first, earlier)
        if not hands:
            return self._begins(players, first)
        last = hands[-1]
        if not goes_on(last):
            return self._deals_after(last, players)
        if last.dealer is None or ruled(last) == "same" or self.knobs.void_dealer == "same":
            return last.dealer
        return other_of(players, last.dealer)

    def checked_players(self, hands: Sequence[DealtHand], said: object) -> Players:
        """Two of the table, in the order of the seats."""
        return tuple(sorted(self._two_of(said)))

    def may_meet(self, hands: Sequence[DealtHand]) -> Sequence[Players]:
        """Everybody who can play the hand after these of a game."""
        return list(combinations(range(self.seats), 2))

    def _two_of(self, said: object) -> Players:
        if not isinstance(said, list | tuple) or len(said) != 2:
            raise refusal("bad_players", NOT_TWO, "players")
        seats = tuple(self.checked_seat(seat, "players") for seat in said)
        if seats[0] == seats[1]:
            raise refusal("bad_players", NOT_TWO, "players")
        return seats

    def dealer_among(self, players: Sequence[Seat], dealer: Seat) -> Seat:
        return dealer if dealer in players else players[1]

    def drawn(self, cards: Sequence[object]) -> tuple[list[str], Seat | None]:
        """The second highest deals against the highest (RG)."""
        if len(cards) != self.seats:
            values = {"seats": self.seats, "count": len(cards)}
            raise refusal("bad_draw", ALL_OR_NONE, "cards", **values)
        drawn, order = in_order(cards)
        return [str(card) for card in drawn], order[1]

    def drawn_players(self, cards: Sequence[object]) -> Players:
        _drawn, order = in_order(cards)
        return self.checked_players((), order[:2])

    def game_from_result(self, handed_in: Mapping[str, object]) -> TableScore:
        """By the winner and the `accounts`, what each gets from the others or pays below 0."""
        accounts = handed_in.get("accounts")
        if accounts is None:
            raise refusal("bad_game", BY_ACCOUNTS, "accounts")
        winner = self.checked_seat(handed_in.get("winner"), "winner")
        return from_accounts(winner, accounts, self.seats)

    def taken_by_leader(self, score: TableScore) -> TableScore:  # type: ignore[override]
        winner = leader_of(score, range(self.seats))
        return table_game.taken_by(self.knobs, score, winner)

    def seat_at(self, place: Seat, players: Sequence[Seat]) -> Seat:
        if place >= len(players):
            raise refusal("hand_needed", WHICH_HAND, "n")
        return players[place]

    def waiting_for(self, players: Sequence[Seat], hands: Sequence[DealtHand]) -> Sequence[Seat]:
        return self._line(players, self._begun_by(hands) if hands else players[-1], hands)

    def waiting(self, hands: Sequence[DealtHand]) -> Sequence[Seat]:
        """Who sat out in the last of these hands, in the order in which they come in: who has
        waited longest first. Of those who have not played at all it is who comes next round the
        table after the two who began (REC)."""
        return self._line(hands[-1].hand.players, self._begun_by(hands), hands)

    def _begun_by(self, hands: Sequence[DealtHand]) -> Seat:
        """From whom on the table goes round: the first dealer."""
        dealer, players = hands[0].dealer, hands[0].hand.players
        return players[0] if dealer is None or dealer not in players else dealer

    def _line(
        self, players: Sequence[Seat], begun_by: Seat, hands: Sequence[DealtHand]
    ) -> Sequence[Seat]:
        last_played = {seat: n for n, one in enumerate(hands) for seat in one.hand.players}
        idle = [seat for seat in range(self.seats) if seat not in players]
        return sorted(
            idle, key=lambda seat: (last_played.get(seat, -1), (seat - begun_by) % self.seats)
        )


def ruled(dealt: DealtHand) -> str | None:
    """What was ruled of the deal after a hand."""
    remedies = dealt.hand.remedies
    return remedies.next_deal if remedies else None


def goes_on(dealt: DealtHand) -> bool:
    """Whether the two who played a hand play the next one as well: nobody has won it, or it was
    void, though somebody was given points for it."""
    return dealt.score.winner is None or dealt.score.kind == "void" or ruled(dealt) == "same"


def other_of(players: Sequence[Seat], seat: Seat) -> Seat:
    """The other of two."""
    return players[1] if players[0] == seat else players[0]
