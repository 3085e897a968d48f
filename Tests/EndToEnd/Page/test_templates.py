"""The shell has the templates of all rooms, and no two have one name."""

import re

import templates


def words(text):
    """The formatter breaks lines where it has more or less room."""
    return re.sub(r"\s+", " ", text)


def test_the_shell_has_the_templates_of_all_rooms():
    assert words(templates.SHELL.read_text()) == words(templates.written()), "run Tests/EndToEnd/Page/templates.py"


def test_no_two_templates_have_one_name():
    names = re.findall(r'<template id="([^"]+)"', templates.SHELL.read_text())
    assert len(names) == len(set(names))
