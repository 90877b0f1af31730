"""One hand: from what was written down to points and boxes (gin.md 2.3, 4.1 to 4.5, 4.8).

Written down are counts, never points: what the knocker was left with, and what the defender was
left with after laying off. An undercut or a tie follows from them.
"""

from dataclasses import dataclass, replace
from typing import Literal

from games.engine.rules import Rules, shown
from players.text import N_, Refusal, Text

Seat = int  # 0 or 1
Pair = tuple[int, int]  # one value for each seat
Result = Literal["knock", "gin", "big_gin", "undercut", "tie", "void"]

HAND_KINDS = ("knock", "gin", "big_gin", "void")

_RANKS = "A23456789TJQK"
_SUITS = "SHDC"

#: More than this nobody doubles in one hand where the rule set has no cap (fourteen times).
_LARGEST_FACTOR = 2**14


@dataclass(frozen=True, slots=True)
class HandCounts:
    """What was written down of a hand.

    `kind` is one of `HAND_KINDS`; `knocker` the seat that ended it; the counts are deadwood, the
    defender's after laying off. `upcard` ("7S") only where the knock limit follows it,
    `limit_card` only where it is turned from a second pack, `factor` (1, 2, 4, 8 ...)
    only in the doubling variant. Nothing is checked before `score_hand`.
    """

    kind: str
    knocker: Seat | None = None
    knocker_count: int | None = None
    defender_count: int | None = None
    upcard: str | None = None
    limit_card: str | None = None
    factor: int = 1


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand is worth: `points` and `boxes` go to `winner` (a seat; null: nobody's hand).

    `counts` are the deadwood counts by seat, `multiplier` is contained in `points`.
    """

    kind: Result
    winner: Seat | None = None
    points: int = 0
    boxes: int = 0
    knocker: Seat | None = None
    counts: Pair | None = None
    multiplier: int = 1


def score_hand(rules: Rules, counts: HandCounts) -> HandScore:
    """The result of a hand, by the table of gin.md 2.3.

    Refuses, with the field at fault, whatever can't have happened: `bad_kind`, `missing_knocker`,
    `missing_count`, `bad_count`, `illegal_knock`, `not_gin`, `gin_not_knock`, `no_big_gin`,
    `missing_upcard`, `missing_limit_card`, `bad_card`, `bad_factor`, `not_used`.
    """
    _check_kind(counts.kind)
    _check_factor(rules, counts.factor)
    if counts.kind == "void":
        return _void(rules, counts)
    limit = knock_limit_of(rules, counts.upcard, counts.limit_card)
    knocker = _knocker(counts)
    held = _knocker_count(rules, counts, limit)
    left = _defender_count(rules, counts)
    outcome = _outcome(rules, counts.kind, knocker, held, left)
    spade_factor = _spade_factor(rules, counts.upcard)
    doubled_boxes = rules.oklahoma_spade == "double_hand_and_boxes"
    return replace(
        outcome,
        points=outcome.points * counts.factor * spade_factor,
        boxes=outcome.boxes * (spade_factor if doubled_boxes else 1),
        knocker=knocker,
        counts=(held, left) if knocker == 0 else (left, held),
        multiplier=counts.factor * spade_factor,
    )


def knock_limit_of(rules: Rules, upcard: object = None, limit_card: object = None) -> int:
    """The highest count with which one may knock in a hand (gin.md 4.1, 4.2).

    0 means gin only. The cards are checked: refused where the rule set has no use for them, and
    missed where it needs them.
    """
    _check_used(upcard, rules.knock_limit == "upcard", "upcard")
    _check_used(limit_card, rules.knock_limit == "second_deck", "limit_card")
    if isinstance(rules.knock_limit, int):
        return rules.knock_limit
    if rules.knock_limit == "second_deck":
        return _value(_card(limit_card, "limit_card")[0])
    rank = _card(upcard, "upcard")[0]
    return 0 if rank == "A" and rules.oklahoma_ace == "gin_only" else _value(rank)


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
    largest = best * (2 if doubled else 1) * _largest_factor(rules)
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
    defender = 1 - knocker
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


def _spade_factor(rules: Rules, upcard: str | None) -> int:
    if rules.knock_limit != "upcard" or rules.oklahoma_spade == "none":
        return 1
    return 2 if _card(upcard, "upcard")[1] == "S" else 1


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


def _knocker_count(rules: Rules, counts: HandCounts, limit: int) -> int:
    field = "knocker_count"
    if counts.kind != "knock":
        return _gin_count(rules, counts)
    if limit == 0:
        sentence = N_("Nobody may knock in this hand: it ends with gin, or it is void.")
        raise _refusal("illegal_knock", sentence, "kind")
    count = _count(rules, counts.knocker_count, field)
    if count == 0:
        sentence = N_("Who knocks with nothing left has gin: write the hand down as gin.")
        raise _refusal("gin_not_knock", sentence, field)
    if count > limit:
        sentence = N_("One may knock with %(limit)s or less, not with %(count)s.")
        raise _refusal("illegal_knock", sentence, field, limit=limit, count=count)
    return count


def _gin_count(rules: Rules, counts: HandCounts) -> int:
    if counts.kind == "big_gin" and rules.big_gin_bonus is None:
        sentence = N_("These rules have no big gin: write the hand down as gin.")
        raise _refusal("no_big_gin", sentence, "kind")
    field = "knocker_count"
    if counts.knocker_count is not None and _count(rules, counts.knocker_count, field) != 0:
        sentence = N_("Gin leaves nothing unmelded, but the knocker's count is %(count)s.")
        raise _refusal("not_gin", sentence, field, count=counts.knocker_count)
    return 0


def _defender_count(rules: Rules, counts: HandCounts) -> int:
    return _count(rules, counts.defender_count, "defender_count")


def _count(rules: Rules, count: object, field: str) -> int:
    most = largest_count(rules)
    if count is None:
        sentence = N_("A count is missing: %(field)s, from 0 to %(most)s.")
        raise _refusal("missing_count", sentence, field, field=field, most=most)
    if type(count) is not int or not 0 <= count <= most:
        sentence = N_("Ten cards leave a count from 0 to %(most)s, not %(value)s.")
        raise _refusal("bad_count", sentence, field, most=most, value=shown(count))
    return count


def _largest_factor(rules: Rules) -> int:
    if rules.variant != "doubling":
        return 1
    return _LARGEST_FACTOR if rules.doubling_cap is None else rules.doubling_cap


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
    most = _largest_factor(rules)
    if type(factor) is not int or not 1 <= factor <= most or factor.bit_count() != 1:
        sentence = N_("The factor is 1, 2, 4, 8 and so on up to %(most)s, not %(value)s.")
        raise _refusal("bad_factor", sentence, "factor", most=most, value=shown(factor))


def _check_used(card: object, needed: bool, field: str) -> None:
    if needed and card is None:
        sentence = {
            "upcard": N_("The upcard sets the knock limit of the hand: say which it was."),
            "limit_card": N_("The card of the second pack sets the knock limit: say which it was."),
        }[field]
        raise _refusal(f"missing_{field}", sentence, field)
    if not needed and card is not None:
        sentence = N_("These rules have a fixed knock limit or take it elsewhere: leave it out.")
        raise _refusal("not_used", sentence, field)


def _card(card: object, field: str) -> str:
    """Two characters, rank and suit, lower case accepted (cli.md)."""
    if type(card) is str and len(card) == 2 and card.isascii():
        name = card.upper()
        if name[0] in _RANKS and name[1] in _SUITS:
            return name
    sentence = N_("A card is a rank (%(ranks)s) and a suit (%(suits)s), as TH, not %(value)s.")
    raise _refusal("bad_card", sentence, field, ranks=_RANKS, suits=_SUITS, value=shown(card))


def _value(rank: str) -> int:
    return min(_RANKS.index(rank) + 1, 10)


def checked_seat(seat: object, field: str) -> Seat:
    """A seat as somebody sent it, or a refusal `bad_seat`."""
    if type(seat) is not int or seat not in (0, 1):
        raise _refusal("bad_seat", N_("A seat is 0 or 1, not %(value)s."), field, value=shown(seat))
    return seat


def _refusal(code: str, sentence: str, refused_field: str, /, **values: object) -> Refusal:
    return Refusal(Text(code, sentence, values), refused_field)
