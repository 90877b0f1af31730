"""What a hint is, whatever the game: an action, and the sentences that say why."""

from dataclasses import dataclass

from kernel.text import Text


@dataclass(frozen=True, slots=True)
class Hint:
    """The text of an action, and the sentences that say why."""

    action: str
    reasons: tuple[Text, ...]
