"""The rules of rummy in plain words, made from their knobs (rulebook 4.12)."""

from collections.abc import Iterator
from itertools import chain

from games.engine.chapters import Chapter
from games.engine.knobs import ANY, SILENT
from games.engine.rummy.hand import MOST_TAKES
from games.engine.rummy.knock import BEATEN_KNOCKER, RUMMY_BONUS
from games.engine.rummy.rules import KNOBS, RummyRules, as_dict, cards_dealt
from kernel.seats import SIDES
from kernel.text import N_, Text

_TURN = N_(
    "A turn: one card from the stock or the top discard, and at the end a discard, but not the "
    "card that was taken from the discards. Who sits left of the dealer begins."
)
_TAKES = N_(
    "After %(n)d discards taken in a row, with no card laid on the table between, the hand is void."
)
_CARDS = N_("Kings, queens and jacks count 10, the other cards their number.")
_PAYS = {
    "basic": N_("A loser’s points are all the cards that they still hold."),
    "knock": N_("A loser’s points are what their count is higher than the winner’s."),
}
_LOWEST = N_(
    "The lowest count wins the hand. If another one has it too, the knocker does not win; where "
    "two others have it, nobody does."
)
_WITH_NOTHING = N_("A knocker who wins with nothing left gets %(n)d more from everybody.")
_BEATEN = N_("A knocker who is beaten pays %(n)d more.")
_DRAW = N_(
    "For the first deal everybody draws a card: the lowest deals, an ace the lowest of all; who "
    "are level draw again."
)
_GAMES = {
    ("target", "penalty"): N_(
        "When a player reaches %(target)d points the game is over, and the fewest points win it; "
        "while the fewest are level, a hand more is played."
    ),
    ("target", "winner_collects"): N_(
        "When a player reaches %(target)d points the game is over, and the most points win it; "
        "while the most are level, a hand more is played."
    ),
    ("rounds", "penalty"): N_(
        "A game is %(rounds)d hands, void ones too, and the fewest points win it; while the "
        "fewest are level, a hand more is played."
    ),
    ("rounds", "winner_collects"): N_(
        "A game is %(rounds)d hands, void ones too, and the most points win it; while the most "
        "are level, a hand more is played."
    ),
}
_SETTLED = N_(
    "When a game is over, every two settle the difference of their points: nobody pays for others."
)
_ONE_GAME = N_("A match is one game.")
_FIRST_TO = N_("Who first wins %(needed)d games has won the match.")
_SHORT = {
    ("target", "penalty"): N_("A game goes to %(target)d points; the fewest win it."),
    ("target", "winner_collects"): N_("A game goes to %(target)d points; the most win it."),
    ("rounds", "penalty"): N_("A game has %(rounds)d hands; the fewest points win it."),
    ("rounds", "winner_collects"): N_("A game has %(rounds)d hands; the most points win it."),
}


def rule_words(rules: RummyRules) -> tuple[Chapter, ...]:
    """What holds under these rules, as sentences; what they do not use is not spoken of."""
    return (_hand(rules), _scoring(rules), _deal(rules), _game(rules))


def of_match(rules: RummyRules) -> tuple[Text, ...]:
    """When a match is over, as sentences."""
    sentences = (_SHORT[rules.end, rules.scoring], _match(rules))
    return tuple(Text("match", sentence, _values(rules)) for sentence in sentences)


def in_short(rules: RummyRules) -> tuple[Text, ...]:
    """How hands are played and scored, as phrases; what is usual is not spoken of."""
    return tuple(chain(*[told(rules, knob.name, in_short=True) for knob in KNOBS]))


def told(rules: RummyRules, name: str, *, in_short: bool = False) -> Iterator[Text]:
    """The sentence, or the phrase, on the value of a knob; none where it changes nothing."""
    knob = next(knob for knob in KNOBS if knob.name == name)
    value = getattr(rules, name)
    sentence, phrase = knob.told.get(value) or knob.told.get(ANY, SILENT)
    template = phrase if in_short else sentence
    if template and knob.used(rules):
        yield Text("rule", template, _values(rules) | {"n": value})


def _values(rules: RummyRules) -> dict[str, object]:
    more = {"cards": cards_dealt(rules.table_size), "needed": (rules.match_n + 1) // 2}
    return {**as_dict(rules), **more}


def _hand(rules: RummyRules) -> Chapter:
    chapter = Chapter(Text("hand", N_("The hand")))
    chapter.sentences += told(rules, "table_size")
    chapter.say(_TURN)
    for knob in KNOBS:
        if knob.chapter == "hand" and knob.name != "table_size":
            chapter.sentences += told(rules, knob.name)
    chapter.say(_TAKES, n=MOST_TAKES)
    return chapter


def _scoring(rules: RummyRules) -> Chapter:
    chapter = Chapter(Text("scoring", N_("What a hand scores")))
    chapter.say(_CARDS)
    if rules.variant == "knock":
        chapter.say(_LOWEST)
        chapter.say(_WITH_NOTHING, n=RUMMY_BONUS)
        chapter.say(_BEATEN, n=BEATEN_KNOCKER)
    chapter.say(_PAYS[rules.variant])
    chapter.sentences += chain(told(rules, "rummy_doubles"), told(rules, "scoring"))
    return chapter


def _deal(rules: RummyRules) -> Chapter:
    chapter = Chapter(Text("deal", N_("Who deals")))
    chapter.say(_DRAW)
    chapter.sentences += told(rules, "dealer_policy")
    return chapter


def _game(rules: RummyRules) -> Chapter:
    chapter = Chapter(Text("game", N_("Game and match")))
    chapter.say(_GAMES[rules.end, rules.scoring], **_values(rules))
    if rules.table_size > SIDES:
        chapter.say(_SETTLED)
    chapter.say(_match(rules), **_values(rules))
    return chapter


def _match(rules: RummyRules) -> str:
    return _ONE_GAME if rules.match_n == 1 else _FIRST_TO
