"""How a computer player plays a hand of three: which discard it takes, what it throws, when it
knocks against two (rulebook 4.7, 4.9). How well, and with what likings, says its level of gin.
"""

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from games.engine.cards import indexes
from games.engine.gin.bots.danger import danger, partners
from games.engine.gin.bots.levels import Level
from games.engine.gin.bots.player import candidates
from games.engine.gin.bots.prospects import NOTHING_AHEAD, prospects_of
from games.engine.gin.bots.sight import Notices, count_seen, melds_seen
from games.engine.gin.royal.bots.knowledge import Known
from games.engine.melds.arrangements import best_melds
from games.engine.melds.form import RANK_BITS, RANK_SETS
from games.engine.melds.layoffs import least_after_layoffs

#: The value of the danger of a throw, in points, to a player of usual caution.
DANGER = 8.0
#: What is thrown to the player after the next one counts so much: the next one chooses first.
AFTER_THE_NEXT = 0.7
#: Who is watchful knocks with no more: they fear two who may undercut them more than it pays.
CAREFUL_AT = 9
#: So many deals of the two other hands are looked at before a knock; a turn is taken to make a hand
#: so many points better. A knock has to bring so much.
SAMPLES, IMPROVES, BRINGS = 24, 4.0, 0.0
_LOWEST_COURT_CARD = 10


class Throw(NamedTuple):
    """A card that is thrown, and whether the hand is ended with it."""

    kind: str
    card: int


@dataclass(frozen=True, slots=True)
class Player:
    """One player in one hand of three. `seed` is theirs alone."""

    level: Level
    seed: str

    def takes(self, known: Known) -> int | None:
        """The discard that is taken, None for a card from the stock: of those that make a meld, the
        one that leaves least."""
        common, notices = known.common, self._notices()
        hand, form = common.hand, common.form
        now = count_seen(hand, form, notices)
        found: list[tuple[int, int]] = []
        for top in known.live:
            after, thrown = min(
                (count_seen((hand | 1 << top) ^ 1 << card, form, notices), card)
                for card in indexes(hand)
            )
            rest = (hand | 1 << top) ^ 1 << thrown
            makes_meld = any(meld >> top & 1 for meld in melds_seen(rest, form, notices))
            speculates = self._random(known, top).random() < self.level.style.speculates
            likes = speculates and after <= now and partners(hand, top, form.wraps)
            if (after < now and makes_meld) or likes:
                found.append((after, top))
        return min(found)[1] if found else None

    def throws(self, known: Known) -> Throw:
        """What is done with eleven cards."""
        ending = self._ending(known)
        if ending is not None and (ending[1] == 0 or self._knocks(known, *ending)):
            card, count = ending
            return Throw("knock" if count else "gin", card)
        counted = candidates(known.common, self._notices())
        best = max(counted, key=lambda one: self._worth(known, *one))
        return Throw("discard", best[0])

    def _ending(self, known: Known) -> tuple[int, int] | None:
        """The card and the count with which the hand can best be ended, as far as they see it."""
        common = known.common
        count, card = min(
            (count_seen(common.hand ^ 1 << card, common.form, self._notices()), card)
            for card in indexes(common.hand)
            if card != common.taken
        )
        return (card, count) if count <= common.limit else None

    def _knocks(self, known: Known, card: int, count: int) -> bool:
        skill, style = self.level.skill, self.level.style
        if self._random(known, "whim").random() < skill.whim:
            return False
        if skill.learned:
            return self.brings(known, card) >= BRINGS
        turns = known.common.turns
        in_time = style.until_turn is None or turns < style.until_turn
        return in_time and count <= (CAREFUL_AT if skill.watchful else style.knocks_at)

    def brings(self, known: Known, card: int) -> float:
        """What a knock brings more than it brings the others, in points: the mean over hands dealt
        to them from what is not seen, each better by what their turns are taken to have brought."""
        common, chance = known.common, self._random(known, "others")
        rest = common.hand ^ 1 << card
        melds = best_melds(rest, common.form)
        own = count_seen(rest, common.form, None)
        hidden = list(indexes(common.hidden))
        better = round(IMPROVES * common.turns)
        total = 0.0
        for _sample in range(SAMPLES):
            chance.shuffle(hidden)
            counts, at = {known.seat: own}, 0
            for step, of in enumerate(known.others, 1):
                more = at + 10 - of.theirs.bit_count()
                cards = of.theirs | sum(1 << one for one in hidden[at:more])
                left = max(0, least_after_layoffs(cards, melds) - better)
                counts[(known.seat + step) % 3] = left
                at = more
            by_seat = tuple(counts[seat] for seat in range(3))
            points = known.form.pays(known.rules, "knock", known.seat, by_seat)
            total += points[known.seat] - (sum(points) - points[known.seat]) / 2
        return total / SAMPLES

    def _worth(self, known: Known, card: int, count: int) -> float:
        """How good a throw is, in points: what is left, what the next card may make of it, and what
        it gives to those who may take it."""
        skill, style, common = self.level.skill, self.level.style, known.common
        rest = common.hand ^ 1 << card
        watches, looks = skill.watchful or skill.learned, skill.looks_ahead or skill.learned
        ahead = prospects_of(common, rest) if looks else NOTHING_AHEAD
        risk = risk_of(known, card) if watches else 0.0
        worth = -count - ahead.deadwood - style.caution * DANGER * risk
        if skill.misjudges:
            worth += skill.misjudges * self._random(known, card).gauss()
        if card % RANK_BITS >= _LOWEST_COURT_CARD:
            worth -= style.faces
        return worth - style.sets * bool(rest & RANK_SETS[card % RANK_BITS])

    def _notices(self) -> Notices | None:
        overlooks = self.level.skill.overlooks
        if not overlooks:
            return None
        return lambda meld: _chance(f"{self.seed}/{meld}").random() >= overlooks

    def _random(self, known: Known, of: object) -> Random:
        return _chance(f"{self.seed}/{known.common.moment}/{of}")


def risk_of(known: Known, card: int) -> float:
    """How many melds may be expected to be made of this discard by those who may take it: by the
    next player alone where one discard is live, by both where two are."""
    following, last = known.others
    risk = danger(following, card)
    return risk + AFTER_THE_NEXT * danger(last, card) if known.form.live > 1 else risk


def _chance(seed: str) -> Random:
    return Random(seed)  # noqa: S311  # of whims, no secret
