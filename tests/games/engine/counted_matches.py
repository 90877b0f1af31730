"""A match in which everybody's count is written down, hand by hand; for tests."""

from games.engine.scoring.counted import CountedHand, CountedRemedies, CountedRules
from games.engine.scoring.facts import SheetAdjustment, WrittenHand
from games.engine.scoring.sheet import MatchSheet, match_sheet


class CountedTable:
    def __init__(self, rules: CountedRules, first: int | None = 0) -> None:
        self.rules, self.first = rules, first
        self.hands: list[WrittenHand] = []
        self.said: tuple[SheetAdjustment, ...] = ()

    @property
    def sheet(self) -> MatchSheet:
        return match_sheet(self.rules, self.first, self.hands, {}, self.said)

    def play(
        self,
        kind: str,
        ended_by: int | None = None,
        *counts: int | None,
        remedies: CountedRemedies | None = None,
        upcard: str | None = None,
    ) -> None:
        """The next hand, dealt by whoever is to deal it."""
        sheet = self.sheet
        assert sheet.running_game is not None
        hand = CountedHand(kind, ended_by, counts, upcard)
        self.hands.append(WrittenHand(sheet.running_game, hand, sheet.next_dealer, remedies))
