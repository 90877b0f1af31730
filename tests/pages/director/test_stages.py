"""The stages among the settings."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import DIRECTOR, NOW, make_club, make_tournament, owner_of, sign_in
from tests.dutch import needs_dutch
from tournaments.domain.tiebreaks import STANDARD
from tournaments.models import Tournament
from tournaments.services.stages.plans import StagePlan, plans_of, set_stages

pytestmark = pytest.mark.django_db

SWISS = StagePlan("swiss", {"rounds": 5, "half_points": 1})
KNOCK_OUT = StagePlan(
    "single_elimination",
    take=8,
    rules={"match_type": "best_of", "match_n": 3, "gin_bonus": 30},
    final_rounds=1,
    final_rules={"match_type": "best_of", "match_n": 7},
)


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """A Swiss and a knock-out, not drawn; the owner is signed in."""
    made = make_tournament(make_club(), start=False)
    set_stages(tournament_id=made.pk, stages=[SWISS, KNOCK_OUT], by=DIRECTOR, now=NOW)
    sign_in(client, owner_of(made.club))
    return made


def at(tournament: Tournament, number: int | None = None) -> str:
    """The address of the page of a stage; without a number of their list."""
    of_event = [tournament.club.slug, tournament.slug]
    if number is None:
        return reverse("settings_rounds", args=of_event)
    return reverse("settings_stage", args=[*of_event, number])


def page_of(client: Client, tournament: Tournament, number: int | None = None) -> HttpResponse:
    return client.get(at(tournament, number))


def send(
    client: Client,
    tournament: Tournament,
    number: int,
    act: str = "stage",
    page: HttpResponse | None = None,
    **typed: str,
) -> HttpResponse:
    """Press a button of a stage's page, with all that stands there by default."""
    page = page or page_of(client, tournament, number)
    data = {"act": act, "stages_were": page.context["stages_were"], **filled(page.context["form"])}
    return client.post(at(tournament, number), {**data, **typed})


def add(client: Client, tournament: Tournament) -> HttpResponse:
    were = page_of(client, tournament).context["stages_were"]
    return client.post(at(tournament), {"act": "add_stage", "stages_were": were})


def filled(form) -> dict[str, object]:
    """What a browser sends of a form that nobody has touched."""
    bounds = [bound for part in (form, *form.parts.values()) for bound in part]
    values = {bound.html_name: bound.value() for bound in bounds}
    ticks = {name: "on" for name, value in values.items() if value is True}
    plain = {name: value for name, value in values.items() if not isinstance(value, bool)}
    return {name: "" if value is None else value for name, value in plain.items()} | ticks


def told(response: HttpResponse) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_saved_untouched_nothing_changes(client: Client, tournament: Tournament) -> None:
    version = tournament.version
    for number in (1, 2):
        assert send(client, tournament, number).status_code == 302
    assert plans_of(tournament) == [SWISS, KNOCK_OUT]
    tournament.refresh_from_db()
    assert tournament.version == version + 1  # that of the fixture


def test_a_stage_gets_another_format_cut_and_lengths(
    client: Client, tournament: Tournament
) -> None:
    typed = {"format": "round_robin", "round_robin-groups": "3", "round_robin-double": "on"}
    send(client, tournament, 1, **typed, length="best_of", best_of="1")
    typed = {"take": "6", "skip": "8", "length": "", "final_rounds": "0"}
    send(client, tournament, 2, **typed, **{"single_elimination-third_place": "on"})
    assert plans_of(tournament) == [
        StagePlan(
            "round_robin",
            {"groups": 3, "double": True},
            rules={"match_type": "single", "match_n": 1},
        ),
        StagePlan(
            "single_elimination",
            {"third_place": True},
            take=6,
            skip=8,
            rules={"gin_bonus": 30},
        ),
    ]


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("up.head_to_head", ["head_to_head", "match_points", *STANDARD[2:]]),
        ("down.match_points", ["head_to_head", "match_points", *STANDARD[2:]]),
        ("out.lots", list(STANDARD[:-1])),
        ("up.match_points", None),
        ("down.lots", None),
    ],
)
def test_tiebreaks_are_moved_by_buttons(
    client: Client, tournament: Tournament, move: str, expected: list[str] | None
) -> None:
    to = send(client, tournament, 1, f"stage:{move}")["Location"].partition("#")[2]
    assert f'id="{to}"' in page_of(client, tournament, 1).content.decode()
    assert plans_of(tournament)[0].settings.get("tiebreaks") == expected


