"""A mail relay of the tests (RFC 5321), which can be hostile. It keeps what it took."""

import email
import email.policy
import socketserver
import threading

from noteitd import free_port, wait_until


class Mail:
    """A mail that the relay took."""

    def __init__(self, recipient, data):
        self.recipient, self.data = recipient, data
        self.message = email.message_from_bytes(data, policy=email.policy.default)

    def __getitem__(self, name):
        return self.message[name]

    @property
    def text(self):
        return self.message.get_body(("plain",)).get_content().replace("\r\n", "\n")

    @property
    def html(self):
        return self.message.get_body(("html",)).get_content()


class Mailboxes:
    """What a relay took: `mails`; and what it says it was asked: `tried`."""

    def to(self, person, subject=""):
        """The mails that a person got, whose subject has these words."""
        return [mail for mail in list(self.mails) if mail.recipient == person.email and subject in mail["Subject"]]

    def first(self, person, subject=""):
        """Waits for a mail."""
        wait_until(lambda: self.to(person, subject), f"a mail to {person.email} about {subject!r}; tried: {self.tried}")
        return self.to(person, subject)[0]


class Relay(Mailboxes):
    """`answer(recipient, when)` may refuse at `RCPT` or `DATA` with a line, or say `drop`; None takes the mail."""

    def __init__(self):
        self.port = free_port()
        self.mails, self.answer, self.is_slow, self.listener = [], lambda recipient, when: None, False, None
        self.tried, self.ended = [], 0  # `ended`: sessions

    @property
    def address(self):
        return f"smtp://127.0.0.1:{self.port}"

    def settings(self):
        """What a server must know that sends its mail by this relay."""
        return {"NOTEIT_SMTP": self.address}

    def start(self):
        relay = self

        class Session(socketserver.StreamRequestHandler):
            disable_nagle_algorithm = True

            def say(self, line):
                said = (line + "\r\n").encode()
                for part in ([bytes([byte]) for byte in said] if relay.is_slow else [said]):
                    self.wfile.write(part)

            def finish(self):
                super().finish()
                relay.ended += 1

            def handle(self):
                recipient = None
                self.say("220 relay ESMTP")
                while line := self.rfile.readline(1_000):
                    word, _, rest = line.decode().strip().partition(" ")
                    if word.upper() == "EHLO":
                        self.say("250-relay")
                        self.say("250 8BITMIME")
                    elif word.upper() == "RCPT":
                        recipient = rest.partition("<")[2].partition(">")[0]
                        relay.tried.append(recipient)
                        self.say(relay.answer(recipient, "RCPT") or "250 OK")
                    elif word.upper() == "DATA":
                        self.say("354 Go ahead")
                        data = b""
                        while (row := self.rfile.readline()) != b".\r\n":
                            if not row:
                                return  # the sender broke off
                            data += row[1:] if row.startswith(b".") else row
                        said = relay.answer(recipient, "DATA")
                        if said is None:
                            relay.mails.append(Mail(recipient, data))
                        if said == "drop":
                            return
                        self.say(said or "250 Queued")
                    elif word.upper() == "QUIT":
                        return self.say("221 Bye")
                    else:
                        self.say("250 OK")

        class Listener(socketserver.ThreadingTCPServer):
            allow_reuse_address, daemon_threads, block_on_close = True, True, False

            def handle_error(self, *_):
                """A server that was killed breaks the connection."""

        self.listener = Listener(("127.0.0.1", self.port), Session)
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()
        return self

    def stop(self):
        self.listener.shutdown()
        self.listener.server_close()
