"""An online table in words, and its cards as a page shows them: made from the reader's view alone,
so that no page can show what the view does not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.gin.hand.showdown import KNOCKS
from games.tables.course import Done
from kernel.seats import Seat
from kernel.text import N_
from pages.match.action_words import MOVES, faces, meld_words, named, wild_meld_words
from pages.match.counted_end import counted_end, is_counted
from pages.parts.card_faces import CardFace
from pages.parts.card_words import card_words

View = Mapping[str, Any]

#: What who is in turn is to do, by the phase of the hand.
PHASES = {
    "upcard_nd": N_("take the upcard, or pass"),
    "upcard_d": N_("take the upcard, or pass"),
    "forced_stock": N_("draw from the stock"),
    "draw": N_("draw a card"),
    "discard": N_("throw a card"),
    "wall": N_("take the last discard to knock with it, or pass"),
    "wall_knock": N_("knock or go gin"),
    "offered": N_("accept the double, or give up the hand"),
    "layoff": N_("lay off cards, then say done"),
    "offer": N_("take the upcard, or pass"),
    "answer": N_("lay off cards, then say done"),
    "play": N_("throw a card; before that lay down and lay off what you like"),
}

#: The key that presses a button, by the kind of its action; the others are reached by Tab.
KEYS = {
    "draw": "d",
    "take": "t",
    "pass": "p",
    "knock": "k",
    "gin": "g",
    "big_gin": "b",
    "done": "e",
    "accept": "a",
    "refuse": "r",
    "double": "x",
}

#: What was done, in a sentence that is told as it happens.
_DONE = {
    "draw": N_("%(name)s draws from the stock."),
    "take": N_("%(name)s takes the %(card)s."),
    "discard": N_("%(name)s throws the %(card)s."),
    "pass": N_("%(name)s passes."),
    "knock": N_("%(name)s knocks."),
    "gin": N_("%(name)s goes gin."),
    "big_gin": N_("%(name)s goes big gin."),
    "lay_off": N_("%(name)s lays off the %(card)s."),
    "melds": N_("%(name)s lays down their melds."),
    "done": N_("%(name)s is done."),
    "double": N_("%(name)s offers a double."),
    "accept": N_("%(name)s accepts the double."),
    "refuse": N_("%(name)s refuses the double."),
    "meld": N_("%(name)s lays down %(meld)s."),
    "free": N_("%(name)s puts the %(card)s in the place of a joker."),
}
_DRAWN = N_("%(name)s draws the %(card)s.")

#: Actions that stand after all others.
_LAST = ("pass", "done", "refuse", "double")

_STATES = {
    "seating": N_("Both players sit down."),
    "paused": N_("The match is paused. Its clocks are stopped."),
    "adjourned": N_("The match is adjourned. Its clocks are stopped."),
    "finished": N_("This match is over."),
}

_ALL_SIT_DOWN = N_("All players sit down.")
_AWAY = N_("This match is played at its table in the room now.")

_ENDS = {
    "knock": N_("%(name)s knocks and wins the hand: %(points)s."),
    "gin": N_("%(name)s goes gin: %(points)s."),
    "big_gin": N_("%(name)s goes big gin: %(points)s."),
    "undercut": N_("%(name)s undercuts: %(points)s."),
    "refused": N_("The double was refused. %(name)s wins the hand: %(points)s."),
}
_NOBODY = {"tie": N_("Equal counts: nobody scores."), "void": N_("The hand is void.")}


@dataclass(frozen=True, slots=True)
class Button:
    """An action that the reader may take: its text, what its button says, and the key that presses
    it, empty where there is none."""

    action: str
    words: str

    @property
    def key(self) -> str:
        return KEYS.get(self.action.split()[0], "")

    @property
    def is_long(self) -> bool:
        """Whether its words need a line of their own on a phone."""
        return self.action.startswith("lay_off ")


@dataclass(frozen=True, slots=True)
class DoneWords:
    """What was done, in a sentence; `number` is that of its event."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class SeatWords:
    """A seat as the page shows it: `portrait` is that of a computer player, empty for who has
    none; `cards` are those that the reader sees, `lies_open` whether they
    lie on the table; `backs` has one number for each card that lies face down."""

    name: str
    portrait: str
    is_own: bool
    is_in_turn: bool
    is_dealer: bool
    is_in_box: bool
    is_present: bool
    is_ready: bool
    held: int | None
    backs: range
    cards: Sequence[CardFace]
    lies_open: bool
    games: int
    points: int
    clock: str
    reserve: str
    left: int
    reserve_left: int
    is_running: bool


