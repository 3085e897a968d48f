"""Three `noteitd`, a primary and its synchronous standby, each on a machine of its own. Any of them may die, and comes back."""

import contextlib
import pathlib
import random
import signal

import cluster
from namespaces import Network
from noteitd import Noteitd, free_port, wait_until

NAMES = ("node-1", "node-2", "node-3")
CROWDED = {"NOTEIT_STREAMS_PER_ACCOUNT": "10000", "NOTEIT_CONNECTIONS_PER_ADDRESS": "10000"}


class Cluster:
    """For clients of the tests it stands in for a server: each of their connections goes to one of its nodes."""

    mortal = False

    def __init__(self, folder, **settings):
        self.exit = contextlib.ExitStack()
        with self.exit:
            self.network = self.exit.enter_context(Network())
            self.databases = self.exit.enter_context(contextlib.ExitStack())
            self.places = [self.network.machine() for _ in range(2)]
            self.primary = self.begin(self.places[0])
            self.standby = self.follow(self.places[1])
            self.database = self.primary.make()
            self.port, self.dice, self.answers = free_port(), random.Random(0), 0
            self.nodes = [self.node(pathlib.Path(folder) / name, **settings) for name in NAMES]
            for node in self.nodes:
                self.exit.callback(self.stop, node)
            self.exit = self.exit.pop_all()

    # The databases.

    def serve(self, place, source=None, **settings):
        """PostgreSQL on a machine, from its first day."""
        stack = contextlib.ExitStack()
        made = stack.enter_context(cluster.temporary(
            source, within=place.within, listen_addresses=place.back, wal_sender_timeout="15s", shared_buffers="32MB", **settings))
        made.place, made.end = place, stack.close
        self.databases.callback(made.end)
        return made

    def begin(self, place):
        made = self.serve(place)
        with open(f"{made.data}/pg_hba.conf", "a") as rules:
            rules.write("host all all samenet trust\nhost replication all samenet trust\n")
        made.sql("SELECT pg_reload_conf();")
        return made

    def follow(self, place):
        """A standby of the primary. Commits wait for it from now on."""
        link = f"host={self.primary.place.back} user=noteit"
        made = self.serve(place, self.primary, primary_conninfo=link, wal_retrieve_retry_interval="200ms")
        self.primary.wait_for_standby()
        return made

    def promote(self):
        """The standby becomes the primary."""
        self.standby.promote()
        self.primary, self.former, self.standby = self.standby, self.primary, None

    def replace(self):
        """The former primary is lost; its machine gets a new standby."""
        self.former.end()
        self.standby = self.follow(self.former.place)

    def wait_for_promise(self, is_synchronous=True):
        """Waits until the nodes know whether commits wait for a standby."""
        wanted = [(is_synchronous,)]
        wait_until(lambda: self.rows("SELECT is_synchronous FROM noteit_schema") == wanted, "the nodes to know the primary")

    def rows(self, query):
        return self.primary.rows(query, self.database)

    # The nodes.

    def node(self, folder, **settings):
        folder.mkdir()
        place = self.network.machine()
        node = Noteitd(folder, within=place.within, engine="sqlite", host=place.front, **settings)
        address = f"postgresql://noteit@{','.join(each.back for each in self.places)}/{self.database}?application_name={folder.name}"
        node.machine, node.label, node.port, node.url = place, folder.name, self.port, f"http://{place.front}:{self.port}"
        node.place = ["--database", address, "--folder", str(folder)]
        return node

    @property
    def host(self):
        """A node, any of them."""
        return self.dice.choice(self.nodes).host

    def admin(self, *arguments, **options):
        return self.dice.choice(self.nodes).admin(*arguments, **options)

    def start(self):
        for node in self.nodes:
            node.start()
        self.wait_for_promise()
        return self

    def stop(self, node):
        if node.process and node.process.poll() is None:
            node.process.send_signal(signal.SIGCONT)
            node.stop()
        assert "Fatal error" not in node.said()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return self.exit.__exit__(*failure)
