"""Listed in `manage.py help`; `manage.py` itself runs it without Django."""

from games.engine.console import RULES_HELP
from games.management.handed_over import HandedOver


class Command(HandedOver):
    help = RULES_HELP
