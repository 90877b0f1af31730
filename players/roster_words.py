"""Whether a line of pasted text names somebody: greetings, headings and signatures do not.

German and English, as people write mails and chats around a list of names.
"""

import re
from enum import Enum

from kernel.names import search_key
from players.short_names import PARTICLES, SUFFIXES, is_title


class TextKind(Enum):
    """What a text is: a name, perhaps one, a word of farewell with which a mail ends, or prose."""

    NAME = "name"
    DOUBT = "doubt"
    FAREWELL = "farewell"
    PROSE = "prose"


_GREETING = re.compile(
    r"(hallo|hi|hey|hello|dear|liebe[rs]?|moin|servus|guten (tag|morgen|abend)|sehr geehrte[rs]?|"
    r"good (morning|evening|afternoon)|gruezi|hallo zusammen|hi all)\b"
)
_NEVER_A_NAME = re.compile(r"(hallo|hello|guten (tag|morgen|abend)|sehr geehrte[rs]?|moin)\b")
_FAREWELL = re.compile(
    r"((viele|liebe|beste|herzliche|schone|freundliche|mit \w+)n? gru(ss|sse|ssen|esse|essen)|"
    r"gru(ss|sse|esse)|"
    r"lg|vg|mfg|(best|kind|warm) (regards|wishes)|regards|cheers|(many )?thanks|thank you|"
    r"(vielen |herzlichen )?danke?|yours|sincerely|bis (dann|bald|morgen)|see you|--)(?!\w)"
)
_HEADER = re.compile(
    r"(from|to|cc|subject|date|sent|von|an|kopie|betreff|datum|gesendet|reply-to|antwort an|ps|"
    r"p\.s\.|www\.\S+|https?)\s*:|https?://|www\."
)
_HEADING = re.compile(
    r"(names?|namen|name,? vorname|teilnehmer(liste|innen)?|spieler(liste|innen)?|startliste|"
    r"startrangliste|meldeliste|"
    r"anmeldungen|nachmeldungen|warteliste|rangliste|tabelle|mannschaften|paarungen|"
    r"players|player list|entrants|participants|start(ing)? list|waiting list|pairs|paare|"
    r"(gruppe|group|runde|round|tisch|table)( \w{1,2}\.?)?|"
    r"(stand|standings?|results?|ergebnis(se)?) (nach|after|of|der|vom) .*)[.:]?$"
)
# Words of sentences that are no part of anybody's name.
_SENTENCE_TEXT = """
    mit bis die das wir ich ist sind hier kommen kommt komme fur ab am im ins zum beim nicht
    noch auch schon oder aber bitte dabei leider wieder alle folgende folgenden unsere unser
    meine spieler spielern liste namen anbei samstag sonntag montag dienstag mittwoch donnerstag
    freitag heute morgen abend uhr runde turnier hat haben wird werden sowie the with here
    is are we our my for on at will please list names players not also but come coming bring
    from to of this that as saturday sunday monday tuesday wednesday thursday friday today
    tomorrow evening round tournament have has be in it gruppe erstellt hinzugefugt created
    added joined left
"""
_SENTENCE = frozenset(_SENTENCE_TEXT.split())
_NEVER = frozenset(("wir", "ich", "sind", "hier", "nicht", "oder", "the", "here", "please"))
"""Those that are not even a name with a capital letter, as Will and Sonntag are."""

_ONLY_TIMES = re.compile(r"(?=.*\d)[\d\s:.,/\-–|]*(uhr|am|pm)?[\s.]*")


def kind_of(text: str) -> TextKind:
    """What a line, without its bullets, numbers and addresses, is."""
    folded = search_key(text).strip()
    words = re.findall(r"[^\W\d_][\w'’.-]*", text)
    if folded == "--":
        return TextKind.FAREWELL
    if not words or _ONLY_TIMES.fullmatch(folded) or _HEADING.match(folded):
        return TextKind.PROSE
    if _HEADER.match(folded):
        return TextKind.PROSE
    if _FAREWELL.match(folded):
        return TextKind.FAREWELL
    is_closed = folded.endswith((",", "!", "?", ":"))
    if _GREETING.match(folded):
        sure = is_closed or _NEVER_A_NAME.match(folded)
        return TextKind.PROSE if sure else TextKind.DOUBT
    keys = [re.sub(r"[\W_]", "", search_key(word)) for word in words]
    if any(
        key in _NEVER or (key in _SENTENCE and key not in PARTICLES and word.islower())
        for word, key in zip(words, keys, strict=True)
    ):
        is_whole = folded.endswith((".", "!", "?", ":")) or len(words) > 3
        return TextKind.PROSE if is_whole else TextKind.DOUBT
    if folded.endswith(("!", "?", ":")):
        return TextKind.PROSE
    return TextKind.NAME if _is_name(words, keys) else TextKind.DOUBT


def _is_name(words: list[str], keys: list[str]) -> bool:
    """Whether each word may be one of a name; all in small letters is how names are typed in a
    hurry."""
    core = [
        word
        for word, key in zip(words, keys, strict=True)
        if key not in PARTICLES | SUFFIXES | {"and"} and not is_title(word)
    ]
    if not core or len(core) > 5 or len(words) > 9:
        return False
    small = [word for word in core if word[0].islower()]
    return not small or (len(small) == len(core) and len(core) <= 3)
