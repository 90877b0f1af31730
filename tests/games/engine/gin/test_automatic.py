"""What is played for a seat whose time is over (the contract of the online table, "Clock":
`auto_play`)."""

import random
from itertools import pairwise

import pytest

from games.engine.cards import indexes, typed_cards
from games.engine.gin import play
from games.engine.gin.automatic import automatic_action
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.state import HandState, Phase, check_cards
from games.engine.gin.notation.actions import format_action, parse_action
from games.engine.melds.layoffs import least_after_layoffs
from games.engine.melds.least import least_deadwood
from tests.games.engine.dealing import TIMES
from tests.games.engine.gin.test_view import otherwise_hidden
from tests.games.engine.playing import RULES, begun, choose

every_rules = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)

#: Three melds and a king.
MELDED = "7S7H7D2C3C4C9HTHJHKD"


def cards(text: str) -> int:
    return typed_cards(text).bits


def card(text: str) -> int:
    return next(indexes(cards(text)))


def holding(
    hand: str, *, taken: str = "", drawn: str = "", phase: Phase = "discard", name: str = "club"
) -> HandState:
    """Seat 0 in turn with these cards, over QC; the other cards lie in order."""
    held = cards(hand)
    rest = [index for index in range(52) if not held >> index & 1 and index != card("QC")]
    return begun(RULES[name], 1)._replace(
        phase=phase,
        turn=0,
        hands=(held, sum(1 << index for index in rest[:10])),
        stock=tuple(rest[10:]),
        discards=(card("QC"),),
        taken=card(taken) if taken else None,
        drawn=card(drawn) if drawn else None,
    )


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (holding(MELDED, phase="upcard_nd"), "pass"),
        (holding(MELDED, phase="upcard_d"), "pass"),
        (holding(MELDED, phase="forced_stock"), "draw"),
        (holding(MELDED, phase="draw"), "draw"),
        (holding(MELDED, phase="wall", name="eleven"), "pass"),
        (holding(MELDED, phase="offered", name="doubling"), "refuse"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.phase,
)
def test_where_there_is_nothing_to_choose(state: HandState, text: str) -> None:
    assert format_action(automatic_action(state)) == text


@pytest.mark.parametrize(
    ("hand", "taken", "drawn", "thrown"),
    [
        # drawn: that card, whether it makes a meld or is low
        (MELDED + "8H", "", "8H", "8H"),
        (MELDED + "AS", "", "AS", "AS"),
        # eleven dealt, or taken from the discards: the highest outside the melds, gin or not
        (MELDED + "AS", "", "", "KD"),
        (MELDED + "AS", "AS", "", "KD"),
        (MELDED + "8H", "8H", "", "KD"),
        # of equal counts the higher rank, of equal ranks the suit that stands first
        ("7S7H7D2C3C4CQHTSKDKCAS", "", "", "KD"),
        # the highest outside is the one taken
        ("7S7H7D2C3C4C9HTHQDKDAS", "KD", "", "QD"),
        # the only one outside was taken: what leaves least, then the highest
        ("7S7H7D2C3C4C9HTHJHQHKD", "KD", "", "QH"),
        ("7S7H7D2C3C4C5C9HTHJHKD", "KD", "", "5C"),
        # nothing outside
        ("7S7H7D7C2C3C4C9HTHJHQH", "QH", "", "9H"),
    ],
)
def test_what_is_thrown(hand: str, taken: str, drawn: str, thrown: str) -> None:
    state = holding(hand, taken=taken, drawn=drawn)
    assert automatic_action(state) == Action("discard", card(thrown))


def test_round_the_corner_an_ace_is_the_highest() -> None:
    state = holding(MELDED + "AS", name="round-the-corner")
    assert format_action(automatic_action(state)) == "discard AS"


