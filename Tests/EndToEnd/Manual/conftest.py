"""What `make install` puts in place, from the programs that are tested."""

import os
import subprocess

import pytest

from noteitd import PROGRAM, ROOT


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The folder `share` of an installation."""
    root = tmp_path_factory.mktemp("installed")
    subprocess.run(
        ["make", "--no-print-directory", "-C", ROOT, "install", f"RELEASE={PROGRAM.parent}", f"DESTDIR={root}", "PREFIX=/usr"],
        check=True, capture_output=True, text=True, timeout=120, env={"PATH": os.environ["PATH"], "HOME": str(root)})
    return root / "usr/share"
