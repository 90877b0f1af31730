"""One hand: from what was written down to points and boxes (gin.md 2.3, 4.1 to 4.5, 4.8).

Written down are counts, never points: what the knocker was left with, and what the defender was
left with after laying off. An undercut or a tie follows from them.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from games.engine.gin.rules import Rules, knock_limit_of, spade_factor
from games.engine.gin.scoring.remedies import NO_REMEDIES, BarredBonus, HandRemedies
from kernel.seats import Pair, Seat, opponent
from kernel.text import N_, Refusal, Text, shown

Result = Literal["knock", "gin", "big_gin", "undercut", "tie", "void", "refused"]

HAND_KINDS = ("knock", "gin", "big_gin", "refused", "void")

#: More than this nobody doubles in one hand where the rule set has no cap (fourteen times).
_LARGEST_FACTOR = 2**14

#: A count that is there, or one that may be missing.
Count = TypeVar("Count", int, int | None)

#: What all cards together count.
_FULL_PACK = 340


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
    """

    kind: Result
    winner: Seat | None = None
    points: int = 0
    boxes: int = 0
    knocker: Seat | None = None
    counts: Pair | None = None
    multiplier: int = 1
    surcharge: Pair = (0, 0)
    bonus_barred: bool = False

    def as_void(self) -> "HandScore":
        """The same hand, which brings nobody anything."""
        return replace(self, kind="void", winner=None, points=0, boxes=0)


def score_hand(rules: Rules, counts: HandCounts, remedies: HandRemedies = NO_REMEDIES) -> HandScore:
    """The result of a hand, by the table of gin.md 2.3 and the rulings on it (5).

    Refuses, with the field at fault, whatever can't have happened: `bad_kind`, `missing_knocker`,
    `missing_count`, `bad_count`, `illegal_knock`, `not_gin`, `gin_not_knock`, `no_big_gin`,
    `no_doubling`, `missing_upcard`, `missing_limit_card`, `bad_card`, `bad_factor`, `not_used`.
    """
    if remedies.awarded is not None:
        seat, points, boxes = remedies.awarded
        return HandScore("void", seat, points, boxes)
    if remedies.void:
        return HandScore("void")
    _check_kind(counts.kind)
    _check_factor(rules, counts.factor)
    if counts.kind == "void":
        return _void(rules, counts)
    if counts.kind == "refused":
        return _refused_double(rules, counts, remedies)
    limit = knock_limit_of(rules, counts.upcard, counts.limit_card)
    knocker = _knocker(counts)
    held = _knocker_count(rules, counts, limit, remedies) + remedies.surcharge[knocker]
    left = _count(counts.defender_count, "defender_count", _most(rules, remedies))
    left += remedies.surcharge[opponent(knocker)]
    is_gin = counts.kind != "knock" and not remedies.as_knock and held == 0
    outcome = _outcome(rules, counts.kind if is_gin else "knock", knocker, held, left)
    outcome = _remedied(outcome, abs(held - left), remedies)
    spades = spade_factor(rules, counts.upcard)
    doubled_boxes = rules.oklahoma_spade == "double_hand_and_boxes"
    return replace(
        outcome,
        points=outcome.points * counts.factor * spades,
        boxes=outcome.boxes * (spades if doubled_boxes else 1),
        knocker=knocker,
        counts=_by_seat(knocker, held, left),
        multiplier=counts.factor * spades,
        surcharge=remedies.surcharge,
    )


def _refused_double(rules: Rules, counts: HandCounts, remedies: HandRemedies) -> HandScore:
    """A refused double ends the hand at the factor before it (gin.md 4.5).

    The doubler has 10 and what their count is below the other's, both as they stand; no undercut.
    The hand ends before a knock, so that its limit, and the card that says it, do not matter.
    """
    if rules.variant != "doubling":
        sentence = N_("These rules know no doubling, so that no double was refused.")
        raise _refusal("no_doubling", sentence, "kind")
    if counts.factor * 2 > largest_factor(rules):
        sentence = N_("At %(factor)s nobody may double any more: %(most)s is the highest factor.")
        values = {"factor": counts.factor, "most": largest_factor(rules)}
        raise _refusal("bad_factor", sentence, "factor", **values)
    if counts.upcard is not None or counts.limit_card is not None:
        knock_limit_of(rules, counts.upcard, counts.limit_card)
    doubler, most = _knocker(counts), _most(rules, remedies)
    held = _count(counts.knocker_count, "knocker_count", most) + remedies.surcharge[doubler]
    left = (
        _count(counts.defender_count, "defender_count", most)
        + remedies.surcharge[opponent(doubler)]
    )
    outcome = HandScore("refused", doubler, (10 + max(0, left - held)) * counts.factor, 1)
    return replace(
        _remedied(outcome, 0, remedies),
        knocker=doubler,
        counts=_by_seat(doubler, held, left),
        multiplier=counts.factor,
        surcharge=remedies.surcharge,
    )


