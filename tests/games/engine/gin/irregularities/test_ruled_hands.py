"""Hands played on under rulings: what is open to whom, and until when (rulebook 5)."""

import pytest

from games.engine.cards import DECK, indexes, typed_cards
from games.engine.gin import play
from games.engine.gin.hand.actions import DISCARD, DONE, DRAW, KNOCK, PASS, TAKE, Action
from games.engine.gin.hand.state import HandState
from games.engine.gin.irregularities.effects import effects_of, hand_remedies
from games.engine.gin.irregularities.flags import RuledHand, apply, legal_actions
from games.engine.gin.irregularities.ruled import rule_on
from games.engine.gin.rules import rules_from
from tests.games.engine.playing import begun
from tests.games.engine.strategies import refuses

CLUB = rules_from("club")

#: Seat 0: two sets, 7C 8C QS KH (35). Seat 1: two sets, 6C 9C TD JD (35).
HANDS = ("2S2H2D4S4H4D7C8CQSKH", "3S3H3D5S5H5D6C9CTDJD")
STOCK = "9H9DTSAHADAC6S"


def card(text: str) -> int:
    return next(indexes(typed_cards(text).bits))


def table(
    phase: str = "draw",
    turn: int = 0,
    hands: tuple[str, str] = HANDS,
    stock: str = STOCK,
    discards: str = "8S",
) -> RuledHand:
    """A hand that seat 0 dealt, as it lies: `stock` comes first, then the rest of the pack."""
    held = (typed_cards(hands[0]).bits, typed_cards(hands[1]).bits)
    pile = tuple(card(discards[at : at + 2]) for at in range(0, len(discards), 2))
    first = tuple(card(stock[at : at + 2]) for at in range(0, len(stock), 2))
    known = held[0] | held[1] | sum(1 << known_card for known_card in (*pile, *first))
    rest = tuple(number for number in range(52) if not known >> number & 1)
    state = begun(CLUB, 0)._replace(
        phase=phase, turn=turn, hands=held, stock=(*first, *rest), discards=pile
    )
    return RuledHand(state)


def does(*cards: str, kind: str = "discard") -> list[Action]:
    return [Action(kind, card(written)) for written in cards]


def played(hand: RuledHand, *actions: Action) -> RuledHand:
    for action in actions:
        assert action in legal_actions(hand)
        hand = apply(hand, action)
        assert_every_card(hand)
    return hand


def assert_every_card(hand: RuledHand) -> None:
    """52 cards, each once, those of the open row and of an early draw among them."""
    state, flags = hand
    laid = [layoff.card for layoff in state.spread.layoffs] if state.spread else []
    parts = [*state.hands, *laid, *(1 << discard for discard in (*state.stock, *state.discards))]
    parts += [flags.row.cards] if flags.row else []
    parts += [1 << early for early in flags.next_draw if early is not None]
    assert sum(part.bit_count() for part in parts) == 52
    assert sum(parts) == 2**52 - 1


def kinds(hand: RuledHand) -> set[str]:
    return {action.kind for action in legal_actions(hand)}


def from_row(hand: RuledHand) -> set[str]:
    """What the player in turn may take from the open row."""
    taken = [action.card for action in legal_actions(hand) if action.kind == "take"]
    return {str(DECK[number]) for number in taken if number is not None}


def held(hand: RuledHand, seat: int) -> int:
    return hand.state.hands[seat].bit_count()


def ruled(hand: RuledHand, row: str, option: str = "", *conditions: str, seat=0, about=None):
    effects = effects_of(row, option, conditions, seat)
    after = rule_on(hand, effects, None if about is None else card(about))
    assert_every_card(after)
    return after


# A card that was seen


def seen_in_turn(option: str = "") -> RuledHand:
    """Seat 0 drew 9H in turn and saw 9D below it, then another: both lie open."""
    hand = played(table(), DRAW)
    hand = ruled(hand, "SEE_IN_TURN", option, about="9D")
    return ruled(hand, "SEE_IN_TURN", option, about="TS")


