"""Battle Royal and Jersey gin from the rulebook (4.7, 4.9), and random hands of both.

10,000 hands of each form in the long run; what may be done is held to the rules read plainly.
"""

import os
import random
from dataclasses import replace

import pytest

from games.engine.cards import DECK, CardSet, indexes, parse_cards
from games.engine.gin.hand.actions import Action
from games.engine.gin.notation.actions import format_action, legal_texts
from games.engine.gin.royal import hand, record
from games.engine.gin.royal.forms import BATTLE_ROYAL, FORMS, JERSEY
from games.engine.gin.royal.hand import HandRules, HandState, Spread, check_cards
from games.engine.gin.rules import rules_from
from kernel.text import Refusal
from tests.games.engine import oracle

HANDS = 10_000 if "UNDERCUT_LONG" in os.environ else 40
LOOKS = 0.01 if "UNDERCUT_LONG" in os.environ else 0.1
SEED = bytes(range(32))


def rules(form, **knobs):
    given = {"variant": form.code, "gin_bonus": 40, "undercut_bonus": 20, "target": 200}
    return rules_from({"preset": "club", **given, **knobs})


def cards(text):
    return CardSet.of(parse_cards(text.replace(" ", ""))).bits


def knocked(knocker, melds, others, *, kind="knock", form=BATTLE_ROYAL, **knobs):
    """A hand in which seat 0 has spread these cards, and 1 and 2 answer from theirs."""
    count = hand.LOW_ACE.value(cards(knocker) & ~sum(map(cards, melds)))
    laid = tuple(map(cards, melds))
    held = (cards(knocker), *map(cards, others))
    rest = [card.index for card in DECK if not sum(held) >> card.index & 1]
    return HandState(
        HandRules(rules(form, **knobs), form, 2, 10, rest[10]),
        "answer",
        1,
        held,
        tuple(rest[:10]),
        tuple(rest[10:]),
        (None, None),
        spread=Spread(0, kind, laid, count),
        lying=laid,
        counts=(count, None, None),
    )


def does(state, *actions):
    for text in actions:
        state = hand.apply(state, record.parse_action(text))
        check_cards(state)
    return state


def texts(state):
    return legal_texts(hand.legal_actions(state))


def refused(state, text):
    with pytest.raises(Refusal) as found:
        does(state, text)
    return found.value.text.code


FIVES, RUN = "5S5H5D", "7C8C9C"


@pytest.mark.parametrize(
    ("others", "points"),
    [
        # 4 against K + Q + J = 30 and 6 + 6 = 12: 30 + 12 - 4 = 38.
        (["KS QS JH", "6H 6S"], (38, 0, 0)),
        # 3 is lower: 4 + 12 - 3 = 13, and the knocker loses 20.
        (["3H", "6H 6S"], (-20, 13, 0)),
        # Level with the knocker: 12 + 4 - 4 = 12.
        (["4H", "6H 6S"], (-20, 12, 0)),
        # Two who are level below the knocker: nobody scores.
        (["3H", "2H AH"], (-20, 0, 0)),
        # Level all three: between two who did not knock.
        (["4H", "4D"], (-20, 0, 0)),
    ],
)
def test_who_scores_after_a_knock(others, points):
    state = knocked(f"{FIVES}{RUN} 4S", [FIVES, RUN], others)
    assert hand.pays(state) is None
    state = does(state, "done", "done")
    assert (state.ending, hand.pays(state)) == ("knock", points)


def test_gin_of_three():
    """10 + 6 and forty more; nobody lays off on gin."""
    state = knocked(f"{FIVES}{RUN}", [FIVES, RUN], ["TC", "6C"], kind="gin")
    assert texts(state) == ["done"]
    assert refused(state, "lay_off 6C on 7C8C9C") == "illegal_action"
    assert hand.pays(does(state, "done", "done")) == (56, 0, 0)


