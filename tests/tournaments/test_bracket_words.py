"""Nobody reads of a bracket in an event that has none."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import DIRECTOR, NOW, board_of, make_tournament, owner_of, sign_in, win
from tests.pages.public.test_formats import PUBLIC
from tests.tournaments.services.desk.test_penalties import give
from tournaments.services.events.entries import withdraw_entry

pytestmark = pytest.mark.django_db

WORDS = re.compile(
    r".{0,60}(bracket|Turnierbaum|goes on|kommt (kampflos )?weiter).{0,40}", re.IGNORECASE
)
DESK = ("desk", "draw", "entries", "audit", "penalties", "appeals")


def shown(answer):
    """What stands on a page, without its markup and its frame."""
    assert answer.status_code in (200, 409), answer
    body = answer.content.decode().split("<main", 1)[1].split("</main>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("format", "settings"),
    [("round_robin", {}), ("swiss", {"rounds": 3}), ("ladder", {"rounds": 3})],
)
def test_words_go_by_the_kind_of_stage(
    django_capture_on_commit_callbacks, format, settings, language
):
    with django_capture_on_commit_callbacks(execute=True):
        event = make_tournament(entrants=16, format=format, format_settings=settings)
    board = board_of(event, 1, 1)
    with django_capture_on_commit_callbacks(execute=True):
        (penalty,) = give(board, board.pairing.sides.get(seat=0).entry.seed, "T_SLOW")
        win(board, 0)
        win(board, 1, reason="misread")
    client, where = Client(HTTP_ACCEPT_LANGUAGE=language), [event.club.slug, event.slug]
    sign_in(client, owner_of(event.club))
    pages = [reverse(name, args=where) for name in (*PUBLIC, *DESK)]
    pages.append(reverse("take_back_penalty", args=[*where, penalty.pk]))
    pages.append(reverse("match", args=[*where, board.match_id]))
    other = board_of(event, 1, 2)
    leaver = other.pairing.sides.get(seat=0).entry_id
    with django_capture_on_commit_callbacks(execute=True):
        withdraw_entry(tournament_id=event.pk, entry_id=leaver, by=DIRECTOR, now=NOW)
    pages.append(reverse("match", args=[*where, other.match_id]))
    found = [(page, WORDS.search(shown(client.get(page, follow=True)))) for page in pages]
    board.match.refresh_from_db()
    said = {"winner": "1", "loser_games": "1", "reason": "the same", "key": "k"}
    said["version"] = board.match.version
    answer = client.post(reverse("result", args=[*where, board.match_id]), said)
    found.append(("correction", WORDS.search(shown(answer))))
    assert not [(page, match[0]) for page, match in found if match]
