from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments import live, live_tables, receivers  # noqa: F401  (connects the receivers)
