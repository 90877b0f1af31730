"""A position to try: cards, a question, what may be answered, and what the engine counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from kernel.text import Text
from pages.learn.laid import Laid


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: its words, and what comes of it as the engine counts."""

    code: str
    words: Text
    told: Text


@dataclass(frozen=True, slots=True)
class Position:
    """`right` is the code of the choice that the engine finds best; `why` says so in a sentence,
    `answer` shows it in cards."""

    title: str
    question: Text
    laid: Sequence[Laid]
    choices: Sequence[Choice]
    right: str
    why: Text
    answer: Sequence[Laid]
