"""Listed in `manage.py help`; `manage.py` itself runs it without Django."""

from games.engine.console import LINE_COMMANDS
from games.management.handed_over import HandedOver


class Command(HandedOver):
    help = LINE_COMMANDS["verify_deals"].help
