"""How strong those who play Battle Royal and Jersey are: `python -m benchmarks.royal_bots`.

One of each level sits with two of the level below, each seed from each of the three seats, with the
same deals: a third of the games would be chance. Intervals are those of 95 %. `--games` says how
many of each, `--only` which form.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from multiprocessing import Pool
from typing import Any, NamedTuple

from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.royal import hand
from games.engine.gin.royal.bots.choosing import choose
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.royal.hand import SEATS
from games.engine.gin.royal.record import parse_action, seat_view
from games.engine.gin.rules import Rules, rules_from
from kernel.seats import PerSeat

SEED = 24_500_000
GAMES, CHUNK, PROCESSES = 2_001, 69, 2
TARGET = 200
#: A game of void hands alone is given up.
MOST_HANDS = 200


class Measured(NamedTuple):
    """Of so many games the first won so many; the milliseconds of each of its decisions."""

    games: int
    won: int
    spent: list[float]


def rules_of(form: str) -> Rules:
    """The club's rules with the figures of the rulebook for three."""
    figures = {"gin_bonus": 40 if form == "battle_royal" else 20, "undercut_bonus": 20}
    return rules_from({"preset": "club", "variant": form, "target": TARGET, **figures})


def play_hand(
    codes: Sequence[str], rules: Rules, dealer: int, seed: bytes, spent: list[float], timed: int
) -> PerSeat:
    """What everybody gets for a hand between players of these levels; the decisions of the `timed`
    seat are clocked."""
    state = hand.begin(rules, FORMS[rules.variant], dealer, seed)
    played: list[dict[str, object]] = []
    while state.ending is None:
        seat = state.turn
        view = seat_view(state, seat)
        begun = time.perf_counter()
        text = choose(codes[seat], f"{seed.hex()}/{seat}", view, played, seat=seat, rules=rules)
        if seat == timed:
            spent.append(1000 * (time.perf_counter() - begun))
        played.append({"seat": seat, "action": text})
        state = hand.apply(state, parse_action(text))
    points = hand.pays(state)
    assert points is not None
    return points


def play_game(
    codes: Sequence[str], rules: Rules, seed: int, spent: list[float], timed: int = 0
) -> int:
    """The seat with the most points, once somebody has reached the target."""
    rng, dealer = random.Random(seed), seed % SEATS
    points = [0] * SEATS
    for _number in range(MOST_HANDS):
        of_hand = play_hand(codes, rules, dealer, rng.randbytes(32), spent, timed)
        points = [sum(pair) for pair in zip(points, of_hand, strict=True)]
        if max(points) >= TARGET:
            break
        dealer = (dealer + 1) % SEATS
    return points.index(max(points))


def games_of(told: tuple[str, str, str, int, int]) -> Measured:
    """So many games, each seed from all three seats."""
    one, other, form, seed, number = told
    won, spent, rules = 0, list[float](), rules_of(form)
    for game in range(seed, seed + number // SEATS):
        for seat in range(SEATS):
            codes = [one if place == seat else other for place in range(SEATS)]
            won += play_game(codes, rules, game, spent, seat) == seat
    return Measured(number, won, spent)


def measured(pool: Any, one: str, other: str, form: str, games: int) -> str:
    """A line that says how many of the games the first wins, with its interval."""
    work = [(one, other, form, SEED + at, CHUNK) for at in range(0, games, CHUNK)]
    parts = pool.map(games_of, work, chunksize=1)
    number, won = sum(part.games for part in parts), sum(part.won for part in parts)
    share = won / number
    half = 196 * (share * (1 - share) / number) ** 0.5
    spent = sorted(one for part in parts for one in part.spent)
    mean, late = sum(spent) / len(spent), spent[int(len(spent) * 0.99)]
    return (
        f"{form:12} {one:8} v two {other:8} {100 * share:5.1f} % ± {half:.1f} of {number} games, "
        f"{mean:.2f} ms (p99 {late:.1f})"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--only", choices=list(FORMS))
    options = parser.parse_args()
    codes = [level.code for level in LEVELS]
    with Pool(PROCESSES) as pool:
        for form in FORMS:
            for below, above in pairwise(codes):
                if options.only in (None, form):
                    print(measured(pool, above, below, form, options.games), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
