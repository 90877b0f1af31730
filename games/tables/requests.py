"""What a seat asks of an online table: judged against where it stands, answered with what is
written down, or refused. The order of the tests is that of the contract of the online table ("A
view")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.gin.fair.words import word_hash, word_of
from games.tables.events import Kind
from games.tables.hands.base import IllegalAction
from games.tables.hands.listing import hands_of
from games.tables.state import TableState
from games.tables.steps import FORGIVEN, MatchNow, Outages, elapsed, less
from kernel.seats import Seat
from kernel.text import N_, Refusal, refusal

DEAL_SELF, DEAL_OPPONENT = "deal_self", "deal_opponent"

SITS_OUT = N_("You sit out this hand. Wait until it is over.")
NOT_THEIRS = N_("You sit out this hand, and can't end it: resign when you play again.")

_SHA256_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Said:
    """What is written down of a request: the kind of its event and what `data` holds."""

    kind: Kind
    data: Mapping[str, Any]


WORDLESS = (Said("sat", {}), Said("word_hash", {"hash": word_hash("")}), Said("word", {"word": ""}))
"""How a seat sits down with an empty word; each of these is said by both before the next."""


def legal_of(state: TableState, seat: Seat | None) -> list[str]:
    """What this seat may do now, as sorted texts; melds are not enumerated."""
    state = state.at_seat(seat)
    if seat is None or state.turn != seat or state.hold:
        return []
    if state.stage == "drawing":
        return [DEAL_OPPONENT, DEAL_SELF]
    return hands_of(state.settings.rules).legal(state.hand)


def act(
    state: TableState,
    seat: Seat,
    version: int,
    text: object,
    now: int,
    *,
    is_over: bool = False,
    outages: Outages = (),
) -> Said:
    """An action of a seat, meant for a version of the table. `is_over`: the match is."""
    state = state.at_seat(seat)
    _require_play(state, seat, version, is_over=is_over)
    if state.sits_out(seat):
        raise refusal("not_your_turn", SITS_OUT)
    if not state.staled <= version <= state.version:
        raise stale()
    if state.turn != seat:
        raise refusal("not_your_turn", N_("It is your opponent's turn. Wait for their action."))
    if state.stage == "drawing":
        return _choice(state, seat, text)
    written = hands_of(state.settings.rules).checked(state.hand, text)
    used = elapsed(state.since, now, outages) - FORGIVEN
    left = less(state.clocks[seat], max(0, used))
    return Said("action", {"action": written, "left": left.left, "reserve": left.reserve})


def answer_at_best(
    state: TableState,
    seat: Seat,
    version: int,
    now: int,
    *,
    is_over: bool = False,
    outages: Outages = (),
) -> list[Said]:
    """All that a defender still does after a knock, at best for them and in one moment.

    Its first action is judged as any other. Who has nothing to answer is refused as if they said
    that they are done.
    """
    state = state.at_seat(seat)
    is_answering = state.turn == seat and state.hand is not None
    texts = hands_of(state.settings.rules).best_answer(state.hand) if is_answering else ["done"]
    first = act(state, seat, version, texts[0], now, is_over=is_over, outages=outages)
    return [Said(first.kind, {**first.data, "action": text}) for text in texts]


def get_ready(
    state: TableState,
    seat: Seat,
    d: int,
    *,
    draws: bool,
    is_over: bool = False,
    hash: str | None = None,
    word: str | None = None,
) -> list[Said]:
    """A seat sits down, commits to a word, opens it, or has seen the end of deal `d`.

    Sent again, or once the match is over, it changes nothing (an empty list). `draws`: the first
    deal is drawn for.
    """
    require_here(state)
    state = state.at_seat(seat)
    if d != table_d(state, draws=draws):
        raise stale()
    if is_over:
        return []
    if state.stage == "hand_over":
        return [] if state.ready[seat] else [Said("ready", {})]
    if state.stage != "seating":
        return []
    if hash is None and word is None:
        return [] if state.seating.sat[seat] else [Said("sat", {})]
    said = [] if hash is None else _committed(state, seat, hash)
    return said if word is None else [*said, *_opened(state, seat, word)]


def table_d(state: TableState, *, draws: bool) -> int:
    """The number that a view shows: of the deal that is played or over, while seating and drawing
    that of the next one."""
    if state.stage in ("seating", "drawing"):
        return state.next_d(draws=draws)
    assert state.dealing is not None
    return state.dealing.d


def resign(state: TableState, seat: Seat, d: int, of: str, *, draws: bool, match: MatchNow) -> Said:
    """A seat gives up the game or the match: at any time from the first deal on.

    `match` says which hand is next. Where the game of deal `d` is over already there is none to
    give up before the next deal: what was sent twice, or came too late, loses no other game. A
    match that is played anew begins with its own first deal.
    """
    require_here(state)
    state = state.at_seat(seat)
    begins_anew = state.stage == "seating" and match.n == 1
    if state.dealing is None or state.dealing.n is None or begins_anew:
        raise _not_seated()
    has_ended = state.stage == "hand_over" and state.dealing.game != match.game
    if match.is_over:
        raise nothing_more()
    if state.sits_out(seat):
        raise refusal("wrong_state", NOT_THEIRS)
    if of == "game" and has_ended:
        raise _hand_is_over()
    if d != table_d(state, draws=draws):
        raise stale()
    return Said("resignation", {"of": of})


def require_here(state: TableState) -> None:
    """Refused while the match is played at its table in the room."""
    if state.is_away:
        sentence = N_("This match is played at its table in the room now.")
        raise refusal("wrong_state", sentence)


def stale() -> Refusal:
    """The refusal of what was meant for a table that has changed."""
    sentence = N_("The table has changed since. Look at it as it is now, then choose again.")
    return refusal("stale", sentence)


def _require_play(state: TableState, seat: Seat, version: int, *, is_over: bool) -> None:
    """Refused where nothing can be done at the table now, or this seat's time has run out."""
    if state.stage == "seating":
        raise _not_seated()
    is_late = state.late is not None and state.late[0] == seat and version < state.late[1]
    if is_over or state.stage == "hand_over":
        # Of a hand that ended with this seat's time, it is the time that they are told.
        if is_late and state.cut_off == "flag":
            raise _time_is_over()
        raise nothing_more() if is_over else _hand_is_over()
    if state.hold == "adjourned":
        raise refusal("adjourned", N_("This match is adjourned. It goes on at its hour."))
    if state.hold == "paused":
        raise refusal("paused", N_("This match is paused. Wait until it is resumed."))
    if is_late:
        raise _time_is_over()


