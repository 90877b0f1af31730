"""The record of a hand: its deal and what was done, as JSON, and played again from it.

A record is never trusted: it is played through the state machine, and refused at the first action
that the rules forbid.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.cards import DECK, FULL, Card, CardSet, Deal, indexes, parse_card
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import by_all_cards
from games.engine.gin.hand.state import HandState, check_cards
from games.engine.gin.notation.actions import format_action, legal_texts, parse_action
from games.engine.gin.notation.shapes import names, read_cards
from games.engine.gin.rules import Rules, rules_from
from games.engine.gin.scoring.bounds import checked_seat
from games.engine.gin.scoring.hand import HandScore
from games.engine.records import IllegalStep, read_actions, read_list
from kernel.seats import Seat
from kernel.text import N_, Refusal, refusal

STOCK = 31

#: The `result` of a hand that somebody or something stopped before its end.
CUT_OFF = "cut_off"


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was written down.

    `deal.stock` is whole; only its first `known` cards were written down, the others stand in any
    order behind them and may not be drawn. `actions` are texts, unread. A hand that was `cut_off`
    stands as it was left: no answer of the defender is filled in.
    """

    rules: Rules
    dealer: Seat
    deal: Deal
    actions: tuple[str, ...]
    known: int = STOCK
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """One action of a record: the state before it, and after."""

    before: HandState
    action: Action
    after: HandState


def read_record(request: Mapping[str, Any]) -> HandRecord:
    """The record in a request of `replay`; refused where it can't be a deal.

    An action may be an object with `action`; a hand that was cut off says so as its `result`.
    """
    rules = rules_from(request.get("rules"))
    dealer = checked_seat(request.get("dealer"), "dealer")
    actions = read_actions(request)
    deal, known = _read_deal(rules, request)
    return HandRecord(rules, dealer, deal, actions, known, request.get("result") == CUT_OFF)


def record_as_json(record: HandRecord, rules: object) -> dict[str, Any]:
    """What `read_record` reads; `rules` are written as given."""
    deal = record.deal
    written: dict[str, Any] = {
        "rules": rules,
        "dealer": record.dealer,
        "hands": [names(hand.bits) for hand in deal.hands],
        "stock": [str(card) for card in deal.stock[: record.known]],
        "actions": list(record.actions),
    }
    if deal.upcard is not None:
        written["upcard"] = str(deal.upcard)
    if record.rules.knock_limit == "second_deck":
        written["limit_card"] = str(deal.limit_card)
    if record.cut_off:
        written["result"] = CUT_OFF
    return written


def record_of(state: HandState, actions: Sequence[Action], deal: Deal) -> HandRecord:
    """The record of a hand that was played from `deal`."""
    table = state.table
    texts = tuple(format_action(action, table.form) for action in actions)
    return HandRecord(table.rules, table.dealer, deal, texts)


def steps(record: HandRecord) -> Iterator[PlayedAction]:
    """The hand action by action, every card counted after each; refused as `IllegalStep`."""
    state = play.begin(record.rules, record.dealer, record.deal)
    for at, text in enumerate(record.actions):
        try:
            action = parse_action(text)
            _check_known(record, state, action)
            after = play.apply(state, action, by_all_cards)
        except Refusal as refusal:
            raise _illegal(refusal, state, at, text) from refusal
        check_cards(after)
        yield PlayedAction(state, action, after)
        state = after


def replayed(record: HandRecord) -> HandState:
    """The state at the end of a record; a defender's answer that is left out is the best one."""
    state = play.begin(record.rules, record.dealer, record.deal)
    for step in steps(record):
        state = step.after
    is_unanswered = state.phase == "layoff" and not record.cut_off
    return play.answered(state) if is_unanswered else state


def replay(request: Mapping[str, Any], *, with_legal: bool = False) -> dict[str, Any]:
    """A record played again (`manage.py replay`)."""
    record = read_record(request)
    legal = [
        legal_texts(play.legal_actions(step.before), step.before.table.form)
        for step in (steps(record) if with_legal else ())
    ]
    score = play.result(replayed(record))
    answer = {"steps": len(record.actions), "finished": score is not None, **outcome(score)}
    return answer | ({"legal": legal} if with_legal else {})


def outcome(score: HandScore | None) -> dict[str, Any]:
    """What came of a hand, as JSON, points and boxes by seat; null: it is not over."""
    pairs = [[0, 0], [0, 0]]
    if score is not None and score.winner is not None:
        pairs[0][score.winner], pairs[1][score.winner] = score.points, score.boxes
    return {
        "result": score.kind if score else None,
        "winner": score.winner if score else None,
        "points": pairs[0],
        "boxes": pairs[1],
    }


def _illegal(refusal: Refusal, state: HandState, at: int, action: object) -> IllegalStep:
    code = "missing_stock" if refusal.text.code == "missing_stock" else "illegal_action"
    legal = legal_texts(play.legal_actions(state), state.table.form)
    return IllegalStep.of(refusal, at, action, legal, code)


def _check_known(record: HandRecord, state: HandState, action: Action) -> None:
    if action.kind == "draw" and STOCK - len(state.stock) >= record.known:
        sentence = N_("The record does not say which card was drawn here.")
        raise refusal("missing_stock", sentence, "stock")


def _read_deal(rules: Rules, request: Mapping[str, Any]) -> tuple[Deal, int]:
    """The deal and how much of its stock is known; the rest is filled up with the other cards."""
    hands = [read_cards(hand, "hands") for hand in read_list(request.get("hands"), "hands")]
    if len(hands) != 2:
        raise refusal("bad_deal", N_("There are two hands, one for each seat."), "hands")
    upcard = _read_optional(request, "upcard", needed=rules.upcard_rule != "deal_11")
    limit_card = _read_optional(request, "limit_card", needed=rules.knock_limit == "second_deck")
    stock = read_cards(request.get("stock"), "stock")
    dealt = CardSet.of([*hands[0], *hands[1], *([upcard] if upcard else []), *stock])
    rest = tuple(DECK[index] for index in indexes(FULL & ~dealt.bits))
    deal = Deal((CardSet.of(hands[0]), CardSet.of(hands[1])), upcard, stock + rest, limit_card)
    return deal, len(stock)


def _read_optional(request: Mapping[str, Any], field: str, *, needed: bool) -> Card | None:
    value = request.get(field)
    if needed and value is None:
        sentence = N_("The %(field)s is missing: these rules need it.")
        raise refusal(f"missing_{field}", sentence, field, field=field)
    if not needed and value is not None:
        sentence = N_("These rules have no %(field)s: leave it out.")
        raise refusal("not_used", sentence, field, field=field)
    return None if value is None else parse_card(value, field)
