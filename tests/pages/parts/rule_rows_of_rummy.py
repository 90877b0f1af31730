"""Every sentence on rummy, with what it decides."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.engine.rummy.game import next_dealer, score_game
from games.engine.rummy.hand import TAKE
from games.engine.rummy.notation import legal_texts
from games.engine.rummy.pack import names_of
from games.engine.rummy.play import HandScore, apply, begin, legal_actions, result
from games.engine.rummy.rules import RummyRules, as_dict, rules_from
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.match import games_needed
from tests.games.engine.rummy.laid_out import SEED, hand_of, played

Plays = Callable[[RummyRules], object]


class Row(NamedTuple):
    """A sentence (or several): the knob and value that make it, a game, and what comes of it.

    `opens` are the beginnings of its templates. Under the `other` value the same game goes
    differently, and nobody says the sentence. `also` are further knobs that hold in both.
    """

    opens: tuple[str, ...]
    knob: str
    value: object
    other: object
    plays: Plays
    told: object
    also: Mapping[str, Any] = {}

    def rules(self, value: object) -> RummyRules:
        knobs = {**self.also, self.knob: value}
        if knobs.get("match_type") == "single":
            knobs["match_n"] = 1
        return rules_from(knobs)


def playing(
    *hands: str, steps: tuple[str, ...], then: Callable[[Any], object], **more: Any
) -> Plays:
    """A hand that is played to these steps, and what is seen then."""

    def plays(rules: RummyRules) -> object:
        return then(played(hand_of(*hands, **more, **as_dict(rules)), *steps))

    return plays


def ends(*hands: str, steps: tuple[str, ...], **more: Any) -> Plays:
    """How a hand ends, who wins it, and what each writes down; null while it is played."""
    return playing(*hands, steps=steps, then=_ended, **more)


def _ended(state: Any) -> object:
    score = result(state)
    return score and (score.kind, score.winner, score.points)


def possible(*hands: str, steps: tuple[str, ...], text: str, **more: Any) -> Plays:
    """Whether an action can be done."""
    return playing(
        *hands, steps=steps, then=lambda state: text in legal_texts(legal_actions(state)), **more
    )


def dealt(rules: RummyRules) -> object:
    """How many sit there, and how many cards each has."""
    state = begin(rules, rules.table_size, 0, SEED)
    return len(state.hands), len(state.hands[0])


def packed(rules: RummyRules) -> object:
    """With how many cards is played."""
    state = begin(rules, 2, 0, SEED)
    return sum(map(len, state.hands)) + len(state.stock) + len(state.discards)


def fifty_taken(rules: RummyRules) -> object:
    """After how many discards taken in a row a hand is void."""
    state = hand_of("5S 6H", "8S 9H", discards="KC", **as_dict(rules))
    number = 0
    while result(state) is None:
        state = apply(state, TAKE)
        state = apply(state, next(a for a in legal_actions(state) if a.kind == "discard"))
        number += 1
    return number


def renewed(rules: RummyRules) -> object:
    """How often the stock is renewed in a hand in which every card drawn is thrown."""
    state = hand_of("5S 6H", "8S 9H", stock="2D", discards="KC QC JC TC", **as_dict(rules))
    while result(state) is None:
        state = apply(state, next(a for a in legal_actions(state) if a.kind == "draw"))
        drawn = state.hand[0]
        state = apply(state, next(a for a in legal_actions(state) if a.card == drawn))
    return state.reuses


def game(*points: tuple[int, int]) -> Plays:
    """What two have after hands, and who has won the game."""

    def plays(rules: RummyRules) -> object:
        score = score_game(rules, 2, [HandScore("out", None, each) for each in points])
        return score.points, score.winner

    return plays


def needed(rules: RummyRules) -> object:
    """How many games win a match."""
    return games_needed(RummyScoring(rules))


def deals_next(rules: RummyRules) -> object:
    """Who deals after a hand of seat 0's deal that seat 2 won, and after one that nobody won."""
    return next_dealer(rules, 3, 0, 2), next_dealer(rules, 3, 0, None)


def is_shuffled(state: Any) -> bool:
    """Whether the discards KC, QC, JC and 2D are the stock and the upcard, in another order."""
    cards = [*names_of(state.stock), *names_of(state.discards)]
    return sorted(cards) == ["2D", "JC", "KC", "QC"] and cards != ["KC", "QC", "JC", "2D"]