@dataclass(frozen=True, slots=True)
class SpreadWords:
    """What lies open after a knock: the knocker's melds with what was laid off on them, the
    defender's own once they are declared (`is_answered`), and what each of both leaves unmelded
    (`rest`, `own_rest`). The defender's `own_count` is known once the hand is over."""

    knocker: str
    defender: str
    count: int
    own_count: int | None
    lying: Sequence[Sequence[CardFace]]
    own: Sequence[Sequence[CardFace]]
    rest: Sequence[CardFace]
    own_rest: Sequence[CardFace]
    is_answered: bool


def buttons(view: View, *, assist: bool) -> list[Button]:
    """What the reader may do besides throwing a card, which is pressed itself; with `assist` but
    for knocks and a defender's melds too, which are proposed card by card."""
    kinds = {"discard", *((*KNOCKS, "melds") if assist else ())}
    found = [_button(text, view) for text in view["actions"] if text.split()[0] not in kinds]
    return sorted(found, key=lambda one: _place(one.action))


def _place(action: str) -> int:
    """What ends the hand stands first, as it is what nobody wants to overlook; what gives
    something up last."""
    kind = action.split()[0]
    return 0 if kind in KNOCKS else 2 if kind in _LAST else 1


def seats(view: View) -> list[SeatWords]:
    """The seats of the hand that is shown, while none is all of them; the reader's own last."""
    order = sorted(in_hand(view), key=lambda seat: seat == view["seat"])
    return [_seat(view, seat) for seat in order]


def in_hand(view: View) -> tuple[Seat, ...]:
    """The two who play the hand that the view shows; while it shows none all who sit there."""
    for play in view.get("plays", ()):
        if play["d"] == view["d"]:
            return tuple(play["players"])
    return tuple(range(len(view["players"])))


def _is_in_box(view: View, seat: Seat) -> bool:
    """Whether a seat plays the hand against all others."""
    is_captains = view["rules"]["variant"] == "captain" and bool(view["plays"])
    return is_captains and in_hand(view)[0] == seat


def sits_out(view: View) -> bool:
    """Whether the reader has a seat at this table, and does not play the hand that is shown."""
    return view["seat"] is not None and view["seat"] not in in_hand(view)


def _opposite(view: View, seat: Seat) -> Seat:
    """Who plays the hand against this seat."""
    return next(other for other in in_hand(view) if other != seat)


def said(view: View) -> str:
    """Where the table stands, in one sentence that is told when it changes."""
    state, turn = view["state"], view["turn"]
    if view["where"] == "table" and state != "finished":
        return _(_AWAY)
    if state == "hand_over" or (state == "finished" and view["score"]):
        return " ".join([*_before(state), end_words(view)])
    if state == "seating" and "plays" in view:
        return _(_ALL_SIT_DOWN)
    if state == "seating" and any(who.get("open") for who in view["players"]):
        return _("Nobody has sat down opposite yet.")
    if state in _STATES:
        return _(_STATES[state])
    if sits_out(view):
        first, second = (view["players"][seat]["name"] for seat in in_hand(view))
        sentence = _("You sit out this hand: %(first)s plays %(second)s.")
        return sentence % {"first": first, "second": second}
    if turn is None:
        return _("The cards say who deals first.")
    name = view["players"][turn]["name"]
    if state == "drawing":
        own = turn == view["seat"]
        return (
            _("You drew the higher card: say who deals first.")
            if own
            else _("%(name)s drew the higher card and says who deals first.") % {"name": name}
        )
    if view["phase"] is None:
        return _("%(name)s is to play.") % {"name": name}
    values = {"name": name, "what": _(PHASES[view["phase"]])}
    if turn == view["seat"]:
        return _("Your turn: %(what)s.") % values
    return _("%(name)s is to play: %(what)s.") % values


def done_words(view: View, done: Iterable[Done]) -> list[DoneWords]:
    """What was done last, in sentences."""
    return [DoneWords(one.number, _done(view, one)) for one in done]


