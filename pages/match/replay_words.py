"""A hand that is over as its replay shows it: each step in words, and how the cards lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import DECK, indexes
from games.engine.gin import play
from games.engine.gin.hand.showdown import KNOCKS
from games.engine.gin.hand.state import HandState
from games.engine.gin.scoring.sums import sum_of
from games.tables.replay import Moment, lying
from kernel.seats import Seat, opponent
from kernel.text import N_
from pages.match.table_words import done_words, end_words, time_words
from pages.parts.card_faces import CardFace, card_face
from pages.parts.card_words import card_words
from pages.parts.score_sheet import CUT_OFF

SEATS: tuple[Seat, Seat] = (0, 1)
_KINDS = {"set": N_("Set of %(count)d"), "run": N_("Run of %(count)d")}
_DEALT = N_("%(name)s deals; the %(card)s is turned up.")
_ELEVEN = N_("%(name)s deals; the other player has eleven cards.")


@dataclass(frozen=True, slots=True)
class StepWords:
    """What was done, in a sentence, with the time that was left; `before` and `after` are the
    deadwood of who did it, null at the deal."""

    number: int
    words: str
    left: str = ""
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card, and whether something is to be seen of it: it was just drawn or taken, thrown or
    laid off."""

    face: CardFace
    is_marked: bool


@dataclass(frozen=True, slots=True)
class LyingGroup:
    """Cards that lie together: a meld, or the deadwood."""

    words: str
    is_meld: bool
    cards: Sequence[LyingCard]


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat at one moment: its cards and its deadwood, with what this was a step before."""

    seat: Seat
    name: str
    is_dealer: bool
    is_in_turn: bool
    before: int
    count: int
    groups: Sequence[LyingGroup]


@dataclass(frozen=True, slots=True)
class HandEnd:
    """What came of a hand: in a sentence, as a `sum`, and by seat: name, deadwood, points, boxes.
    Without counts there is nothing to list."""

    words: str
    sum: str
    rows: Sequence[tuple[str, int, int, int]]


@dataclass(frozen=True, slots=True)
class MomentShown:
    """A hand at one moment, the seat at the bottom last; `top` is the uppermost discard. `limit` is
    null where nobody knocks by one; `melds` lie on the table by themselves."""

    number: int
    last: int
    step: StepWords
    seats: Sequence[SeatAt]
    stock: int
    discarded: int
    top: CardFace | None
    limit_card: CardFace | None
    limit: int | None
    factor: int
    melds: Sequence[Sequence[CardFace]] = ()

    @property
    def bottom(self) -> Seat:
        """The seat from which it is seen."""
        return self.seats[-1].seat

    @property
    def has_next(self) -> bool:
        """Whether something was done after it."""
        return self.number < self.last


def steps_of(moments: Sequence[Moment], names: Sequence[str]) -> list[StepWords]:
    """What was done, the deal first."""
    found = [StepWords(0, _dealt(moments[0].state, names))]
    for before, moment in pairwise(moments):
        assert moment.done is not None
        seat = moment.done.seat
        words = _words(moment, names)
        counts = before.counts[seat], moment.counts[seat]
        found.append(StepWords(moment.number, words, time_words(moment.left), *counts))
    return found


def moment_shown(
    moments: Sequence[Moment], steps: Sequence[StepWords], names: Sequence[str], at: int, seat: Seat
) -> MomentShown:
    """The hand after `at` actions, with this seat at the bottom."""
    moment, before = moments[at], moments[max(0, at - 1)]
    state = moment.state
    top, bottom = (_seat(moment, before, names, one) for one in (opponent(seat), seat))
    return MomentShown(
        number=at,
        last=len(moments) - 1,
        step=steps[at],
        seats=(top, bottom),
        stock=len(state.stock),
        discarded=len(state.discards),
        top=_face(state.discards[-1]) if state.discards else None,
        limit_card=None if state.table.limit_card is None else _face(state.table.limit_card),
        limit=state.table.limit,
        factor=state.doubling.factor,
    )


def end_of(record: Mapping[str, Any], last: Moment, names: Sequence[str]) -> HandEnd:
    """What came of a hand by its record, whose last moment this is."""
    if "reason" in record:
        why = _(CUT_OFF[record["reason"]])
        return HandEnd(_("The hand was not played out: %(why)s.") % {"why": why}, "", [])
    score = {"kind": record["result"], "winner": record["winner"], "points": record["points"]}
    words = end_words(_view(names) | {"score": score})
    result = play.result(last.state)
    sum_words = sum_of(last.state.table.rules, result) if result else ""
    if not record["counts"]:
        return HandEnd(words, sum_words, [])
    columns = record["counts"], record["points"], record["boxes"]
    return HandEnd(words, sum_words, list(zip(names, *columns, strict=True)))


def _dealt(state: HandState, names: Sequence[str]) -> str:
    values = {"name": names[state.table.dealer]}
    if state.table.upcard is None:
        return _(_ELEVEN) % values
    return _(_DEALT) % {**values, "card": card_words(str(DECK[state.table.upcard]))}


def _words(moment: Moment, names: Sequence[str]) -> str:
    done = moment.done
    assert done is not None
    (said,) = done_words(_view(names), [done])
    if done.kind not in KNOCKS or done.card is None:
        return said.words
    face_down = _("Face down: the %(card)s.") % {"card": card_words(str(done.card))}
    return f"{said.words} {face_down}"


def _view(names: Sequence[str]) -> dict[str, Any]:
    """As much of a view as its words ask of who sits there."""
    return {"players": [{"name": name} for name in names]}


def _seat(moment: Moment, before: Moment, names: Sequence[str], seat: Seat) -> SeatAt:
    state = moment.state
    return SeatAt(
        seat=seat,
        name=names[seat],
        is_dealer=state.table.dealer == seat,
        is_in_turn=state.ending is None and state.turn == seat,
        before=before.counts[seat],
        count=moment.counts[seat],
        groups=_groups(state, seat),
    )


def _groups(state: HandState, seat: Seat) -> list[LyingGroup]:
    form, laid = state.table.form, lying(state, seat)
    new = 0
    if seat == state.turn:
        new = sum(1 << card for card in (state.drawn, state.taken) if card is not None)
    groups = []
    for meld in laid.melds:
        words = _(_KINDS[form.kind(meld) or "run"]) % {"count": meld.bit_count()}
        if off := (meld & laid.laid_off).bit_count():
            values = {"meld": words, "count": off}
            words = ngettext("%(meld)s, %(count)d laid off", "%(meld)s, %(count)d laid off", off)
            words %= values
        cards = [_card(card, new, laid.laid_off) for card in form.as_it_lies(meld)]
        groups.append(LyingGroup(words, True, cards))
    if laid.deadwood:
        left = sorted(indexes(laid.deadwood), key=lambda card: (card % 13, card))
        groups.append(LyingGroup(_("Deadwood"), False, [_card(card, new, 0) for card in left]))
    return groups


def _card(card: int, new: int, laid_off: int) -> LyingCard:
    face = _face(card)
    if new >> card & 1:
        return LyingCard(replace(face, name=_("%(card)s, new") % {"card": face.name}), True)
    if laid_off >> card & 1:
        return LyingCard(replace(face, name=_("%(card)s, laid off") % {"card": face.name}), True)
    return LyingCard(face, False)


def _face(card: int) -> CardFace:
    return card_face(DECK[card])
