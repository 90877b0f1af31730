"""The name that a club has given to rules, where it has given them one."""

from django.utils.formats import date_format
from django.utils.timezone import localtime

from games.rule_books import AgreedRules
from kernel.text import Text
from pages.parts.knob_words import named_word
from tournaments.selectors.events.rule_sets import named_as, versions_of


def club_name_of(club_id: int, rules: AgreedRules) -> Text | None:
    """How the club calls these rules, the length of a match apart; of a set that it has changed or
    retired since, until when. None where they are of none of its sets."""
    found = named_as(rules, versions_of(club_id))
    if found is None:
        return None
    until = found.until
    return named_word(found.name, date_format(localtime(until), "DATE_FORMAT") if until else "")
