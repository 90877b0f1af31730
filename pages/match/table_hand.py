"""The reader's own hand at an online table, laid out: its melds, what they leave, and the knocks
with what they would count. All of it is what the reader may know."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import DECK, indexes
from games.engine.gin import play
from games.engine.gin.hand.actions import Action
from games.engine.gin.hand.showdown import KNOCKS
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.actions import format_action
from games.engine.gin.own_hand import Layout, counts_after, layouts
from games.engine.melds.arrangements import Melds, deadwood_of
from games.engine.melds.form import MeldForm
from kernel.seats import Seat
from kernel.text import N_
from pages.match.table_words import KEYS
from pages.parts.card_faces import CardFace, card_face
from pages.parts.card_words import card_words

#: So many cards that could be laid off are named at most; of more only the number is said.
_NAMED = 6

_KINDS = {"set": N_("Set of %(count)d"), "run": N_("Run of %(count)d")}

#: What their buttons say, the best first.
_KNOCKS = {
    "big_gin": N_("Big gin"),
    "gin": N_("Gin"),
    "knock": N_("Knock with %(count)d"),
}
_PLACES = {kind: at for at, kind in enumerate(_KNOCKS)}


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the reader's hand, its `name` as in actions. `throw` is the action that throws it,
    empty where that can't be; `leaves` the least count after it, null where the event proposes
    nothing. `is_new`: it was drawn or taken this turn."""

    name: str
    face: CardFace
    throw: str
    leaves: int | None
    is_new: bool


@dataclass(frozen=True, slots=True)
class HeldGroup:
    """Cards that lie together: a meld, or the deadwood."""

    words: str
    is_meld: bool
    cards: Sequence[HeldCard]


@dataclass(frozen=True, slots=True)
class Knock:
    """A way to end the hand: the action with its melds, and what it comes to, in words.
    `is_first`: the best of its kind. The others leave as much or more, with other melds or another
    card thrown."""

    action: str
    words: str
    throws: str
    melds: str
    layoffs: str
    is_first: bool

    @property
    def key(self) -> str:
        """The key that presses its button."""
        return KEYS[self.action.split()[0]]


@dataclass(frozen=True, slots=True)
class Answer:
    """A way in which a defender may lay out what they hold."""

    action: str
    words: str


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The hand in groups, its count where the event proposes one, the knocks, best first, and
    after the other's knock the ways to lay out one's own melds."""

    groups: Sequence[HeldGroup]
    count: int | None
    knocks: Sequence[Knock] = ()
    answers: Sequence[Answer] = ()

    @property
    def throws(self) -> bool:
        """Whether a card may be thrown."""
        return any(card.throw for group in self.groups for card in group.cards)

    @property
    def has_others(self) -> bool:
        """Whether there are ways to end the hand besides the first of each kind."""
        return any(not knock.is_first for knock in self.knocks)


def own_hand(state: HandState, seat: Seat, *, acts: bool, assist: bool) -> OwnHand:
    """The hand of a seat; `acts`: it may do something now. Without `assist` it is shown as it is
    held, and nothing is proposed."""
    cards = _held_cards(state, seat, acts=acts, assist=assist)
    if not assist:
        return OwnHand([HeldGroup("", False, list(cards.values()))], None)
    ways, form = layouts(state, seat), state.table.form
    melds, deadwood = _declared(state, seat) or (ways[0].melds, ways[0].deadwood)
    groups = [
        HeldGroup(_kind_words(meld, form), True, [cards[card] for card in form.as_it_lies(meld)])
        for meld in melds
    ]
    if deadwood:
        left = sorted(indexes(deadwood), key=lambda card: (card % 13, card))
        groups.append(HeldGroup(_("Deadwood"), False, [cards[card] for card in left]))
    counts = [card.leaves for card in cards.values() if card.leaves is not None]
    count = min(counts) if counts else form.value(deadwood)
    if not acts:
        return OwnHand(groups, count)
    return OwnHand(groups, count, _knocks(state), _answers(state, ways))


def _declared(state: HandState, seat: Seat) -> tuple[Melds, int] | None:
    """The melds that a defender has declared, and what they leave; nothing before that."""
    spread = state.spread
    if spread is None or spread.own is None or spread.knocker == seat:
        return None
    return spread.own, deadwood_of(state.hands[seat], spread.own)


def _answers(state: HandState, ways: Iterable[Layout]) -> list[Answer]:
    if not any(action.kind == "melds" for action in play.legal_actions(state)):
        return []
    form = state.table.form
    return [
        Answer(
            format_action(Action("melds", melds=way.melds), form),
            _("Lay down %(melds)s: deadwood %(count)d")
            % {
                "melds": "; ".join(_names(form.as_it_lies(meld)) for meld in way.melds),
                "count": way.count,
            },
        )
        for way in ways
        if way.melds
    ]


def _held_cards(state: HandState, seat: Seat, *, acts: bool, assist: bool) -> dict[int, HeldCard]:
    counts = counts_after(state) if acts else {}
    return {
        card: HeldCard(
            str(DECK[card]),
            card_face(DECK[card]),
            f"discard {DECK[card]}" if card in counts else "",
            counts.get(card) if assist else None,
            is_new=seat == state.turn and card in (state.drawn, state.taken),
        )
        for card in indexes(state.hands[seat])
    }


def _knocks(state: HandState) -> list[Knock]:
    """Every way to end the hand; first the least count that each kind of ending comes to."""
    ways: list[tuple[Action, Layout]] = []
    for action in play.legal_actions(state):
        if action.kind in KNOCKS:
            ways += [(action, way) for way in layouts(state, state.turn, action.card)]
    ways.sort(key=lambda one: (_PLACES[one[0].kind], one[1].count, one[1].layoffs.bit_count()))
    return [
        _knock(state, action, way, is_first=not at or action.kind != ways[at - 1][0].kind)
        for at, (action, way) in enumerate(ways)
    ]


def _knock(state: HandState, action: Action, way: Layout, *, is_first: bool) -> Knock:
    form = state.table.form
    declared = Action(action.kind, action.card, melds=way.melds)
    thrown = "" if action.card is None else card_words(str(DECK[action.card]))
    may_lay_off = action.kind == "knock" or state.table.variant.lays_off_on_gin
    return Knock(
        action=format_action(declared, form),
        words=_(_KNOCKS[action.kind]) % {"count": way.count},
        throws=_("Throws the %(card)s.") % {"card": thrown} if thrown else "",
        melds="; ".join(_names(form.as_it_lies(meld)) for meld in way.melds),
        layoffs=_layoff_words(way.layoffs) if may_lay_off else "",
        is_first=is_first,
    )


def _layoff_words(cards: int) -> str:
    """What the opponent could lay off, as far as the reader can know."""
    count = cards.bit_count()
    if not count:
        return _("Nothing can be laid off.")
    if count <= _NAMED:
        return _("Could be laid off: %(cards)s.") % {"cards": _names(indexes(cards))}
    return ngettext(
        "%(count)d card could be laid off.", "%(count)d cards could be laid off.", count
    ) % {"count": count}


def _names(cards: Iterable[int]) -> str:
    return ", ".join(card_words(str(DECK[card])) for card in cards)


def _kind_words(meld: int, form: MeldForm) -> str:
    return _(_KINDS[form.kind(meld) or "run"]) % {"count": meld.bit_count()}
