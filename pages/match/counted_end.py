"""How a hand ended that everybody at the table played, in words, from the reader's view."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from kernel.text import N_

_ENDS = {
    "out": N_("%(name)s goes out."),
    "rummy": N_("%(name)s goes rummy."),
    "knock": N_("%(name)s knocks."),
    "gin": N_("%(name)s goes gin."),
    "big_gin": N_("%(name)s goes big gin."),
}
_WINS = N_("%(name)s wins the hand.")
_UNDERCUT = N_("%(name)s undercuts.")
_NOBODY = N_("The hand is nobody's.")
_BLOCKED = N_("The stock is used up.")


def is_counted(view: Mapping[str, Any]) -> bool:
    """Whether everybody plays every hand here."""
    return "melds" in view or "live" in view


def counted_end(view: Mapping[str, Any]) -> str:
    """How the hand ended, who has won it, and what everybody writes down."""
    score, ending = view["score"], view["ending"]
    if score is None or ending is None:
        return _("The hand is over.")
    if ending["kind"] == "void":
        return _("The hand is void.")
    names = [player["name"] for player in view["players"]]
    return " ".join([*_how(names, ending, score), _entries(names, score["points"])])


def _how(names: Sequence[str], ending: Mapping[str, Any], score: Mapping[str, Any]) -> list[str]:
    by, winner = ending["ended_by"], score["winner"]
    told = [_(_BLOCKED) if by is None else _(_ENDS[ending["kind"]]) % {"name": names[by]}]
    if winner is None:
        return [*told, _(_NOBODY)]
    if winner != by:
        sentence = _UNDERCUT if score["kind"] == "undercut" else _WINS
        told.append(_(sentence) % {"name": names[winner]})
    return told


def _entries(names: Sequence[str], points: Sequence[int]) -> str:
    told = [
        ngettext("%(name)s: %(count)d point", "%(name)s: %(count)d points", abs(count))
        % {"name": name, "count": count}
        for name, count in zip(names, points, strict=True)
    ]
    return "; ".join(told) + "."
