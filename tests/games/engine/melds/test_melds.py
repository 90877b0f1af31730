"""Melds and counts against an oracle that takes the rulebook word by word."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import RANKS, SUITS, CardSet, indexes, parse_cards
from games.engine.melds.arrangements import (
    arrangements,
    best_melds,
    deadwood_of,
    least_arrangements,
)
from games.engine.melds.choice import knockers_choice
from games.engine.melds.form import LOW_ACE, meld_form
from games.engine.melds.layoffs import best_answer, every_layoff, fits, least_after_layoffs
from games.engine.melds.least import knock_discards, least_after_discard, least_deadwood
from tests.games.engine import oracle
from tests.games.engine.dealing import TIMES, random_cards, rich_cards

CORNER = meld_form(round_the_corner=True)
HANDS_EACH = 40  # of either way of dealing
EXAMPLES = 50 * TIMES

of_seeds = st.integers(0, 2**64)


def bits(text: str) -> int:
    return CardSet.of(parse_cards(text)).bits


def named(cards: int) -> frozenset:
    return frozenset((index % 13 + 1, SUITS[index // 13]) for index in indexes(cards))


def hands(seed: int, count: int):
    rng = random.Random(seed)
    for n in range(HANDS_EACH):
        form = CORNER if n % 4 == 3 else LOW_ACE
        yield random_cards(rng, count), form
        yield rich_cards(rng, count), form


@settings(max_examples=EXAMPLES, deadline=None)
@given(of_seeds)
def test_least_deadwood_of_ten(seed) -> None:
    for cards, form in hands(seed, 10):
        least = oracle.least(named(cards), form.wraps)
        assert least_deadwood(cards, form) == least
        melds = best_melds(cards, form)
        assert all(oracle.is_meld(named(meld), form.wraps) for meld in melds)
        assert form.value(deadwood_of(cards, melds)) == least


@settings(max_examples=EXAMPLES // 10, deadline=None)
@given(of_seeds)
def test_eleven_cards_and_what_may_be_thrown(seed) -> None:
    for cards, form in hands(seed, 11):
        counts = {
            card: oracle.least(named(cards ^ 1 << card), form.wraps) for card in indexes(cards)
        }
        assert least_after_discard(cards, form) == min(counts.values())
        for limit in (0, 5, 10):
            knocks = {card for card, count in counts.items() if count <= limit}
            assert set(indexes(knock_discards(cards, limit, form))) == knocks


@settings(max_examples=EXAMPLES // 5, deadline=None)
@given(of_seeds)
def test_every_arrangement(seed) -> None:
    for cards, form in hands(seed, 10):
        packings = oracle.packings(named(cards), form.wraps)
        ours = [frozenset(map(named, melds)) for melds in arrangements(cards, form)]
        assert len(ours) == len(set(ours))
        assert set(ours) == packings


@settings(max_examples=EXAMPLES, deadline=None)
@given(of_seeds)
def test_showdown(seed) -> None:
    """The joint best answer, and the knocker's choice among their least arrangements."""
    rng = random.Random(seed)
    for n in range(HANDS_EACH):
        form = CORNER if n % 4 == 3 else LOW_ACE
        both = (rich_cards if n % 2 else random_cards)(rng, 20)
        order = list(indexes(both))
        rng.shuffle(order)
        knocker = sum(1 << card for card in order[:10])
        defender = both ^ knocker
        melds = knockers_choice(knocker, defender, form)
        answer = best_answer(defender, melds, form)
        least = oracle.least_after_layoffs(named(defender), map(named, melds), form.wraps)
        assert answer.count == least == least_after_layoffs(defender, melds, form)
        check_answer(defender, melds, answer, form)
        check_layoffs(melds, every_layoff(defender, melds, form), form)
        check_choice(knocker, defender, least, form)


def check_answer(defender, melds, answer, form) -> None:
    """Every layoff is legal where it stands, and every card is somewhere once."""
    check_layoffs(melds, answer.layoffs, form)
    laid = sum(card for card, _ in answer.layoffs)
    assert laid + sum(answer.melds) + answer.deadwood == defender
    assert all(form.kind(meld) for meld in answer.melds)
    assert form.value(answer.deadwood) == answer.count


def check_layoffs(melds, layoffs, form) -> None:
    lying = list(melds)
    for card, onto in layoffs:
        assert fits(onto, card, form)
        lying[lying.index(onto)] = onto | card


def check_choice(knocker, defender, chosen, form) -> None:
    packings = oracle.packings(named(knocker), form.wraps)
    counts = {
        packing: sum(oracle.value(card, form.wraps) for card in named(knocker))
        - sum(oracle.value(card, form.wraps) for meld in packing for card in meld)
        for packing in packings
    }
    least = min(counts.values())
    best = max(
        oracle.least_after_layoffs(named(defender), packing, form.wraps)
        for packing, count in counts.items()
        if count == least
    )
    assert chosen == best


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("7S7H7D", "set"),
        ("7S7H7D7C", "set"),
        ("7S7H", None),
        ("AS2S3S", "run"),
        ("JSQSKS", "run"),
        ("QSKSAS", None),
        ("5S6S8S", None),
        ("5S6S7H", None),
        ("KSAH2H", None),
        ("AC2C3C4C5C6C7C8C9CTCJCQCKC", "run"),
    ],
)
def test_what_a_meld_is(cards, kind) -> None:
    assert LOW_ACE.kind(bits(cards)) == kind


@pytest.mark.parametrize("cards", ["QSKSAS", "KHAH2H", "KC" + "AC2C3C", "QD" + "KDAD2D3D"])
def test_runs_round_the_corner(cards) -> None:
    assert CORNER.kind(bits(cards)) == "run"
    assert least_deadwood(bits(cards), CORNER) == 0


def test_a_loose_ace_costs_fifteen_round_the_corner() -> None:
    assert least_deadwood(bits("AS3H5D"), CORNER) == 23
    assert least_deadwood(bits("AS3H5D")) == 9


def test_chains_at_both_ends_of_a_run() -> None:
    answer = best_answer(bits("2S3S4S8S9S") | bits("KHKDQHQCJD"), [bits("5S6S7S")])
    assert answer.count == 50
    assert len(answer.layoffs) == 2  # 2S 3S 4S stay a meld or go too; 8S and 9S go


def test_a_card_of_two_melds_goes_where_more_follows() -> None:
    melds = [bits("8S8H8C"), bits("5D6D7D")]
    answer = best_answer(bits("8D9DKSQHJC"), melds)
    assert answer.count == 30
    assert [onto for _, onto in answer.layoffs] == [bits("5D6D7D"), bits("5D6D7D8D")]
    assert every_layoff(bits("8D9DKSQHJC"), melds) == answer.layoffs


def test_the_hand_whose_best_discard_is_often_missed() -> None:
    cards = bits("AS2S2C5S5C5D6S6D7S7C7D")
    assert least_after_discard(cards) == 10
    assert knock_discards(cards, 10)


def test_sets_and_runs_that_compete() -> None:
    cards = bits("".join(rank + suit for rank in RANKS[4:7] for suit in "SHD"))
    assert {len(melds) for melds in least_arrangements(cards)} == {3}
    assert len(least_arrangements(cards)) == 2
