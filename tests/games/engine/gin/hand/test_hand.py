"""The rules of play one by one, each on a hand that is laid out for it (rulebook 2.2, 4.5, 4.8)."""

import pytest

from games.engine.cards import DECK, FULL, CardSet, Deal, indexes, parse_card, parse_cards
from games.engine.gin import play
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action, legal_texts, parse_action
from games.engine.gin.rules import rules_from
from games.engine.gin.scoring.hand import HandCounts, score_hand
from kernel.text import Refusal

#: One short of gin: three melds of three, and a king.
KNOCKER = "7S7H7DJSQSKS2C3C4CKD"
DEFENDER = "KHKC9D8D6C5HTS2DAD3S"


def bits(text: str) -> int:
    return CardSet.of(parse_cards(text)).bits


def laid_out(
    rules, knocker=KNOCKER, defender=DEFENDER, *, upcard="9C", stock="", dealer=1
) -> HandState:
    """Seat 0 holds `knocker` and begins; the stock begins with `stock`."""
    rules = rules_from(rules)
    hands = bits(knocker), bits(defender)
    first = parse_cards(stock)
    used = hands[0] | hands[1] | CardSet.of(first).bits | (bits(upcard) if upcard else 0)
    rest = tuple(DECK[index] for index in indexes(FULL & ~used))
    deal = Deal(
        (CardSet(hands[0]), CardSet(hands[1])),
        parse_card(upcard) if upcard else None,
        first + rest,
        parse_card("3H"),
    )
    return play.begin(rules, 1, deal)


def after(state: HandState, *actions: str) -> HandState:
    return play.replay(state, [parse_action(action) for action in actions])


def legal(state: HandState) -> list[str]:
    return legal_texts(play.legal_actions(state), state.table.form)


def refused(state: HandState, action: str) -> str:
    with pytest.raises(Refusal) as refusal:
        play.apply(state, parse_action(action))
    assert str(refusal.value)
    return refusal.value.text.code


def few_left(state: HandState, cards: int) -> HandState:
    """The same with so many cards left in the stock; those between lie under the discards."""
    gone = state.stock[cards:]
    return state._replace(stock=state.stock[:cards], discards=(*gone, *state.discards))


class TestUpcard:
    def test_it_is_offered_to_the_non_dealer_then_to_the_dealer(self) -> None:
        state = laid_out("club")
        assert (state.phase, state.turn, legal(state)) == ("upcard_nd", 0, ["pass", "take"])
        state = after(state, "pass")
        assert (state.phase, state.turn, legal(state)) == ("upcard_d", 1, ["pass", "take"])
        assert after(state, "take").hands[1] & bits("9C")

    def test_after_two_refusals_the_non_dealer_draws_from_the_stock(self) -> None:
        state = after(laid_out("club"), "pass", "pass")
        assert (state.phase, state.turn, legal(state)) == ("forced_stock", 0, ["draw"])
        assert refused(state, "take") == "illegal_action"

    def test_or_the_dealer(self) -> None:
        state = after(laid_out({"upcard_rule": "dealer_draws"}), "pass", "pass")
        assert (state.phase, state.turn, legal(state)) == ("forced_stock", 1, ["draw"])

    def test_eleven_cards_begin_without_it_and_may_knock_at_once(self) -> None:
        state = laid_out({"upcard_rule": "deal_11"}, KNOCKER + "9C", upcard="")
        assert (state.phase, state.turn, state.discards) == ("discard", 0, ())
        assert "knock KD" in legal(state)


