"""The table of irregularities (rulebook 5): its rows, and what is asked and open in each."""

from collections.abc import Collection, Mapping

from games.engine.gin.irregularities.deal import DEAL_ROWS
from games.engine.gin.irregularities.hand_count import HAND_COUNT_ROWS
from games.engine.gin.irregularities.knock import KNOCK_ROWS
from games.engine.gin.irregularities.play import PLAY_ROWS
from games.engine.gin.irregularities.row import (
    CONDITIONS,
    PHASES,
    Irregularity,
    Option,
    RulingPhase,
)
from games.engine.gin.irregularities.score import SCORE_ROWS
from games.engine.gin.irregularities.sight import SIGHT_ROWS
from kernel.text import N_, Text, refusal, shown

IRREGULARITIES: Mapping[str, Irregularity] = {
    row.id: row
    for row in DEAL_ROWS + HAND_COUNT_ROWS + PLAY_ROWS + SIGHT_ROWS + KNOCK_ROWS + SCORE_ROWS
}

#: Conditions that follow from when it was found: the phases in which they hold, and not in others.
#: (Whether the next deal has begun is never among them: a hand that is counted, or played on
#: although it was void, tells nothing of it.)
_KNOWN_BY_PHASE: Mapping[str, tuple[RulingPhase, ...]] = {
    "before_knock": ("DEALING", "UPCARD_OFFER", "PLAY"),
    "opponent_exposed": ("OPP_EXPOSED", "LAYOFF", "SHOWDOWN", "COUNTED", "NEXT_DEAL", "GAME_END"),
    "count_agreed": ("COUNTED", "NEXT_DEAL", "GAME_END"),
}


def irregularity(row_id: object) -> Irregularity:
    """The row of this id, or a refusal `unknown_irregularity`."""
    row = IRREGULARITIES.get(row_id) if isinstance(row_id, str) else None
    if row is None:
        sentence = N_("There is no irregularity %(value)s.")
        raise refusal("unknown_irregularity", sentence, "rule", value=shown(row_id))
    return row


def questions(row: Irregularity, phase: str = "") -> tuple[str, ...]:
    """The conditions that a ruling by this row depends on and that the phase does not answer."""
    asked = {condition for option in row.options for condition in option.open}
    asked |= {condition for consequence in row.consequences for condition in consequence.when}
    bare = {condition.removeprefix("!") for condition in asked}
    known = _KNOWN_BY_PHASE.keys() if phase else frozenset[str]()
    return tuple(code for code in CONDITIONS if code in bare and code not in known)


def holding(conditions: Collection[str], phase: str = "") -> frozenset[str]:
    """What holds: as the referee found it, and as it follows from the phase.

    What the phase rules out is refused (`wrong_condition`), never overlooked.
    """
    for condition in conditions:
        if condition not in CONDITIONS:
            sentence = N_("There is no condition %(value)s.")
            raise refusal("unknown_condition", sentence, "conditions", value=shown(condition))
    if not phase:
        return frozenset(conditions)
    by_phase = {code for code, phases in _KNOWN_BY_PHASE.items() if phase in phases}
    ruled_out = _KNOWN_BY_PHASE.keys() - by_phase
    for condition in conditions:
        if condition in ruled_out:
            sentence = N_(
                "This can't hold in the phase in which it was found: %(condition)s. Change the "
                "phase, or leave the condition out."
            )
            said = {"condition": Text("condition", CONDITIONS[condition])}
            raise refusal("wrong_condition", sentence, "conditions", **said)
    return frozenset(conditions) | by_phase


def all_hold(when: Collection[str], conditions: Collection[str]) -> bool:
    """Whether each of these holds, "!" negating."""
    return all(
        (condition.removeprefix("!") in conditions) is not condition.startswith("!")
        for condition in when
    )


def open_options(
    row: Irregularity, conditions: Collection[str], phase: str = ""
) -> tuple[Option, ...]:
    """The options that are open while these conditions hold."""
    holds = holding(conditions, phase)
    return tuple(option for option in row.options if all_hold(option.open, holds))


def check_phase(row: Irregularity, phase: str) -> None:
    """Refuse (`wrong_phase`) a phase in which this can't be found."""
    if phase not in PHASES:
        sentence = N_("There is no phase %(value)s.")
        raise refusal("wrong_phase", sentence, "phase", value=shown(phase))
    if phase not in row.phases:
        sentence = N_("This can't be found in the phase %(value)s.")
        raise refusal("wrong_phase", sentence, "phase", value=phase)