def test_the_opponent_takes_from_the_row_until_drawing_from_the_stock() -> None:
    hand = played(seen_in_turn(), *does("KH"))
    assert (hand.state.turn, from_row(hand)) == (1, {"9D", "TS"})
    assert kinds(hand) == {"draw", "take"}
    hand = played(hand, *does("9D", kind="take"), *does("6C"))
    assert from_row(hand) == set()  # the offender waits for the opponent's draw from the stock
    hand = played(hand, TAKE, *does("QS"))
    assert from_row(hand) == {"TS"}
    hand = played(hand, DRAW, *does("AH"))
    assert from_row(hand) == {"TS"}
    hand = played(hand, *does("TS", kind="take"), *does("8C"))
    assert hand.flags.row is None


def test_the_row_is_dead_when_both_have_drawn_from_the_stock() -> None:
    hand = played(seen_in_turn(), *does("KH"), DRAW, *does("AH"))
    assert from_row(hand) == {"9D", "TS"}
    hand = played(hand, DRAW, *does("QS"))
    assert hand.flags.row is None
    top = [str(DECK[discard]) for discard in hand.state.discards]
    assert top == ["8S", "KH", "AH", "TS", "9D", "QS"]
    assert from_row(hand) == set()


def test_out_of_turn_the_offender_never_takes_from_the_row() -> None:
    hand = ruled(table(turn=1), "SEE_OUT_OF_TURN", about="9H")
    hand = played(hand, DRAW, *does("9D"))
    assert (hand.state.turn, from_row(hand)) == (0, set())
    assert legal_actions(hand) == (DRAW, TAKE)
    hand = played(hand, TAKE, *does("KH"))
    assert from_row(hand) == set()
    hand = played(hand, TAKE, *does("JD"), DRAW, *does("QS"))
    assert hand.flags.row is None


@pytest.mark.parametrize(
    ("row", "conditions"),
    [
        ("SEE_IN_TURN", ()),
        ("DRAW_TWO", ("card_seen", "in_turn")),
        ("PEEK_NEXT_STOCK", ("in_turn",)),
    ],
)
def test_the_opponent_takes_one_at_once(row, conditions) -> None:
    hand = ruled(played(table(), DRAW), row, "take_exposed_card", *conditions, about="9D")
    hand = played(hand, *does("KH"))
    assert legal_actions(hand) == tuple(does("9D", kind="take"))
    hand = played(hand, *does("9D", kind="take"))
    assert (hand.flags.row, hand.state.phase) == (None, "discard")


def knockable() -> RuledHand:
    """Seat 0 has drawn AH and could knock with 8 + A = 9, or with AH 7C 8C less one."""
    hands = ("2S2H2D4S4H4D7C8C9CQS", "3S3H3D5S5H5D6CJCTDJD")
    return played(table(hands=hands, stock="AHACKDKS9H"), DRAW)


def test_who_saw_a_card_may_not_knock_before_their_next_turn() -> None:
    assert KNOCK[card("QS")] in legal_actions(knockable())
    hand = ruled(knockable(), "SEE_IN_TURN", about="AC")
    assert "knock" not in kinds(hand)
    hand = played(hand, *does("QS"), *does("AC", kind="take"), *does("AC"))
    assert hand.flags.knock_bar[0] is None
    assert "knock" in kinds(played(hand, DRAW))


def test_unless_they_have_gin() -> None:
    hands = ("2S2H2D4S4H4D7C8C9CTC", "3S3H3D5S5H5D6CJCTDJD")
    hand = ruled(played(table(hands=hands, stock="AHACKD"), DRAW), "SEE_IN_TURN", about="AC")
    assert kinds(hand) == {"discard", "gin"}


def test_a_second_card_that_was_not_seen_goes_back() -> None:
    both = table("discard", hands=(HANDS[0] + "9H9D", HANDS[1]), stock="TSAH")
    hand = ruled(both, "DRAW_TWO", about="9D")
    assert (held(hand, 0), str(DECK[hand.state.stock[0]]), hand.flags.row) == (11, "9D", None)


# Draws and discards


def test_a_card_drawn_out_of_turn_is_the_next_draw() -> None:
    hand = ruled(played(table(turn=1), DRAW), "DRAW_OUT_OF_TURN")
    hand = played(hand, *does("JD"))
    assert legal_actions(hand) == (DRAW,)
    hand = played(hand, DRAW)
    assert hand.state.hands[0] >> card("9D") & 1
    assert hand.flags.next_draw == (None, None)


