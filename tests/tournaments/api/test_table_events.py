"""Evenings at tables of three, and with partners who change, through the API alone."""

from typing import Any

import pytest
from django.core.management import call_command

from tests.builders import DIRECTOR, NOW, make_user
from tests.client import Api
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.events.rebuilding import rebuild_tournament

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = {"preset": "rummy-games", "match_type": "single"}
CUTTHROAT = {**SHORT, "variant": "cutthroat", "target": 50}
CAPTAIN = {**SHORT, "variant": "captain", "table_size": 5, "target": 50}
PARTNERS = {**SHORT, "variant": "partnership", "target": 25, "dealer_policy": "winner"}


class Evening:
    """An event of single players as a program sees it."""

    def __init__(self, players: int, **fields: object) -> None:
        self.owner = Api(make_user("Ada Owner", "ada@club.example"))
        slug = self.owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
        text = "\n".join(f"Player {number:02}" for number in range(1, players + 1))
        self.owner.post(f"clubs/{slug}/players/import/", {"text": text})
        people = [player["id"] for player in self.owner.get(f"clubs/{slug}/players/")["results"]]
        self.made = self.owner.post(
            "tournaments/", {"club": slug, "name": "Evening", **fields}, 201
        )
        self.here = f"tournaments/{self.made['id']}/"
        self.owner.put(self.here + "tables/", [{"number": n} for n in range(1, 4)])
        entered = [{"player": player, "seed": seed} for seed, player in enumerate(people, 1)]
        self.entries = self.owner.post(self.here + "entries/", entered, 201)

    def start(self) -> "Evening":
        self.owner.post(self.here + "start/")
        return self

    def matches(self, round: int) -> list[str]:
        rows = self.owner.get(self.here + "matches/", round=round)["results"]
        return [f"matches/{row['id']}/" for row in rows if row["state"] != "bye"]

    def write(self, match: str, to: str, body: dict[str, Any], status: int = 200) -> Any:
        version = self.owner.get(match)["version"]
        return self.owner.post(f"{match}{to}/", {"version": version, **body}, status)

    def knock(self, match: str, knocker: int, left: int, status: int = 200, **more: object) -> Any:
        """A knock with 2 of the seat, against so many."""
        said = {"kind": "knock", "knocker": knocker, "knocker_count": 2, "defender_count": left}
        return self.write(match, "hands", said | more, status)

    def play(self, match: str, lucky: int) -> Any:
        """A whole match: the lucky seat wins by thirty whenever it plays, else the first of two."""
        shown = self.owner.get(match)
        while shown["state"] != "finished":
            two = shown["next_hand"]["players"]
            knocker = next((seat for seat in two if seat % self.sides == lucky), two[0])
            said = {"kind": "knock", "knocker": knocker, "knocker_count": 2, "defender_count": 32}
            shown = self.owner.post(f"{match}hands/", {"version": shown["version"], **said})
        return shown

    sides = 3

    def rows(self) -> list[dict[str, Any]]:
        return self.owner.get(self.here + "standings/")["rows"]

    def require_that_it_can_be_made_anew(self) -> None:
        tournament = Tournament.objects.get(pk=self.made["id"])
        before = snapshot(tournament)
        call_command("verify_standings")
        call_command("verify_audit", tournament=tournament.pk)
        rebuild_tournament(tournament_id=tournament.pk, by=DIRECTOR, now=NOW)
        assert snapshot(tournament) == before


class Scramble(Evening):
    sides = 2


