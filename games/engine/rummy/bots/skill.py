"""How well somebody plays rummy, by the level: the codes are those of every game."""

from dataclasses import dataclass
from random import Random

from games.engine.rummy.bots.knowledge import Known


@dataclass(frozen=True, slots=True)
class Skill:
    """A level. `overlooks` is the share of chances to lay down, to lay off and to take that they
    do not notice, `misjudges` by how many points they are wrong about a throw. `hope` is how many
    points each card that may still come is worth to them: who hopes too little throws high cards
    that were about to become melds. `knocks_at` is the count with which they knock in knock rummy.

    Who `counts` knows what has gone and throws what can't be completed; who `plans` lays down what
    takes most out of the hand, keeps what it needs for that, and asks what the next card may bring;
    who `watches` throws nothing that the next player may need, holds a rummy back where it pays,
    and weighs what the others may hold.
    """

    overlooks: float = 0.0
    misjudges: float = 0.0
    hope: float = 1.5
    knocks_at: int = 10
    counts: bool = False
    plans: bool = False
    watches: bool = False


SKILLS = {
    "beginner": Skill(overlooks=0.25, misjudges=5.0),
    "club": Skill(overlooks=0.05, misjudges=1.5),
    "strong": Skill(hope=1.0, knocks_at=20, counts=True, plans=True),
    "expert": Skill(hope=12.0, counts=True, plans=True, watches=True),
}
"""From the weakest to the best."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player in one hand. `seed` is theirs alone: all that they do by chance comes from it and
    from the number of the action."""

    skill: Skill
    seed: str

    def sees(self, known: Known) -> Known:
        """What this player reckons with: who does not count takes all that is neither in their hand
        nor on the table for cards that may still come."""
        if self.skill.counts:
            return known
        unseen = list(known.unseen)
        others = (cards for seat, cards in enumerate(known.theirs) if seat != known.seat)
        for cards in (known.gone, *others):
            for card in cards:
                unseen[card] += 1
        return known._replace(unseen=tuple(unseen), theirs=((),) * len(known.held))

    def overlooks(self, known: Known, of: object) -> bool:
        """Whether they do not notice this chance now."""
        skill = self.skill
        return bool(skill.overlooks) and self.random(known, of).random() < skill.overlooks

    def error(self, known: Known, of: object) -> float:
        """By how many points they are wrong about this."""
        skill = self.skill
        return skill.misjudges * self.random(known, of).gauss() if skill.misjudges else 0.0

    def random(self, known: Known, of: object) -> Random:
        """Chance of their own for this, the same whenever it is asked again."""
        return Random(f"{self.seed}/{known.moment}/{of}")  # noqa: S311  # of whims, no secret
