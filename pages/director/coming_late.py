"""How somebody gets in who comes late, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class ComingLate:
    """A form by which somebody comes in late: its heading for players and for teams, what it leads
    to, its acts (of the listed, of somebody new, of a team) and the words of its buttons."""

    title: str
    team_title: str
    says: str
    acts: tuple[str, str, str]
    word: str
    new_word: str


def from_round(number: int, *, are_teams: bool, are_partners: bool) -> ComingLate:
    """Into a stage that is paired round by round, from this one on."""
    values = {"round": number}
    if are_teams and not are_partners:
        says = _(
            "It plays from round %(round)d. What the missed rounds count is set with the format."
        )
    else:
        says = _(
            "They play from round %(round)d. What the missed rounds count is set with the format."
        )
    return ComingLate(
        _("Somebody comes late"),
        _team_title(are_partners=are_partners),
        says % values,
        ("late", "new_late", "late_team"),
        _("Enter from round %(round)d") % values,
        _("Add, and enter from round %(round)d") % values,
    )


def into_the_draw(*, are_partners: bool) -> ComingLate:
    """Into a stage of which all is drawn and nothing played."""
    return ComingLate(
        _("Somebody comes late"),
        _team_title(are_partners=are_partners),
        _(
            "Nothing is played yet: the draw is taken back and made anew with the same seeds. "
            "Others may have another opponent than they were told."
        ),
        ("into_draw", "new_into_draw", "team_into_draw"),
        _("Enter, and draw anew"),
        _("Add, enter and draw anew"),
    )


def _team_title(*, are_partners: bool) -> str:
    return _("Partners come late") if are_partners else _("A team comes late")
