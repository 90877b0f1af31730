"""Collected static files, each named by what is in it, also where one script imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """A module that a page loads and another one imports has one address, and runs once."""

    support_js_module_import_aggregation = True
