"""Rosters taken into a club: matched, asked about, all or nothing."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.embedded.options import ROOT
from kernel.permissions import Actor
from kernel.text import Refusal
from players.api.roster_import import ImportAnswer
from players.models import AuditEntry, Club, ImportedPlayer, Player, Rating
from players.services.players import add_player, anonymise_player, edit_player
from players.services.roster import Import, import_roster
from players.services.roster_undo import Undone, undo_import
from tests.builders import NOW, make_club, owner_of
from tournaments.models import Entry
from tournaments.services.events.entries import enter_players
from tournaments.services.events.setup import create_tournament

pytestmark = pytest.mark.django_db
EVENING = ROOT / "tests" / "data" / "night-11" / "roster.csv"


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def by(club: Club) -> Actor:
    return Actor("api", user_id=owner_of(club).pk)


def take(club: Club, data: bytes | str, **options: Any) -> Import:
    by = Actor("api", user_id=owner_of(club).pk)
    return import_roster(club=club, data=data, by=by, now=NOW, **options)


def add(club: Club, name: str, **fields: Any) -> Player:
    return add_player(club=club, name=name, by=Actor("api"), now=NOW, **fields)


def outcomes(result: Import) -> dict[int, str]:
    return {row.line: row.outcome for row in result.rows}


def asked(result: Import) -> dict[int, tuple[str, tuple[int, ...]]]:
    return {
        question.line: (question.message.code, question.candidates) for question in result.questions
    }


def counts(result: Import) -> tuple[int, int, int]:
    return tuple(result.counts.values())


def test_a_real_evening_twice(club: Club) -> None:
    data = EVENING.read_bytes()
    first = take(club, data)
    assert counts(first) == (11, 0, 0)
    assert [row.seed for row in first.rows] == list(range(1, 12))
    player = club.players.get(pk=first.rows[0].player)
    assert (player.name, player.email) == ("Anna Šimek", "player01@club.example")
    assert (player.sort_key, player.search_key) == ("anna simek", "anna simek")
    assert player.ratings.get().value == 1744
    again = take(club, data)
    assert counts(again) == (0, 0, 11)
    assert [row.player for row in again.rows] == [row.player for row in first.rows]
    assert club.players.count() == Rating.objects.count() == 11


def test_the_answer_of_the_api(club: Club) -> None:
    anna = add(club, "Anna Šimek")
    answer = ImportAnswer(take(club, "Name,Rating,Phone\nAnna Simek,1,2\nBob,x,\nCleo,,\n"))
    blank = dict.fromkeys(("player", "seed", "rating")) | {"email": "", "club": "", "unused": []}
    assert answer.data == {
        "import": None,
        "created": 0,
        "updated": 0,
        "unchanged": 0,
        "questions": [
            {
                "line": 2,
                "message": "This may be Anna Šimek, written differently. Is it the same person?",
                "candidates": [anna.pk],
            }
        ],
        "errors": [{"line": 3, "message": "The rating “x” is not a whole number."}],
        "ignored": ["Phone"],
        "rows": [
            {"line": 2, "name": "Anna Simek", "outcome": "question"} | blank | {"rating": 1},
            {"line": 3, "name": "", "outcome": "error"} | blank,
            {"line": 4, "name": "Cleo", "outcome": "created"} | blank,
        ],
    }


@pytest.mark.parametrize("wrong", ["Bob,x", "Anna Simek,"])
def test_with_an_error_or_a_question_nothing_is_saved(club: Club, wrong: str) -> None:
    anna = add(club, "Anna Šimek")
    entries = AuditEntry.objects.count()
    result = take(club, f"Name,Rating\nAnna Šimek,1500\nCleo,1400\n{wrong}\n")
    assert result.is_blocked
    assert list(club.players.all()) == [anna]
    assert not Rating.objects.exists()
    assert AuditEntry.objects.count() == entries


def test_a_dry_run_tells_and_saves_nothing(club: Club) -> None:
    add(club, "Anna Šimek")
    result = take(club, "Name,Rating\nAnna Šimek,1500\nCleo,1400\n", dry_run=True)
    assert counts(result) == (1, 1, 0)
    assert club.players.count() == 1
    assert not Rating.objects.exists()


def test_a_match_by_email_and_by_name(club: Club) -> None:
    anna = add(club, "Anna Šimek", email="anna@club.example")
    bob = add(club, "Bob Jansen")
    result = take(
        club,
        "Name,Email,Rating\nanna  ŠIMEK,ANNA@club.example,1500\nBob Jansen,bob@club.example,\n",
    )
    assert [row.player for row in result.rows] == [anna.pk, bob.pk]
    assert counts(result) == (0, 2, 0)
    anna.refresh_from_db()
    bob.refresh_from_db()
    assert (anna.name, anna.email, bob.email) == (
        "Anna Šimek",
        "anna@club.example",
        "bob@club.example",
    )


def test_what_a_line_leaves_out_stays(club: Club) -> None:
    anna = add(club, "Anna", email="anna@club.example", home_club="Bridge Club", rating=1500)
    result = take(club, "Name,Rating,Email,Club\nAnna,,,\n")
    assert counts(result) == (0, 0, 1)
    anna.refresh_from_db()
    assert (anna.email, anna.home_club) == ("anna@club.example", "Bridge Club")


def test_a_new_rating_is_added_and_the_same_is_not(club: Club) -> None:
    anna = add(club, "Anna", rating=1500)
    assert counts(take(club, "Anna;1500")) == (0, 0, 1)
    assert counts(take(club, "Anna;1510")) == (0, 1, 0)
    newest = anna.ratings.first()
    assert newest
    assert (newest.value, newest.source, anna.ratings.count()) == (1510, "import", 2)


def test_the_clubs_own_name_is_no_home_club(club: Club) -> None:
    take(club, f"Name,Verein\nAnna,{club.name.upper()}\nBob,Bridge Club\n")
    assert list(club.players.values_list("name", "home_club")) == [
        ("Anna", ""),
        ("Bob", "Bridge Club"),
    ]


# Questions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "line", "code"),
    [
        ({"name": "Anna Šimek"}, "Anna Simek,,", "name_alike"),
        ({"name": "Chloé Weiß"}, '"Weiß, Chloé",,', "name_alike"),
        ({"name": "Anna", "email": "a@b.example"}, "Anna,c@d.example,", "email_differs"),
        ({"name": "Anna", "email": "a@b.example"}, "Bob,a@b.example,", "email_of_another"),
        ({"name": "Anna", "home_club": "North"}, "Anna,,South", "club_differs"),
    ],
)
def test_a_possible_double_is_asked_about(
    club: Club, known: dict[str, str], line: str, code: str
) -> None:
    player = add(club, **known)
    file = f"Name,Email,Club\n{line}\n"
    assert asked(take(club, file)) == {2: (code, (player.pk,))}
    same = take(club, file, answers={"2": player.pk})
    assert (same.is_blocked, same.rows[0].player, club.players.count()) == (False, player.pk, 1)


def test_the_answer_new_makes_somebody_new_and_only_once(club: Club) -> None:
    anna = add(club, "Anna Šimek")
    for expected in ((1, 0, 0), (0, 0, 1)):
        result = take(club, "Anna Simek", answers={"1": "new"})
        assert counts(result) == expected
        assert result.rows[0].player != anna.pk
    assert club.players.count() == 2


def test_the_file_renames_whom_the_answer_says(club: Club) -> None:
    anna = add(club, "Anna Meier", email="a@b.example")
    result = take(club, "Anna Šimek; a@b.example", answers={"1": str(anna.pk)})
    assert counts(result) == (0, 1, 0)
    anna.refresh_from_db()
    assert (anna.name, anna.search_key) == ("Anna Šimek", "anna simek")


def test_two_players_of_a_name(club: Club) -> None:
    first = add(club, "Jan Jansen", email="one@b.example")
    second = add(club, "Jan Jansen (Bonn)", email="two@b.example")
    assert asked(take(club, "jan jansen")) == {1: ("name_ambiguous", (first.pk, second.pk))}
    for line in ("Jan Jansen; two@b.example", "Jan Jansen (Bonn)", "Name;Club\nJan Jansen;BONN"):
        result = take(club, line)
        assert [row.player for row in result.rows] == [second.pk], line
    second.refresh_from_db()
    assert second.name == "Jan Jansen (Bonn)"


def test_somebody_new_of_a_known_name_is_told_apart_at_once(club: Club) -> None:
    add(club, "Jan Jansen", email="one@b.example", home_club="Köln")
    text = "Name;Email;Club\nJan Jansen;two@b.example;Bonn\nJan Jansen;three@b.example;Bonn"
    asks = take(club, text)
    assert [(question.line, question.name) for question in asks.questions] == [
        (2, "Jan Jansen (Bonn)"),
        (3, "Jan Jansen (2)"),
    ]
    assert counts(take(club, text, answers={"2": "new", "3": "new"})) == (2, 0, 0)
    assert sorted(club.players.values_list("name", flat=True)) == [
        "Jan Jansen",
        "Jan Jansen (2)",
        "Jan Jansen (Bonn)",
    ]
    assert counts(take(club, text)) == (0, 0, 2)


def test_nobody_is_renamed_to_a_name_that_somebody_else_has(club: Club) -> None:
    add(club, "Anna Šimek")
    meier = add(club, "Anna Meier", email="a@b.example")
    result = take(club, "Anna Šimek; a@b.example", answers={"1": meier.pk})
    assert not result.is_blocked
    meier.refresh_from_db()
    assert meier.name == "Anna Šimek (2)"


def test_three_ways_to_write_one_name_are_one_question(club: Club) -> None:
    known = add(club, "Jürgen Müller")
    for line in ("Müller, Jürgen", "Jurgen Muller", "Mueller, Juergen", "Juergen Mueller"):
        assert asked(take(club, line)) == {1: ("name_alike", (known.pk,))}, line
        same = take(club, line, answers={"1": known.pk})
        assert (same.is_blocked, same.rows[0].player) == (False, known.pk)
        edit_player(player=known, name="Jürgen Müller", by=Actor("api"), now=NOW)
    assert counts(take(club, "Jürgen Müller")) == (0, 0, 1)
    other = make_club()
    asks = asked(take(other, "Müller, Jürgen\nJürgen Müller\nJurgen Muller\nJuergen Mueller"))
    assert asks == dict.fromkeys((2, 3, 4), ("line_twice", ()))


def test_a_line_that_may_name_nobody_is_asked_about(club: Club) -> None:
    text = "Anna Šimek\nViele Grüße\nPetra"
    assert asked(take(club, text)) == {3: ("signature", ())}
    left = take(club, text, answers={"3": "skip"})
    assert outcomes(left) == {1: "created", 2: "left_out", 3: "left_out"}
    assert list(club.players.values_list("name", flat=True)) == ["Anna Šimek"]
    assert counts(take(club, text, answers={"3": "new"})) == (1, 0, 1)
    # Known by now, so there is no doubt.
    assert counts(take(club, text)) == (0, 0, 2)


def test_two_people_on_one_line(club: Club) -> None:
    anna = add(club, "Anna Šimek")
    result = take(club, "Anna Simek / Bob Jansen\nCleo Ro & Dai Lee", answers={"1": anna.pk})
    assert [(row.line, row.outcome) for row in result.rows] == [
        (1, "updated"),
        (1, "created"),
        (2, "created"),
        (2, "created"),
    ]
    assert result.rows[0].player == anna.pk
    add(club, "Eva Müller")
    add(club, "Uwe Rößler")
    both = take(club, "Eva Mueller / Uwe Roessler")
    assert [error.message.code for error in both.errors] == ["two_people"]


def test_the_same_person_twice_in_a_file(club: Club) -> None:
    text = "Anna Šimek; a@b.example\nBob\nanna simek\nCleo; A@B.EXAMPLE\n"
    result = take(club, text)
    assert asked(result) == {3: ("line_twice", ()), 4: ("line_twice", ())}
    assert "Line 1" in str(result.questions[0].message)
    assert counts(take(club, text, answers={"3": "new", "4": "new"})) == (4, 0, 0)
    again = take(club, text, answers={"3": "new"})
    # Cleo's address is now two people's, and by the name Cleo is one of them.
    assert counts(again) == (0, 0, 4)


def test_two_people_of_one_name_in_a_file_are_asked_about_once(club: Club) -> None:
    text = "Jan Jansen; one@b.example\nJan Jansen; two@b.example\n"
    assert asked(take(club, text)) == {2: ("line_twice", ())}
    assert counts(take(club, text, answers={"2": "new"})) == (2, 0, 0)
    assert counts(take(club, text)) == (0, 0, 2)


def test_a_new_line_with_the_address_of_a_known_one_below(club: Club) -> None:
    bob = add(club, "Bob")
    result = take(club, "Anna; x@b.example\nBob; x@b.example\n")
    assert asked(result) == {1: ("line_twice", ())}
    assert outcomes(result) == {1: "question", 2: "updated"}
    bob.refresh_from_db()
    assert bob.email == ""


def test_a_spelling_asked_about_does_not_cast_doubt_on_the_right_one(club: Club) -> None:
    anna = add(club, "Anna Šimek")
    text = "Anna Simek\nAnna Šimek\n"
    assert asked(take(club, text)) == {1: ("name_alike", (anna.pk,))}
    result = take(club, text, answers={"1": anna.pk})
    assert [(error.line, error.message.code) for error in result.errors] == [(2, "player_twice")]


def test_answers_that_cannot_be(club: Club) -> None:
    add(club, "Anna Šimek")
    stranger = add(make_club(), "Anna Simek")
    result = take(club, "Anna Simek", answers={"1": stranger.pk})
    assert [(error.line, error.message.code) for error in result.errors] == [(1, "player_unknown")]
    for answers in ({"1": "old"}, {"one": "new"}, {"1": -1}, {"1": True}, {"1": "9" * 40}):
        with pytest.raises(Refusal) as caught:
            take(club, "Anna Simek", answers=answers)
        assert caught.value.field == "answers"


def test_answers_to_lines_without_a_question_are_not_heeded(club: Club) -> None:
    result = take(club, "Anna", answers={"1": "new", "7": "new"})
    assert counts(result) == (1, 0, 0)


def test_merged_and_anonymised_players_are_not_matched(club: Club, by: Actor) -> None:
    anonymise_player(player=add(club, "Anna", email="a@b.example"), by=by, now=NOW)
    assert counts(take(club, "Anna; a@b.example")) == (1, 0, 0)


def test_another_clubs_players_are_not_matched(club: Club) -> None:
    add(make_club(), "Anna", email="a@b.example")
    assert counts(take(club, "Anna; a@b.example")) == (1, 0, 0)


def test_an_edited_address_is_matched(club: Club, by: Actor) -> None:
    anna = edit_player(player=add(club, "Anna"), email="New@B.example", by=by, now=NOW)
    assert take(club, "Anna; new@b.example").rows[0].player == anna.pk


def test_an_import_is_audited_without_names(club: Club, by: Actor) -> None:
    take(club, "Anna")
    entry = AuditEntry.objects.get(scope=f"club:{club.pk}", action="roster.import")
    assert (entry.by, entry.role) == (by.user_id, "owner")
    assert entry.data == {"created": 1, "updated": 0, "unchanged": 0}


def test_a_thousand_lines_take_few_queries(club: Club) -> None:
    def roster(rating: int) -> str:
        lines = [f"Player {n};{rating};p{n}@club.example" for n in range(1024)]
        return "Name;Rating;Email\n" + "\n".join(lines)

    with CaptureQueriesContext(connection) as queries:
        assert counts(take(club, roster(1500))) == (1024, 0, 0)
        assert counts(take(club, roster(1501))) == (0, 1024, 0)
    # SQLite takes about 250 rows a statement.
    assert len(queries) < 60


# Undone -------------------------------------------------------------------------------------------


def undo(club: Club, done: Import) -> Undone:
    by = Actor("api", user_id=owner_of(club).pk)
    assert done.pk
    return undo_import(club=club, import_id=done.pk, by=by, now=NOW)


def test_an_import_is_undone_as_if_it_had_never_been(club: Club) -> None:
    anna = add(club, "Anna Meier", email="a@b.example", home_club="North", rating=1500)
    before = list(club.players.values())
    text = "Name;Email;Club;Rating\nAnna Šimek;a@b.example;South;1600\nBob;b@b.example;;1400\n"
    done = take(club, text, answers={"2": anna.pk})
    assert counts(done) == (1, 1, 0)
    assert undo(club, done) == Undone(removed=1, restored=1, kept=0)
    assert list(club.players.values()) == before
    assert [rating.value for rating in anna.ratings.all()] == [1500]
    entry = AuditEntry.objects.filter(action="roster.undo").get()
    assert entry.data == {"import": done.pk, "removed": 1, "restored": 1}
    assert undo(club, done) == Undone(0, 0, 0)
    assert AuditEntry.objects.filter(action="roster.undo").count() == 1


def test_what_was_changed_since_stays(club: Club, by: Actor) -> None:
    anna = add(club, "Anna", home_club="North")
    done = take(club, "Name;Email;Club\nAnna;a@b.example;North\n")
    edit_player(player=anna, email="other@b.example", by=by, now=NOW)
    assert undo(club, done) == Undone(removed=0, restored=0, kept=1)
    anna.refresh_from_db()
    assert anna.email == "other@b.example"


def test_nothing_changed_leaves_nothing_to_undo(club: Club) -> None:
    add(club, "Anna")
    assert take(club, "Anna").pk is None
    assert not club.imports.exists()


def test_who_plays_or_has_an_account_is_not_taken_off(club: Club, by: Actor) -> None:
    done = take(club, "Anna\nBob")
    anna, bob = club.players.order_by("pk")
    made = create_tournament(club=club, name="Cup", by=by, now=NOW)
    enter_players(tournament_id=made.pk, players=[(anna, None)], by=by, now=NOW)
    with pytest.raises(Refusal, match="Anna is entered in Cup"):
        undo(club, done)
    Entry.objects.all().delete()
    Player.objects.filter(pk=bob.pk).update(user=owner_of(club))
    with pytest.raises(Refusal, match="Bob has an account"):
        undo(club, done)
    assert club.players.count() == 2
    with pytest.raises(Refusal) as caught:
        undo(make_club(), done)
    assert caught.value.text.code == "not_found"


def test_an_anonymised_name_is_not_kept_by_an_import(club: Club, by: Actor) -> None:
    anna = add(club, "Anna Meier", email="a@b.example")
    done = take(club, "Anna Šimek; a@b.example", answers={"1": anna.pk})
    assert ImportedPlayer.objects.get(player=anna).changes == {"name": ["Anna Meier", "Anna Šimek"]}
    anonymise_player(player=anna, by=by, now=NOW)
    assert ImportedPlayer.objects.get(player=anna).changes == {}
    undo(club, done)
    anna.refresh_from_db()
    assert anna.name.startswith("Anonymous player")
