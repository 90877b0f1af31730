"""The forms of the game in which two play a hand, also where more sit at a table: each is the hooks
that it changes. Three who all play have a play of their own (`royal`).

Oklahoma, Straight, a limit from a second pack, Hollywood and Tedesco are knobs, no variants.
"""

from games.engine.gin.hand.actions import ACCEPT, DOUBLE, REFUSE, Action
from games.engine.gin.hand.phases import STANDARD_PHASES, always, refuse
from games.engine.gin.hand.state import Doubling, Ending, HandState, Phase, PhaseRules, Variant
from games.engine.gin.rules import PARTNERSHIP, TWO_OF_A_TABLE, Rules
from games.engine.gin.scoring.bounds import largest_factor
from games.engine.melds.least import least_deadwood
from kernel.seats import opponent
from kernel.text import N_, refusal

#: Before drawing, the player in turn may double (rulebook 4.5).
_BEFORE_A_DRAW: tuple[Phase, ...] = ("upcard_nd", "upcard_d", "forced_stock", "draw")


def _may_double(state: HandState) -> bool:
    doubling = state.doubling
    is_allowed = doubling.may_double in (None, state.turn)
    return is_allowed and doubling.factor * 2 <= largest_factor(state.table.rules)


def _with_double(phase: PhaseRules) -> PhaseRules:
    def legal(state: HandState) -> tuple[Action, ...]:
        actions = phase.legal(state)
        return (*actions, DOUBLE) if _may_double(state) else actions

    def apply(state: HandState, action: Action) -> HandState:
        if action.kind != "double":
            return phase.apply(state, action)
        if not _may_double(state):
            refuse(state, action)
        offered = state.doubling._replace(offered_in=state.phase)
        return state._replace(phase="offered", turn=opponent(state.turn), doubling=offered)

    return PhaseRules(legal, apply)


def _apply_answer(state: HandState, action: Action) -> HandState:
    """Accepted, play goes on at twice the factor; refused, the hand is over at the old one."""
    doubler, doubling = opponent(state.turn), state.doubling
    if action.kind == "accept" and doubling.offered_in is not None:
        doubled = Doubling(doubling.factor * 2, may_double=state.turn)
        return state._replace(phase=doubling.offered_in, turn=doubler, doubling=doubled)
    if action.kind != "refuse":
        refuse(state, action)
    form = state.table.form
    counts = (least_deadwood(state.hands[0], form), least_deadwood(state.hands[1], form))
    return state._replace(phase="scored", ending=Ending("refused", doubler, counts))


VARIANTS: tuple[Variant, ...] = (
    Variant("standard", STANDARD_PHASES),
    Variant(
        "doubling",
        {
            **STANDARD_PHASES,
            **{phase: _with_double(STANDARD_PHASES[phase]) for phase in _BEFORE_A_DRAW},
            "offered": PhaseRules(always(ACCEPT, REFUSE), _apply_answer),
        },
    ),
    Variant("round_the_corner", STANDARD_PHASES, round_the_corner=True, lays_off_on_gin=True),
    *(Variant(code, STANDARD_PHASES) for code in (PARTNERSHIP, *TWO_OF_A_TABLE)),
)

_BY_CODE = {variant.code: variant for variant in VARIANTS}


def variant_of(rules: Rules) -> Variant:
    """The variant that these rules name; refused (`bad_rules`) where no two play a hand by it."""
    if rules.variant in _BY_CODE:
        return _BY_CODE[rules.variant]
    sentence = N_("A hand of two is not played by the variant %(variant)s. Choose %(choices)s.")
    choices = ", ".join(_BY_CODE)
    raise refusal("bad_rules", sentence, "variant", variant=rules.variant, choices=choices)
