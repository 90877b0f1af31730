"""The rules of rummy as a match is scored by them (rulebook 4.12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from games.engine.cards import parse_card
from games.engine.rummy import game, play
from games.engine.rummy.hand import Ending as HandEnding
from games.engine.rummy.rules import MOST_SEATS, RULES_VERSION, RummyRules
from games.engine.scoring.counted import CountedHand, CountedRemedies, CountedRules, CountedScore
from games.engine.scoring.game_score import Entered
from games.engine.scoring.rules import DealtHand, Ending
from kernel.seats import PerSeat, Seat, nothing
from kernel.text import N_, refusal

OUT = Ending("out", N_("Went out"), leaves_nothing=True)
RUMMY = Ending("rummy", N_("Rummy"), leaves_nothing=True)
KNOCK = Ending("knock", N_("Knock"))
BLOCKED = Ending("blocked", N_("Blocked"), by_somebody=False)
VOID = Ending("void", N_("Void"), by_somebody=False)
ENDINGS = (OUT, RUMMY, KNOCK, BLOCKED, VOID)
"""All that there are; which of them a hand can have says its rule set."""


@dataclass(frozen=True)
class RummyScoring(CountedRules):
    """Rummy by one rule set. With penalties the fewest points win, and everybody gets what the
    others have more."""

    knobs: RummyRules
    name: ClassVar[str] = "rummy"
    version: ClassVar[int] = RULES_VERSION
    most_seats: ClassVar[int] = MOST_SEATS

    @property
    def has_boxes(self) -> bool:
        return False

    @property
    def counts_against(self) -> bool:
        return self.knobs.scoring == "penalty"

    @property
    def endings(self) -> Sequence[Ending]:
        ways = [KNOCK] if self.knobs.variant == "knock" else [OUT, RUMMY]
        return [*ways, *([BLOCKED] if self.knobs.block else []), VOID]

    def priced(self, hand: CountedHand, counts: PerSeat, remedies: CountedRemedies) -> CountedScore:
        """By what everybody's cards count; nobody has won a hand whose winner cannot win. Refused
        (`bad_count`) where somebody else has no card left as well."""
        if hand.kind in ("out", "rummy"):
            for seat, count in enumerate(counts):
                if seat != hand.ended_by and not count:
                    sentence = N_("Only who went out has no card left: give the others a count.")
                    raise refusal("bad_count", sentence, f"counts.{seat}")
        ending = HandEnding(hand.kind, hand.ended_by)  # type: ignore[arg-type]
        score = play.price(self.knobs, ending, counts)
        if score.winner in remedies.cannot_win:
            return CountedScore(hand.kind, None, nothing(self.seats), hand.ended_by, counts)
        return CountedScore(hand.kind, score.winner, score.points, hand.ended_by, counts)

    def worth(self, totals: PerSeat) -> PerSeat:
        return tuple(-total for total in totals) if self.counts_against else totals

    def penalized(self, gets: PerSeat) -> PerSeat:
        """Where points count against a player, who is penalised writes them down."""
        return tuple(max(gets) - got for got in gets) if self.counts_against else gets

    def leader(self, entered: Entered) -> Seat | None:
        return game.winner_of(self.knobs, entered.points, entered.hands)

    def dealer_after(self, last: DealtHand, dealer: Seat) -> Seat:
        return game.next_dealer(self.knobs, self.seats, dealer, last.score.winner)

    def drawn(self, cards: Sequence[object]) -> tuple[list[str], Seat | None]:
        """The lowest deals, an ace the lowest of all; level, those who are draw again (BI)."""
        if len(cards) != self.seats:
            sentence = N_("Give the cards of all %(seats)s players, or none: %(count)s came.")
            values = {"seats": self.seats, "count": len(cards)}
            raise refusal("bad_draw", sentence, "cards", **values)
        drawn = [parse_card(card, "cards") for card in cards]
        lowest = min(card.rank for card in drawn)
        low = [seat for seat, card in enumerate(drawn) if card.rank == lowest]
        if len(low) > 1:
            sentence = N_("Several have drawn the lowest card: they draw again.")
            raise refusal("bad_draw", sentence, "cards")
        return [str(card) for card in drawn], low[0]
