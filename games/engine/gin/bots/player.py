"""A computer player: how well it plays (`Skill`), how it likes to play (`Style`), and what it does.

It is pure: the same player with the same seed does the same in the same place. All that it decides
by chance comes from its seed and the number of the action.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple

from games.engine.cards import indexes
from games.engine.gin.bots import judged
from games.engine.gin.bots.danger import danger, partners
from games.engine.gin.bots.knowledge import Knowledge
from games.engine.gin.bots.prospects import NOTHING_AHEAD, prospects_of
from games.engine.gin.bots.sight import Notices, count_seen, melds_seen
from games.engine.melds.arrangements import Melds
from games.engine.melds.form import RANK_BITS, RANK_SETS

#: A player looks closer at so many throws.
_CANDIDATES = 5
#: The value of the danger of a throw, in points, to a player of usual caution.
DANGER = 8.0
#: How much the rules count beside what was learned where throws are compared. The networks are good
#: at what a hand is worth, the rules at the small differences between two throws.
BY_RULE = 0.6
#: Who expects to be left with less after the next card plays on at twice the stake.
_HOPEFUL = 25
_LOWEST_COURT_CARD = 10


@dataclass(frozen=True, slots=True)
class Skill:
    """How well somebody plays. `overlooks` is the share of melds that they do not notice,
    `misjudges` by how many points they are wrong about a throw; `whim` the share of their chances
    to knock that they let go by. Who `looks_ahead` asks what the next card may make of the hand;
    who is `watchful` what a throw gives to the opponent, as who is of a more cautious style than
    usual does at any level; who is `learned` judges by what was learned from many games."""

    overlooks: float = 0.0
    misjudges: float = 0.0
    whim: float = 0.0
    looks_ahead: bool = False
    watchful: bool = False
    learned: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody likes to play; the values here are those of nobody in particular.

    `knocks_at` is the highest count with which they knock, `until_turn` the last turn in which they
    do: later they wait for gin (null: they always knock). `gin` adds points to waiting for it.
    `caution` is how much danger counts, `speculates` the share of cards taken for what they may
    become. `sets`, `runs` and `faces` add points to pairs, to neighbours of a suit, to court cards
    in the hand. `memory` is how many of the opponent's discards they remember (null: all).
    """

    knocks_at: int = 10
    until_turn: int | None = None
    gin: float = 0.0
    caution: float = 1.0
    speculates: float = 0.0
    sets: float = 0.0
    runs: float = 0.0
    faces: float = 0.0
    memory: int | None = None


class Throw(NamedTuple):
    """What is done with eleven cards; big gin throws none."""

    kind: Literal["discard", "knock", "gin", "big_gin"]
    card: int | None


class _Ending(NamedTuple):
    """How a hand can be ended, and the deadwood that is left then."""

    throw: Throw
    deadwood: int


class _Judgement(NamedTuple):
    """What the hand is worth after a throw, and what throws are compared by; both in points."""

    worth: float
    order: float


