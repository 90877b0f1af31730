"""The shortest hands, games and matches in which a rule decides, through the engine alone.

Each takes rules and gives what came of it; what the engine refuses is its code.
"""

from collections.abc import Callable

from games.engine.cards import DECK, Card, CardSet, Deal, parse_cards
from games.engine.gin import play
from games.engine.gin.game_rules import GinRules
from games.engine.gin.hand.actions import ACCEPT, DISCARD, DOUBLE, DRAW, PASS, REFUSE, TAKE, Action
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.adjudication import adjudicate
from games.engine.gin.rules import Rules, as_dict
from games.engine.gin.scoring.game import score_game
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.view import seat_view
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.game_score import GameScore
from games.engine.scoring.sheet import MatchSheet, match_sheet
from kernel.text import Refusal

# Ten cards each, of which nine are melded: seat 0 is left with 10, seat 1 with 2.
HANDS = ("AS2S3S4H4D4C7H8H9HKD", "5S6S7STSTHTDJCQCKC2H")
GIN = "AS2S3S4H4D4C7H8H9HTH"
UPCARD = "6D"


def refused(plays: Callable[[Rules], object], rules: Rules) -> object:
    """What is played, or the code with which the engine refuses it."""
    try:
        return plays(rules)
    except Refusal as refusal:
        return refusal.text.code


# A hand ------------------------------------------------------------------------------------------


def hand(rules: Rules, kind: str, held: int, left: int, **more: object) -> HandScore:
    upcard = {"upcard": "9H"} if rules.knock_limit == "upcard" else {}
    return score_hand(rules, HandCounts.of(kind, 0, held, left, **{**upcard, **more}))


def scored(kind: str, held: int, left: int, **more: object) -> Callable[[Rules], object]:
    """Who wins a hand of seat 0, with how many points and boxes."""

    def plays(rules: Rules) -> object:
        score = hand(rules, kind, held, left, **more)
        return score.winner, score.points, score.boxes

    return plays


def knocks(*tries: tuple[int, dict[str, str]]) -> Callable[[Rules], object]:
    """Which of these counts one may knock with."""

    def plays(rules: Rules) -> object:
        found = []
        for count, card in tries:
            counts = HandCounts.of("knock", 0, count, 50, **card)
            found.append(refused(lambda r, c=counts: score_hand(r, c).kind, rules))
        return found

    return plays


def judged(knocker: str, defender: str) -> Callable[[Rules], object]:
    """The judgement of a showdown by its cards: result, points, what the defender is left with."""

    def plays(rules: Rules) -> object:
        answer = adjudicate(
            {
                "rules": as_dict(rules),
                "knocker": {"cards": [str(card) for card in parse_cards(knocker)]},
                "defender": {"cards": [str(card) for card in parse_cards(defender)]},
            }
        )
        return answer["result"], answer["points"], answer["defender"]["count"]

    return plays


def both(*games: Callable[[Rules], object]) -> Callable[[Rules], object]:
    return lambda rules: tuple(refused(played, rules) for played in games)


# Playing a hand ----------------------------------------------------------------------------------


def begun(rules: Rules) -> HandState:
    """Seat 0 deals; both could knock."""
    cards = [CardSet.of(parse_cards(written)) for written in HANDS]
    upcard = parse_cards(UPCARD)[0]
    dealt = {*cards[0], *cards[1], upcard}
    stock = tuple(card for card in DECK if card not in dealt)
    shown: Card | None = upcard
    if rules.upcard_rule == "deal_11":
        cards[1], shown = CardSet(cards[1].bits | 1 << upcard.index), None
    return play.begin(rules, 0, Deal((cards[0], cards[1]), shown, stock, DECK[0]))


def kinds(state: HandState) -> set[str]:
    return {action.kind for action in play.legal_actions(state)}


def opening(rules: Rules) -> object:
    """Who draws once both have passed; where nobody is asked, who begins, and whether one may end
    the hand at once."""
    state = begun(rules)
    if state.phase == "discard":
        return "begins", state.turn, state.hands[1].bit_count(), "knock" in kinds(state)
    state = play.apply(play.apply(state, PASS), PASS)
    return state.phase, state.turn, kinds(state) == {"draw"}


