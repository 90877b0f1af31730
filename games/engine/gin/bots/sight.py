"""What a player notices of the melds in a hand. Good ones notice all; others overlook some, and
always the same ones in a hand."""

from collections.abc import Callable, Iterator

from games.engine.melds.arrangements import Melds, best_melds, deadwood_of, possible_melds
from games.engine.melds.form import MeldForm
from games.engine.melds.least import least_deadwood

Notices = Callable[[int], bool]
"""Whether a player notices this meld."""


def count_seen(cards: int, form: MeldForm, notices: Notices | None) -> int:
    """The least deadwood as far as its player sees it; without `notices` they see all."""
    if notices is None:
        return least_deadwood(cards, form)
    return form.value(deadwood_of(cards, melds_seen(cards, form, notices)))


def melds_seen(cards: int, form: MeldForm, notices: Notices | None) -> Melds:
    """The best arrangement that the player sees."""
    if notices is None:
        return best_melds(cards, form)
    noticed = [meld for meld in possible_melds(cards, form) if notices(meld)]
    return min(
        _apart(noticed, 0, ()), key=lambda melds: form.value(deadwood_of(cards, melds)), default=()
    )


def _apart(melds: list[int], taken: int, chosen: Melds) -> Iterator[Melds]:
    yield chosen
    for at, meld in enumerate(melds):
        if not meld & taken:
            yield from _apart(melds[at + 1 :], taken | meld, (*chosen, meld))
