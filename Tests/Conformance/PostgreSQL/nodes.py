"""Several `noteitd` on one PostgreSQL database, each with a folder of its own."""

import contextlib
import pathlib
import re
import sqlite3

import cluster
from noteitd import ROOT, Noteitd, wait_until


class Nodes:
    """Nodes of one database with the sample term. All are stopped at the end."""

    def __init__(self, folder, **settings):
        self.folder, self.settings, self.all = pathlib.Path(folder), settings, []
        self.database = cluster.shared().make()
        self.make().load_sample("--time-zone", "America/Vancouver")
        self.all.clear()

    def make(self, host=None):
        """A node that is not started. `host`: the folder of another socket than the cluster's."""
        folder = self.folder / f"node{len(self.all) + 1}"
        folder.mkdir(exist_ok=True)
        node = Noteitd(folder, engine="sqlite", **self.settings)
        node.folder = folder
        node.place = ["--database", f"postgresql://noteit@/{self.database}?host={host or cluster.shared().folder}", "--folder", str(folder)]
        self.all.append(node)
        return node

    def start(self, *options, host=None):
        return self.make(host).start(*options)

    def sql(self, text):
        return cluster.shared().sql(text, self.database).strip()

    def stop(self):
        for node in self.all:
            if node.process and node.process.poll() is None:
                node.stop()
                assert "Fatal error" not in node.said()


@contextlib.contextmanager
def running(folder, **settings):
    nodes = Nodes(folder, **settings)
    try:
        yield nodes
    finally:
        nodes.stop()


def live(node, count):
    """Waits until a node knows so many."""
    wait_until(lambda: node.metrics()["noteit_nodes"] == count, f"{count} nodes")


def copies(node, file):
    return list(pathlib.Path(node.folder).glob(f"noteit.files/*/{file['sha256']}"))


def indexed(node):
    """The subjects in the index file of a node."""
    path = f"file:{node.folder}/noteit.search?mode=ro"
    with sqlite3.connect(path, uri=True) as index:
        return {row[0] for row in index.execute("SELECT subject FROM search_document")}


def before(version):
    """SQL that makes the database of a newer version one of version 1 or 2: without what the steps since then add."""
    folder = ROOT / "Sources/NoteItStore/Engines/PostgreSQL"
    files = sorted(path for path in folder.glob("postgresql_step_*.sql") if int(path.stem.rsplit("_", 1)[1]) > version)
    steps = "".join(path.read_text() for path in files)
    assert "ADD COLUMN reached" in steps
    removals = {
        r"CREATE TABLE (\w+)": "DROP TABLE IF EXISTS {} CASCADE;", r"CREATE (?:UNIQUE )?INDEX (\w+)": "DROP INDEX IF EXISTS {};",
        r"CREATE FUNCTION (\w+)": "DROP FUNCTION IF EXISTS {} CASCADE;",
        r"ALTER TABLE (\w+) ADD COLUMN (\w+)": "ALTER TABLE IF EXISTS {} DROP COLUMN IF EXISTS {} CASCADE;",
    }
    found = [sql.format(*match.groups()) for pattern, sql in removals.items() for match in re.finditer(pattern, steps)]
    return " ".join([*found, f"UPDATE noteit_schema SET version = {version};"])