def test_a_tiebreak_is_added_and_the_last_one_stays(client: Client, tournament: Tournament) -> None:
    send(client, tournament, 1, **{"swiss-more": "gins"})
    assert plans_of(tournament)[0].settings["tiebreaks"] == [*STANDARD, "gins"]
    send(client, tournament, 1, **{"swiss-tiebreaks": "gins"})
    assert plans_of(tournament)[0].settings["tiebreaks"] == ["gins"]
    refused = send(client, tournament, 1, "stage:out.gins")
    assert refused.status_code == 400
    assert "Choose at least one tie-break." in told(refused)


def test_stages_are_added_and_taken_out(client: Client, tournament: Tournament) -> None:
    add(client, tournament)
    assert [plan.format for plan in plans_of(tournament)] == [
        "swiss",
        "single_elimination",
        "single_elimination",
    ]
    send(client, tournament, 3, "remove_stage")
    send(client, tournament, 1, "remove_stage")
    (left,) = plans_of(tournament)
    assert (left.format, left.take, left.final_rounds) == ("single_elimination", 0, 1)
    assert "Take this stage out" not in told(page_of(client, tournament, 1))


@pytest.mark.parametrize("act", ["stage:x", "stage:sideways.lots", "stage:up", "add_stage"])
def test_what_no_button_says_is_a_bad_request(
    client: Client, tournament: Tournament, act: str
) -> None:
    assert send(client, tournament, 1, act).status_code == 400


def test_there_is_a_page_for_each_stage_and_no_more(client: Client, tournament: Tournament) -> None:
    listed = page_of(client, tournament).content.decode()
    for number, status in ((1, 200), (2, 200), (3, 404), (0, 404)):
        assert page_of(client, tournament, number).status_code == status
        assert (f'href="{at(tournament, number)}"' in listed) == (status == 200)


def test_what_is_refused_is_said_and_stays_typed(client: Client, tournament: Tournament) -> None:
    refused = send(client, tournament, 2, take="1")
    assert refused.status_code == 400
    assert "Say how many go on into stage 2, 2 or more." in told(refused)
    assert 'name="take" value="1"' in refused.content.decode()
    refused = send(client, tournament, 1, **{"swiss-apart_rounds": "100"})
    assert refused.status_code == 400
    assert "Look at its settings." in told(refused)
    refused = send(client, tournament, 1, last_length="best_of")
    assert "Say for how many of the last rounds it holds." in told(refused)
    assert plans_of(tournament) == [SWISS, KNOCK_OUT]


@needs_dutch
def test_what_the_format_refuses_is_said_and_stays_chosen(
    client: Client, tournament: Tournament
) -> None:
    dutch = {"swiss-system": "dutch", "swiss-first_round": "random", "swiss-rounds": "9"}
    refused = send(client, tournament, 1, **dutch)
    assert refused.status_code == 400
    assert "FIDE Dutch pairs the first round by its own rule" in told(refused)
    shown = refused.content.decode()
    assert 'name="swiss-rounds" value="9"' in shown
    for chosen in ("dutch", "random"):
        assert f'<option value="{chosen}" selected>' in shown


def test_who_was_overtaken_looks_first(client: Client, tournament: Tournament) -> None:
    page = page_of(client, tournament, 1)
    add(client, tournament)
    late = send(client, tournament, 1, page=page, **{"swiss-rounds": "9"})
    assert late.status_code == 409
    assert "Somebody has changed the stages meanwhile." in told(late)
    assert 'name="swiss-rounds" value="9"' in late.content.decode()
    send(client, tournament, 1, page=late)
    assert len(plans_of(tournament)) == 3


def test_once_drawn_the_reason_stands_at_every_button(client: Client) -> None:
    tournament = make_tournament(make_club())
    sign_in(client, owner_of(tournament.club))
    for number, why in ((None, "why-stages"), (1, "why-not")):
        page = page_of(client, tournament, number)
        assert "its settings are fixed" in told(page)
        assert f'aria-describedby="{why}"' in page.content.decode()
    refused = send(client, tournament, 1, **{"single_elimination-third_place": "on"})
    assert refused.status_code == 409
    assert plans_of(tournament) == [StagePlan("single_elimination")]
