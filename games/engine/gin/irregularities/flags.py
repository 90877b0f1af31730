"""A hand that is played on under rulings: the flags of rulebook 5, and what they leave open.

`state` is the hand as it lies on the table when the referee is called; the flags are what rulings
left behind that the state machine of a lawful hand has no place for. What changes only the score is
in `effects.hand_remedies`.
"""

from typing import Any, NamedTuple

from games.engine.cards import indexes
from games.engine.gin.hand.actions import DISCARD, DRAW, PASS, Action
from games.engine.gin.hand.phases import LEFT_IN_STOCK, refuse
from games.engine.gin.hand.showdown import KNOCKS
from games.engine.gin.hand.state import HandState, with_cards
from kernel.seats import Seat, opponent
from kernel.text import N_, refusal

FULL_HAND = 10


class ExposedRow(NamedTuple):
    """Cards that were seen without right, open beside the discards.

    `drew` says who has drawn from the stock since; `take_now`: the opponent's draw is one of them.
    """

    cards: int
    offender: Seat
    offender_may_take: bool
    take_now: bool = False
    drew: tuple[bool, bool] = (False, False)

    def is_open_to(self, seat: Seat) -> bool:
        """The opponent may take until drawing from the stock; then the offender, where allowed to.

        When both have drawn from it, there is no row any more.
        """
        opponent_drew = self.drew[opponent(self.offender)]
        if seat == self.offender:
            return self.offender_may_take and opponent_drew
        return not opponent_drew


class KnockBar(NamedTuple):
    """A player may not knock until their next turn begins, or the turn after the hand is right."""

    until: str
    gin_is_free: bool = False


class Flags(NamedTuple):
    """What rulings left behind, by seat.

    `exposed`: until when the hand lies open (`opponent_next_play`, `hand_end`). `lost_turns` are
    passed when they come. `correction_due`: the hand is brought to ten in its own turns.
    `next_draw` was drawn out of turn and is the next draw. `only`: the kinds of action that alone
    are open to the player in turn now.
    """

    exposed: tuple[str | None, str | None] = (None, None)
    knock_bar: tuple[KnockBar | None, KnockBar | None] = (None, None)
    lost_turns: tuple[int, int] = (0, 0)
    correction_due: tuple[bool, bool] = (False, False)
    next_draw: tuple[int | None, int | None] = (None, None)
    row: ExposedRow | None = None
    only: tuple[str, ...] = ()

    def at(self, name: str, seat: Seat, value: object) -> "Flags":
        """The flags with another value for one seat."""
        pair: Any = getattr(self, name)
        changed: Any = (value, pair[1]) if seat == 0 else (pair[0], value)
        return self._replace(**{name: changed})


class RuledHand(NamedTuple):
    """A hand and the flags under which it goes on."""

    state: HandState
    flags: Flags = Flags()


def legal_actions(hand: RuledHand) -> tuple[Action, ...]:
    """All that the player in turn may do; `take` with a card takes it from the open row."""
    state, flags = hand
    actions = _draws(hand) if state.phase == "draw" else _lawful(state)
    if state.phase in ("discard", "wall_knock"):
        bar = flags.knock_bar[state.turn]
        barred = () if bar is None else ("knock",) if bar.gin_is_free else KNOCKS
        actions = tuple(action for action in actions if action.kind not in barred)
    if flags.only:
        actions = tuple(action for action in actions if action.kind in flags.only)
    return actions


def apply(hand: RuledHand, action: Action) -> RuledHand:
    """The hand after this action of the player in turn; an action that is not open is refused."""
    state, flags = hand
    bare = action if action.melds is None else Action(action.kind, action.card, onto=action.onto)
    if state.phase != "layoff" and bare not in legal_actions(hand):
        refuse(state, action)
    flags = flags._replace(only=())
    if state.phase != "draw":
        after = RuledHand(state.table.variant.phases[state.phase].apply(state, action), flags)
    elif action.kind == "discard":
        after = RuledHand(_thrown(state, action), flags)
    else:
        after = _drawn(RuledHand(state, flags), action)
    return after if after.state.turn == state.turn else _turn_over(after, state.turn)


