from django.apps import AppConfig
from django.db.backends.signals import connection_created

from config.schema_level import guard


class PlayersConfig(AppConfig):
    name = "players"

    def ready(self) -> None:
        connection_created.connect(guard)
