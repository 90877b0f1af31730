"""The markup of a match of the bracket: lines for the eye, a sentence for the ear.

A page has up to 127 of them with twenty values each. It is made here because a template, which
looks up, localizes and escapes each value by itself, takes ten times as long for the same.
"""

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.views.draw_sheet import Line, SheetMatch

register = template.Library()


@register.simple_tag
def bracket_match(match: SheetMatch, matches_at: str) -> SafeString:
    """A match that leads to its page below `matches_at`; a bye of the draw leads nowhere."""
    slot, anchor = match.slot, match.anchor
    hidden = ' aria-hidden="true"'
    if slot.match:
        href = f"{escape(matches_at)}{slot.match.pk}/"
        tag, about = "a", f' id="to-{anchor}" href="{href}" aria-labelledby="{anchor}"'
    else:
        tag, about = "div", hidden
    appeal = ""
    if slot.under_appeal:
        appeal = f' <span class="appealed">{escape(_("under appeal"))}</span>'
    return mark_safe(  # noqa: S308 - every word is escaped, the rest are numbers and codes
        f'<p class="vh" id="{anchor}" data-said{hidden if slot.match else ""}>'
        f"{escape(match.said)}</p>\n"
        f'<{tag} class="mt"{about}>\n{_line(match.lines[0])}\n{_line(match.lines[1])}\n'
        f'<p class="ft">\n<span class="state" data-s="{match.sign}">{escape(match.mark)}</span>'
        f'{appeal}\n<span class="to">{escape(match.goes_to)}</span>\n</p>\n</{tag}>'
    )


def _line(line: Line) -> str:
    name = escape(line.name)
    short = f'<span class="short">{escape(line.short)}</span>' if line.short else ""
    return (
        f'<p class="sl {line.kind}">\n<span class="sd">{_number(line.seed)}</span>\n'
        f'<span class="nm" title="{name}">{short}<span class="long">{name}</span></span>\n'
        f'<span class="gm">{_number(line.games)}</span>\n'
        f'<span class="pt">{_number(line.points)}</span>\n</p>'
    )


def _number(number: int | None) -> str:
    return "" if number is None else str(number)