def to_the_wall(rules: Rules) -> object:
    """Everybody throws what they draw: whether the last to draw may end the hand, what the hand is
    after their discard, and whether the other may take it."""
    state = play.apply(play.apply(begun(rules), PASS), PASS)
    while True:
        drawn = state.stock[0]
        state = play.apply(state, DRAW)
        ends = "knock" in kinds(state)
        if state.phase == "void":
            return ends, "void", False
        state = play.apply(state, DISCARD[drawn])
        if state.phase != "draw":
            return ends, state.phase, "take" in kinds(state)


def taken_in_a_row(rules: Rules) -> int:
    """After how many cards that are taken from the discard pile, one upon the other, the hand is
    void."""
    state = begun(rules)
    while state.phase != "discard":
        state = play.apply(state, PASS if PASS in play.legal_actions(state) else DRAW)
    state = play.apply(state, _first_discard(state))
    takes = 0
    while state.phase != "void":
        state = play.apply(state, TAKE)
        takes += 1
        if state.phase == "discard":
            state = play.apply(state, _first_discard(state))
    return takes


def _first_discard(state: HandState) -> Action:
    return next(action for action in play.legal_actions(state) if action.kind == "discard")


def seen_of_the_pile(rules: Rules) -> object:
    """How many of two discards can be seen."""
    state = play.apply(play.apply(begun(rules), PASS), PASS)
    drawn = state.stock[0]
    state = play.apply(play.apply(state, DRAW), DISCARD[drawn])
    return len(seat_view(state, 0).discards)


def doubled(rules: Rules) -> object:
    """The non-dealer doubles, the dealer accepts: what a knock of 11 is worth then, and which of
    them may double again."""
    state = play.apply(play.apply(begun(rules), DOUBLE), ACCEPT)
    again = "double" in kinds(state)
    state = play.apply(state, PASS)
    score = hand(rules, "knock", 8, 19, factor=state.doubling.factor)
    return score.points, score.boxes, again, "double" in kinds(state)


def double_refused(rules: Rules) -> object:
    score = play.result(play.apply(play.apply(begun(rules), DOUBLE), REFUSE))
    return score and (score.winner, score.points, score.boxes)


# A game and a match ------------------------------------------------------------------------------


def gin_of(seat: int, left: int) -> HandCounts:
    return HandCounts.of("gin", seat, 0, left)


def knock_of(seat: int, points: int) -> HandCounts:
    return HandCounts.of("knock", seat, 8, 8 + points)


VOID = HandCounts("void")


def game(rules: Rules, *hands: HandCounts) -> GameScore:
    return score_game(rules, [score_hand(rules, counts) for counts in hands])


def of_game(what: Callable[[GameScore], object], *hands: HandCounts) -> Callable[[Rules], object]:
    return lambda rules: what(game(rules, *hands))


def sheet(rules: Rules, *games: tuple[HandCounts, ...]) -> MatchSheet:
    """Seat 0 deals first."""
    hands = [WrittenHand(n, counts) for n, hands in enumerate(games, 1) for counts in hands]
    return match_sheet(GinRules(rules), 0, hands, {})


def winners(*seats: int) -> Callable[[Rules], object]:
    """Games of one hand each, to 100: who has won the match, after how many games."""

    def plays(rules: Rules) -> object:
        score = sheet(rules, *((gin_of(seat, 75),) for seat in seats)).score
        return score.winner, score.games_used

    return plays


def account_of(*games: tuple[HandCounts, ...]) -> Callable[[Rules], object]:
    """Who has won a match to points with these games, None: nobody yet; and what each has."""

    def plays(rules: Rules) -> object:
        score = sheet(rules, *games).score
        return score.winner, score.account(GinRules(rules))

    return plays


def match_of_hands(*matches: tuple[HandCounts, ...]) -> Callable[[Rules], object]:
    """Who has won a match of these hands, all of one game; None: it goes on."""
    return lambda rules: [sheet(rules, hands).score.winner for hands in matches]


def next_dealers(*hands: HandCounts) -> Callable[[Rules], object]:
    """Who deals after each of these as the first hand, which seat 0 dealt; None: nobody does."""
    return lambda rules: [sheet(rules, (counts,)).next_dealer for counts in hands]
