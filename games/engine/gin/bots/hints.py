"""A hint: what the best level would do, and why, in the words of the rulebook's advice (4.14).

Every number is counted over the cards that the player cannot see, none is guessed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.cards import DECK, indexes
from games.engine.gin.bots.choosing import answer_to, choose, form_of
from games.engine.gin.bots.danger import completing, partners
from games.engine.gin.bots.knowledge import Knowledge, Played, known_from
from games.engine.gin.bots.prospects import next_deadwood
from games.engine.gin.bots.roster import player_of
from games.engine.hints import Hint
from games.engine.melds.arrangements import Melds, best_melds, possible_melds
from games.engine.melds.layoffs import fits
from games.engine.melds.least import least_deadwood
from kernel.text import N_, Text

MAKES_MELD = N_("The %(card)s makes a meld: %(meld)s.")
COUNT_FALLS = N_("With it your count falls from %(before)d to %(after)d.")
ENDS_WITH = N_("With it you can end the hand, and are left with %(after)d.")
WOULD_END_WITH = N_(
    "With it you could end the hand, and would be left with %(after)d. If you pass, nobody scores."
)
CANNOT_END = N_("You cannot end the hand with it.")
NO_MELD = N_("The %(card)s makes no meld with your cards.")
NO_GAIN = N_("The %(card)s is in no meld of the best that you can make.")
NEXT_BETTER = N_(
    "Of the %(unseen)d cards that you cannot see %(good)d would take your count below %(before)d."
)
COUNT_LEFT = N_("Without the %(card)s your count is %(count)d.")
COMPLETING = N_("What the %(card)s needs for a meld with your cards: %(needed)s.")
GONE = N_("Gone of these: %(gone)s.")
ALONE = N_("The %(card)s has no card beside it in your hand.")
GIVES = N_(
    "The opponent may still make %(open)d of the %(all)d melds of three with the %(card)s; the "
    "cards for the others are with you or thrown."
)
THEY_COLLECT = N_("The opponent took %(took)s, which can stand in a meld with the %(card)s.")
NEXT_ENDS = N_(
    "Of the %(unseen)d cards that you cannot see %(knock)d would let you end the hand next."
)
WITH_GIN = N_("With gin of these: %(gin)d.")
NONE_ENDS = N_("None of the %(unseen)d cards that you cannot see would let you end the hand next.")
KNOCKS_WITH = N_("You knock with %(count)d.")
LAYOFFS = N_("Of the %(unseen)d cards that you cannot see %(fitting)d fit your melds.")
NEXT_IS_GIN = N_("Of the %(unseen)d cards that you cannot see %(gin)d would give you gin next.")
NONE_IS_GIN = N_("None of the %(unseen)d cards that you cannot see would give you gin next.")
IS_GIN = N_("Nothing is left over: gin.")
ANSWER = N_("The least that you can be left with is %(count)d.")


def hint(view: Mapping[str, Any], played: Played, *, seat: int, variant: str = "standard") -> Hint:
    """What the level Expert would do in this seat, whose turn it is, and why."""
    action = choose(player_of("expert", ""), view, played, seat=seat, variant=variant)
    known = known_from(view, played, seat, form_of(variant))
    return Hint(action, tuple(_reasons(action.split(" |")[0].split(), known, view)))


def _reasons(words: list[str], known: Knowledge, view: Mapping[str, Any]) -> Iterator[Text]:
    match words:
        case ["take"]:
            yield from _of_a_take(known)
        case ["pass"] if known.must_end:
            yield from _of_the_last_discard(known, may_take="take" in view["actions"])
        case ["pass" | "draw"]:
            yield from _of_a_draw(known)
        case ["discard", name]:
            yield from _of_a_throw(known, _card(known, name))
        case ["knock", name]:
            yield from _of_a_knock(known, _card(known, name))
        case ["gin", _] | ["big_gin"]:
            yield Text("is_gin", IS_GIN)
        case ["double" | "accept" | "refuse"]:
            yield from _of_the_next_card(known, known.hand)
        case _:
            yield from _of_an_answer(known, view)


def _of_a_take(known: Knowledge) -> Iterator[Text]:
    after, melds = _with_top(known)
    if known.must_end:
        yield Text("ends_with", ENDS_WITH, {"after": after})
        return
    for meld in melds:
        yield Text("makes_meld", MAKES_MELD, {"card": _name(known.lying), "meld": _names(meld)})
    before = least_deadwood(known.hand, known.form)
    yield Text("count_falls", COUNT_FALLS, {"before": before, "after": after})


def _with_top(known: Knowledge) -> tuple[int, Melds]:
    """What is left once the card that lies open is taken and the best is thrown, and the meld with
    it that is made then, if any."""
    top, form = known.lying, known.form
    cards = known.hand | 1 << top
    after, thrown = min(
        (least_deadwood(cards ^ 1 << card, form), card) for card in indexes(known.hand)
    )
    melds = best_melds(cards ^ 1 << thrown, form)
    return after, tuple(meld for meld in melds if meld >> top & 1)


def _of_the_last_discard(known: Knowledge, *, may_take: bool) -> Iterator[Text]:
    """Why the last discard is left, with which the hand could only be ended."""
    if not may_take:
        yield Text("cannot_end", CANNOT_END)
        return
    yield Text("would_end_with", WOULD_END_WITH, {"after": _with_top(known)[0]})


def _of_a_draw(known: Knowledge) -> Iterator[Text]:
    before = least_deadwood(known.hand, known.form)
    if known.top is not None:
        cards = known.hand | 1 << known.top
        fits_one = any(meld >> known.top & 1 for meld in possible_melds(cards, known.form))
        values = {"card": _name(known.top)}
        yield Text("no_gain", NO_GAIN, values) if fits_one else Text("no_meld", NO_MELD, values)
    left = next_deadwood(known, known.hand)
    good = sum(count < before for count in left)
    yield Text("next_better", NEXT_BETTER, {"before": before, "good": good, "unseen": len(left)})


def _of_a_throw(known: Knowledge, card: int) -> Iterator[Text]:
    rest, form, name = known.hand ^ 1 << card, known.form, _name(card)
    yield Text("count_left", COUNT_LEFT, {"card": name, "count": least_deadwood(rest, form)})
    needed = 0
    for pair in completing(form.wraps)[card]:
        held = [other for other in pair if rest >> other & 1]
        if len(held) == 1:
            needed |= 1 << (pair[0] + pair[1] - held[0])
    if needed:
        yield Text("completing", COMPLETING, {"card": name, "needed": _names(needed)})
    else:
        yield Text("alone", ALONE, {"card": name})
    if gone := needed & (known.gone | known.theirs):
        yield Text("gone", GONE, {"gone": _names(gone)})
    pairs = completing(form.wraps)[card]
    theirs = known.hidden | known.theirs
    open_pairs = sum(theirs >> one & theirs >> other & 1 for one, other in pairs)
    yield Text("gives", GIVES, {"open": open_pairs, "all": len(pairs), "card": name})
    took = partners(known.theirs, card, form.wraps)
    if took:
        yield Text("they_collect", THEY_COLLECT, {"took": _names(took), "card": name})
    yield from _of_the_next_card(known, rest)


def _of_the_next_card(known: Knowledge, ten: int) -> Iterator[Text]:
    """How many of the cards that are not seen would let these ten end the hand."""
    left = next_deadwood(known, ten)
    unseen, gin = len(left), left.count(0)
    if not known.limit:
        yield from _of_gin_next(unseen, gin)
        return
    knock = sum(count <= known.limit for count in left)
    if not knock:
        yield Text("none_ends", NONE_ENDS, {"unseen": unseen})
        return
    yield Text("next_ends", NEXT_ENDS, {"knock": knock, "unseen": unseen})
    if gin:
        yield Text("with_gin", WITH_GIN, {"gin": gin})


def _of_gin_next(unseen: int, gin: int) -> Iterator[Text]:
    if gin:
        yield Text("next_is_gin", NEXT_IS_GIN, {"gin": gin, "unseen": unseen})
    else:
        yield Text("none_is_gin", NONE_IS_GIN, {"unseen": unseen})


def _of_a_knock(known: Knowledge, card: int) -> Iterator[Text]:
    rest, form = known.hand ^ 1 << card, known.form
    melds = best_melds(rest, form)
    yield Text("knocks_with", KNOCKS_WITH, {"count": least_deadwood(rest, form)})
    unseen = list(indexes(known.hidden))
    fitting = sum(any(fits(meld, 1 << other, form) for meld in melds) for other in unseen)
    yield Text("layoffs", LAYOFFS, {"fitting": fitting, "unseen": len(unseen)})
    left = next_deadwood(known, rest)
    yield from _of_gin_next(len(left), left.count(0))


def _of_an_answer(known: Knowledge, view: Mapping[str, Any]) -> Iterator[Text]:
    yield Text("answer", ANSWER, {"count": answer_to(known, view).count})


def _card(known: Knowledge, name: str) -> int:
    return next(card for card in indexes(known.hand) if _name(card) == name)


def _name(card: int) -> str:
    return str(DECK[card])


def _names(cards: int) -> str:
    return " ".join(_name(card) for card in indexes(cards))
