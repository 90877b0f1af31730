"""The rules of an event in plain words, made from its knobs (gin.md 3.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from games.engine.gin.rules import Rules, as_dict
from games.engine.gin.rules.words import is_one_game, may_tie, unused
from kernel.text import N_, Text

OPENINGS: Mapping[str, str] = {
    "non_dealer_draws": N_(
        "The non-dealer may take the upcard, then the dealer may; if both refuse it, the "
        "non-dealer draws from the stock."
    ),
    "dealer_draws": N_(
        "The non-dealer may take the upcard, then the dealer may; if both refuse it, the dealer "
        "draws from the stock."
    ),
    "deal_11": N_(
        "The non-dealer is dealt eleven cards and begins with a discard, or ends the hand at once; "
        "there is no upcard."
    ),
}
WALLS: Mapping[str, str] = {
    "void_at_once": N_(
        "When two cards are left in the stock, the hand is void unless the player who drew last "
        "ends it: nobody scores."
    ),
    "last_discard_action": N_(
        "When two cards are left in the stock and the player who drew last does not end the hand, "
        "the opponent may still take that last discard, but only to end the hand with it; "
        "otherwise it is void and nobody scores."
    ),
    "void_before_discard": N_(
        "When two cards are left in the stock, the hand is void at once, before the discard: "
        "nobody scores."
    ),
}
ACES: Mapping[str, str] = {
    "value": N_("An ace as upcard allows a knock with one point."),
    "gin_only": N_("An ace as upcard means that only gin ends the hand."),
}
SPADES: Mapping[str, str] = {
    "none": N_("A spade as upcard doubles nothing."),
    "double_hand": N_("A spade as upcard doubles the points of the hand."),
    "double_hand_and_boxes": N_("A spade as upcard doubles the points of the hand and its boxes."),
}
TIES: Mapping[str, str] = {
    "undercut": N_("Equal counts are an undercut as well."),
    "no_score": N_("On equal counts nobody scores."),
    "zero_undercut": N_("On equal counts the defender wins the hand, without points."),
}
SHUTOUTS: Mapping[str, str] = {
    "none": N_("A shutout, a game in which the opponent won no hand, earns nothing more."),
    "add_100": N_("A shutout, a game in which the opponent won no hand, earns 100 more."),
    "double_game_bonus": N_(
        "A shutout, a game in which the opponent won no hand, doubles the game bonus."
    ),
    "double_hand_points": N_(
        "A shutout, a game in which the opponent won no hand, doubles the points of the hands."
    ),
    "double_excl_boxes": N_(
        "A shutout, a game in which the opponent won no hand, doubles the points of the hands "
        "and the game bonus, but not the boxes."
    ),
    "double_all": N_(
        "A shutout, a game in which the opponent won no hand, doubles everything, boxes too."
    ),
}
FIRST_DEALERS: Mapping[str, str] = {
    "high_card_chooses": N_("Both cut; the higher card chooses who deals first."),
    "low_card_deals": N_("Both cut; the lower card deals first."),
    "random": N_("Chance decides who deals first."),
}
NEXT_DEALERS: Mapping[str, str] = {
    "winner": N_("The winner of a hand deals the next of the game."),
    "loser": N_("The loser of a hand deals the next of the game."),
    "alternate": N_("The deal alternates from hand to hand of a game, void hands apart."),
}
VOID_DEALERS: Mapping[str, str] = {
    "same": N_("After a void hand the same player deals again."),
    "alternate": N_("After a void hand the other player deals."),
}
UNWON_DEALERS: Mapping[str, str] = {
    "same": N_("After a hand that nobody wins the same player deals again."),
    "alternate": N_("After a hand that nobody wins the other player deals."),
}
EXTRA_BOXES: Mapping[str, str] = {
    "extra_boxes_gin": N_("Gin earns extra boxes: %(boxes)d."),
    "extra_boxes_big_gin": N_("Big gin earns extra boxes: %(boxes)d."),
    "extra_boxes_undercut": N_("An undercut earns extra boxes: %(boxes)d."),
    "extra_boxes_gin_off": N_("An undercut with nothing left earns extra boxes: %(boxes)d."),
}
ONE_GAME = N_("A match is one game.")
MATCHES: Mapping[str, str] = {
    "best_of": N_("A match is the best of %(n)d games: who first wins %(needed)d has won it."),
    "points": N_(
        "Every game brings the player who won it the difference of the totals; who first has "
        "%(n)d points from their own won games has won the match."
    ),
}


@dataclass
class Chapter:
    """A part of the rules: its title and its sentences, in the order in which they are read."""

    title: Text
    sentences: list[Text] = field(default_factory=list)

    def say(self, template: str, **values: object) -> None:
        self.sentences.append(Text("rule", template, values))


def rule_words(rules: Rules) -> tuple[Chapter, ...]:
    """What holds under these rules, as sentences; what they do not use is not spoken of."""
    return (_hand(rules), _scoring(rules), _deal(rules), _game(rules))


def _hand(rules: Rules) -> Chapter:
    chapter = Chapter(Text("hand", N_("The hand")))
    if rules.variant == "round_the_corner":
        chapter.say(N_("Runs may go round the corner: king, ace, two."))
        chapter.say(N_("A loose ace counts 15."))
    chapter.say(OPENINGS[rules.upcard_rule])
    _knock(rules, chapter)
    if rules.discards_open:
        chapter.say(N_("Everybody may look through the discard pile."))
    else:
        chapter.say(N_("Only the top card of the discard pile may be seen."))
    chapter.say(WALLS[rules.wall_rule])
    if rules.variant == "doubling":
        _doubling(rules, chapter)
    return chapter


def _knock(rules: Rules, chapter: Chapter) -> None:
    limit = rules.knock_limit
    if limit == 0:
        chapter.say(N_("There is no knocking: only gin ends a hand."))
    elif limit == "upcard":
        chapter.say(N_("The upcard says with how many points one may knock: its value or fewer."))
        chapter.say(ACES[rules.oklahoma_ace])
        chapter.say(SPADES[rules.oklahoma_spade])
    elif limit == "second_deck":
        chapter.say(
            N_(
                "A card turned from a second pack says with how many points one may knock: its "
                "value or fewer."
            )
        )
    else:
        chapter.say(N_("One may knock with a count of %(limit)d or less."), limit=limit)


def _doubling(rules: Rules, chapter: Chapter) -> None:
    chapter.say(
        N_(
            "Before drawing, a player may double the points of the hand; after that only who "
            "accepted the last double may."
        )
    )
    chapter.say(
        N_(
            "Who refuses a double gives up the hand: the other scores 10, and the difference of "
            "the counts where their own is lower, times the factor before it."
        )
    )
    if rules.doubling_cap is None:
        chapter.say(N_("There is no limit to doubling."))
    else:
        chapter.say(N_("A hand counts at most %(cap)d times."), cap=rules.doubling_cap)


def _scoring(rules: Rules) -> Chapter:
    chapter = Chapter(Text("scoring", N_("What a hand scores")))
    if rules.knock_limit != 0:
        chapter.say(N_("A knock with the lower count scores the difference of the counts."))
        if rules.knock_base:
            chapter.say(N_("Every knock that wins earns %(n)d more."), n=rules.knock_base)
        chapter.say(
            N_("An undercut scores %(n)d and the difference of the counts."),
            n=rules.undercut_bonus,
        )
        chapter.say(TIES[rules.tie_rule])
    chapter.say(N_("Gin scores %(n)d and the opponent's count."), n=rules.gin_bonus)
    if rules.variant == "round_the_corner":
        chapter.say(
            N_(
                "The opponent may lay off on gin as well; where nothing is left to them, gin "
                "scores nothing."
            )
        )
    elif rules.knock_limit != 0:
        chapter.say(N_("Nobody lays off on gin."))
    if rules.big_gin_bonus is None:
        chapter.say(N_("There is no big gin: eleven melded cards score as gin."))
    else:
        chapter.say(
            N_("Big gin, all eleven cards melded, scores %(n)d and the opponent's count."),
            n=rules.big_gin_bonus,
        )
    return chapter


def _deal(rules: Rules) -> Chapter:
    chapter = Chapter(Text("deal", N_("Who deals")))
    chapter.say(FIRST_DEALERS[rules.first_dealer])
    if not is_one_game(rules):
        chapter.say(N_("The first deal alternates from game to game."))
    chapter.say(NEXT_DEALERS[rules.dealer_policy])
    is_as_void = may_tie(rules) and rules.dealer_policy != "alternate"
    chapter.say((UNWON_DEALERS if is_as_void else VOID_DEALERS)[rules.void_dealer])
    return chapter


def _game(rules: Rules) -> Chapter:
    chapter = Chapter(Text("game", N_("Game and match")))
    if rules.match_type == "rounds":
        _hands_of_a_match(rules, chapter)
        return chapter
    chapter.say(_race(rules), target=rules.target)
    if rules.game_bonus:
        chapter.say(N_("Who reaches the target has a game bonus of %(n)d."), n=rules.game_bonus)
    else:
        chapter.say(N_("There is no game bonus."))
    chapter.say(SHUTOUTS[rules.shutout_rule])
    _boxes(rules, chapter)
    if is_one_game(rules):
        chapter.say(ONE_GAME)
    else:
        needed = (rules.match_n + 1) // 2
        chapter.say(MATCHES[rules.match_type], n=rules.match_n, needed=needed)
    return chapter


def _race(rules: Rules) -> str:
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


def _hands_of_a_match(rules: Rules, chapter: Chapter) -> None:
    if rules.match_n == 1:
        chapter.say(N_("A match is one hand; while it is level, one more is played."))
    else:
        chapter.say(
            N_("A match is %(n)d hands, void ones too; while it is level, one more is played."),
            n=rules.match_n,
        )
    if rules.box_bonus:
        chapter.say(N_("The higher total wins, boxes counted in."))
    else:
        chapter.say(N_("The higher total wins."))
    _boxes(rules, chapter)


def _boxes(rules: Rules, chapter: Chapter) -> None:
    if not rules.box_bonus:
        chapter.say(N_("Won hands earn no boxes."))
        return
    if rules.box_timing == "end":
        chapter.say(N_("Every won hand is a box, worth %(n)d at the end."), n=rules.box_bonus)
    else:
        chapter.say(
            N_("Every won hand is a box, worth %(n)d that count at once."), n=rules.box_bonus
        )
    for knob, sentence in _extra_boxes(rules):
        chapter.say(sentence, boxes=knob)


def _extra_boxes(rules: Rules) -> Iterable[tuple[int, str]]:
    knobs, idle = as_dict(rules), unused(rules)
    for name, sentence in EXTRA_BOXES.items():
        boxes = knobs[name]
        if isinstance(boxes, int) and boxes and name not in idle:
            yield boxes, sentence
