"""What holds in a form of the game besides its single rules, for the rules of an event.

What partners may say to one another (rulebook 4.6, Information), who plays and how all settle where
three or more sit at a table (4.7), and what is otherwise with irregularities.
"""

from collections.abc import Iterator

from games.engine.chapters import Chapter
from games.engine.gin.irregularities.by_form import CHANGED
from games.engine.gin.rules import PARTNERSHIP, Rules, has_table
from games.engine.gin.rules.words import is_one_game
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

# RG; REC with more than three.
_CUTTHROAT = (
    N_(
        "Everybody draws a card: the two highest play first, and the second highest deals. Where "
        "only the first dealer is known, they play against the next round the table."
    ),
    N_(
        "Who loses a hand sits out. Who has waited longest comes in, and deals to the winner; of "
        "those who have not played yet it is who sits next round the table."
    ),
    N_("After a hand that nobody wins the same two play again."),
    N_("Who sits out watches and is silent."),
    N_(
        "Everybody has a score of their own. When a game is over every two settle the difference "
        "of their totals, and whoever has won no hand pays the winner what a shutout adds."
    ),
)
# RG, RT; S0 and REC of who deals.
_CAPTAIN = (
    N_(
        "One player is in the box, against all others: the highest card drawn. The next in line is "
        "their captain, plays for them, and deals first."
    ),
    N_(
        "The others may consult, the captain decides. The captain stays while they win; after a "
        "loss the next in line takes over."
    ),
    N_("After a hand that nobody wins the same two play again."),
)
_ONE_AGAINST_ALL = N_(
    "The box has one score, the others have one together. When a game is over each of the others "
    "pays the box the difference of the totals, or gets it from the box."
)
_BY_HANDS = N_(
    "What a side wins in a hand is credited to each of it; in the end every two settle the "
    "difference of their totals."
)
_GOES_ROUND = N_("From game to game the first deal goes round the table.")
_FIRST_TO = N_("Who first wins %(needed)d games has won the match.")
_POINTS = N_(
    "A game brings everybody what they get from the others, or pay below 0; who first has %(n)d "
    "points has won the match."
)
_GAME_OF_A_SIDE = N_("A game of the side is won by the captain of its last hand.")


def form_chapters(rules: Rules) -> Iterator[Chapter]:
    """What there is to say of the form that these rules name."""
    if rules.variant == PARTNERSHIP:
        yield _chapter("information", N_("What partners may say"), _of_partners(rules.side_size))
    if has_table(rules):
        yield Chapter(Text("table", N_("Who plays, and how all settle")), list(_at_a_table(rules)))
    changed = [change.how for change in CHANGED if rules.variant in change.forms]
    if changed:
        yield _chapter("irregularities", N_("Irregularities in this form"), changed)


def _at_a_table(rules: Rules) -> Iterator[Text]:
    is_captain, is_one = rules.variant == "captain", is_one_game(rules)
    told = [*(_CAPTAIN if is_captain else _CUTTHROAT)]
    if is_captain:
        by_hands = rules.solo_change == "per_hand"
        told += [_BY_HANDS] if by_hands else [_ONE_AGAINST_ALL, _GAME_OF_A_SIDE]
    elif not is_one:
        told.append(_GOES_ROUND)
    if not is_one:
        told.append(_POINTS if rules.match_type == "points" else _FIRST_TO)
    values = {"n": rules.match_n, "needed": (rules.match_n + 1) // 2}
    return (Text("rule", sentence, values) for sentence in told)


def _of_partners(size: int) -> list[str]:
    of_two = [_WHO_IS_DONE, _LAYING_OFF, _WAITING]
    first = of_two if size == 2 else [_WHO_IS_DONE, _WAITING_OF_MANY]
    return [*first, _COUNTS, _RELIED_ON, _OTHER_ADVICE]


def _chapter(code: str, title: str, sentences: list[str]) -> Chapter:
    return Chapter(Text(code, title), [Text("rule", sentence) for sentence in sentences])
