"""What a player makes of the rules who has only heard them: hands and games scored from sentences.

Nothing here knows a `Rules`: a number comes from the sentence that says it, as it is shown.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple


class Hand(NamedTuple):
    """A hand that seat 0 ends: `held` and `left` are the counts, `card` sets the limit where one
    does."""

    kind: str
    held: int
    left: int
    card: str
    factor: int


class Scored(NamedTuple):
    """Who has it, with how many points and boxes; `winner` None: nobody."""

    winner: int | None
    points: int
    boxes: int


class Heard:
    """The sentences of the long description, in English."""

    def __init__(self, sentences: Sequence[str]) -> None:
        self.sentences = sentences

    def says(self, words: str) -> bool:
        return any(words in sentence for sentence in self.sentences)

    def number(self, words: str, usual: int = 0) -> int:
        """The number that stands at # in a sentence with these words; `usual` where it is not
        said."""
        pattern = re.escape(words).replace(r"\#", r"(\d+)")
        found = [match for one in self.sentences if (match := re.search(pattern, one))]
        assert len(found) <= 1, words
        return int(found[0][1]) if found else usual

    # A hand --------------------------------------------------------------------------------------

    def limit(self, card: str) -> int:
        """With how much one may knock; 0: not at all."""
        value = "A23456789T".find(card[0]) + 1 or 10
        if self.says("A card turned from a second pack"):
            return value
        if self.says("The upcard says with how many points"):
            only_gin = self.says("An ace as upcard means that only gin ends the hand.")
            return 0 if value == 1 and only_gin else value
        return self.number("One may knock with a count of # or less.")

    def score(self, hand: Hand) -> Scored | None:
        """None where it can't be."""
        if hand.factor > self.most_doubled():
            return None
        found = self._plain(hand)
        if found is None or found.winner is None:
            return found
        spades = hand.card[1] == "S"
        hands = spades and self.says("A spade as upcard doubles the points of the hand")
        boxes = spades and self.says("A spade as upcard doubles the points of the hand and its box")
        return Scored(
            found.winner,
            found.points * hand.factor * (2 if hands else 1),
            found.boxes * (2 if boxes else 1),
        )

    def most_doubled(self) -> int:
        if not self.says("Before drawing, a player may double"):
            return 1
        return self.number("A hand counts at most # times.", 10**6)

    def _plain(self, hand: Hand) -> Scored | None:
        if hand.kind == "gin":
            if hand.left == 0 and self.says("where nothing is left to them, gin scores nothing"):
                return Scored(None, 0, 0)
            boxes = 1 + self.number("Gin earns extra boxes: #.")
            gin = self.number("Gin scores # and the opponent's count.")
            return Scored(0, gin + hand.left, boxes)
        if hand.kind == "big_gin":
            if self.says("There is no big gin"):
                return None
            big = self.number("Big gin, all eleven cards melded, scores # and")
            return Scored(0, big + hand.left, 1 + self.number("Big gin earns extra boxes: #."))
        if not 0 < hand.held <= self.limit(hand.card):
            return None
        if hand.held < hand.left:
            more = self.number("Every knock that wins earns # more.")
            return Scored(0, hand.left - hand.held + more, 1)
        return self._against(hand)

    def _against(self, hand: Hand) -> Scored:
        """A knock that does not win."""
        points = self.number("An undercut scores # and the difference of the counts.")
        boxes = 1 + self.number("An undercut earns extra boxes: #.")
        if hand.left == 0:
            boxes += self.number("An undercut with nothing left earns extra boxes: #.")
        if hand.held == hand.left and self.says("On equal counts nobody scores."):
            return Scored(None, 0, 0)
        if hand.held == hand.left and not self.says("Equal counts are an undercut"):
            assert self.says("On equal counts the defender wins the hand, without points.")
            return Scored(1, 0, boxes)
        return Scored(1, points + hand.held - hand.left, boxes)

    # A game --------------------------------------------------------------------------------------

    @property
    def box(self) -> int:
        return self.number("Every won hand is a box, worth #")

    @property
    def target(self) -> int:
        """Points that end a game; 0 where it is so many hands."""
        first = self.number("Who first reaches # points wins the game")
        return first or self.number("The game ends when a player reaches # points;")

    def totals(self, hands: Sequence[Scored]) -> tuple[int, int, int] | None:
        """The winner of a game of these hands and both totals; None while it is not over, or once
        it was over before the last of them."""
        points, boxes, won = [0, 0], [0, 0], [0, 0]
        for number, hand in enumerate(hands, 1):
            if hand.winner is not None:
                points[hand.winner] += hand.points
                boxes[hand.winner] += hand.boxes
                won[hand.winner] += 1
                if self.says("that count at once."):
                    points[hand.winner] += hand.boxes * self.box
            if max(points) >= self.target:
                return self._end(points, boxes, won) if number == len(hands) else None
        return None

    def _end(self, points: list[int], boxes: list[int], won: list[int]) -> tuple[int, int, int]:
        first = 0 if points[0] >= self.target else 1
        paid = [0, 0] if self.says("that count at once.") else [many * self.box for many in boxes]
        bonus = self.number("Who reaches the target has a game bonus of #.")
        totals = [points[seat] + paid[seat] for seat in (0, 1)]
        totals[first] += bonus
        if not won[1 - first]:
            totals[first] += self._shutout(points[first], bonus, paid[first])
        winner = first
        if self.says("the higher total after all bonuses wins it") and totals[0] != totals[1]:
            winner = 0 if totals[0] > totals[1] else 1
        return winner, totals[0], totals[1]

    def _shutout(self, points: int, bonus: int, boxes: int) -> int:
        doubled = {
            "doubles the game bonus.": bonus,
            "doubles the points of the hands.": points,
            "doubles the points of the hands and the game bonus": points + bonus,
            "doubles everything": points + bonus + boxes,
        }
        (said,) = [one for one in self.sentences if one.startswith("A shutout")]
        more = [worth for words, worth in doubled.items() if words in said]
        return sum(more) if more else 100 if "earns 100 more" in said else 0