def test_a_non_dealer_who_draws_too_early_has_drawn() -> None:
    hand = ruled(table("upcard_d", 0), "DRAW_BEFORE_UPCARD_REFUSED", seat=1)
    assert (hand.state.phase, hand.state.turn, held(hand, 1)) == ("discard", 1, 11)
    same = ruled(table("upcard_nd", 1), "DRAW_FROM_STOCK_ON_OFFER", seat=1)
    assert same.state == hand.state


def test_a_dealer_who_draws_on_the_offer_has_their_next_draw() -> None:
    hand = ruled(table("upcard_d", 0), "DRAW_FROM_STOCK_ON_OFFER", "", "offender_is_dealer", seat=0)
    assert (hand.state.phase, hand.state.turn) == ("forced_stock", 1)
    hand = played(hand, DRAW, *does("9D"), DRAW)
    assert hand.state.hands[0] >> card("9H") & 1


def test_the_dealer_took_the_upcard_first() -> None:
    lying = table("upcard_nd", 1)
    back = ruled(lying, "DEALER_TAKES_FIRST", "demand_return_and_decide", seat=0)
    assert legal_actions(back) == (TAKE, PASS)
    accepted = ruled(lying, "DEALER_TAKES_FIRST", "accept", seat=0)
    assert (accepted.state.phase, accepted.state.turn, held(accepted, 0)) == ("discard", 0, 11)
    assert DISCARD[card("8S")] not in legal_actions(accepted)


def test_who_discarded_without_drawing_draws_without_discarding() -> None:
    lying = table(turn=1, hands=(HANDS[0][:18], HANDS[1]), discards="8SKH")
    hand = ruled(lying, "DISCARD_BEFORE_DRAW")
    assert (held(hand, 0), hand.state.turn, hand.state.phase) == (10, 1, "draw")


def test_the_last_two_cards_are_not_drawn_by_a_ruling_either() -> None:
    lying = table(turn=1, hands=(HANDS[0][:18], HANDS[1]), discards="8SKH")
    lying = lying._replace(state=lying.state._replace(stock=lying.state.stock[:2]))
    effects = effects_of("DISCARD_BEFORE_DRAW", offender_seat=0)
    assert refuses(rule_on, lying, effects).text.code == "illegal_action"


def test_a_card_just_taken_is_taken_back_until_the_opponent_draws() -> None:
    lying = table(turn=1)
    hand = ruled(lying, "REDISCARD_TAKEN")
    assert (hand.state.phase, hand.state.turn, held(hand, 0)) == ("discard", 0, 11)
    assert DISCARD[card("8S")] not in legal_actions(hand)
    assert ruled(lying, "REDISCARD_TAKEN", "", "opponent_has_drawn") == lying


def test_of_two_discards_the_opponent_names_one() -> None:
    lying = table(turn=1, hands=(HANDS[0][:18], HANDS[1]), stock="9H", discards="8SKH")
    hand = ruled(lying, "DISCARD_TWO", "name_the_discard", about="8S")
    assert (held(hand, 0), hand.state.discards) == (10, (card("8S"),))


def test_final_is_final() -> None:
    lying = played(table(), DRAW)
    for row in ("DISCARD_RETRACT", "DRAW_RETRACT"):
        assert ruled(lying, row) == lying


def test_covered_discards_go_back_and_the_stock_is_left() -> None:
    hand = ruled(table(), "TAKE_COVERED")
    assert legal_actions(hand) == (DRAW,)
    assert hand.flags.lost_turns == (0, 0)
    seen = played(ruled(table(), "TAKE_COVERED", "", "card_seen"), DRAW, *does("KH"))
    assert (seen.state.turn, seen.flags.lost_turns) == (1, (1, 0))


def test_who_looks_back_loses_a_turn() -> None:
    hand = ruled(table(turn=1), "LOOK_BACK")
    hand = played(hand, DRAW, *does("JD"))
    assert (hand.state.turn, hand.state.phase, hand.flags.lost_turns) == (1, "draw", (0, 0))
    hand = played(hand, DRAW, *does("TD"))
    assert hand.state.turn == 0


