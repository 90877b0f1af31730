"""A result in words, as it was handed in."""

from typing import assert_never

from django.utils.translation import gettext as _

from games.levels import ResultLevel
from games.models import Submission


def result_words(submission: Submission, names: tuple[str, str]) -> str:
    """What a submission says of the match; `names` are those of its players, by seat."""
    payload, level = submission.payload, ResultLevel(submission.level)
    words: str
    match level:
        case ResultLevel.HANDS:
            words = _("hand by hand")
        case ResultLevel.GAMES:
            games = (game["points"] for game in payload["games"])
            words = ", ".join(f"{points[0]}–{points[1]}" for points in games)
        case ResultLevel.GAMES_WON:
            won = payload["games_won"]
            words = _("%(first)d–%(second)d in games") % {"first": won[0], "second": won[1]}
        case ResultLevel.DRAWN:
            words = _("drawn, %(games)d–%(games)d") % {"games": payload["games_won"][0]}
        case ResultLevel.WALKOVER:
            words = _("walkover for %(name)s") % {"name": names[payload["walkover"]]}
        case ResultLevel.DOUBLE_FORFEIT:
            words = _("both forfeited")
        case _:
            assert_never(level)
    return words
