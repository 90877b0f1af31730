"""At which level a result was handed in: hand by hand, game by game, or in one word.

What is asked of a level in several places stands here; whoever tells all of them apart does it by
`match`, so that `mypy` names every place that does not know a new one.
"""

from enum import StrEnum
from typing import assert_never


class ResultLevel(StrEnum):
    """How much is known of a match; `Submission.payload` holds what the level needs."""

    HANDS = "hands"
    GAMES = "games"
    GAMES_WON = "games_won"
    DRAWN = "drawn"
    WALKOVER = "walkover"
    DOUBLE_FORFEIT = "double_forfeit"

    @property
    def is_by_hands(self) -> bool:
        """Whether the hands are rows of their own, and the result follows from them."""
        return self is ResultLevel.HANDS


HANDED_IN_WHOLE = tuple(level for level in ResultLevel if not level.is_by_hands)
FORFEITS = (ResultLevel.WALKOVER, ResultLevel.DOUBLE_FORFEIT)
"""The match was decided without play."""

GAMES_ALONE = (ResultLevel.GAMES_WON, ResultLevel.DRAWN)
"""The games won are known, and nothing of what they came to."""


def payload_of(level: ResultLevel, said: object) -> dict[str, object]:
    """What a submission keeps of a result that was said in one word under the name of its level:
    `{"games": [..]}`, `{"games_won": [3, 1]}`, `{"walkover": seat}`, `{}`."""
    match level:
        case ResultLevel.GAMES:
            return {"games": said}
        case ResultLevel.GAMES_WON | ResultLevel.DRAWN:
            return {"games_won": said}
        case ResultLevel.WALKOVER:
            return {"walkover": said}
        case ResultLevel.DOUBLE_FORFEIT:
            return {}
        case ResultLevel.HANDS:
            raise ValueError("Hands are written down one by one")
        case _:
            assert_never(level)


# As the database and the schema of the API name them.
CHOICES = [(level.value, level.value.replace("_", " ").title()) for level in ResultLevel]
