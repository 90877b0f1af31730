"""The draw for the first deal: which card is higher, and what follows by the rules."""

from dataclasses import replace
from itertools import combinations

import pytest

from games.engine.cards import DECK, parse_card
from games.engine.gin.first_deal import high_card, read_dealt_draw, read_draw
from games.engine.gin.game_rules import GinRules
from games.engine.gin.rules import Rules
from kernel.text import Refusal

HIGH, LOW, CHANCE = (
    replace(Rules(), first_dealer=reading)
    for reading in ("high_card_chooses", "low_card_deals", "random")
)


@pytest.mark.parametrize(
    ("first", "second", "high"),
    [
        ("KS", "7H", 0),
        ("7H", "KS", 1),
        ("AS", "2C", 1),  # the ace is low (S4)
        ("TC", "9S", 0),
        ("QS", "QH", 0),  # spades, hearts, diamonds, clubs (S4)
        ("QD", "QH", 1),
        ("QD", "QC", 0),
    ],
)
def test_the_higher_card(first: str, second: str, high: int) -> None:
    assert high_card(parse_card(first), parse_card(second)) == high


def test_no_two_cards_of_a_pack_are_level_and_their_order_is_one() -> None:
    """Whoever draws it: a card is higher or lower, and from lowest to highest every card once."""
    above = {
        card: sum(high_card(card, other) == 0 for other in DECK if other != card) for card in DECK
    }
    assert sorted(above.values()) == list(range(52))
    for one, other in combinations(DECK, 2):
        assert high_card(one, other) != high_card(other, one)


def test_the_owner_of_the_high_card_chooses_who_deals() -> None:
    draw = read_draw(HIGH, ["7h", "KS"])
    assert [str(card) for card in draw.cards] == ["7H", "KS"]
    assert (draw.high, draw.chooser, draw.dealer) == (1, 1, None)
    assert draw.agrees(0)
    assert draw.agrees(1)


def test_or_the_low_card_deals() -> None:
    draw = read_draw(LOW, ["KS", "7H"])
    assert (draw.high, draw.chooser, draw.dealer) == (0, None, 1)
    assert draw.agrees(1)
    assert not draw.agrees(0)


@pytest.mark.parametrize(
    ("rules", "cards", "code", "words"),
    [
        (HIGH, ["KS", "ks"], "duplicate_card", "Both can't have drawn KS: a pack has it once."),
        (HIGH, ["KS", "1H"], "bad_card", "A card is a rank"),
        (HIGH, ["KS", 7], "bad_card", "A card is a rank"),
        (LOW, ["KS"], "bad_draw", "Give the cards of both players, or none: 1 came."),
        (LOW, ["KS", "2S", "3S"], "bad_draw", "3 came"),
        (CHANCE, ["KS", "7H"], "no_draw", "chance decides who deals first"),
    ],
)
def test_what_cannot_have_been_drawn(
    rules: Rules, cards: list[object], code: str, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read_draw(rules, cards)
    assert (refused.value.text.code, refused.value.field) == (code, "cards")
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("rules", "chooser", "dealer"), [(HIGH, 1, None), (LOW, None, 0), (CHANCE, None, 1)]
)
def test_what_cards_say_that_an_online_table_dealt(
    rules: Rules, chooser: int | None, dealer: int | None
) -> None:
    draw = read_dealt_draw(rules, (parse_card("7H"), parse_card("KS")))
    assert (draw.high, draw.chooser, draw.dealer) == (1, chooser, dealer)
    turned = read_dealt_draw(rules, (parse_card("KS"), parse_card("7H")))
    assert turned.high == 0


def test_the_rules_of_gin_say_how_cards_are_stored_and_who_deals_by_them() -> None:
    assert GinRules(HIGH).drawn(["ks", "7H"]) == (["KS", "7H"], None)
    assert GinRules(LOW).drawn(["ks", "7H"]) == (["KS", "7H"], 1)
