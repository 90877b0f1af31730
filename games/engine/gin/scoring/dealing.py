"""Who deals (gin.md 3.1 `dealer_policy` and `void_dealer`, section 6)."""

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandScore
from kernel.seats import Seat, opponent


def next_dealer(rules: Rules, dealer: Seat, hand: HandScore) -> Seat:
    """Who deals after a hand of the same game that `dealer` dealt.

    A tie has neither winner nor loser: where the deal follows one of them it is dealt again as
    after a void hand; where it alternates a tie is a hand like any other. A hand that was awarded
    is void; one that its winner cannot win passes the deal as after a void hand (A19).
    """
    is_void = hand.kind == "void" or (hand.winner is None and hand.kind != "tie")
    if not is_void and rules.dealer_policy == "alternate":
        return opponent(dealer)
    if is_void or hand.winner is None:
        return dealer if rules.void_dealer == "same" else opponent(dealer)
    return hand.winner if rules.dealer_policy == "winner" else opponent(hand.winner)