def _by_seat(knocker: Seat | None, held: Count, left: Count) -> tuple[Count, Count]:
    """What the knocker was left with and what the defender, by seat."""
    return (left, held) if knocker == 1 else (held, left)


def largest_factor(rules: Rules) -> int:
    """The highest factor of a hand; 1 where nobody doubles."""
    if rules.variant != "doubling":
        return 1
    return _LARGEST_FACTOR if rules.doubling_cap is None else rules.doubling_cap


def largest_count(rules: Rules) -> int:
    """The most that ten cards can leave unmelded.

    A third card of a rank melds, so at most two of each count. Ranked by value that is two each of
    K Q J T (80) and two nines: 98 (gin.md part 1; with alternating suits no run arises). Where a
    loose ace is 15, round the corner, two aces stand before them: 30 + 80 = 110.
    """
    return 110 if rules.variant == "round_the_corner" else 98


def largest_hand(rules: Rules) -> int:
    """No hand adds more than this to the points (immediate boxes included)."""
    most = largest_count(rules)
    best = max(
        rules.gin_bonus + most,
        (rules.big_gin_bonus or 0) + most,
        most + rules.knock_base,
        rules.undercut_bonus + 10,
    )
    doubled = rules.knock_limit == "upcard" and rules.oklahoma_spade != "none"
    largest = best * (2 if doubled else 1) * largest_factor(rules)
    if rules.box_timing == "immediate":
        undercut = rules.extra_boxes_undercut + rules.extra_boxes_gin_off
        boxes = 1 + max(undercut, rules.extra_boxes_gin, rules.extra_boxes_big_gin)
        largest += boxes * (2 if doubled else 1) * rules.box_bonus
    return largest


