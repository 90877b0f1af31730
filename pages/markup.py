"""The markup of what a page repeats most: its matches, the rows of the standings.

A page has over a hundred of them. They are made here because a template, which looks up, localizes
and escapes each value by itself, takes ten times as long for the same and most of a page's time.
"""

import html
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.utils.formats import time_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from pages.parts.round_list import PairRow
from pages.parts.sheet_match import MatchLine, SheetMatch
from pages.parts.tournament_page import ResultRow
from pages.public.crosstable import CellResult, GroupRow
from pages.public.standings import StandingsRow

register = template.Library()

escape = lru_cache(maxsize=8192)(html.escape)  # a name stands in many places, page after page


@register.simple_tag
def bracket_matches(matches: Iterable[SheetMatch], matches_at: str) -> SafeString:
    """The matches of a round, each in an item of its list."""
    items = [f"<li>{_bracket_match(match, matches_at)}</li>" for match in matches]
    return mark_safe("".join(items))  # noqa: S308 - as `_bracket_match` made them


@register.simple_tag
def bracket_match(match: SheetMatch, matches_at: str) -> SafeString:
    """A match: lines for the eye, a sentence for the ear. It leads to its page below `matches_at`;
    a bye of the draw leads nowhere."""
    return mark_safe(_bracket_match(match, matches_at))  # noqa: S308 - as it says there


def _bracket_match(match: SheetMatch, matches_at: str) -> str:
    """Every word is escaped, the rest are numbers and codes."""
    slot, anchor = match.slot, match.anchor
    path, hidden = slot.path, ' aria-hidden="true"'
    if path:
        href = f"{escape(matches_at)}{path}"
        tag, about = "a", f' id="to-{anchor}" href="{href}" aria-labelledby="{anchor}"'
    else:
        tag, about = "div", hidden
    appeal = ""
    if slot.under_appeal:
        appeal = f' <span class="appealed">{escape(_("under appeal"))}</span>'
    return (
        f'<p class="vh" id="{anchor}" data-said{hidden if path else ""}>'
        f"{escape(match.said)}</p>\n"
        f'<{tag} class="mt"{about}>\n{_line(match.lines[0])}\n{_line(match.lines[1])}\n'
        f'<p class="ft">\n<span class="state" data-s="{match.sign}">{escape(match.mark)}</span>'
        f'{appeal}\n<span class="to">{escape(match.goes_to)}</span>\n</p>\n</{tag}>'
    )


@register.simple_tag
def match_in_play(match: SheetMatch, matches_at: str) -> SafeString:
    """A match that is played: where, how far it is, the games won and the points of the running
    game."""
    name = f"{match.table} · {match.name}" if match.table else match.name
    won = _("Boards won:") if match.slot.boards else _("Games won:")
    words = (escape(won), escape(_("Points:")))
    lines = "\n".join(
        _line_in_play(line, words, leads=match.leader == seat)
        for seat, line in enumerate(match.lines)
    )
    return mark_safe(  # noqa: S308 - every word is escaped, the rest are numbers and codes
        f'<div class="seat-head">\n<h3><a href="{escape(matches_at)}{match.slot.path}">'
        f'{escape(name)}</a></h3>\n<span class="state" data-s="{match.state}">'
        f"{escape(match.progress or match.word)}</span>\n</div>\n"
        f'<dl class="seat-rows">\n{lines}\n</dl>'
    )


@register.simple_tag
def pair_row(pair: PairRow, matches_at: str) -> SafeString:
    """A row of a round's pairs: where, who, why, how it stands. A bye has no table and no page."""
    match = pair.match
    lines = [line for line in match.lines if not (pair.is_bye and line.kind == "bye")]
    where = escape(match.table or _("Match %(number)d") % {"number": match.slot.number})
    if pair.is_bye:
        where = escape(match.word)
    elif match.slot.path:
        where = f'<a href="{escape(matches_at)}{match.slot.path}">{where}</a>'
    names = "".join(
        f'<span class="{line.kind}"><small>{_number(line.seed)}</small> {escape(line.name)}</span>'
        for line in lines
    )
    games = "".join(f'<span class="{line.kind}">{_number(line.games)}</span>' for line in lines)
    word = escape(match.progress or match.word)
    state = "" if pair.is_bye else f'<span class="state" data-s="{match.sign}">{word}</span>'
    reason = f'<p class="reason">{escape(pair.reason)}</p>' if pair.reason else ""
    return mark_safe(  # noqa: S308 - every word is escaped, the rest are numbers and codes
        f'<tr>\n<th scope="row">{where}</th>\n<td class="who">{names}{reason}</td>\n'
        f'<td class="n who">{games}</td>\n'
        f'<td>{state}<span class="vh" id="{match.anchor}" data-said aria-hidden="true">'
        f"{escape(match.said)}</span></td>\n</tr>"
    )


