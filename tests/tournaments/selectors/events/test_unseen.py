"""What somebody may not see answers, at every address, as what there is not."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.models import Membership
from tests.builders import DIRECTOR, NOW, make_tournament, make_user, sign_in
from tests.players.access.test_permissions import ALL_ROUTES
from tournaments.models import EntryMember, Tournament
from tournaments.services.events import editing

NAME = "Secret Jubilee"
NOTHING = 2**40
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
# What differs from one answer to the next, whatever was asked for.
PASSING = re.compile(r'(csrfmiddlewaretoken"|name="key") value="[^"]*"')


@pytest.fixture
def draft(db: None) -> Tournament:
    return make_tournament(name=NAME, start=False)


def readers(draft: Tournament) -> dict[str, Client]:
    """Everybody who may not see a draft of the club, some of them near to it."""
    member, entrant = make_user(), make_user()
    Membership.objects.create(club=draft.club, user=member, role=Membership.Roles.MEMBER)
    player = EntryMember.objects.filter(tournament=draft).first().player
    player.user = entrant
    player.save()
    people = {"member": member, "entrant": entrant}
    clients = {"visitor": Client()} | {name: Client() for name in people}
    for name, user in people.items():
        sign_in(clients[name], user)
    return clients


def addresses(draft: Tournament) -> list[tuple[str, str]]:
    """Each address of a tournament: that of the draft, and the same of nothing."""
    found = []
    for route, _view in ALL_ROUTES:
        names = PARAMETER.findall(route)
        if not {"slug", "tournament_id"} & set(names) or (route[:4] == "api/" and "slug" in names):
            continue
        of_draft = {"club": draft.club.slug, "slug": draft.slug, "tournament_id": draft.pk}
        of_nothing = of_draft | {"slug": "no-such-event", "tournament_id": NOTHING}
        pair = [
            "/" + PARAMETER.sub(lambda part, at=at: str(at.get(part[1], 1)), route)
            for at in (of_draft, of_nothing)
        ]
        found.append((pair[0], pair[1]))
    return found


def said(answer: HttpResponse, address: str) -> tuple[object, ...]:
    text = PASSING.sub("", answer.text).replace(address, "").replace(address.strip("/"), "")
    return answer.status_code, answer.headers.get("Location", "").replace(address, ""), text


def test_a_draft_is_nothing_to_whoever_may_not_see_it(draft: Tournament) -> None:
    differ = []
    for who, client in readers(draft).items():
        for of_draft, of_nothing in addresses(draft):
            for method in ("GET", "POST") if who == "visitor" else ("GET",):
                body = ("{}", "application/json") if of_draft.startswith("/api/") else ()
                answer = client.generic(method, of_draft, *body)
                other = client.generic(method, of_nothing, *body)
                assert NAME not in answer.text + str(answer.headers), (who, method, of_draft)
                if said(answer, of_draft) != said(other, of_nothing):
                    differ.append((who, method, of_draft))
    assert differ == []


def test_an_old_address_of_a_draft_leads_nowhere(draft: Tournament) -> None:
    old = draft.slug
    editing.edit_tournament(tournament_id=draft.pk, name="Hidden Feast", by=DIRECTOR, now=NOW)
    draft.refresh_from_db()
    assert draft.slug != old
    for name in ("tournament", "staff_pin", "entrants"):
        answer = Client().get(reverse(name, args=[draft.club.slug, old]))
        assert "Hidden" not in answer.text + answer.headers.get("Location", "")
        assert draft.slug not in answer.text + answer.headers.get("Location", "")


def test_no_list_tells_of_a_draft(draft: Tournament) -> None:
    club = draft.club.slug
    lists = ["/", f"/c/{club}/", "/me/", "/me/evenings/", "/account/", "/clubs/new/"]
    lists += [f"/api/v1/{path}" for path in ("tournaments/", "clubs/", f"clubs/{club}/")]
    lists += [f"/api/v1/tournaments/?club={club}", "/api/v1/tournaments/?state=draft"]
    for who, client in readers(draft).items():
        for path in lists:
            answer = client.get(path)
            assert NAME not in answer.text, (who, path)
            assert draft.slug not in answer.text, (who, path)
