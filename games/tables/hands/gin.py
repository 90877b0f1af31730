"""The hands of gin that two play, as an online table plays them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.cards import DECK, Card, Deal
from games.engine.gin import play
from games.engine.gin.automatic import automatic_action
from games.engine.gin.bots.choosing import choose
from games.engine.gin.bots.hints import hint
from games.engine.gin.bots.manners import Manner
from games.engine.gin.fair.dealing import dealt, drawn
from games.engine.gin.first_deal import by_height
from games.engine.gin.forms import gin_rules
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import KNOCKS, best_actions, complete
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action, legal_texts, parse_action
from games.engine.gin.notation.views import hidden_view_json, view_json
from games.engine.gin.rules import Rules, as_dict
from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.view import disclosed_view, over_view, public_view, seat_view
from games.engine.hints import Hint
from games.engine.melds.arrangements import best_melds
from games.tables.hands.base import Drawn, Hands, IllegalAction, Seen, Sighted, unreadable
from games.tables.records import played_record, said_of
from kernel.seats import Seat, opponent
from kernel.text import Refusal


class GinHands(Hands[HandState, Rules]):
    """Gin of two, of partners and of those who play in turns: two play each hand."""

    def rules_json(self, rules: Rules) -> dict[str, Any]:
        return {**as_dict(rules)}

    def draw(self, rules: Rules, seats: int, seed: bytes) -> tuple[Card, ...]:
        return drawn(seed, gin_rules(rules).sides)

    def drawn(self, rules: Rules, cards: Sequence[Card]) -> Drawn:
        """By the rules (the contract of the online table, the deal, 6); where more than two sides
        draw, the second highest deals against the highest."""
        high, second, *others = by_height(cards)
        if others:
            return Drawn(high, None, second)
        match rules.first_dealer:
            case "high_card_chooses":
                return Drawn(high, high, None)
            case "low_card_deals":
                return Drawn(high, None, opponent(high))
            case "random":
                return Drawn(high, None, high)

    def deal(self, rules: Rules, seats: int, dealer: Seat, seed: bytes) -> Deal:
        return dealt(seed, dealer, rules)

    def begin(self, rules: Rules, dealer: Seat, cards: Deal) -> HandState:
        return play.begin(rules, dealer, cards)

    def apply(self, hand: HandState, action: str) -> HandState:
        return play.apply(hand, parse_action(action))

    def legal(self, hand: HandState) -> list[str]:
        return legal_texts(play.legal_actions(hand), hand.table.form)

    def kind_of(self, typed: object) -> str:
        return _parsed(typed).kind

    def checked(self, hand: HandState, typed: object) -> str:
        """With its melds: those of a knock from what the knocker may know, a defender's least
        count."""
        action = _completed(hand, _listed(hand, typed))
        play.apply(hand, action)
        return format_action(action, hand.table.form)

    def automatic(self, hand: HandState) -> str:
        action = complete(hand, automatic_action(hand))
        return format_action(action, hand.table.form)

    def best_answer(self, hand: HandState) -> list[str]:
        """Without melds there are none to declare."""
        if hand.phase != "layoff":
            return ["done"]
        actions = [action for action in best_actions(hand) if action.melds != ()]
        return [format_action(action, hand.table.form) for action in actions]

    def said(self, hand: HandState, players: Sequence[Seat]) -> HandCounts | None:
        return said_of(hand, players)

    def hidden_view(self, turn: Seat | None = None) -> dict[str, Any]:
        return hidden_view_json(turn)

    def seat_view(self, hand: HandState, place: Seat) -> dict[str, Any]:
        return view_json(seat_view(hand, place))

    def public_view(self, hand: HandState) -> dict[str, Any]:
        return view_json(public_view(hand))

    def disclosed_view(self, hand: HandState) -> dict[str, Any]:
        return view_json(disclosed_view(hand))

    def over_view(self, hand: HandState, place: Seat | None) -> dict[str, Any]:
        return view_json(over_view(hand, place))

    def seen(self, hand: HandState, actions: Iterable[str]) -> list[Seen]:
        """What is thrown with a knock lies face down."""
        found, top = list[Seen](), hand.table.upcard
        for action in map(parse_action, actions):
            card = top if action.kind == "take" else action.card
            is_hidden = card is None or action.kind in KNOCKS
            found.append(Seen(action.kind, None if is_hidden or card is None else DECK[card]))
            if action.kind == "discard":
                top = action.card
        return found

    def new_card(self, hand: HandState) -> Card | None:
        return None if hand.drawn is None else DECK[hand.drawn]

    def choose(self, manner: Manner, seed: str, sighted: Sighted, view: Mapping[str, Any]) -> str:
        return choose(
            manner.player(seed),
            view,
            sighted.played,
            seat=sighted.seat,
            variant=view["rules"]["variant"],
            earlier=sighted.earlier,
        )

    def hint(self, sighted: Sighted) -> Hint:
        variant = sighted.view["rules"]["variant"]
        return hint(sighted.view, sighted.played, seat=sighted.seat, variant=variant)

    def record(
        self,
        rules: Rules,
        dealer: Seat,
        cards: Deal,
        actions: Iterable[Mapping[str, Any]],
        cut_off: str = "",
    ) -> dict[str, Any]:
        return played_record(rules, dealer, cards, actions, cut_off)


def _parsed(typed: object) -> Action:
    try:
        return parse_action(typed)
    except Refusal as refused:
        raise unreadable(refused) from None


def _listed(hand: HandState, typed: object) -> Action:
    """The action, if the list of what can be done has it; its melds are judged by the rules."""
    action = _parsed(typed)
    legal = play.legal_actions(hand)
    if Action(action.kind, action.card, onto=action.onto) not in legal:
        raise IllegalAction.of(action.kind, legal_texts(legal, hand.table.form))
    return action


def _completed(hand: HandState, action: Action) -> Action:
    if action.kind == "melds" and action.melds is None:
        return replace(action, melds=best_melds(hand.hands[hand.turn], hand.table.form))
    return complete(hand, action)
