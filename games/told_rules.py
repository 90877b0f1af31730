"""The rules of any game in plain words."""

from games.engine.chapters import Chapter
from games.engine.gin import rule_words as gin
from games.engine.gin.rules import words as gin_words
from games.engine.rummy import words as rummy
from games.engine.rummy.rules import RummyRules
from games.rule_books import AgreedRules
from kernel.text import Text


def rule_words(rules: AgreedRules) -> tuple[Chapter, ...]:
    """What holds under these rules, as sentences; what they do not use is not spoken of."""
    return rummy.rule_words(rules) if isinstance(rules, RummyRules) else gin.rule_words(rules)


def of_match(rules: AgreedRules) -> tuple[Text, ...]:
    """When a match is over, as sentences."""
    return rummy.of_match(rules) if isinstance(rules, RummyRules) else gin_words.of_match(rules)


def in_short(rules: AgreedRules) -> tuple[Text, ...]:
    """How hands are played and scored, as phrases; what is usual is not spoken of."""
    return rummy.in_short(rules) if isinstance(rules, RummyRules) else gin_words.in_short(rules)
