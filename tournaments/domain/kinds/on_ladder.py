"""The ladders: all entries stand in one order, and each round moves them up and down.

At first the order is that of the seeds. A late entry begins at the foot of the ladder; who has
withdrawn leaves it, and the others close up. Places are the order of the ladder; below it stand
those who left, the last to leave first.

To write, beside what a format by round has (`by_round`): `validate`; `pairs`, from the top of the
`ladder`; `moved`; `came`; and `by_definition`.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kernel.text import N_, Text
from tournaments.domain.crosstable import Crosstable
from tournaments.domain.kinds.base import NOT_DRAWN, Sentence
from tournaments.domain.kinds.by_round import ByRound
from tournaments.domain.kinds.meetings import meetings
from tournaments.domain.kinds.pairings import Resolved, last_round, resolve
from tournaments.domain.kinds.settings import MOST_ROUNDS, ROUNDS_TOLD, setting
from tournaments.domain.standings import Standing
from tournaments.domain.tiebreaks.records import Meeting

NOT_SO_MANY_ROUNDS = N_("A ladder has 1 to %(most)d rounds, not %(rounds)d.")

SAT_OUT = ("ladder_sat_out", N_("%(round)s: sat out, and kept the place"))
ABSENT = ("ladder_absent", N_("%(round)s: was absent, and went down"))
LEFT = ("ladder_left", N_("Withdrew, and left the ladder from %(round)s on"))
PUT_OUT = ("ladder_put_out", N_("Put out of the event from %(round)s on"))


@dataclass(frozen=True)
class OnLadder(ByRound):
    """A ladder of so many rounds."""

    sentences: ClassVar[tuple[Sentence, ...]] = (SAT_OUT, ABSENT, LEFT, PUT_OUT)

    rounds: int = setting(
        6,
        N_("Rounds"),
        N_("How many rounds are played."),
        least=1,
        most=MOST_ROUNDS,
        told={1: ROUNDS_TOLD},
    )

    @abstractmethod
    def moved(
        self, table: Crosstable, standing: Sequence[int], pairings: Sequence[Resolved]
    ) -> list[int]:
        """The ladder after a round of these pairings."""

    @abstractmethod
    def came(
        self, table: Crosstable, pairings: Sequence[Resolved], round: Text
    ) -> Mapping[int, Text]:
        """What the matches of the last round, which has that name, did to those who sat there."""

    def rounds_in(self, table: Crosstable) -> int:
        return self.rounds

    def ladder(self, table: Crosstable, round: int) -> tuple[list[int], list[int]]:
        """The ladder as it is before a round, and those who have left it, the last to leave
        first."""
        pairings = resolve(table)
        standing: list[int] = []
        gone: list[int] = []
        for number in range(1, round + 1):
            standing = self.moved(table, standing, _of_round(pairings, number - 1))
            standing += [entry for entry in table.entries if table.joined.get(entry, 1) == number]
            paired = {entry for pairing in _of_round(pairings, number) for entry in pairing.entries}
            leaving = [
                entry
                for entry in standing
                if not table.plays(entry, number) and entry not in paired
            ]
            standing = [entry for entry in standing if entry not in leaving]
            gone = leaving + gone
        return standing, gone

    def places(self, table: Crosstable) -> tuple[Standing, ...]:
        """The ladder as it stands, those of a round under way moved as far as it is decided; then
        those who left it, the last first."""
        if not table.plan:
            return tuple(Standing(entry, None, NOT_DRAWN) for entry in table.entries)
        last = last_round(table)
        standing, gone = self.ladder(table, last + 1)
        placed = {*standing, *gone}
        late = [entry for entry in table.entries if entry not in placed]
        pairings = resolve(table)
        own = meetings(table, pairings, cap=0)
        last_pairings = _of_round(pairings, last)
        came = dict(self.came(table, last_pairings, self.round_name(table, last)))
        sat_out = {
            entry for pairing in last_pairings if pairing.is_bye for entry in pairing.entries
        }
        came |= {entry: self._told(table, SAT_OUT, last) for entry in sat_out}
        return tuple(
            _row(place, entry, self._reason(table, came.get(entry), entry), own[entry].values())
            for place, entry in enumerate([*standing, *late, *gone], 1)
        )

    def _reason(self, table: Crosstable, came: Text | None, entry: int) -> Text:
        """What the last round did to an entry, or why it is on the ladder no longer or not yet."""
        last = last_round(table)
        if not table.plays(entry, last + 1):
            sentence = PUT_OUT if entry in table.put_out else LEFT
            return self._told(table, sentence, table.withdrawn[entry])
        if table.joined.get(entry, 1) > last:
            return NOT_DRAWN
        return came or self._told(table, ABSENT, last)

    def _told(self, table: Crosstable, sentence: tuple[str, str], round: int) -> Text:
        return Text(*sentence, {"round": self.round_name(table, round)})


def _of_round(pairings: Sequence[Resolved], round: int) -> list[Resolved]:
    return [pairing for pairing in pairings if pairing.plan.round == round]


def _row(place: int, entry: int, reason: Text, own: Iterable[Meeting]) -> Standing:
    points = [meeting.points for meeting in own if meeting.kind == "played"]
    return Standing(entry, place, reason, len(points), points.count(1.0), points.count(0.0))
