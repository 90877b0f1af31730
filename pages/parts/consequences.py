"""What a choice leads to, in a sentence made from the knobs themselves."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.gin.rules import Rules, all_play
from games.rule_books import GIN, RUMMY, AgreedRules
from games.told_rules import in_short, of_match
from kernel.text import N_
from tournaments.domain.windows import Unplayed
from tournaments.models import Tournament
from web.actors import say

REGISTRATION: Mapping[str, tuple[str, str]] = {
    Tournament.Registration.CLOSED: (
        N_("I enter everybody"),
        N_(
            "Nobody can ask to take part. You enter players from the club's list, or paste a list; "
            "teams you enter with their players."
        ),
    ),
    Tournament.Registration.APPROVAL: (
        N_("Players ask, I say yes"),
        N_(
            "Players with an account ask on the tournament's page; each waits for your yes. You "
            "can enter players yourself as well. Teams nobody but you can enter."
        ),
    ),
}
SEEDING: Mapping[str, tuple[str, str]] = {
    Tournament.Seeding.RATING: (
        N_("By rating"),
        N_("The highest rating is seed 1; who has none comes last, in order of entry."),
    ),
    Tournament.Seeding.HAND: (
        N_("By hand"),
        N_("You put them in order. Who has no seed yet follows in order of rating."),
    ),
    Tournament.Seeding.RANDOM: (
        N_("By lot"),
        N_("The draw decides. What it was drawn from is kept, so that anybody can check it."),
    ),
}
PUBLISHING: Mapping[str, tuple[str, str]] = {
    Tournament.Publishing.AUTOMATIC: (
        N_("By itself"),
        N_(
            "Each later round opens as soon as both who meet in one of its matches are known; "
            "in a round robin, and where rounds are drawn one by one, once the last result of the "
            "round before is in."
        ),
    ),
    Tournament.Publishing.BY_HAND: (
        N_("By hand"),
        N_("No later round begins before you publish it: all start together."),
    ),
}
UNPLAYED: Mapping[str, tuple[str, str]] = {
    Unplayed.DIRECTOR: (
        N_("The director decides"),
        N_("It waits for the director, who gives more time or enters a result."),
    ),
    Unplayed.NEITHER: (N_("Neither wins it"), N_("Both have lost it.")),
    Unplayed.WHO_TRIED: (
        N_("Who tried to play wins it"),
        N_(
            "Who proposed times, a day before the end at the latest, and had no answer wins it. "
            "Else both have lost it."
        ),
    ),
    Unplayed.DRAWN: (
        N_("It counts as drawn"),
        N_("In a stage that knows drawn matches it is one; else both have lost it."),
    ),
}
GAMES: Mapping[str, tuple[str, str]] = {
    GIN.game: (
        N_("Gin Rummy"),
        N_(
            "One against one, teams, partners, or three and more at a table: knock, gin and "
            "undercut."
        ),
    ),
    RUMMY.game: (
        N_("Rummy"),
        N_(
            "Two to six at a table, who all play every hand: melds are laid down, and who has no "
            "card left is out. Knock rummy too."
        ),
    ),
}
PUBLISHING_AT_FIRST: Mapping[str, tuple[str, str]] = {
    "": (
        N_("As suits the format"),
        N_(
            "By hand where each round is drawn from the results of the one before, so that you "
            "see the pairings first; else by itself."
        ),
    ),
    **PUBLISHING,
}


def of_rules(rules: AgreedRules) -> str:
    """How hands and games are played and scored by these rules."""
    return "\N{NO-BREAK SPACE}· ".join(say(phrase) for phrase in in_short(rules))


def of_length(rules: AgreedRules) -> str:
    """When a match is over."""
    return " ".join(say(sentence) for sentence in of_match(rules))


def of_table(rules: Rules) -> str:
    """Who plays a match where three or more sit at a table."""
    sentence = _("%(seats)d sit at a table, each alone; two play each hand.")
    if all_play(rules):
        sentence = _("%(seats)d sit at a table, each alone, and all play every hand.")
    return sentence % {"seats": rules.table_size}


def of_boards(boards: int) -> str:
    """What a match between teams is; "" where players meet."""
    if boards == 1:
        return ""
    sentence = _(
        "Teams of %(boards)d meet on %(boards)d boards, each of them a match; who wins more boards "
        "has won."
    )
    return sentence % {"boards": boards}


def of_partners(number: int) -> str:
    """What a match between so many partners on each side is."""
    sentence = _(
        "%(number)d partners meet %(number)d at one table; the hands of a round count together."
    )
    return sentence % {"number": number}


def of_usual_target(number: int, target: int) -> str:
    """To what so many partners on a side usually play, where it is another target."""
    sentence = _("With %(number)d on a side a game to %(target)d points is usual.")
    return sentence % {"number": number, "target": target}


def of_cap(cap: int | None) -> str:
    if cap is None:
        return _("Everybody who is entered plays, up to 4,096.")
    sentence = _("The first %(cap)d play. Who comes later waits, and moves up when somebody goes.")
    return sentence % {"cap": cap}


def of_tables(tables: int) -> str:
    if not tables:
        return _("No table is called out: players find their own. Tables can be added any time.")
    return ngettext(
        "One match at a time has the table; the next waits for it.",
        "%(tables)d matches at a time have a table; the next match goes to the next free one.",
        tables,
    ) % {"tables": tables}


def of_bracket(entrants: int) -> str:
    """The size of a knock-out: rounds, matches, byes."""
    rounds = (entrants - 1).bit_length()
    byes = (1 << rounds) - entrants
    size = ngettext("%(rounds)d round", "%(rounds)d rounds", rounds) % {"rounds": rounds}
    matches = ngettext("%(matches)d match", "%(matches)d matches", entrants - 1) % {
        "matches": entrants - 1
    }
    if not byes:
        return _("%(rounds)s, %(matches)s, no byes.") % {"rounds": size, "matches": matches}
    free = ngettext(
        "the top seed has round 1 free", "the %(byes)d top seeds have round 1 free", byes
    )
    return _("%(rounds)s, %(matches)s; %(free)s.") % {
        "rounds": size,
        "matches": matches,
        "free": free % {"byes": byes},
    }
