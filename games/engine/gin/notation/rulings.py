"""The rulings on a showdown as JSON: what a referee recorded of it, and what it does to the score.

Conditions are not sent: they follow from the cards, and a choice that was made was open.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.gin.irregularities.effects import effects_of, hand_remedies
from games.engine.gin.irregularities.remedies import Effect
from games.engine.gin.irregularities.row import Irregularity
from games.engine.gin.irregularities.table import irregularity
from games.engine.gin.scoring.remedies import HandRemedies
from games.engine.records import read_list, read_object
from kernel.seats import Seat
from kernel.text import N_, refusal, shown

_SIDES = ("knocker", "defender")

#: Whose offender, when nobody names one, is known.
_OFFENDERS: Mapping[str, Seat] = {"knocker": 0, "defender": 1}

#: What is called a knock by these is one, but its count must be within the limit.
_WITHIN_THE_LIMIT = frozenset({"KNOCK_FALSE_GIN", "KNOCK_GIN_NOT_CLAIMED"})


def read_rulings(value: object, missing: Sequence[int], *, spread_is_gin: bool) -> HandRemedies:
    """What the rulings of a request do to the score; seat 0 is the knocker.

    `missing` is how many cards each side lacks, negative where there are too many; `spread_is_gin`:
    nothing is left of the knocker's cards as they were melded. Refused as by `effects_of`, and
    as `bad_json` or, where the cards contradict the irregularity, `wrong_count`.
    """
    effects: list[Effect] = []
    ruled = set[str]()
    for element in read_list(value, "irregularities"):
        said = read_object(element, "irregularities")
        row = irregularity(said.get("id"))
        ruled.add(row.id)
        effects += _effects(row, said, missing, spread_is_gin)
    remedies = hand_remedies(effects)
    accepted = remedies.knock_accepted and not ruled & _WITHIN_THE_LIMIT
    dealt_anew = any(effect.remedy == "redeal" for effect in effects)
    return replace(remedies, knock_accepted=accepted, void=remedies.void or dealt_anew)


def _effects(
    row: Irregularity, said: Mapping[str, Any], missing: Sequence[int], spread_is_gin: bool
) -> tuple[Effect, ...]:
    offender = _offender(row, said.get("offender"))
    option = said.get("choice") or ""
    if not isinstance(option, str):
        sentence = N_("A choice is the code of an option, not %(value)s.")
        raise refusal("bad_json", sentence, "irregularities", value=shown(option))
    offered = row.option(option)
    conditions = {code for code in offered.open if not code.startswith("!")} if offered else set()
    cards = 0
    if offender is not None and _counts_cards(row, option):
        cards = missing[offender]
        _check_number(row, cards)
        conditions |= {"too_few"} if cards > 0 else set()
    if spread_is_gin:
        conditions.add("zero_shown_before_layoff")
    return effects_of(row.id, option, conditions, offender, cards=cards)


def _offender(row: Irregularity, value: object) -> Seat | None:
    if value is None:
        return _OFFENDERS.get(row.offender)
    if value not in _SIDES:
        sentence = N_("An offender is the knocker or the defender, not %(value)s.")
        raise refusal("bad_json", sentence, "irregularities", value=shown(value))
    return _SIDES.index(str(value))


def _counts_cards(row: Irregularity, option: str) -> bool:
    """Whether a wrong number of cards is counted by this ruling."""
    remedies = {consequence.remedy for consequence in row.effects.get(option, ())}
    return bool(remedies & {"deadwood_surcharge", "cannot_win"})


def _check_number(row: Irregularity, missing: int) -> None:
    """Few are fewer than there should be, many more."""
    remedies = {consequence.remedy for consequence in row.consequences}
    few = "deadwood_surcharge" in remedies and 1 <= missing <= 9
    many = "cannot_win" in remedies and missing <= -1
    if not (few or many):
        sentence = N_("These cards have not the wrong number that was ruled on.")
        raise refusal("wrong_count", sentence, "irregularities")
