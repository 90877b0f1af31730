"""The rules of every game, as an event, a rule set or a client names and keeps them.

Rules as they are stored say whose they are by `game`; those of gin, which was there first, leave it
out. Whatever a game's rules have alone is asked of its own modules.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.catalogue import GAMES
from games.engine.gin import rules as gin
from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import Rules
from games.engine.gin.rules.likeness import LENGTH, SINGLE_KNOBS
from games.engine.knobs import Knob, KnobValue
from games.engine.rule_set import RuleSet
from games.engine.rummy import presets as rummy_presets
from games.engine.rummy import rules as rummy
from games.engine.rummy.rules import RummyRules
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.rules import AnyRules
from kernel.seats import SIDES
from kernel.text import N_, refusal, shown

AgreedRules = Rules | RummyRules
"""One agreed way to play, of any game."""


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A game and what is agreed of it. `single` are the knobs that can be set one by one beside the
    length of a match; `version` is that of the stored knobs."""

    game: str
    called: str
    version: int
    knobs: Sequence[Knob]
    single: Sequence[Knob]
    rule_sets: Sequence[RuleSet[Any]]
    from_stored: Callable[[object, int], AgreedRules]

    @property
    def codes(self) -> Sequence[str]:
        """The codes of its rule sets."""
        return [one.code for one in self.rule_sets]


GIN = RuleBook(
    GinRules.name,
    N_("Gin"),
    gin.RULES_VERSION,
    gin.KNOBS,
    SINGLE_KNOBS,
    gin.RULE_SETS,
    gin.from_stored,
)
RUMMY_LENGTH = ("end", "target", "rounds", "match_type", "match_n", "table_size")
"""How long a match of rummy is, and how many sit there: every rule set is played like that."""
RUMMY = RuleBook(
    RummyScoring.name,
    N_("Rummy"),
    rummy.RULES_VERSION,
    rummy.KNOBS,
    tuple(knob for knob in rummy.KNOBS if knob.name not in RUMMY_LENGTH),
    rummy_presets.RULE_SETS,
    rummy.from_stored,
)
BOOKS: Mapping[str, RuleBook] = {book.game: book for book in (GIN, RUMMY)}
"""By the name of the game, in the order in which they are offered."""


def book_of(rules: AgreedRules) -> RuleBook:
    """The book to which rules belong."""
    return RUMMY if isinstance(rules, RummyRules) else GIN


def game_of(stored: Mapping[str, object]) -> str:
    """The game of rules as they are stored, or as a client names them by single knobs."""
    return str(stored.get("game", GIN.game))


def sits_at_a_table(stored: Mapping[str, object]) -> bool:
    """Whether by rules as they are stored three or more sit at a table, as `has_table` says."""
    if game_of(stored) == RUMMY.game:
        return stored["table_size"] != SIDES
    return stored.get("variant") in gin.TABLE_VARIANTS


def rules_from(value: object) -> AgreedRules:
    """The rules that a client names: the code of a rule set, or single knobs over the rule set
    `preset` of a `game`.

    `"pagat"`, `{"preset": "pagat", "gin_bonus": 25}`, `"rummy"`, `{"game": "rummy", "jokers": 2}`.
    Refused as `unknown_rules` where there is no such game, rule set or, of gin, knob, and as
    `bad_rules` where a value or combination is not allowed.
    """
    if isinstance(value, str) and value in RUMMY.codes:
        return _rummy_set(value)
    if not isinstance(value, Mapping):
        return gin.rules_from(value)
    knobs = dict(value)
    game, preset = knobs.pop("game", None), knobs.get("preset")
    if game is not None and game not in list(BOOKS):
        sentence = N_("There is no game %(game)s. Choose one of %(games)s.")
        values = {"game": shown(game), "games": ", ".join(BOOKS)}
        raise refusal("unknown_rules", sentence, "rules", **values)
    if game != RUMMY.game and not (game is None and preset in RUMMY.codes):
        return gin.rules_from(knobs)
    base = _rummy_set(knobs.pop("preset", rummy_presets.RULE_SETS[0].code))
    return rummy.with_knobs(base, knobs)


