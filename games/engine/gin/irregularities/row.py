"""What one row of the table of irregularities says (rulebook 5), and the terms it uses."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple, get_args

from games.engine.gin.irregularities.remedies import ParamValue
from kernel.text import N_

#: When it is found. DEALING ends with the upcard; KNOCK_SHOWN: the opponent has shown nothing;
#: OPP_EXPOSED: the opponent has shown cards, but laid nothing off; COUNTED: agreed; NEXT_DEAL:
#: cards mixed.
RulingPhase = Literal[
    "DEALING",
    "UPCARD_OFFER",
    "PLAY",
    "KNOCK_SHOWN",
    "OPP_EXPOSED",
    "LAYOFF",
    "SHOWDOWN",
    "COUNTED",
    "NEXT_DEAL",
    "GAME_END",
]
PHASES: tuple[RulingPhase, ...] = get_args(RulingPhase)

#: Whose it is: a player's whom the referee names, or of one who follows from the hand.
Offender = Literal["player", "knocker", "defender", "dealer", "non_dealer", "both", "nobody"]

#: Who may choose; the referee does where it is nobody.
Chooser = Literal["nobody", "opponent", "offender", "either"]

Target = Literal["offender", "opponent", "both", "hand", "knocker", "defender"]

#: What may hold, as the referee finds it: what options are open and what follows depend on it.
CONDITIONS: Mapping[str, str] = {
    "hands_unseen": N_("Nobody has looked at his cards"),
    "before_knock": N_("It was found before a knock"),
    "foreign_in_stock": N_("It is a foreign card that is still in the stock"),
    "too_few": N_("There are too few cards, not too many"),
    "opponent_has_drawn": N_("Another player has drawn since"),
    "card_seen": N_("The player saw the face of the card"),
    "in_turn": N_("The player was in turn"),
    "offender_is_dealer": N_("The player is the dealer"),
    "discard_made": N_("The player has already discarded"),
    "belongs_to_hand": N_("The card belongs to a hand"),
    "intentional": N_("It was done on purpose"),
    "count_only_fault": N_("The count is the only fault of the knock"),
    "opponent_exposed": N_("Another player has shown a card"),
    "chooser_can_knock": N_("Who has the choice could knock, too"),
    "can_knock": N_("The hand can legally knock"),
    "above_limit": N_("The real count is above the knock limit"),
    "zero_shown_before_layoff": N_("A spread without deadwood was shown before the first layoff"),
    "layoff_legal": N_("These rules allow the layoff"),
    "partner_relied": N_("A partner of the winner has made a play relying on it"),
    "cards_unmixed": N_("The hands are not mixed and the next deal has not begun"),
    "count_agreed": N_("The count is agreed"),
    "next_deal_begun": N_("The next deal has begun"),
    "proved": N_("The slip is proved"),
    "proved_or_agreed": N_("The record proves it, or all players agree"),
    "result_confirmed": N_("Both have confirmed the match, or the time for protests is over"),
}


class Consequence(NamedTuple):
    """One remedy that follows from a choice, if all of `when` holds ("!" negates)."""

    remedy: str
    target: Target
    params: Mapping[str, ParamValue]
    when: tuple[str, ...] = ()


Consequences = tuple[Consequence, ...]


def then(remedy: str, target: Target = "hand", **params: ParamValue) -> Consequences:
    """What follows: one remedy with its parameters."""
    return (Consequence(remedy, target, params),)


def when(condition: str, consequences: Consequences, otherwise: Consequences = ()) -> Consequences:
    """What follows only if this holds ("!" negates it), and what only if it does not."""
    opposite = condition[1:] if condition.startswith("!") else f"!{condition}"
    return tuple(
        consequence._replace(when=(holding, *consequence.when))
        for holding, many in ((condition, consequences), (opposite, otherwise))
        for consequence in many
    )


class Option(NamedTuple):
    """What may be chosen, as its button says it; open only while all of `open` holds."""

    code: str
    label: str
    effects: Consequences = ()
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One row. `follows` is what follows where nothing is chosen, null where something must be.

    `source` is where the rule is from; of those marked `confidence` S it is a source page, of X
    another one, M is Hoyle's tradition, R this project's recommendation. `online`: it can be met at
    an online table, which deals, counts and allows nothing illegal by itself.
    """

    id: str
    name: str
    text: str
    phases: tuple[RulingPhase, ...]
    offender: Offender
    source: str
    confidence: Literal["S", "X", "M", "R"]
    follows: Consequences | None = None
    chooser: Chooser = "nobody"
    options: tuple[Option, ...] = ()
    online: bool = False

    @property
    def effects(self) -> Mapping[str, Consequences]:
        """What follows, by the code of the option that was chosen, "" for none."""
        without = {} if self.follows is None else {"": self.follows}
        return without | {option.code: option.effects for option in self.options}

    @property
    def consequences(self) -> Consequences:
        """All that may follow, whatever is chosen."""
        return tuple(chain(*self.effects.values()))

    @property
    def names_a_player(self) -> bool:
        """Whether the referee must say whose it was."""
        return not {consequence.target for consequence in self.consequences} <= {"hand", "both"}

    def option(self, code: str) -> Option | None:
        """The option of this code; null where there is none."""
        return next((option for option in self.options if option.code == code), None)
