"""What waits for the director while the evening is prepared, in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pages.director.desk_words import DeskWords, Waiting
from tournaments.selectors.events.entries import entry_rows, has_standing_draw, waitlist_of


class PreparingWords(DeskWords):
    """Says what keeps one tournament from beginning."""

    def waiting(self) -> Iterator[Waiting]:
        """Who asks to take part, who is on the waitlist, and the draw."""
        rows = entry_rows(self.tournament)
        asked = sum(row.status == "requested" for row in rows)
        if asked:
            words = ngettext("%(n)d player asks", "%(n)d players ask", asked) % {"n": asked}
            yield Waiting(
                _("%(players)s to take part") % {"players": words},
                _("Who is not let in before the draw is not in it."),
                _("Answer"),
                self.address("entries"),
            )
        waiting = len(waitlist_of(rows))
        if waiting:
            words = ngettext("%(n)d player is", "%(n)d players are", waiting)
            detail = _("Who is here takes the place of somebody who is not.")
            if self.tournament.has_teams:
                words = ngettext("%(n)d team is", "%(n)d teams are", waiting)
                detail = _("A team that is here takes the place of one that is not.")
            title = _("%(players)s on the waitlist") % {"players": words % {"n": waiting}}
            yield Waiting(title, detail, _("Entries"), self.address("entries"))
        count = ngettext("%(n)d entry", "%(n)d entries", len(rows)) % {"n": len(rows)}
        title, detail = _("The draw is not made"), f"{count}."
        if has_standing_draw(self.tournament):
            title = _("The draw is a draft")
            detail = _("Only the staff see it. Publish it, and the tournament begins.")
        yield Waiting(title, detail, _("To the draw"), self.address("draw"), main=True)
