#!/usr/bin/env python
"""Django's command line for Undercut."""

import os
import sys

from games.engine import console


def main() -> None:
    if len(sys.argv) > 1 and sys.argv[1] in console.COMMANDS:
        sys.exit(console.main(sys.argv[1:]))
    if sys.argv[1:2] == ["simulate"]:
        from tournaments.console import main as simulate  # it brings the matcher, and numpy with it

        sys.exit(simulate(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
