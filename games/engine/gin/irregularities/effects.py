"""From a row of the table to what it does: the effects of a ruling, and their price."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import reduce

from games.engine.gin.irregularities.remedies import Effect, ParamValue
from games.engine.gin.irregularities.row import Consequence, Irregularity
from games.engine.gin.irregularities.table import (
    all_hold,
    check_phase,
    holding,
    irregularity,
    open_options,
)
from games.engine.gin.scoring.remedies import NO_REMEDIES, BarredBonus, HandRemedies
from kernel.seats import SIDES, Pair, Seat, others
from kernel.text import N_, Text, refusal


def effects_of(
    row_id: str,
    option: str = "",
    conditions: Collection[str] = (),
    offender_seat: Seat | None = None,
    knocker_seat: Seat | None = None,
    *,
    phase: str = "",
    cards: int = 0,
    seats: int = SIDES,
) -> tuple[Effect, ...]:
    """What follows by this row from this choice, its conditions evaluated, its targets as seats.

    So many `seats` play the hand: the opponent and the defender are all others. `cards` is how many
    are missing, where that counts; a knocker left out is the offender where the row says so. The
    effect `another_row` names the rows by which the referee rules on; following it is the caller's.
    Refused: `unknown_irregularity`, `unknown_condition`, `wrong_condition`, `wrong_phase`,
    `option_not_open`, `option_needed`, `offender_needed`, `cards_needed`.
    """
    row = irregularity(row_id)
    if phase:
        check_phase(row, phase)
    holds = holding(conditions, phase)
    _check_option(row, option, holds)
    targets = _targets(row, offender_seat, knocker_seat, seats)
    effects = tuple(
        _effect(consequence, targets, cards)
        for consequence in row.effects.get(option, ())
        if all_hold(consequence.when, holds)
    )
    if not effects:
        raise refusal("option_needed", N_("Say what was chosen."), "option")
    return effects


def further_rows(effects: Iterable[Effect]) -> tuple[str, ...]:
    """The rows of which the first that fits is ruled by as well; none: the ruling is complete."""
    return tuple(row for effect in effects for row in effect.several("rows"))


def hand_remedies(effects: Iterable[Effect]) -> HandRemedies:
    """What the rulings on one hand, in their order, do to its score.

    A hand that is dealt anew leaves behind what was ruled on the deal before.
    """
    return reduce(_with, effects, NO_REMEDIES)


def _check_option(row: Irregularity, option: str, holds: Collection[str]) -> None:
    if not option:
        return
    if option not in {open_option.code for open_option in open_options(row, holds)}:
        sentence = N_("This choice is not open here: %(value)s.")
        offered = row.option(option)
        value = Text("option", offered.label) if offered else option
        raise refusal("option_not_open", sentence, "option", value=value)


def _targets(
    row: Irregularity, offender: Seat | None, knocker: Seat | None, seats: int
) -> Mapping[str, tuple[Seat, ...]]:
    """Who is meant by each target, as far as is known; where nobody is at fault, the knocker. Of
    several defenders somebody must say which one it was."""
    of_knock = {"knocker": 0, "nobody": 0, "defender": 1}.get(row.offender)
    follows = of_knock is not None and (of_knock == 0 or seats == SIDES)
    if follows and of_knock is not None:
        if knocker is None and offender is not None:
            knocker = offender ^ of_knock
        elif offender is None and knocker is not None:
            offender = knocker ^ of_knock
    found: dict[str, tuple[Seat, ...]] = {"hand": (), "both": tuple(range(seats))}
    if offender is not None:
        found |= {"offender": (offender,), "opponent": others(offender, seats)}
    if knocker is not None:
        found |= {"knocker": (knocker,), "defender": others(knocker, seats)}
    return found


def _effect(consequence: Consequence, seats: Mapping[str, tuple[Seat, ...]], cards: int) -> Effect:
    if consequence.target not in seats:
        raise refusal("offender_needed", N_("Say which player it was."), "offender")
    params: Mapping[str, ParamValue] = consequence.params
    if consequence.remedy == "deadwood_surcharge":
        if not 1 <= cards <= 10:
            sentence = N_("Say how many cards are missing, from 1 to 10.")
            raise refusal("cards_needed", sentence, "cards")
        params = {**params, "cards": cards}
    return Effect(consequence.remedy, seats[consequence.target], params)


def _with(remedies: HandRemedies, effect: Effect) -> HandRemedies:
    """The remedies with one more; those that only touch the play change no score."""
    params = effect.params
    match effect.remedy:
        case "redeal":
            return NO_REMEDIES
        case "void_hand":
            next_deal = "same" if "dealer" in params else remedies.next_deal
            return replace(remedies, void=True, next_deal=next_deal)
        case "deal_stands":
            as_due = params["rotation"] == "as_due"
            return replace(remedies, next_deal="as_due" if as_due else None)
        case "accept_knock":
            as_knock = params["kind"] == "knock"
            return replace(remedies, knock_accepted=as_knock, as_knock=as_knock)
        case "reject_knock":
            return replace(remedies, knock_accepted=False, as_knock=False)
        case "bar_bonus":
            return _with_barred(remedies, effect)
        case "cannot_win":
            return replace(remedies, cannot_win=remedies.cannot_win | set(effect.seats))
        case "deadwood_surcharge":
            points = surcharge_of(effect)
            surcharge = _raised(remedies.surcharge, effect.seats, points)
            return replace(remedies, surcharge=surcharge)
    return remedies


def surcharge_of(effect: Effect) -> int:
    """By how much the effect raises a count: so much for each card."""
    return effect.number("amount") * effect.number("cards")


def _raised(surcharge: Pair, seats: Collection[Seat], points: int) -> Pair:
    return (surcharge[0] + points * (0 in seats), surcharge[1] + points * (1 in seats))


def _with_barred(remedies: HandRemedies, effect: Effect) -> HandRemedies:
    bonuses: tuple[BarredBonus, ...] = ("gin", "undercut")
    barred = frozenset(kind for kind in bonuses if kind in effect.several("kinds"))
    first, second = remedies.bonus_barred
    if 0 in effect.seats:
        first |= barred
    if 1 in effect.seats:
        second |= barred
    return replace(remedies, bonus_barred=(first, second))
