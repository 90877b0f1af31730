"""One hand: from what was written down to points and boxes (rulebook 2.3, 4.1 to 4.5, 4.8).

Written down are counts, never points: what the knocker was left with, and what the defender was
left with after laying off. An undercut or a tie follows from them.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from games.engine.gin.rules import Rules, knock_limit_of, spade_factor
from games.engine.gin.scoring import bounds
from games.engine.gin.scoring.remedies import NO_REMEDIES, BarredBonus, HandRemedies
from kernel.seats import PerSeat, Seat, opponent
from kernel.text import N_, refusal, shown

Result = Literal["knock", "gin", "big_gin", "undercut", "tie", "void", "refused"]

HAND_KINDS = ("knock", "gin", "big_gin", "refused", "void")

#: A count that is there, or one that may be missing.
Count = TypeVar("Count", int, int | None)

FULL_PACK = 340
"""What all cards together count."""


@dataclass(frozen=True, slots=True)
class HandCounts:
    """What was written down of a hand.

    `kind` is one of `HAND_KINDS`; `knocker` the seat that ended it; `counts` are the deadwood by
    seat, the defender's after laying off, null where none was written. `upcard` ("7S") only where
    the knock limit follows it, `limit_card` only where it is turned from a second pack, `factor`
    (1, 2, 4, 8 ...) only in the doubling variant. Of a `refused` double the knocker is who doubled,
    the counts are both as they stood, the factor is the one before it. Nothing is checked before
    `score_hand`.
    """

    kind: str
    knocker: Seat | None = None
    counts: tuple[int | None, ...] = (None, None)
    upcard: str | None = None
    limit_card: str | None = None
    factor: int = 1

    @classmethod
    def of(
        cls,
        kind: str,
        knocker: Seat | None = None,
        knocker_count: int | None = None,
        defender_count: int | None = None,
        upcard: str | None = None,
        limit_card: str | None = None,
        factor: int = 1,
    ) -> "HandCounts":
        """A hand by the count of the knocker and that of the defender, as a showdown has them."""
        counts = _by_seat(knocker, knocker_count, defender_count)
        return cls(kind, knocker, counts, upcard, limit_card, factor)

    @property
    def knocker_count(self) -> int | None:
        return self.counts[self.knocker == 1]

    @property
    def defender_count(self) -> int | None:
        return self.counts[self.knocker != 1]


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand is worth: `points` and `boxes` go to `winner` (a seat; null: nobody's hand).

    `counts` are the deadwood counts by seat, `multiplier` is contained in `points`. By a ruling,
    `surcharge` is contained in the counts, `bonus_barred` is a bonus that was not paid, and a void
    hand may have a winner to whom it was awarded.

    Where two of several play, `players` are their seats, and who sat out has no count.
    """

    kind: Result
    winner: Seat | None = None
    points: int = 0
    boxes: int = 0
    knocker: Seat | None = None
    counts: tuple[int | None, ...] | None = None
    multiplier: int = 1
    surcharge: PerSeat = (0, 0)
    bonus_barred: bool = False
    players: tuple[Seat, ...] = ()

    @property
    def brings_nothing(self) -> bool:
        """Whether nobody gets anything for it."""
        return self.winner is None

    @property
    def two(self) -> tuple[Seat, ...]:
        """The seats that played it."""
        return self.players or (0, 1)

    def other(self, seat: Seat) -> Seat:
        """The other of the two who played it."""
        first, second = self.two
        return second if seat == first else first

    def count(self, seat: Seat) -> int:
        """The count of one of the two in a hand that has counts."""
        assert self.counts is not None
        count = self.counts[seat]
        assert count is not None
        return count

    def as_void(self) -> "HandScore":
        """The same hand, which brings nobody anything."""
        return replace(self, kind="void", winner=None, points=0, boxes=0)

    def seated(self, players: tuple[Seat, ...], seats: int) -> "HandScore":
        """The same hand, so far by the places of the two who played it, by the seats of a table at
        which they are these."""
        first, second = players
        counts: list[int | None] = [None] * seats
        surcharge = [0] * seats
        surcharge[first], surcharge[second] = self.surcharge
        if self.counts is not None:
            counts[first], counts[second] = self.counts
        return replace(
            self,
            winner=None if self.winner is None else players[self.winner],
            knocker=None if self.knocker is None else players[self.knocker],
            counts=None if self.counts is None else tuple(counts),
            surcharge=tuple(surcharge),
            players=players,
        )


