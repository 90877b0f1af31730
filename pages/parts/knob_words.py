"""The rules of a set one by one in words: what each is called, what it can be, and in what rules of
one's own differ from the rule set that is most like them."""

import re
from collections.abc import Mapping
from types import SimpleNamespace

from games.engine.chapters import Chapter
from games.engine.knobs import Knob, KnobValue
from games.rule_books import GIN, RUMMY, AgreedRules, RuleBook, as_dict, book_of, most_like
from kernel.text import N_, Text
from pages.parts import rummy_knobs

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

CERTAINTY: Mapping[str, str] = {
    "published": N_("as published"),
    "told": N_("as told among players"),
    "guess": N_("our guess"),
    "ours": N_("our own"),
}
"""How sure the figures of a rule set are."""

_TAG = re.compile(r"[A-Z]+\d?")
_LIKE = N_("The rules are “%(rule_set)s” (%(certainty)s), changed in what follows.")
_THE_SAME = N_("The rules are “%(rule_set)s” (%(certainty)s).")
_OTHERWISE = N_("%(rule)s: %(here)s (there: %(there)s)")

GIN_GROUPS: Mapping[str, Mapping[str, str]] = {
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
        "sheet": N_("Kind of sheet"),
        "box_bonus": N_("Box"),
        "box_timing": N_("When boxes count"),
        "extra_boxes_undercut": N_("Extra boxes for an undercut"),
        "extra_boxes_gin": N_("Extra boxes for gin"),
        "extra_boxes_big_gin": N_("Extra boxes for big gin"),
        "extra_boxes_gin_off": N_("Extra boxes for an undercut with nothing left"),
        "hollywood_winner": N_("Who wins a Hollywood series"),
        "hollywood_third_double": N_("Third Hollywood column"),
        "hollywood_endless": N_("End of a Hollywood series"),
    },
    N_("Game"): {
        "game_bonus": N_("Game bonus"),
        "shutout_rule": N_("Shutout"),
        "game_winner_by": N_("Who wins a game"),
    },
    N_("Partners"): {
        "opponents_change": N_("When opponents change"),
        "roodle": N_("Roodle"),
    },
}
GROUPS = {GIN.game: GIN_GROUPS, RUMMY.game: rummy_knobs.GROUPS}
"""The knobs of each game that can be set, by the part of the sheet in which one looks for them."""

OF_PARTNERS = frozenset(GIN_GROUPS["Partners"])
GIN_KNOBS = {knob.name: knob for knob in GIN.single}
"""The single rules of gin by their names."""