def test_a_cutthroat_evening_of_nine() -> None:
    """Four rounds in which nobody meets twice, with a ruling and a correction."""
    evening = Evening(9, rules=CUTTHROAT, format="table_rounds").start()
    together: set[frozenset[int]] = set()
    for round in range(1, 5):
        first, *others = evening.matches(round)
        assert len(others) == 2
        if round == 2:
            evening.knock(first, evening.owner.get(first)["next_hand"]["players"][0], 22)
            offender = evening.owner.get(first)["games"][0]["hands"][0]["players"][0]
            ruled = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": offender}
            evening.write(first, "rulings", ruled | {"n": 1, "facts": "Eleven cards."})
        for place, match in enumerate([first, *others]):
            shown = evening.play(match, place)
            entries = [player["entry"] for player in shown["players"]]
            assert len(entries) == 3
            together |= {frozenset((one, two)) for one in entries for two in entries if one != two}
        if round == 3:
            hand = evening.owner.get(first)["games"][0]["hands"][0]
            said = {"kind": "knock", "knocker": hand["knocker"], "knocker_count": 2}
            said |= {"defender_count": 52, "reason": "Counted again."}
            evening.write(first, "hands/1/corrections", said)
    assert len(together) == 9 * 8 // 2
    assert evening.owner.get(evening.here)["state"] == "finished"
    rows = evening.rows()
    points = {row["entry"]: row["tiebreaks"]["table_points"] for row in rows}
    assert sum(points.values()) == 4 * 3 * 18
    assert sum(row["tiebreaks"]["accounts"] for row in rows) == 0
    assert rows[0]["rank"] == 1
    evening.require_that_it_can_be_made_anew()


def test_a_chouette_of_five_is_one_table() -> None:
    evening = Evening(5, rules=CAPTAIN, format="table_rounds", format_settings={"rounds": 1})
    (match,) = evening.start().matches(1)
    assert len(evening.owner.get(match)["players"]) == 5
    for _ in range(40):
        shown = evening.owner.get(match)
        if shown["state"] == "finished":
            break
        evening.knock(match, shown["next_hand"]["players"][0], 32)
    assert evening.owner.get(evening.here)["state"] == "finished"
    assert len(evening.rows()) == 5
    evening.require_that_it_can_be_made_anew()


def test_a_scramble_of_twelve() -> None:
    """Eleven rounds, in which everybody partners everybody once, with a ruling and a correction."""
    evening = Scramble(12, rules=PARTNERS, format="scramble").start()
    assert evening.made["boards"] == 1
    partners: set[frozenset[int]] = set()
    for round in range(1, 12):
        first, *others = evening.matches(round)
        assert len(others) == 2
        if round == 2:
            evening.knock(first, 0, 22)
            too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "offender": 0, "n": 1}
            evening.write(first, "rulings", too_many | {"facts": "Eleven cards."})
        for place, match in enumerate([first, *others]):
            shown = evening.play(match, place % 2)
            entries = [player["entry"] for player in shown["players"]]
            partners |= {frozenset(entries[::2]), frozenset(entries[1::2])}
        if round == 3:
            said = {"kind": "knock", "knocker": 0, "knocker_count": 2, "defender_count": 52}
            evening.write(first, "hands/1/corrections", said | {"reason": "Counted again."})
    assert len(partners) == 12 * 11 // 2
    assert evening.owner.get(evening.here)["state"] == "finished"
    rows = evening.rows()
    assert sum(row["tiebreaks"]["match_points"] for row in rows) == 11 * 6
    assert sum(row["tiebreaks"]["net_points"] for row in rows) == 0
    evening.require_that_it_can_be_made_anew()


@pytest.mark.parametrize(
    ("rules", "format", "field"),
    [
        (CUTTHROAT, "swiss", "format"),
        (CAPTAIN, "single_elimination", "format"),
        (CUTTHROAT, "scramble", "format"),
        (PARTNERS, "table_rounds", "format"),
        ("club", "table_rounds", "format"),
        ("club", "scramble", "format"),
    ],
)
def test_formats_are_for_who_plays_a_match(rules: Any, format: str, field: str) -> None:
    owner = Api(make_user("Ada Owner", "ada@club.example"))
    slug = owner.post("clubs/", {"name": "Gin Club"}, 201)["slug"]
    body = {"club": slug, "name": "Cup", "rules": rules, "format": format}
    refused = owner.post("tournaments/", body, 400)["error"]
    assert list(refused["fields"]) == [field]