class TestDiscard:
    def test_the_card_taken_may_not_be_thrown_nor_lie_under_a_knock(self) -> None:
        state = after(laid_out("club", upcard="5C"), "take")
        assert "discard 5C" not in legal(state)
        assert refused(state, "discard 5C") == "illegal_action"
        assert refused(state, "knock 5C") == "illegal_action"
        state = after(laid_out("club", upcard="KC", defender=DEFENDER.replace("KC", "9C")), "take")
        assert "knock KD" in legal(state)
        assert "knock KC" not in legal(state)

    def test_a_card_of_the_stock_may_be_thrown_at_once(self) -> None:
        state = after(laid_out("club", stock="8C"), "pass", "pass", "draw")
        assert after(state, "discard 8C").discards[-1] == parse_card("8C").index

    def test_what_one_does_not_hold_cannot_be_thrown(self) -> None:
        assert refused(after(laid_out("club"), "take"), "discard 2D") == "illegal_action"


class TestKnock:
    def test_with_the_limit_or_less(self) -> None:
        state = after(laid_out("club", stock="AC"), "pass", "pass", "draw")
        assert [action for action in legal(state) if "knock" in action or "gin" in action] == [
            "gin KD",
            "knock 4C",
            "knock AC",
            "knock KD",
        ]

    def test_nobody_knocks_with_more_than_a_low_limit(self) -> None:
        state = after(laid_out({"knock_limit": 3}, stock="9C", upcard="8C"), "pass", "pass", "draw")
        assert not [action for action in legal(state) if "knock" in action and "KD" not in action]

    def test_straight_gin_knows_no_knock(self) -> None:
        state = after(laid_out("straight", stock="AC"), "pass", "pass", "draw")
        assert [action for action in legal(state) if action[0] in "kg"] == ["gin KD"]

    def test_the_limit_is_that_of_the_upcard(self) -> None:
        assert laid_out("oklahoma", upcard="6D").table.limit == 6
        assert laid_out("oklahoma", upcard="AH").table.limit == 0
        assert (
            laid_out({"preset": "oklahoma", "oklahoma_ace": "value"}, upcard="AH").table.limit == 1
        )

    def test_or_that_of_a_second_pack(self) -> None:
        assert laid_out({"knock_limit": "second_deck"}).table.limit == 3

    def test_declared_melds_hold_even_when_better_ones_are_there(self) -> None:
        state = after(laid_out("club", stock="AC"), "pass", "pass", "draw")
        knocked = after(state, "knock KD | 7S7H7D JSQSKS 2C3C4C")
        assert (knocked.spread.kind, knocked.spread.count) == ("knock", 1)
        assert after(state, "knock KD").spread.kind == "gin"
        assert refused(state, "knock KD | 7S7H7D") == "illegal_knock"
        assert refused(state, "gin KD | 7S7H7D JSQSKS 2C3C4C") == "not_gin"
        assert refused(state, "knock KD | 7S7H7D 7S7H7D") == "bad_meld"
        assert refused(state, "knock KD | KDKHKC") == "bad_meld"

    def test_the_card_lies_face_down_out_of_reach(self) -> None:
        knocked = after(laid_out("club", stock="9S"), "pass", "pass", "draw", "knock KD")
        assert knocked.discards[-1] == parse_card("KD").index
        assert knocked.phase == "layoff"


class TestGin:
    def test_big_gin_only_where_the_rules_have_it(self) -> None:
        hand = "7S7H7DJSQSKS2C3C4C5C"
        club = after(laid_out("club", hand, stock="AC"), "pass", "pass", "draw")
        assert "big_gin" in legal(club)
        over = play.answered(after(club, "big_gin"))
        assert (play.result(over).kind, over.hands[0].bit_count()) == ("big_gin", 11)
        pagat = after(laid_out("pagat", hand, stock="AC"), "pass", "pass", "draw")
        assert "big_gin" not in legal(pagat)
        assert "gin AC" in legal(pagat)
        assert refused(pagat, "big_gin") == "illegal_action"

    def test_nobody_lays_off_on_gin(self) -> None:
        state = after(laid_out("club", stock="AC"), "pass", "pass", "draw", "gin KD")
        assert not [action for action in legal(state) if action.startswith("lay_off")]
        assert refused(state, "lay_off TS on JSQSKS") == "bad_layoff"

    def test_but_round_the_corner(self) -> None:
        state = after(laid_out("round-the-corner", stock="AC"), "pass", "pass", "draw", "gin KD")
        assert "lay_off TS on JSQSKS" in legal(state)


