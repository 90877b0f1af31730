"""Evenings of twelve by Cutthroat: knock-outs and ladders of tables, by the API alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments.api.test_table_events import CUTTHROAT, Evening

pytestmark = pytest.mark.django_db(transaction=True)


class Tables(Evening):
    """Twelve players, whose tables come out by the order of seed if nothing else is said."""

    def __init__(self, format: str, **settings: object) -> None:
        super().__init__(12, rules=CUTTHROAT, format=format, format_settings=settings)
        self.start()

    def at(self, match: str) -> list[int]:
        return [player["entry"] for player in self.owner.get(match)["players"]]

    def tables(self, round: int) -> list[list[int]]:
        return [sorted(self.at(match)) for match in self.matches(round)]

    def settle(self, match: str, best: Sequence[int] = (), status: int = 200, **more: Any) -> Any:
        """The table comes out in this order, by which everybody settles more than the next."""
        here = self.at(match)
        order = [*best, *sorted(set(here) - set(best))]
        accounts = [50 * (len(here) - 1 - 2 * order.index(entry)) for entry in here]
        game = {"winner": accounts.index(max(accounts)), "accounts": accounts}
        return self.write(match, "result", {"games": [game]} | more, status)

    def settle_round(self, round: int) -> None:
        """All tables that are open: who leaves one has ended it."""
        for match in self.matches(round):
            if self.owner.get(match)["state"] != "finished":
                self.settle(match)

    def places(self) -> list[tuple[int | None, int]]:
        return [(row["rank"], row["entry"]) for row in self.rows()]

    def state(self) -> str:
        return str(self.owner.get(self.here)["state"])


def test_four_tables_their_first_and_the_final() -> None:
    """One leaves a table; a result is corrected after the final is drawn."""
    evening = Tables("table_knock_out")
    entries = [row["id"] for row in evening.entries]
    first, second, third, fourth = evening.matches(1)
    # The top seeds sit at a table each.
    assert [min(own) for own in evening.tables(1)] == entries[:4]
    gone = evening.at(first)[1]
    evening.owner.post(f"{evening.here}entries/{gone}/withdrawal/")
    for match in (second, third, fourth):
        evening.settle(match)
    stayed = [entry for entry in evening.at(first) if entry != gone]
    on = [min(evening.at(match)) for match in (second, third, fourth)]
    assert evening.tables(2) == [sorted(stayed + on)]
    rows = {row["entry"]: row for row in evening.rows()}
    assert rows[on[0]]["rank"] is None
    assert rows[on[0]]["reason"] == "Last table: still in"
    assert rows[gone]["rank"] == 12

    # The second of a table had won it: the final is drawn again with them, before it is played.
    one, other, _ = sorted(evening.at(second))
    wrong = evening.settle(second, [other, one], 409, reason="Exchanged.")["error"]
    assert wrong["code"] == "choice_needed"
    evening.settle(second, [other, one], reason="Exchanged.", if_rests_on="redraw")
    (final,) = evening.matches(2)
    assert sorted(evening.at(final)) == sorted([*stayed, other, *on[1:]])

    evening.settle(final, [other])
    assert evening.state() == "finished"
    assert [rank for rank, _entry in evening.places()] == list(range(1, 13))
    assert evening.places()[0] == (1, other)
    # The one who went out by the correction is the best of the seconds: the higher seed of equals.
    assert evening.places()[5] == (6, one)
    assert evening.rows()[0]["reason"] == "Last table: place 1 at the table"
    evening.require_that_it_can_be_made_anew()


def test_two_of_each_go_on_and_a_round_that_was_played_stays() -> None:
    evening = Tables("table_knock_out", go_on=2)
    evening.settle_round(1)
    assert [len(own) for own in evening.tables(2)] == [4, 4]
    played, other = evening.matches(2)
    evening.settle(played)
    # Who was second at a table and who was last are exchanged: one of them played already.
    first = evening.matches(1)[0]
    best, second, last = sorted(evening.at(first))
    wrong = evening.settle(first, [best, last], 409, reason="Exchanged.")["error"]
    assert [row["round"] for row in wrong["rests_on"]] == [2]
    evening.settle(first, [best, last], reason="Exchanged.", if_rests_on="keep")
    assert any(second in own for own in evening.tables(2))
    evening.settle(other)
    (final,) = evening.matches(3)
    # One of the four withdraws before the end of the last table: the others are parted by seed.
    left = sorted(evening.at(final))
    evening.owner.post(f"{evening.here}entries/{left[0]}/withdrawal/")
    assert evening.state() == "finished"
    assert [entry for _rank, entry in evening.places()][:4] == [*left[1:], left[0]]
    # Through by the corrected result, and not there: below all who were.
    assert evening.places()[8] == (9, last)
    evening.require_that_it_can_be_made_anew()


def test_nobody_comes_late_to_a_knock_out_and_who_is_out_is_out() -> None:
    evening = Tables("table_knock_out")
    roster = f"clubs/{evening.made['club']}/players/"
    evening.owner.post(f"{roster}import/", {"text": "Late One"})
    known = {row["name"]: row["id"] for row in evening.owner.get(roster)["results"]}
    late = {"player": known["Late One"]}
    refused = evening.owner.post(evening.here + "late-entries/", late, 409)["error"]
    assert "nobody can come into it" in refused["message"]
    match = evening.matches(1)[0]
    first = evening.at(match)[0]
    absent = f"{evening.here}entries/{first}/absences/"
    refused = evening.owner.post(absent, {}, 409)["error"]
    assert "nobody sits out" in refused["message"]
    evening.settle(match)
    out = sorted(evening.at(match))[2]
    evening.owner.post(f"{evening.here}entries/{out}/withdrawal/", {}, 409)


def test_a_knock_out_by_tables_follows_rounds_at_tables() -> None:
    """The best six of two rounds play on: two tables, and three at the last one."""
    stages = [
        {"format": "table_rounds", "format_settings": {"rounds": 2}},
        {"format": "table_knock_out", "take": 6},
    ]
    evening = Tables.__new__(Tables)
    Evening.__init__(evening, 12, rules=CUTTHROAT, stages=stages)
    evening.start()
    evening.settle_round(1)
    evening.settle_round(2)
    matches = evening.owner.get(evening.here + "matches/", stage=2, round=1)["results"]
    own = [f"matches/{row['id']}/" for row in matches]
    assert [len(evening.at(match)) for match in own] == [3, 3]
    for match in own:
        evening.settle(match)
    (final,) = evening.owner.get(evening.here + "matches/", stage=2, round=2)["results"]
    evening.settle(f"matches/{final['id']}/")
    assert evening.state() == "finished"
    assert [rank for rank, _entry in evening.places()] == list(range(1, 7))
    evening.require_that_it_can_be_made_anew()


ROYAL = {"variant": "battle_royal", "match_type": "single"}


@pytest.mark.parametrize("format", ["table_rounds", "table_knock_out", "table_ladder"])
def test_where_the_rules_seat_exactly_three_one_of_ten_has_a_bye(format: str) -> None:
    evening = Evening(10, rules=ROYAL, format=format).start()
    rows = evening.owner.get(evening.here + "matches/", round=1)["results"]
    assert sorted(len(row["players"]) for row in rows if row["state"] != "bye") == [3, 3, 3]
    slug = evening.made["club"]
    for settings in ({"seats": 4}, {"uneven": True}):
        body = {"club": slug, "name": "Other", "rules": ROYAL, "format": format}
        refused = evening.owner.post("tournaments/", body | {"format_settings": settings}, 400)
        assert list(refused["error"]["fields"]) == ["seats"]


def test_a_ladder_of_tables() -> None:
    evening = Tables("table_ladder", rounds=3)
    entries = [row["id"] for row in evening.entries]
    assert evening.tables(1) == [entries[at : at + 3] for at in (0, 3, 6, 9)]
    first, *others = evening.matches(1)
    evening.settle(first, entries[2::-1])
    for match in others:
        evening.settle(match)
    by = [entries[at] for at in (2, 1, 3, 0, 4, 6, 5, 7, 9, 8, 10, 11)]
    assert evening.tables(2) == [sorted(by[at : at + 3]) for at in (0, 3, 6, 9)]
    # The draft of the next round follows a correction; a round that is published is asked about.
    wrong = evening.settle(first, entries[:3], 409, reason="Read wrong.")["error"]
    assert wrong["code"] == "choice_needed"
    evening.settle(first, entries[:3], reason="Read wrong.", if_rests_on="redraw")
    by[0], by[3] = by[3], by[0]
    assert evening.tables(2) == [sorted(by[at : at + 3]) for at in (0, 3, 6, 9)]
    evening.owner.post(f"{evening.here}entries/{entries[11]}/withdrawal/")
    evening.settle_round(2)
    evening.settle_round(3)
    assert evening.state() == "finished"
    assert evening.places()[0] == (1, entries[0])
    assert evening.places()[-1] == (12, entries[11])
    evening.require_that_it_can_be_made_anew()
