"""A match of a game in which everybody plays every hand, at its online table through the API: its
people, and computer players."""

from collections.abc import Sequence
from typing import Any

from games.engine.verification import verify_deals
from games.services.uptime import beat
from tests.tournaments.api.test_table_events import Evening
from tests.tournaments.online_seats import SeatsOnline

RUMMY = {"game": "rummy", "table_size": 4, "target": 60}
TWO = {"game": "rummy", "table_size": 2, "target": 30}
KNOCK = {"game": "rummy", "variant": "knock", "table_size": 3, "target": 40}
WILD = {
    "game": "rummy",
    "table_size": 3,
    "packs": 2,
    "jokers": 4,
    "ace": "around",
    "melds_per_turn": "any",
    "end": "rounds",
    "rounds": 2,
    "max_reuse": 9,
}
ROYAL = {
    "preset": "rummy-games",
    "variant": "battle_royal",
    "table_size": 3,
    "match_type": "single",
    "target": 80,
}
JERSEY = {**ROYAL, "variant": "jersey"}


class CountedOnline(SeatsOnline):
    """A table by these rules; the seats in `bots` are computer players'."""

    def __init__(self, rules: dict[str, Any], bots: Sequence[int] = (), **fields: Any) -> None:
        beat()
        size = rules["table_size"]
        settings = {"rounds": 1}
        formats = {"format": "table_rounds", "format_settings": settings} if size > 2 else {}
        play = {"play": "online", "clock": {"kind": "none"}, **formats, "rules": rules, **fields}
        self.evening = Evening(size, **play)
        (path,) = self.evening.start().matches(1)
        super().__init__(self.evening.owner, path, bots)

    @property
    def seats(self) -> range:
        return range(len(self.view(min(self.api))["players"]))

    def published(self) -> dict[str, Any]:
        """What anybody may read of the deals, with the records of the hands."""
        deals = self.owner.get(f"{self.path}deals/")
        games = self.owner.get(self.path)["games"]
        numbers = [hand["n"] for game in games for hand in game["hands"]]
        records = [self.owner.get(f"{self.path}hands/{n}/record/") for n in numbers]
        return {**deals, "records": records}

    def check_deals(self) -> None:
        """They lead to what was written down."""
        published = self.published()
        assert verify_deals(published) == {"deals": published["dealt"]}