def test_who_leaves_a_table_has_nothing_and_the_others_share() -> None:
    evening = Evening(9, rules=CUTTHROAT, format="table_rounds").start()
    first, *_ = evening.matches(1)
    players = [player["entry"] for player in evening.owner.get(first)["players"]]
    evening.owner.post(f"{evening.here}entries/{players[1]}/withdrawal/")
    shown = evening.owner.get(first)
    assert (shown["state"], shown["winner"]) == ("finished", None)
    points = {row["entry"]: row["tiebreaks"]["table_points"] for row in evening.rows()}
    assert [points[entry] for entry in players] == [9, 0, 9]
    for match in evening.matches(1)[1:]:
        evening.play(match, 0)
    # Eight are left: two tables of four.
    assert [len(evening.owner.get(match)["players"]) for match in evening.matches(2)] == [4, 4]
    refused = evening.knock(first, 0, 22, 409)["error"]
    assert refused["code"] == "match_over"
    assert "counts for the others" in refused["message"]


def test_a_correction_moves_the_places_and_nothing_that_was_drawn() -> None:
    evening = Evening(9, rules=CUTTHROAT, format="table_rounds").start()
    first, *others = evening.matches(1)
    for match in (first, *others):
        shown = evening.play(match, 0)
    tables = [evening.owner.get(match)["players"] for match in evening.matches(2)]
    shown = evening.owner.get(first)
    loser = next(
        seat for seat in shown["games"][0]["hands"][0]["players"] if seat != shown["winner"]
    )
    said = {"kind": "knock", "knocker": loser, "knocker_count": 2, "defender_count": 62}
    left = evening.write(first, "hands/1/corrections", said | {"reason": "Exchanged."})
    assert (left["winner"], left["state"]) == (loser, "finished")
    entry = shown["players"][loser]["entry"]
    points = {row["entry"]: row["tiebreaks"]["table_points"] for row in evening.rows()}
    assert points[entry] == 12
    assert [evening.owner.get(match)["players"] for match in evening.matches(2)] == tables
    evening.require_that_it_can_be_made_anew()


def test_a_draft_of_tables_is_changed_and_stays_so() -> None:
    evening = Evening(9, rules=CUTTHROAT, format="table_rounds")
    evening.owner.post(evening.here + "draw/")
    draft = evening.owner.get(evening.here + "rounds/1/draft/")
    tables = [pair["entries"] for pair in draft["pairs"]]
    assert sorted(len(own) for own in tables) == [3, 3, 3]
    one, other = tables[0][0], tables[1][2]
    left = evening.owner.post(evening.here + "rounds/1/swaps/", {"entries": [one, other]})
    wanted = [sorted(pair["entries"]) for pair in left["pairs"]]
    assert sorted([other, *tables[0][1:]]) in wanted
    evening.owner.post(evening.here + "draw/")
    again = evening.owner.get(evening.here + "rounds/1/draft/")
    assert sorted(sorted(pair["entries"]) for pair in again["pairs"]) == sorted(wanted)


def test_results_of_tables_are_handed_in_by_accounts() -> None:
    """Six at two tables for one round: by accounts, one of them corrected, and a walkover."""
    evening = Evening(6, rules=CUTTHROAT, format="table_rounds", format_settings={"rounds": 1})
    first, second = evening.start().matches(1)
    game = {"winner": 1, "accounts": [-150, 250, -100]}
    for wrong in (
        {"winner": 1, "accounts": [-150, 250, -99]},
        {"winner": 1, "accounts": [-150, 150]},
        {"winner": 1, "points": [0, 50, 20]},
        {**game, "points": [0, 50, 20]},
        {"winner": 3, "accounts": [-150, 250, -100]},
    ):
        evening.write(first, "result", {"games": [wrong]}, 400)
    shown = evening.write(first, "result", {"games": [game]})
    assert (shown["state"], shown["accounts"]) == ("finished", [-150, 250, -100])
    assert shown["games"][0]["accounts"] == [-150, 250, -100]
    said = {"games": [{"winner": 2, "accounts": [-150, -100, 250]}], "reason": "Read wrong."}
    evening.write(first, "result", said)
    entries = [player["entry"] for player in evening.owner.get(first)["players"]]
    evening.write(second, "result", {"walkover": 0})
    rows = {row["entry"]: row["tiebreaks"] for row in evening.rows()}
    assert [rows[entry]["table_points"] for entry in entries] == [0, 6, 12]
    assert [rows[entry]["accounts"] for entry in entries] == [-150, -100, 250]
    assert evening.owner.get(evening.here)["state"] == "finished"
    evening.require_that_it_can_be_made_anew()