def two_melds(rules: RummyRules) -> object:
    hand = hand_of("3H 4H 5H KS KH KD 2C 9C", "8S", **as_dict(rules))
    return "meld KSKHKD" in legal_texts(legal_actions(played(hand, "draw", "meld 3H4H5H")))


WENT_OUT = {
    "steps": ("draw", "lay_off 9H on 6H7H8H", "discard 7S"),
    "table": ["6H7H8H"],
    "stock": "9H",
    "melded": [0],
}
OUT_OF_TWO = ends("7S", "KS 5H", **WENT_OUT)
OUT_OF_THREE = ends("7S", "KS 5H AC", "QS QH 2C", **WENT_OUT)
KNOCKED = {"steps": ("draw", "knock KD"), "stock": "KD"}
USED_UP = {"steps": ("draw", "discard 2D"), "stock": "2D", "discards": "KC QC JC"}
OUT_OR_NOT = possible("3H 4H", "8S", steps=("draw",), text="meld 3H4H5H", stock="5H")
BEFORE_A_MELD = possible(
    "9S 3H 4H 5H 2C", "8D", steps=("draw",), text="lay_off 9S on 6S7S8S", table=["6S7S8S"]
)

HAND = (
    Row(("Two play, and each is dealt",), "table_size", 2, 3, dealt, (2, 10)),
    Row(
        ("%(n)d sit at a table and all play",),
        "table_size",
        5,
        2,
        dealt,
        (5, 6),
    ),
    Row(
        ("Melds are laid down on the table",),
        "variant",
        "basic",
        "knock",
        OUT_OF_TWO,
        ("out", 0, (0, 15)),
    ),
    Row(
        ("Nothing is laid on the table", "Knock rummy: nothing"),
        "variant",
        "knock",
        "basic",
        ends("AS 2S", "KS 2C", **KNOCKED),
        ("knock", 0, (0, 9)),
    ),
    Row(("Two packs are shuffled", "Two packs"), "packs", 2, 1, packed, 104),
    Row(
        ("Jokers are played with", "Jokers: %(n)d"),
        "jokers",
        2,
        0,
        packed,
        54,
    ),
    Row(
        ("In a run an ace stands before the two; in a hand it counts 1",),
        "ace",
        "low",
        "around",
        ends("7S", "AS 9C", **WENT_OUT),
        ("out", 0, (0, 10)),
    ),
    Row(
        ("In a run an ace stands before the two or after", "Aces high or low"),
        "ace",
        "high_or_low",
        "low",
        possible("AS QS KS 9D", "8S", steps=("draw",), text="meld QSKSAS"),
        True,
    ),
    Row(
        ("Runs may go round the corner", "Runs round the corner"),
        "ace",
        "around",
        "high_or_low",
        possible("AS KS 2S 9D", "8S", steps=("draw",), text="meld KSAS2S"),
        True,
    ),
    Row(("In a turn one meld",), "melds_per_turn", "one", "any", two_melds, False),
    Row(
        ("In a turn any number of melds", "Any number of melds"),
        "melds_per_turn",
        "any",
        "one",
        two_melds,
        True,
    ),
    Row(("One may lay off without",), "layoff_needs_meld", False, True, BEFORE_A_MELD, True),
    Row(
        ("Nobody lays off before", "Laying off only after"),
        "layoff_needs_meld",
        True,
        False,
        BEFORE_A_MELD,
        False,
    ),
    Row(("Whoever lays down their last card",), "final_discard", False, True, OUT_OR_NOT, True),
    Row(
        ("The last card must be a discard", "Out only with a discard"),
        "final_discard",
        True,
        False,
        OUT_OR_NOT,
        False,
    ),
    Row(
        ("When the stock is used up, the discards are shuffled",),
        "reuse",
        "shuffled",
        "turned",
        playing("5S 6H", "8S 9H", then=is_shuffled, **USED_UP),
        True,
    ),
    Row(
        ("When the stock is used up, the discards below", "Discards are turned over"),
        "reuse",
        "turned",
        "shuffled",
        playing("5S 6H", "8S 9H", then=lambda state: names_of(state.stock), **USED_UP),
        ["KC", "QC", "JC"],
    ),
    Row(
        ("When the stock is used up, the hand is void", "Void when the stock is used up"),
        "max_reuse",
        0,
        1,
        ends("5S 6H", "8S 9H", **USED_UP),
        ("void", None, (0, 0)),
    ),
    Row(("That happens once in a hand",), "max_reuse", 1, 2, renewed, 1),
    Row(
        ("That happens up to %(n)d times", "The stock is renewed up to"),
        "max_reuse",
        3,
        1,
        renewed,
        3,
    ),
    Row(
        ("When the stock is used up, the hand is blocked", "Blocked when the stock"),
        "block",
        True,
        False,
        ends("5S 6H", "8S 9H", "AC 3C", **USED_UP),
        ("blocked", 2, (7, 13, 0)),
    ),
)

