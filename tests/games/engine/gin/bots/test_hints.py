"""The numbers of a hint are counted again here, card by card and another way."""

from itertools import combinations

import pytest

from games.engine.cards import DECK
from games.engine.gin import play
from games.engine.gin.bots.hints import hint
from games.engine.gin.bots.roster import player_of
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import parse_action
from tests.games.engine import oracle
from tests.games.engine.gin.bots.hands import played_by, view_of
from tests.games.engine.playing import RULES

NAMES = [str(card) for card in DECK]


def hinted(rules: str, hands: int, code: str = "strong"):
    """Hints at every choice of some hands, with what their player can see."""
    players = [player_of(code, str(seat)) for seat in (0, 1)]
    found = []
    for seed in range(hands):
        log: list[dict[str, object]] = []

        def ask(state: HandState, action: str, log=log) -> None:
            view = view_of(state)
            given = hint(view, log, seat=state.turn, variant=state.table.rules.variant)
            found.append((given, view, list(log), state.turn))

        played_by(players, RULES[rules], seed, watch=ask, log=log)
    return found


@pytest.mark.parametrize("rules", ["club", "straight", "doubling", "round-the-corner", "oklahoma"])
def test_what_is_advised_is_allowed_and_said_why(rules: str) -> None:
    for given, view, _log, _seat in hinted(rules, 6):
        kind = given.action.split(" |")[0]
        assert kind in view["actions"] or kind.startswith("melds")
        assert given.reasons
        assert all(str(reason) for reason in given.reasons)


def test_what_a_throw_gives_away_is_counted() -> None:
    checked = 0
    for given, view, log, seat in hinted("club", 6):
        if not given.action.startswith("discard"):
            continue
        said = {reason.code: reason.values for reason in given.reasons}
        card = given.action.split()[1]
        own, gone = set(view["hands"][seat]), lying(view, log)
        melds = threes(card)
        still = [meld for meld in melds if not (set(meld) - {card}) & (own | gone)]
        assert said["gives"] == {"open": len(still), "all": len(melds), "card": card}
        others = own - {card}
        needed = {
            next(iter(rest)) for meld in melds if len(rest := set(meld) - {card} - others) == 1
        }
        if needed:
            assert set(said["completing"]["needed"].split()) == needed
            passed = needed & (gone | taken(view, log, seat))
            assert set(said.get("gone", {"gone": ""})["gone"].split()) == passed
        else:
            assert "alone" in said
        checked += 1
    assert checked > 20


def test_what_the_next_card_brings_is_counted() -> None:
    checked = 0
    for given, view, log, seat in hinted("club", 4):
        if not given.action.startswith("discard"):
            continue
        said = {reason.code: reason.values for reason in given.reasons}
        rest = set(view["hands"][seat]) - {given.action.split()[1]}
        unseen = set(NAMES) - set(view["hands"][seat]) - lying(view, log) - taken(view, log, seat)
        left = [oracle_after(rest | {drawn}) for drawn in unseen]
        knock = sum(count <= view["limit"] for count in left)
        if not knock:
            assert said["none_ends"] == {"unseen": len(unseen)}
            continue
        assert said["next_ends"] == {"knock": knock, "unseen": len(unseen)}
        assert said.get("with_gin", {"gin": 0}) == {"gin": left.count(0)}
        checked += 1
    assert checked > 10


