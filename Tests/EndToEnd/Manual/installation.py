"""What `make install` puts in place, for the programs that are tested."""

import os
import subprocess

from noteitd import PATIENCE, PROGRAM, ROOT


class Installation:
    """The files below `root`. Small scripts stand for the programs, which are large."""

    def __init__(self, folder):
        self.root = folder / "root"
        self.programs = folder / "programs"
        self.programs.mkdir()
        for name in ("noteit", "noteitd"):
            script = self.programs / name
            script.write_text(f'#!/bin/sh\nexec "{PROGRAM.parent / name}" "$@"\n')
            script.chmod(0o755)
        self.make("install")

    def make(self, target):
        done = subprocess.run(
            ["make", "--no-print-directory", "-C", ROOT, target, f"RELEASE={self.programs}", f"DESTDIR={self.root}", "PREFIX=/usr",
             "INSTALL_PROGRAM=install"],
            capture_output=True, text=True, timeout=PATIENCE, env={"PATH": os.environ["PATH"], "HOME": str(self.root)})
        assert done.returncode == 0, done.stdout + done.stderr