WORDS: Mapping[str, Mapping[KnobValue, str]] = {
    "variant": {
        "standard": N_("Gin Rummy as usual."),
        "doubling": N_("Doubling: before a draw one may offer to double what the hand counts."),
        "round_the_corner": N_("Round the corner: runs go on from king to ace."),
        "partnership": N_("Partners: the hands of a round count together."),
        "cutthroat": N_("Cutthroat: who loses a hand makes room for who has waited."),
        "captain": N_("Captain: one plays against the others, who take turns."),
        "battle_royal": N_("Battle Royal: three play every hand."),
        "jersey": N_("Jersey: three play every hand. It is from incomplete sources."),
    },
    "game_winner_by": {
        "target": N_("Who reaches the target wins the game."),
        "grand_total": N_("The higher total after all bonuses wins the game."),
    },
    "sheet": {
        "game": N_("A plain sheet: one game after the other."),
        "hollywood": N_("A Hollywood sheet: three columns at once."),
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
    **rummy_knobs.WORDS,
}
"""Of values that are told in the rules in other ways, or not by themselves."""

LENGTH_WORDS: Mapping[str, Mapping[KnobValue, str]] = {
    "match_type": {
        "single": N_("one game"),
        "best_of": N_("the best of so many games"),
        "points": N_("games to so many points"),
        "rounds": N_("so many hands or rounds"),
    },
    "end": {"target": N_("a target"), "rounds": N_("a number of hands")},
    "points_by": {"net": N_("net"), "gross": N_("gross")},
    "round_of": {"hand": N_("one hand"), "deal_each": N_("two hands, each deals one")},
}
"""What the words of a match's length stand for."""


GIN_IDLE: tuple[tuple[Mapping[str, KnobValue], str], ...] = (
    ({"knock_limit": 10}, N_("Changes nothing as long as nobody may knock.")),
    (
        {"knock_limit": "upcard"},
        N_("Changes nothing as long as the upcard does not set the knock limit."),
    ),
    ({"sheet": "hollywood"}, N_("Changes nothing on a plain sheet.")),
    ({"variant": "doubling"}, N_("Changes nothing as long as hands are not doubled.")),
    ({"box_bonus": 25}, N_("Changes nothing as long as a box is worth nothing.")),
    ({"big_gin_bonus": 31}, N_("Changes nothing as long as there is no big gin.")),
    ({"variant": "partnership"}, N_("Changes nothing as long as no partners play.")),
    (
        {"match_type": "single"},
        N_("Changes nothing as long as hands are played to a number, and no games."),
    ),
    ({"variant": "standard"}, N_("Changes nothing in this form of the game.")),
)
IDLE = {GIN.game: GIN_IDLE, RUMMY.game: rummy_knobs.IDLE}
"""What would give a knob of each game a use that has none, and what is said until then."""


def titles_of(book: RuleBook) -> Mapping[str, str]:
    """What the single rules of a game are called, by their names."""
    return {name: title for group in GROUPS[book.game].values() for name, title in group.items()}


def single_knobs(book: RuleBook) -> Mapping[str, Knob]:
    """The single rules of a game by their names."""
    return {knob.name: knob for knob in book.single}


def title_of(knob: Knob) -> str:
    """What a single rule is called."""
    book = GIN if GIN_KNOBS.get(knob.name) is knob else RUMMY
    return titles_of(book)[knob.name]


def idle_word(knob: Knob, rules: AgreedRules) -> Text | None:
    """Why a knob changes nothing under these rules; None where it changes something."""
    if knob.used(rules):
        return None
    values = as_dict(rules)
    for mended, sentence in IDLE[book_of(rules).game]:
        if knob.used(SimpleNamespace(**{**values, **mended})):
            return Text("rule", sentence)
    return Text("rule", N_("Changes nothing under the other rules."))


def word_of(knob: Knob, value: KnobValue) -> Text:
    """What a knob can be, as it is told where it is chosen: a figure or a sentence."""
    words = WORDS.get(knob.name) or LENGTH_WORDS.get(knob.name, {})
    if value in words and (type(value) is bool) == (knob.type == "bool"):
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


def house_chapter(rules: AgreedRules, named: Text | None = None) -> Chapter:
    """Which of the rules that players know these are, how sure those are, and in what they differ;
    before it how the club calls them."""
    rule_set, knobs = most_like(rules)
    is_own = knobs or named is not None
    chapter = Chapter(Text("house", N_("House rules") if is_own else N_("Rule set")))
    if named is not None:
        chapter.sentences.append(named)
    chapter.say(
        _LIKE if knobs else _THE_SAME,
        rule_set=Text("rule", rule_set.called),
        certainty=Text("rule", CERTAINTY[rule_set.certainty]),
    )
    chapter.sentences += differences(rules)
    return chapter


def named_word(name: str, until: str = "") -> Text:
    """How the club calls rules, or called them `until` it had others under the name."""
    if until:
        sentence = N_("Club rules “%(name)s”, as they were until %(until)s.")
        return Text("rule", sentence, {"name": name, "until": until})
    return Text("rule", N_("Club rules “%(name)s”."), {"name": name})


def differences(rules: AgreedRules) -> list[Text]:
    """Each rule that is another one than in the set that these rules are most like, and what it is
    there."""
    rule_set, knobs = most_like(rules)
    told = []
    for knob in knobs:
        here, there = (word_of(knob, getattr(one, knob.name)) for one in (rules, rule_set.rules))
        values = {"rule": Text("rule", title_of(knob)), "here": here, "there": there}
        told.append(Text("rule", _OTHERWISE, values))
    return told
