"""Several `noteitd` on one PostgreSQL, each as on a machine of its own; and the network between."""

import contextlib
import shutil
import socket
import threading

from noteitd import Noteitd


def on(address, folder, **settings):
    """A noteitd on a database."""
    server = Noteitd(folder, engine="sqlite", **settings)
    server.place = ["--database", address, "--folder", str(folder)]
    return server


@contextlib.contextmanager
def nodes(folder, *addresses):
    """Running noteitd, one for each address of their database, with the sample term."""
    running = []
    try:
        for number, address in enumerate(addresses):
            home = folder / f"node{number}"
            home.mkdir()
            node = on(address, home)
            if running:
                shutil.copy(folder / "node0/noteit.keys", home)
            else:
                node.load_sample("--time-zone", "America/Vancouver")
            running.append(node.start())
        yield running
    finally:
        for node in running:
            node.stop()
    assert not any("Fatal error" in node.said() for node in running)


class Relay:
    """A socket between noteitd and PostgreSQL. It can cut a connection at the next COMMIT, before or after it passes that on; pass
    nothing on for a while; keep notifications, `is_mute`; or call `hear` with what noteitd says, before it is passed on."""

    # As a statement alone, and as one of several that are sent together: the writer's. Those that only read prepare theirs, with a name.
    COMMITS = (b"Q\0\0\0\x0bCOMMIT\0", b"P\0\0\0\x0e\0COMMIT\0")

    def __init__(self, folder, target):
        self.folder, self.target, self.cut, self.hear, self.is_mute = folder, target, None, None, False
        self.passes = threading.Event()
        self.passes.set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(f"{folder}/.s.PGSQL.5432")
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near = self.listener.accept()[0]
                far = socket.socket(socket.AF_UNIX)
                far.connect(f"{self.target}/.s.PGSQL.5432")
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self.copy, args=(source, sink, source is near), daemon=True).start()

    def copy(self, source, sink, is_asking):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self.passes.wait()
                # A connection that listens gets nothing else meanwhile.
                if self.is_mute and not is_asking and data.startswith(b"A"):
                    continue
                if is_asking and self.hear:
                    self.hear(data)
                if is_asking and self.cut and any(commit in data for commit in self.COMMITS):
                    cut, self.cut = self.cut, None
                    source.shutdown(socket.SHUT_RDWR)
                    if cut == "after":
                        sink.sendall(data)
                    break
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_WR)
