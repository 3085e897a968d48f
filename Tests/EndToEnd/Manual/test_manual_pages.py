"""Manual pages: complete, and rendered without a complaint by the programs that people read them with."""

import functools
import re
import subprocess

import pytest

from commands import described, visible
from noteitd import PATIENCE, PROGRAM, ROOT
from terminal import NOTEIT

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS", "SEE ALSO"]


@pytest.fixture(scope="module")
def pages(installed):
    """The pages by name, such as noteit-event.1."""
    found = {page.name: page for page in (installed / "man").glob("man?/*")}
    assert found
    return found


@functools.cache
def rendered(page, width=100):
    """A page as `man` shows it, without overstriking."""
    done = subprocess.run(
        ["man", "-l", page], capture_output=True, text=True, timeout=PATIENCE,
        env={"PATH": "/usr/bin:/bin", "MANWIDTH": str(width), "LC_ALL": "C.UTF-8", "PAGER": "cat"})
    assert (done.returncode, done.stderr) == (0, ""), page.name
    return re.sub(r".\x08", "", done.stdout)


def body(page, section):
    found = re.search(rf"^{section}\n(.*?)(?=^\S)", rendered(page), re.M | re.S)
    assert found, f"{page.name} has no {section}"
    return " ".join(found[1].split())


def test_each_program_and_each_group_of_commands_has_its_page(pages):
    groups = [path[1] for path, _ in described(NOTEIT) if len(path) == 2]
    assert sorted(pages) == sorted(["noteit.1", "noteitd.8", *(f"noteit-{group}.1" for group in groups)])


def test_groff_and_mandoc_have_nothing_to_complain_about(pages):
    for page in pages.values():
        for command in (["groff", "-man", "-Tutf8", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "warning"]):
            done = subprocess.run([*command, page], capture_output=True, text=True, timeout=PATIENCE)
            assert (done.returncode, done.stdout + done.stderr) == (0, ""), f"{command[0]}: {page.name}"


def test_each_page_has_every_section(pages):
    for name, page in pages.items():
        found = re.findall(r"^([A-Z][A-Z ]+)$", rendered(page), re.M)
        assert [section for section in found if section in SECTIONS] == SECTIONS, name


def test_pages_name_every_command_and_option(pages):
    for program, (single, number) in {NOTEIT: ("noteit", 1), PROGRAM: ("noteitd", 8)}.items():
        for path, command in described(program):
            name = f"{single}.8" if number == 8 else f"{'-'.join(path[:2])}.1"
            text = pages[name].read_text().replace("\\-", "-")
            for argument in visible(command):
                for spelled in argument.get("names", []):
                    assert ("--" if spelled["kind"] == "long" else "-") + spelled["name"] in text, f"{path}: {spelled}"
            # An abstract is broken into lines.
            assert " ".join(command["abstract"].split()[:2]).lower() in " ".join(text.lower().split()).replace("\\(aq", "'"), path


def test_the_examples_of_the_help_stand_in_the_pages_as_they_are_typed(pages):
    shown = rendered(pages["noteit-post.1"])
    examples = [command for path, command in described(NOTEIT) if path == ("noteit", "post")][0]["discussion"]
    lines = [line.strip() for line in examples.partition("Examples:\n")[2].splitlines()]
    assert len(lines) > 3
    for line in lines:
        assert line in shown


def test_the_environment_is_complete(pages):
    assert unnamed(["client-cli", "Sources/NoteItClient", "Sources/NoteItTerminal"], pages["noteit.1"]) == set()
    assert unnamed(["Sources/noteitd"], pages["noteitd.8"]) == set()


def unnamed(folders, page):
    """Variables that the program reads and its page does not name."""
    text = "".join(file.read_text() for folder in folders for file in (ROOT / folder).rglob("*.swift"))
    read = set(re.findall(r'environment\["([A-Z_]+)"\]|"((?:NOTEIT|XDG)_[A-Z_]+)"', text))
    names = {next(filter(None, pair)) for pair in read}
    assert names
    return names - set(re.findall(r"[A-Z_]{2,}", body(page, "ENVIRONMENT")))


def test_the_exit_status_is_complete(pages):
    source = (ROOT / "client-cli/App/Complaint.swift").read_text()
    codes = {"0", *re.findall(r"static let \w+: Int32 = (\d+)", source)}
    assert set(re.findall(r"(?<!\S)\d+(?!\S)", body(pages["noteit.1"], "EXIT STATUS"))) == codes
