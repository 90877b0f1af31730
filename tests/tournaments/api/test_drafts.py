"""Drafts, pair rules, absences and late entries of a Swiss through the API."""

import pytest

from players.models import Player
from tests.builders import board_of, entry_at, make_tournament, owner_of, win
from tests.client import Api
from tests.stock import stocked

pytestmark = pytest.mark.django_db


@pytest.fixture
@stocked
def tournament(django_capture_on_commit_callbacks):
    """A Swiss of five with three rounds, the second of them a draft."""
    with django_capture_on_commit_callbacks(execute=True):
        made = make_tournament(
            entrants=5, format="swiss", format_settings={"rounds": 3}, publishing="by_hand"
        )
    with django_capture_on_commit_callbacks(execute=True):
        for number in (1, 2):
            win(board_of(made, 1, number), 0)
    return made


@pytest.fixture
def owner(tournament):
    return Api(owner_of(tournament.club))


@pytest.fixture
def here(tournament):
    return f"tournaments/{tournament.pk}/"


@pytest.fixture
def entry(tournament):
    """The id of the entry of a seed."""
    return lambda seed: entry_at(tournament, seed).pk


def seeds(tournament, draft):
    """The pairs of a draft by seeds."""
    known = dict(tournament.entries.values_list("pk", "seed")) | {None: None}
    return [[known[key] for key in pair["entries"]] for pair in draft["pairs"]]


def test_a_draft_says_why_and_staff_alone_see_it(tournament, owner, here):
    draft = owner.get(here + "rounds/2/draft/")
    assert seeds(tournament, draft) == [[1, 2], [5, 3], [4, None]]
    assert draft["pairs"][0]["reason"] == (
        "Both have 1: the top half of them meets the bottom half"
    )
    assert [pair["rule"] for pair in draft["pairs"]] == [None] * 3
    assert draft["compared"] == draft["absent"] == []
    Api().get(here + "rounds/2/draft/", 401)
    owner.get(here + "rounds/1/draft/", 404)
    owner.get(here + "rounds/3/draft/", 404)


def test_an_exchange_is_compared_with_the_program_s_own(tournament, owner, here, entry):
    draft = owner.post(here + "rounds/2/swaps/", {"entries": [entry(2), entry(4)]})
    assert seeds(tournament, draft) == [[1, 4], [5, 3], [2, None]]
    changed = [pair["changed"] for pair in draft["pairs"]]
    assert changed == [True, False, True]
    assert draft["pairs"][0]["reason"] == "Set by the director"
    costs = {cost["code"]: (cost["draft"], cost["proposed"]) for cost in draft["compared"]}
    assert costs["bye_score"] == (2, 0)
    assert costs["score_difference"] > (0, 0)
    back = owner.post(here + "rounds/2/swaps/", {"entries": [entry(2), entry(4)]})
    assert seeds(tournament, back) == [[1, 2], [5, 3], [4, None]]
    assert back["compared"] == []


def test_a_fault_of_an_exchange_is_told(owner, here, entry):
    """1 met 3 in the first round."""
    draft = owner.post(here + "rounds/2/swaps/", {"entries": [entry(2), entry(3)]})
    assert draft["pairs"][0]["faults"] == ["A rematch"]
    assert [cost["name"] for cost in draft["compared"] if cost["fault"]] == ["A rematch"]


def test_the_same_exchange_under_one_key_is_made_once(tournament, owner, here, entry):
    body = {"entries": [entry(2), entry(4)]}
    first = owner.post(here + "rounds/2/swaps/", body, key="k")
    assert owner.post(here + "rounds/2/swaps/", body, key="k") == first
    assert seeds(tournament, owner.get(here + "rounds/2/draft/"))[0] == [1, 4]


def test_two_who_meet_each_other_are_not_exchanged(owner, here, entry):
    body = {"entries": [entry(1), entry(2)]}
    refused = owner.post(here + "rounds/2/swaps/", body, 400)
    assert refused["error"]["code"] == "invalid"
    owner.post(here + "rounds/1/swaps/", body, 409)


