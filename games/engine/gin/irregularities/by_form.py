"""Which irregularities there are in a form of the game, and what is otherwise (rulebook 4, 5).

The table is written for the two-handed hand. A row of it applies as it stands, applies with a
change, or does not apply: by the form, or by a single rule without which it can't happen.
"""

from collections.abc import Callable, Collection
from typing import NamedTuple

from games.engine.gin.irregularities.row import Irregularity
from games.engine.gin.rules import ALL_PLAY, Rules
from games.engine.gin.rules.variants import KEPT_VARIANTS
from kernel.text import N_, Text, refusal

FORMS = KEPT_VARIANTS
"""The variants of `Rules` that a referee rules on."""


class Change(NamedTuple):
    """What is otherwise in these forms with those of the rows that `fits`; `source` as in a row."""

    forms: Collection[str]
    fits: Callable[[Irregularity], bool]
    how: str
    source: str


class Absence(NamedTuple):
    """Rows that do not apply under rules of which `holds` is true, and why not. `forms`: those in
    which that is so whatever the other rules."""

    rows: Collection[str]
    holds: Callable[[Rules], bool]
    forms: Collection[str]
    why: str
    source: str


def _named(*ids: str) -> Callable[[Irregularity], bool]:
    return lambda row: row.id in ids


def _with(*remedies: str) -> Callable[[Irregularity], bool]:
    return lambda row: any(one.remedy in remedies for one in row.consequences)


def _asks_a_player(row: Irregularity) -> bool:
    return row.chooser != "nobody"


def _may_be_straight(rules: Rules) -> bool:
    """Whether a hand can be one that only gin ends."""
    by_card = rules.knock_limit in ("upcard", "second_deck")
    return rules.knock_limit == 0 or (by_card and rules.oklahoma_ace == "gin_only")


OF_THE_OFFER = ("DRAW_BEFORE_UPCARD_REFUSED", "DEALER_TAKES_FIRST", "DRAW_FROM_STOCK_ON_OFFER")

ABSENT: tuple[Absence, ...] = (
    Absence(
        ("COUNT_RELIED_ON",),
        lambda rules: rules.variant != "partnership",
        tuple(form for form in FORMS if form != "partnership"),
        N_(
            "Only where partners play at the same time can somebody rely on a count that was "
            "announced in another hand."
        ),
        "RT",
    ),
    Absence(
        ("LOOK_BACK",),
        lambda rules: rules.discards_open,
        (),
        N_("The discards lie open: everybody may look through them."),
        "S4, RG",
    ),
    Absence(
        ("DEAL_DOUBLE_UPCARD", *OF_THE_OFFER),
        lambda rules: rules.upcard_rule == "deal_11",
        (),
        N_("With eleven cards for the non-dealer no upcard is turned."),
        "S0, PG",
    ),
    Absence(
        OF_THE_OFFER,
        lambda rules: rules.variant == "jersey",
        ("jersey",),
        N_("The upcard is not offered: who begins takes it, or draws from the stock."),
        "SC",
    ),
    Absence(
        ("KNOCK_STRAIGHT",),
        lambda rules: not _may_be_straight(rules),
        (),
        N_("Under these rules there is no hand that only gin can end."),
        "S0, WP",
    ),
)

