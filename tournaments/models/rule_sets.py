"""The rules that a club has given a name."""

from django.db import models

from games.models import Superseding, one_standing
from kernel.names import MAX_LENGTH


class ClubRuleSet(Superseding):
    """A club's own rule set, every knob by its value, as one version had it.

    `number` stays with it through all versions, from 1 within the club. An event takes the knobs
    and keeps them: nothing leads from it to here. The newest version stands until the set is
    retired.
    """

    club = models.ForeignKey("players.Club", models.CASCADE, related_name="rule_sets")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    name = models.CharField(max_length=MAX_LENGTH)
    name_key = models.CharField(max_length=3 * MAX_LENGTH, editable=False)  # by `match_key`
    game = models.CharField(max_length=16)  # a name of `games.catalogue`
    rules = models.JSONField()
    rules_version = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["club", "number", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "number", "version"], name="rule_set_version_once"
            ),
            one_standing("club", "number", name="one_standing_rule_set"),
            one_standing("club", "name_key", name="rule_set_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