def _lawful(state: HandState) -> tuple[Action, ...]:
    return state.table.variant.phases[state.phase].legal(state)


def _draws(hand: RuledHand) -> tuple[Action, ...]:
    state, flags = hand
    turn, row = state.turn, flags.row
    if flags.correction_due[turn] and state.hands[turn].bit_count() > FULL_HAND:
        return tuple(DISCARD[card] for card in indexes(state.hands[turn]))
    if flags.next_draw[turn] is not None:
        return (DRAW,)
    if row is None or not row.is_open_to(turn):
        return _lawful(state)
    from_row = tuple(Action("take", card) for card in indexes(row.cards))
    return from_row if row.take_now else (*_lawful(state), *from_row)


def _thrown(state: HandState, action: Action) -> HandState:
    """One card too many goes, without a draw."""
    assert action.card is not None
    hands = with_cards(state, state.turn, state.hands[state.turn] ^ 1 << action.card)
    discards = (*state.discards, action.card)
    return state._replace(hands=hands, discards=discards, turn=opponent(state.turn))


def _drawn(hand: RuledHand, action: Action) -> RuledHand:
    state, flags = hand
    turn, held = state.turn, state.hands[state.turn]
    early = flags.next_draw[turn]
    if early is not None or action.card is not None:
        card = early if action.card is None else action.card
        assert card is not None
        hands = with_cards(state, turn, held | 1 << card)
        after = state._replace(hands=hands, phase="discard", taken=None)
    else:
        after = state.table.variant.phases["draw"].apply(state, action)
    flags = flags.at("next_draw", turn, None)._replace(row=_row_after(flags.row, turn, action))
    if flags.correction_due[turn] and held.bit_count() < FULL_HAND and after.phase == "discard":
        after = after._replace(phase="draw", turn=opponent(turn), taken=None)
    return RuledHand(after, flags)


def _row_after(row: ExposedRow | None, turn: Seat, action: Action) -> ExposedRow | None:
    if row is None:
        return None
    if action.card is not None:
        left = row.cards & ~(1 << action.card)
        return row._replace(cards=left, take_now=False) if left else None
    if action.kind != "draw":
        return row
    return row._replace(drew=(True, row.drew[1]) if turn == 0 else (row.drew[0], True))


def _turn_over(hand: RuledHand, seat: Seat) -> RuledHand:
    """What ends with a player's turn, and what begins with that of the other."""
    state, flags = hand
    other = state.turn
    if flags.exposed[other] == "opponent_next_play":
        flags = flags.at("exposed", other, None)
    if state.hands[seat].bit_count() == FULL_HAND:
        flags = flags.at("correction_due", seat, False)
    if flags.row and all(flags.row.drew):
        under = (*state.discards[:-1], *indexes(flags.row.cards), *state.discards[-1:])
        state, flags = state._replace(discards=under), flags._replace(row=None)
    flags = _begun(flags, other)
    if state.phase not in ("draw", "wall") or not flags.lost_turns[other]:
        return RuledHand(state, flags)
    flags = flags.at("lost_turns", other, flags.lost_turns[other] - 1)
    if state.phase == "wall":
        return RuledHand(state.table.variant.phases["wall"].apply(state, PASS), flags)
    return RuledHand(state._replace(turn=seat), _begun(flags, seat))


def _begun(flags: Flags, seat: Seat) -> Flags:
    """A turn begins: the bar on a knock falls, once the hand is right."""
    bar = flags.knock_bar[seat]
    if bar is None or (bar.until == "turn_after_correction" and flags.correction_due[seat]):
        return flags
    return flags.at("knock_bar", seat, None)


def top_of_stock(state: HandState) -> int:
    """The card that would be drawn; refused where none may be."""
    if len(state.stock) <= LEFT_IN_STOCK:
        sentence = N_("The last two cards of the stock are never drawn.")
        raise refusal("illegal_action", sentence, "effects")
    return state.stock[0]
