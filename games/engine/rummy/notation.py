"""Actions of rummy as text, and the record of a hand, played again from it.

`draw`, `take`, `meld 5S(6S)7S`, `lay_off 8S on 5S(6S)7S`, `lay_off (8S) on 5S6S7S` with a joker,
`free 6S on 5S(6S)7S`, `discard JK`, `knock 9D`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cards import DECK, parse_card
from games.engine.records import IllegalStep, read_actions, read_object, read_seed
from games.engine.rummy import play
from games.engine.rummy.hand import DRAW, TAKE, Action, HandState, check_cards
from games.engine.rummy.melds import read_meld
from games.engine.rummy.pack import name_of, read_card
from games.engine.rummy.rules import RummyRules, as_dict, rules_from
from kernel.seats import Seat
from kernel.text import N_, Refusal, refusal, shown

NAME = "rummy"


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as it was written down: the seed dealt it; `actions` are texts, unread."""

    rules: RummyRules
    seats: int
    dealer: Seat
    seed: bytes
    actions: tuple[str, ...]


def format_action(action: Action) -> str:
    """An action as it is written."""
    words: list[str] = [action.kind]
    if action.card is not None:
        words.append(f"({DECK[action.card]})" if action.wild else name_of(action.card))
    if action.meld is not None:
        words += [str(action.meld)] if action.kind == "meld" else ["on", str(action.meld)]
    return " ".join(words)


def parse_action(text: object) -> Action:
    """What `format_action` gives; refused as `bad_action`, `bad_card` or `bad_meld`."""
    match text.split() if isinstance(text, str) else ():
        case ["draw"]:
            return DRAW
        case ["take"]:
            return TAKE
        case ["discard", card]:
            return Action("discard", read_card(card, "actions"))
        case ["knock", card]:
            return Action("knock", read_card(card, "actions"))
        case ["meld", meld]:
            return Action("meld", meld=read_meld(meld))
        case ["lay_off", card, "on", meld]:
            plain = card.removeprefix("(").removesuffix(")")
            is_wild = card == f"({plain})"
            found = parse_card(plain if is_wild else card, "actions").index
            return Action("lay_off", found, read_meld(meld), is_wild)
        case ["free", card, "on", meld]:
            return Action("free", parse_card(card, "actions").index, read_meld(meld))
    sentence = N_("%(value)s is no action.")
    raise refusal("bad_action", sentence, "actions", value=shown(text))


def legal_texts(actions: Iterable[Action]) -> list[str]:
    """Actions as sorted texts."""
    return sorted(map(format_action, actions))


def steps(record: HandRecord) -> Iterator[HandState]:
    """The states of a record, one before each action and the last; refused at the first action that
    the rules forbid, as an `IllegalStep` with what caused it."""
    state = play.begin(record.rules, record.seats, record.dealer, record.seed)
    yield state
    for at, text in enumerate(record.actions):
        try:
            state = play.apply(state, parse_action(text))
        except Refusal as refused:
            legal = legal_texts(play.legal_actions(state))
            raise IllegalStep.of(refused, at, text, legal) from refused
        check_cards(state)
        yield state


def replayed(record: HandRecord) -> HandState:
    """The state at the end of a record."""
    *_before, last = steps(record)
    return last


def replay(request: Mapping[str, Any], *, with_legal: bool = False) -> dict[str, Any]:
    """A record played again (`manage.py replay`)."""
    *before, last = steps(read_record(request))
    score = play.result(last)
    answer: dict[str, Any] = {
        "steps": len(before),
        "finished": score is not None,
        "result": score and score.kind,
        "winner": score and score.winner,
        "points": list(score.points) if score else [0] * last.table.seats,
    }
    if with_legal:
        answer["legal"] = [legal_texts(play.legal_actions(state)) for state in before]
    return answer


def record_json(record: HandRecord) -> dict[str, Any]:
    """A record as JSON."""
    return {
        "game": NAME,
        "rules": as_dict(record.rules),
        "seats": record.seats,
        "dealer": record.dealer,
        "seed": record.seed.hex(),
        "actions": list(record.actions),
    }


def read_record(request: Mapping[str, Any]) -> HandRecord:
    """What `record_json` gives, or a record whose rules name the game; refused (`bad_json`,
    `bad_rules`) where it is none."""
    knobs = read_object(request.get("rules", {}), "rules")
    rules = rules_from({name: value for name, value in knobs.items() if name != "game"})
    seats, dealer = request.get("seats"), request.get("dealer")
    if type(seats) is not int or type(dealer) is not int or not 0 <= dealer < seats:
        sentence = N_("A record says how many sit there, and which seat deals, from 0.")
        raise refusal("bad_json", sentence, "dealer")
    return HandRecord(rules, seats, dealer, read_seed(request), read_actions(request))
