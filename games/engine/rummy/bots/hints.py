"""A hint at a table of rummy: what the best level would do, and why. Every number is counted over
the cards that the player cannot see."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.hints import Hint
from games.engine.rummy.bots import knocking, laying
from games.engine.rummy.bots.choosing import choice_of
from games.engine.rummy.bots.knowledge import Known, Played, known_from
from games.engine.rummy.bots.skill import SKILLS, Player
from games.engine.rummy.melds import extended, least_count, melds_in, read_meld
from games.engine.rummy.pack import JOKER, name_of, names_of, read_card, total, without
from games.engine.rummy.rules import RummyRules
from kernel.seats import Seat
from kernel.text import N_, Text

MAKES_MELD = N_("The %(card)s makes a meld: %(meld)s.")
FITS = N_("The %(card)s fits on a meld that lies on the table: %(meld)s.")
NO_USE = N_("The %(card)s goes into no meld that takes more out of your hand.")
LEAVES = N_("It takes %(points)d points out of your hand, and leaves %(left)d.")
STILL_HELD = N_("Without the %(card)s you still hold %(left)d points.")
WAITS = N_(
    "Of the %(unseen)d cards that you cannot see %(good)d would make a meld of it and another of "
    "yours."
)
HELD_BACK = N_(
    "You hold your melds back: %(good)d of the %(unseen)d cards that you cannot see let you go out "
    "in one turn, and that counts double."
)
KNOCKS_WITH = N_("You knock with %(count)d.")
KNOCK_WINS = N_(
    "Of %(all)d deals of the other hands, from the cards that you cannot see, it wins %(won)d."
)


def hint(view: Mapping[str, Any], played: Played, *, seat: Seat, rules: RummyRules) -> Hint:
    """What the level Expert would do in this seat, whose turn it is, and why."""
    player = Player(SKILLS["expert"], "")
    known = known_from(view, played, seat, rules)
    action = choice_of(player, known, view["phase"])
    return Hint(action, tuple(_reasons(action.split(), player, known)))


def _reasons(words: list[str], player: Player, known: Known) -> Iterator[Text]:
    match words:
        case ["take"]:
            yield _of_a_take(known)
        case ["draw"]:
            yield Text("no_use", NO_USE, {"card": _top(known)})
        case ["meld", meld]:
            yield _leaves(known, read_meld(meld).paid)
        case ["lay_off", card, "on", _meld]:
            plain = card.strip("()")
            yield _leaves(known, [JOKER if plain != card else read_card(card, "action")])
        case ["free", card, "on", meld]:
            yield Text("fits", FITS, {"card": card, "meld": _names(read_meld(meld).cards)})
        case ["knock", card]:
            yield from _of_a_knock(player, known, read_card(card, "action"))
        case ["discard", card]:
            yield from _of_a_throw(player, known, read_card(card, "action"))


def _top(known: Known) -> str:
    assert known.top is not None
    return name_of(known.top)


def _of_a_take(known: Known) -> Text:
    top, ace = known.top, known.rules.ace
    assert top is not None
    if known.may_lay_off(known.seat):
        for lying in known.melds:
            if top != JOKER and extended(lying, top, ace):
                values = {"card": name_of(top), "meld": _names(lying.cards)}
                return Text("fits", FITS, values)
    melds = [meld for meld in melds_in((*known.hand, top), ace) if top in meld.paid]
    dearest = max(melds, key=lambda meld: total(meld.paid, known.rules.ace_value))
    return Text("makes_meld", MAKES_MELD, {"card": name_of(top), "meld": _names(dearest.cards)})


def _leaves(known: Known, cards: tuple[int, ...] | list[int]) -> Text:
    ace = known.rules.ace_value
    points, held = total(cards, ace), total(known.hand, ace)
    return Text("leaves", LEAVES, {"points": points, "left": held - points})


def _of_a_throw(player: Player, known: Known, card: int) -> Iterator[Text]:
    unseen = sum(known.unseen)
    if known.rules.variant == "knock":
        left = least_count(without(known.hand, [card]), known.rules.ace)
    else:
        left = total(without(known.hand, [card]), known.rules.ace_value)
        if laying.holds_back(player, known):
            good = laying.rummy_cards(player, known)
            yield Text("held_back", HELD_BACK, {"good": good, "unseen": unseen})
    yield Text("still_held", STILL_HELD, {"card": name_of(card), "left": left})
    if card != JOKER:
        yield Text("waits", WAITS, {"good": laying.outs(known, card), "unseen": unseen})


def _of_a_knock(player: Player, known: Known, card: int) -> Iterator[Text]:
    count = least_count(without(known.hand, [card]), known.rules.ace)
    yield Text("knocks_with", KNOCKS_WITH, {"count": count})
    won = round(knocking.win_share(player, known, count) * knocking.SAMPLES)
    yield Text("knock_wins", KNOCK_WINS, {"all": knocking.SAMPLES, "won": won})


def _names(cards: tuple[int, ...]) -> str:
    return " ".join(names_of(cards))
