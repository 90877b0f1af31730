"""The closed list of remedies, and what a ruling comes to: `Effect`.

A free ruling chooses from the same list as the table of rulebook 5. Effects are stored as they are
written here (`as_json`): their targets are seats, their conditions were evaluated.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from kernel.seats import SIDES, Seat
from kernel.text import N_, Refusal, refusal, shown

ParamValue = str | int | tuple[str, ...]


class Param(NamedTuple):
    """What a parameter of a remedy may be: one of `values` (several: `many`), or a number."""

    values: tuple[str | bool, ...] = ()
    many: bool = False
    optional: bool = False
    most: int = 0


RemedyOn = Literal["seat", "hand", "either"]


class Remedy(NamedTuple):
    """`on`: whether it is a player's (`seat`), the hand's (`hand`), or may be of either."""

    on: RemedyOn
    params: Mapping[str, Param]


def _remedy(on: RemedyOn, **params: Param) -> Remedy:
    return Remedy(on, params)


#: Which card a remedy is about, and how it is called.
CARD_WORDS: Mapping[str, str] = {
    "drawn": N_("the drawn card"),
    "second_drawn": N_("the second drawn card"),
    "seen": N_("the card that was seen"),
    "upcard": N_("the upcard"),
    "second_upcard": N_("the second card turned up"),
    "faced": N_("the card that lay face up"),
    "foreign": N_("the foreign card"),
    "found": N_("the card that was found"),
    "discard": N_("the discard"),
    "other_discard": N_("the other card thrown"),
    "named": N_("the card that was named"),
    "taken": N_("the cards that were taken"),
    "knock_card": N_("the knock card"),
    "exposed": N_("the cards that were shown"),
    "laid_off": N_("the card that was laid off"),
}
_CARDS = Param(tuple(CARD_WORDS))
_MAY_BE_SAID = Param((True,), optional=True)
_PHASES = ("UPCARD_ND", "UPCARD_D", "FORCED_STOCK", "DRAW", "DISCARD", "LAYOFF", "as_before")

#: Each means what the rulebook says of it; another_row is followed by who rules, never stored.
REMEDIES: Mapping[str, Remedy] = {
    "redeal": _remedy("hand", dealer=Param(("same", "right")), cut=_MAY_BE_SAID),
    "deal_stands": _remedy("hand", rotation=Param(("as_due", "as_dealt"))),
    "void_hand": _remedy("hand", dealer=Param(("same",), optional=True), new_pack=_MAY_BE_SAID),
    "play_stands": _remedy("hand"),
    "resume": _remedy(
        "seat",
        phase=Param(_PHASES),
        only=Param(("draw_stock", "knock", "gin"), many=True, optional=True),
    ),
    "expose_hand": _remedy("seat", until=Param(("opponent_next_play", "hand_end"))),
    "pick_up_hand": _remedy("seat"),
    "bar_knock": _remedy(
        "seat",
        until=Param(("own_next_turn", "turn_after_correction")),
        unless=Param(("gin",), many=True, optional=True),
    ),
    "bar_bonus": _remedy("seat", kinds=Param(("gin", "undercut"), many=True)),
    "cannot_win": _remedy("seat"),
    "deadwood_surcharge": _remedy(
        "seat", amount=Param(most=100), per=Param(("missing_card",)), cards=Param(most=10)
    ),
    "lose_next_draw": _remedy("seat"),
    "exposed_row": _remedy(
        "seat",
        cards=Param(("seen",)),
        offender_may_take=Param((True, False)),
        take_now=Param((True, False)),
    ),
    "card_stands": _remedy(
        "either", cards=_CARDS, counts_as=Param(("draw", "next_draw", "discard"), optional=True)
    ),
    "return_card": _remedy(
        "either",
        cards=_CARDS,
        to=Param(("hand", "deadwood", "stock_top", "discard_pile", "out_of_play")),
    ),
    "shuffle_into_stock": _remedy("hand", cards=_CARDS),
    "correct_hand": _remedy(
        "seat",
        at=Param(("now", "own_turns")),
        draw_from=Param(("stock", "discard_pile"), many=True),
    ),
    "accept_knock": _remedy("seat", kind=Param(("knock", "gin"))),
    "reject_knock": _remedy("seat", knock_card=Param(("discard_pile", "hand"))),
    "recount": _remedy("seat", basis=Param(("real", "declared", "announced", "new_spread"))),
    "score_recompute": _remedy("seat", trim=_MAY_BE_SAID),
    "note_conduct": _remedy("seat", review=Param(("T_CHEAT",))),
}

#: What a free ruling may do to a hand of an online table: the table has dealt and played it by the
#: rules, so what is left is that it counts otherwise, or not at all.
ONLINE_REMEDIES = frozenset(
    {"play_stands", "void_hand", "redeal", "bar_bonus", "cannot_win", "note_conduct"}
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One remedy with its parameters, on these seats; on none it is the hand's."""

    remedy: str
    seats: tuple[Seat, ...] = ()
    params: Mapping[str, ParamValue] = field(default_factory=dict)

    @property
    def is_stored(self) -> bool:
        """Whether a ruling keeps it: what only leads to another row is followed, and gone."""
        return self.remedy in REMEDIES

    def number(self, name: str) -> int:
        """A parameter that is a number, 0 where the remedy has none of this name."""
        value = self.params.get(name, 0)
        return value if isinstance(value, int) else 0

    def several(self, name: str) -> tuple[str, ...]:
        """A parameter of which several may be chosen, none where it is left out."""
        value = self.params.get(name, ())
        return value if isinstance(value, tuple) else ()

    def as_json(self) -> dict[str, Any]:
        """How it is stored and sent: flat."""
        params = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return {"remedy": self.remedy, "seats": list(self.seats), **params}


