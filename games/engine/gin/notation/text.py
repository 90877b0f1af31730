"""The record of a hand, a game or a match as text that a person can read.

Rules: club

Hand 1, seat 1 deals
seat 0: 7S7H7D...
seat 1: ...
upcard: JH
stock: ...
1 pass
0 draw
...
knock: seat 0 wins 24 points and 1 box, counts 8 and 32

Each action stands on its line after the seat. The last line of a hand says how it ended,
`unfinished` where it did not; a record that says otherwise than its cards is refused at that line.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from games.engine.cards import Card, CardSet, Deal, parse_cards
from games.engine.gin import play
from games.engine.gin.hand.state import HandState
from games.engine.gin.notation.record import HandRecord, replayed, steps
from games.engine.gin.rules import RULE_SETS, Rules, as_dict, rules_from
from games.engine.records import IllegalStep
from kernel.text import N_, Refusal, refusal

_UNFINISHED = "unfinished"
_HEADINGS = ("seat 0", "seat 1", "upcard", "limit card", "stock")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def wrong(self, sentence: str, **values: object) -> Refusal:
        """What is wrong with this line (`bad_record`)."""
        place = N_("Line %(line)s: %(problem)s")
        problem = sentence % values
        return refusal("bad_record", place, "record", line=self.number, problem=problem)

    @contextmanager
    def read(self) -> Iterator[None]:
        """What is refused while this line is read is wrong with it."""
        try:
            yield
        except Refusal as refusal:
            raise self.wrong(refusal.text.template, **refusal.text.values) from refusal


def format_record(rules: Rules, hands: Sequence[HandRecord]) -> str:
    """The text of these hands, all under the same rules, in the order of play."""
    blocks = [f"Rules: {rules_name(rules)}"]
    blocks += [_format_hand(number, hand) for number, hand in enumerate(hands, start=1)]
    return "\n\n".join(blocks) + "\n"


def parse_record(text: str) -> tuple[Rules, tuple[HandRecord, ...]]:
    """What `format_record` gave, every hand played again; refused (`bad_record`) at its line."""
    lines = [_Line(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    lines = [line for line in lines if line.text]
    if not lines or not lines[0].text.startswith("Rules: "):
        raise _Line(1, "").wrong(N_("a record begins with its rules."))
    rules = _parse_rules(lines[0])
    return rules, tuple(_parse_hand(rules, block) for block in _blocks(lines[1:]))


def rules_name(rules: Rules) -> str:
    """The code of a rule set, or the knobs that differ from the club's as JSON."""
    for rule_set in RULE_SETS:
        if rule_set.rules == rules:
            return rule_set.code
    club = as_dict(Rules())
    return json.dumps({name: v for name, v in as_dict(rules).items() if v != club[name]})


def result_line(state: HandState) -> str:
    """How a finished hand ended; `unfinished` while it is played."""
    score = play.result(state)
    if score is None:
        return _UNFINISHED
    if score.counts is None:
        return score.kind
    counts = f"counts {score.counts[0]} and {score.counts[1]}"
    if score.winner is None:
        return f"{score.kind}: nobody wins, {counts}"
    boxes = "1 box" if score.boxes == 1 else f"{score.boxes} boxes"
    return f"{score.kind}: seat {score.winner} wins {score.points} points and {boxes}, {counts}"


def _format_hand(number: int, hand: HandRecord) -> str:
    deal = hand.deal
    lines = [f"Hand {number}, seat {hand.dealer} deals"]
    lines += [f"seat {seat}: {cards}" for seat, cards in enumerate(deal.hands)]
    lines += [f"upcard: {deal.upcard}"] if deal.upcard else []
    if hand.rules.knock_limit == "second_deck":
        lines.append(f"limit card: {deal.limit_card}")
    lines.append("stock: " + "".join(map(str, deal.stock)))
    lines += [
        f"{step.before.turn} {text}" for step, text in zip(steps(hand), hand.actions, strict=True)
    ]
    return "\n".join([*lines, result_line(replayed(hand))])


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """The lines of each hand, its heading first."""
    block: list[_Line] = []
    for line in lines:
        if line.text.startswith("Hand ") and block:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _parse_rules(line: _Line) -> Rules:
    named = line.text.removeprefix("Rules: ")
    try:
        with line.read():
            return rules_from(json.loads(named) if named.startswith("{") else named)
    except (ValueError, RecursionError) as error:
        raise line.wrong(N_("the rules are no JSON.")) from error


def _parse_hand(rules: Rules, block: Sequence[_Line]) -> HandRecord:
    heading = block[0]
    match heading.text.split():
        case ["Hand", _, "seat", ("0" | "1") as dealer, "deals"]:
            pass
        case _:
            raise heading.wrong(N_('a hand begins with "Hand 1, seat 0 deals".'))
    headed = [line for line in block[1:] if _heading(line)]
    played, ending = block[1 + len(headed) : -1], block[-1]
    deal = _parse_deal(heading, {_heading(line): line for line in headed})
    actions = tuple(_action_of(line) for line in played)
    cut_off = ending.text == _UNFINISHED
    record = HandRecord(rules, int(dealer), deal, actions, cut_off=cut_off)
    _check_play(record, heading, played, ending)
    return record


def _heading(line: _Line) -> str:
    name, colon, _ = line.text.partition(":")
    return name if colon and name in _HEADINGS else ""


def _parse_deal(heading: _Line, lines: dict[str, _Line]) -> Deal:
    def cards(name: str) -> tuple[Card, ...]:
        if name not in lines:
            raise heading.wrong(N_('the line "%(name)s:" of this hand is missing.'), name=name)
        with lines[name].read():
            return parse_cards(lines[name].text.partition(":")[2].replace(" ", ""))

    hands = [cards(f"seat {seat}") for seat in (0, 1)]
    upcard = cards("upcard") if "upcard" in lines else ()
    limit_card = cards("limit card") if "limit card" in lines else ()
    for name, single in (("upcard", upcard), ("limit card", limit_card)):
        if len(single) > 1:
            raise lines[name].wrong(N_("there is one such card."))
    with lines["seat 0"].read():
        first = CardSet.of(hands[0])
    with lines["seat 1"].read():
        second = CardSet.of(hands[1])
    return Deal(
        (first, second),
        upcard[0] if upcard else None,
        cards("stock"),
        limit_card[0] if limit_card else None,
    )


def _action_of(line: _Line) -> str:
    return line.text.partition(" ")[2]


def _check_play(record: HandRecord, heading: _Line, played: Sequence[_Line], ending: _Line) -> None:
    """Every action by the seat that it stands behind, and the ending that the cards give."""
    try:
        for step, line in zip(steps(record), played, strict=True):
            if line.text.split()[0] != str(step.before.turn):
                raise line.wrong(N_("it is seat %(turn)s's turn."), turn=step.before.turn)
        result = result_line(replayed(record))
    except IllegalStep as illegal:
        raise played[illegal.at].wrong(illegal.text.template, **illegal.text.values) from illegal
    except Refusal as refusal:
        if refusal.text.code == "bad_record":
            raise
        raise heading.wrong(refusal.text.template, **refusal.text.values) from refusal
    if ending.text != result:
        raise ending.wrong(N_('the cards say "%(result)s".'), result=result)