class TestWall:
    def at_the_wall(self, rules, **changes) -> HandState:
        """Seat 0 has drawn the 50th card, the nine of spades."""
        return after(few_left(laid_out(rules, stock="9S", **changes), 3), "pass", "pass", "draw")

    def test_the_discard_voids_the_hand(self) -> None:
        state = self.at_the_wall({"wall_rule": "void_at_once"})
        over = after(state, "discard 9S")
        assert (over.phase, play.result(over).kind, legal(over)) == ("void", "void", [])

    def test_who_drew_the_last_card_may_still_knock(self) -> None:
        assert "knock KD" in legal(self.at_the_wall({"wall_rule": "void_at_once"}))

    def test_not_under_the_strictest_rule(self) -> None:
        state = self.at_the_wall({"wall_rule": "void_before_discard"})
        assert (state.phase, state.ending.kind) == ("void", "void")

    def test_the_last_discard_may_be_taken_to_knock_with(self) -> None:
        defender = "2S3S4S6H6C6DTHTCTDKC"
        state = self.at_the_wall("club", defender=defender, knocker=KNOCKER)
        wall = after(state, "discard 9S")
        assert (wall.phase, wall.turn, legal(wall)) == ("wall", 1, ["pass", "take"])
        assert after(wall, "pass").phase == "void"
        taken = after(wall, "take")
        assert legal(taken) == ["knock KC"]
        assert refused(taken, "discard KC") == "illegal_action"
        assert refused(taken, "knock 9S") == "illegal_action"
        assert play.answered(after(taken, "knock KC")).phase == "scored"

    def test_only_where_a_knock_follows(self) -> None:
        wall = after(self.at_the_wall("club"), "discard 9S")
        assert legal(wall) == ["pass"]
        assert refused(wall, "take") == "illegal_action"


def test_fifty_cards_taken_in_a_row_void_the_hand() -> None:
    state = after(laid_out("club"), "take", "discard KD")._replace(takes=49)
    assert after(state, "take").phase == "void"
    assert after(state, "draw", "discard 3S").takes == 0


class TestLayoff:
    def knocked(self) -> HandState:
        return after(
            laid_out("club", "7S7H7DJSQSKS2C3D4CKD", DEFENDER, stock="AC"),
            "pass",
            "pass",
            "draw",
            "knock KD",
        )

    def test_cards_go_where_they_fit_as_melds_lie(self) -> None:
        state = self.knocked()
        assert legal(state) == ["done", "lay_off TS on JSQSKS"]
        assert refused(state, "lay_off 9D on 7S7H7D") == "bad_layoff"
        laid = after(state, "lay_off TS on JSQSKS")
        assert refused(laid, "lay_off TS on JSQSKS") == "bad_layoff"
        assert laid.spread.lying[-1] == bits("TSJSQSKS")

    def test_what_the_defender_declares_counts(self) -> None:
        state = self.knocked()
        assert after(state, "done").ending.counts == (10, 64)
        assert after(state, "lay_off TS on JSQSKS", "done").ending.counts == (10, 54)
        assert refused(state, "melds AD2D3S") == "bad_meld"
        assert after(state, "melds -", "done").ending.counts == (10, 64)

    def test_what_the_defender_leaves_out_is_the_best(self) -> None:
        state = self.knocked()
        assert play.answered(state).ending.counts == (10, 54)
        assert play.answered(after(state, "melds -")).ending.counts == (10, 54)

    def test_own_melds_are_declared_once_and_not_laid_off(self) -> None:
        defender = "TS9S8S6C5HKHKC2D9DAD"
        state = after(
            laid_out("club", "7S7H7DJSQSKS2C3D4CKD", defender, stock="AC"),
            "pass",
            "pass",
            "draw",
            "knock KD",
            "melds 8S9STS",
        )
        assert "melds" not in legal(state)
        assert refused(state, "melds -") == "illegal_action"
        assert refused(state, "lay_off TS on JSQSKS") == "bad_layoff"


