from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.urls import register_converter

from web.db.schema_level import guard


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        """Every connection is guarded, and every URLconf knows `<id:...>`."""
        from web.converters import RowNumber

        connection_created.connect(guard)
        register_converter(RowNumber, "id")
