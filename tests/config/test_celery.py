"""Whatever serves or writes sends its tasks to this installation's broker."""

import os
import subprocess
import sys

import pytest

from config.embedded.options import ROOT

ASKED = """
import threading
from celery import current_app
names = []
asking = threading.Thread(target=lambda: names.append(current_app.main))
asking.start()
asking.join()
print(*names)
"""
STARTS = {
    "wsgi": ["-c", "import config.wsgi" + ASKED],
    "asgi": ["-c", "import config.asgi" + ASKED],
    "a process of its own": ["-c", "import django; django.setup()" + ASKED],
    "manage.py": ["manage.py", "shell", "--no-imports", "--command", ASKED],
}


@pytest.mark.sampled
@pytest.mark.parametrize("start", STARTS)
def test_a_thread_knows_the_app_to_which_it_sends(start: str, tmp_path) -> None:
    ended = subprocess.run(
        [sys.executable, *STARTS[start]],
        cwd=ROOT,
        env=os.environ
        | {"DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3", "UNDERCUT_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stdout.split()[-1:] == ["undercut"], ended.stderr
