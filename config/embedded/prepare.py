"""Migrate the database and see to it that somebody can sign in: a child of the embedded server.

Where nobody has an account yet, the demo club is loaded, or the link for the first owner printed.
"""

import argparse
import os
import sys
from pathlib import Path

import django
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import OperationalError


def main() -> int:
    """Prepare the database; what goes wrong is said in the last line on stderr."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--demo", type=Path, help="file for the accounts of the demo club")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        if not get_user_model().objects.exists():
            if options.demo:
                _load_demo(options.demo)
            else:
                call_command("setup_link")
    except (OperationalError, CommandError) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
    return 0


def _load_demo(accounts: Path) -> None:
    """Load the demo club; the file of its accounts appears only when the club is complete."""
    unfinished = accounts.with_suffix(".unfinished")
    call_command("demo", accounts=str(unfinished))
    unfinished.replace(accounts)


if __name__ == "__main__":
    sys.exit(main())
