"""A table at which somebody tries rules leaves no trace: no page, no list and no count is another
one for it, and its addresses answer everybody but its holder as what there is not."""

import re

import pytest
from django.test import Client
from pytest_django import Settings

from players.models import Membership
from tests.browser.demo_evening import make_demo_evening
from tests.builders import make_tournament, make_user, owner_of, sign_in
from tests.players.access.test_permissions import ALL_ROUTES
from tests.trials import Trial, member_of
from tests.unseen import NOTHING, PARAMETER, ask, everything, filled, said
from tournaments.models import Tournament
from web.db import clock

#: What of a trial is open to its holder.
OF_HOLDER = re.compile(r"/matches/\d+/(table/|deals/|hands/1/)|/trials/")


def test_no_page_and_no_list_is_another_one_for_it(
    db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OPEN_SIGN_UP = True
    evening = make_demo_evening()
    instant = clock.now()
    monkeypatch.setattr(clock, "now", lambda: instant)  # how long something lasts is the same
    users = [owner_of(evening.club), member_of(evening.club)]
    everything(evening)  # some pages write down that they were asked for
    before = everything(evening)
    for user in users:
        Trial(evening.club, user).play_hand()
    after = everything(evening)
    own = ("owner", f"/c/{evening.club.slug}/settings/rules/try/")
    assert {key for key in after if after[key] != before[key]} == {own}
    assert len(before) > 200


@pytest.fixture
def trial(db: None) -> Trial:
    event = make_tournament(entrants=4)
    trial = Trial(event.club)
    trial.play_hand()
    return trial


def readers(trial: Trial) -> dict[str, Client]:
    """Everybody who is near to it, and its holder."""
    roles = Membership.Roles
    users = {
        "stranger": make_user("Stranger"),
        "owner": owner_of(trial.club),
        "holder": trial.user,
        **{role: member_of(trial.club, role) for role in (roles.ORGANISER, roles.REFEREE)},
        "member": member_of(trial.club),
    }
    clients = {"visitor": Client()} | {name: Client() for name in users}
    for name, user in users.items():
        sign_in(clients[name], user)
    return clients


def addresses(trial: Trial) -> list[tuple[str, str]]:
    """Each address of an event or a match: that of the trial, and the same of nothing."""
    of_trial = {
        "club": trial.club.slug,
        "slug": trial.event.slug,
        "tournament_id": trial.event.pk,
        "match_id": trial.board.match_id,
    }
    of_nothing = of_trial | {"slug": "no-such", "tournament_id": NOTHING, "match_id": NOTHING}
    found = []
    for route, _view in ALL_ROUTES:
        names = PARAMETER.findall(route)
        is_of_club = route.startswith("api/v1/clubs") or "tournament_id" not in route
        if not {"slug", "tournament_id", "match_id"} & set(names):
            continue
        if route.startswith("api/") and is_of_club and "match_id" not in names:
            continue
        found.append((filled(route, of_trial), filled(route, of_nothing)))
    return found


def test_its_addresses_are_nothing_to_everybody_else(trial: Trial, settings: Settings) -> None:
    settings.REQUESTS_AT_ONCE = 10_000
    names = (trial.event.slug, "no-such", NOTHING, trial.board.match_id, trial.event.pk)
    differ, asked = [], addresses(trial)
    assert len(asked) > 120
    for who, client in readers(trial).items():
        for of_trial, of_nothing in asked:
            if who == "holder" and OF_HOLDER.search(of_trial):
                continue
            for method in ("GET", "POST") if who in ("visitor", "owner") else ("GET",):
                answer, other = ask(client, method, of_trial), ask(client, method, of_nothing)
                if said(answer, *names) != said(other, *names):
                    differ.append((who, method, of_trial, answer.status_code, other.status_code))
    assert differ == []
    assert Tournament.objects.filter(pk=trial.event.pk).exists()


def test_its_table_is_there_for_its_holder(trial: Trial) -> None:
    client = readers(trial)["holder"]
    assert client.get(trial.page).status_code == 200