def test_what_is_said_of_the_open_card_is_so() -> None:
    taken_cards = left_cards = 0
    for given, view, _log, seat in hinted("club", 12):
        if view["phase"] not in ("upcard_nd", "upcard_d", "draw"):
            continue
        own, top = set(view["hands"][seat]), view["discards"][-1]
        said = {reason.code: reason.values for reason in given.reasons}
        melds = oracle.melds_in(as_cards(own | {top}), corner=False)
        fits = any(as_card(top) in meld for meld in melds)
        if given.action == "take":
            before, after = said["count_falls"]["before"], said["count_falls"]["after"]
            assert before == oracle.least(as_cards(own), corner=False)
            assert after == min(least(own - {card} | {top}) for card in own)
            assert after < before
            assert top in said["makes_meld"]["meld"].split()
            assert as_cards(said["makes_meld"]["meld"].split()) in melds
            taken_cards += 1
        else:
            assert ("no_meld" in said) is not fits
            assert ("no_gain" in said) is fits
            left_cards += 1
    assert taken_cards > 5
    assert left_cards > 20


def test_of_the_last_discard_is_said_what_the_hand_would_end_with() -> None:
    seen = set()
    for given, view, _log, seat in hinted("club", 60, "contessa"):
        if view["phase"] != "wall":
            continue
        [reason] = given.reasons
        own, top = set(view["hands"][seat]), view["discards"][-1]
        after = min(least(own - {card} | {top}) for card in own)
        if "take" in view["actions"]:
            assert reason.values == {"after": after}
        else:
            assert after > view["limit"]
        seen.add(reason.code)
    assert seen >= {"cannot_end", "ends_with"}


def test_who_has_laid_down_melds_is_told_what_they_can_still_lay_off() -> None:
    checked = 0
    for seed in range(60):
        log: list[dict[str, object]] = []
        met: list[HandState] = []
        players = [player_of("club", str(seat)) for seat in (0, 1)]

        def meet(state: HandState, action: str, met=met) -> None:
            if state.phase == "layoff" and state.spread.own is None:
                met.append(state)

        played_by(players, RULES["club"], seed, watch=meet, log=log)
        for state in met[:1]:
            if "melds" not in view_of(state)["actions"]:
                continue
            state = play.apply(state, parse_action("melds -"))
            given = hint(view_of(state), [], seat=state.turn)
            while given.action != "done":
                state = play.apply(state, parse_action(given.action))
                checked += 1
                given = hint(view_of(state), [], seat=state.turn)
            assert "lay_off" not in " ".join(view_of(state)["actions"])
            left = as_cards(view_of(state)["hands"][state.turn])
            assert given.reasons[0].values["count"] == sum(oracle.value(one, False) for one in left)
    assert checked > 3


def least(names: set[str]) -> int:
    return oracle.least(as_cards(names), corner=False)


def as_card(name: str) -> oracle.Card:
    return NAMES.index(name) % 13 + 1, name[1]


def as_cards(names) -> frozenset[oracle.Card]:
    return frozenset(map(as_card, names))


def oracle_after(eleven: set[str]) -> int:
    return min(least(eleven - {card}) for card in eleven)


def lying(view: dict, log: list) -> set[str]:
    """The cards of the pile, from what everybody saw."""
    pile = [view["upcard"]] if view["upcard"] else []
    for one in log:
        match one["action"].split():
            case ["take"]:
                pile.pop()
            case ["discard", name]:
                pile.append(name)
    return set(pile)


def taken(view: dict, log: list, seat: int) -> set[str]:
    """What the other one took and still holds."""
    pile = [view["upcard"]] if view["upcard"] else []
    held: set[str] = set()
    for one in log:
        match one["action"].split():
            case ["take"]:
                card = pile.pop()
                held |= {card} if one["seat"] != seat else set()
            case ["discard", name]:
                pile.append(name)
                held -= {name} if one["seat"] != seat else set()
    return held


def threes(card: str) -> list[tuple[str, ...]]:
    """Every meld of three with this card."""
    rank, suit = NAMES.index(card) % 13, card[1]
    sets = combinations([name for name in NAMES if name[0] == card[0]], 3)
    runs = [
        tuple(str(DECK[NAMES.index("A" + suit) + low + step]) for step in range(3))
        for low in range(max(0, rank - 2), min(10, rank) + 1)
    ]
    return [meld for meld in (*sets, *runs) if card in meld]