SCORING = (
    Row(
        ("A loser’s points are all the cards",),
        "variant",
        "basic",
        "knock",
        OUT_OF_TWO,
        ("out", 0, (0, 15)),
    ),
    Row(
        ("A loser’s points are what their count", "The lowest count wins the hand"),
        "variant",
        "knock",
        "basic",
        ends("9S 2S", "KS 2C", "5H 6D", **KNOCKED),
        ("knock", 2, (10, 1, 0)),
    ),
    Row(
        ("A knocker who wins with nothing left",),
        "variant",
        "knock",
        "basic",
        ends("7S 7H 7D", "KS 2C", **KNOCKED),
        ("knock", 0, (0, 12 + 25)),
    ),
    Row(
        ("A knocker who is beaten",),
        "variant",
        "knock",
        "basic",
        ends("9S KH", "5H 6D", **KNOCKED),
        ("knock", 1, (8 + 10, 0)),
    ),
    Row(
        ("Who goes out in one turn", "Rummy counts double"),
        "rummy_doubles",
        True,
        False,
        ends(
            "3H 4H 5H KS KH KD",
            "8S 9S AD",
            steps=("draw", "meld 3H4H5H", "meld KSKHKD", "discard 2D"),
        ),
        ("rummy", 0, (0, 36)),
        {"melds_per_turn": "any"},
    ),
    Row(
        ("Points are penalties",),
        "scoring",
        "penalty",
        "winner_collects",
        OUT_OF_THREE,
        ("out", 0, (0, 16, 22)),
    ),
    Row(
        ("The winner of a hand collects", "The winner collects"),
        "scoring",
        "winner_collects",
        "penalty",
        OUT_OF_THREE,
        ("out", 0, (38, 0, 0)),
    ),
)

DEAL = (
    Row(("The deal goes round",), "dealer_policy", "in_turn", "winner", deals_next, (1, 1)),
    Row(
        ("The winner of a hand deals", "Winner deals"),
        "dealer_policy",
        "winner",
        "in_turn",
        deals_next,
        (2, 0),
    ),
)

TO_SIXTY = game((40, 0), (10, 60))
TWO_HANDS = game((0, 0), (5, 9))
BY_HANDS = {"end": "rounds", "rounds": 2}
GAME = (
    Row(
        (
            "When a player reaches %(target)d points the game is over, and the fewest",
            "A game goes to %(target)d points; the fewest",
        ),
        "scoring",
        "penalty",
        "winner_collects",
        TO_SIXTY,
        ((50, 60), 0),
        {"target": 60},
    ),
    Row(
        (
            "When a player reaches %(target)d points the game is over, and the most",
            "A game goes to %(target)d points; the most",
        ),
        "scoring",
        "winner_collects",
        "penalty",
        TO_SIXTY,
        ((50, 60), 1),
        {"target": 60},
    ),
    Row(
        (
            "A game is %(rounds)d hands, void ones too, and the fewest",
            "A game has %(rounds)d hands; the fewest",
        ),
        "end",
        "rounds",
        "target",
        TWO_HANDS,
        ((5, 9), 0),
        BY_HANDS,
    ),
    Row(
        (
            "A game is %(rounds)d hands, void ones too, and the most",
            "A game has %(rounds)d hands; the most",
        ),
        "end",
        "rounds",
        "target",
        TWO_HANDS,
        ((5, 9), 1),
        {**BY_HANDS, "scoring": "winner_collects"},
    ),
    Row(
        ("When a game is over, every two settle",),
        "table_size",
        3,
        2,
        lambda rules: len(
            RummyScoring(rules).game_from_result({"winner": 0, "accounts": [30, -10, -20]}).accounts
        ),
        3,
    ),
    Row(
        ("A match is one game",),
        "match_type",
        "single",
        "best_of",
        needed,
        1,
        {"match_n": 3},
    ),
    Row(
        ("Who first wins %(needed)d games",),
        "match_type",
        "best_of",
        "single",
        needed,
        2,
        {"match_n": 3},
    ),
)

ROWS = (*HAND, *SCORING, *DEAL, *GAME)
