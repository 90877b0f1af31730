"""The director's pages of a Swiss: rounds, drafts, what is changed in them."""

import re
from html import unescape

import pytest
from django.urls import reverse

from players.models import Player
from tests.builders import (
    DIRECTOR,
    NOW,
    board_of,
    entry_at,
    make_tournament,
    make_user,
    owner_of,
    sign_in,
    win,
)
from tests.stock import stocked
from tournaments.models import Absence, PairingSide, PairRule, Round
from tournaments.services.events import setup

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks):
    """Tasks run as soon as what they follow from is done."""
    return django_capture_on_commit_callbacks


@pytest.fixture
@stocked
def swiss(commits):
    """Five players, three rounds; the first is over and the second a draft: 1-2, 5-3, 4 has the
    bye."""
    with commits(execute=True):
        made = make_tournament(
            entrants=5, format="swiss", format_settings={"rounds": 3}, publishing="by_hand"
        )
    with commits(execute=True):
        for number in (1, 2):
            win(board_of(made, 1, number), 0)
    return made


@pytest.fixture
def owner(swiss, client):
    sign_in(client, owner_of(swiss.club))
    return client


def at(name, tournament, *more):
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def told(response):
    """The page as text."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(words).split())


def act(client, commits, address, what, **fields):
    with commits(execute=True):
        return client.post(address, {"act": what, **fields})


def seen(client, address):
    """What the page says of the draft that it shows."""
    return re.search('name="seen" value="([^"]+)"', client.get(address).text)[1]


def opponents(tournament, number):
    """The pairs of a round by seeds, None for the bye."""
    sides = PairingSide.objects.filter(
        pairing__round__stage__tournament=tournament, pairing__round__number=number
    )
    found = {}
    for pairing, seed in sides.values_list("pairing__number", "entry__seed"):
        found.setdefault(pairing, set()).add(seed)
    return list(found.values())


def two(tournament, *seeds):
    return {"entry": [entry_at(tournament, seed).pk for seed in seeds]}


def test_the_draw_leads_to_the_rounds(owner, swiss):
    page = owner.get(at("draw", swiss), follow=True)
    assert page.redirect_chain == [(at("rounds", swiss), 302)]
    words = told(page)
    assert "Round 2 is a draft: only the staff see it until it is published." in words
    assert "Round 1 of 3 Finished 2 of 2 results" in words
    assert f'href="{at("round", swiss, 2)}"' in page.content.decode()


def test_a_knock_out_has_no_page_for_a_round(owner, swiss):
    knock_out = make_tournament(swiss.club, name="Knock-out", entrants=0, start=False)
    assert owner.get(at("round", knock_out, 1)).status_code == 404
    assert owner.get(at("rounds", knock_out))["Location"] == at("draw", knock_out)
    refused = owner.post(at("rounds", knock_out), {"act": "draw"}, follow=True)
    assert "needs at least 2" in told(refused)


def test_the_draft_says_why_and_what_everybody_has(owner, swiss):
    words = told(owner.get(at("round", swiss, 2)))
    assert "Round 2 of 3, draft" in words
    assert "2 and one bye" in words
    assert re.search("Player 0001 place [12] · 1–0 · 1 point Player 0002", words)
    assert "Both have 1: the top half of them meets the bottom half" in words
    assert "1 against 0: not everybody could meet an equal" in words


def test_others_see_nothing_of_it(client, swiss):
    sign_in(client, make_user())
    assert client.get(at("round", swiss, 2)).status_code == 403
    assert client.post(at("round", swiss, 2), {"act": "publish"}).status_code == 403


def test_two_are_exchanged_and_back(owner, commits, swiss):
    address = at("round", swiss, 2)
    answer = act(owner, commits, address, "exchange", **two(swiss, 2, 4))
    assert opponents(swiss, 2) == [{1, 4}, {5, 3}, {2, None}]
    page = owner.get(answer["Location"])
    words = told(page)
    assert "Player 0002 and Player 0004 are exchanged. Undo" in words
    assert "Beside the program's own draw" in words
    assert "Half points of the bye above the lowest score: 2, in the program's own draw 0" in words
    assert "Set by the director" in words
    act(owner, commits, address, "exchange", **two(swiss, 2, 4))
    assert opponents(swiss, 2) == [{1, 2}, {5, 3}, {4, None}]
    words = told(owner.get(address))
    assert "Beside the program" not in words
    assert "Set by the director" not in words
    assert not PairRule.objects.filter(superseded_at=None).exists()


def test_a_rematch_is_marked(owner, commits, swiss):
    act(owner, commits, at("round", swiss, 2), "exchange", **two(swiss, 2, 3))
    words = told(owner.get(at("round", swiss, 2)))
    assert "A rematch. Set by the director" in words
    assert "Faults 1" in words


def test_who_stands_on_another_page_is_exchanged_by_name(owner, commits, swiss):
    address = at("round", swiss, 2)
    wrong = act(owner, commits, address, "exchange", typed="Nobody", **two(swiss, 2))
    assert wrong.status_code == 400
    act(owner, commits, address, "exchange", typed=" player 0004", **two(swiss, 2))
    assert opponents(swiss, 2) == [{1, 4}, {5, 3}, {2, None}]


@pytest.mark.parametrize("seeds", [(1,), (1, 2, 3), ()])
def test_no_more_and_no_less_than_two(owner, commits, swiss, seeds):
    answer = act(owner, commits, at("round", swiss, 2), "exchange", **two(swiss, *seeds))
    assert answer.status_code == 400
    assert "Choose two players, then say what is to be." in told(answer)
    assert 'id="draft"' in answer.content.decode()


def test_a_pair_is_kept_when_the_round_is_drawn_again_and_freed(owner, commits, swiss):
    address = at("round", swiss, 2)
    two_of_them = [entry_at(swiss, seed).pk for seed in (5, 3)]
    act(owner, commits, address, "keep:{}-{}".format(*two_of_them))
    rule = PairRule.objects.get(superseded_at=None)
    assert {rule.first, rule.second} == {entry_at(swiss, 3), entry_at(swiss, 5)}
    act(owner, commits, address, "draw")
    assert {5, 3} in opponents(swiss, 2)
    page = owner.get(address)
    assert f'value="free:{rule.pk}"' in page.content.decode()
    act(owner, commits, address, f"free:{rule.pk}")
    assert not PairRule.objects.filter(superseded_at=None).exists()
    assert act(owner, commits, address, "keep:3").status_code == 400
    assert act(owner, commits, address, "keep:").status_code == 400


def test_two_who_never_meet_are_drawn_apart(owner, commits, swiss):
    address = at("round", swiss, 2)
    act(owner, commits, address, "forbidden", **two(swiss, 1, 2))
    assert {1, 2} not in opponents(swiss, 2)
    words = told(owner.get(address))
    assert "Player 0001 and Player 0002 never meet." in words
    act(owner, commits, address, f"free:{PairRule.objects.get().pk}")
    assert {1, 2} in opponents(swiss, 2)


def test_it_is_published_from_its_page_and_taken_back(owner, commits, swiss):
    address = at("round", swiss, 2)
    answer = act(owner, commits, address, "publish", seen=seen(owner, address))
    assert answer["Location"] == at("rounds", swiss)
    words = told(owner.get(at("rounds", swiss)))
    assert "2 results are missing. Round 3 is drawn when all are in." in words
    assert "Player 0001 – Player 0002" in words
    assert "Choose two players" not in told(owner.get(address))
    act(owner, commits, address, "unpublish")
    assert Round.objects.get(number=2).state == "draft"


def test_only_the_draft_that_was_shown_is_published(owner, commits, swiss):
    address = at("round", swiss, 2)
    shown = seen(owner, address)
    with commits(execute=True):
        win(board_of(swiss, 1, 1), 1, reason="The sheet was read wrongly.")
    answer = act(owner, commits, address, "publish", seen=shown)
    assert answer.status_code == 409
    assert "This draft has changed since you looked at it." in told(answer)
    assert Round.objects.get(number=2).state == "draft"


def test_it_publishes_itself_at_an_hour(owner, commits, swiss):
    address = at("round", swiss, 2)
    later = {"at": "2036-03-03T20:00", "seen": seen(owner, address)}
    act(owner, commits, address, "publish_at", **later)
    assert Round.objects.get(number=2).publish_at is not None
    assert "The round publishes itself on" in told(owner.get(address))
    act(owner, commits, address, "unpublish")
    assert Round.objects.get(number=2).publish_at is None


def test_a_dropped_draft_comes_again_at_a_word(owner, commits, swiss):
    act(owner, commits, at("round", swiss, 2), "drop")
    assert not Round.objects.filter(number=2).exists()
    assert "Draw round 2" in told(owner.get(at("rounds", swiss)))
    act(owner, commits, at("rounds", swiss), "draw")
    assert Round.objects.get(number=2).state == "draft"


def test_the_first_round_is_looked_at_before_the_start(owner, commits, swiss):
    other = make_tournament(swiss.club, name="Other", format="swiss", entrants=4, start=False)
    act(owner, commits, at("draw", other), "draw")
    address = at("round", other, 1)
    assert "Player 0001 seed 1" in told(owner.get(address))
    act(owner, commits, address, "publish", seen=seen(owner, address))
    other.refresh_from_db()
    assert other.state == "running"


@pytest.mark.parametrize(
    ("format", "reason"),
    [
        ("ladder", "Places 1 and 2 of the ladder"),
        ("qualifying", "Bye, drawn by lot among those with the fewest"),
    ],
)
def test_the_reasons_of_other_formats(owner, commits, swiss, format, reason):
    other = make_tournament(swiss.club, name="Other", format=format, entrants=5, start=False)
    act(owner, commits, at("draw", other), "draw")
    words = told(owner.get(at("round", other, 1)))
    assert reason in words
    assert "Faults None" in words


def absent(tournament):
    """Who sits out what, by seed."""
    rows = Absence.objects.filter(entry__tournament=tournament, superseded_at=None)
    return set(rows.values_list("entry__seed", "from_round", "until_round"))


@pytest.mark.parametrize("room", ["entries", "check_in"])
def test_absent_from_the_next_round_and_back(owner, commits, swiss, room):
    address, entry = at(room, swiss), entry_at(swiss, 2).pk
    act(owner, commits, address, f"absent:{entry}")
    assert absent(swiss) == {(2, 2, 2)}
    assert opponents(swiss, 2) == [{1, 5}, {3, 4}]
    assert re.search(r'class="reason">[^<]*absent in round 2<', owner.get(address).text)
    assert "Absent: Player 0002" in told(owner.get(at("round", swiss, 2)))
    act(owner, commits, address, f"back:{entry}")
    assert absent(swiss) == set()
    assert {1, 2} in opponents(swiss, 2)
    assert not re.search(r'class="reason">[^<]*absent in round 2<', owner.get(address).text)


def test_from_round_to_round_until_back_and_a_table(owner, commits, swiss):
    entry = entry_at(swiss, 2)
    address = at("entry_presence", swiss, entry.pk)
    assert "Rounds of Player 0002" in told(owner.get(address))
    act(owner, commits, address, "absent", from_round="3", until_round="3")
    assert "Absent in round 3" in told(owner.get(address))
    act(owner, commits, address, "absent", from_round="3", until_round="")
    assert absent(swiss) == {(2, 3, None)}
    assert "absent from round 3 on" in told(owner.get(at("entries", swiss)))
    assert act(owner, commits, address, "absent", from_round="1").status_code == 409
    assert act(owner, commits, address, "absent", from_round="x").status_code == 400
    act(owner, commits, address, "back")
    assert absent(swiss) == set()
    setup.set_tables(tournament_id=swiss.pk, tables=[(7, "")], by=DIRECTOR, now=NOW)
    act(owner, commits, address, "table", table="7")
    entry.refresh_from_db()
    assert entry.fixed_table.number == 7
    assert "always at table 7" in told(owner.get(at("entries", swiss)))


def test_somebody_comes_late_from_the_list_or_new(owner, commits, swiss):
    address = at("entries", swiss)
    late = Player.objects.create(club=swiss.club, name="Late Comer")
    assert "Enter from round 2" in told(owner.get(address))
    assert "Late Comer" in told(owner.get(address, {"find": "late"}))
    act(owner, commits, address, "late", player=late.pk)
    assert {4, 6} in opponents(swiss, 2)
    assert "Late Comer · from round 2" in told(owner.get(address))
    act(owner, commits, address, "new_late", name="Walk In", rating="")
    assert {entry_at(swiss, 7).name} == {"Walk In"}
    assert act(owner, commits, address, "late").status_code == 400
    assert act(owner, commits, address, "late", player=late.pk).status_code == 409


def test_nobody_comes_late_to_a_knock_out_that_is_played(owner, swiss):
    knock_out = make_tournament(swiss.club, name="Knock-out")
    win(board_of(knock_out, 1, 2), seat=0)
    words = told(owner.get(at("entries", knock_out)))
    assert "comes late" not in words
    assert "Absent" not in words
    entry = entry_at(knock_out, 1)
    words = told(owner.get(at("entry_presence", knock_out, entry.pk)))
    assert "Rounds can be sat out where each is drawn by itself" in words
    assert "goes on." in told(owner.get(at("entry_withdrawal", knock_out, entry.pk)))


def test_who_withdraws_without_an_open_match_is_paired_no_more(owner, swiss):
    page = owner.get(at("entry_withdrawal", swiss, entry_at(swiss, 4).pk))
    words = told(page)
    assert "Player 0004 is out for good: later rounds are played without this entrant." in words
    assert "Who means to come back sits rounds out instead." in words


def test_the_waitlist_takes_the_place_of_who_does_not_come(owner, commits, swiss):
    fields = {"format": "swiss", "cap": 4, "entrants": 5, "start": False}
    other = make_tournament(swiss.club, name="Other", **fields)
    act(owner, commits, at("draw", other), "draw")
    address, out = at("round", other, 1), other.entries.get(seed=2)
    assert "Player 0005 takes the place" in told(owner.get(address))
    act(owner, commits, address, "swap", out=out.pk)
    assert entry_at(other, 2).name == "Player 0005"
    assert "Something has changed since this draft was drawn" in told(owner.get(address))
    act(owner, commits, address, "draw")
    assert "Something has changed" not in told(owner.get(address))
    assert "Somebody does not come" not in told(owner.get(at("round", swiss, 2)))


def test_pairs_kept_apart_at_first_and_the_last_round(owner, commits, swiss):
    fields = {"format": "swiss", "format_settings": {"rounds": 1, "apart_rounds": 1}}
    other = make_tournament(swiss.club, name="Other", start=False, publishing="by_hand", **fields)
    act(owner, commits, at("draw", other), "draw")
    address = at("round", other, 1)
    assert "Keep apart at first" in told(owner.get(address))
    act(owner, commits, address, "apart", **two(other, 1, 3))
    words = told(owner.get(address))
    assert "Player 0001 and Player 0003 are kept apart in the first rounds." in words
    act(owner, commits, address, "draw")
    assert {1, 3} not in opponents(other, 1)
    act(owner, commits, address, "publish", seen=seen(owner, address))
    words = told(owner.get(at("rounds", other)))
    assert "2 results are missing. The event is over when all are in." in words
