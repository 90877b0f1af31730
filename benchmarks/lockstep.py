"""Hands in lockstep with OpenSpiel: `python -m benchmarks.lockstep`.

The same cards and the same choices on both sides; at every step what is legal is compared, at the
end the points. Where OpenSpiel is known to differ, that is recognised and counted; anything else
fails the run.
"""

import random
import sys
from collections import Counter

import pyspiel

from benchmarks.engine_play import GAME, RULES, SPIEL, dealt_pack, spiel
from games.engine.cards import Deal, indexes
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import best_actions
from games.engine.gin.hand.state import HandState
from games.engine.melds.least import knock_discards, least_deadwood

SEED = 13
HANDS = 5_000

TAKE, DRAW, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56

_WORDS = {"take": TAKE, "draw": DRAW, "pass": PASS}

THROWN_BACK = "the taken card may be thrown back"
KNOCK_ON_IT = "a knock that throws the taken card"
MISSED = "a legal knock missed"
LONG_CHAIN = "a card laid off before the one between is"
CAPPED = "the 50th discard taken in all ends the hand"
OUT_OF_REACH = "a chain of more than two can't be laid off"


class UnexplainedError(Exception):
    """A difference that is none of the known ones."""


def main() -> int:
    chance = random.Random(SEED)
    seen: Counter[str] = Counter()
    for number in range(HANDS):
        try:
            seen.update(one_hand(dealt_pack(chance), chance))
        except UnexplainedError as difference:
            print(f"hand {number}: {difference}")
            return 1
    print(f"{HANDS:,} hands in lockstep, nothing unexplained")
    for what, times in seen.most_common():
        print(f"{times:>8,}  {what}")
    return 0


def one_hand(deal: Deal, chance: random.Random) -> Counter[str]:
    """Play one hand on both sides; how often each known difference was met."""
    seen: Counter[str] = Counter()
    ours, theirs = play.begin(RULES, 1, deal), spiel_deal(deal)
    patience = chance.choice((0.0, 0.5, 0.95))
    takes = 0
    while ours.phase not in ("layoff", "void"):
        if theirs.is_terminal() and takes == 50:
            return seen + Counter([CAPPED])
        seen[f"steps in phase {ours.phase}"] += 1
        compare_legal(ours, theirs, seen)
        action = chosen(ours, theirs, chance, patience)
        takes += action.kind == "take" and ours.phase == "draw"
        before, ours = ours, play.apply(ours, action)
        follow(theirs, action, before, seen)
    if ours.phase == "layoff":
        lay_melds(theirs, ours.spread.melds)
        ours = answer(ours, theirs, seen)
    compare_points(ours, theirs, seen)
    return seen


def compare_legal(ours: HandState, theirs: pyspiel.State, seen: Counter[str]) -> None:
    actions = play.legal_actions(ours)
    legal = set(theirs.legal_actions())
    if ours.phase == "wall":
        compare_knock(ours, ours.discards[-1], len(actions) > 1, KNOCK in legal, seen)
    elif ours.phase == "wall_knock":
        compare_knock_discards(ours, actions, legal, seen)
    elif ours.phase == "discard":
        taken = set() if ours.taken is None else {spiel(ours.taken)}
        seen[THROWN_BACK] += len(taken)
        mine = {spiel(action.card) for action in actions if action.kind == "discard"}
        same(mine | taken, {action for action in legal if action < TAKE}, ours)
        knocks = any(action.kind in ("knock", "gin") for action in actions)
        compare_knock(ours, ours.taken, knocks, KNOCK in legal, seen)
    else:
        same({_WORDS[action.kind] for action in actions}, legal, ours)


def compare_knock(
    ours: HandState, taken: int | None, mine: bool, other: bool, seen: Counter[str]
) -> None:
    hand = ours.hands[ours.turn] | (0 if taken is None else 1 << taken)
    if mine == other:
        return
    if other and taken is not None and knock_discards(hand, 10) == 1 << taken:
        seen[KNOCK_ON_IT] += 1
    elif mine and SPIEL.min_deadwood([spiel(card) for card in indexes(hand)]) > 10:
        seen[MISSED] += 1
    else:
        raise UnexplainedError(f"knock legal for us {mine}, for them {other}: {hand:#x}")


def compare_knock_discards(
    ours: HandState, actions: tuple[Action, ...], legal: set[int], seen: Counter[str]
) -> None:
    mine = {spiel(action.card) for action in actions if action.kind == "knock"}
    taken = set() if ours.taken is None else {spiel(ours.taken)}
    if legal - mine <= taken and mine <= legal:
        seen[KNOCK_ON_IT] += len(legal - mine)
        return
    missed = mine - legal
    hand = ours.hands[ours.turn]
    if legal - mine <= taken and all(SPIEL.min_deadwood(without(hand, c)) <= 10 for c in missed):
        seen[MISSED] += 1
        return
    raise UnexplainedError(f"knock discards {sorted(mine)} and {sorted(legal)}: {hand:#x}")


