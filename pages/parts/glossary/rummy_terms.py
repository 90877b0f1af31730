"""Words of rummy, and of gin for three who all play (rulebook 4.7, 4.9, 4.12)."""

from kernel.text import N_
from pages.parts.glossary.term import Term

RUMMY_TERMS: tuple[Term, ...] = (
    Term(
        "rummy",
        "rummy",
        "Rommé",
        N_(
            "A game of two to six in which melds are laid on the table and all lay off on them; "
            "whoever has no card left ends the hand."
        ),
        ("basic rummy",),
        page="learn_rummy",
        anchor="deal",
    ),
    Term(
        "knock-rummy",
        "knock rummy",
        "Klopfrommé",
        N_(
            "Rummy in which nothing is laid on the table until somebody knocks, with whatever they "
            "hold."
        ),
        page="learn_rummy",
        anchor="knock-rummy",
    ),
    Term(
        "going-out",
        "going out",
        "ausmachen",
        N_("To have no card left, which ends a hand of rummy at once."),
        ("out",),
        ("Schluss machen",),
        "learn_rummy",
        "going-out",
        ("goes out", "went out"),
    ),
    Term(
        "going-rummy",
        "going rummy",
        "Handrommé",
        N_("To go out in one turn, having put nothing on the table before."),
        page="learn_rummy",
        anchor="rummy-doubles",
        signs=("going rummy",),
    ),
    Term(
        "laying-down",
        "laying down",
        "hinlegen",
        N_("To put a meld on the table, open, where it stays."),
        ("melding",),
        page="learn_rummy",
        anchor="turn",
        signs=("laid down", "laid on the table"),
    ),
    Term(
        "block",
        "block",
        "Sperre",
        N_("The end of a hand when the stock is used up; the lowest count wins the differences."),
        ("blocked hand",),
        page="learn_rummy",
        anchor="stock",
        signs=("blocked",),
    ),
    Term(
        "joker",
        "joker",
        "Joker",
        N_("A card that stands for any other in a meld; in a hand it counts most."),
        ("wild card",),
        page="learn_rummy",
        anchor="jokers",
        signs=("joker",),
    ),
    Term(
        "penalty-points",
        "penalty points",
        "Minuspunkte",
        N_("What the cards count that losers of a hand of rummy still hold; the fewest win."),
        page="learn_rummy",
        anchor="going-out",
    ),
    Term(
        "battle-royal",
        "Battle Royal",
        "Battle Royal",
        N_("Gin for three who all play: the lowest of three counts wins what the others have."),
        page="learn_royal",
        anchor="deal",
        signs=("Battle Royal",),
    ),
    Term(
        "live-discard",
        "live discard",
        "freier Abwurf",
        N_("A discard that may still be taken: of three who play, what others threw last."),
        page="learn_royal",
        anchor="live",
        signs=("live discard",),
    ),
    Term(
        "jersey",
        "Jersey",
        "Jersey",
        N_(
            "Gin for three who all play, each against the knocker alone; known from incomplete "
            "sources."
        ),
        ("Jersey gin",),
        page="learn_royal",
        anchor="jersey",
        signs=("Jersey",),
    ),
)