@dataclass(frozen=True, slots=True)
class Player:
    """One player in one hand. `seed` is theirs alone: nobody may foresee their whims."""

    skill: Skill
    style: Style = field(default_factory=Style)
    seed: str = ""

    def takes(self, known: Knowledge) -> bool:
        """Whether the card that lies open is taken: only into a meld and only if the count falls
        (rulebook 4.14), but for who speculates."""
        known, notices = self._remembered(known), self._notices(known)
        top = known.lying
        hand = known.hand | 1 << top
        if known.must_end:
            return self._ends_with(known, hand)
        now = count_seen(known.hand, known.form, notices)
        after, thrown = min(
            (count_seen(hand ^ 1 << card, known.form, notices), card)
            for card in indexes(known.hand)
        )
        melds = melds_seen(hand ^ 1 << thrown, known.form, notices)
        if after < now and any(meld >> top & 1 for meld in melds):
            return True
        fits = partners(known.hand, top, known.form.wraps)
        return bool(fits) and after <= now and self._chance(known, "take") < self.style.speculates

    def throws(self, known: Knowledge) -> Throw:
        """What is done with eleven cards."""
        known = self._remembered(known)
        ending = self._ending(known)
        if ending is not None and (ending.throw.kind != "knock" or known.must_end):
            return ending.throw
        card, worth = self._best_throw(known)
        if ending is not None and self._knocks(known, ending.deadwood, worth):
            return ending.throw
        return Throw("discard", card)

    def melds(self, known: Knowledge, cards: int) -> Melds:
        """What is laid down with a knock: the best that this player sees."""
        return melds_seen(cards, known.form, self._notices(known))

    def doubles(self, known: Knowledge) -> bool:
        """Whether a double is offered: with a hand that the next card will rather end than not, to
        an opponent who has shown little."""
        prospects = prospects_of(known, known.hand)
        return known.turns > 0 and prospects.knock > 1 / 2 and known.theirs.bit_count() < 2

    def accepts(self, known: Knowledge) -> bool:
        """Whether a double is accepted. Who refuses loses the hand at once, so that one chance in
        four is enough."""
        prospects = prospects_of(known, known.hand)
        return prospects.knock > 1 / 4 or prospects.deadwood < _HOPEFUL

    def _remembered(self, known: Knowledge) -> Knowledge:
        """What this player still knows of it."""
        memory = self.style.memory
        if memory is None or memory >= len(known.thrown):
            return known
        forgotten = sum(1 << card for card in known.thrown[: len(known.thrown) - memory])
        return known._replace(
            thrown=known.thrown[len(known.thrown) - memory :], gone=known.gone & ~forgotten
        )

    def _ends_with(self, known: Knowledge, hand: int) -> bool:
        """Whether the last discard is taken, with which the hand must be ended."""
        if not self.skill.learned:
            return True
        ending = self._ending(known._replace(hand=hand, taken=known.lying))
        assert ending is not None
        return not ending.deadwood or judged.knock(known, ending.deadwood) > 0

    def _ending(self, known: Knowledge) -> _Ending | None:
        """The ending that leaves least, as far as the player sees it."""
        form, notices = known.form, self._notices(known)
        if known.has_big_gin and not count_seen(known.hand, form, notices):
            return _Ending(Throw("big_gin", None), 0)
        count, card = min(
            (count_seen(known.hand ^ 1 << card, form, notices), card)
            for card in indexes(known.hand)
            if card != known.taken
        )
        if count > known.limit:
            return None
        return _Ending(Throw("knock" if count else "gin", card), count)

    def _knocks(self, known: Knowledge, count: int, worth: float) -> bool:
        """Whether a knock with this count is better than a hand of this worth."""
        if count > self.style.knocks_at or self._chance(known, "whim") < self.skill.whim:
            return False
        if self.skill.learned:
            return judged.knock(known, count) > worth + self.style.gin
        return self.style.until_turn is None or known.turns < self.style.until_turn

    def _best_throw(self, known: Knowledge) -> tuple[int, float]:
        """The card to throw, and what the hand is worth then, in points of its own scale."""
        counted = candidates(known, self._notices(known))
        throws = {card: self._judge(known, card, deadwood) for card, deadwood in counted}
        best = max(throws, key=lambda card: throws[card].order + self._liked(known, card))
        return best, throws[best].worth

    def _judge(self, known: Knowledge, card: int, count: int) -> _Judgement:
        skill, cards = self.skill, known.hand ^ 1 << card
        watches = skill.watchful or skill.learned or self.style.caution > 1
        risk = danger(known, card) if watches else 0.0
        ahead = prospects_of(known, cards) if skill.looks_ahead or skill.learned else NOTHING_AHEAD
        by_rule = -count - ahead.deadwood - self.style.caution * DANGER * risk
        if not skill.learned:
            return _Judgement(by_rule, by_rule)
        thrown = judged.Thrown(card, count, ahead, risk)
        worth = judged.throw(known, thrown) - (self.style.caution - 1) * DANGER * risk
        return _Judgement(worth, worth + BY_RULE * by_rule)

    def _liked(self, known: Knowledge, card: int) -> float:
        """What the player's likings and errors add to this throw, in points."""
        style, rest = self.style, known.hand ^ 1 << card
        of_rank = RANK_SETS[card % RANK_BITS]
        added = (
            self.skill.misjudges * self._random(known, card).gauss()
            if self.skill.misjudges
            else 0.0
        )
        if card % RANK_BITS >= _LOWEST_COURT_CARD:
            added -= style.faces
        added -= style.sets * bool(rest & of_rank)
        added -= style.runs * bool(partners(rest, card, known.form.wraps) & ~of_rank)
        return added

    def _notices(self, known: Knowledge) -> Notices | None:
        """Which melds the player notices. Where the hand must end now nobody overlooks how."""
        if not self.skill.overlooks or known.must_end:
            return None
        return lambda meld: _luck_with(self.seed, meld) >= self.skill.overlooks

    def _chance(self, known: Knowledge, of: str) -> float:
        return self._random(known, of).random()

    def _random(self, known: Knowledge, of: object) -> Random:
        return _chance_of(f"{self.seed}/{known.moment}/{of}")


def candidates(known: Knowledge, notices: Notices | None = None) -> list[tuple[int, int]]:
    """The throws that leave least, with the deadwood that they leave; of equal ones those of the
    highest cards: a king fits fewer melds than a jack."""
    form = known.form
    counted = sorted(
        (count_seen(known.hand ^ 1 << card, form, notices), -form.value(1 << card), _height(card))
        for card in indexes(known.hand)
        if card != known.taken
    )
    return [(card, deadwood) for deadwood, _value, (_rank, card) in counted[:_CANDIDATES]]


def _height(card: int) -> tuple[int, int]:
    return -(card % RANK_BITS), card


@lru_cache(maxsize=1 << 12)
def _luck_with(seed: str, meld: int) -> float:
    return _chance_of(f"{seed}/{meld}").random()


def _chance_of(seed: str) -> Random:
    return Random(seed)  # noqa: S311  # of whims, no secret
