"""The door of the computer players: from what a seat sees to the action that it takes, as texts."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.cards import DECK, CardSet, indexes
from games.engine.gin.bots.knowledge import Knowledge, Played, cards_of, habits_of, known_from
from games.engine.gin.bots.player import Player, Throw
from games.engine.melds.arrangements import Melds, deadwood_of
from games.engine.melds.form import LOW_ACE, MeldForm, meld_form
from games.engine.melds.layoffs import LaidOff, best_answer, every_layoff


def choose(
    player: Player,
    view: Mapping[str, Any],
    played: Played,
    *,
    seat: int,
    variant: str = "standard",
    earlier: Iterable[Played] = (),
) -> str:
    """What the player in this seat does, whose turn it is: one of `actions` of its view, with the
    melds that it declares.

    `view` is the JSON of the seat's view, `played` what was played of the hand so far, `earlier`
    the same of the hands before it in this match.
    """
    form = form_of(variant)
    habits = habits_of(earlier, 1 - seat)
    known = known_from(view, played, seat, form, habits)
    match view["phase"]:
        case "upcard_nd" | "upcard_d" | "draw" | "wall" | "forced_stock":
            return _before_a_throw(player, known, view["actions"])
        case "discard" | "wall_knock":
            return _thrown(player, known)
        case "offered":
            return "accept" if player.accepts(known) else "refuse"
        case "layoff":
            return _answer(player, known, view)
    raise ValueError("the hand is over")


def form_of(variant: str) -> MeldForm:
    """How runs go in this variant of the rules."""
    return meld_form(round_the_corner=True) if variant == "round_the_corner" else LOW_ACE


def _before_a_throw(player: Player, known: Knowledge, actions: Iterable[str]) -> str:
    if "double" in actions and player.doubles(known):
        return "double"
    if "take" in actions and player.takes(known):
        return "take"
    return "pass" if "pass" in actions else "draw"


def _thrown(player: Player, known: Knowledge) -> str:
    throw = player.throws(known)
    if throw.kind == "discard":
        return f"discard {DECK[_card_of(throw)]}"
    cards = known.hand if throw.card is None else known.hand ^ 1 << throw.card
    words = [throw.kind] if throw.card is None else [throw.kind, str(DECK[throw.card])]
    return " ".join([*words, "|", *_names(player.melds(known, cards), known.form)])


def _card_of(throw: Throw) -> int:
    assert throw.card is not None
    return throw.card


def _answer(player: Player, known: Knowledge, view: Mapping[str, Any]) -> str:
    """The defender's next step: the best layoff, then the own melds."""
    form, answer = known.form, answer_to(known, view)
    if answer.layoffs:
        card, onto = answer.layoffs[0]
        return f"lay_off {CardSet(card)} on {_name(onto, form)}"
    if "melds" in view["actions"] and answer.melds:
        return " ".join(["melds", *_names(answer.melds, form)])
    return "done"


def answer_to(known: Knowledge, view: Mapping[str, Any]) -> LaidOff:
    """The best that the defender can still do; where they have declared their own melds, these
    stand."""
    spread, form = view["spread"], known.form
    may_lay_off = any(action.startswith("lay_off") for action in view["actions"])
    lying = tuple(map(cards_of, spread["lying"])) if may_lay_off else ()
    if spread["own"] is None:
        return best_answer(known.hand, lying, form)
    own = tuple(map(cards_of, spread["own"]))
    free = deadwood_of(known.hand, own)
    layoffs = every_layoff(free, lying, form)
    left = free & ~sum(layoff.card for layoff in layoffs)
    return LaidOff(own, layoffs, left, form.value(left))


def _names(melds: Melds, form: MeldForm) -> list[str]:
    return [_name(meld, form) for meld in melds] or ["-"]


def _name(meld: int, form: MeldForm) -> str:
    cards = form.as_it_lies(meld) if form.kind(meld) else indexes(meld)
    return "".join(str(DECK[card]) for card in cards)
