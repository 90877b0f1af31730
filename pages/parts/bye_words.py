"""That computer players fill byes, in words: as a setting, as a rule, and to who has one."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.gin.bots.levels import LEVELS
from games.selectors.seats import Sitting
from kernel.text import N_, Text
from tournaments.selectors.events.names import called
from tournaments.selectors.stages.byes import BesideBye, OwnBye

RULE = N_(
    "Who has a bye may play %(opponent)s meanwhile. That match counts for their own figures alone, "
    "and the bye stays as it is."
)


@dataclass(frozen=True, slots=True)
class ByeWords:
    """What may be played beside an own bye: `sentence`, and what its `button` says. `table` is the
    page of the table, "" before there is one: then `pairing` is the bye that is filled."""

    sentence: str
    button: str
    pairing: int
    table: str


def opponent_choices() -> list[tuple[str, str]]:
    """Who may take the free seat of a bye, by code."""
    return [("", _("Nobody")), *((level.code, _name(level.code)) for level in LEVELS)]


def rule_words(opponent: str) -> list[Text]:
    """What holds for byes; nothing where nobody fills them."""
    return [Text("byes", RULE, {"opponent": _name(opponent)})] if opponent else []


def bye_words(bye: OwnBye) -> ByeWords:
    """What is said to who has the bye."""
    name = _name(bye.opponent)
    if bye.beside is None:
        sentence = _("Meanwhile you may play %(opponent)s. It counts for your own figures alone.")
        button = _("Play %(opponent)s") % {"opponent": name}
        return ByeWords(sentence % {"opponent": name}, button, bye.pairing, "")
    sentence = _result(bye.beside) % {"opponent": name}
    return ByeWords(sentence, _("To the table"), bye.pairing, bye.beside.table)


def newest_bye_words(own: Iterable[OwnBye]) -> ByeWords | None:
    """What somebody plays, or may play, beside the newest of their byes; None where that is
    nothing."""
    byes = [bye for bye in own if not bye.is_past]
    return bye_words(byes[0]) if byes else None


def _result(beside: BesideBye) -> str:
    if not beside.is_over:
        return _("You play %(opponent)s beside your bye. It counts for your own figures alone.")
    if beside.won is None:
        return _("Nobody won the match beside your bye against %(opponent)s.")
    if beside.won:
        return _("You won the match beside your bye against %(opponent)s.")
    return _("You lost the match beside your bye against %(opponent)s.")


def _name(code: str) -> str:
    return called(Sitting(bot=code))
