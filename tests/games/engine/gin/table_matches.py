"""A match of a table that is written down hand by hand, as its sheet proposes it; for tests."""

from collections.abc import Sequence

from games.engine.gin.scoring.hand import HandCounts
from games.engine.gin.tables import TableRules
from games.engine.scoring.facts import SheetAdjustment, WrittenHand
from games.engine.scoring.sheet import MatchSheet, match_sheet


class Table:
    def __init__(self, rules: TableRules, first: int | None = 0) -> None:
        self.rules, self.first = rules, first
        self.hands: list[WrittenHand] = []
        self.said: tuple[SheetAdjustment, ...] = ()

    @property
    def sheet(self) -> MatchSheet:
        return match_sheet(self.rules, self.first, self.hands, {}, self.said)

    def deal(self) -> tuple[tuple[int, ...], int | None]:
        """Who play next, and who of them deals."""
        sheet = self.sheet
        return sheet.next_players, sheet.next_dealer

    def play(
        self, winner: int | None, points: int = 0, players: Sequence[int] | None = None
    ) -> None:
        """The next hand is a knock with 2 that is worth so much to a seat, or a void one."""
        sheet = self.sheet
        assert sheet.running_game is not None
        due = sheet.next_players
        two = due if players is None else self.rules.checked_players(sheet.dealt, players)
        counts = HandCounts("void")
        if winner is not None:
            counts = HandCounts.of("knock", two.index(winner), 2, 2 + points)
        dealer = (
            None if sheet.next_dealer is None else (self.rules.dealer_among(two, sheet.next_dealer))
        )
        self.hands.append(WrittenHand(sheet.running_game, counts, dealer, players=two))
