"""Proves that nobody has touched the record of what was done."""

from dataclasses import replace

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.services.audit import Chain, check_chain
from tournaments.selectors.desk.audit import audit_scopes, changed_logs
from web.db.consistent_read import consistent_read


class Command(BaseCommand):
    help = (
        "Finds every entry of the audit that was changed, removed, put in or moved, and every hand "
        "of an online table whose log was. The exit status is 1 when there is one. Of one "
        "tournament, else of all tournaments and clubs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tournament", type=int, metavar="ID")

    def handle(self, *, tournament: int | None, **_: object) -> None:
        with consistent_read():  # people go on playing: ends and chains are of one state
            scopes = audit_scopes()
            if tournament is not None:
                scope = f"tournament:{tournament}"
                if scope not in scopes:
                    raise CommandError(f"There is no tournament {tournament}.", returncode=2)
                scopes = {scope: scopes[scope]}
            chains = [_checked(scope, noted) for scope, noted in scopes.items()]
        broken = [not self._tell(chain) for chain in chains]
        if any(broken):
            raise CommandError(f"Broken: {sum(broken)} of {len(broken)}.")

    def _tell(self, chain: Chain) -> bool:
        """Say what a chain is like; whether it is whole."""
        for text in chain.breaks:
            self.stdout.write(f"{chain.scope}, {text}")
        if not chain.breaks:
            newest = f", the newest {chain.digest}" if chain.number else ""
            self.stdout.write(f"{chain.scope}: whole, {chain.number} entries{newest}")
        return not chain.breaks


def _checked(scope: str, noted: str) -> Chain:
    chain = check_chain(scope, noted)
    return replace(chain, breaks=(*chain.breaks, *changed_logs(scope)))