def effect_from_json(value: object, seats_there: int = SIDES) -> Effect:
    """What `as_json` gave, or what a referee chose freely, where there are so many seats; refused
    unless it is on the list.

    `unknown_remedy` names no remedy, `bad_effect` what is wrong with its seats or parameters.
    """
    if not isinstance(value, Mapping):
        raise _bad_effect(N_("An effect is an object with a remedy, not %(value)s."), value)
    said = dict(value)
    name, seats = said.pop("remedy", None), said.pop("seats", None)
    remedy = REMEDIES.get(name) if isinstance(name, str) else None
    if remedy is None:
        sentence = N_("There is no remedy %(value)s.")
        raise refusal("unknown_remedy", sentence, "effects", value=shown(name))
    for extra in said.keys() - remedy.params.keys():
        raise _bad_effect(N_("A remedy of this kind has no %(value)s."), extra)
    params = {
        key: _checked(key, said.get(key), param)
        for key, param in remedy.params.items()
        if key in said or not param.optional
    }
    return Effect(str(name), _checked_seats(seats, remedy, seats_there), params)


def _checked_seats(seats: object, remedy: Remedy, there: int) -> tuple[Seat, ...]:
    """Some of those who are there."""
    are_seats = isinstance(seats, list) and all(
        type(seat) is int and 0 <= seat < there for seat in seats
    )
    if not isinstance(seats, list) or not are_seats or len({*seats}) != len(seats):
        sentence = N_("Seats are a list of some from 0 to %(last)s, each once, not %(value)s.")
        raise refusal("bad_effect", sentence, "effects", last=there - 1, value=shown(seats))
    if (not seats and remedy.on == "seat") or (seats and remedy.on == "hand"):
        sentence = N_("A remedy on a player names a seat, one on the hand none.")
        raise refusal("bad_effect", sentence, "effects")
    return tuple(seats)


def _checked(name: str, value: object, param: Param) -> ParamValue:
    if param.most and type(value) is int and 1 <= value <= param.most:
        return value
    if param.many and isinstance(value, list) and value:
        chosen = [_checked(name, element, param._replace(many=False)) for element in value]
        return tuple(str(allowed) for allowed in param.values if allowed in chosen)
    for allowed in param.values:
        if not param.many and type(value) is type(allowed) and value == allowed:
            return allowed
    sentence = N_("%(name)s can't be %(value)s here.")
    raise refusal("bad_effect", sentence, "effects", name=name, value=shown(value))


def _bad_effect(sentence: str, value: object) -> Refusal:
    return refusal("bad_effect", sentence, "effects", value=shown(value))