def test_a_lost_turn_at_the_wall_voids_the_hand() -> None:
    short = table(turn=1)
    short = short._replace(
        state=short.state._replace(
            stock=short.state.stock[:3], discards=(*short.state.stock[3:], card("8S"))
        )
    )
    hand = played(ruled(short, "LOOK_BACK"), DRAW, *does("JD"))
    assert hand.state.phase == "void"


def test_the_51st_card_goes_back_and_the_hand_is_void() -> None:
    lying = table("discard", hands=(HANDS[0] + "9H", HANDS[1]), stock="9D")
    hand = ruled(lying, "STOCK_51ST", about="9H")
    assert (hand.state.phase, held(hand, 0)) == ("void", 10)
    assert legal_actions(hand) == ()
    score = play.result(hand.state)
    assert score is not None
    assert (score.kind, score.winner) == ("void", None)


# A wrong number of cards


def test_two_cards_too_many_are_thrown_one_a_turn() -> None:
    lying = table(hands=(HANDS[0] + "AS6S", HANDS[1]), stock="9H9DTSAHADAC")
    hand = ruled(lying, "HAND_COUNT_ONE", "continue")
    assert kinds(hand) == {"discard"}
    hand = played(hand, *does("KH"))
    assert (held(hand, 0), hand.state.turn, hand.flags.correction_due[0]) == (11, 1, True)
    hand = played(hand, DRAW, *does("JD"), *does("QS"))
    assert (held(hand, 0), hand.flags.correction_due[0]) == (10, False)
    assert hand.flags.knock_bar[0] is not None
    hand = played(hand, DRAW, *does("TD"))
    assert hand.flags.knock_bar[0] is None
    assert kinds(hand) == {"draw", "take"}


def test_a_missing_card_is_drawn_from_stock_or_pile_without_a_discard() -> None:
    lying = table(hands=(HANDS[0][:18], HANDS[1]), discards="8SKH")
    for draw in (DRAW, TAKE):
        hand = played(ruled(lying, "HAND_COUNT_ONE", "continue"), draw)
        assert (held(hand, 0), hand.state.turn, hand.state.phase) == (10, 1, "draw")
        assert hand.state.taken is None


def test_no_knock_before_the_hand_is_right() -> None:
    hands = ("2S2H2D4S4H4D7C8C9CQSAS", "3S3H3D5S5H5D6CJCTDJD")
    lying = table("discard", hands=(hands[0] + "AH", hands[1]), stock="ACKDKS9H")
    hand = ruled(lying, "HAND_COUNT_ONE", "continue")
    assert kinds(hand) == {"discard"}
    hand = played(hand, *does("QS"), DRAW, *does("AC"))
    assert kinds(hand) == {"discard"}
    hand = played(hand, *does("AH"), TAKE, *does("JD"), DRAW)
    assert "knock" in kinds(hand)


# Knocks


#: Seat 0 has drawn and puts KH face down: 7C 8C and A leave 16.
ILLEGAL = ("2S2H2D4S4H4D7C8CASKHQH", HANDS[1])


def illegal() -> RuledHand:
    return table("discard", hands=ILLEGAL)


def test_a_refused_knock_lies_open_until_the_opponent_has_played() -> None:
    hand = ruled(illegal(), "KNOCK_ILLEGAL_EARLY", "reject", about="KH")
    assert (hand.state.phase, hand.state.turn) == ("draw", 1)
    assert hand.state.discards[-1] == card("KH")
    assert hand.flags.exposed == ("opponent_next_play", None)
    hand = played(hand, TAKE)
    assert hand.flags.exposed[0] == "opponent_next_play"
    hand = played(hand, *does("JD"))
    assert hand.flags.exposed == (None, None)


@pytest.mark.parametrize(
    ("row", "option", "exposed"),
    [
        ("KNOCK_ILLEGAL_AFTER_EXPOSE", "play_on_with_knocker_hand_exposed_to_the_end", "hand_end"),
        ("KNOCK_ILLEGAL_AFTER_EXPOSE", "let_knocker_pick_up_hand", None),
        ("KNOCK_ILLEGAL_GRA", "reject", "hand_end"),
    ],
)
def test_after_an_illegal_knock_play_goes_on(row, option, exposed) -> None:
    hand = ruled(illegal(), row, option, about="KH")
    hand = played(hand, DRAW, *does("JD"), DRAW, *does("QH"))
    assert (hand.state.turn, hand.flags.exposed) == (1, (exposed, None))


