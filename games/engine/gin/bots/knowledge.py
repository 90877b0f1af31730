"""What a seat knows of a hand when it is to act: its view, and what everybody saw being played.

Nothing else reaches a computer player. A memory is this and no more, so that after a restart it is
what it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.cards import FULL, parse_card
from games.engine.melds.form import MeldForm

#: From this turn of theirs on a player who does not knock is waiting for gin.
LATE = 4

Played = Sequence[Mapping[str, Any]]
"""The actions of a hand so far, each with `seat` and `action` as in its record."""


class Habits(NamedTuple):
    """How the opponent ended the hands before this one: in how many turns after the first `LATE`
    they could have knocked, for all that was seen, and in how many they did."""

    late_turns: int = 0
    late_knocks: int = 0


class Knowledge(NamedTuple):
    """A hand as one seat knows it. Cards are indexes, sets of them ints (`cards`).

    `top` lies open and may be taken; `taken` came from there this turn and may not be thrown.
    `theirs` are the cards that the opponent took and still holds, `thrown` what they threw, the
    last one last, `left` what they could have taken and did not; `gone` lies in the pile. `turns`
    are one's own that are over.
    `must_end`: the hand ends with the next throw. `moment` counts the actions so far.
    """

    hand: int
    top: int | None
    taken: int | None
    theirs: int
    thrown: tuple[int, ...]
    left: int
    gone: int
    stock: int
    turns: int
    limit: int
    form: MeldForm
    habits: Habits = Habits()
    has_big_gin: bool = False
    must_end: bool = False
    moment: int = 0

    @property
    def lying(self) -> int:
        """The card that lies open, where there is one."""
        if self.top is None:
            raise ValueError("no card lies open")
        return self.top

    @property
    def hidden(self) -> int:
        """The cards that are in the stock or in the opponent's hand, and no one can say which."""
        return FULL & ~(self.hand | self.theirs | self.gone)


def known_from(
    view: Mapping[str, Any],
    played: Played,
    seat: int,
    form: MeldForm,
    habits: Habits = Habits(),  # noqa: B008  # a tuple
) -> Knowledge:
    """The knowledge of a seat whose turn it is, from the JSON of its view."""
    pile = [] if view["upcard"] is None else [_card(view["upcard"])]
    theirs = left = turns = 0
    thrown: list[int] = []
    for one in played:
        is_mine = one["seat"] == seat
        match one["action"].split():
            case ["take"]:
                card = pile.pop()
                theirs |= 0 if is_mine else 1 << card
            case ["pass" | "draw"] if pile and not is_mine:
                left |= 1 << pile[-1]
            case ["discard", text]:
                card = _card(text)
                pile.append(card)
                turns += is_mine
                if not is_mine:
                    thrown.append(card)
                    theirs &= ~(1 << card)
    return Knowledge(
        hand=cards_of(view["hands"][seat]),
        top=pile[-1] if pile else None,
        taken=None if view["taken"] is None else _card(view["taken"]),
        theirs=theirs,
        thrown=tuple(thrown),
        left=left,
        gone=sum(1 << card for card in pile),
        stock=view["stock"],
        turns=turns,
        limit=view["limit"],
        form=form,
        habits=habits,
        has_big_gin="big_gin" in view["actions"],
        must_end=view["phase"] in ("wall", "wall_knock"),
        moment=len(played),
    )


def habits_of(hands: Iterable[Played], opponent: int) -> Habits:
    """The habits of a seat in the hands that are over."""
    late_turns = late_knocks = 0
    for played in hands:
        own = [one["action"].split()[0] for one in played if one["seat"] == opponent]
        turns = sum(kind in ("discard", "knock", "gin", "big_gin") for kind in own)
        late_turns += max(0, turns - LATE)
        late_knocks += turns > LATE and "knock" in own
    return Habits(late_turns, late_knocks)


def cards_of(names: Iterable[str]) -> int:
    """The set of cards that are written as a list of names."""
    return sum(1 << _card(name) for name in names)


def _card(name: str) -> int:
    return parse_card(name).index
