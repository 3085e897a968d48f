"""The commands of a program, as the program describes them."""

import functools
import json
import subprocess

from noteitd import PATIENCE


@functools.cache
def described(program):
    """Every command that people can see: its words, and its description."""
    done = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True, timeout=PATIENCE)
    return list(below(json.loads(done.stdout)["command"], ()))


def below(command, above):
    path = (*above, command["commandName"])
    yield path, command
    for child in command.get("subcommands", []):
        if child["shouldDisplay"] and child["commandName"] != "help":
            yield from below(child, path)


def visible(command):
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]