def _rummy_set(code: object) -> RummyRules:
    for one in rummy_presets.RULE_SETS:
        if one.code == code:
            return one.rules
    sentence = N_("There is no rule set %(code)s. Choose one of %(codes)s.")
    values = {"code": shown(code), "codes": ", ".join(RUMMY.codes)}
    raise refusal("unknown_rules", sentence, "rules", **values)


def from_stored(stored: Mapping[str, object], version: int) -> AgreedRules:
    """Rules as `as_dict` gave them, by this version of the program or an older one."""
    book = BOOKS[game_of(stored)]
    knobs = {name: value for name, value in stored.items() if name != "game"}
    return book.from_stored(knobs, version)


def as_dict(rules: AgreedRules) -> dict[str, KnobValue]:
    """Every knob by name, flat and ready for JSON: how rules are stored, beside `version_of`."""
    if isinstance(rules, RummyRules):
        return {"game": RUMMY.game, **rummy.as_dict(rules)}
    return gin.as_dict(rules)


def version_of(rules: AgreedRules) -> int:
    """The version of the knobs as `as_dict` writes them."""
    return book_of(rules).version


def scoring_of(rules: AgreedRules) -> AnyRules:
    """By what a match under these rules is scored."""
    return GAMES[book_of(rules).game](as_dict(rules), version_of(rules))


def with_length(
    rules: AgreedRules, *, best_of: object = None, target: object = None
) -> AgreedRules:
    """The same rules with another length of match; what is left out stays the rule set's own."""
    if isinstance(rules, RummyRules):
        return rummy.with_length(rules, best_of=best_of, target=target)
    return gin.with_length(rules, best_of=best_of, target=target)


def kept(rules: AgreedRules) -> None:
    """Refuse (`bad_rules`) rules that are known but that tournaments can't keep."""
    if isinstance(rules, Rules):
        gin.kept(rules)


def has_table(rules: AgreedRules) -> bool:
    """Whether three or more sit at a table, each with an account of their own."""
    if isinstance(rules, RummyRules):
        return rules.table_size > SIDES
    return gin.has_table(rules)


def seats_exactly(rules: AgreedRules) -> bool:
    """Whether as many sit at each table as the rules say, and never a few more or less."""
    return isinstance(rules, Rules) and gin.all_play(rules)


def has_partners(rules: AgreedRules) -> bool:
    """Whether partners share a side."""
    return isinstance(rules, Rules) and rules.variant == gin.PARTNERSHIP


def partners_of(rules: AgreedRules) -> int:
    """How many play on a side."""
    return rules.side_size if isinstance(rules, Rules) and has_partners(rules) else 1


def is_playable(rules: AgreedRules) -> bool:
    """Whether two can play a hand of gin by these rules at a table of their own."""
    return isinstance(rules, Rules) and gin.is_playable(rules)


def playable(rules: AgreedRules) -> Rules:
    """The same rules, by which two play a hand of gin; refused (`bad_rules`) where they can't."""
    if not isinstance(rules, Rules):
        sentence = N_("This is for gin alone: choose a rule set of gin.")
        raise refusal("bad_rules", sentence, "rules")
    gin.playable(rules)
    return rules


def differing(rules: AgreedRules, other: AgreedRules) -> tuple[Knob, ...]:
    """The knobs that are others, the length of a match apart, as far as they change anything under
    the one or the other; all of them where they are of two games."""
    book = book_of(rules)
    if book is not book_of(other):
        return tuple(book.single)
    return tuple(
        knob
        for knob in book.single
        if getattr(rules, knob.name) != getattr(other, knob.name)
        and (knob.used(rules) or knob.used(other))
    )


def most_like(rules: AgreedRules) -> tuple[RuleSet[Any], tuple[Knob, ...]]:
    """The rule set of the same game from which these rules differ in the fewest knobs, of several
    the first, and those knobs."""
    found = [(one, differing(rules, one.rules)) for one in offered(book_of(rules))]
    return min(found, key=lambda one: len(one[1]))


def offered(book: RuleBook) -> Sequence[RuleSet[Any]]:
    """The rule sets of a book that are offered where rules are chosen."""
    return gin.PLAYABLE_RULE_SETS if book is GIN else book.rule_sets


def length_of(book: RuleBook) -> Sequence[str]:
    """The knobs that say how long a match is, and of rummy how many sit there."""
    return LENGTH if book is GIN else RUMMY_LENGTH
