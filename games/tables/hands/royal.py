"""Gin of three who all play, Battle Royal and Jersey, as an online table plays it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from games.engine.cards import DECK, Card, indexes
from games.engine.gin.bots.manners import Manner
from games.engine.gin.fair.dealing import drawn
from games.engine.gin.forms import gin_rules
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import KNOCKS
from games.engine.gin.notation.actions import format_action, legal_texts
from games.engine.gin.notation.shapes import meld_names, melds_names, names
from games.engine.gin.royal.automatic import automatic_action
from games.engine.gin.royal.bots.choosing import choose
from games.engine.gin.royal.bots.hints import hint
from games.engine.gin.royal.forms import FORMS
from games.engine.gin.royal.hand import (
    SEATS,
    HandState,
    apply,
    begin,
    best_action,
    legal_actions,
)
from games.engine.gin.royal.record import parse_action
from games.engine.gin.royal.written import counted, dealt_cards
from games.engine.gin.rules import Rules, as_dict, from_stored
from games.engine.hints import Hint
from games.engine.melds.least import least_after_discard, least_deadwood
from games.engine.scoring.counted import CountedHand, CountedRules
from games.tables.hands.base import IllegalAction, Seen, Sighted, unreadable
from games.tables.hands.counted import CountedHands
from kernel.seats import Seat
from kernel.text import Refusal

_ALL = frozenset(range(SEATS))


class RoyalHands(CountedHands[HandState, Rules]):
    """A hand of three."""

    more_keys = {"live": None, "laid": None, "counted": None}

    def rules_json(self, rules: Rules) -> dict[str, Any]:
        return {**as_dict(rules)}

    def match_rules(self, rules: Rules) -> CountedRules:
        return cast("CountedRules", gin_rules(rules))

    def rules_of(self, hand: HandState) -> Rules:
        return hand.table.rules

    def draw(self, rules: Rules, seats: int, seed: bytes) -> tuple[Card, ...]:
        return drawn(seed, seats)

    def dealt(self, rules: Rules, seats: int, dealer: Seat, seed: bytes) -> HandState:
        return begin(rules, FORMS[rules.variant], dealer, seed)

    def apply(self, hand: HandState, action: str) -> HandState:
        return apply(hand, parse_action(action))

    def legal(self, hand: HandState) -> list[str]:
        return legal_texts(legal_actions(hand))

    def kind_of(self, typed: object) -> str:
        return _parsed(typed).kind

    def checked(self, hand: HandState, typed: object) -> str:
        """With the melds of a knock, from what the knocker may know."""
        action = _parsed(typed)
        legal = legal_actions(hand)
        if Action(action.kind, action.card, onto=action.onto) not in legal:
            raise IllegalAction.of(action.kind, legal_texts(legal))
        after = apply(hand, action)
        if after.spread is not None and hand.spread is None:
            action = replace(action, melds=after.spread.melds)
        return format_action(action)

    def automatic(self, hand: HandState) -> str:
        return format_action(automatic_action(hand))

    def best_answer(self, hand: HandState) -> list[str]:
        texts, state = list[str](), hand
        while state.phase == "answer" and state.turn == hand.turn:
            action = best_action(state)
            texts.append(format_action(action))
            state = apply(state, action)
        return texts or ["done"]

    def counted(self, hand: HandState) -> CountedHand:
        return counted(hand)

    def cards_of(self, hand: HandState) -> dict[str, Any]:
        return dealt_cards(hand)

    def seat_view(self, hand: HandState, place: Seat) -> dict[str, Any]:
        return self._view(hand, {place}, place)

    def public_view(self, hand: HandState) -> dict[str, Any]:
        return self._view(hand, ())

    def disclosed_view(self, hand: HandState) -> dict[str, Any]:
        return self._view(hand, _ALL)

    def over_view(self, hand: HandState, place: Seat | None) -> dict[str, Any]:
        over = hand if hand.ending else hand._replace(phase="over", ending="void")
        return self._view(over, _ALL, place)

    def _view(
        self, hand: HandState, shown: Iterable[Seat], place: Seat | None = None
    ) -> dict[str, Any]:
        """What a reader sees to whom these hands are shown; `place` is their own."""
        is_over, spread = hand.ending is not None, hand.spread
        open_hands = {*shown, *([spread.knocker] if spread else [])}
        live = [card for card in hand.live if card is not None]
        seen = hand.discards if is_over else live
        if hand.table.rules.discards_open and spread is None:
            seen = hand.discards
        return {
            **self.hidden_view(),
            "phase": hand.phase,
            "turn": None if is_over else hand.turn,
            "limit": hand.table.limit,
            "upcard": str(DECK[hand.table.upcard]),
            "hands": [
                names(cards) if seat in open_hands else None
                for seat, cards in enumerate(hand.hands)
            ],
            "held": [cards.bit_count() for cards in hand.hands],
            "stock": len(hand.stock),
            "discards": _names(seen),
            "discarded": len(hand.discards),
            "taken": None if hand.taken is None else str(DECK[hand.taken]),
            "factor": 1,
            "spread": _spread(hand),
            "deadwood": None if place is None else _deadwood(hand, place),
            "actions": self.legal(hand) if place == hand.turn and not is_over else [],
            "live": _names(live),
            "laid": names(hand.laid),
            "counted": list(hand.counts),
            **self.end_json(hand),
        }

    def seen(self, hand: HandState, actions: Iterable[str]) -> list[Seen]:
        """What is thrown with a knock lies face down."""
        found = []
        for action in map(parse_action, actions):
            is_shown = action.card is not None and action.kind not in KNOCKS
            meld = "".join(meld_names(action.onto)) if action.onto else ""
            card = DECK[action.card] if action.card is not None and is_shown else None
            found.append(Seen(action.kind, card, meld))
        return found

    def new_card(self, hand: HandState) -> Card | None:
        return None if hand.drawn is None else DECK[hand.drawn]

    def choose(self, manner: Manner, seed: str, sighted: Sighted, view: Mapping[str, Any]) -> str:
        return choose(
            manner.level,
            seed,
            view,
            sighted.played,
            seat=sighted.seat,
            rules=from_stored(view["rules"]),
        )

    def hint(self, sighted: Sighted) -> Hint:
        rules = from_stored(sighted.view["rules"])
        return hint(sighted.view, sighted.played, seat=sighted.seat, rules=rules)


def _parsed(typed: object) -> Action:
    try:
        return parse_action(typed)
    except Refusal as refused:
        raise unreadable(refused) from None


def _spread(hand: HandState) -> dict[str, Any] | None:
    """What lies open after a knock, in the shape that it has in a hand of two."""
    spread = hand.spread
    if spread is None:
        return None
    return {
        "knocker": spread.knocker,
        "kind": spread.kind,
        "melds": melds_names(spread.melds),
        "count": spread.count,
        "lying": melds_names(hand.lying),
        "layoffs": [],
        "own": None,
    }


def _deadwood(hand: HandState, place: Seat) -> int:
    """The least count of a hand; once a card is drawn after the best discard that is allowed."""
    cards = hand.hands[place]
    if hand.phase != "discard" or place != hand.turn:
        return least_deadwood(cards)
    if hand.taken is None:
        return least_after_discard(cards)
    return min(least_deadwood(cards ^ 1 << one) for one in indexes(cards) if one != hand.taken)


def _names(cards: Sequence[int]) -> list[str]:
    return [str(DECK[card]) for card in cards]
