"""Guests who each play against a computer player: a part of `benchmarks.tables`."""

GAME = {"preset": "club", "first_dealer": "random", "target": 2000}  # nobody comes to its end
NETWORK = 250  # networks by the third number of an address

Seated = list[tuple[int, tuple[str, ...]]]


def tables_of_guests(count: int) -> Seated:
    """So many tables, each opened from a network of its own, against one level after the other; the
    matches, and what the guests authorize themselves by."""
    from games.engine.gin.bots.levels import LEVELS
    from kernel.permissions import Actor
    from tournaments.selectors.events.friendlies import OPENER, board_of, seat_token
    from tournaments.services.events.friendlies import Asked, open_friendly
    from web.db import clock

    found: Seated = []
    for number in range(count):
        address = f"10.{number // NETWORK}.{number % NETWORK}.1"
        asked = Asked(Actor("api"), clock.now(), address)
        opened = open_friendly(asked=asked, rules=GAME, bots=[LEVELS[number % len(LEVELS)].code])
        found.append((board_of(opened).match_id, (f"Seat {seat_token(opened, OPENER)}",)))
    return found
