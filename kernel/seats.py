"""The two seats at a table, and values that each of them has."""

Seat = int  # 0 or 1
Pair = tuple[int, int]  # one value for each seat


def opponent(seat: Seat) -> Seat:
    """The other seat where two meet by rule: in a hand of gin, in a pairing."""
    return 1 - seat


def credited(pair: Pair, seat: Seat, amount: int) -> Pair:
    """The pair with so much more for this seat."""
    return (pair[0] + amount, pair[1]) if seat == 0 else (pair[0], pair[1] + amount)
