"""Referees at tables of three and more, and at a scramble: irregularities, penalties, appeals."""

from typing import Any

import pytest
from django.core.management import call_command

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, make_user
from tests.client import Api
from tests.tournaments.tables import CAPTAIN, TableApi, table_of
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.events import staff
from tournaments.services.events.rebuilding import rebuild_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.databases_differ]

PARTNERS = {
    "preset": "rummy-games",
    "variant": "partnership",
    "match_type": "single",
    "dealer_policy": "winner",
}
CUTTHROAT = "cutthroat"


class Refereed(TableApi):
    """A match with its referee, who is the club's owner."""

    @property
    def event(self) -> Tournament:
        return self.board.pairing.round.stage.tournament

    def entry(self, seat: int) -> int:
        found = self.shown["players"][seat]["entry"]
        assert isinstance(found, int)
        return found

    def rule(self, rule: str, status: int = 200, **said: Any) -> Any:
        return self.write("rulings", {"rule": rule, "facts": "Seen by all.", **said}, status)

    def penalise(self, seat: int, step: str, **said: Any) -> Any:
        body = {
            "match": self.board.match_id,
            "version": self.shown["version"],
            "entry": self.entry(seat),
            "infraction": "T_CONDUCT_MINOR",
            "occurrence": 1,
            "step": step,
            "facts": "Spoke to the players.",
        }
        (given,) = self.api.post(f"tournaments/{self.event.pk}/penalties/", body | said, 201)
        return given

    def take_back(self, given: Any) -> None:
        match = self.api.get(f"matches/{given['takes_effect'] or given['match']}/")
        said = {"version": match["version"], "reason": "It was somebody else."}
        said |= {"if_rests_on": "keep"} if match["state"] == "finished" else {}
        path = f"tournaments/{self.event.pk}/penalties/{given['id']}/reversal/"
        self.api.post(path, said)

    def require_that_it_can_be_made_anew(self) -> None:
        before = snapshot(self.event)
        call_command("verify_standings")
        call_command("verify_audit", tournament=self.event.pk)
        rebuild_tournament(tournament_id=self.event.pk, by=DIRECTOR, now=NOW)
        assert snapshot(self.event) == before


@pytest.fixture(params=[CUTTHROAT, "captain"])
def table(request: pytest.FixtureRequest) -> Refereed:
    knobs = CAPTAIN if request.param == "captain" else {}
    return Refereed(table_of(3, **knobs))


#: Rows by form (rulebook 4.7, 5): as it stands ".", changed "c", not there "-".
ROWS = [
    ("REDISCARD_TAKEN", {"phase": "PLAY"}, ".."),
    ("DRAW_RETRACT", {"phase": "PLAY"}, ".."),
    ("OWN_CARD_EXPOSED", {"phase": "PLAY"}, "cc"),
    ("DEAL_WRONG_DEALER_LATE", {"phase": "PLAY"}, "c."),
    ("HAND_COUNT_ONE", {"phase": "PLAY", "option": "demand_redeal"}, ".c"),
    ("KNOCK_ILLEGAL_EARLY", {"phase": "KNOCK_SHOWN", "option": "reject"}, ".c"),
    ("COUNT_RELIED_ON", {"phase": "SHOWDOWN"}, "--"),
]


@pytest.mark.parametrize(("rule", "said", "signs"), ROWS, ids=[row[0] for row in ROWS])
def test_a_row_applies_is_changed_or_refused(
    table: Refereed, rule: str, said: dict[str, str], signs: str
) -> None:
    """On the hand that is being played, against whoever of the two was at fault."""
    sign = signs[0 if table.event.rules["variant"] == CUTTHROAT else 1]
    listed = {row["id"]: row for row in table.api.get(f"{table.here}irregularities/")}
    assert (rule in listed) == (sign != "-")
    two = table.shown["next_hand"]["players"]
    for number, offender in enumerate(two, 1):
        body = {**said, "offender": offender, "n": 1}
        if rule == "DEAL_WRONG_DEALER_LATE":
            del body["offender"]
        if sign == "-":
            refused = table.rule(rule, 400, **body)["error"]
            assert (refused["code"], list(refused["fields"])) == ("not_in_this_form", ["rule"])
            continue
        assert bool(listed[rule]["changes"]) == (sign == "c")
        made = table.rule(rule, **body)["ruling"]
        assert made["offender"] == body.get("offender")
        assert len(table.api.get(f"{table.here}rulings/")["results"]) == number
    waiting = next(seat for seat in range(3) if seat not in two)
    if sign != "-" and rule != "DEAL_WRONG_DEALER_LATE":
        body = {**said, "offender": waiting, "n": 1}
        if table.event.rules["variant"] == CUTTHROAT:
            assert list(table.rule(rule, 400, **body)["error"]["fields"]) == ["offender"]
        else:  # a partner who sits out is of the captain's side
            assert table.rule(rule, **body)["ruling"]["offender"] in two
    table.require_that_it_can_be_made_anew()


