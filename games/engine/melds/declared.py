"""What a player declares: melds and layoffs as laid down, refused where they are none."""

from collections.abc import Sequence

from games.engine.cards import CardSet
from games.engine.melds.arrangements import Melds, best_melds
from games.engine.melds.form import LOW_ACE, MeldForm
from games.engine.melds.layoffs import LaidOff, Layoff, best_answer, every_layoff, fits
from kernel.text import N_, Refusal, refusal


def check_melds(cards: int, melds: Sequence[int], form: MeldForm = LOW_ACE) -> int:
    """The cards that these melds leave; refused (`bad_meld`) unless each is one, of `cards`."""
    rest = cards
    for meld in melds:
        if form.kind(meld) is None:
            raise _bad_meld(N_("%(meld)s is no meld: neither a set nor a run of three."), meld)
        if meld & ~cards:
            raise _bad_meld(N_("Not all of %(meld)s is in this hand."), meld)
        if meld & ~rest:
            raise _bad_meld(N_("A card of %(meld)s is in another meld already."), meld)
        rest ^= meld
    return rest


def lay_off(lying: Melds, layoff: Layoff, held: int, form: MeldForm = LOW_ACE) -> Melds:
    """The knocker's melds with one more card on one of them; refused as `bad_layoff`."""
    card, onto = layoff
    if not card & held:
        sentence = N_("The defender has no %(card)s left to lay off.")
    elif onto not in lying:
        sentence = N_("The knocker has no meld %(meld)s lying there, earlier layoffs included.")
    elif not fits(onto, card, form):
        sentence = N_("%(card)s does not fit on %(meld)s.")
    else:
        return tuple(meld | card if meld == onto else meld for meld in lying)
    values = {"card": str(CardSet(card)), "meld": str(CardSet(onto))}
    raise refusal("bad_layoff", sentence, "layoffs", **values)


def declared_answer(
    cards: int,
    knocker_melds: Melds,
    own: Melds | None,
    layoffs: Sequence[Layoff] | None,
    form: MeldForm = LOW_ACE,
) -> LaidOff:
    """The defender's answer as far as declared; what is left out (null) is the best that remains.

    Refused are own melds that are none (`bad_meld`) and layoffs that do not fit (`bad_layoff`).
    """
    if own is None and layoffs is None:
        return best_answer(cards, knocker_melds, form)
    if layoffs is None:
        rest = check_melds(cards, own or (), form)
        layoffs = every_layoff(rest, knocker_melds, form)
    held, lying = cards, knocker_melds
    for layoff in layoffs:
        lying = lay_off(lying, layoff, held, form)
        held ^= layoff.card
    melds = best_melds(held, form) if own is None else own
    deadwood = check_melds(held, melds, form)
    return LaidOff(melds, tuple(layoffs), deadwood, form.value(deadwood))


def _bad_meld(sentence: str, meld: int) -> Refusal:
    return refusal("bad_meld", sentence, "melds", meld=str(CardSet(meld)))
