"""Write docs/permissions.md from the permission table."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kernel.permissions import TABLE, Role

PAGE = settings.BASE_DIR / "docs" / "permissions.md"
HEAD = """\
# Who may do what

Made from `kernel/permissions.py` by `manage.py permissions_page`; a test holds it current. A
person has several roles at once, and may do what any of them may. What somebody may not see is
answered 404, what they see but may not do 403.

"""


class Command(BaseCommand):
    help = "Write docs/permissions.md from the permission table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say whether it is current")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        page = HEAD + "\n".join(_lines()) + "\n"
        if not check:
            PAGE.write_text(page)
        elif not PAGE.exists() or PAGE.read_text() != page:
            raise CommandError("docs/permissions.md is not current: run manage.py permissions_page")


def _lines() -> list[str]:
    head = ["action", *(role.replace("_", " ") for role in Role)]
    rows = [head, ["---", *(":-:" for _ in Role)]]
    for action, allowed in TABLE.items():
        everybody = Role.ANYONE in allowed
        cells = ["●" if everybody or role in allowed else "" for role in Role]
        rows.append([f"`{action}`", *cells])
    return ["| " + " | ".join(row) + " |" for row in rows]