def score_hand(rules: Rules, counts: HandCounts, remedies: HandRemedies = NO_REMEDIES) -> HandScore:
    """The result of a hand, by the table of rulebook 2.3 and the rulings on it (5).

    Refuses, with the field at fault, whatever can't have happened: `bad_kind`, `missing_knocker`,
    `missing_count`, `bad_count`, `illegal_knock`, `not_gin`, `gin_not_knock`, `no_big_gin`,
    `no_doubling`, `missing_upcard`, `missing_limit_card`, `bad_card`, `bad_factor`, `not_used`.
    """
    if remedies.awarded is not None:
        seat, points, boxes = remedies.awarded
        return HandScore("void", seat, points, boxes)
    if remedies.void:
        return HandScore("void")
    _check_kind(rules, counts)
    limit = _limit(rules, counts)
    if counts.kind == "void":
        return HandScore("void")
    knocker = _knocker(counts)
    held = _knocker_count(rules, counts, limit, remedies) + remedies.surcharge[knocker]
    left = bounds.checked_count(counts.defender_count, "defender_count", _most(rules, remedies))
    left += remedies.surcharge[opponent(knocker)]
    outcome = _outcome(rules, _kind(counts, held, remedies), knocker, held, left)
    outcome = _remedied(outcome, abs(held - left), remedies)
    spades = 1 if counts.kind == "refused" else spade_factor(rules, counts.upcard)
    doubled_boxes = rules.oklahoma_spade == "double_hand_and_boxes"
    return HandScore(
        outcome.kind,
        outcome.winner,
        points=outcome.points * counts.factor * spades,
        boxes=outcome.boxes * (spades if doubled_boxes else 1),
        knocker=knocker,
        counts=_by_seat(knocker, held, left),
        multiplier=counts.factor * spades,
        surcharge=remedies.surcharge,
        bonus_barred=outcome.bonus_barred,
    )


def _by_seat(knocker: Seat | None, held: Count, left: Count) -> tuple[Count, Count]:
    """What the knocker was left with and what the defender, by seat."""
    return (left, held) if knocker == 1 else (held, left)


def _outcome(rules: Rules, kind: str, knocker: Seat, held: int, left: int) -> HandScore:
    """The first row that fits, before multiplication; `held` is the knocker's count.

    Who doubled and was refused has 10 and what their count is below the other's, both as they
    stand (rulebook 4.5); no undercut.
    """
    if kind == "refused":
        return HandScore("refused", knocker, 10 + max(0, left - held), 1)
    if kind == "big_gin":
        points = (rules.big_gin_bonus or 0) + left
        return HandScore("big_gin", knocker, points, 1 + rules.extra_boxes_big_gin)
    if kind == "gin" and left == 0 and rules.variant == "round_the_corner":
        return HandScore("tie")
    if kind == "gin":
        return HandScore("gin", knocker, rules.gin_bonus + left, 1 + rules.extra_boxes_gin)
    if held < left:
        return HandScore("knock", knocker, left - held + rules.knock_base, 1)
    if held == left and rules.tie_rule == "no_score":
        return HandScore("tie")
    points = rules.undercut_bonus + held - left
    if held == left and rules.tie_rule == "zero_undercut":
        points = 0
    gin_off = rules.extra_boxes_gin_off if left == 0 else 0
    return HandScore(
        "undercut", opponent(knocker), points, 1 + rules.extra_boxes_undercut + gin_off
    )


#: Which bonus a hand of a kind brings its winner.
_BONUS_OF: dict[str, BarredBonus] = {"gin": "gin", "big_gin": "gin", "undercut": "undercut"}