def test_everybody_lays_off_on_the_melds_as_they_were_spread():
    """Seat 1 lays off T and J; seat 2's queen would fit on those only. Against 4 they have 6 and,
    with the six of clubs below, Q: 6 + 10 - 4 = 12."""
    state = knocked(f"{FIVES}{RUN} 4S", [FIVES, RUN], ["TC JC 6H", "QC 6C"])
    state = does(state, "lay_off TC on 7C8C9C")
    assert refused(state, "lay_off JC on 7C8C9C") == "bad_layoff"
    state = does(state, "lay_off JC on 7C8C9CTC", "done")
    assert refused(state, "lay_off QC on 7C8C9CTCJC") == "bad_layoff"
    state = does(state, "lay_off 6C on 7C8C9C", "done")
    assert (state.counts, hand.pays(state)) == ((4, 6, 10), (12, 0, 0))
    begun = knocked(f"{FIVES}{RUN} 4S", [FIVES, RUN], ["TC JC 6H", "QC 6C"])
    assert hand.answered(begun).counts == state.counts


@pytest.mark.parametrize(
    ("others", "kind", "points"),
    [
        # 30 - 4 = 26 and 12 - 4 = 8.
        (["KS QS JH", "6H 6S"], "knock", (34, 0, 0)),
        # 4 - 3 = 1 and an undercut of 20; of the other 8.
        (["3H", "6H 6S"], "knock", (8, 21, 0)),
        (["4H", "4D"], "knock", (0, 20, 20)),
    ],
)
def test_jersey_counts_with_each_of_the_others(others, kind, points):
    state = knocked(f"{FIVES}{RUN} 4S", [FIVES, RUN], others, kind=kind, form=JERSEY, gin_bonus=20)
    assert hand.pays(does(state, "done", "done")) == points


def test_jersey_gin_is_paid_by_each():
    """10 + 20 and 6 + 20."""
    rules = {"kind": "gin", "form": JERSEY, "gin_bonus": 20}
    state = knocked(f"{FIVES}{RUN}", [FIVES, RUN], ["TC", "6C"], **rules)
    assert hand.pays(does(state, "done", "done")) == (56, 0, 0)


def begun(form=BATTLE_ROYAL, **knobs):
    return hand.begin(rules(form, **knobs), form, 2, SEED)


def name(card):
    return str(DECK[card])


def test_the_upcard_goes_round():
    state = begun()
    (upcard,) = state.discards
    assert [cards.bit_count() for cards in state.hands] == [10, 10, 10]
    assert (state.turn, len(state.stock)) == (0, 21)
    for seat in range(3):
        assert (state.turn, texts(state)) == (seat, ["pass", f"take {name(upcard)}"])
        state = does(state, "pass")
    assert (state.turn, texts(state)) == (0, ["draw"])


def test_two_discards_may_be_taken():
    state = does(begun(), "pass", "pass", "pass")
    thrown = []
    for _ in range(3):
        state = does(state, "draw")
        card = name(next(indexes(state.hand)))
        thrown.append(card)
        state = does(state, f"discard {card}")
    assert texts(state) == sorted(["draw", *(f"take {card}" for card in thrown[1:])])
    state = does(state, f"take {thrown[1]}")
    assert refused(state, f"discard {thrown[1]}") == "illegal_action"
    other = next(name(card) for card in indexes(state.hand) if name(card) != thrown[1])
    state = does(state, f"discard {other}")
    assert texts(state) == sorted(["draw", f"take {thrown[2]}", f"take {other}"])


def test_in_jersey_the_last_discard_alone_and_no_upcard_goes_round():
    state = begun(JERSEY)
    (upcard,) = state.discards
    assert texts(state) == ["draw", f"take {name(upcard)}"]
    state = does(state, "draw")
    card = name(next(indexes(state.hand)))
    assert texts(does(state, f"discard {card}")) == ["draw", f"take {card}"]


def test_three_cards_of_the_stock_are_left():
    state = does(begun(knock_limit=0), "pass", "pass", "pass")
    while state.ending is None:
        assert len(state.stock) > 3
        state = does(state, "draw")
        thrown = [text for text in texts(state) if text.startswith("discard")]
        state = does(state, thrown[0])
    assert (state.ending, len(state.stock), hand.pays(state)) == ("void", 3, (0, 0, 0))


@pytest.mark.parametrize(
    "knobs",
    [
        {"knock_limit": "second_deck"},
        {"upcard_rule": "deal_11"},
        {"table_size": 4},
        {"match_type": "rounds", "round_of": "deal_each"},
    ],
)
def test_what_no_source_has_for_three(knobs):
    with pytest.raises(Refusal, match="hree") as found:
        begun(**knobs)
    assert found.value.text.code == "bad_rules"