def test_a_hand_with_a_ruling_a_penalty_a_correction_and_an_appeal(table: Refereed) -> None:
    """Each takes hold of the accounts of all three, and each is undone again."""
    first, second = table.shown["next_hand"]["players"]
    table.knock(first, 30)
    points = table.shown["games"][0]["points"]
    made = table.rule("HAND_COUNT_END_MANY", phase="COUNTED", offender=first, n=1)
    assert made["match"]["games"][0]["points"] == [0, 0, 0]
    given = table.penalise(first, "point_penalty", cause=made["ruling"]["id"])
    others = [25 * (seat != first) for seat in range(3)]
    assert table.shown["games"][0]["points"] == others
    # The panel finds that there were ten cards: the hand stands, and the penalty for now.
    appeal = table.api.post(
        f"{table.here}appeals/",
        {"ruling": made["ruling"]["id"], "facts": "Ten cards.", "reason": "Counted twice."},
        201,
    )
    head = make_user("Head")
    staff.appoint_staff(
        tournament_id=table.event.pk, user=head, role="head_referee", by=DIRECTOR, now=NOW
    )
    said = {"version": table.shown["version"], "outcome": "overturned", "reason": "They were ten."}
    said["panel"] = [f"user:{head.pk}"]
    Api(head).post(f"{table.here}appeals/{appeal['id']}/decision/", said)
    both = [own + more for own, more in zip(points, others, strict=True)]
    assert table.shown["games"][0]["points"] == both
    table.take_back(given)
    assert table.shown["games"][0]["points"] == points
    exchanged = {"kind": "knock", "knocker": second, "knocker_count": 2, "defender_count": 12}
    table.write("hands/1/corrections", {**exchanged, "reason": "Exchanged."})
    left = table.shown["games"][0]["points"]
    assert (max(left), left[second]) == (10, 10)
    table.require_that_it_can_be_made_anew()


class TestScramble:
    """Penalties of somebody who has another partner in each round."""

    @pytest.fixture
    def four(self) -> Refereed:
        event = make_tournament(entrants=4, format="scramble", rules=PARTNERS)
        found = Refereed(board_of(event, 1, 1))
        found.knock(0, 30)
        return found

    @pytest.mark.parametrize("seat", [1, 2])
    def test_points_go_to_the_other_side(self, four: Refereed, seat: int) -> None:
        given = four.penalise(seat, "point_penalty")
        assert given["entry"] == four.entry(seat)
        assert four.shown["games"][0]["points"] == [0, 25] if seat % 2 == 0 else [25, 0]
        four.take_back(given)
        assert four.shown["games"][0]["points"] == [0, 0]
        four.require_that_it_can_be_made_anew()

    @pytest.mark.parametrize("seat", [1, 2])
    def test_a_lost_hand_is_one_of_the_round(self, four: Refereed, seat: int) -> None:
        given = four.penalise(seat, "hand_loss")
        game = four.shown["games"][0]
        # 30 of the hand before for side 0, 25 of this one for the other side of the offender.
        assert game["points"] == [30 + 25 * (seat % 2) - 25 * (1 - seat % 2), 0]
        assert [hand["players"] for hand in game["hands"]] == [[0, 1], [2, 3]]
        four.take_back(given)
        assert len(four.shown["games"][0]["hands"]) == 1
        four.require_that_it_can_be_made_anew()

    @pytest.mark.parametrize("seat", [1, 2])
    @pytest.mark.parametrize("step", ["game_loss", "match_loss"])
    def test_a_lost_game_or_match_is_the_sides(self, four: Refereed, seat: int, step: str) -> None:
        given = four.penalise(seat, step)
        assert (four.shown["state"], four.shown["winner"]) == ("finished", 1 - seat % 2)
        four.take_back(given)
        assert four.shown["state"] == "running"
        four.require_that_it_can_be_made_anew()

    @pytest.mark.parametrize("seat", [1, 2])
    def test_what_waits_hits_the_next_match_wherever_they_sit(
        self, four: Refereed, seat: int
    ) -> None:
        while four.shown["state"] != "finished":
            four.knock(four.shown["next_hand"]["players"][0], 60)
        given = four.penalise(seat, "point_penalty")
        entry = four.entry(seat)
        later = Refereed(board_of(four.event, 2, 1))
        sits = [player["entry"] for player in later.shown["players"]].index(entry)
        assert later.shown["games"][0]["points"] == ([0, 25] if sits % 2 == 0 else [25, 0])
        four.take_back(given | {"takes_effect": later.board.match_id})
        assert sum(sum(game["points"]) for game in later.shown["games"]) == 0
        four.require_that_it_can_be_made_anew()

    def test_who_is_put_out_leaves_the_match_to_the_other_three(self, four: Refereed) -> None:
        entry = four.entry(2)
        four.penalise(2, "disqualification", infraction="T_CONDUCT_MAJOR")
        rows = four.api.get(f"tournaments/{four.event.pk}/standings/")["rows"]
        won = {row["entry"]: row["tiebreaks"]["match_points"] for row in rows}
        assert won.pop(entry) == 0
        assert set(won.values()) == {1}
        call_command("verify_standings")
