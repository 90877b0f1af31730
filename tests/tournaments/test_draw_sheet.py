"""The parts of a bracket: each match stands in one of them, and none is too large for a page."""

from collections import Counter

import pytest

from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.base import Format
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.selectors.bracket import BracketRound, Side, Slot
from tournaments.views.draw_sheet import MOST_MATCHES, DrawSheetMaker

PLAIN = SingleElimination()
THIRD = SingleElimination(third_place=True)
CONSOLATION = SingleElimination(consolation=True)
DOUBLE = DoubleElimination()


def drawn(format: Format, entrants: int, **limits: int) -> DrawSheetMaker:
    """The sheets of a bracket in which nothing is played."""
    table = Crosstable(tuple(range(1, entrants + 1)))
    table = Crosstable(table.entries, format.next_round(table))
    sides = {entry: Side(entry, f"Player {entry}", entry) for entry in table.entries}
    slots = [
        Slot(
            pairing=one.plan.number,
            match=None,
            stage=1,
            round=one.plan.round,
            number=one.plan.number,
            name=format.pairing_name(table, one.plan.key),
            state="bye" if one.is_bye else "locked",
            table=None,
            table_label="",
            players=tuple(sides.get(who.entry) for who in one.occupants),
            games_won=(0, 0),
            winner=one.winner_seat,
            feeders=tuple(side.feeder for side in one.plan.sides),
            loses=tuple(side.kind == "loser" for side in one.plan.sides),
            side=format.side_of(table, one.plan.key),
            reason=None,
            decision=one.decision,
            under_appeal=False,
            against=False,
        )
        for one in format.advance(table)
    ]
    numbers = sorted({slot.round for slot in slots})
    rounds = [
        BracketRound(
            number=number,
            name=format.round_name(table, number),
            state="published",
            planned_start=None,
            minutes=None,
            slots=tuple(slot for slot in slots if slot.round == number),
        )
        for number in numbers
    ]
    return DrawSheetMaker(rounds, {}, {}, **limits)


def names(maker: DrawSheetMaker) -> list[str]:
    return [maker.part_name(number) for number in range(len(maker.parts))]


@pytest.mark.parametrize("format", [PLAIN, THIRD, CONSOLATION, DOUBLE])
@pytest.mark.parametrize("entrants", [2, 3, 6, 17, 64, 65, 130, 300])
def test_each_match_stands_in_one_part_that_fits_a_page(format: Format, entrants: int) -> None:
    maker = drawn(format, entrants)
    found: Counter[tuple[int, int]] = Counter()
    for number in range(len(maker.parts)):
        shown = [
            match.slot.key
            for sheet in maker.sheets(number)
            for round in sheet.rounds
            for match in (*round.matches, *filter(None, [round.third_place]))
        ]
        assert 0 < len(shown) <= MOST_MATCHES + 1  # the match for third place stands with the final
        found.update(shown)
    assert found == Counter(dict.fromkeys(maker.slots, 1))
    assert sum(sheet.ends for part in range(len(maker.parts)) for sheet in maker.sheets(part)) == 1
    assert len(set(names(maker))) == len(maker.parts)


def test_the_sides_of_a_double_elimination_are_apart() -> None:
    (*sheets,) = drawn(DOUBLE, 8).sheets()
    assert [sheet.heading for sheet in sheets] == [
        "Winners' bracket",
        "Losers' bracket",
        "Grand final",
    ]
    assert [[len(round.matches) for round in sheet.rounds] for sheet in sheets] == [
        [4, 2, 1],
        [2, 2, 1, 1],
        [1, 1],
    ]
    assert [round.drops for round in sheets[1].rounds] == [False, True, False, True]


def test_a_consolation_is_headed_by_the_places() -> None:
    sheets = drawn(CONSOLATION, 16).sheets()
    assert [sheet.heading for sheet in sheets] == [
        "The draw",
        "Places 5 to 8",
        "Places 7 to 8",
        "Places 9 to 16",
        "Places 11 to 12",
        "Places 13 to 16",
        "Places 15 to 16",
    ]
    final = sheets[0].rounds[-1]
    assert final.third_place is not None
    assert final.third_place.name == "Third place"


def test_a_large_bracket_has_its_last_rounds_first_and_then_its_sections() -> None:
    assert names(drawn(PLAIN, 130)) == ["Last rounds", *(f"Section {n}" for n in range(1, 5))]
    assert names(drawn(DOUBLE, 65)) == ["Winners' bracket", "Losers' bracket – Grand final"]
    assert names(drawn(DOUBLE, 300))[:2] == [
        "Winners' bracket – Grand final",
        "Winners' bracket: Section 1",
    ]
