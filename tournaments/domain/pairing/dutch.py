"""Swiss rounds by the FIDE Dutch system, as its rules were until 31 January 2026 (FIDE Handbook
C.04.3), found by py4swiss.

The system deals out colours: seat 0 is white and seat 1 black, as our seats are an order too (who
has seat 0 is the upper one of a pairing and is named first at the table). Only a match that was
played gives its two a seat, and only who has played each other may not meet again. A walkover does
neither, but who has won one is given no bye.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from operator import itemgetter

from kernel.text import N_, Refusal, Text
from tournaments.domain.crosstable import Crosstable, EntryPair, SeatIndex
from tournaments.domain.pairing.field import Contender, Field, Paired, ScoredContender, places
from tournaments.domain.pairing.reasons import DUTCH, EQUAL, NOT_DUTCH, reason
from tournaments.domain.pairing.rounds import fixed_pairs, pair, placed, require_everybody_once
from tournaments.domain.seeding import chance_of
from tournaments.domain.tiebreaks.records import Meeting

MOST = 300
"""The largest field: its round takes a few seconds, and the time grows with more than the square
of the field."""

DRAW_VERSION = 1
"""Raised whenever the same seed would give the top seed the other seat."""

REMEMBERED = 8
"""How many rounds a process remembers: a draft is asked for again when it is shown to be up to the
facts, and when it is published."""

NOT_HERE = N_(
    "FIDE Dutch can't be used on this computer: it runs on Linux and Windows with x86-64 and on "
    "Macs with Apple silicon. Draw there, or choose the other pairing system."
)

DutchResult = tuple[int, str, str]
"""One round of one entry in the codes of a tournament report file (FIDE TRF): the number of the
opponent or 0, the colour, the result. Numbers are from 1 in the order of the table."""

MeetingsByRound = Mapping[int, Sequence[Meeting]]
"""By entry, in the order of the table, what it did in each round so far."""

Seats = Mapping[int, Mapping[int, SeatIndex]]
"""By entry and round, the seat of each match that was played."""

SEATS: tuple[SeatIndex, SeatIndex] = (0, 1)


def is_available() -> bool:
    """Whether this computer has py4swiss, which is not made for all of them."""
    return find_spec("py4swiss") is not None


def require() -> None:
    """Refuse where this computer can't pair by the system."""
    if not is_available():
        raise Refusal(Text("not_ready", NOT_HERE), "system")


def as_counted(contender: Contender, own: Sequence[Meeting]) -> Contender:
    """The contender with the meetings and byes that the system counts."""
    met = frozenset(
        meeting.opponent
        for meeting in own
        if meeting.kind == "played" and meeting.opponent is not None
    )
    byes = sum(
        meeting.kind == "bye" or (meeting.kind == "walkover" and meeting.points > 0)
        for meeting in own
    )
    return replace(contender, met=met, byes=byes)


def pair_dutch(
    field: Field, table: Crosstable, rounds: MeetingsByRound, last: int
) -> tuple[Paired, ...]:
    """The next round of an event of `last` rounds, its pairs as the system orders them (D.9).

    Fixed pairs are taken out of the field beforehand. Pairs to keep apart are forbidden, or where
    that leaves no round are told in the reasons. Where no round is legal it is the one of least
    cost (`rounds.pair`), and the reasons say so. Whom the system doesn't seat, `_seated` does.
    """
    require()
    standing = places(field)
    fixed = {entry for two in field.fixed for entry in two}
    rest = places(field, left_out=fixed)
    seats = _seats(table, rounds)
    found = _find(field, table, rounds, seats, {place.entry for place in rest}, last)
    if found is None:
        drawn = [_seated(_told(paired, fixed), seats) for paired in pair(field)]
    else:
        drawn = [_seated(paired, seats) for paired in fixed_pairs(field, standing)]
        drawn += _with_reasons(found, rest)
    require_everybody_once(drawn, [place.entry for place in standing])
    return _in_order(drawn, standing)


def _seats(table: Crosstable, rounds: MeetingsByRound) -> Seats:
    """The seats in which each entry has played."""
    found: dict[int, dict[int, SeatIndex]] = {entry: {} for entry in rounds}
    for plan in table.plan:
        for seat, side in zip(SEATS, plan.sides, strict=True):
            if side.entry is not None and rounds[side.entry][plan.round - 1].kind == "played":
                found[side.entry][plan.round] = seat
    return found


