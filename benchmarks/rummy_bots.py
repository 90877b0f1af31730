"""How strong the computer players of rummy are: `python -m benchmarks.rummy_bots`.

Each level is measured against the one below it, and the best against one that melds and throws at
random best: it takes what makes a meld, lays down and off whatever it can, and throws by chance one
of the cards that have the fewest others beside them. Each seed is played once from each seat, with
the same deals; the intervals are those of 95 %. A pair of levels plays games of three rounds, for
games to a target of 100 penalty points last for dozens of hands between good players; the yardstick
is met to that target. `--games` says how many of each, `--only` which form.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from multiprocessing import Pool
from typing import Any, NamedTuple

from games.engine.rummy.bots.cards import completing
from games.engine.rummy.bots.choosing import choose
from games.engine.rummy.bots.skill import SKILLS
from games.engine.rummy.game import score_game
from games.engine.rummy.melds import least_count, melds_in
from games.engine.rummy.notation import parse_action
from games.engine.rummy.pack import JOKER, read_card, read_cards, without
from games.engine.rummy.play import HandScore, apply, begin, result
from games.engine.rummy.rules import RummyRules, rules_from
from games.engine.rummy.view import seat_view

SEED = 24_000_000
GAMES, CHUNK, PROCESSES = 2_000, 50, 2
YARDSTICK = "at random best"
#: With so much left the yardstick knocks.
KNOCKS_AT = 10


class Measured(NamedTuple):
    """Of so many games the first won so many; the milliseconds of each of its decisions."""

    games: int
    won: int
    spent: list[float]


def at_random_best(
    view: Mapping[str, Any], seat: int, rules: RummyRules, chance: random.Random
) -> str:
    """What the yardstick does: one of the actions of its view."""
    actions: list[str] = view["actions"]
    hand = read_cards(view["hands"][seat], "hands")
    if view["phase"] == "draw":
        top = read_card(view["top"][0], "top")
        makes_meld = any(top in meld.paid for meld in melds_in((*hand, top), rules.ace))
        return "take" if makes_meld else "draw"
    laid = [text for text in actions if text.startswith(("meld", "lay_off"))]
    if laid:
        return chance.choice(laid)
    for text in actions:
        if text.startswith("knock"):
            rest = without(hand, [_card(text)])
            if least_count(rest, rules.ace) <= KNOCKS_AT:
                return text
    thrown = [text for text in actions if text.startswith("discard")]
    fewest = min(_beside(_card(text), hand, rules) for text in thrown)
    return chance.choice([text for text in thrown if _beside(_card(text), hand, rules) == fewest])


def _card(text: str) -> int:
    return read_card(text.split()[1], "action")


def _beside(card: int, hand: Sequence[int], rules: RummyRules) -> int:
    """How many pairs that a card makes with others of the hand could become melds."""
    if card == JOKER:
        return 1000
    return sum((one in hand) + (other in hand) for one, other in completing(rules.ace)[card])


def play_hand(
    codes: Sequence[str], rules: RummyRules, dealer: int, seed: bytes, spent: list[float]
) -> HandScore:
    """One hand between players of these levels, or the yardstick."""
    state = begin(rules, len(codes), dealer, seed)
    played: list[dict[str, object]] = []
    while state.ending is None:
        seat = state.turn
        view, chance = seat_view(state, seat), f"{seed.hex()}/{seat}"
        begun = time.perf_counter()
        if codes[seat] == YARDSTICK:
            lot = random.Random(f"{chance}/{len(played)}")
            text = at_random_best(view, seat, rules, lot)
        else:
            text = choose(codes[seat], chance, view, played, seat=seat, rules=rules)
        if codes[seat] == codes[0]:
            spent.append(1000 * (time.perf_counter() - begun))
        played.append({"seat": seat, "action": text})
        state = apply(state, parse_action(text))
    scored = result(state)
    assert scored is not None
    return scored


def play_game(codes: Sequence[str], rules: RummyRules, seed: int, spent: list[float]) -> int:
    """The winner's seat."""
    rng, dealer = random.Random(seed), seed % len(codes)
    hands: list[HandScore] = []
    while (score := score_game(rules, len(codes), hands)).winner is None:
        hands.append(play_hand(codes, rules, dealer, rng.randbytes(32), spent))
        dealer = (dealer + 1) % len(codes)
    return score.winner


def games_of(told: tuple[str, str, RummyRules, int, int]) -> Measured:
    """So many games of two, each seed from both seats."""
    one, other, rules, seed, number = told
    won, spent = 0, []
    for game in range(seed, seed + number // 2):
        for seat in (0, 1):
            codes = [one, other] if seat == 0 else [other, one]
            times: list[float] = []
            won += play_game(codes, rules, game, times) == seat
            spent += times if seat == 0 else []
    return Measured(number, won, spent)


def measured(pool: Any, one: str, other: str, rules: RummyRules, games: int) -> str:
    """A line that says how many of the games the first wins, with its interval."""
    work = [(one, other, rules, SEED + at, CHUNK) for at in range(0, games, CHUNK)]
    parts = pool.map(games_of, work, chunksize=1)
    number, won = sum(part.games for part in parts), sum(part.won for part in parts)
    share = won / number
    half = 196 * (share * (1 - share) / number) ** 0.5
    spent = sorted(one for part in parts for one in part.spent)
    mean, late = sum(spent) / len(spent), spent[int(len(spent) * 0.99)]
    return (
        f"{rules.variant:6} {one:8} v {other:15} {100 * share:5.1f} % ± {half:.1f} of {number} "
        f"games, {mean:.2f} ms (p99 {late:.1f})"
    )


def pairs() -> Iterator[tuple[str, str, RummyRules]]:
    """Who is measured against whom, and by which rules."""
    codes = list(SKILLS)
    for variant in ("basic", "knock"):
        yield codes[-1], YARDSTICK, rules_from({"variant": variant})
        for below, above in pairwise(codes):
            yield above, below, rules_from({"variant": variant, "end": "rounds", "rounds": 3})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--only", choices=["basic", "knock"])
    options = parser.parse_args()
    with Pool(PROCESSES) as pool:
        for one, other, rules in pairs():
            if options.only in (None, rules.variant):
                print(measured(pool, one, other, rules, options.games), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
