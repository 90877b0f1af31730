"""The settings of production, with the address of the bare view beside all others."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.bare_table"