@register.simple_tag
def result_row(result: ResultRow, matches_at: str) -> SafeString:
    """A row of the latest results: who beat whom, the games, when and by whose word."""
    match, scores = result.match, ", ".join(f"{own}–{other}" for own, other in result.scores)
    if result.games and result.is_won:
        names = {"winner": escape(result.winner), "loser": escape(result.loser)}
        said = _("<b>%(winner)s</b> beat %(loser)s") % names
    else:
        said = escape(capfirst(match.sentence))
    games = f"{result.games[0]}–{result.games[1]}" if result.games else ""
    at = localtime(result.at)
    return mark_safe(  # noqa: S308 - every word is escaped, the rest are numbers and codes
        f'<tr>\n<th scope="row">{said}\n<small class="reason">'
        f'<a href="{escape(matches_at)}{match.slot.path}">{escape(result.where)}</a></small></th>\n'
        f'<td class="n strong">{games}</td>\n'
        f"<td>{'' if result.games else escape(match.mark)}{scores}</td>\n"
        f'<td class="reason"><time datetime="{at.isoformat()}">'
        f"{escape(time_format(at, 'TIME_FORMAT'))}</time>, {escape(result.voice)}</td>\n</tr>"
    )


@register.simple_tag
def standings_row(place: StandingsRow, shared: str) -> SafeString:
    """A row of the standings; `shared` is what is heard of a place that several have."""
    rank = escape(place.place)
    if place.shared:
        rank += f'<span class="vh"> {escape(shared)}</span>'
    own, you = "", ""
    if place.is_own:
        own, you = ' class="me" id="me"', f' <span class="you">{escape(_("you"))}</span>'
    figures = "".join(f'<td class="n">{figure}</td>' for figure in place.figures)
    chance = f" <b>{escape(place.chance)}</b>" if place.chance else ""
    cut = ""
    if place.cut:
        cut = f'<tr class="cut"><td colspan="{len(place.figures) + 2}">'
        cut += f"<span>{escape(place.cut)}</span></td></tr>\n"
    return mark_safe(  # noqa: S308 - every word is escaped, the rest are numbers
        f'<tr{own}>\n<th scope="row" class="pin"><div class="pn"><span class="rk">{rank}</span>'
        f'<span class="nm">{escape(place.name)}{you}'
        f' <span class="reason">{escape(place.reason)}{chance}</span></span></div></th>\n'
        f'<td class="n strong">{place.won}</td>{figures}\n</tr>\n{cut}'
    )


@register.simple_tag
def crosstable_row(row: GroupRow, matches_at: str, is_linked: bool) -> SafeString:
    """A row of a crosstable; with `is_linked` its results lead to the matches."""
    own, you = "", ""
    if row.is_own:
        own, you = ' class="me" id="me"', f' <span class="you">{escape(_("you"))}</span>'
    cells = "".join(_cell(cell, escape(matches_at) if is_linked else "") for cell in row.cells)
    name = f'<span class="rk">{row.place}</span><span class="nm">{escape(row.name)}{you}</span>'
    return mark_safe(  # noqa: S308 - every word is escaped, the rest are numbers and codes
        f'<tr{own}>\n<th scope="row" class="pin"><div class="pn">{name}</div></th>\n'
        f'<td class="strong">{row.points}</td>\n{cells}</tr>'
    )


def _cell(results: Sequence[CellResult] | None, matches_at: str) -> str:
    """What two have played against each other; below `matches_at` are the matches, where the
    results are links."""
    if results is None:
        return '<td class="self"></td>\n'
    if matches_at:
        links = [
            f'<a class="{result.kind}" href="{matches_at}{result.path}">{result.words}</a>'
            for result in results
        ]
        return f"<td>{''.join(links)}</td>\n"
    kinds = {result.kind for result in results}
    kind = f' class="{kinds.pop()}"' if len(kinds) == 1 else ""
    return f"<td{kind}>{' '.join(result.words for result in results)}</td>\n"


def _line(line: MatchLine) -> str:
    name = escape(line.name)
    short = f'<span class="short">{escape(line.short)}</span>' if line.short else ""
    kind = f"{line.kind} from" if line.is_from_elsewhere else line.kind
    return (
        f'<p class="sl {kind}">\n<span class="sd">{_number(line.seed)}</span>\n'
        f'<span class="nm" title="{name}">{short}<span class="long">{name}</span></span>\n'
        f'<span class="gm">{_number(line.games)}</span>\n'
        f'<span class="pt">{_number(line.points)}</span>\n</p>'
    )


def _line_in_play(line: MatchLine, words: tuple[str, str], *, leads: bool) -> str:
    lead = ' class="lead"' if leads else ""
    games, points = words
    return (
        f"<div{lead}>\n<dt>{escape(line.name)}</dt>\n"
        f'<dd class="g"><span class="vh">{games}</span> {_number(line.games)}</dd>\n'
        f'<dd class="p"><span class="vh">{points}</span> {_number(line.points)}</dd>\n</div>'
    )


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