def most_boxes(rules: Rules, points: int) -> int | None:
    """How many boxes hands worth `points` together can have brought; null: any number.

    Every kind of hand has its least points for its boxes; the cheapest kind gives the bound.
    """
    tie = 1 if rules.tie_rule == "no_score" else 0
    undercut = 0 if rules.tie_rule == "zero_undercut" else rules.undercut_bonus + tie
    extra_gin_off = rules.extra_boxes_undercut + rules.extra_boxes_gin_off
    cheapest = [
        (1 + rules.knock_base, 1),
        (rules.gin_bonus, 1 + rules.extra_boxes_gin),
        (undercut, 1 + rules.extra_boxes_undercut),
        (rules.undercut_bonus + 1, 1 + extra_gin_off),
    ]
    if rules.big_gin_bonus is not None:
        cheapest.append((rules.big_gin_bonus, 1 + rules.extra_boxes_big_gin))
    if rules.box_timing == "immediate":
        cheapest = [(least + boxes * rules.box_bonus, boxes) for least, boxes in cheapest]
    if any(least == 0 for least, _ in cheapest):
        return None
    return max(points * boxes // least for least, boxes in cheapest)


def _outcome(rules: Rules, kind: str, knocker: Seat, held: int, left: int) -> HandScore:
    """The first row that fits, before multiplication; `held` is the knocker's count."""
    defender = opponent(knocker)
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
    return HandScore("undercut", defender, points, 1 + rules.extra_boxes_undercut + gin_off)


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


def _void(rules: Rules, counts: HandCounts) -> HandScore:
    for name in ("knocker", "knocker_count", "defender_count"):
        if getattr(counts, name) is not None:
            sentence = N_("A void hand has no knocker and no counts: leave %(field)s out.")
            raise _refusal("not_used", sentence, name, field=name)
    if counts.upcard is not None or counts.limit_card is not None:
        knock_limit_of(rules, counts.upcard, counts.limit_card)
    return HandScore("void")


def _knocker(counts: HandCounts) -> Seat:
    if counts.knocker is None:
        raise _refusal("missing_knocker", N_("Say who ended the hand: seat 0 or 1."), "knocker")
    return checked_seat(counts.knocker, "knocker")


def _knocker_count(rules: Rules, counts: HandCounts, limit: int, remedies: HandRemedies) -> int:
    """The knocker's real count, checked against the limit of the hand."""
    field, count = "knocker_count", counts.knocker_count
    if remedies.as_knock:
        count = 0 if count is None and counts.kind != "knock" else count
    elif counts.kind != "knock":
        return _gin_count(rules, counts)
    accepted = remedies.knock_accepted
    checked = _count(count, field, _most(rules, remedies)) if limit or accepted else 0
    if limit and checked == 0 and not remedies.as_knock:
        sentence = N_("Who knocks with nothing left has gin: write the hand down as gin.")
        raise _refusal("gin_not_knock", sentence, field)
    if not accepted:
        check_knock(checked, limit)
    return checked


def check_knock(count: int, limit: int) -> None:
    """Refuse (`illegal_knock`) a knock with more than the limit, and any where the limit is 0."""
    if limit == 0:
        sentence = N_("Nobody may knock in this hand: it ends with gin, or it is void.")
        raise _refusal("illegal_knock", sentence, "kind")
    if count > limit:
        sentence = N_("One may knock with %(limit)s or less, not with %(count)s.")
        raise _refusal("illegal_knock", sentence, "knocker_count", limit=limit, count=count)


def _gin_count(rules: Rules, counts: HandCounts) -> int:
    if counts.kind == "big_gin" and rules.big_gin_bonus is None:
        sentence = N_("These rules have no big gin: write the hand down as gin.")
        raise _refusal("no_big_gin", sentence, "kind")
    field = "knocker_count"
    count, most = counts.knocker_count, largest_count(rules)
    if count is not None and _count(count, field, most) != 0:
        sentence = N_("Gin leaves nothing unmelded, but the knocker's count is %(count)s.")
        raise _refusal("not_gin", sentence, field, count=counts.knocker_count)
    return 0


def _most(rules: Rules, remedies: HandRemedies) -> int:
    """The highest count that ten cards leave; who holds too many, and cannot win, may have more."""
    return _FULL_PACK if remedies.cannot_win else largest_count(rules)


def _count(count: object, field: str, most: int) -> int:
    if count is None:
        sentence = N_("A count is missing: %(field)s, from 0 to %(most)s.")
        raise _refusal("missing_count", sentence, field, field=field, most=most)
    if type(count) is not int or not 0 <= count <= most:
        sentence = N_("Ten cards leave a count from 0 to %(most)s, not %(value)s.")
        raise _refusal("bad_count", sentence, field, most=most, value=shown(count))
    return count


def _check_kind(kind: object) -> None:
    if kind not in HAND_KINDS:
        sentence = N_("A hand ends with %(kinds)s, not with %(value)s.")
        raise _refusal("bad_kind", sentence, "kind", kinds=", ".join(HAND_KINDS), value=shown(kind))


def _check_factor(rules: Rules, factor: object) -> None:
    if type(factor) is int and factor == 1:
        return
    if rules.variant != "doubling":
        sentence = N_("These rules know no doubling: leave the factor out.")
        raise _refusal("bad_factor", sentence, "factor")
    most = largest_factor(rules)
    if type(factor) is not int or not 1 <= factor <= most or factor.bit_count() != 1:
        sentence = N_("The factor is 1, 2, 4, 8 and so on up to %(most)s, not %(value)s.")
        raise _refusal("bad_factor", sentence, "factor", most=most, value=shown(factor))


def checked_seat(seat: object, field: str) -> Seat:
    """A seat as somebody sent it, or a refusal `bad_seat`."""
    if type(seat) is not int or seat not in (0, 1):
        raise _refusal("bad_seat", N_("A seat is 0 or 1, not %(value)s."), field, value=shown(seat))
    return seat


def _refusal(code: str, sentence: str, refused_field: str, /, **values: object) -> Refusal:
    return Refusal(Text(code, sentence, values), refused_field)


def sum_of(rules: Rules, score: HandScore) -> str:
    """How the points of a hand come about: "25 + 1"; empty where there is nothing to add up.

    A surcharge stands in brackets behind its count; a barred bonus is 0.
    """
    if score.winner is None or score.counts is None or score.knocker is None:
        return ""
    held, left = score.counts[score.knocker], score.counts[opponent(score.knocker)]
    bonuses = {
        "gin": rules.gin_bonus,
        "big_gin": rules.big_gin_bonus,
        "undercut": rules.undercut_bonus,
    }
    bonus = 0 if score.bonus_barred else bonuses.get(score.kind)
    if score.kind == "knock":
        words = _difference(score, score.knocker)
        words += f" + {rules.knock_base}" if rules.knock_base else ""
    elif score.kind == "refused":
        words = f"10 + {max(0, left - held)}"
    elif held == left and rules.tie_rule == "zero_undercut" and score.kind == "undercut":
        return ""
    elif any(score.surcharge):
        words = f"{bonus} + {_difference(score, score.winner)}"
    else:
        words = f"{bonus} + {abs(held - left)}"
    return f"({words}) × {score.multiplier}" if score.multiplier > 1 else words


def _difference(score: HandScore, winner: Seat) -> str:
    """The loser's count less the winner's: "(12 + 20) − 8" where there is a surcharge."""
    assert score.counts is not None
    words = [
        f"({count - surcharge} + {surcharge})" if surcharge else str(count)
        for count, surcharge in zip(score.counts, score.surcharge, strict=True)
    ]
    return f"{words[opponent(winner)]} − {words[winner]}"
