"""Learns what the level Expert judges by: `python -m benchmarks.learn_bots`, some minutes on two
cores. It writes `games/engine/gin/bots/learned.json`; the same seed gives the same numbers.

Round after round the pupil plays games against the two yardsticks and itself. What each of its
throws was worth is learned from how its hands ended; what a knock was worth is counted at every
place at which it could have knocked, whether it did or not. The first round is played by rules.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

import games.engine.gin.bots as bots
from benchmarks.bot_games import MOST_HANDS, TARGET, Hand, dealt, note, play_hand, showdown
from benchmarks.yardsticks import CAMPER, Simple
from games.engine.gin.bots import judged
from games.engine.gin.bots.danger import danger
from games.engine.gin.bots.knowledge import LATE, Habits, Knowledge
from games.engine.gin.bots.player import DANGER, Player, Skill, Style, Throw, candidates
from games.engine.gin.bots.prospects import prospects_of
from games.engine.melds.arrangements import Melds, best_melds

SEED = 20_260_000
ROUNDS = 5
GAMES = 2_000
PROCESSES = 2
#: Of ten games so many are against Simple, the camper and the pupil itself.
OPPONENTS = (0, 1, 0, 2, 0, 1, 0, 2, 0, 0)
#: How often the pupil throws another card than it would, and turns its mind about a knock.
TRIES, TURNS = 0.1, 0.1
#: How much a throw is judged by the end of the hand rather than by the pupil's next judgement.
BY_THE_END = 0.7
HIDDEN = {"throw": 24, "knock": 12}
EPOCHS, BATCH, RATE = 14, 256, 2e-3

Numbers = npt.NDArray[np.float64]
Weights = list[Numbers]
"""By layer the weights and what is added."""

Samples = list[tuple[list[float], float]]
RULES = Player(Skill(looks_ahead=True, watchful=True), Style(until_turn=LATE))


def output(weights: Weights, inputs: Numbers) -> list[Numbers]:
    """What each layer gives, the inputs first."""
    layers = [inputs]
    for at in range(0, len(weights), 2):
        out = layers[-1] @ weights[at] + weights[at + 1]
        layers.append(out if at == len(weights) - 2 else np.maximum(0, out))
    return layers


def fitted(samples: Samples, hidden: int, seed: int) -> Weights:
    """A network with two hidden layers, by Adam on the squared error."""
    rng = np.random.default_rng(seed)
    inputs = np.array([numbers for numbers, _worth in samples])
    wanted = np.array([[worth] for _numbers, worth in samples])
    sizes = (inputs.shape[1], hidden, hidden, 1)
    weights: Weights = []
    for before, after in pairwise(sizes):
        weights += [rng.normal(0, (2 / before) ** 0.5, (before, after)), np.zeros(after)]
    means = [np.zeros_like(one) for one in weights]
    squares = [np.zeros_like(one) for one in weights]
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * (1 - epoch / EPOCHS)
        order = rng.permutation(len(inputs))
        for at in range(0, len(order), BATCH):
            step += 1
            chosen = order[at : at + BATCH]
            slopes = _slopes(weights, inputs[chosen], wanted[chosen])
            for n, slope in enumerate(slopes):
                means[n] = 0.9 * means[n] + 0.1 * slope
                squares[n] = 0.999 * squares[n] + 0.001 * slope**2
                mean, square = means[n] / (1 - 0.9**step), squares[n] / (1 - 0.999**step)
                weights[n] = weights[n] - rate * mean / (np.sqrt(square) + 1e-8)
    return weights


def _slopes(weights: Weights, inputs: Numbers, wanted: Numbers) -> Weights:
    layers = output(weights, inputs)
    slope = (layers[-1] - wanted) / len(inputs)
    slopes: Weights = []
    for at in range(len(weights) - 2, -1, -2):
        below = layers[at // 2]
        slopes = [below.T @ slope, slope.sum(0), *slopes]
        slope = (slope @ weights[at].T) * (below > 0)
    return slopes


@dataclass
class Pupil:
    """Plays by what was learned so far (null: by rules) and keeps what there is to learn from."""

    rng: Random
    networks: dict[str, Weights] | None
    is_trying: bool = True
    hand: Hand | None = None
    thrown: list[tuple[list[float], float | None]] = field(default_factory=list)
    samples: dict[str, Samples] = field(default_factory=lambda: {"throw": [], "knock": []})

    def takes(self, known: Knowledge) -> bool:
        return RULES.takes(known)

    def melds(self, known: Knowledge, cards: int) -> Melds:
        return best_melds(cards, known.form)

    def throws(self, known: Knowledge) -> Throw:
        throws = [
            judged.Thrown(
                card, left, prospects_of(known, known.hand ^ 1 << card), danger(known, card)
            )
            for card, left in candidates(known)
        ]
        least = throws[0]
        may_knock = least.deadwood <= known.limit
        if not least.deadwood:
            return Throw("gin", least.card)
        numbers = [judged.throw_numbers(known, one) for one in throws]
        worth = self._values("throw", numbers) or [_by_rule(one) for one in throws]
        at = max(range(len(throws)), key=worth.__getitem__)
        best = worth[at]
        if self._tries(TRIES):
            at = self.rng.randrange(min(3, len(throws)))
        if may_knock:
            told = judged.knock_numbers(known, least.deadwood)
            self._learn_knock(known, least.card, told)
            value = self._values("knock", [told])
            knocks = value[0] > best if value else known.turns < LATE
            best = max(best, value[0]) if value else best
            if knocks != self._tries(TURNS):
                return Throw("knock", least.card)
        if self.is_trying:
            self.thrown.append((numbers[at], best if self.networks else None))
        return Throw("discard", throws[at].card)

    def over(self, points: int) -> None:
        """A hand is over, with so many points for the pupil: its throws are worth as much, or
        partly what the next one was thought to be worth."""
        worth = points / judged.UNIT
        for numbers, thought in reversed(self.thrown):
            self.samples["throw"].append((numbers, worth))
            if thought is not None:
                worth = BY_THE_END * worth + (1 - BY_THE_END) * thought
        self.thrown.clear()

    def _learn_knock(self, known: Knowledge, card: int, told: list[float]) -> None:
        if self.is_trying:
            assert self.hand is not None
            seat = self.hand.hands.index(known.hand)
            cards = known.hand ^ 1 << card
            ending = showdown(cards, self.hand.hands[1 - seat], best_melds(cards), seat)
            points = ending.points if ending.winner == seat else -ending.points
            self.samples["knock"].append((told, points / judged.UNIT))

    def _tries(self, share: float) -> bool:
        return self.is_trying and self.rng.random() < share

    def _values(self, name: str, numbers: Sequence[list[float]]) -> list[float] | None:
        if self.networks is None:
            return None
        found: list[float] = output(self.networks[name], np.array(numbers))[-1][:, 0].tolist()
        return found


def _by_rule(thrown: judged.Thrown) -> float:
    return -(thrown.deadwood + thrown.prospects.deadwood + DANGER * thrown.danger)


def lessons(told: tuple[dict[str, Weights] | None, int, int]) -> dict[str, Samples]:
    """What there is to learn from so many games."""
    networks, seed, number = told
    rng = Random(seed)
    pupil = Pupil(rng, networks)
    opponents: list[Any] = [Simple(seed), CAMPER, Pupil(rng, networks, is_trying=False)]
    for game in range(number):
        seat = game // len(OPPONENTS) % 2
        _play(pupil, opponents[OPPONENTS[game % len(OPPONENTS)]], seat, rng)
    return pupil.samples


def _play(pupil: Pupil, opponent: Any, seat: int, rng: Random) -> None:
    players = [pupil, opponent] if seat == 0 else [opponent, pupil]
    score, habits, dealer = [0, 0], [Habits(), Habits()], rng.randrange(2)
    for _hand in range(MOST_HANDS):
        hand = pupil.hand = dealt(rng, dealer, habits)
        ending = play_hand(players, hand)
        note(habits, hand, ending)
        pupil.over(ending.points if ending.winner == seat else -ending.points)
        if ending.winner is None:
            continue
        score[ending.winner] += ending.points
        dealer = 1 - dealer
        if max(score) >= TARGET:
            return


def learn() -> dict[str, Weights]:
    """All rounds; each learns from its own games and those of the round before."""
    networks: dict[str, Weights] | None = None
    before: dict[str, Samples] = {"throw": [], "knock": []}
    with Pool(PROCESSES) as pool:
        for number in range(ROUNDS):
            seeds = [SEED + number * PROCESSES + at for at in range(PROCESSES)]
            work = [(networks, seed, GAMES // PROCESSES) for seed in seeds]
            parts = pool.map(lessons, work)
            fresh = {name: [one for part in parts for one in part[name]] for name in HIDDEN}
            networks = {
                name: fitted(before[name] + fresh[name], hidden, SEED)
                for name, hidden in HIDDEN.items()
            }
            before = fresh
            print(f"round {number}: {len(fresh['throw'])} throws, {len(fresh['knock'])} knocks")
    assert networks is not None
    return networks


def as_json(weights: Weights) -> list[Any]:
    """The layers as the players read them: by output its weights."""
    return [
        [np.round(weights[at].T, 4).tolist(), np.round(weights[at + 1], 4).tolist()]
        for at in range(0, len(weights), 2)
    ]


def main() -> int:
    learned = {name: as_json(weights) for name, weights in learn().items()}
    path = Path(bots.__path__[0]) / "learned.json"
    path.write_text(json.dumps(learned) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
