"""Which of the arrangements of a hand is laid down where its player does not say (rulebook 2.3)."""

from collections.abc import Callable

from games.engine.cards import DECK, indexes
from games.engine.melds.arrangements import Melds, arrangements, deadwood_of, least_arrangements
from games.engine.melds.form import LOW_ACE, MeldForm
from games.engine.melds.layoffs import every_layoff, least_after_layoffs
from games.engine.melds.least import least_deadwood


def knockers_choice(
    cards: int, defender: int, form: MeldForm = LOW_ACE, *, layoffs: bool = True
) -> Melds:
    """The knocker's arrangement of least deadwood; among equal ones that worth most to them.

    It looks at the defender's cards, so it is for hands in which all cards lie open. Where nothing
    can be laid off all are worth the same, and the first is taken.
    """
    choices = least_arrangements(cards, form)
    if len(choices) == 1 or not layoffs:
        return choices[0]
    return max(choices, key=lambda melds: least_after_layoffs(defender, melds, form))


def fewest_layoffs(cards: int, unknown: int, form: MeldForm = LOW_ACE) -> Melds:
    """The arrangement of least deadwood for a knocker to whom the `unknown` cards are hidden.

    Among equal ones that on which the fewest of those cards fit, as the melds lie or one after the
    other, each card once; then that with the smaller text. A run may be cut in two here: the same
    cards fit it, and its text is the smaller.
    """
    least = least_deadwood(cards, form)
    choices = [
        in_order(melds, form)
        for melds in arrangements(cards, form)
        if form.value(deadwood_of(cards, melds)) == least
    ]
    return min(choices, key=by_layoffs(unknown, form))


def by_layoffs(unknown: int, form: MeldForm = LOW_ACE) -> Callable[[Melds], tuple[int, str]]:
    """The order of melds for a knocker: first those on which the fewest `unknown` cards fit, then
    those with the smaller text."""
    return lambda melds: (len(every_layoff(unknown, melds, form)), _text(melds, form))


def in_order(melds: Melds, form: MeldForm = LOW_ACE) -> Melds:
    """Melds as they are written: sets before runs, each by lowest rank, then by suit."""
    return tuple(sorted(melds, key=lambda meld: _place(meld, form)))


def _place(meld: int, form: MeldForm) -> tuple[bool, int, int]:
    lowest = next(indexes(meld))
    return form.kind(meld) == "run", lowest % 13, lowest


def _text(melds: Melds, form: MeldForm) -> str:
    return " ".join("".join(str(DECK[card]) for card in form.as_it_lies(meld)) for meld in melds)