@pytest.mark.parametrize(("upcard", "points"), [("9D", (40, 0, 0)), ("9S", (80, 0, 0))])
def test_a_spade_as_upcard_doubles_what_everybody_gets(upcard, points):
    state = knocked("5S5H5D 7C8C9C 2C", [FIVES, RUN], ["KS QS JH", "6H 6S"], knock_limit="upcard")
    table = replace(state.table, upcard=parse_cards(upcard)[0].index)
    assert hand.pays(does(state._replace(table=table), "done", "done")) == points


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_random_hands(form, request):
    chance = random.Random(f"{request.config.getoption('randomly_seed', 0)} {form.code}")
    hands, endings = 0, set()
    while hands < HANDS or endings != {"knock", "gin", "void"}:
        hands += 1
        knobs = {"knock_limit": chance.choice([0, 5, 10, "upcard"])}
        dealer, seed = chance.randrange(3), chance.randbytes(32)
        state = hand.begin(rules(form, **knobs), form, dealer, seed)
        thrown, done = [*state.discards], []
        while actions := hand.legal_actions(state):
            action = some(chance, state, actions)
            if chance.random() < LOOKS:
                check_legal(state, thrown)
                check_view(state, chance)
            thrown = after(thrown, state, action)
            done.append(format_action(action))
            state = hand.apply(state, action)
            check_cards(state)
        written = {"rules": {"variant": form.code, **knobs}, "dealer": dealer, "seed": seed.hex()}
        written["actions"] = done
        *_before, last = record.steps(record.read_record(written))
        assert last._replace(table=state.table) == state
        endings.add(state.ending)


def some(chance, state, actions):
    """A gin or a knock mostly, layoffs rather than not, and mostly the throw that leaves least."""
    for kinds, often in ((("gin",), 0.9), (("knock",), 0.3), (("lay_off",), 0.6)):
        chosen = [action for action in actions if action.kind in kinds]
        if chosen and chance.random() < often:
            return chance.choice(chosen)
    calm = [action for action in actions if action.kind not in ("knock", "gin")]
    if state.phase == "discard" and chance.random() < 0.9:
        return min(calm, key=lambda action: hand.least_deadwood(state.hand ^ 1 << action.card))
    return chance.choice(calm)


def after(thrown, state, action):
    """What was thrown turn by turn, None where it was taken or all have refused it."""
    if action.kind == "take":
        return [None if card == action.card else card for card in thrown]
    if action.kind == "pass":
        return [None] if state.turn == state.table.dealer else thrown
    return [*thrown, action.card] if action.kind == "discard" else thrown


def check_legal(state, thrown):
    found = texts(state)
    assert len(set(found)) == len(found)
    live = thrown[-state.table.form.live :]
    takes = [f"take {name(card)}" for card in live if card is not None]
    if state.phase == "offer":
        assert found == sorted(["pass", *takes])
    elif state.phase == "draw":
        assert found == sorted(["draw", *takes])
    elif state.phase == "discard":
        assert found == sorted(throws(state))
    else:
        assert found == sorted(["done", *layoffs(state)])


def plain(bits):
    return frozenset((DECK[card].rank + 1, DECK[card].suit) for card in indexes(bits))


def throws(state):
    for card in indexes(state.hand):
        if card == state.taken:
            continue
        count = oracle.least(plain(state.hand ^ 1 << card), corner=False)
        yield f"discard {name(card)}"
        if state.table.limit and count <= state.table.limit:
            yield f"knock {name(card)}"
        if not count:
            yield f"gin {name(card)}"


def layoffs(state):
    if state.spread.kind == "gin":
        return
    for card in indexes(state.hand):
        for meld in state.lying:
            if oracle.is_meld(plain(meld | 1 << card), corner=False):
                yield format_action(Action("lay_off", card, onto=meld))


def check_view(state, chance):
    """Nothing of a view changes with what the seat can't know."""
    open_seats = {state.spread.knocker} if state.spread else set()
    for seat in range(3):
        hidden = [place for place in range(3) if place != seat and place not in open_seats]
        pool = [card for place in hidden for card in indexes(state.hands[place])] + [*state.stock]
        chance.shuffle(pool)
        hands = list(state.hands)
        for place in hidden:
            count = hands[place].bit_count()
            hands[place], pool = sum(1 << card for card in pool[:count]), pool[count:]
        other = state._replace(hands=tuple(hands), stock=tuple(pool))
        assert record.seat_view(other, seat) == record.seat_view(state, seat)
