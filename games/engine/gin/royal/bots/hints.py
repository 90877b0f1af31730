"""A hint at a table of Battle Royal or Jersey: what the best level would do, and why. Every number
is counted over the cards that the player cannot see."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.cards import parse_card
from games.engine.gin.bots.danger import completing
from games.engine.gin.bots.hints import (
    ANSWER,
    COUNT_FALLS,
    COUNT_LEFT,
    IS_GIN,
    KNOCKS_WITH,
    NEXT_BETTER,
)
from games.engine.gin.bots.knowledge import Played
from games.engine.gin.bots.levels import LEVELS
from games.engine.gin.bots.prospects import next_deadwood
from games.engine.gin.royal.bots.choosing import choice_of
from games.engine.gin.royal.bots.knowledge import Known, known_from
from games.engine.gin.royal.bots.player import SAMPLES, Player
from games.engine.gin.rules import Rules
from games.engine.hints import Hint
from games.engine.melds.layoffs import best_answer
from games.engine.melds.least import least_after_discard, least_deadwood
from kernel.seats import Seat
from kernel.text import N_, Text

MAY_BE_TAKEN = {
    1: N_("The next player may take it, and could still make %(open)d of %(all)d melds with it."),
    2: N_("Both others may take it, and could still make %(open)d of %(all)d melds with it."),
}
AGAINST_TWO = N_(
    "Over %(all)d deals of the two other hands, from the cards that you cannot see, a knock brings "
    "you %(points)d points more than the others on the average."
)


def hint(view: Mapping[str, Any], played: Played, *, seat: Seat, rules: Rules) -> Hint:
    """What the level Expert would do in this seat, whose turn it is, and why."""
    player = Player(LEVELS[-1], "")
    known = known_from(view, played, seat, rules)
    action = choice_of(player, known, view["phase"])
    return Hint(action, tuple(_reasons(action.split(), player, known)))


def _reasons(words: list[str], player: Player, known: Known) -> Iterator[Text]:
    common = known.common
    match words:
        case ["take", card]:
            before = least_deadwood(common.hand)
            after = least_after_discard(common.hand | 1 << parse_card(card).index)
            yield Text("count_falls", COUNT_FALLS, {"before": before, "after": after})
        case ["pass" | "draw"]:
            before, left = least_deadwood(common.hand), next_deadwood(common, common.hand)
            good = sum(count < before for count in left)
            values = {"before": before, "good": good, "unseen": len(left)}
            yield Text("next_better", NEXT_BETTER, values)
        case ["discard", card]:
            yield from _of_a_throw(known, card)
        case ["knock", card]:
            thrown = parse_card(card).index
            yield Text("knocks_with", KNOCKS_WITH, {"count": _without(known, thrown)})
            points = round(player.brings(known, thrown))
            yield Text("against_two", AGAINST_TWO, {"all": SAMPLES, "points": points})
        case ["gin", _]:
            yield Text("is_gin", IS_GIN)
        case _:
            count = best_answer(common.hand, known.lying).count if known.lying else 0
            yield Text("answer", ANSWER, {"count": count})


def _without(known: Known, card: int) -> int:
    return least_deadwood(known.common.hand ^ 1 << card)


def _of_a_throw(known: Known, name: str) -> Iterator[Text]:
    card = parse_card(name).index
    yield Text("count_left", COUNT_LEFT, {"card": name, "count": _without(known, card)})
    pairs = completing(known.common.form.wraps)[card]
    theirs = known.common.hidden
    for of in known.others:
        theirs |= of.theirs
    still = sum(theirs >> one & theirs >> other & 1 for one, other in pairs)
    values = {"open": still, "all": len(pairs)}
    yield Text("may_be_taken", MAY_BE_TAKEN[known.form.live], values)
