"""Help is complete and short: a newcomer finds her way on one screen."""

import os
import subprocess

import pytest

from commands import described, visible
from noteitd import PATIENCE, PROGRAM
from terminal import NOTEIT

PROGRAMS = {"noteit": NOTEIT, "noteitd": PROGRAM}


@pytest.fixture(scope="module", params=PROGRAMS)
def commands(request):
    found = described(PROGRAMS[request.param])
    assert len(found) > 20
    return found


def test_every_command_has_a_summary_that_fits_a_line(commands):
    faults = [f"{' '.join(path)}: {command.get('abstract')}" for path, command in commands if not is_summary(command.get("abstract"))]
    assert faults == []


def is_summary(text):
    """One sentence that fits the 80 columns of a terminal, after its command."""
    return bool(text) and len(text) <= 72 and text.endswith(".") and text[0].isupper() and "\n" not in text


def test_every_argument_and_option_has_help(commands):
    faults = [f"{' '.join(path)}: {argument['valueName']}" for path, command in commands for argument in visible(command)
              if not argument.get("abstract")]
    assert faults == []


def helped(*arguments):
    done = subprocess.run(
        [NOTEIT, *arguments], capture_output=True, text=True, timeout=PATIENCE, env={"PATH": os.environ["PATH"], "HOME": "/nowhere"})
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_the_programs_help_is_one_screen_with_every_command(arguments):
    lines = helped(*arguments).splitlines()
    assert len(lines) <= 64
    assert [line for line in lines if len(line) > 80] == []
    summaries = {path[1]: command["abstract"] for path, command in described(NOTEIT) if len(path) == 2}
    shown = dict(line.split(maxsplit=1) for line in lines if line.startswith("  "))
    assert shown == summaries


def test_the_help_of_a_command_has_its_options_and_examples():
    text = helped("post", "--help")
    assert "USAGE: noteit post" in text and "--anonymous" in text and "Examples:" in text
    assert helped("help", "post") == text