class TestDoubling:
    def test_before_a_draw_and_in_turns(self) -> None:
        state = laid_out({"variant": "doubling"})
        assert "double" in legal(state)
        state = after(state, "double")
        assert (state.phase, state.turn, legal(state)) == ("offered", 1, ["accept", "refuse"])
        state = after(state, "accept")
        assert (state.phase, state.turn, state.doubling.factor) == ("upcard_nd", 0, 2)
        assert "double" not in legal(state)
        state = after(state, "take")
        assert "double" not in legal(state)
        state = after(state, "discard KD")
        assert "double" in legal(state)
        assert "double" not in legal(after(state, "draw", "discard 3S"))

    def test_refused_the_doubler_has_ten_and_the_difference(self) -> None:
        state = after(laid_out({"variant": "doubling"}), "double", "accept", "take", "discard KD")
        score = play.result(after(state, "double", "refuse"))
        assert (score.kind, score.winner, score.boxes) == ("refused", 1, 1)
        assert score.points == 20  # seat 0 holds less, so 10 at the factor before this double
        ending = after(state, "double", "refuse").ending
        counts = HandCounts.of("refused", 1, ending.counts[1], ending.counts[0], factor=2)
        assert score_hand(state.table.rules, counts) == score

    def test_accepted_the_points_are_multiplied(self) -> None:
        state = after(
            laid_out({"variant": "doubling"}, stock="AC"),
            "double",
            "accept",
            "pass",
            "pass",
            "draw",
        )
        score = play.result(play.answered(after(state, "gin KD")))
        assert score.points == 2 * (25 + score.counts[1])
        assert (score.multiplier, score.boxes) == (2, 1)

    def test_up_to_the_cap(self) -> None:
        state = laid_out({"variant": "doubling", "doubling_cap": 2})
        state = after(state, "double", "accept", "take", "discard KD")
        assert "double" not in legal(state)
        assert refused(state, "double") == "illegal_action"

    def test_there_is_none_in_the_standard_game(self) -> None:
        assert refused(laid_out("club"), "double") == "illegal_action"


def test_a_variant_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(Refusal, match="battle_royal") as refusal:
        laid_out({"variant": "battle_royal"})
    assert refusal.value.text.code == "bad_rules"


@pytest.mark.parametrize(
    "changes",
    [
        {"knocker": KNOCKER[:-2]},
        {"knocker": KNOCKER[:-2], "defender": DEFENDER + "KD"},
        {"upcard": ""},
        {"rules": {"upcard_rule": "deal_11"}},
    ],
)
def test_a_deal_with_other_numbers_of_cards_is_refused(changes) -> None:
    with pytest.raises(Refusal) as refusal:
        laid_out(**{"rules": "club", **changes})
    assert refusal.value.text.code == "bad_deal"


def test_a_deal_with_a_card_twice_is_refused() -> None:
    state = laid_out("club")
    doubled = Deal(
        (CardSet(state.hands[0]), CardSet(state.hands[1])),
        parse_card("7S"),
        tuple(DECK[index] for index in state.stock),
    )
    with pytest.raises(Refusal) as refusal:
        play.begin(rules_from("club"), 1, doubled)
    assert refusal.value.text.code == "bad_deal"


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "discard JD",
        "knock 8C | 7S7H7D JSQSKS",
        "knock 8C | -",
        "big_gin | 2C3C4C",
        "melds -",
    ],
)
def test_actions_are_read_as_they_are_written(text) -> None:
    assert format_action(parse_action(text)) == text


@pytest.mark.parametrize(
    "text", ["", "fold", "discard", "discard 1S", "knock 8C 7S7H7D", "lay_off TS JSQSKS", 7, None]
)
def test_what_is_no_action(text) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_action(text)
    assert refusal.value.text.code in ("bad_action", "bad_card")