def _remedied(outcome: HandScore, difference: int, remedies: HandRemedies) -> HandScore:
    """The outcome without a bonus that is barred, and nobody's where its winner cannot win."""
    if outcome.winner is None:
        return outcome
    if outcome.winner in remedies.cannot_win:
        return replace(outcome, winner=None, points=0, boxes=0)
    if _BONUS_OF.get(outcome.kind) in remedies.bonus_barred[outcome.winner]:
        return replace(outcome, points=difference, boxes=1, bonus_barred=True)
    return outcome


def _check_kind(rules: Rules, counts: HandCounts) -> None:
    """Refuse a kind and a factor that can't be, and what doesn't go with the kind."""
    if counts.kind not in HAND_KINDS:
        sentence = N_("A hand ends with %(kinds)s, not with %(value)s.")
        values = {"kinds": ", ".join(HAND_KINDS), "value": shown(counts.kind)}
        raise refusal("bad_kind", sentence, "kind", **values)
    bounds.check_factor(rules, counts.factor)
    if counts.kind == "void":
        for name in ("knocker", "knocker_count", "defender_count"):
            if getattr(counts, name) is not None:
                sentence = N_("A void hand has no knocker and no counts: leave %(field)s out.")
                raise refusal("not_used", sentence, name, field=name)
    if counts.kind == "refused":
        bounds.check_refused_double(rules, counts.factor)


def _limit(rules: Rules, counts: HandCounts) -> int:
    """What one may knock with. The card that says it need not be written where nobody knocked."""
    without_knock = counts.kind in ("void", "refused")
    if without_knock and counts.upcard is None and counts.limit_card is None:
        return 0
    return knock_limit_of(rules, counts.upcard, counts.limit_card)


def _kind(counts: HandCounts, held: int, remedies: HandRemedies) -> str:
    """As what the hand is priced: what was called gin may be a knock."""
    is_gin = counts.kind != "knock" and not remedies.as_knock and held == 0
    return counts.kind if is_gin or counts.kind == "refused" else "knock"


def _knocker(counts: HandCounts) -> Seat:
    if counts.knocker is None:
        raise refusal("missing_knocker", N_("Say who ended the hand: seat 0 or 1."), "knocker")
    return bounds.checked_seat(counts.knocker, "knocker")


def _knocker_count(rules: Rules, counts: HandCounts, limit: int, remedies: HandRemedies) -> int:
    """The knocker's real count, checked against the limit of the hand."""
    field, count = "knocker_count", counts.knocker_count
    if counts.kind == "refused":
        return bounds.checked_count(count, field, _most(rules, remedies))
    if remedies.as_knock:
        count = 0 if count is None and counts.kind != "knock" else count
    elif counts.kind != "knock":
        return _gin_count(rules, counts)
    accepted = remedies.knock_accepted
    checked = bounds.checked_count(count, field, _most(rules, remedies)) if limit or accepted else 0
    if limit and checked == 0 and not remedies.as_knock:
        sentence = N_("Who knocks with nothing left has gin: write the hand down as gin.")
        raise refusal("gin_not_knock", sentence, field)
    if not accepted:
        bounds.check_knock(checked, limit)
    return checked


def _gin_count(rules: Rules, counts: HandCounts) -> int:
    if counts.kind == "big_gin" and rules.big_gin_bonus is None:
        sentence = N_("These rules have no big gin: write the hand down as gin.")
        raise refusal("no_big_gin", sentence, "kind")
    count, field = counts.knocker_count, "knocker_count"
    if count is not None and bounds.checked_count(count, field, bounds.largest_count(rules)) != 0:
        sentence = N_("Gin leaves nothing unmelded, but the knocker's count is %(count)s.")
        raise refusal("not_gin", sentence, field, count=count)
    return 0


def _most(rules: Rules, remedies: HandRemedies) -> int:
    """The highest count that ten cards leave; who holds too many, and cannot win, may have more."""
    return FULL_PACK if remedies.cannot_win else bounds.largest_count(rules)
