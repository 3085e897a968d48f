"""Benches read the data that they were told to read."""

import os
import subprocess
import sys

import pytest

from noteitd import PATIENCE, ROOT


def folder(**environment):
    """The benches' source of real data: status, folder, messages."""
    return subprocess.run(
        [sys.executable, "-B", "-c", "import realdata; print(realdata.folder())"], cwd=ROOT / "bench", capture_output=True,
        text=True, timeout=PATIENCE, env={"PATH": os.environ["PATH"], **environment})


@pytest.mark.parametrize("make", [False, True])
def test_a_named_folder_without_data_ends_a_bench(tmp_path, make):
    named = tmp_path / "data"
    if make:
        named.mkdir()
    done = folder(NOTEIT_DATA=str(named))
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith(f"There are no real data in {named}: name their folder")


def test_a_named_folder_with_data_is_read(tmp_path):
    (tmp_path / "sfu").mkdir()
    (tmp_path / "sfu/term_2025fa.csv.gz").touch()
    assert folder(NOTEIT_DATA=str(tmp_path)).stdout == f"{tmp_path}\n"
    assert folder(NOTEIT_DATA="").stdout == folder().stdout != ""