def _find(
    field: Field,
    table: Crosstable,
    rounds: MeetingsByRound,
    seats: Seats,
    here: Collection[int],
    last: int,
) -> list[tuple[int, int | None]] | None:
    """The pairs of those who are here, seat 0 first, the bye with None; None where no round is
    legal."""
    entries = list(rounds)
    numbers = {entry: number for number, entry in enumerate(entries, 1)}
    results = tuple(
        tuple(
            _result(meeting, seats[entry].get(round), numbers)
            for round, meeting in enumerate(own, 1)
        )
        for entry, own in rounds.items()
    )
    away = frozenset(number for entry, number in numbers.items() if entry not in here)
    top_is_white = chance_of("dutch", DRAW_VERSION, table.seed).random() < 0.5
    for forbidden in dict.fromkeys((field.forbidden | field.apart, field.forbidden)):
        found = ask_py4swiss(results, away, _by_number(forbidden, numbers), last, top_is_white)
        if found is not None:
            return [(entries[one - 1], entries[two - 1] if two else None) for one, two in found]
    return None


def _result(meeting: Meeting, seat: SeatIndex | None, numbers: Mapping[int, int]) -> DutchResult:
    if meeting.opponent is not None and seat is not None:
        return numbers[meeting.opponent], "wb"[seat], {1.0: "1", 0.5: "=", 0.0: "0"}[meeting.points]
    if meeting.kind == "bye":
        return 0, "-", "U"
    if meeting.kind == "walkover":
        return 0, "-", "+" if meeting.points else "-"
    return 0, "-", "H" if meeting.points else "Z"


def _by_number(
    pairs: Iterable[EntryPair], numbers: Mapping[int, int]
) -> frozenset[tuple[int, int]]:
    known = (pair for pair in pairs if pair <= numbers.keys())
    return frozenset((numbers[min(pair)], numbers[max(pair)]) for pair in known)


# The library takes a third of a second to load, and few events need it: so it is loaded inside.
@lru_cache(maxsize=REMEMBERED)
def ask_py4swiss(
    rows: tuple[tuple[DutchResult, ...], ...],
    away: frozenset[int],
    forbidden: frozenset[tuple[int, int]],
    rounds: int,
    top_is_white: bool,
) -> tuple[tuple[int, int], ...] | None:
    """White and black of each pair, black 0 for the bye; None where no round is legal.

    `rows` has the results of each entry, `away` are those that are not to be paired. In the last of
    the `rounds` the system lets leaders have a seat more often.
    """
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    section = XSection(
        number_of_rounds=rounds,
        zeroed_ids=set(away),
        forbidden_pairs=set(forbidden),
        configuration=XSectionConfiguration(first_round_color=top_is_white),
    )
    players = []
    for number, row in enumerate(rows, 1):
        results = [
            RoundResult(id=opponent, color=ColorToken(color), result=ResultToken(came))
            for opponent, color, came in row
        ]
        player = PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=sum(map(section.scoring_point_system.get_points_times_ten, results)),
            rank=number,
            results=results,
        )
        players.append(player)
    try:
        found = DutchEngine.generate_pairings(ParsedTrf(player_sections=players, x_section=section))
    except PairingError:
        return None
    return tuple((int(couple.white), int(couple.black)) for couple in found)


def _with_reasons(
    found: Sequence[tuple[int, int | None]], rest: Sequence[ScoredContender]
) -> Iterator[Paired]:
    """The pairs that the system has found, each with its reason."""
    for (first, second), (upper, lower) in zip(found, placed(found, rest), strict=True):
        text, wrong = reason(upper, lower, rest, "slide")
        yield Paired(
            first, second, Text(*DUTCH, text.values) if text.code == EQUAL[0] else text, wrong
        )


def _told(paired: Paired, fixed: Collection[int]) -> Paired:
    """A pair of a round that is not legal by the system, with that as its reason."""
    return paired if paired.faults or paired.first in fixed else replace(paired, reason=NOT_DUTCH)


def _seated(paired: Paired, seats: Seats) -> Paired:
    """The pair with seat 0 given where it is due: to the upper one unless they have had it more."""
    if paired.second is None or _had(seats[paired.first]) <= _had(seats[paired.second]):
        return paired
    return replace(paired, first=paired.second, second=paired.first)


def _had(seats: Mapping[int, SeatIndex]) -> tuple[int, int, int]:
    """How much more an entry has sat in seat 0 than in seat 1: in its last two matches running,
    over all, in the last one."""
    signs = [1 - 2 * seat for _, seat in sorted(seats.items())]
    running = int(sum(signs[-2:]) / 2)
    return running, sum(signs), sum(signs[-1:])


def _in_order(drawn: Sequence[Paired], standing: Sequence[ScoredContender]) -> tuple[Paired, ...]:
    """By the points of the upper one, then of the lower one, then the rank; the bye comes last."""
    keys = [
        (lower is None, -upper.score, -lower.score if lower else 0, upper.index)
        for upper, lower in placed([(two.first, two.second) for two in drawn], standing)
    ]
    return tuple(two for _, two in sorted(zip(keys, drawn, strict=True), key=itemgetter(0)))
