"""Rummy as an online table plays it."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.cards import DECK, Card
from games.engine.gin.bots.manners import Manner
from games.engine.hints import Hint
from games.engine.rummy import play
from games.engine.rummy.automatic import automatic_action
from games.engine.rummy.bots.choosing import choose
from games.engine.rummy.bots.hints import hint
from games.engine.rummy.first_deal import draw
from games.engine.rummy.hand import Action, Ending, HandState, discards_of
from games.engine.rummy.notation import format_action, legal_texts, parse_action
from games.engine.rummy.pack import JOKER, JOKER_NAME, names_of, without
from games.engine.rummy.play import legal_actions
from games.engine.rummy.rules import RummyRules, as_dict, from_stored
from games.engine.rummy.scoring import RummyScoring
from games.engine.rummy.written import counted, dealt_cards
from games.engine.scoring.counted import CountedHand
from games.tables.hands.base import IllegalAction, Seen, Sighted, unreadable
from games.tables.hands.counted import CountedHands
from kernel.seats import Seat
from kernel.text import Refusal

#: What may be refused for what it says of a meld.
_OF_MELDS = ("meld", "lay_off", "free")


class RummyHands(CountedHands[HandState, RummyRules]):
    """Rummy of two to six, who all play; a hand of its own where it differs."""

    more_keys = {"melds": None, "melded": None, "reuses": None, "upcards": None}

    def rules_json(self, rules: RummyRules) -> dict[str, Any]:
        return {"game": RummyScoring.name, **as_dict(rules)}

    def match_rules(self, rules: RummyRules) -> RummyScoring:
        return RummyScoring(rules)

    def rules_of(self, hand: HandState) -> RummyRules:
        return hand.table.rules

    def draw(self, rules: RummyRules, seats: int, seed: bytes) -> tuple[Card, ...]:
        return draw(seed, seats)

    def dealt(self, rules: RummyRules, seats: int, dealer: Seat, seed: bytes) -> HandState:
        return play.begin(rules, seats, dealer, seed)

    def apply(self, hand: HandState, action: str) -> HandState:
        return play.apply(hand, parse_action(action))

    def legal(self, hand: HandState) -> list[str]:
        return legal_texts(legal_actions(hand))

    def kind_of(self, typed: object) -> str:
        return _parsed(typed).kind

    def checked(self, hand: HandState, typed: object) -> str:
        """What is wrong with a meld is said by the rules."""
        action, legal = _parsed(typed), self.legal(hand)
        text = format_action(action)
        if text in legal:
            return text
        if action.kind in _OF_MELDS and hand.phase == "play":
            play.apply(hand, action)
        raise IllegalAction.of(action.kind, legal)

    def automatic(self, hand: HandState) -> str:
        return format_action(automatic_action(hand))

    def best_answer(self, hand: HandState) -> list[str]:
        """Nobody answers: all lay off in their own turns."""
        return ["done"]

    def counted(self, hand: HandState) -> CountedHand:
        return counted(hand)

    def cards_of(self, hand: HandState) -> dict[str, Any]:
        return dealt_cards(hand)

    def seat_view(self, hand: HandState, place: Seat) -> dict[str, Any]:
        return self._view(hand, {place}, place)

    def public_view(self, hand: HandState) -> dict[str, Any]:
        return self._view(hand, set())

    def disclosed_view(self, hand: HandState) -> dict[str, Any]:
        return self._view(hand, {*range(hand.table.seats)})

    def over_view(self, hand: HandState, place: Seat | None) -> dict[str, Any]:
        over = hand if hand.ending else hand._replace(phase="over", ending=Ending("void"))
        return self._view(over, {*range(hand.table.seats)}, place)

    def _view(self, hand: HandState, shown: set[Seat], place: Seat | None = None) -> dict[str, Any]:
        """What a reader sees to whom these hands are shown; `place` is their own."""
        is_over = hand.ending is not None
        is_own_turn = place == hand.turn and not is_over
        return {
            **self.hidden_view(),
            "phase": hand.phase,
            "turn": None if is_over else hand.turn,
            "hands": [
                names_of(cards) if seat in shown else None for seat, cards in enumerate(hand.hands)
            ],
            "held": [len(cards) for cards in hand.hands],
            "stock": len(hand.stock),
            "discards": names_of(hand.discards if is_over else hand.discards[-1:]),
            "discarded": len(hand.discards),
            "taken": None if hand.taken is None else names_of([hand.taken])[0],
            "deadwood": None if place is None else self._count(hand, place),
            "actions": self.legal(hand) if is_own_turn else [],
            "melds": [str(meld) for meld in hand.melds],
            "melded": sorted(hand.melded),
            "reuses": hand.reuses,
            "upcards": names_of(hand.upcards),
            **self.end_json(hand),
        }

    def _count(self, hand: HandState, place: Seat) -> int:
        """What a hand counts; of who is to throw a card the least after that."""
        table, cards = hand.table, hand.hands[place]
        if hand.phase != "play" or place != hand.turn:
            return table.variant.count(table.rules, cards)
        left = (without(cards, [card]) for card in discards_of(hand))
        return min(table.variant.count(table.rules, held) for held in left)

    def seen(self, hand: HandState, actions: Iterable[str]) -> list[Seen]:
        table, found = hand.table, list[Seen]()
        state = play.begin(table.rules, table.seats, table.dealer, table.seed)
        for action in map(parse_action, actions):
            card = state.discards[-1] if action.kind == "take" else action.card
            card = JOKER if action.wild else card
            meld = "" if action.meld is None else str(action.meld)
            found.append(Seen(action.kind, None if card is None else _shown(card), meld))
            state = play.apply(state, action)
        return found

    def new_card(self, hand: HandState) -> Card | str | None:
        return None if hand.drawn is None else _shown(hand.drawn)

    def choose(self, manner: Manner, seed: str, sighted: Sighted, view: Mapping[str, Any]) -> str:
        return choose(
            manner.level,
            seed,
            view,
            sighted.played,
            seat=sighted.seat,
            rules=_rules_in(view),
        )

    def hint(self, sighted: Sighted) -> Hint:
        rules = _rules_in(sighted.view)
        return hint(sighted.view, sighted.played, seat=sighted.seat, rules=rules)


def _rules_in(view: Mapping[str, Any]) -> RummyRules:
    return from_stored({name: value for name, value in view["rules"].items() if name != "game"})


def _parsed(typed: object) -> Action:
    try:
        return parse_action(typed)
    except Refusal as refused:
        raise unreadable(refused) from None


def _shown(card: int) -> Card | str:
    return JOKER_NAME if card == JOKER else DECK[card]