def without(hand: int, thrown: int) -> list[int]:
    return [card for card in map(spiel, indexes(hand)) if card != thrown]


def chosen(
    ours: HandState, theirs: pyspiel.State, chance: random.Random, patience: float
) -> Action:
    """What lowers the deadwood, mostly; knocks where both sides know them, sooner or later."""
    actions = play.legal_actions(ours)
    if ours.phase in ("discard", "wall_knock"):
        knocks = [action for action in actions if action.kind == "knock"]
        if ours.phase == "discard":
            knocks = knocks if KNOCK in theirs.legal_actions() else []
        else:
            knocks = [action for action in knocks if spiel(action.card) in theirs.legal_actions()]
        if knocks and (ours.phase == "wall_knock" or chance.random() >= patience):
            return chance.choice(knocks)
        discards = [action for action in actions if action.kind == "discard"]
        hand = ours.hands[ours.turn]
        return min(discards, key=lambda a: (least_deadwood(hand ^ 1 << a.card), -(a.card % 13)))
    if ours.phase == "wall" and KNOCK not in theirs.legal_actions():
        return next(action for action in actions if action.kind == "pass")
    return chance.choice(actions)


def follow(theirs: pyspiel.State, action: Action, before: HandState, seen: Counter[str]) -> None:
    """The same on their side. They declare a knock before its discard, and with the last one."""
    if action.kind == "take" and before.phase == "wall":
        step(theirs, KNOCK)
    elif action.kind == "knock":
        if before.phase == "discard":
            step(theirs, KNOCK)
            actions, legal = play.legal_actions(before), set(theirs.legal_actions())
            compare_knock_discards(before, actions, legal, seen)
        step(theirs, spiel(action.card))
    elif action.kind == "discard":
        step(theirs, spiel(action.card))
    else:
        step(theirs, _WORDS[action.kind])
        if action.kind == "draw":
            theirs.apply_action(spiel(before.stock[0]))


def answer(ours: HandState, theirs: pyspiel.State, seen: Counter[str]) -> HandState:
    """The defender's best, laid off and melded on both sides as far as they can follow."""
    own = ()
    for action in best_actions(ours):
        if action.kind == "lay_off":
            compare_layoffs(ours, theirs, seen)
            if spiel(action.card) in theirs.legal_actions():
                step(theirs, spiel(action.card))
            else:
                seen[OUT_OF_REACH] += 1
        own = own if action.melds is None else action.melds
        ours = play.apply(ours, action)
    if theirs.current_phase() == pyspiel.gin_rummy.Phase.LAYOFF and ours.spread.kind == "knock":
        step(theirs, PASS)
    lay_melds(theirs, own)
    return ours


def compare_layoffs(ours: HandState, theirs: pyspiel.State, seen: Counter[str]) -> None:
    mine = {spiel(a.card) for a in play.legal_actions(ours) if a.kind == "lay_off"}
    legal = set(theirs.legal_actions()) - {PASS}
    seen["layoffs"] += 1
    if legal - mine:
        near = {card + move for card in mine for move in (-1, 1)}
        if not legal - mine <= near:
            raise UnexplainedError(f"layoffs {sorted(mine)} and {sorted(legal)}")
        seen[LONG_CHAIN] += 1


def lay_melds(theirs: pyspiel.State, melds: tuple[int, ...]) -> None:
    """Their melds have five cards at most, so longer runs are cut."""
    for meld in melds:
        cards = [spiel(card) for card in indexes(meld)]
        while len(cards) > 5:
            step(theirs, MELDS + SPIEL.meld_to_int(cards[:3]))
            cards = cards[3:]
        step(theirs, MELDS + SPIEL.meld_to_int(cards))
    step(theirs, PASS)


def compare_points(ours: HandState, theirs: pyspiel.State, seen: Counter[str]) -> None:
    score = play.result(ours)
    seen[f"ended as {score.kind}"] += 1
    points = score.points * {0: 1, 1: -1, None: 0}[score.winner]
    if not theirs.is_terminal() or theirs.returns() != [points, -points]:
        if seen[OUT_OF_REACH]:
            return
        raise UnexplainedError(f"points {points} and {theirs.returns()}: {theirs}")


def same(mine: set[int], other: set[int], ours: HandState) -> None:
    if mine != other:
        raise UnexplainedError(f"{ours.phase}: {sorted(mine)} and {sorted(other)}")


def step(theirs: pyspiel.State, action: int) -> None:
    if action not in theirs.legal_actions():
        raise UnexplainedError(f"{action} is not among {theirs.legal_actions()}: {theirs}")
    theirs.apply_action(action)


def spiel_deal(deal: Deal) -> pyspiel.State:
    state = GAME.new_initial_state()
    for card in (*deal.hands[0], *deal.hands[1], deal.upcard):
        state.apply_action(spiel(card.index))
    return state


if __name__ == "__main__":
    sys.exit(main())