def _not_seated() -> Refusal:
    sentence = N_("Both players have to sit down and open their words first.")
    return refusal("not_seated", sentence)


def nothing_more() -> Refusal:
    """The refusal where a match is finished, or was stopped."""
    return refusal("hand_over", N_("Nothing more is played at this table as things stand."))


def _hand_is_over() -> Refusal:
    return refusal("hand_over", N_("This hand is over. Say that you are ready for the next one."))


def _time_is_over() -> Refusal:
    return refusal("time_over", N_("Your time was over when this action came."))


def _choice(state: TableState, seat: Seat, text: object) -> Said:
    if text == DEAL_SELF:
        return Said("choice", {"dealer": seat})
    if text == DEAL_OPPONENT:
        return Said("choice", {"dealer": 1 - seat})
    kind = hands_of(state.settings.rules).kind_of(text)
    raise IllegalAction.of(kind, [DEAL_OPPONENT, DEAL_SELF])


def _committed(state: TableState, seat: Seat, hash: str) -> list[Said]:
    if len(hash) != 64 or not _SHA256_HEX.issuperset(hash):
        sentence = N_("The hash of a word is its SHA-256 as 64 digits of lower-case hex.")
        raise refusal("bad_word", sentence, "word_hash")
    if state.seating.commitment is None:
        raise _not_seated()
    before = state.seating.hashes[seat]
    if before not in (None, hash):
        raise _word_given()
    return [] if before else [Said("word_hash", {"hash": hash})]


def _opened(state: TableState, seat: Seat, typed: str) -> list[Said]:
    word, seating = word_of(typed), state.seating
    if not seating.may_open:
        raise _not_seated()
    before = seating.words[seat]
    if before not in (None, word):
        raise _word_given()
    if word_hash(word) != seating.hashes[seat]:
        sentence = N_("This is not the word that you committed to: its hash is another one.")
        raise refusal("bad_word", sentence, "word")
    return [] if before is not None else [Said("word", {"word": word})]


def _word_given() -> Refusal:
    sentence = N_("You gave another word before, and it stands. Send that one.")
    return refusal("word_given", sentence)