@pytest.mark.parametrize(
    ("name", "hand", "text"),
    [
        ("eleven", MELDED + "AS", "knock KD"),
        ("eleven", MELDED + "8H", "gin KD"),
        ("round the corner, big gin", MELDED.replace("KD", "QH") + "8H", "big_gin"),
    ],
)
def test_who_has_taken_the_last_discard_knocks_with_the_least(
    name: str, hand: str, text: str
) -> None:
    """Also where a worse knock would do."""
    state = holding(hand, taken=hand[-2:], phase="wall_knock", name=name)
    action = automatic_action(state)
    assert format_action(action) == text
    assert play.apply(state, action).phase == "layoff"


def test_a_defender_lays_off_melds_and_is_done() -> None:
    state = holding(MELDED + "QS")._replace(
        hands=(cards(MELDED + "QS"), cards("QHKH8H5S6S8S8DTSJC2D"))
    )
    texts = []
    state = play.apply(state, parse_action("knock QS | 7S7H7D 2C3C4C 9HTHJH"))
    while state.ending is None:
        texts.append(format_action(automatic_action(state)))
        state = play.apply(state, automatic_action(state))
    assert sorted(texts[:2]) == ["lay_off KH on 9HTHJHQH", "lay_off QH on 9HTHJH"]
    assert texts[2:] == ["melds 8S8H8D", "done"]


def test_nothing_is_played_when_the_hand_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        automatic_action(holding(MELDED, phase="void"))


def bare(action: Action) -> Action:
    """As it is listed: without melds."""
    return Action(action.kind, action.card, onto=action.onto)


def ended(state: HandState, *, chance: random.Random | None = None) -> list[HandState]:
    """The states up to the end; where there is chance, it plays for seat 1."""
    states = [state]
    while (state := states[-1]).ending is None:
        if chance and state.turn == 1:
            action = choose(chance, state, "quick")
        else:
            action = automatic_action(state)
            assert bare(action) in play.legal_actions(state)
        states.append(play.apply(state, parse_action(format_action(action, state.table.form))))
        check_cards(states[-1])
        assert len(states) < 500
    return states


@every_rules
def test_two_that_play_so_come_to_the_end(rules) -> None:
    """Nobody knocks, so the hand is void; each turn throws what it drew, but for the first."""
    for seed in range(3 * TIMES):
        states = ended(begun(rules, seed))
        assert states[-1].phase == "void"
        for before, after in pairwise(states):
            if before.phase == "discard" and after.phase == "draw" and before.drawn is not None:
                assert after.discards[-1] == before.drawn


@every_rules
def test_against_anybody_it_plays_what_is_legal_and_ends(rules) -> None:
    for seed in range(10 * TIMES):
        ended(begun(rules, seed), chance=random.Random(seed))


@every_rules
def test_it_takes_over_wherever_a_player_stopped(rules) -> None:
    """The rest is legal, a state in ten and every layoff; a defender comes to the least count."""
    for seed in range(3 * TIMES):
        chance = random.Random(seed)
        state = begun(rules, seed)
        while play.legal_actions(state):
            if state.phase in ("layoff", "wall_knock") or chance.random() < 0.1:
                last = ended(state)[-1]
                if state.phase == "layoff" and state.spread.own is None:
                    assert last.ending.counts[state.turn] == best_count(state)
            state = play.apply(state, choose(chance, state, "quick"))


def best_count(state: HandState) -> int:
    """What the defender is left with at best."""
    form, held, spread = state.table.form, state.hands[state.turn], state.spread
    if spread.kind != "knock" and not state.table.variant.lays_off_on_gin:
        return least_deadwood(held, form)
    return least_after_layoffs(held, spread.lying, form)


@every_rules
def test_it_knows_what_its_seat_knows(rules) -> None:
    """Whatever the other holds and the stock brings, it does the same."""
    for seed in range(3 * TIMES):
        chance = random.Random(seed)
        state = begun(rules, seed)
        while play.legal_actions(state):
            expected = automatic_action(state)
            for _ in range(3):
                assert automatic_action(otherwise_hidden(state, chance)) == expected
            state = play.apply(state, choose(chance, state, "wild"))
