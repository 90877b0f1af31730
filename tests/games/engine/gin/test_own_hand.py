"""A hand as its player lays it out: what the page shows is what the rules count."""

import random

import pytest

from games.engine.cards import CardSet, indexes, parse_card
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import complete, unknown_to
from games.engine.gin.own_hand import counts_after, layouts
from tests.games.engine.gin.hand.test_hand import after, laid_out
from tests.games.engine.playing import RULES, played


def shown(cards: int) -> str:
    return str(CardSet(cards))


#: Sevens four or three, and with it a run that ends at the six or at the seven.
EITHER = "7S6S5S4S7H7D7CKHQDTD"
OTHERS = "9H9D8D6C5HTS2DAD3C3D"


def test_the_way_on_which_less_can_be_laid_off_comes_first() -> None:
    found = layouts(laid_out({}, EITHER, OTHERS, upcard="QC"), 0)
    assert [[shown(meld) for meld in one.melds] for one in found] == [
        ["7S7H7D7C", "4S5S6S"],
        ["7H7D7C", "4S5S6S7S"],
    ]
    assert [shown(one.layoffs) for one in found] == ["AS2S3S", "AS2S3S8S9STSJSQSKS"]
    assert {(shown(one.deadwood), one.count) for one in found} == {("KHTDQD", 30)}


@pytest.mark.parametrize(
    ("lying", "fit"),
    [("9C", "8S9STSAC5C6C7C8C"), ("5C", "8S9STSAC7C"), ("AS", "8S9STSAC5C6C7C8C9CTCJCQCKC")],
)
def test_what_lies_can_not_be_laid_off(lying: str, fit: str) -> None:
    first = layouts(laid_out({}, upcard=lying, defender="KHQC9D8D6C5HTS2DAD3S"), 0)[0]
    assert shown(first.layoffs) == fit


@pytest.mark.parametrize("name", sorted(RULES))
def test_each_layout_is_what_a_knock_counts(name: str) -> None:
    """For every throw of every hand: its count, and as the first what a bare knock lays down."""
    for seed in range(6):
        for state in played(RULES[name], seed)[0]:
            form = state.table.form
            if state.ending is not None:
                continue
            knocks = [one for one in play.legal_actions(state) if one.kind in ("knock", "gin")]
            for card, count in counts_after(state).items():
                found = layouts(state, state.turn, card)
                assert {one.count for one in found} == {count}
                assert all(form.value(one.deadwood) == count for one in found)
            for knock in knocks:
                melds = complete(state, knock).melds
                first = layouts(state, state.turn, knock.card)[0]
                declared = Action(knock.kind, knock.card, melds=first.melds)
                assert play.apply(state, declared).spread.count == first.count
                assert sum(melds) == sum(first.melds)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_layout_hangs_on_no_hidden_card(name: str) -> None:
    chance = random.Random(name)
    for seed in range(6):
        for state in played(RULES[name], seed)[0][:-1]:
            seat, hands = state.turn, list(state.hands)
            hidden = list(indexes(unknown_to(state, seat)))
            held = hands[1 - seat].bit_count()
            hands[1 - seat] = sum(1 << card for card in chance.sample(hidden, held))
            other = state._replace(hands=tuple(hands))
            assert layouts(other, seat) == layouts(state, seat)


def test_the_card_that_was_taken_may_not_be_thrown() -> None:
    hand = after(laid_out({}), "take")
    assert parse_card("9C").index not in counts_after(hand)
    assert len(counts_after(hand)) == 10
