"""What the table of irregularities says, as it is said of the game that is played.

The table is written for two at gin. Where more play a hand there is no single opponent, and in
rummy there are neither boxes nor the bonuses of gin.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.engine.gin.irregularities.remedies import Effect
from games.engine.gin.irregularities.words import effect_text
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.rules import AnyRules
from kernel.seats import SIDES
from kernel.text import N_, Text

_NO_BONUS_LOST = N_("%(player)s loses no bonus: there is none in this game.")

#: Sentences on the other one of two, as they are said of several.
_OF_SEVERAL: Mapping[str, str] = {
    "The cards of %(player)s lie open until the opponent has completed the next play.": N_(
        "The cards of %(player)s lie open until the others have completed their next plays."
    ),
    "The cards that were seen lie open, and the opponent takes one as the draw now.": N_(
        "The cards that were seen lie open, and the next player takes one as the draw now."
    ),
    "The cards that were seen lie open: the opponent may draw from them until drawing "
    "from the stock, then %(player)s likewise.": N_(
        "The cards that were seen lie open: the others may draw from them until drawing from the "
        "stock, then %(player)s likewise."
    ),
    "The cards that were seen lie open: only the opponent may draw from them, until drawing "
    "from the stock.": N_(
        "The cards that were seen lie open: only the others may draw from them, until drawing "
        "from the stock."
    ),
    "A card found face up in the stock is shuffled into what is left of it, and play goes on. "
    "Both players may use what they saw.": N_(
        "A card found face up in the stock is shuffled into what is left of it, and play goes on. "
        "All players may use what they saw."
    ),
    "A card drawn from the stock before the opponent has discarded counts as the next draw. The "
    "player must keep it and may not take that discard instead.": N_(
        "A card drawn from the stock before the player before has discarded counts as the next "
        "draw. The player must keep it and may not take that discard instead."
    ),
    "If the opponent has not drawn yet, the player now draws from the stock without discarding "
    "again. Later it is an irregular hand.": N_(
        "If the next player has not drawn yet, the player now draws from the stock without "
        "discarding again. Later it is an irregular hand."
    ),
    "Until the opponent has drawn, the player takes it back and discards another. After that the "
    "discard stands.": N_(
        "Until the next player has drawn, the player takes it back and discards another. After "
        "that the discard stands."
    ),
    "Any legal arrangement within the limit is allowed and its count is used. The knocker may "
    "change it until the opponent shows or lays off a card.": N_(
        "Any legal arrangement within the limit is allowed and its count is used. The knocker may "
        "change it until another player shows or lays off a card."
    ),
    "There is no penalty and the cards go back into the hand. The opponent may use what he saw.": (
        N_(
            "There is no penalty and the cards go back into the hand. All the others may use what "
            "they saw."
        )
    ),
}

#: Sentences of gin, as they are said of rummy.
_OF_RUMMY: Mapping[str, str] = {
    "If %(player)s would win this hand, nobody scores and there is no box.": N_(
        "If %(player)s would win this hand, nobody scores."
    ),
    "The hand is void: no points, no box.": N_("The hand is void: no points."),
    "%(player)s gets no gin or undercut bonus in this hand.": _NO_BONUS_LOST,
    "%(player)s gets no gin bonus in this hand.": _NO_BONUS_LOST,
    "%(player)s gets no undercut bonus in this hand.": _NO_BONUS_LOST,
    "Each missing card adds ten to that player's count, and he gets no gin or undercut bonus. "
    "Otherwise the hand is scored as usual, and a knock stays legal.": N_(
        "Each missing card adds ten to that player's count. Otherwise the hand is scored as usual."
    ),
    "There is no charge in points, but that player gets no undercut bonus and cannot win the "
    "hand. If he would win, nobody scores and no box is given.": N_(
        "There is no charge in points, but that player cannot win the hand. If they would win, "
        "nobody scores."
    ),
}


def said_in(sentence: str, rules: AnyRules) -> str:
    """A sentence of the table as it is said in a match of these rules, in English."""
    if rules.seats_of_hand > SIDES:
        sentence = _OF_SEVERAL.get(sentence, sentence)
    if isinstance(rules, RummyScoring):
        sentence = _OF_RUMMY.get(sentence, sentence)
    return sentence


def effect_in(effect: Effect, names: Sequence[str], rules: AnyRules) -> Text:
    """What an effect does in a match of these rules; `names` are the players' by seat."""
    text = effect_text(effect, names)
    return replace(text, template=said_in(text.template, rules))


def without_meaning(rules: AnyRules) -> Collection[str]:
    """The remedies that do nothing in a match of these rules."""
    return ("bar_bonus",) if isinstance(rules, RummyScoring) else ()
