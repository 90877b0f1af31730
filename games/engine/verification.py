"""Whether the deals of an online match were fair, of any game, from what is published of it alone.

What is the same in all games is checked as for gin of two (`gin.fair.verification`). Here stands
what is different where everybody at the table plays every hand: one seed deals all cards, those
that come back into the stock among them, and who deals follows from the rules of the game.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from games.engine.cards import Card
from games.engine.gin.fair import verification as gin
from games.engine.gin.fair.dealing import drawn
from games.engine.gin.fair.published import DEALT, SAID, PublishedHand, PublishedMatch, read_match
from games.engine.gin.forms import gin_rules
from games.engine.gin.notation.record import CUT_OFF
from games.engine.gin.notation.series import at_hand
from games.engine.gin.royal import record as royal
from games.engine.gin.royal import written as royal_written
from games.engine.gin.royal.forms import FORMS
from games.engine.records import read_object
from games.engine.rummy import notation as rummy
from games.engine.rummy import written as rummy_written
from games.engine.rummy.first_deal import draw as rummy_draw
from games.engine.rummy.scoring import RummyScoring
from games.engine.scoring.counted import CountedHand, CountedScore
from games.engine.scoring.facts import WrittenHand
from games.engine.scoring.game_sheet import first_dealer_of_game
from games.engine.scoring.rules import AnyRules, DealtHand
from kernel.seats import Seat, credited, nothing
from kernel.text import N_, refusal


class CountedPlay(NamedTuple):
    """A game in which everybody plays every hand, as far as its deals are checked: how a record is
    read and played, by what it is scored, who draws what for the first deal, and what is written of
    a hand as it was dealt and as it ended."""

    read: Callable[[Mapping[str, Any]], Any]
    steps: Callable[[Any], Iterator[Any]]
    scoring: Callable[[Any], AnyRules]
    draw: Callable[[bytes, int], tuple[Card, ...]]
    dealt_cards: Callable[[Any], Mapping[str, Any]]
    counted: Callable[[Any], CountedHand]


ROYAL = CountedPlay(
    royal.read_record,
    royal.steps,
    gin_rules,
    drawn,
    royal_written.dealt_cards,
    royal_written.counted,
)
RUMMY = CountedPlay(
    rummy.read_record,
    rummy.steps,
    RummyScoring,
    rummy_draw,
    rummy_written.dealt_cards,
    rummy_written.counted,
)


def verify_deals(request: Mapping[str, Any]) -> dict[str, Any]:
    """Check a match of any game (`manage.py verify_deals`); refused is the first thing that is
    wrong. The answer is that of `gin.fair.verification.verify_deals`."""
    play = _play_of(request)
    if play is None:
        return gin.verify_deals(request)
    match = read_match(request, play.read)
    gin.check_dealings(match)
    _check_hands(match, play)
    return gin.checked_json(match)


def _play_of(request: Mapping[str, Any]) -> CountedPlay | None:
    """Which game was played, by the rules of its first record; none where two play each hand."""
    records = request.get("records")
    if not isinstance(records, list) or not records:
        return None
    rules = read_object(records[0], "records").get("rules")
    if not isinstance(rules, Mapping):
        return None
    if rules.get("game") == rummy.NAME:
        return RUMMY
    return ROYAL if rules.get("variant") in FORMS else None


def _check_hands(match: PublishedMatch, play: CountedPlay) -> None:
    """In the order of play, because who deals follows from the hands before."""
    dealings = {dealing.d: dealing for dealing in match.dealings}
    order = _Order(match, play)
    for hand in match.hands:
        with at_hand(hand.n):
            dealing = dealings[hand.d]
            gin.check_place(match, hand, dealing)
            if hand.record.dealer not in order.may_deal(hand):
                sentence = N_("by the rules somebody else deals it.")
                raise refusal("wrong_dealer", sentence, "dealer")
            score = _played(hand, gin.seed_of_deal(match, dealing), play)
            gin.check_log(hand)
        order.follow(hand, score)


def _played(hand: PublishedHand, seed: bytes, play: CountedPlay) -> CountedScore | None:
    """What the hand is worth by its cards and actions; null where it was cut off. Refused are other
    cards than those that the seed deals, and another end than they lead to."""
    record = hand.record
    states = play.steps(record)
    state = next(states)
    cards = play.dealt_cards(state)
    same = {"seed": record.seed == seed} | {name: hand.cards[name] == cards[name] for name in DEALT}
    gin.refuse_others(same, gin.OTHER_CARDS)
    for at, (said, after) in enumerate(zip(hand.log, states, strict=True)):
        gin.check_seat(said, at, state.turn)
        state = after
    if hand.said["result"] == CUT_OFF and state.ending is None:
        return None
    scoring = play.scoring(record.rules)
    score: CountedScore = scoring.score_hand(WrittenHand(1, play.counted(state)))
    if not hand.is_ruled:
        came = _came(score) if state.ending else dict.fromkeys(SAID)
        same = {name: hand.said[name] == came[name] for name in SAID}
        gin.refuse_others(same, gin.OTHER_END)
    return score


def _came(score: CountedScore) -> dict[str, Any]:
    """What a record says of a hand that is worth this."""
    boxes = nothing(len(score.entries))
    if score.winner is not None:
        boxes = credited(boxes, score.winner, score.boxes)
    return {
        "result": score.kind,
        "winner": score.winner,
        "points": list(score.entries),
        "boxes": list(boxes),
        "counts": None if score.counts is None else list(score.counts),
    }


class _Order:
    """Who may deal each hand: by the draw, and by the hands before it. Everybody where what decides
    it was not played online, or a referee ruled on it."""

    def __init__(self, match: PublishedMatch, play: CountedPlay) -> None:
        self._first: PublishedHand | None = None
        self._next_n = 1
        self._followed: dict[tuple[int, int], frozenset[Seat]] = {}
        self._drawn: Seat | None = None
        self._scoring: AnyRules | None = None
        if match.hands:
            self._scoring = play.scoring(match.hands[0].record.rules)
        if gin.is_drawn_for(match) and self._scoring is not None:
            cards = play.draw(gin.seed_of_deal(match, match.dealings[0]), self._scoring.sides)
            _cards, self._drawn = self._scoring.drawn([str(card) for card in cards])

    @property
    def _rules(self) -> AnyRules:
        assert self._scoring is not None, "there are hands"
        return self._scoring

    def may_deal(self, hand: PublishedHand) -> frozenset[Seat]:
        """Who may deal this hand, the next one."""
        everybody = frozenset(range(self._rules.seats))
        if hand.n != self._next_n:  # between them others were dealt at a table in a room
            self._first = None
        if hand.number > 1:
            return self._followed.get((hand.game, hand.number), everybody)
        if self._first is not None:
            first, later = self._first, 1 + hand.game - self._first.game
            dealer = first_dealer_of_game(first.record.dealer, later, self._rules.seats)
            return frozenset({dealer})
        if self._drawn is None or hand.game > 1:
            return everybody
        return frozenset({self._drawn})

    def follow(self, hand: PublishedHand, score: CountedScore | None) -> None:
        """Take in a hand by what it was worth before any ruling; null: it was cut off, and is dealt
        again by the same seat, or is a void hand where it was lost."""
        self._next_n = hand.n + 1
        if hand.number == 1 and self._first is None:
            self._first = hand
        rules, dealer = self._rules, hand.record.dealer
        none = nothing(rules.seats)
        worth = score or CountedScore("void", None, none)
        dealt = DealtHand(WrittenHand(hand.game, None, dealer), worth, dealer, dealer)
        after = {rules.next_dealer(hand.game, [dealt], None)}
        if score is None:
            after.add(dealer)
        found = frozenset(seat for seat in after if seat is not None)
        everybody = frozenset(range(rules.seats))
        self._followed[hand.game, hand.number + 1] = everybody if hand.is_ruled else found
