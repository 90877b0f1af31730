"""An evening of rummy at two tables of five through the API, with a correction, a ruling and a
penalty; sums are added by hand.

    table 1    A     B     C     D     E
    hand 1    12     0    30     7    25    D: 9, corrected
    hand 2    10    40     0    20    15    E: 10 more, a card was missing
    penalty   25
    hand 3    60    60     5     0     5
            -----------------------------
             107   100    35    29    55    326 in all; the fewest win

Each gets what the others have more: 326 less five times their own.
"""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of, sign_in
from tests.tournaments.tables import TableApi
from tournaments.models import Tournament
from tournaments.selectors.desk.snapshot import snapshot
from tournaments.services.events.rebuilding import rebuild_tournament

# The next round opens when a result has been committed.
pytestmark = pytest.mark.django_db(transaction=True)

ACCOUNTS = [-209, -174, 151, 181, 51]


@pytest.fixture
def event() -> Tournament:
    rules = {"game": "rummy", "table_size": 5}
    return make_tournament(entrants=10, rules=rules, settles=True)


@pytest.fixture
def table(event: Tournament) -> TableApi:
    return TableApi(board_of(event, 1, 1))


def out(table: TableApi, *counts: int) -> dict:
    """A hand is written in which the one with no card left went out."""
    said = {"kind": "out", "knocker": counts.index(0), "counts": list(counts)}
    left: dict = table.write("hands", said)
    return left


def points(table: TableApi) -> list[int]:
    found: list[int] = table.shown["games"][0]["points"]
    return found


def penalize(table: TableApi, seat: int, step: str) -> None:
    said = {
        "match": table.board.match_id,
        "version": table.shown["version"],
        "entry": table.board.pairing.sides.get(seat=seat).entry_id,
        "infraction": "T_CONDUCT_MINOR",
        "occurrence": 1,
        "step": step,
        "facts": "Spoke to the players.",
    }
    table.api.post(f"tournaments/{event_of(table)}/penalties/", said, 201)


def event_of(table: TableApi) -> int:
    number: int = table.board.pairing.round.stage.tournament_id
    return number


def test_the_evening(event: Tournament, table: TableApi) -> None:
    assert table.shown["next_hand"]["dealer"] == 0
    assert out(table, 12, 0, 30, 7, 25)["next_hand"]["dealer"] == 1
    out(table, 10, 40, 0, 20, 15)
    assert points(table) == [22, 40, 30, 27, 40]

    again = {"kind": "out", "knocker": 1, "counts": [12, 0, 30, 9, 25], "reason": "Misread."}
    table.write("hands/1/corrections", again)
    assert points(table) == [22, 40, 30, 29, 40]

    too_few = {"rule": "HAND_COUNT_END_FEW", "phase": "COUNTED", "facts": "A card was missing."}
    table.write("rulings", {**too_few, "offender": 4, "n": 2, "cards": 1})
    assert points(table) == [22, 40, 30, 29, 50]

    penalize(table, 0, "point_penalty")
    assert points(table) == [47, 40, 30, 29, 50]

    left = out(table, 60, 60, 5, 0, 5)
    assert (left["state"], left["winner"]) == ("finished", 3)
    (game,) = left["games"]
    assert (game["points"], game["accounts"]) == ([107, 100, 35, 29, 55], ACCOUNTS)

    other = TableApi(board_of(event, 1, 2))
    assert out(other, 0, 100, 50, 40, 30)["winner"] == 0

    api, here = table.api, f"tournaments/{event.pk}/"
    balances = api.get(f"{here}settlement/")["balances"]
    assert sorted(row["points"] for row in balances) == sorted(
        [*ACCOUNTS, *(220 - 5 * count for count in (0, 100, 50, 40, 30))]
    )
    assert len(api.get(f"{here}standings/")["rows"]) == 10

    call_command("verify_standings")
    call_command("verify_audit", tournament=event.pk)
    before = snapshot(Tournament.objects.get(pk=event.pk))
    rebuild_tournament(tournament_id=event.pk, by=DIRECTOR, now=NOW)
    assert snapshot(Tournament.objects.get(pk=event.pk)) == before

    staff = Client()
    sign_in(staff, owner_of(event.club))
    for page in ("audit", "standings", "settlement", "print_standings", "print_sheets"):
        assert staff.get(reverse(page, args=[event.club.slug, event.slug])).status_code == 200
    match = reverse("match", args=[event.club.slug, event.slug, table.board.match_id])
    assert staff.get(match).status_code == 200


def test_who_can_not_win_brings_nobody_anything(table: TableApi) -> None:
    out(table, 12, 0, 30, 7, 25)
    too_many = {"rule": "HAND_COUNT_END_MANY", "phase": "COUNTED", "facts": "A card too many."}
    made = table.write("rulings", {**too_many, "offender": 1, "n": 1})
    assert points(table) == [0, 0, 0, 0, 0]
    ruling = made["ruling"]["id"]
    table.write(f"rulings/{ruling}/taking-back", {"reason": "Miscounted."})
    assert points(table) == [12, 0, 30, 7, 25]


def test_a_lost_hand_is_written_down_by_who_loses_it(table: TableApi) -> None:
    penalize(table, 2, "hand_loss")
    lost, *others = sorted(points(table), reverse=True)
    assert points(table)[2] == lost > 0
    assert others == [0] * 4


def test_free_rulings(table: TableApi) -> None:
    out(table, 12, 0, 30, 7, 25)
    more = [
        {
            "remedy": "deadwood_surcharge",
            "seats": [0],
            "amount": 5,
            "per": "missing_card",
            "cards": 2,
        }
    ]
    table.write("rulings", {"effects": more, "facts": "Held back two cards.", "n": 1})
    assert points(table) == [22, 0, 30, 7, 25]
    void = [{"remedy": "void_hand", "seats": []}]
    table.write("rulings", {"effects": void, "facts": "The pack was short.", "n": 1})
    assert points(table) == [0, 0, 0, 0, 0]


def test_a_row_of_gin_does_not_apply(table: TableApi) -> None:
    out(table, 12, 0, 30, 7, 25)
    said = {"rule": "LOOK_BACK", "phase": "PLAY", "facts": "?", "offender": 1, "n": 1}
    error = table.write("rulings", said, 400)["error"]
    assert error["code"] == "not_in_this_form"
    assert "written for gin" in error["message"]
    rows = table.api.get(f"{table.here}irregularities/")
    assert "HAND_COUNT_END_FEW" in str(rows)
    assert "LOOK_BACK" not in str(rows)
