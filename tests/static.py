"""Static files, looked for once in a test process and not for each of its clients."""

from typing import ClassVar

from whitenoise.responders import StaticFile

from config.static import StaticFilesMiddleware


class KnownStaticFiles(StaticFilesMiddleware):
    """The product's middleware; a client that comes later is given what the first one found."""

    _found: ClassVar[dict[str, StaticFile]] = {}

    def add_files_from_finders(self) -> None:
        if not self._found:
            super().add_files_from_finders()
            self._found.update(self.files)
        self.files = dict(self._found)
