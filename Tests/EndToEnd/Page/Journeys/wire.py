"""A network that can be cut, between browsers and a server."""

import contextlib
import socket
import threading

from front import pump


class Wire:
    """Listens on a port of its own and carries bytes both ways."""

    def __init__(self, server):
        self.server = server
        self.is_cut = False
        self.open = set()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listening.accept()
                threading.Thread(target=self.carry, args=(connection,), daemon=True).start()

    def carry(self, connection):
        with connection, contextlib.suppress(OSError):
            if self.is_cut:
                return
            with socket.create_connection(("127.0.0.1", self.server.port)) as behind:
                self.open |= {connection, behind}
                back = threading.Thread(target=pump, args=(behind, connection), daemon=True)
                back.start()
                pump(connection, behind)
                back.join()
                self.open -= {connection, behind}

    def cut(self):
        """From now on nobody reaches the server."""
        self.is_cut = True
        for connection in list(self.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def mend(self):
        self.is_cut = False

    def close(self):
        self.cut()
        self.listening.close()
