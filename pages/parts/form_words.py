"""What holds in a form of the game besides its single rules, for the rules of an event.

What partners may say to one another (rulebook 4.6, Information), and what is otherwise with
irregularities.
"""

from collections.abc import Iterator

from games.engine.gin.irregularities.by_form import CHANGED
from games.engine.gin.rule_words import Chapter
from games.engine.gin.rules import PARTNERSHIP, Rules
from kernel.text import N_, Text

# BI of six and more, RG.
_WHO_IS_DONE = N_(
    "Who has finished their hand of a round may advise a partner who still plays, as long as they "
    "have seen no opponent’s hand but the one against which they played."
)
# BI of four.
_LAYING_OFF = N_(
    "Who has finished may also say how to lay off, once the opponent of their partner has knocked."
)
# BI.
_WAITING = N_("A side may wait for the result of one hand before it plays on in the other.")
_WAITING_OF_MANY = N_("A side may wait for the result of a hand before it plays on in the others.")
# RT.
_COUNTS = N_(
    "No count is due while the partner who still plays holds eleven cards, and who loses a hand "
    "shows it before its count is used."
)
# RT, the irregularity COUNT_RELIED_ON.
_RELIED_ON = N_(
    "A count that was announced wrongly stands once a partner of the winner has made a play that "
    "relies on it."
)
# The rulebook's part 5.1, T_COACH.
_OTHER_ADVICE = N_(
    "Any other advice is outside advice: a warning, and where it was acted on the loss of the hand."
)


def form_chapters(rules: Rules) -> Iterator[Chapter]:
    """What there is to say of the form that these rules name."""
    if rules.variant == PARTNERSHIP:
        yield _chapter("information", N_("What partners may say"), _of_partners(rules.side_size))
    changed = [change.how for change in CHANGED if rules.variant in change.forms]
    if changed:
        yield _chapter("irregularities", N_("Irregularities in this form"), changed)


def _of_partners(size: int) -> list[str]:
    of_two = [_WHO_IS_DONE, _LAYING_OFF, _WAITING]
    first = of_two if size == 2 else [_WHO_IS_DONE, _WAITING_OF_MANY]
    return [*first, _COUNTS, _RELIED_ON, _OTHER_ADVICE]


def _chapter(code: str, title: str, sentences: list[str]) -> Chapter:
    return Chapter(Text(code, title), [Text("rule", sentence) for sentence in sentences])
