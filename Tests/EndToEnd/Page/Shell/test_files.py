"""What the shell loads."""

import os.path
import re

from front import PAGE, shell


def test_the_shell_names_what_its_first_module_needs():
    """So that it comes at once, and not step by step."""
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', shell())
    assert named == sorted(needed("main.js", set()))


def needed(path, seen):
    """The modules that a module imports, and those that they import."""
    for name in re.findall(r"^(?:import|export)\b[^;'\"]*?from '([^']+)'", (PAGE / path).read_text(), re.MULTILINE):
        found = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if found not in seen:
            seen.add(found)
            needed(found, seen)
    return seen


def test_no_two_templates_have_one_name():
    names = re.findall(r'<template id="([^"]+)"', shell())
    assert len(names) == len(set(names))