def test_pairs_are_set_forbidden_and_freed(
    tournament, owner, here, entry, django_capture_on_commit_callbacks
):
    body = {"kind": "forbidden", "entries": [entry(2), entry(1)]}
    with django_capture_on_commit_callbacks(execute=True):
        rule = owner.post(here + "pair-rules/", body, 201)
    assert rule["entries"] == [entry(1), entry(2)]
    assert owner.get(here + "pair-rules/")["results"] == [rule]
    assert [1, 2] not in seeds(tournament, owner.get(here + "rounds/2/draft/"))
    with django_capture_on_commit_callbacks(execute=True):
        owner.delete(f"{here}pair-rules/{rule['id']}/")
        owner.delete(f"{here}pair-rules/{rule['id']}/")
    assert [1, 2] in seeds(tournament, owner.get(here + "rounds/2/draft/"))
    owner.post(here + "pair-rules/", {**body, "round": 2}, 400)
    owner.post(here + "pair-rules/", {**body, "kind": "fixed"}, 400)
    fixed = {"kind": "fixed", "entries": [entry(1), entry(5)], "round": 2}
    made = owner.post(here + "pair-rules/", fixed, 201)
    assert (made["stage"], made["round"]) == (1, 2)


def test_absent_for_a_round_and_back(
    tournament, owner, here, entry, django_capture_on_commit_callbacks
):
    address = f"{here}entries/{entry(2)}/absences/"
    with django_capture_on_commit_callbacks(execute=True):
        told = owner.post(address, {"until_round": 2})
    assert told["absences"] == [{"from_round": 2, "until_round": 2}]
    draft = owner.get(here + "rounds/2/draft/")
    assert draft["absent"] == [entry(2)]
    assert len(draft["pairs"]) == 2
    with django_capture_on_commit_callbacks(execute=True):
        assert owner.send("DELETE", address)["absences"] == []
    assert owner.get(here + "rounds/2/draft/")["absent"] == []
    refused = owner.post(address, {"from_round": 1}, 409)
    assert refused["error"]["code"] == "not_ready"


def test_a_late_entry_is_in_the_next_round(
    tournament, owner, here, django_capture_on_commit_callbacks
):
    late = Player.objects.create(club=tournament.club, name="Late Comer")
    with django_capture_on_commit_callbacks(execute=True):
        made = owner.post(here + "late-entries/", {"player": late.pk}, 201, key="late")
        assert owner.post(here + "late-entries/", {"player": late.pk}, 201, key="late") == made
    assert (made["name"], made["seed"], made["status"]) == ("Late Comer", 6, "entered")
    draft = owner.get(here + "rounds/2/draft/")
    assert any(made["id"] in pair["entries"] for pair in draft["pairs"])
    owner.post(here + "late-entries/", {"player": late.pk}, 409)
    elsewhere = Player.objects.create(club=make_tournament(entrants=0, start=False).club, name="X")
    refused = owner.post(here + "late-entries/", {"player": elsewhere.pk}, 400)
    assert refused["error"]["fields"].keys() == {"player"}


def test_a_table_of_their_own(tournament, owner, here, entry):
    owner.put(here + "tables/", [{"number": 1}, {"number": 7}])
    address = f"{here}entries/{entry(3)}/table/"
    assert owner.put(address, {"table": 7})["table"] == 7
    assert owner.put(address, {"table": None})["table"] is None
    owner.put(address, {"table": 9}, 404)
    owner.put(address, {}, 400)


def test_a_knock_out_has_neither_absences_nor_late_entries(db):
    knock_out = make_tournament()
    owner, here = Api(owner_of(knock_out.club)), f"tournaments/{knock_out.pk}/"
    entrant = entry_at(knock_out, 1)
    owner.post(f"{here}entries/{entrant.pk}/absences/", {}, 409)
    late = Player.objects.create(club=knock_out.club, name="Late Comer")
    owner.post(here + "late-entries/", {"player": late.pk}, 409)