def end_words(view: View) -> str:
    """How the hand ended, and what it is worth."""
    score = view["score"]
    if score is None:
        return _("The hand is over.")
    if is_counted(view):
        return counted_end(view)
    if score["winner"] is None:
        return _(_NOBODY.get(score["kind"], _NOBODY["void"]))
    points = score["points"][score["winner"]]
    values = {
        "name": view["players"][score["winner"]]["name"],
        "points": ngettext("%(count)d point", "%(count)d points", points) % {"count": points},
    }
    return _(_ENDS[score["kind"]]) % values


def spread_words(view: View) -> SpreadWords | None:
    """What lies open after a knock."""
    spread = view["spread"]
    if spread is None:
        return None
    knocker = spread["knocker"]
    defender = _opposite(view, knocker)
    return SpreadWords(
        knocker=view["players"][knocker]["name"],
        defender=view["players"][defender]["name"],
        count=spread["count"],
        own_count=_count_of(view, defender),
        lying=[faces(meld) for meld in spread["lying"]],
        own=[faces(meld) for meld in spread["own"] or ()],
        rest=faces(_rest(view, knocker, spread["melds"])),
        own_rest=faces(_rest(view, defender, spread["own"] or ())),
        is_answered=spread["own"] is not None,
    )


def _count_of(view: View, seat: Seat) -> int | None:
    ending = view["ending"]
    return ending["counts"][seat] if ending and ending["counts"] else None


def _rest(view: View, seat: Seat, melds: Iterable[Sequence[str]]) -> list[str]:
    """What a hand that lies open has besides these melds."""
    melded = {card for meld in melds for card in meld}
    return [card for card in view["hands"][seat] or () if card not in melded]


def time_words(milliseconds: int | None) -> str:
    """A time as a clock shows it: 1:05, or 2:00:00 from an hour on; empty without a clock."""
    if milliseconds is None:
        return ""
    minutes, seconds = divmod(-(-milliseconds // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _done(view: View, one: Done) -> str:
    values = {"name": view["players"][one.seat]["name"]}
    if one.card is not None:
        values["card"] = named(str(one.card))
    if one.kind == "meld":
        values["meld"] = wild_meld_words(one.meld)
    words = _(_DRAWN if one.kind == "draw" and one.card is not None else _DONE[one.kind]) % values
    return _("%(words)s (By the clock.)") % {"words": words} if one.by_clock else words


def _before(state: str) -> list[str]:
    return [_(_STATES[state])] if state in _STATES else []


def _button(text: str, view: View) -> Button:
    kind, _space, rest = text.partition(" ")
    if kind in MOVES:
        return Button(text, _(MOVES[kind]))
    if kind == "take":
        card = card_words((view["discards"] or [view["upcard"]])[-1])
        return Button(text, _("Take the %(card)s") % {"card": card})
    if kind == "lay_off":
        card, _on, meld = rest.partition(" on ")
        values = {"card": card_words(card), "meld": meld_words(meld)}
        return Button(text, _("Lay the %(card)s on %(meld)s") % values)
    words = {"knock": N_("Knock with the %(card)s"), "gin": N_("Gin with the %(card)s")}[kind]
    return Button(text, _(words) % {"card": card_words(rest)})


def _is_in_hand(view: View) -> bool:
    """Whether the reader holds their own cards in hand: in a pause, too, if the hand goes on."""
    return view["state"] in ("playing", "paused", "adjourned") and view["turn"] is not None


def _seat(view: View, seat: Seat) -> SeatWords:
    clock, hands = view["clocks"][seat], view["hands"] or [None] * len(view["players"])
    who, side = view["players"][seat], seat % len(view["points"])
    return SeatWords(
        name=who["name"] or _("Open seat"),
        portrait=who.get("portrait", ""),
        is_own=seat == view["seat"],
        is_in_turn=seat == view["turn"],
        is_dealer=seat == view["dealer"],
        is_in_box=_is_in_box(view, seat),
        is_present=clock["present"] or bool(who.get("open")),
        is_ready=view["ready"][seat] if view["hand"] else view["seating"]["sat"][seat],
        held=view["held"][seat] if view["held"] else None,
        backs=range(view["held"][seat] if view["held"] and not hands[seat] else 0),
        cards=faces(hands[seat] or ()),
        lies_open=bool(hands[seat]) and (seat != view["seat"] or not _is_in_hand(view)),
        games=view["games_won"][side],
        points=view["points"][side],
        clock=time_words(clock["left"]),
        reserve=time_words(clock["reserve"] or None),
        left=clock["left"] or 0,
        reserve_left=clock["reserve"],
        is_running=clock["running"],
    )
