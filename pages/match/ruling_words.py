"""Rulings in words: what can have happened, what may be chosen, what was ruled."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue import MOST_SEATS
from games.engine.gin.irregularities.remedies import Effect, effect_from_json
from games.engine.gin.irregularities.row import CONDITIONS, Irregularity
from games.engine.gin.irregularities.table import IRREGULARITIES
from games.engine.scoring.rules import AnyRules
from games.models import Ruling
from games.ruled_words import effect_in
from games.selectors.matches import MatchRecord, hand_of, next_hand
from kernel.seats import SIDES, Seat, others
from kernel.text import N_, Refusal, Text
from pages.parts.score_sheet import rule_name
from web.actors import say

WHEN_WORDS: Mapping[str, str] = {
    "deal": N_("Deal"),
    "play": N_("Play"),
    "knock": N_("Knock"),
    "count": N_("Count"),
    "later": N_("Later"),
}
PHASE_WORDS: Mapping[str, str] = {
    "DEALING": N_("While dealing"),
    "UPCARD_OFFER": N_("While the upcard is offered"),
    "PLAY": N_("While playing"),
    "KNOCK_SHOWN": N_("After the knock, nobody else has shown cards"),
    "OPP_EXPOSED": N_("After another player has shown cards"),
    "LAYOFF": N_("While laying off"),
    "SHOWDOWN": N_("While counting"),
    "COUNTED": N_("After the count was agreed"),
    "NEXT_DEAL": N_("After the next deal began"),
    "GAME_END": N_("At the end of the game"),
}
CONFIDENCE: Mapping[str, str] = {
    "S": N_("as published"),
    "X": N_("as published elsewhere"),
    "M": N_("as told among players"),
    "R": N_("our guess"),
}
#: The public pages behind the rulebook's tags of sources.
SITES: Mapping[str, str] = {
    "S4": "rummy-games.com",
    "RG": "rummy-games.com",
    "RT": "rummytalk.com",
    "BI": "bicyclecards.com",
}
EXTRAS = [
    (0, gettext_lazy("None")),
    (3, gettext_lazy("3 minutes")),
    (5, gettext_lazy("5 minutes")),
    (10, gettext_lazy("10 minutes")),
]
#: Before a club has rulings of its own: what the sources speak of first.
RULED_OFTEN = (
    "KNOCK_ILLEGAL_EARLY",
    "HAND_COUNT_ONE",
    "HAND_COUNT_END_FEW",
    "SEE_IN_TURN",
    "DRAW_OUT_OF_TURN",
    "COUNT_ERROR",
)
#: What a free ruling can do, on the offender or on the hand; the counted one asks for a number.
FREE_REMEDIES: Mapping[str, str] = {
    "play_stands": N_("What was played stands"),
    "void_hand": N_("The hand is void"),
    "redeal": N_("New deal by the same dealer"),
    "bar_bonus": N_("No gin or undercut bonus for the offender"),
    "cannot_win": N_("The offender can't win this hand"),
    "deadwood_surcharge": N_("10 points on the offender's count for each missing card"),
    "accept_knock": N_("The offender's knock is scored with the real counts"),
    "lose_next_draw": N_("The offender's next turn is passed"),
    "expose_hand": N_("The offender plays this hand with open cards"),
    "note_conduct": N_("A note on the offender's conduct"),
}
_FREE_PARAMS: Mapping[str, Mapping[str, object]] = {
    "redeal": {"dealer": "same"},
    "bar_bonus": {"kinds": ["gin", "undercut"]},
    "deadwood_surcharge": {"amount": 10, "per": "missing_card"},
    "accept_knock": {"kind": "knock"},
    "expose_hand": {"until": "hand_end"},
    "note_conduct": {"review": "T_CHEAT"},
}
_ON_THE_HAND = ("play_stands", "void_hand", "redeal")


SAY_WHO = Text("offender_needed", N_("Say which player it was."))


@dataclass(frozen=True, slots=True)
class RulingWords:
    """A ruling as it is shown: what it was for, what was chosen, what follows."""

    ruling: Ruling
    name: str
    chosen: str
    effects: Sequence[str]
    repetition: str
    """The infraction that this is when it happens again."""
    where: str = ""

    @property
    def words(self) -> str:
        *before, last = [part for part in (self.chosen, *self.effects) if part] or [""]
        return " ".join([*(f"{part.rstrip('.')}." for part in before), last])


def nameless() -> Sequence[str]:
    """What the two are called where their names are not to be told, and others at their table."""
    more = [_("player %(n)d") % {"n": seat + 1} for seat in range(SIDES, MOST_SEATS)]
    return [_("the upper player"), _("the lower player"), *more]


def free_effects(
    remedy: str,
    offender: Seat | None,
    cards: int | None,
    seats_there: int = SIDES,
    others_too: Sequence[Seat] = (),
) -> tuple[Effect, ...]:
    """What a free ruling does to a hand of so many, to the offender and those `others_too`; refused
    where it is not on the list, or says too little."""
    seats: list[Seat] = []
    if remedy not in _ON_THE_HAND:
        if offender is None:
            raise Refusal(SAY_WHO, "offender")
        seats = [offender, *others_too]
    said = {"remedy": remedy, "seats": seats, **_FREE_PARAMS.get(remedy, {})}
    if remedy == "deadwood_surcharge":
        said["cards"] = cards
    return (effect_from_json(said, seats_there),)


def source_words(row: Irregularity) -> str:
    """How sure a rule is, and where it is published; what is only our guess names no page."""
    words = _(CONFIDENCE[row.confidence])
    tags = re.findall(r"\w+", row.source) if row.confidence in "SX" else []
    sites = dict.fromkeys(SITES[tag] for tag in tags if tag in SITES)
    if sites:
        words += f" ({', '.join(sites)})"
    return _("This rule: %(from)s.") % {"from": words}


def chooser_words(row: Irregularity | None, offender: Seat | None, names: Sequence[str]) -> str:
    """Who chooses, by name where that is known."""
    if row is None or not row.options or row.chooser == "nobody":
        return _("What follows")
    if offender is not None and row.chooser in ("opponent", "offender"):
        chooser = offender
        if row.chooser == "opponent":
            chooser = others(offender, len(names))[0]
        name = names[chooser]
        return _("%(name)s chooses") % {"name": name}
    return {
        "opponent": _("Another player chooses"),
        "offender": _("The player chooses"),
    }.get(row.chooser, _("Any of the players may ask for it"))


def option_words(row: Irregularity, code: str) -> tuple[str, str]:
    """The label of an option, and what must hold for it to be open."""
    option = row.option(code)
    if option is None:
        return (_("Nobody asks for it") if row.options else _("The rule applies")), ""
    needs = [_(CONDITIONS[condition]) for condition in option.open if not condition.startswith("!")]
    nots = [_(CONDITIONS[condition[1:]]) for condition in option.open if condition.startswith("!")]
    said = [_("Only where: %(what)s.") % {"what": need} for need in needs]
    said += [_("Not where: %(what)s.") % {"what": condition} for condition in nots]
    return _(option.label), " ".join(said)


def hand_words(record: MatchRecord, n: int) -> str:
    """The n-th hand of a match, as the sheet counts it."""
    fact = next((recorded for recorded in record.facts if recorded.hand.sequence == n), None)
    _n, game, number = next_hand(record)
    if fact is not None:
        game, number = fact.hand.game, fact.hand.number
    return _("game %(game)d, hand %(number)d") % {"game": game, "number": number}


def rulings_of(record: MatchRecord, names: Sequence[str]) -> list[RulingWords]:
    """The standing rulings of a match."""
    rules = record.game_rules
    return [ruling_words(ruling, names, rules, _where(record, ruling)) for ruling in record.rulings]


def _where(record: MatchRecord, ruling: Ruling) -> str:
    n = hand_of(record, ruling)
    if n is not None:
        return hand_words(record, n)
    return "" if ruling.game is None else _("game %(game)d") % {"game": ruling.game}


def ruling_words(
    ruling: Ruling, names: Sequence[str], rules: AnyRules, where: str = ""
) -> RulingWords:
    """A ruling between those who are called so, in the words of the game that these rules have."""
    effects = [effect_from_json(effect, len(names)) for effect in ruling.effects]
    row = IRREGULARITIES.get(ruling.rule)
    chosen = option_words(row, ruling.option)[0] if row and ruling.option else ""
    return RulingWords(
        ruling=ruling,
        name=rule_name(ruling.rule),
        chosen=chosen,
        effects=[say(effect_in(effect, names, rules)) for effect in effects],
        repetition="T_DISCARD_PEEK" if ruling.rule == "LOOK_BACK" else "T_REPEAT_IRREG",
        where=where,
    )
