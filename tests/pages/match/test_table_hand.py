"""The reader's hand as the page lays it out is held to the engine."""

import pytest

from games.engine.gin import play
from games.engine.gin.notation.actions import parse_action
from games.engine.gin.own_hand import layouts
from games.engine.melds.least import least_deadwood
from pages.match.table_hand import HeldGroup, own_hand
from tests.games.engine.gin.hand.test_hand import after, laid_out
from tests.games.engine.playing import RULES, played


def said(group: HeldGroup) -> tuple[str, str]:
    return group.words, "".join(card.face.code for card in group.cards)


def test_melds_lie_together_and_the_deadwood_after_them() -> None:
    hand = own_hand(laid_out({}), 0, acts=True, assist=True)
    assert [said(group) for group in hand.groups] == [
        ("Set of 3", "7s7h7d"),
        ("Run of 3", "2c3c4c"),
        ("Run of 3", "jsqsks"),
        ("Deadwood", "kd"),
    ]
    assert hand.count == 10
    assert not hand.knocks
    assert not any(card.throw for group in hand.groups for card in group.cards)


def test_a_knock_says_what_it_counts_throws_and_lets_be_laid_off() -> None:
    state = after(laid_out({}, upcard="AH"), "take")
    hand = own_hand(state, 0, acts=True, assist=True)
    assert hand.count == 1
    first = hand.knocks[0]
    assert first.words == "Knock with 1"
    assert first.action == "knock KD | 7S7H7D 2C3C4C JSQSKS"
    assert first.throws == "Throws the king of diamonds."
    assert first.layoffs == "13 cards could be laid off."
    assert [knock.is_first for knock in hand.knocks] == [True]
    assert not hand.has_others


def test_gin_stands_before_a_knock_and_lets_nothing_be_laid_off() -> None:
    state = after(laid_out({}, upcard="5C"), "take")
    hand = own_hand(state, 0, acts=True, assist=True)
    assert [(knock.words, knock.layoffs) for knock in hand.knocks][:1] == [("Gin", "")]
    assert hand.count == 0


def test_where_nothing_is_proposed_the_cards_stand_as_they_are_held() -> None:
    state = after(laid_out({}, upcard="AH"), "take")
    hand = own_hand(state, 0, acts=True, assist=False)
    assert [group.words for group in hand.groups] == [""]
    assert (hand.count, hand.knocks, hand.answers) == (None, (), ())
    cards = hand.groups[0].cards
    assert [card.leaves for card in cards] == [None] * 11
    assert [card.throw for card in cards if not card.throw] == [""], "but for the one taken"


@pytest.mark.parametrize("name", sorted(RULES))
def test_every_knock_that_is_offered_comes_to_what_it_says(name: str) -> None:
    """And the first of its kind to the least; every throw leaves what its card says."""
    for seed in range(5):
        for state in played(RULES[name], seed)[0]:
            if state.ending is not None or state.turn is None:
                continue
            hand = own_hand(state, state.turn, acts=True, assist=True)
            for knock in hand.knocks:
                action = parse_action(knock.action)
                spread = play.apply(state, action).spread
                least = layouts(state, state.turn, action.card)[0].count
                assert spread.count == least
                assert action.kind != "knock" or knock.words == f"Knock with {spread.count}"
            for card in (card for group in hand.groups for card in group.cards if card.throw):
                after_it = play.apply(state, parse_action(card.throw))
                left = after_it.hands[state.turn]
                assert card.leaves == least_deadwood(left, state.table.form)
