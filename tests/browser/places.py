"""Every page that there is: which address opens it, and for whom, at the demo evening.

A page is named as in the URLconf. `tests/pages/test_places.py` holds the two lists together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.views import View

from tests.browser.demo_evening import (
    AUTUMN,
    HARVEST,
    IN_WINDOW,
    LEAGUE,
    NIGHT,
    ONLINE,
    PLAYED_ONLINE,
    SPRING,
    SUMMER,
    SWISS,
    TEAMS,
    TEAMS_TO_COME,
    WINTER,
    DemoEvening,
)
from tests.browser.table_nights import (
    CHOUETTE,
    CUTTHROAT,
    DRAFT,
    KNOCK_OUT,
    PAIRS,
    PAIRS_ONLINE,
    SCRAMBLE,
)

# What is fetched, but is no page.
NOT_PAGES = {
    "account_export": "a file",
    "audit_lines": "a file",
    "authority": "a file",
    "picture": "a picture",
    "audit_table": "a file",
    "entrants_file": "a file",
    "favicon": "a picture",
    "language": "leads back to where the reader was",
    "manifest": "a file",
    "call": "leads to the match",
    "move": "leads to the match",
    "evidence": "of an online match that is over",
    "record_text": "a file",
    "record_json": "a file",
    "deals_file": "a file",
    "take_call": "leads to the match",
    "end_call": "leads to the match",
    "match_confirmation": "leads to the match",
    "match_dispute": "leads to the match",
    "series_notice": "leads to the score pad",
    "results_file": "a file",
    "robots": "for programs",
    "roster_file": "a file",
    "service_worker": "a script",
    "sitemap": "for programs",
    "standings_file": "a file",
    "pad_preview": "a part of the score pad",
    "undo_correction": "leads to the match",
}

RULINGS = {
    "chosen": "rule=KNOCK_ILLEGAL_EARLY&offender=0&count_0=12&count_1=9&option=accept_as_legal",
    "free": "free=1",
}
# Of a match that is over and that the next one was made from: what becomes of that is asked.
TURNED = "free=1&remedy=void_hand&offender=0&facts=Turned+over+the+discard+below+the+top+one"
THIRD_STEP = (
    "step=3&seen=1&seen=2&seen=3&name=Night&rules=club&best_of=&target=&format=swiss&play=table"
)
HANDS = "knocker=7S+7H+7D+JS+QS+KS+2C+3C+4C+5D&defender=KH+KD+KC+9H+8H+TS+5S+4D+2D+AC"
SERIES = {"running": "A18+B12+A25+B30x2+A15+A22+B20", "over": "A25+A18+A36+B20+A40+B31+A50"}
SETTINGS = (
    "settings",
    *(f"settings_{part}" for part in ("when", "rules", "players", "rounds", "play", "deal")),
    *("settings_tables", "settings_public", "settings_danger"),
)

PENALTIES = {
    "": "",
    "a step": "rule=T_CONDUCT_MINOR&offender=1",
    "by the clock": "rule=T_LATE&offender=0&minutes=6",
}


@dataclass(frozen=True, slots=True)
class Place:
    """A page as one reader finds it. `note` tells it from others with the same name; `press` is
    the button behind which it lies, which must write nothing."""

    name: str
    path: str
    reader: str = ""
    note: str = ""
    press: str = ""

    @property
    def title(self) -> str:
        words = [self.name, *filter(None, [self.note])]
        return f"{', '.join(words)} ({self.reader or 'visitor'})"


def page_names() -> set[str]:
    """The names of all pages in the URLconf: what answers GET and is not of the API."""
    return set(_page_names(get_resolver().url_patterns)) - set(NOT_PAGES)


def _page_names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if not str(pattern.pattern).startswith("api/"):
                yield from _page_names(pattern.url_patterns)
        elif _answers_get(pattern.callback.view_class):
            yield pattern.name or str(pattern.pattern)


def _answers_get(view: type[View]) -> bool:
    return hasattr(view, "get") and "get" in view.http_method_names


def places_by_reader(evening: DemoEvening) -> dict[str, list[Place]]:
    """All of them, in the order in which a reader meets them."""
    return {
        "account": list(_account(evening)),
        "club": list(_club(evening)),
        "tournament": list(_public(evening)),
        "player": list(_player(evening)),
        "referee": list(_referee(evening)),
        "director": list(_director(evening)),
        "paper": list(_paper(evening)),
        "tables": list(_at_tables(evening)),
    }


def places(evening: DemoEvening) -> list[Place]:
    """All of them in one list."""
    return [place for group in places_by_reader(evening).values() for place in group]


def _account(evening: DemoEvening) -> Iterator[Place]:
    tokens = evening.tokens
    yield Place("offline", reverse("offline"))
    yield Place("home", reverse("home"))
    yield Place("home", reverse("home"), "owner")
    yield Place("count", reverse("count"))
    yield Place("count", f"{reverse('count')}?{HANDS}", note="judged")
    yield Place("count_hollywood", reverse("count_hollywood"))
    for note, hands in SERIES.items():
        yield Place("count_hollywood", f"{reverse('count_hollywood')}?hands={hands}", note=note)
    for name in ("learn", "learn_score", "learn_strategy", "learn_variants", "glossary"):
        yield Place(name, reverse(name))
    yield Place("learn_try", reverse("learn_try"))
    yield Place("learn_try", f"{reverse('learn_try')}?at=3&say=two", note="answered")
    for name in ("learn_rummy", "learn_royal"):
        yield Place(name, reverse(name))
        yield Place(f"{name}_try", reverse(f"{name}_try"))
        yield Place(f"{name}_try", f"{reverse(f'{name}_try')}?at=2&say=second", note="answered")
    yield Place("trust", reverse("trust"))
    yield Place("sign_in", reverse("sign_in"))
    yield Place("sign_up", reverse("sign_up"))
    for name in ("setup", "invitation", "claim"):
        yield Place(name, reverse(name, args=[tokens[name]]))
    yield Place("invitation", reverse("invitation", args=[tokens["invitation"]]), "director")
    yield Place("claim", reverse("claim", args=["used"]), note="gone")
    yield Place("reset", reverse("reset", args=[tokens["in_person"]]))
    for name in ("password_reset", "password_reset_sent", "password_reset_complete"):
        yield Place(name, reverse(name))
    reset = "password_reset_confirm"
    yield Place(reset, reverse(reset, args=[tokens["uid"], tokens["reset"]]))
    yield Place(reset, reverse(reset, args=["MQ", "used"]), note="gone")
    for name in ("account", "tokens", "account_delete", "password_change"):
        yield Place(name, reverse(name), "player")
    yield Place("pass", reverse("pass"))
    yield Place("player_pass", reverse("player_pass", args=[tokens["player_pass"]]))
    yield Place("player_pass", reverse("player_pass", args=[tokens["player_pass"]]), "owner")
    for name in ("account", "keep_account"):
        yield Place(name, reverse(name), "player's pass")


def _club(evening: DemoEvening) -> Iterator[Place]:
    club = evening.club.slug
    yield Place("club", reverse("club", args=[club]))
    yield Place("club", reverse("club", args=[club]), "owner")
    yield Place("player", reverse("player", args=[club, evening.player]))
    yield Place("new_club", reverse("new_club"), "owner")
    for name in (
        *(
            "members",
            "club_settings",
            "club_mail",
            "club_rules",
            "new_club_rules",
            "edit_players",
            "passes",
            "print_passes",
            "roster",
        ),
        "leave_club",
    ):
        yield Place(name, reverse(name, args=[club]), "owner")
    yield Place("one_club_rules", reverse("one_club_rules", args=[club, 1]), "owner")
    yield Place("try_rules", reverse("try_rules", args=[club]), "owner")
    yield Place("try_rules", reverse("try_rules", args=[club]), "referee", "with an open table")
    yield Place("leave_club", reverse("leave_club", args=[club]), "referee")
    yield Place("edit_player", reverse("edit_player", args=[club, evening.player]), "owner")
    yield Place("reset_link", reverse("reset_link", args=[club, evening.account]), "owner")


def _public(evening: DemoEvening) -> Iterator[Place]:
    club = evening.club.slug
    for slug in (AUTUMN, SUMMER, WINTER, SPRING):
        yield Place("tournament", reverse("tournament", args=[club, slug]), note=slug)
    for name in ("matches", "standings", "entrants", "event_rules"):
        yield Place(name, reverse(name, args=[club, AUTUMN]))
    yield Place("standings", reverse("standings", args=[club, SUMMER]), note=SUMMER)
    for name in ("standings", "crosstable"):
        yield Place(name, reverse(name, args=[club, LEAGUE]), note=LEAGUE)
    for name in ("tournament", "matches", "entrants"):
        yield Place(name, reverse(name, args=[club, TEAMS]), note=TEAMS)
    yield Place("team_match", reverse("team_match", args=[club, TEAMS, evening.team_match]))
    yield Place("match", reverse("match", args=[club, TEAMS, evening.board]), note="a board")
    for state in evening.matches:
        yield Place("match", _match("match", evening, state), note=state)


def _player(evening: DemoEvening) -> Iterator[Place]:
    club, reader = evening.club.slug, "player"
    table = reverse("online_table", args=[club, ONLINE, evening.online])
    yield Place("online_table", table, "seat", "in turn")
    yield Place("online_table", table, "", "looking on")
    match, last = evening.played_online
    replay = reverse("replay", args=[club, PLAYED_ONLINE, match, 1])
    yield Place("replay", replay)
    yield Place("replay", f"{replay}?step={last}&seat=1", note="the end")
    yield Place("deals", reverse("deals", args=[club, PLAYED_ONLINE, match]))
    yield Place("match", reverse("match", args=[club, PLAYED_ONLINE, match]), note=PLAYED_ONLINE)
    yield Place("online_table", evening.trial, "referee", "both seats")
    opened, invitation, own = evening.friendly
    yield Place("play_hand", reverse("play_hand"))
    yield Place("opponents", reverse("opponents"))
    yield Place("opponents", reverse("opponents"), "player", "with one of their own")
    yield Place("new_opponent", reverse("new_opponent"), "player")
    yield Place("manual", reverse("manual"))
    yield Place("one_opponent", reverse("one_opponent", args=[evening.opponent]), "player")
    yield Place("play", reverse("play"))
    yield Place("play", reverse("play"), reader, "with an account")
    here = reverse("club_play", args=[club])
    yield Place("club_play", here, reader)
    yield Place("club_play", here, "seat", "who waits at a table")
    yield Place("club_play", here, "owner", "whom nobody can find")
    yield Place("online_table", opened, reader, "waiting for who has the link")
    yield Place("friendly_invitation", invitation)
    yield Place("friendly_seat", own)
    yield Place("me", reverse("me"), reader)
    yield Place("my_evenings", reverse("my_evenings"), reader)
    yield Place("my_matches", reverse("my_matches"), "seat")
    yield Place("vacation", reverse("vacation", args=[club, PLAYED_ONLINE]), "seat")
    own = [club, IN_WINDOW, evening.in_window]
    yield Place("match", reverse("match", args=own), "seat", "with times")
    yield Place("times", reverse("times", args=own), "seat")
    yield Place("my_matches", reverse("my_matches"), reader, "none")
    for name in ("match", "pad", "report"):
        yield Place(name, _match(name, evening, "own"), reader)
    yield Place("settlement", reverse("settlement", args=[club, AUTUMN]), reader)
    yield Place("registration", reverse("registration", args=[club, WINTER]), reader)
    yield Place("registration", reverse("registration", args=[club, AUTUMN]), reader, "running")
    yield Place("door", reverse("door", args=[club, SPRING, evening.tokens["door"]]), reader)
    tablet = evening.tokens["tablet"]
    yield Place("door_tablet", reverse("door_tablet", args=[club, SPRING, tablet]))
    yield Place("withdrawal", reverse("withdrawal", args=[club, AUTUMN]), reader)
    yield Place("player_figures", reverse("player_figures", args=[club, evening.player]), reader)


def _referee(evening: DemoEvening) -> Iterator[Place]:
    club, reader = evening.club.slug, "referee"
    yield Place("staff_pin", reverse("staff_pin", args=[club, AUTUMN]))
    yield Place("staff_pass", reverse("staff_pass", args=[evening.tokens["pass"]]))
    yield Place("tables", reverse("tables", args=[club, AUTUMN]), reader)
    yield Place("tables", reverse("tables", args=[club, AUTUMN]), "pass")
    yield Place("table", reverse("table", args=[club, AUTUMN, 3]), reader)
    yield Place("tables", reverse("tables", args=[club, HARVEST]), "owner", "disputed")
    for name in ("tables", "board"):
        yield Place(name, reverse(name, args=[club, TEAMS]), "owner", TEAMS)
    yield Place("table", reverse("table", args=[club, TEAMS, 1]), "owner", TEAMS)
    card = reverse("online_card", args=[club, ONLINE, evening.online])
    yield Place("online_card", card, "owner")
    yield Place("online_card", card, reader, "disclosed")
    yield Place("tables", reverse("tables", args=[club, ONLINE]), "owner", ONLINE)
    yield Place("desk", reverse("desk", args=[club, ONLINE]), "owner", ONLINE)
    absent = [club, TEAMS, evening.open_board]
    yield Place("team_walkover", reverse("team_walkover", args=absent), "owner")
    for state in ("running", "finished", "disputed"):
        for name in ("pad", "first_deal", "result"):
            who = "owner" if state == "disputed" else reader
            yield Place(name, _match(name, evening, state), who, state)

    yield Place("ruling", _match("ruling", evening, "running"), reader)
    for note, said in RULINGS.items():
        yield Place("ruling", f"{_match('ruling', evening, 'running')}?{said}", reader, note)
    turned = f"{_match('ruling', evening, 'finished')}?{TURNED}"
    yield Place("ruling", turned, reader, "rests", press="Record the ruling")
    taking_back = [club, AUTUMN, evening.matches["running"], evening.ruling]
    yield Place("take_back_ruling", reverse("take_back_ruling", args=taking_back), reader)
    yield Place("case_law", reverse("case_law", args=[club, AUTUMN]), reader)
    for note, said in PENALTIES.items():
        yield Place("penalty", f"{_match('penalty', evening, 'running')}?{said}", reader, note)
    for name in ("penalties", "appeals", "memos"):
        yield Place(name, reverse(name, args=[club, AUTUMN]), reader)
    lifting = [club, AUTUMN, evening.penalty]
    yield Place("take_back_penalty", reverse("take_back_penalty", args=lifting), reader)
    deciding = [club, AUTUMN, evening.appeal]
    yield Place("appeal_decision", reverse("appeal_decision", args=deciding), reader)
    own = [club, AUTUMN, evening.matches["own"], evening.own_penalty]
    yield Place("appeal_penalty", reverse("appeal_penalty", args=own), "player")
    ruled = [club, AUTUMN, evening.matches["running"], evening.ruling]
    yield Place("appeal_ruling", reverse("appeal_ruling", args=ruled), "director")


def _director(evening: DemoEvening) -> Iterator[Place]:
    club, reader = evening.club.slug, "director"
    yield Place("new", reverse("new", args=[club]), "owner")
    yield Place("new", f"{reverse('new', args=[club])}?{THIRD_STEP}", "owner", "the format")
    for slug in (SPRING, AUTUMN):
        for name in ("entries", "check_in", *SETTINGS, "staff"):
            yield Place(name, reverse(name, args=[club, slug]), "owner", slug)
        yield Place(
            "settings_stage", reverse("settings_stage", args=[club, slug, 1]), "owner", slug
        )
    for slug in (SPRING, NIGHT, AUTUMN):
        yield Place("draw", reverse("draw", args=[club, slug]), "owner", slug)
    yield Place("rounds", reverse("rounds", args=[club, SWISS]), "owner")
    yield Place("round", reverse("round", args=[club, SWISS, 1]), "owner")
    for name in ("entries", "check_in"):
        yield Place(name, reverse(name, args=[club, SWISS]), "owner", SWISS)
    late = [club, SWISS, evening.swiss_entry]
    yield Place("entry_presence", reverse("entry_presence", args=late), "owner")
    for name, slug in (("entries", TEAMS_TO_COME), ("entries", TEAMS), ("desk", TEAMS)):
        yield Place(name, reverse(name, args=[club, slug]), "owner", slug)
    lineup = [club, TEAMS_TO_COME, evening.team]
    yield Place("lineup", reverse("lineup", args=lineup), "owner")
    yield Place("copy", reverse("copy", args=[club, SUMMER]), "owner")
    yield Place("practice", reverse("practice", args=[club, SUMMER]), "owner")
    going = [club, SPRING, evening.entry]
    yield Place("entry_withdrawal", reverse("entry_withdrawal", args=going), "owner")
    for name in ("desk", "board", "clock", "announcement", "entries", "audit"):
        yield Place(name, reverse(name, args=[club, AUTUMN]), reader)
    for name in ("desk", "board"):
        yield Place(name, reverse(name, args=[club, HARVEST]), "owner", "disputed")


def _paper(evening: DemoEvening) -> Iterator[Place]:
    """On the screen; how they print is for their own tests."""
    for name in ("print", "print_slips", "print_sheets", "print_bracket", "print_tables"):
        yield Place(name, reverse(name, args=[evening.club.slug, AUTUMN]), "director")
    settled = reverse("print_settlement", args=[evening.club.slug, AUTUMN])
    yield Place("print_settlement", settled, "director")
    over = [evening.club.slug, SUMMER]
    for name in ("print_standings", "print_roll_call", "print_rules"):
        yield Place(name, reverse(name, args=over), "owner", SUMMER)
    for design in ("sheet", "card", "way"):
        path = reverse("print_certificates", args=over)
        yield Place("print_certificates", f"{path}?design={design}", "owner", design)
    slips = reverse("print_slips", args=[evening.club.slug, TEAMS])
    yield Place("print_slips", slips, "owner", TEAMS)
    yield Place("print_cards", reverse("print_cards", args=[evening.club.slug, SPRING]), "owner")


def _at_tables(evening: DemoEvening) -> Iterator[Place]:
    """Of three and more at a table, and of partners: what looks otherwise there."""
    club, nights = evening.club.slug, evening.nights
    for slug in (CUTTHROAT, SCRAMBLE, CHOUETTE, PAIRS):
        for name in ("tournament", "matches", "standings", "entrants", "event_rules"):
            yield Place(name, reverse(name, args=[club, slug]), note=slug)
        for name in ("desk", "board", "tables", "rounds", "settlement", "settings_rules"):
            yield Place(name, reverse(name, args=[club, slug]), "owner", slug)
        for name in ("print", "print_slips", "print_sheets", "print_tables", "print_settlement"):
            yield Place(name, reverse(name, args=[club, slug]), "owner", slug)
        yield Place("round", reverse("round", args=[club, slug, 1]), "owner", slug)
        for name in ("match", "pad", "result"):
            path = reverse(name, args=[club, slug, nights.over[slug]])
            yield Place(name, path, "owner", f"{slug}, over")
    for slug, match in nights.running.items():
        here = [club, slug, match]
        yield Place("match", reverse("match", args=here), note=f"{slug}, running")
        for name in ("match", "pad", "result", "first_deal", "ruling", "penalty"):
            yield Place(name, reverse(name, args=here), "owner", f"{slug}, running")
        yield Place("pad", f"{reverse('pad', args=here)}?hand=2", "owner", f"{slug}, a hand")
        ruling = f"{reverse('ruling', args=here)}?rule=HAND_COUNT_END_MANY&n=2&offender=0"
        yield Place("ruling", ruling, "owner", f"{slug}, on a hand")
        yield Place("table", reverse("table", args=[club, slug, 1]), "owner", slug)
    yield Place("round", reverse("round", args=[club, DRAFT, 1]), "owner", DRAFT)
    for name in ("tournament", "matches", "standings"):
        yield Place(name, f"{reverse(name, args=[club, KNOCK_OUT])}?round=1", note=KNOCK_OUT)
    yield Place("settings_stage", reverse("settings_stage", args=[club, KNOCK_OUT, 1]), "owner")
    for name in ("print_standings", "print_certificates"):
        yield Place(name, reverse(name, args=[club, CHOUETTE]), "owner", CHOUETTE)
    for reader in ("partner", ""):
        table = reverse("online_table", args=[club, PAIRS_ONLINE, nights.online])
        yield Place("online_table", table, reader, "partners")


def _match(name: str, evening: DemoEvening, state: str) -> str:
    slug = HARVEST if state in ("reported", "disputed") else AUTUMN
    return reverse(name, args=[evening.club.slug, slug, evening.matches[state]])
