"""An import of a registrar's list beside a server that runs."""

import asyncio
import pathlib
import tempfile

from lists import write_csv, write_one_roster


async def import_list(server, rows, one_roster, *options):
    """Imports who is in which section, as CSV or as OneRoster; returns what the command says."""
    return await asyncio.to_thread(import_now, server, rows, one_roster, *options)


def import_now(server, rows, one_roster, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / ("list" if one_roster else "list.csv")
        (write_one_roster if one_roster else write_csv)(path, rows)
        return server.admin("roster", "import", str(path), *options, "--yes", "--allow-removals")


async def verify(server, person):
    """From now on the lists know a person by the email."""
    await asyncio.to_thread(server.admin, "account", "verify", person.email)
