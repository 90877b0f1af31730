"""The rules of a set one by one in words: what each is called, what it can be, and in what rules of
one's own differ from the rule set that is most like them."""

import re
from collections.abc import Mapping

from games.engine.gin.rules import Knob, Rules
from games.engine.gin.rules.knobs import KnobValue
from games.engine.gin.rules.likeness import SINGLE_KNOBS, most_like
from kernel.text import N_, Text
from pages.parts.rule_words import Chapter

SOURCES: Mapping[str, str] = {
    **dict.fromkeys(("S0", "S1", "S2", "S3"), N_("published rule pages")),
    "S4": "rummy-games.com",
    "PG": "pagat.com",
    "WP": "Wikipedia",
    "BI": "bicyclecards.com",
    "RG": "rummy-games.com",
    "RT": "rummytalk.com",
    "RU": N_("a note of tournament players"),
    "OS": N_("OpenSpiel, after the Gin Rummy Association"),
    "SC": "Scarne",
    "MW": "MobilityWare",
    "WC": "worldclubgames.com",
    "SI": N_("Sierra's Hoyle"),
    "PAL": "Gin Rummy Palace",
    "SV": N_("Las Vegas 1964"),
    "REC": N_("our own decision"),
}
"""What the tags of the rulebook's sources stand for."""

_TAG = re.compile(r"[A-Z]+\d?")
_LIKE = N_("The rules are “%(rule_set)s”, changed in what follows.")
_OTHERWISE = N_("%(rule)s: %(here)s (there: %(there)s)")

GROUPS: Mapping[str, Mapping[str, str]] = {
    N_("Deal and draw"): {
        "dealer_policy": N_("Next dealer"),
        "first_dealer": N_("First dealer"),
        "void_dealer": N_("Dealer after a void hand"),
        "upcard_rule": N_("Beginning of a hand"),
        "wall_rule": N_("End of the stock"),
        "discards_open": N_("Discard pile"),
    },
    N_("Knock"): {
        "variant": N_("Form of the game"),
        "knock_limit": N_("Knock limit"),
        "oklahoma_ace": N_("Ace as upcard"),
        "oklahoma_spade": N_("Spade as upcard"),
        "doubling_cap": N_("Highest double"),
    },
    N_("Hands"): {
        "gin_bonus": N_("Gin"),
        "big_gin_bonus": N_("Big gin"),
        "undercut_bonus": N_("Undercut"),
        "tie_rule": N_("Equal counts"),
        "knock_base": N_("For each won knock"),
    },
    N_("Sheet"): {
        "box_bonus": N_("Box"),
        "box_timing": N_("When boxes count"),
        "extra_boxes_undercut": N_("Extra boxes for an undercut"),
        "extra_boxes_gin": N_("Extra boxes for gin"),
        "extra_boxes_big_gin": N_("Extra boxes for big gin"),
        "extra_boxes_gin_off": N_("Extra boxes for an undercut with nothing left"),
    },
    N_("Game"): {
        "game_bonus": N_("Game bonus"),
        "shutout_rule": N_("Shutout"),
        "game_winner_by": N_("Who wins a game"),
    },
}
"""The knobs that can be set, by the part of the sheet in which one looks for them."""

TITLES = {name: title for group in GROUPS.values() for name, title in group.items()}
BY_NAME = {knob.name: knob for knob in SINGLE_KNOBS}

WORDS: Mapping[str, Mapping[KnobValue, str]] = {
    "variant": {
        "standard": N_("Gin Rummy as usual."),
        "doubling": N_("Doubling: before a draw one may offer to double what the hand counts."),
        "round_the_corner": N_("Round the corner: runs go on from king to ace."),
    },
    "game_winner_by": {
        "target": N_("Who reaches the target wins the game."),
        "grand_total": N_("The higher total after all bonuses wins the game."),
    },
    "box_timing": {
        "end": N_("Boxes are paid when the game is over."),
        "immediate": N_("Boxes count towards the target at once."),
    },
    "knock_limit": {
        "upcard": N_("the value of the upcard (Oklahoma)"),
        "second_deck": N_("the value of a card of a second pack"),
        0: N_("no knocking, only gin"),
    },
}
"""Of values that are told in the rules in other ways, or not by themselves."""


def word_of(knob: Knob, value: KnobValue) -> Text:
    """What a knob can be, as it is told where it is chosen: a figure or a sentence."""
    words = WORDS.get(knob.name, {})
    if value in words and type(value) is not bool:
        return Text("rule", words[value])
    if value is None:
        return Text("rule", N_("none"))
    if type(value) is int:
        return Text("rule", "%(n)d", {"n": value})
    sentence, _phrase = knob.told[value]
    return Text("rule", sentence)


def sources_of(knob: Knob) -> list[Text]:
    """Who has the rule, each once."""
    names = dict.fromkeys(SOURCES[tag] for tag in _TAG.findall(knob.source))
    return [Text("source", name) for name in names]


def house_chapter(rules: Rules) -> Chapter | None:
    """In what these rules differ from those that players know; None where they do not."""
    rule_set, knobs = most_like(rules)
    if not knobs:
        return None
    chapter = Chapter(Text("house", N_("House rules")))
    chapter.say(_LIKE, rule_set=Text("rule", rule_set.called))
    for knob in knobs:
        here, there = (word_of(knob, getattr(one, knob.name)) for one in (rules, rule_set.rules))
        chapter.say(_OTHERWISE, rule=Text("rule", TITLES[knob.name]), here=here, there=there)
    return chapter
