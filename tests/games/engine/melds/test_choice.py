"""What a knocker lays down who declares no melds: in play from what they may know (the contract of
the online table)."""

import random

import pytest

from games.engine.cards import DECK, FULL, Deal, indexes, typed_cards
from games.engine.gin import play
from games.engine.gin.hand.actions import GIN, KNOCK, Action
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action, parse_action
from games.engine.gin.notation.record import HandRecord, record_of, replayed
from games.engine.gin.rules import rules_from
from games.engine.melds.choice import fewest_layoffs
from games.engine.melds.form import meld_form
from tests.games.engine import oracle
from tests.games.engine.dealing import TIMES, random_cards, rich_cards
from tests.games.engine.playing import RULES, begun, dealt, played

CLUB = rules_from("club")

#: Three sets or three runs: after the sets the fourth of each rank fits, after the runs their ends.
GRID = "7S8S9S7H8H9H7D8D9D"


def cards(text: str) -> int:
    return typed_cards(text).bits


def card(text: str) -> int:
    return next(indexes(cards(text)))


def pairs(bits: int) -> frozenset[oracle.Card]:
    return frozenset((card % 13 + 1, "SHDC"[card // 13]) for card in indexes(bits))


def about_to_knock(hand: str, other: str, discards: str, name: str = "club") -> HandState:
    """Seat 0 in turn with eleven cards, over these discards, and the rest of the pack as stock."""
    held, others = cards(hand), cards(other)
    pile = tuple(card(discards[at : at + 2]) for at in range(0, len(discards), 2))
    known = held | others | cards(discards)
    stock = tuple(number for number in range(52) if not known >> number & 1)
    return begun(RULES[name], 0)._replace(
        phase="discard", turn=0, hands=(held, others), stock=stock, discards=pile
    )


def spread(state: HandState, action: Action) -> str:
    melds = play.apply(state, action).spread.melds
    return format_action(Action("melds", melds=melds), state.table.form).removeprefix("melds ")


DEFENDER = "2S3S4S2H3H4H2C3C4C5C"


@pytest.mark.parametrize(
    ("discards", "melds"),
    [
        # the sets take three cards, each run many
        ("KS", "7S7H7D 8S8H8D 9S9H9D"),
        # of the runs' ends TD is left, JD and QD after it: three each, and 7S7H7D is smaller
        ("6S6H6DTSTHKD", "7S7H7D 8S8H8D 9S9H9D"),
        # TD and JD
        ("6S6H6DTSTHQD", "7S8S9S 7H8H9H 7D8D9D"),
        # what is left lies behind a dead card
        ("6S6H6DTSTHTD", "7S8S9S 7H8H9H 7D8D9D"),
    ],
)
def test_the_fewest_that_could_be_laid_off(discards: str, melds: str) -> None:
    state = about_to_knock(GRID + "AHKH", DEFENDER, discards)
    assert spread(state, KNOCK[card("KH")]) == melds


def test_a_card_that_the_opponent_took_is_counted() -> None:
    """TD lay among the discards and was taken: it may be laid off, and three after it."""
    knock, dead = KNOCK[card("KH")], "6S6H6DTSTH"
    left_lying = about_to_knock(GRID + "AHKH", DEFENDER, dead + "TD")
    assert spread(left_lying, knock).startswith("7S8S9S")
    taken = about_to_knock(GRID + "AHKH", DEFENDER.replace("5C", "TD"), dead)
    assert spread(taken, knock).startswith("7S7H7D")


def test_the_card_that_is_thrown_is_the_knockers_own() -> None:
    """TD goes face down with the knock: nobody can lay it off."""
    state = about_to_knock(GRID + "AHTD", DEFENDER, "6S6H6DTSTH")
    assert spread(state, KNOCK[card("TD")]).startswith("7S8S9S")


def test_gin_and_big_gin_too() -> None:
    state = about_to_knock(GRID + "TSKH", DEFENDER, "JS6STHTD6H6D7C")
    assert spread(state, GIN[card("KH")]) == "7S8S9STS 7H8H9H 7D8D9D"
    state = about_to_knock(GRID + "TSTH", DEFENDER, "JS6SJHTD6H6D7C")
    assert spread(state, Action("big_gin")) == "7S8S9STS 7H8H9HTH 7D8D9D"


def test_of_a_long_run_the_smaller_text() -> None:
    """4S to 9S in one or in two: the same cards fit, and the text of the two is the smaller."""
    state = about_to_knock("4S5S6S7S8S9SKSKHKDAHQC", "2S3S2H3H4H2C3C4C5CJC", "JD")
    assert spread(state, KNOCK[card("QC")]) == "KSKHKD 4S5S6S 7S8S9S"


@pytest.mark.parametrize("corner", [False, True])
@pytest.mark.parametrize("dealer", [random_cards, rich_cards])
def test_the_same_as_the_rulebook_word_by_word(corner: bool, dealer) -> None:
    rng = random.Random(f"{corner} {dealer.__name__}")
    form = meld_form(round_the_corner=corner)
    for _ in range(60 * TIMES):
        held = dealer(rng, rng.choice((10, 11)))
        rest = [card for card in range(52) if not held >> card & 1]
        known = sum(1 << card for card in rng.sample(rest, rng.randrange(len(rest))))
        melds = fewest_layoffs(held, FULL & ~held & ~known, form)
        text = format_action(Action("melds", melds=melds), form).removeprefix("melds ")
        expected = oracle.melds_left_out(pairs(held), pairs(known), corner)
        assert text == (expected or "-")


@pytest.mark.parametrize("name", RULES)
def test_every_knock_of_a_hand(name: str) -> None:
    """Known are the knocker's own cards and the discards that lie, as the actions made the pile."""
    corner = RULES[name].variant == "round_the_corner"
    for seed in range(3 * TIMES):
        states, actions = played(RULES[name], seed)
        lying = {card.index for card in [dealt(RULES[name], seed).upcard] if card}
        for state, done, after in zip(states, actions, states[1:], strict=False):
            for action in play.legal_actions(state):
                if action.kind in ("knock", "gin", "big_gin"):
                    own = state.hands[state.turn]
                    held = own if action.card is None else own & ~(1 << action.card)
                    known = sum(1 << card for card in lying) | own & ~held
                    expected = oracle.melds_left_out(pairs(held), pairs(known), corner)
                    assert spread(state, action) == expected
            if done.kind == "discard":
                lying.add(done.card)
            elif done.kind == "take":
                lying.remove(after.taken)


def test_where_all_cards_lie_open_they_are_worth_most() -> None:
    """Replay of a bare `knock KH` keeps its choice; what was kept of a game played says its own."""
    other = typed_cards("7C8CQC2S3H4D5DKSQHJC")
    held = typed_cards(GRID + "AH")
    first = cards("6CKH")
    rest = [DECK[n] for n in range(52) if not (other.bits | held.bits | first) >> n & 1]
    dealt_so = Deal((other, held), DECK[card("6C")], (DECK[card("KH")], *rest))
    state = play.begin(CLUB, 0, dealt_so)
    kept = []
    for text in ("pass", "pass", "draw", "knock KH"):
        kept.append(play.complete(state, parse_action(text)))
        state = play.apply(state, parse_action(text))
    assert format_action(kept[-1]) == "knock KH | 7S7H7D 8S8H8D 9S9H9D"
    assert replayed(record_of(state, kept, dealt_so)) == play.answered(state)
    bare = HandRecord(CLUB, 0, dealt_so, ("pass", "pass", "draw", "knock KH"))
    runs = (cards("7S8S9S"), cards("7H8H9H"), cards("7D8D9D"))
    assert set(replayed(bare).spread.melds) == set(runs)


def test_what_is_kept_replays_to_the_same() -> None:
    """Every action as it is kept gives the state that it gave as it was sent."""
    filled = 0
    for name in ("club", "round-the-corner", "plain"):
        for seed in range(30 * TIMES):
            states, actions = played(RULES[name], seed)
            record: HandRecord = record_of(states[-1], actions, dealt(RULES[name], seed))
            assert replayed(record) == states[-1]
            filled += any("|" in text for text in record.actions)
    assert filled > 20
