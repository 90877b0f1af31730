"""What a referee does in the course of the evening: thirty times something goes wrong at a table.

Each incident leaves the match as the file says it was played: what is ruled wrongly is taken back,
what is written down wrongly is corrected, and what only touches the play touches no score.
"""

from collections.abc import Callable
from typing import Any

from tests.acceptance.evening import Client, Table

Match = dict[str, Any]


class Referee:
    """Rules and corrects at the table at which they stand, through the API."""

    def __init__(self, client: Client, tournament: int) -> None:
        self.client = client
        self.tournament = tournament
        self.rulings = self.corrections = 0

    def deal_with(self, what: Callable[["Referee", Table], None], table: Table) -> None:
        """One incident; afterwards the score is what it was before."""
        before = score_of(table.seen)
        what(self, table)
        table.seen = self.client.get(f"matches/{table.seen['id']}/")
        assert score_of(table.seen) == before

    def post(self, table: Table, path: str, body: Match) -> Match:
        """Write to the match of a table from the version that was read last."""
        body = {"version": table.seen["version"], **body}
        answer: Match = self.client.post(f"matches/{table.seen['id']}/{path}/", body)
        table.seen = answer.get("match", answer)
        return answer

    def rule(self, table: Table, rule: str, n: int, **said: Any) -> int:
        """A ruling on the n-th hand, and its id."""
        self.rulings += 1
        made: int = self.post(table, "rulings", {"rule": rule, "n": n, **said})["ruling"]["id"]
        return made

    def take_back(self, table: Table, ruling: int) -> None:
        self.post(table, f"rulings/{ruling}/taking-back", {"reason": "It was another table."})


def score_of(match: Match) -> list[Match]:
    return [{name: game[name] for name in ("points", "boxes", "winner")} for game in hands(match)]


def hands(match: Match) -> list[Match]:
    return [game for game in match["games"] if game["hands"]]


def last_hand(table: Table) -> Match:
    """The hand that was written down last."""
    shown: Match = table.seen["games"][-1]["hands"][-1]
    return shown


def next_n(table: Table) -> int:
    return sum(len(game["hands"]) for game in table.seen["games"]) + 1


def refused_illegal_knock(referee: Referee, table: Table) -> None:
    referee.rule(
        table,
        "KNOCK_ILLEGAL_EARLY",
        next_n(table),
        offender=0,
        conditions=["count_only_fault"],
        option="reject",
    )


def looked_back(referee: Referee, table: Table) -> None:
    referee.rule(table, "LOOK_BACK", next_n(table), offender=1, phase="PLAY")


def saw_a_card(referee: Referee, table: Table) -> None:
    said = {"offender": 0, "option": "take_exposed_card", "phase": "PLAY"}
    referee.rule(table, "SEE_IN_TURN", next_n(table), **said)


def dealt_anew(referee: Referee, table: Table) -> None:
    referee.rule(table, "DEAL_FACED_CARD", next_n(table), phase="DEALING")


def wrong_dealer(referee: Referee, table: Table) -> None:
    referee.rule(table, "DEAL_WRONG_DEALER_LATE", next_n(table), phase="PLAY")


def too_few_cards_taken_back(referee: Referee, table: Table) -> None:
    n, knocker = next_n(table) - 1, last_hand(table)["knocker"]
    said = {"offender": 0, "cards": 2, "phase": "COUNTED"}
    made = referee.rule(table, "HAND_COUNT_END_FEW", n, **said)
    if knocker is not None:
        assert max(last_hand(table)["counts"]) >= 20
    referee.take_back(table, made)


def too_many_cards_taken_back(referee: Referee, table: Table) -> None:
    said = {"offender": last_hand(table)["winner"] or 0, "phase": "COUNTED"}
    made = referee.rule(table, "HAND_COUNT_END_MANY", next_n(table) - 1, **said)
    assert last_hand(table)["points"] == 0
    referee.take_back(table, made)


def void_hand_taken_back(referee: Referee, table: Table) -> None:
    effects = [{"remedy": "void_hand", "seats": []}]
    referee.rulings += 1
    body = {"n": next_n(table) - 1, "effects": effects, "facts": "The pack was short."}
    made = referee.post(table, "rulings", body)["ruling"]["id"]
    assert last_hand(table)["points"] == 0
    referee.take_back(table, made)


def misheard_count_corrected(referee: Referee, table: Table) -> None:
    right = last_hand(table)
    fields = {
        "kind": "knock" if right["kind"] in ("undercut", "tie") else right["kind"],
        "dealer": right["dealer"],
    }
    if right["kind"] != "void":
        knocker = right["knocker"]
        fields |= {
            "knocker": knocker,
            "knocker_count": right["counts"][knocker],
            "defender_count": right["counts"][1 - knocker],
        }
    path = f"hands/{right['n']}/corrections"
    referee.post(table, path, {"kind": "void", "dealer": right["dealer"], "reason": "Misheard."})
    referee.post(table, path, {**fields, "reason": "It was as written."})
    referee.corrections += 2


def points_taken_back(referee: Referee, table: Table) -> None:
    """A third repetition costs 25 points; it was another player's."""
    entry = table.seen["players"][0]["entry"]
    path = f"tournaments/{referee.tournament}/penalties/"
    body = {
        "match": table.seen["id"],
        "version": table.seen["version"],
        "entry": entry,
        "infraction": "T_REPEAT_IRREG",
        "occurrence": 1,
        "step": "point_penalty",
        "facts": "The same irregularity for the third time.",
    }
    [made] = referee.client.post(path, body)
    table.seen = referee.client.get(f"matches/{table.seen['id']}/")
    reversal = {"version": table.seen["version"], "reason": "Another player."}
    referee.client.post(f"{path}{made['id']}/reversal/", reversal)
    referee.rulings += 1


#: In the order in which they happen, over and over again.
INCIDENTS: tuple[Callable[[Referee, Table], None], ...] = (
    refused_illegal_knock,
    too_few_cards_taken_back,
    looked_back,
    misheard_count_corrected,
    saw_a_card,
    too_many_cards_taken_back,
    dealt_anew,
    points_taken_back,
    wrong_dealer,
    void_hand_taken_back,
)
