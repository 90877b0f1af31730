"""How the points of a hand come about, as a sum that a person can check."""

from games.engine.gin.rules import Rules
from games.engine.gin.scoring.hand import HandScore
from kernel.seats import Seat


def sum_of(rules: Rules, score: HandScore) -> str:
    """How the points of a hand come about: "25 + 1"; empty where there is nothing to add up.

    A surcharge stands in brackets behind its count; a barred bonus is 0.
    """
    if score.winner is None or score.counts is None or score.knocker is None:
        return ""
    held, left = score.count(score.knocker), score.count(score.other(score.knocker))
    bonuses = {
        "gin": rules.gin_bonus,
        "big_gin": rules.big_gin_bonus,
        "undercut": rules.undercut_bonus,
    }
    bonus = 0 if score.bonus_barred else bonuses.get(score.kind)
    if score.kind == "knock":
        words = _difference(score, score.knocker)
        words += f" + {rules.knock_base}" if rules.knock_base else ""
    elif score.kind == "refused":
        words = f"10 + {max(0, left - held)}"
    elif held == left and rules.tie_rule == "zero_undercut" and score.kind == "undercut":
        return ""
    elif any(score.surcharge):
        words = f"{bonus} + {_difference(score, score.winner)}"
    else:
        words = f"{bonus} + {abs(held - left)}"
    return f"({words}) × {score.multiplier}" if score.multiplier > 1 else words


def _difference(score: HandScore, winner: Seat) -> str:
    """The loser's count less the winner's: "(12 + 20) − 8" where there is a surcharge."""
    return f"{_count(score, score.other(winner))} − {_count(score, winner)}"


def _count(score: HandScore, seat: Seat) -> str:
    count, surcharge = score.count(seat), score.surcharge[seat]
    return f"({count - surcharge} + {surcharge})" if surcharge else str(count)
