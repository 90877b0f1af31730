"""The rules of an event in plain words, made from its knobs (rulebook 3.1)."""

from collections.abc import Mapping

from games.engine.chapters import Chapter
from games.engine.gin.hand.phases import MOST_TAKES
from games.engine.gin.rules import KNOBS, Rules, all_play, has_table
from games.engine.gin.rules.words import is_hollywood, is_one_game, may_tie, told
from kernel.text import N_, Text

UNWON_DEALERS: Mapping[str, str] = {
    "same": N_("After a hand that nobody wins the same player deals again."),
    "alternate": N_("After a hand that nobody wins the other player deals."),
}
ONE_GAME = N_("A match is one game.")
MATCHES: Mapping[str, str] = {
    "best_of": N_("A match is the best of %(n)d games: who first wins %(needed)d has won it."),
    "points": N_(
        "Every game brings the player who won it the difference of the totals; who first has "
        "%(n)d points from their own won games has won the match."
    ),
}
GROSS = N_(
    "Every game brings each player all that they have in it, boxes and bonuses too; who has "
    "%(n)d points after a game has won the match, of two who have them the higher, and if they are "
    "level, a game more is played."
)
ONE_HAND = N_("A match is one hand; while it is level, one more is played.")
HANDS = N_("A match is %(n)d hands, void ones too; while it is level, one more is played.")
ONE_ROUND = N_(
    "A match is one round: each player deals one hand; while it is level, a round more is played."
)
ROUNDS = N_(
    "A match is %(n)d rounds, in each of which each player deals one hand, void ones too; while it "
    "is level, a round more is played."
)

# The knobs in the order in which they are read; any other is told at the end of its chapter.
_OF_KNOCKS = ("upcard_rule", "knock_limit", "oklahoma_ace", "oklahoma_spade")
_OF_CARDS = ("discards_open", "wall_rule")
_OF_SCORES = ("knock_base", "undercut_bonus", "tie_rule", "gin_bonus")
_OF_BOXES = (
    *("box_bonus", "box_timing", "extra_boxes_gin", "extra_boxes_big_gin", "extra_boxes_undercut"),
    "extra_boxes_gin_off",
)
_IN_PLACE = {
    *(*_OF_KNOCKS, *_OF_CARDS, "doubling_cap", *_OF_SCORES, "big_gin_bonus"),
    *("first_dealer", "dealer_policy", "void_dealer", "sheet", "game_bonus", "shutout_rule"),
    *_OF_BOXES,
}


class _Told(Chapter):
    """A chapter of gin."""

    def tell(self, rules: Rules, *knobs: str) -> None:
        for name in knobs:
            self.sentences += told(rules, name)


def rule_words(rules: Rules) -> tuple[Chapter, ...]:
    """What holds under these rules, as sentences; what they do not use is not spoken of."""
    chapters = (_hand(rules), _scoring(rules), _deal(rules), _game(rules))
    for chapter in chapters:
        more = [knob for knob in KNOBS if knob.chapter == chapter.title.code]
        chapter.tell(rules, *[knob.name for knob in more if knob.name not in _IN_PLACE])
    return chapters


def _hand(rules: Rules) -> _Told:
    chapter = _Told(Text("hand", N_("The hand")))
    if rules.variant == "round_the_corner":
        chapter.say(N_("Runs may go round the corner: king, ace, two."))
        chapter.say(N_("A loose ace counts 15."))
    chapter.tell(rules, *_OF_KNOCKS, *_OF_CARDS)
    chapter.say(
        N_("After %(n)d cards in a row taken from the discard pile the hand is void."),
        n=MOST_TAKES,
    )
    if rules.variant == "doubling":
        chapter.say(
            N_(
                "Before drawing, a player may double the points of the hand; after that only who "
                "accepted the last double may."
            )
        )
        chapter.say(
            N_(
                "Who refuses a double gives up the hand: the other scores 10, and the difference "
                "of the counts where their own is lower, times the factor before it."
            )
        )
        if rules.box_bonus:
            chapter.say(N_("Doubles do not multiply boxes."))
    chapter.tell(rules, "doubling_cap")
    return chapter


def _scoring(rules: Rules) -> _Told:
    chapter = _Told(Text("scoring", N_("What a hand scores")))
    if rules.knock_limit != 0 and not all_play(rules):
        chapter.say(N_("A knock with the lower count scores the difference of the counts."))
    chapter.tell(rules, *_OF_SCORES)
    if rules.variant == "round_the_corner":
        chapter.say(
            N_(
                "The opponent may lay off on gin as well; where nothing is left to them, gin "
                "scores nothing."
            )
        )
    elif rules.knock_limit != 0:
        chapter.say(N_("Nobody lays off on gin."))
    chapter.tell(rules, "big_gin_bonus")
    return chapter


def _deal(rules: Rules) -> _Told:
    chapter = _Told(Text("deal", N_("Who deals")))
    chapter.tell(rules, "first_dealer")
    if not is_one_game(rules) and not has_table(rules):
        chapter.say(N_("The first deal alternates from game to game."))
    if rules.deal_goes_round:
        chapter.say(N_("The deal changes with every hand, after a void one too."))
        return chapter
    chapter.tell(rules, "dealer_policy")
    if may_tie(rules) and rules.dealer_policy != "alternate":
        chapter.say(UNWON_DEALERS[rules.void_dealer])
    else:
        chapter.tell(rules, "void_dealer")
    return chapter


def _game(rules: Rules) -> _Told:
    chapter = _Told(Text("game", N_("Game and match")))
    if rules.match_type == "rounds":
        _hands_of_a_match(rules, chapter)
        chapter.tell(rules, *_OF_BOXES)
        return chapter
    chapter.tell(rules, "sheet")
    chapter.say(_race(rules), target=rules.target)
    chapter.tell(rules, "game_bonus", "shutout_rule", *_OF_BOXES)
    if is_one_game(rules):
        chapter.say(ONE_GAME)
    elif not has_table(rules):
        needed = (rules.match_n + 1) // 2
        is_gross = rules.match_type == "points" and rules.points_by == "gross"
        sentence = GROSS if is_gross else MATCHES[rules.match_type]
        chapter.say(sentence, n=rules.match_n, needed=needed)
    return chapter


def _race(rules: Rules) -> str:
    if is_hollywood(rules):
        return _race_of_a_column(rules)
    if rules.game_winner_by == "grand_total":
        return N_(
            "The game ends when a player reaches %(target)d points; the higher total after all "
            "bonuses wins it, and if it is level the player who reached them."
        )
    if rules.box_bonus and rules.box_timing == "end":  # all that the other can have more of
        return N_(
            "Who first reaches %(target)d points wins the game, even if boxes give the other more."
        )
    return N_("Who first reaches %(target)d points wins the game.")


def _race_of_a_column(rules: Rules) -> str:
    if rules.game_winner_by == "grand_total":
        return N_(
            "A column closes when a player reaches %(target)d points in it; the higher total after "
            "all bonuses wins it, and if it is level the player who reached them."
        )
    return N_("A column closes when a player reaches %(target)d points in it, and is won by them.")


def _hands_of_a_match(rules: Rules, chapter: _Told) -> None:
    one, several = (ONE_ROUND, ROUNDS) if rules.deal_goes_round else (ONE_HAND, HANDS)
    chapter.say(one if rules.match_n == 1 else several, n=rules.match_n)
    if rules.box_bonus:
        chapter.say(N_("The higher total wins, boxes counted in."))
    else:
        chapter.say(N_("The higher total wins."))