def test_an_accepted_knock_is_laid_off_on_and_scored() -> None:
    effects = effects_of("KNOCK_ILLEGAL_EARLY", "accept_as_legal", ["count_only_fault"], 0)
    hand = rule_on(illegal(), effects, card("KH"))
    assert (hand.state.phase, hand.state.turn) == ("layoff", 1)
    assert hand.state.table == illegal().state.table
    state = play.answered(hand.state)
    score = play.result(state, hand_remedies(effects))
    assert score is not None
    assert (score.kind, score.winner, score.counts) == ("knock", 0, (26, 35))
    assert refuses(play.result, state).text.code == "illegal_knock"
    again = rule_on(hand, effects_of("KNOCK_ILLEGAL_AFTER_LAYOFF", "", (), 0))
    assert again == hand


def test_false_gin_within_the_limit_is_laid_off_on() -> None:
    hands = ("2S2H2D4S4H4D7C8C9CASKH", "3S3H3D5S5H5D6CJCTDJD")
    lying = table("discard", hands=hands)
    effects = effects_of("KNOCK_FALSE_GIN", "lay_off", (), 0)
    hand = rule_on(lying, effects, card("KH"))
    assert {a.kind for a in legal_actions(hand)} == {"lay_off", "melds", "done"}
    score = play.result(play.answered(hand.state), hand_remedies(effects))
    assert score is not None
    assert (score.kind, score.winner, score.counts) == ("knock", 0, (1, 30))


def test_a_knock_out_of_turn_or_without_a_draw_does_not_count() -> None:
    in_turn = ruled(table(), "KNOCK_WITHOUT_DRAW", "", "in_turn")
    assert (in_turn.state.phase, in_turn.state.turn) == ("draw", 0)
    hand = played(in_turn, DRAW, *does("KH"))
    assert hand.flags.exposed[0] == "opponent_next_play"
    assert played(hand, DRAW, *does("JD")).flags.exposed[0] is None
    out_of_turn = ruled(table(turn=1), "KNOCK_WITHOUT_DRAW")
    assert (out_of_turn.state.turn, out_of_turn.flags.exposed[0]) == (1, "opponent_next_play")


def test_who_says_knock_and_can_must() -> None:
    hand = ruled(knockable(), "KNOCK_SAID_ONLY", "", "can_knock")
    assert kinds(hand) == {"knock"}
    assert refuses(apply, hand, DISCARD[card("QS")]).text.code == "illegal_action"
    hand = apply(hand, KNOCK[card("QS")])
    assert (hand.state.phase, hand.flags.only) == ("layoff", ())
    assert apply(hand, DONE).state.phase == "scored"


def test_a_knocker_with_too_few_cards_plays_on_and_puts_the_hand_right() -> None:
    lying = table("discard", hands=(ILLEGAL[0][:-2], HANDS[1]))
    hand = ruled(lying, "HAND_COUNT_KNOCKER", "treat_as_illegal_knock", about="KH")
    assert (held(hand, 0), hand.state.turn) == (9, 1)
    hand = played(hand, DRAW, *does("JD"), DRAW)
    assert (held(hand, 0), hand.state.turn, hand.flags.exposed[0]) == (10, 1, None)


def test_a_card_must_be_named() -> None:
    effects = effects_of("KNOCK_ILLEGAL_EARLY", "reject", (), 0)
    assert refuses(rule_on, illegal(), effects).text.code == "card_needed"


def test_a_hand_without_rulings_is_an_ordinary_one() -> None:
    hand = RuledHand(begun(CLUB, 7))
    state: HandState = hand.state
    while play.legal_actions(state):
        assert legal_actions(hand) == play.legal_actions(state)
        action = play.legal_actions(state)[-1]
        hand, state = apply(hand, action), play.apply(state, action)
        assert hand.state == state
