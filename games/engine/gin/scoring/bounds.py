"""How large a hand can be by its rules, and the refusal of what can't have happened."""

from games.engine.gin.rules import Rules
from kernel.seats import Seat
from kernel.text import N_, refusal, shown

#: More than this nobody doubles in one hand where the rule set has no cap (fourteen times).
_LARGEST_FACTOR = 2**14


def largest_factor(rules: Rules) -> int:
    """The highest factor of a hand; 1 where nobody doubles."""
    if rules.variant != "doubling":
        return 1
    return _LARGEST_FACTOR if rules.doubling_cap is None else rules.doubling_cap


def largest_count(rules: Rules) -> int:
    """The most that ten cards can leave unmelded.

    A third card of a rank melds, so at most two of each count. Ranked by value that is two each of
    K Q J T (80) and two nines: 98 (rulebook, part 1; with alternating suits no run arises). Where a
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


def check_factor(rules: Rules, factor: object) -> None:
    if type(factor) is int and factor == 1:
        return
    if rules.variant != "doubling":
        sentence = N_("These rules know no doubling: leave the factor out.")
        raise refusal("bad_factor", sentence, "factor")
    most = largest_factor(rules)
    if type(factor) is not int or not 1 <= factor <= most or factor.bit_count() != 1:
        sentence = N_("The factor is 1, 2, 4, 8 and so on up to %(most)s, not %(value)s.")
        raise refusal("bad_factor", sentence, "factor", most=most, value=shown(factor))


def check_refused_double(rules: Rules, factor: int) -> None:
    """A refused double ends the hand at the factor before it (rulebook 4.5): it must have been one
    that could be offered."""
    if rules.variant != "doubling":
        sentence = N_("These rules know no doubling, so that no double was refused.")
        raise refusal("no_doubling", sentence, "kind")
    most = largest_factor(rules)
    if factor * 2 > most:
        sentence = N_("At %(factor)s nobody may double any more: %(most)s is the highest factor.")
        raise refusal("bad_factor", sentence, "factor", factor=factor, most=most)


def check_knock(count: int, limit: int, field: str = "knocker_count") -> None:
    """Refuse (`illegal_knock`) a knock with more than the limit, and any where the limit is 0."""
    if limit == 0:
        sentence = N_("Nobody may knock in this hand: it ends with gin, or it is void.")
        raise refusal("illegal_knock", sentence, "kind")
    if count > limit:
        sentence = N_("One may knock with %(limit)s or less, not with %(count)s.")
        raise refusal("illegal_knock", sentence, field, limit=limit, count=count)


def checked_count(count: object, field: str, most: int) -> int:
    if count is None:
        sentence = N_("A count is missing: %(field)s, from 0 to %(most)s.")
        raise refusal("missing_count", sentence, field, field=field, most=most)
    if type(count) is not int or not 0 <= count <= most:
        sentence = N_("Ten cards leave a count from 0 to %(most)s, not %(value)s.")
        raise refusal("bad_count", sentence, field, most=most, value=shown(count))
    return count


def checked_seat(seat: object, field: str) -> Seat:
    """A seat as somebody sent it, or a refusal `bad_seat`."""
    if type(seat) is not int or seat not in (0, 1):
        raise refusal("bad_seat", N_("A seat is 0 or 1, not %(value)s."), field, value=shown(seat))
    return seat
