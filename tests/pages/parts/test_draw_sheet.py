"""The parts of a bracket: each match stands in one of them, and none is too large for a page."""

from collections import Counter
from dataclasses import replace

import pytest

from pages.parts.draw_sheet import DrawSheet, DrawSheetMaker
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.formats.double_elimination import DoubleElimination
from tournaments.domain.formats.single_elimination import SingleElimination
from tournaments.domain.kinds.base import Format
from tournaments.selectors.stages.bracket import BracketRound, Slot
from tournaments.selectors.stages.sides import NamedSide

PLAIN = SingleElimination()
THIRD = SingleElimination(third_place=True)
CONSOLATION = SingleElimination(consolation=True)
DOUBLE = DoubleElimination()


def drawn(format: Format, entrants: int, **limits: int) -> DrawSheetMaker:
    """The sheets of a bracket in which nothing is played."""
    table = Crosstable(tuple(range(1, entrants + 1)))
    table = Crosstable(table.entries, format.next_round(table))
    sides = {entry: NamedSide(entry, f"Player {entry}", entry) for entry in table.entries}
    slots = [
        Slot(
            pairing=pairing.plan.number,
            match=None,
            stage=1,
            round=pairing.plan.round,
            number=pairing.plan.number,
            name=format.pairing_name(table, pairing.plan.key),
            state="bye" if pairing.is_bye else "locked",
            table=None,
            table_label="",
            players=tuple(sides.get(who.entry) for who in pairing.occupants),
            games_won=(0, 0),
            winner=pairing.winner_seat,
            feeders=tuple(side.feeder for side in pairing.plan.sides),
            loses=tuple(side.kind == "loser" for side in pairing.plan.sides),
            side=format.side_of(table, pairing.plan.key),
            reason=None,
            decision=pairing.decision,
            under_appeal=False,
            against=False,
        )
        for pairing in format.advance(table)
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
    maker = DrawSheetMaker(rounds)
    vars(maker).update(limits)
    return maker


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
        # The match for third place stands with the final.
        assert 0 < len(shown) <= maker.most_matches + 1
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


def sheets_by_key(maker: DrawSheetMaker) -> dict[str, DrawSheet]:
    parts = range(len(maker.parts))
    return {sheet.key: sheet for number in parts for sheet in maker.sheets(number)}


def short_words(sheet: DrawSheet, column: int, place: int = 0) -> list[str]:
    """What stands on the lines of a match where all rounds are side by side and on paper."""
    lines = sheet.rounds[column].matches[place].lines
    return [line.short or line.name for line in lines if line.is_from_elsewhere]


def test_who_comes_down_is_said_in_short_words_below_the_round_they_come_from() -> None:
    losers = sheets_by_key(drawn(DOUBLE, 16))["losers"]
    assert losers.is_long
    assert short_words(losers, 0) == ["Loser of match 1", "Loser of match 2"]
    assert short_words(losers, 0, 3) == ["Loser of match 7", "Loser of match 8"]
    assert short_words(losers, 1) == ["Loser of match 4"]
    assert [round.comes_from for round in losers.rounds] == [
        "Losers of Winners' round 1",
        "Losers of Winners' round 2",
        "",
        "Losers of Winners' round 3",
        "",
        "",
    ]
    assert short_words(losers, 5) == ["Loser of Winners' final"]


@pytest.mark.parametrize("format", [PLAIN, THIRD, CONSOLATION, DOUBLE])
@pytest.mark.parametrize("entrants", [4, 13, 32, 150])
def test_an_open_line_says_who_comes_or_is_joined_to_the_match_before(
    format: Format, entrants: int
) -> None:
    maker = drawn(format, entrants)
    for sheet in sheets_by_key(maker).values():
        before: set[tuple[int, int]] = set()
        for round in sheet.rounds:
            for match in (*round.matches, *filter(None, [round.third_place])):
                for seat, line in enumerate(match.lines):
                    joined = match.slot.feeders[seat] in before and not match.slot.loses[seat]
                    if line.kind == "tbd":
                        first = round is sheet.rounds[0]
                        assert line.is_from_elsewhere or joined or first
                        assert not (line.is_from_elsewhere and joined)
            before |= {match.slot.key for match in round.matches}


@pytest.mark.parametrize("entrants", [3, 5, 6, 9, 17])
def test_a_round_of_byes_alone_is_not_said_to_be_finished(entrants: int) -> None:
    for sheet in sheets_by_key(drawn(DOUBLE, entrants)).values():
        for round in sheet.rounds:
            only_byes = all(match.state == "bye" for match in round.matches)
            assert round.note == ("byes only" if only_byes else "")


def test_a_final_that_is_not_needed_is_not_said_to_be_finished() -> None:
    maker = drawn(DOUBLE, 4)
    *others, last = maker.bracket
    (slot,) = last.slots
    slot = replace(slot, state="bye", decision="not_needed")
    maker = DrawSheetMaker([*others, replace(last, slots=(slot,))])
    assert sheets_by_key(maker)["final"].rounds[-1].note == "not needed"
