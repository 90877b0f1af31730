"""A showdown judged from its cards: melds, layoffs, counts, result and points (rulebook 2.3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.engine.cards import CardSet
from games.engine.gin.rules import Rules, knock_limit_of
from games.engine.gin.scoring.bounds import check_knock
from games.engine.gin.scoring.hand import HandCounts, HandScore, score_hand
from games.engine.gin.scoring.remedies import NO_REMEDIES, HandRemedies
from games.engine.melds.arrangements import Melds
from games.engine.melds.choice import knockers_choice
from games.engine.melds.declared import check_melds, declared_answer
from games.engine.melds.form import MeldForm, meld_form
from games.engine.melds.layoffs import LaidOff, Layoff
from kernel.seats import Seat
from kernel.text import N_, refusal

Claim = Literal["knock", "gin", "big_gin"]

KNOCKER, DEFENDER = 0, 1


@dataclass(frozen=True, slots=True)
class Spread:
    """What one side lays down: its cards, and what it declared of them (null: what is best).

    `claim` is the knocker's, `layoffs` are the defender's.
    """

    cards: int
    melds: Melds | None = None
    claim: Claim | None = None
    layoffs: Sequence[Layoff] | None = None


@dataclass(frozen=True, slots=True)
class Showdown:
    """A judged showdown. In `counts` and `score` seat 0 is the knocker."""

    melds: Melds
    deadwood: int
    answer: LaidOff
    counts: HandCounts
    score: HandScore


@dataclass(frozen=True, slots=True)
class HandCards:
    """The cards of a hand that ended, of which its counts follow; `knocker` is a seat.

    `knocker_melds` null: what is best.
    """

    knocker: Seat
    knocker_cards: int
    defender_cards: int
    knocker_melds: Melds | None = None
    upcard: str | None = None
    limit_card: str | None = None
    factor: int = 1


def counts_from(rules: Rules, cards: HandCards, remedies: HandRemedies = NO_REMEDIES) -> HandCounts:
    """What these cards count, by seats as `remedies` are; refused as by `judge`."""
    if cards.knocker == 1:
        remedies = remedies.for_other_seats()
    counts = judge(
        rules,
        Spread(cards.knocker_cards, cards.knocker_melds),
        Spread(cards.defender_cards),
        upcard=cards.upcard,
        limit_card=cards.limit_card,
        factor=cards.factor,
        remedies=remedies,
    ).counts
    by_seat = counts.counts[::-1] if cards.knocker == 1 else counts.counts
    return replace(counts, knocker=cards.knocker, counts=by_seat)


def judge(
    rules: Rules,
    knocker: Spread,
    defender: Spread,
    *,
    upcard: str | None = None,
    limit_card: str | None = None,
    factor: int = 1,
    remedies: HandRemedies = NO_REMEDIES,
) -> Showdown:
    """Judge one showdown; in `remedies` seat 0 is the knocker.

    Who has a surcharge may hold fewer cards than they should, who cannot win more. What is spread
    as gin with a surcharge is scored as a knock, so it is laid off on.
    Refuses what can't lie on the table: `duplicate_card`, `wrong_count`, `bad_meld`,
    `illegal_knock`, `not_gin`, `bad_layoff`, and what `score_hand` refuses.
    """
    _check_numbers(knocker, defender, remedies)
    limit = knock_limit_of(rules, upcard, limit_card)
    form = meld_form(round_the_corner=rules.variant == "round_the_corner")
    melds = knocker.melds
    if melds is None:
        melds = knockers_choice(knocker.cards, defender.cards, form)
    deadwood = check_melds(knocker.cards, melds, form)
    count = form.value(deadwood)
    kind = _kind(rules, knocker, count, remedies)
    if kind == "knock" and not (remedies.knock_accepted or remedies.void):
        check_knock(count, limit)
    is_gin = kind != "knock" and not remedies.surcharge[KNOCKER]
    answer = _answer(defender, () if is_gin and not form.wraps else melds, form)
    counts = HandCounts.of(kind, KNOCKER, count, answer.count, upcard, limit_card, factor)
    return Showdown(melds, deadwood, answer, counts, score_hand(rules, counts, remedies))


def _check_numbers(knocker: Spread, defender: Spread, remedies: HandRemedies) -> None:
    both = knocker.cards & defender.cards
    if both:
        sentence = N_("Both players can't hold %(cards)s.")
        raise refusal("duplicate_card", sentence, "cards", cards=str(CardSet(both)))
    held = knocker.cards.bit_count()
    eleven = held == 11 and not remedies.as_knock
    is_right = eleven or (held == 10 and knocker.claim != "big_gin")
    if not is_right and not _may_hold(held, KNOCKER, remedies):
        sentence = N_(
            "The knocker has ten cards left after the discard, or eleven for big gin, "
            "not %(held)s as here."
        )
        raise refusal("wrong_count", sentence, "knocker", held=held)
    held = defender.cards.bit_count()
    if held != 10 and not _may_hold(held, DEFENDER, remedies):
        sentence = N_("The defender has ten cards, not %(held)s.")
        raise refusal("wrong_count", sentence, "defender", held=held)


def _may_hold(held: int, seat: Seat, remedies: HandRemedies) -> bool:
    """Whether a wrong number of cards was ruled on."""
    few = held <= 10 and remedies.surcharge[seat] > 0
    return few or (held > 10 and seat in remedies.cannot_win)


def _kind(rules: Rules, knocker: Spread, count: int, remedies: HandRemedies) -> Claim:
    """How the hand ends. Who claims gin with big gin has gin; nothing left is gin at least."""
    if remedies.as_knock:
        return "knock"
    if knocker.cards.bit_count() == 11 and KNOCKER not in remedies.cannot_win:
        if count:
            sentence = N_("Eleven cards must all be melded, but these melds leave %(count)s.")
            raise refusal("not_gin", sentence, "knocker", count=count)
        is_big = rules.big_gin_bonus is not None and knocker.claim in (None, "big_gin")
        return "big_gin" if is_big else "gin"
    if count and knocker.claim in ("gin", "big_gin"):
        sentence = N_("Gin leaves nothing unmelded, but the knocker's count is %(count)s.")
        raise refusal("not_gin", sentence, "knocker", count=count)
    return "knock" if count else "gin"


def _answer(defender: Spread, onto: Melds, form: MeldForm) -> LaidOff:
    if defender.layoffs and not onto:
        raise refusal("bad_layoff", N_("Nobody lays off on gin."), "layoffs")
    return declared_answer(defender.cards, onto, defender.melds, defender.layoffs, form)