CHANGED: tuple[Change, ...] = (
    Change(
        ("doubling",),
        _with("redeal", "void_hand"),
        N_("What was doubled in a spoilt hand is gone: the next deal begins without a double."),
        "RG, R",
    ),
    Change(
        ("doubling",),
        _named("DRAW_OUT_OF_TURN", "DRAW_BEFORE_UPCARD_REFUSED", "DRAW_FROM_STOCK_ON_OFFER"),
        N_("Whoever has drawn can't double before that draw any more."),
        "RG, R",
    ),
    Change(
        ("doubling",),
        _with("lose_next_draw"),
        N_("In a turn that is passed nobody doubles either."),
        "RG, R",
    ),
    Change(
        ("round_the_corner",),
        _named("LAYOFF_ON_GIN"),
        N_(
            "Laying off on gin is allowed. Only a card laid on deadwood, or by the knocker, goes "
            "back."
        ),
        "RG",
    ),
    Change(
        ("round_the_corner",),
        _named("KNOCK_FALSE_GIN", "KNOCK_GIN_NOT_CLAIMED"),
        N_("Whether it is gin or a knock, the opponent may lay off."),
        "RG",
    ),
    Change(
        ("partnership",),
        _with("redeal"),
        N_("Only this hand of the round is dealt anew; the others of the round go on."),
        "BI, R",
    ),
    Change(
        ("partnership",),
        _with("void_hand"),
        N_("A void hand counts nothing in its round, and is not played again."),
        "BI, RT",
    ),
    Change(
        ("partnership",),
        _named("DEAL_WRONG_DEALER_EARLY", "DEAL_WRONG_DEALER_LATE"),
        N_(
            "It is a side that deals, at every table of the round: what is said of a player holds "
            "for the player of that side who plays this hand."
        ),
        "BI, GC, R",
    ),
    Change(
        ("partnership",),
        _named("OWN_CARD_EXPOSED"),
        N_("A partner of the opponent who saw these cards may not advise any more in this round."),
        "BI, R",
    ),
    Change(
        ("partnership",),
        _named("COUNT_ERROR"),
        N_(
            "A count on which a partner of the winner has relied stands; that is ruled on as a "
            "count that was relied on."
        ),
        "RT",
    ),
    Change(
        ("partnership",),
        _named("SCORE_GAME_OVERLOOKED"),
        N_("The game ends with the round in which the target was reached: all its hands count."),
        "BI, R",
    ),
    Change(
        ("cutthroat",),
        _named("DEAL_WRONG_DEALER_LATE"),
        N_("Who plays, deals and sits out in the next hand follows from the result of this one."),
        "RG",
    ),
    Change(
        ("cutthroat", "captain"),
        _named("OWN_CARD_EXPOSED"),
        N_("Whoever sits out does not speak of what they saw."),
        "RG, R",
    ),
    Change(
        ("captain",),
        _asks_a_player,
        N_(
            "Where the side of several players has the choice, they may consult, and the one who "
            "plays the hand for them decides."
        ),
        "RG",
    ),
    Change(
        ALL_PLAY,
        lambda row: row.chooser == "opponent",
        N_(
            "Of the two others the one on the left of the offender has the choice, and it binds "
            "both."
        ),
        "R",
    ),
    Change(
        ALL_PLAY,
        lambda row: any(one.target in ("opponent", "defender") for one in row.consequences),
        N_("What is said of the opponent holds for both others."),
        "R",
    ),
    Change(
        ALL_PLAY,
        _named("HAND_COUNT_BOTH"),
        N_("So it is if two hands are wrong, or all three."),
        "R",
    ),
    Change(
        ALL_PLAY,
        _named("OWN_CARD_EXPOSED"),
        N_("Both others may use what they saw."),
        "R",
    ),
    Change(
        ALL_PLAY,
        _named("LAYOFF_MISSED"),
        N_("Each of the two others lays off for themselves, and answers for it alone."),
        "RG, R",
    ),
    Change(
        ALL_PLAY,
        _named("STOCK_51ST", "STOCK_PLAYED_ON"),
        N_("Three cards of the stock are left, not two."),
        "RG",
    ),
    Change(
        ("battle_royal",),
        _named(*OF_THE_OFFER),
        N_(
            "The upcard is offered to all three in turn: what is said of the other player holds "
            "for those who are asked before or after."
        ),
        "RG, R",
    ),
    Change(
        ("battle_royal",),
        _named("TAKE_COVERED"),
        N_(
            "The last discards of both players before one may be taken, if nobody has: only the "
            "cards below are covered."
        ),
        "RG",
    ),
    Change(
        ("battle_royal",),
        _with("bar_bonus"),
        N_(
            "Nobody gets an undercut bonus here: where it is barred the knocker who is undercut "
            "loses nothing."
        ),
        "RG, R",
    ),
)


class Standing(NamedTuple):
    """Whether a row applies under some rules. `words`: what is otherwise there, or why it does not
    apply; nothing where it applies as it stands."""

    applies: bool
    words: tuple[str, ...] = ()


def standing(row: Irregularity, rules: Rules) -> Standing:
    """How a row stands under these rules."""
    why_not = [one.why for one in ABSENT if row.id in one.rows and one.holds(rules)]
    if why_not:
        return Standing(False, tuple(why_not))
    return Standing(True, changes_in(row, rules.variant))


def changes_in(row: Irregularity, form: str) -> tuple[str, ...]:
    """What is otherwise with this row in a form; nothing where it does not apply."""
    if not is_in_form(row, form):
        return ()
    return tuple(one.how for one in CHANGED if form in one.forms and one.fits(row))


def is_in_form(row: Irregularity, form: str) -> bool:
    """Whether a row can apply in a form, under some single rules."""
    return not any(row.id in one.rows and form in one.forms for one in ABSENT)


def require(row: Irregularity, found: Standing) -> None:
    """Refuse (`not_in_this_form`) a row that does not apply where it stands like this."""
    if not found.applies:
        values = {
            "rule": Text("irregularity", row.name),
            "why": Text("why", found.words[0]),
        }
        sentence = N_(
            "“%(rule)s” does not apply here. %(why)s Choose another rule, or rule freely."
        )
        raise refusal("not_in_this_form", sentence, "rule", **values)
