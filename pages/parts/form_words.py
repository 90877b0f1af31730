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
# RG; who deals first, and level counts: REC.
_OF_ALL = (
    N_(
        "Three play every hand, each for themselves, with ten cards. Everybody draws a card: the "
        "highest deals first. Then the deal passes to the left."
    ),
    N_(
        "With three cards left in the stock the hand is void, unless the player who drew last ends "
        "it."
    ),
    N_(
        "After a knock both others lay off on the melds as the knocker laid them down: nobody goes "
        "on from a card that the other one has laid off."
    ),
)
_BATTLE_ROYAL = (
    N_(
        "The upcard is offered round from the dealer’s left. In turn a player takes the top of the "
        "stock, or one of the last discards of the two before them, if nobody has taken it."
    ),
    N_(
        "Whoever has the lowest count wins the hand, and scores the counts of both others less "
        "their own. Level with the knocker another one wins; where the two others are level, "
        "nobody does, and the knocker is undercut all the same. Gin is not undercut."
    ),
)
# SC; the rest as the rulebook's 4.9 has it.
_JERSEY = (
    N_("This form is from incomplete sources: every copy of them breaks off before the figures."),
    N_(
        "Who sits left of the dealer begins, and takes the upcard or the top of the stock: it is "
        "not offered round. After that only the last discard may be taken."
    ),
    N_(
        "The knocker meets each of the others as in a hand of two, and scores what their count is "
        "higher. Whoever writes down most has won the hand."
    ),
)
_SETTLING = N_(
    "Everybody has a score of their own. When a game is over every two settle the difference of "
    "their totals, and whoever has scored in no hand pays the winner what a shutout adds."
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


_BY_FORM = {
    "cutthroat": _CUTTHROAT,
    "captain": _CAPTAIN,
    "battle_royal": (*_OF_ALL, *_BATTLE_ROYAL, _SETTLING),
    "jersey": (_JERSEY[0], *_OF_ALL, *_JERSEY[1:], _SETTLING),
}


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
    told = [*_BY_FORM[rules.variant]]
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
