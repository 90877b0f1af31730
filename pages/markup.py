"""The markup of what a page repeats most: its matches, the rows of the standings.

A page has over a hundred of them. They are made here because a template, which looks up and
localizes each value by itself, takes ten times as long for the same and most of a page's time.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.utils.formats import time_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from kernel.seats import SIDES
from pages.parts.sheet_match import MatchLine, SheetMatch
from pages.parts.tournament_page import ResultRow
from pages.public.crosstable import CellResult, GroupRow
from pages.public.standings import Heading, StandingsRow
from tournaments.domain.standings import shown

register = template.Library()

NOTHING = SafeString("")
HIDDEN = SafeString(' aria-hidden="true"')
OWN_ROW = SafeString(' class="me" id="me"')


@register.simple_tag
def bracket_matches(matches: Iterable[SheetMatch], matches_at: str) -> SafeString:
    """The matches of a round, each in an item of its list."""
    return format_html_join(
        "", "<li>{}</li>", ([bracket_match(match, matches_at)] for match in matches)
    )


@register.simple_tag
def bracket_match(match: SheetMatch, matches_at: str) -> SafeString:
    """A match: its lines, and the sentence that describes them to whoever hears them. It leads to
    its page below `matches_at`, and is called there as it reads, after its name; a bye of the draw
    leads nowhere, and is heard as the sentence alone."""
    return _bracket_match(
        match.lines,
        name=match.name,
        anchor=match.anchor,
        address=f"{matches_at}{match.slot.path}" if match.slot.path else "",
        said=match.said,
        sign=match.sign,
        mark=match.mark,
        appeal=_("under appeal") if match.slot.under_appeal else "",
        goes_to=match.goes_to,
    )


@lru_cache(maxsize=2048)  # most matches are as they were when their page was made before
def _bracket_match(
    lines: tuple[MatchLine, MatchLine],
    *,
    name: str,
    anchor: str,
    address: str,
    said: str,
    sign: str,
    mark: str,
    appeal: str,
    goes_to: str,
) -> SafeString:
    about = HIDDEN
    if address:
        about = format_html(' id="to-{}" href="{}" aria-describedby="{}"', anchor, address, anchor)
    return format_html(
        '<p class="vh" id="{anchor}" data-said{hidden}>{said}</p>\n'
        '<{tag} class="mt"{about}>\n{called}{lines}\n'
        '<p class="ft">\n<span class="state" data-s="{sign}">{mark}</span>'
        '{appeal}\n<span class="to">{goes_to}</span>\n</p>\n</{tag}>',
        anchor=anchor,
        hidden=HIDDEN if address else NOTHING,
        said=said,
        tag="a" if address else "div",
        about=about,
        called=_unless_empty('<span class="vh">{}: </span>\n', name if address else ""),
        lines=format_html_join("\n", "{}", ((_line(line),) for line in lines)),
        sign=sign,
        mark=mark,
        appeal=_unless_empty(' <span class="appealed">{}</span>', appeal),
        goes_to=goes_to,
    )


@register.simple_tag
def match_in_play(
    match: SheetMatch, matches_at: str, watch: bool = False, hybrid: bool = False
) -> SafeString:
    """A match that is played: where, how far it is, the games won and the points of the running
    game; with `watch` the way to its online table, in a `hybrid` event if it moved there."""
    won = _("Boards won:") if match.slot.boards else _("Games won:")
    words = (won, _("Points:"))
    lines = (
        [_line_in_play(line, words, leads=match.leader == seat)]
        for seat, line in enumerate(match.lines)
    )
    return format_html(
        '<div class="seat-head">\n<h3><a href="{at}{path}">{name}</a></h3>\n'
        '<span class="state" data-s="{state}">{progress}</span>\n</div>\n'
        '<dl class="seat-rows">\n{lines}\n</dl>{watch}',
        at=matches_at,
        path=match.slot.path,
        name=f"{match.table} · {match.name}" if match.table else match.name,
        state=match.state,
        progress=match.progress or match.word,
        lines=format_html_join("\n", "{}", lines),
        watch=_watch(match, matches_at, hybrid=hybrid) if watch else NOTHING,
    )


def _watch(match: SheetMatch, matches_at: str, *, hybrid: bool) -> SafeString:
    """The way to look on at the online table of a match, while it is played there."""
    if not match.table_path or (hybrid and not match.has_moved_online):
        return NOTHING
    return format_html(
        '\n<a class="watch" href="{}{}">{}<span class="vh">: {}</span></a>',
        matches_at,
        match.table_path,
        _("Watch"),
        match.name,
    )


@register.simple_tag
def pair_row(
    match: SheetMatch, matches_at: str, watch: bool = False, hybrid: bool = False
) -> SafeString:
    """A row of a round's pairs: where, who, why, how it stands, with `watch` the way to its online
    table, as of a match in play. A bye has no table and no page."""
    lines = [line for line in match.lines if not (match.is_bye and line.kind == "bye")]
    where: str = match.table or _("Match %(number)d") % {"number": match.slot.number}
    state = NOTHING
    if match.is_bye:
        where = match.word
    else:
        if match.slot.path:
            where = format_html('<a href="{}{}">{}</a>', matches_at, match.slot.path, where)
        word = match.progress or match.word
        state = format_html('<span class="state" data-s="{}">{}</span>', match.sign, word)
    return format_html(
        '<tr>\n<th scope="row">{where}</th>\n<td class="who">{names}{reason}</td>\n'
        '<td class="n who">{games}</td>\n'
        '<td>{state}<span class="vh" id="{anchor}" data-said aria-hidden="true">'
        "{said}</span>{watch}</td>\n</tr>",
        where=where,
        names=format_html_join(
            "",
            '<span class="{}"><small>{}</small> {}{}</span>',
            ((line.kind, _number(line.seed), line.name, _goes_on(line)) for line in lines),
        ),
        reason=_unless_empty('<p class="reason">{}</p>', match.reason),
        games=format_html_join(
            "", '<span class="{}">{}</span>', ((line.kind, _number(line.games)) for line in lines)
        ),
        state=state,
        anchor=match.anchor,
        said=match.said,
        watch=_watch(match, matches_at, hybrid=hybrid) if watch else NOTHING,
    )


def _goes_on(line: MatchLine) -> SafeString:
    return format_html(' <i class="goes-on">{}</i>', _("goes on")) if line.goes_on else NOTHING


@register.simple_tag
def result_row(result: ResultRow, matches_at: str) -> SafeString:
    """A row of the latest results: who beat whom, the games, when and by whose word."""
    match, at = result.match, localtime(result.at)
    said: str = capfirst(match.sentence)
    if result.games and result.is_won and len(match.lines) == SIDES:
        names = {"winner": result.winner, "loser": result.loser}
        said = format_html(_("<b>{winner}</b> beat {loser}"), **names)
    return format_html(
        '<tr>\n<th scope="row">{said}\n<small class="reason">'
        '<a href="{matches_at}{path}">{where}</a></small></th>\n'
        '<td class="n strong">{games}</td>\n<td>{mark}{scores}</td>\n'
        '<td class="reason"><time datetime="{iso}">{time}</time>, {voice}</td>\n</tr>',
        said=said,
        matches_at=matches_at,
        path=match.slot.path,
        where=result.where,
        games="–".join(map(str, result.games or ())) if len(match.lines) == SIDES else "",
        mark="" if result.games else match.mark,
        scores=", ".join(f"{own}–{other}" for own, other in result.scores),
        iso=at.isoformat(),
        time=time_format(at, "TIME_FORMAT"),
        voice=result.voice,
    )


@register.simple_tag
def standings_row(place: StandingsRow, headings: tuple[Heading, ...], shared: str) -> SafeString:
    """A row of the standings; `shared` is what is heard of a place that several have. On a
    telephone the name opens what has no room there."""
    words = shared if place.shared else ""
    return _standings_row(place, headings, words, _you(is_own=place.is_own))


@lru_cache(maxsize=2048)
def _standings_row(
    place: StandingsRow, headings: tuple[Heading, ...], shared: str, you: SafeString
) -> SafeString:
    cut = NOTHING
    if place.cut:
        cut = format_html(
            '<tr class="cut"><td colspan="{}"><span>{}</span></td></tr>\n',
            len(place.figures) + 1,
            place.cut,
        )
    chance = _unless_empty(" <b>{}</b>", place.chance)
    columns = list(zip(headings, place.figures, strict=True))
    return format_html(
        '<tr{own}>\n<th scope="row" class="pin"><div class="pn">'
        '<span class="rk">{place}{shared}</span><div class="nm"><span class="wide">{name}{you}'
        ' <span class="reason">{reason}{chance}</span></span>\n'
        '<details class="near"><summary id="row-{entry}">{name}{you}</summary>'
        '<p class="reason">{reason}{chance}</p>\n<dl>{far}</dl></details></div></div></th>\n'
        "{figures}\n</tr>\n{cut}",
        own=OWN_ROW if place.is_own else NOTHING,
        place=place.place,
        shared=_unless_empty('<span class="vh"> {}</span>', shared),
        entry=place.entry,
        name=place.name,
        you=you,
        reason=place.reason,
        chance=chance,
        far=format_html_join(
            "",
            "<div><dt>{}</dt><dd>{}</dd></div>",
            ((one.name or one.short, figure) for one, figure in columns if not one.is_near),
        ),
        figures=format_html_join(
            "",
            '<td class="n{}">{}</td>',
            ((_column(one, is_first=n == 0), figure) for n, (one, figure) in enumerate(columns)),
        ),
        cut=cut,
    )


def _column(heading: Heading, *, is_first: bool) -> str:
    return f"{' strong' if is_first else ''}{'' if heading.is_near else ' far'}"


@register.simple_tag
def crosstable_row(row: GroupRow, matches_at: str, is_linked: bool) -> SafeString:
    """A row of a crosstable; with `is_linked` its results lead to the matches."""
    cells = ([_cell(cell, matches_at if is_linked else "")] for cell in row.cells)
    return format_html(
        '<tr{own}>\n<th scope="row" class="pin"><div class="pn"><span class="rk">{place}</span>'
        '<span class="nm">{name}{you}</span></div></th>\n'
        '<td class="strong">{points}</td>\n{cells}</tr>',
        own=OWN_ROW if row.is_own else NOTHING,
        place=row.place,
        name=row.name,
        you=_you(is_own=row.is_own),
        points=row.points,
        cells=format_html_join("", "{}", cells),
    )


def _cell(results: Sequence[CellResult] | None, matches_at: str) -> SafeString:
    """What two have played against each other; below `matches_at` are the matches, where the
    results are links."""
    if results is None:
        return SafeString('<td class="self"></td>\n')
    if matches_at:
        links = ((result.kind, matches_at, result.path, result.words) for result in results)
        return format_html(
            "<td>{}</td>\n", format_html_join("", '<a class="{}" href="{}{}">{}</a>', links)
        )
    kinds = {result.kind for result in results}
    return format_html(
        "<td{}>{}</td>\n",
        _unless_empty(' class="{}"', kinds.pop() if len(kinds) == 1 else ""),
        " ".join(result.words for result in results),
    )


def _line(line: MatchLine) -> SafeString:
    return format_html(
        '<p class="sl {kind}">\n<span class="sd">{seed}</span>\n'
        '<span class="nm" title="{name}">{short}<span class="long">{name}</span></span>\n'
        '<span class="gm">{games}</span>\n<span class="pt">{points}</span>\n</p>',
        kind=f"{line.kind} from" if line.is_from_elsewhere else line.kind,
        seed=_number(line.seed),
        name=line.name,
        short=_unless_empty('<span class="short">{}</span>', line.short),
        games=_number(line.games),
        points=_number(line.points),
    )


@lru_cache(maxsize=512)
def _line_in_play(line: MatchLine, words: tuple[str, str], *, leads: bool) -> SafeString:
    return format_html(
        "<div{lead}>\n<dt>{name}</dt>\n"
        '<dd class="g"><span class="vh">{games_word}</span> {games}</dd>\n'
        '<dd class="p"><span class="vh">{points_word}</span> {points}</dd>\n</div>',
        lead=SafeString(' class="lead"') if leads else NOTHING,
        name=line.name,
        games_word=words[0],
        games=_number(line.games),
        points_word=words[1],
        points=_number(line.points),
    )


def _you(*, is_own: bool) -> SafeString:
    """The word beside the name of the reader's own entry."""
    return _unless_empty(' <span class="you">{}</span>', _("you") if is_own else "")


def _unless_empty(markup: str, words: str) -> SafeString:
    """Markup around words, nothing where there are none."""
    return format_html(markup, words) if words else NOTHING


def _number(number: int | None) -> str:
    return "" if number is None else shown(number)
