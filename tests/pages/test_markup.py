"""Markup that is not made by templates: what people typed stays text, whatever it looks like."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.utils.timezone import override

from games.models import Match
from pages.markup import bracket_match, match_in_play, result_row, standings_row
from pages.parts.sheet_match import MatchLine, SheetMatch
from pages.parts.tournament_page import ResultRow
from pages.public.standings import Heading, StandingsRow
from tests.pages.public.test_tournament import Reader
from tournaments.selectors.stages.bracket import Slot

TYPED = '<b>"O\'Hara" & Sons</b>'
ESCAPED = "&lt;b&gt;&quot;O&#x27;Hara&quot; &amp; Sons&lt;/b&gt;"
SLOT = Slot(
    pairing=9,
    match=Match(pk=7),
    stage=1,
    round=2,
    number=3,
    name=None,
    state="running",
    table=4,
    table_label=TYPED,
    players=(None, None),
    games_won=(1, 0),
    winner=None,
    feeders=(None, None),
    loses=(False, False),
    side=None,
    reason=None,
    decision=None,
    under_appeal=False,
    against=False,
)
MATCH = SheetMatch(
    slot=SLOT,
    name="Semi-final 3",
    state="running",
    word="In play",
    table=TYPED,
    lines=(MatchLine(TYPED, "live", TYPED, 1, 1, 0), MatchLine("Bert", "live")),
    sentence=f"{TYPED} against Bert.",
    goes_to="Winner to the final",
    progress="",
)


def test_what_people_typed_is_escaped() -> None:
    html = bracket_match(MATCH, "/c/club/cup/matches/")

    assert TYPED not in html
    # Said, in the title, short, long, and at the table.
    assert html.count(ESCAPED) == 5
    assert Reader(html).said == {"match-2-3": f"Semi-final 3: {TYPED} against Bert."}


def test_a_match_leads_to_its_page_and_a_bye_nowhere() -> None:
    html = bracket_match(MATCH, "/c/club/cup/matches/")
    assert 'href="/c/club/cup/matches/7/"' in html
    assert html.count("<a ") == html.count("</a>") == 1

    bye = replace(MATCH, slot=replace(SLOT, match=None))
    assert "<a" not in bracket_match(bye, "/c/club/cup/matches/")


def test_a_number_that_is_zero_is_shown_and_one_that_is_missing_is_not() -> None:
    html = bracket_match(MATCH, "/")
    assert '<span class="gm">1</span>\n<span class="pt">0</span>' in html
    assert '<span class="gm"></span>\n<span class="pt"></span>' in html


def test_an_appeal_is_said() -> None:
    assert "under appeal" not in bracket_match(MATCH, "/")
    appealed = replace(MATCH, slot=replace(SLOT, under_appeal=True))
    assert '<span class="appealed">under appeal</span>' in bracket_match(appealed, "/")


HEADINGS = (Heading("Won", True), Heading("Net", False, "net_points", "Net points"))
PLACE = StandingsRow(
    entry=7,
    place="3–4",
    shared=True,
    name=TYPED,
    figures=("1", "2"),
    reason=TYPED,
    chance="",
    cut="Place 1 goes on",
    is_own=False,
)


def test_a_row_of_the_standings_escapes_what_people_typed() -> None:
    html = standings_row(PLACE, HEADINGS, TYPED)

    assert TYPED not in html
    # The meaning of the sign; the name and the reason, once for each width.
    assert html.count(ESCAPED) == 5


def test_what_has_no_room_on_a_telephone_is_behind_the_name() -> None:
    html = standings_row(PLACE, HEADINGS, "shared")
    assert '<td class="n strong">1</td><td class="n far">2</td>' in html
    hidden = html[html.index("<details") : html.index("</details>")]
    assert "<dt>Net points</dt><dd>2</dd>" in hidden
    assert "Won" not in hidden


def test_only_a_shared_place_has_the_sign_and_who_is_in_has_no_place() -> None:
    assert (
        " ".join(Reader(standings_row(PLACE, HEADINGS, "shared")).text.split()[:2]) == "3–4 shared"
    )
    alone = replace(PLACE, place="3", shared=False)
    assert '<span class="rk">3</span>' in standings_row(alone, HEADINGS, "shared")
    still_in = replace(PLACE, place="–", shared=False)
    assert '<span class="rk">–</span>' in standings_row(still_in, HEADINGS, "shared")


def test_the_readers_own_row_is_marked() -> None:
    assert 'id="me"' not in standings_row(PLACE, HEADINGS, "shared")
    own = standings_row(replace(PLACE, is_own=True), HEADINGS, "shared")
    assert 'class="me" id="me"' in own
    assert '<span class="you">you</span>' in own


def test_a_match_in_play_escapes_what_people_typed_and_marks_who_leads() -> None:
    html = match_in_play(MATCH, "/c/club/cup/matches/")

    assert TYPED not in html
    # At the table and in the line.
    assert html.count(ESCAPED) == 2
    assert html.index('<div class="lead">') < html.index(ESCAPED, html.index("<dl"))
    words = "Semi-final 3 In play " + TYPED + " Games won: 1 Points: 0 Bert Games won: Points:"
    assert Reader(html).text == f"{TYPED} · {words}"


def test_a_row_of_the_results_escapes_names_and_tells_the_time_of_the_club() -> None:
    row = ResultRow(
        match=MATCH,
        winner=TYPED,
        loser="Bert",
        is_won=True,
        games=(2, 1),
        scores=((112, 40), (90, 101)),
        at=datetime(2026, 3, 1, 19, 5, tzinfo=UTC),
        voice="referee",
        where="Semi-final 3",
    )
    with override(ZoneInfo("Europe/Vienna")):
        html = result_row(row, "/c/club/cup/matches/")
        drawn = result_row(replace(row, is_won=False), "/c/club/cup/matches/")

    assert f"<b>{ESCAPED}</b> beat Bert" in html
    assert f"{ESCAPED} against Bert." in drawn
    assert "2–1" in html
    assert "112–40, 90–101" in html
    assert 'datetime="2026-03-01T20:05:00+01:00"' in html
    assert 'href="/c/club/cup/matches/7/"' in html
