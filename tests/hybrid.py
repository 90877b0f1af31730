"""A hybrid event, and the two who play its first match in both places, through HTTP."""

import json
from typing import Any

from games.engine.gin.fair.verification import verify_deals
from tests.builders import owner_of
from tests.client import Api
from tests.online import OnlineEvent

KNOCK = {"kind": "knock", "knocker": 0, "knocker_count": 4, "defender_count": 19}
GIN = {"kind": "gin", "knocker": 0, "knocker_count": 0, "defender_count": 40}


class HybridEvent(OnlineEvent):
    """The first match of a hybrid event, and who runs it."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{"play": "hybrid", **fields})
        self.staff = Api(owner_of(self.tournament.club))

    def now(self, api: Api | int | None = None) -> Any:
        return self.caller(api).get(self.match)

    def caller(self, api: Api | int | None) -> Api:
        return self.seats[api] if isinstance(api, int) else api or self.staff

    def go_online(self, api: Api | int | None = None, status: int = 200, **body: str) -> Any:
        return self.caller(api).post(f"{self.match}online/", body, status)

    def go_back(self, api: Api | int | None = None, status: int = 200, **body: str) -> Any:
        return self.caller(api).send("DELETE", f"{self.match}online/", body, status)

    def take_back_ask(self, api: Api | int | None = None, status: int = 200) -> Any:
        return self.caller(api).send("DELETE", f"{self.match}online/request/", {}, status)

    def write_hand(self, status: int = 200, **hand: Any) -> Any:
        body = {"version": self.now()["version"], **KNOCK, **hand}
        return self.staff.post(f"{self.match}hands/", body, status)

    def deals(self) -> Any:
        return self.staff.get(f"{self.match}deals/")

    def check_deals(self) -> dict[str, Any]:
        """What anybody finds who checks all that is published."""
        published = self.deals()
        dealt = [deal["n"] for deal in published["deals"] if deal["n"]]
        records = [self.staff.get(f"{self.match}hands/{n}/record/") for n in dealt]
        return verify_deals(json.loads(json.dumps(published | {"records": records})))
