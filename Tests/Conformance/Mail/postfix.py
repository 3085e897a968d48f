"""A postfix of Debian as the relay and the mail server of example.edu: an instance of its own in a temporary folder."""

import contextlib
import os
import pathlib
import re
import shutil
import smtplib
import subprocess
import tempfile

from networks import Authority
from noteitd import PATIENCE, PROGRAM, ROOT, free_port, wait_until
from relay import Mail, Mailboxes

# What Tests/Conformance/run unpacked.
UNPACKED = pathlib.Path(os.environ.get("POSTFIX", "/nowhere"))
LIBRARIES = UNPACKED / "usr/lib/postfix"
# In base64, as LOGIN sends it, the user begins as the command QUIT does.
HOST, USER, PASSWORD = "mail.example.edu", "AB-noteit", "a long secret of the relay"
# The services need an owner and a group that nothing else of theirs uses; what they run for others, they run as nobody.
OWNER, GROUP, NOBODY = "mail", "daemon", "nobody"

# What a client may do to sign in, by the port on which it may.
METHODS = {"submission": "PLAIN", "submissions": "LOGIN", "strong": "CRAM-MD5"}
TO_MEMBERS = ["-o", "smtpd_sasl_auth_enable=yes", "-o", "smtpd_relay_restrictions=permit_sasl_authenticated,reject"]
TLS = {
    "inbound": [], "submission": ["-o", "smtpd_tls_security_level=encrypt"], "submissions": ["-o", "smtpd_tls_wrappermode=yes"],
    "strong": ["-o", "smtpd_tls_security_level=encrypt"]}
SERVICES = """
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix(Mailboxes):
    def __init__(self, folder):
        assert os.geteuid() == 0, "Only root can run postfix: run this test as root."
        assert LIBRARIES.exists(), f"There is no postfix in {UNPACKED}: Tests/Conformance/run unpacks one."
        self.folder, self.database, self.process = folder, folder / "noteit/noteit.db", None
        self.ports = {service: free_port() for service in TLS}
        self.authority = Authority(folder)
        self.password, self.log, self.read = folder / "password", folder / "log/postfix.log", {}
        self.password.write_text(PASSWORD + "\n")
        for name in ("conf/sasl", "log", "queue/pid", "noteit"):
            (folder / name).mkdir(parents=True)
        for name in "active bounce corrupt defer deferred flush hold incoming saved trace private public maildrop".split():
            self.folder_of(OWNER, f"queue/{name}", 0o700)
        shutil.chown(folder / "queue/public", group=GROUP)
        (folder / "queue/public").chmod(0o710)
        self.folder_of(OWNER, "data", 0o700)
        self.folder_of(NOBODY, "mail", 0o700)
        # The tree of the repository may be out of nobody's reach.
        shutil.copy(PROGRAM, folder / "noteitd")
        self.write_users()
        self.write_settings()

    def folder_of(self, user, name, mode):
        (self.folder / name).mkdir(mode=mode)
        shutil.chown(self.folder / name, user)

    def write_users(self):
        users = self.folder / "conf/users"
        done = subprocess.run(
            [UNPACKED / "usr/sbin/saslpasswd2", "-p", "-c", "-f", users, "-u", HOST, USER], input=PASSWORD, capture_output=True,
            text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        shutil.chown(users, OWNER)
        for service, method in METHODS.items():
            (self.folder / f"conf/sasl/{service}.conf").write_text(
                f"pwcheck_method: auxprop\nauxprop_plugin: sasldb\nsasldb_path: {users}\nmech_list: {method}\n")

    def write_settings(self):
        """What docs/mail.md says for answers, and what a relay needs besides."""
        certificate, key = self.authority.certificate("127.0.0.1")
        page = (ROOT / "docs/mail.md").read_text()
        main, line = re.search(r"in `main.cf`:\n\n(.*?)\n\nand in `master.cf`.*?\n    (noteit .*?)\n", page, re.S).groups()
        settings = {
            "compatibility_level": "3.6", "myhostname": HOST, "mydestination": "",
            "queue_directory": self.folder / "queue", "data_directory": self.folder / "data",
            "daemon_directory": LIBRARIES / "sbin", "command_directory": UNPACKED / "usr/sbin",
            "meta_directory": UNPACKED / "etc/postfix", "shlib_directory": LIBRARIES, "mail_owner": OWNER, "setgid_group": GROUP,
            "import_environment": "LD_LIBRARY_PATH MAIL_CONFIG", "maillog_file": self.log, "maillog_file_prefixes": self.folder,
            "inet_interfaces": "127.0.0.1", "inet_protocols": "ipv4", "smtpd_peername_lookup": "no", "in_flow_delay": "0",
            "smtpd_tls_cert_file": certificate, "smtpd_tls_key_file": key, "smtpd_tls_received_header": "yes",
            "smtpd_sasl_local_domain": HOST, "smtpd_sasl_authenticated_header": "yes", "alias_maps": "",
            "virtual_mailbox_domains": "example.edu", "virtual_mailbox_maps": "static:all/",
            "virtual_mailbox_base": self.folder / "mail", "virtual_uid_maps": "static:65534", "virtual_gid_maps": "static:65534",
            "default_transport": "error:This relay delivers nowhere else",
        }
        rows = [f"{name} = {value}" for name, value in settings.items()] + [row.strip() for row in main.splitlines()]
        (self.folder / "conf/main.cf").write_text("\n".join(rows) + "\n")
        doors = [
            " ".join([f"127.0.0.1:{self.ports[service]} inet n - n - - smtpd", *tls,
                      *([*TO_MEMBERS, "-o", f"smtpd_sasl_path={service}"] if service in METHODS else [])])
            for service, tls in TLS.items()]
        places = {"user=noteit": f"user={NOBODY}", "/usr/bin": self.folder, "/var/lib/noteit/noteit.db": self.database}
        for word, own in places.items():
            assert word in line
            line = line.replace(word, str(own))
        (self.folder / "conf/master.cf").write_text("\n".join(doors) + SERVICES + line + "\n")

    def start(self):
        self.before = len(self.said())
        with open(self.folder / "log/master.log", "ab") as log:
            self.process = subprocess.Popen(
                [LIBRARIES / "sbin/master", "-c", self.folder / "conf", "-d"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": str(LIBRARIES)}, start_new_session=True)
        wait_until(self.is_ready, "postfix to be ready")

    def is_ready(self):
        assert self.process.poll() is None and "fatal:" not in self.said()[self.before:], (self.folder / "log/master.log").read_text() + self.said()
        try:
            with self.inbound() as client:
                return client.noop()[0] == 250
        except OSError:
            return False

    def said(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def stop(self):
        """Ends all its services: the first one passes SIGTERM on."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    def flush(self):
        """Tries at once to deliver what it keeps."""
        subprocess.run(
            [UNPACKED / "usr/sbin/postqueue", "-c", self.folder / "conf", "-f"], check=True, timeout=PATIENCE,
            env={"LD_LIBRARY_PATH": str(LIBRARIES)})

    def address(self, service, host="127.0.0.1"):
        """What NOTEIT_SMTP is for a service."""
        scheme, end = ("smtps", "") if service == "submissions" else ("smtp", "?starttls=always")
        return f"{scheme}://{USER}@{host}:{self.ports[service]}{end}"

    def settings(self, service="submission"):
        return {
            "NOTEIT_SMTP": self.address(service), "NOTEIT_SMTP_PASSWORD_FILE": str(self.password),
            "SSL_CERT_FILE": str(self.authority.file)}

    def inbound(self):
        """A connection of the world outside, to bring mail to people of example.edu."""
        return smtplib.SMTP("127.0.0.1", self.ports["inbound"], timeout=PATIENCE)

    @property
    def mails(self):
        """What it delivered, in this order."""
        for file in self.folder.glob("mail/all/new/*"):
            if file not in self.read:
                mail = Mail(None, file.read_bytes())
                mail.recipient = mail["X-Original-To"]
                self.read[file] = (file.stat().st_mtime_ns, mail)
        return [mail for _, mail in sorted(self.read.values(), key=lambda each: each[0])]

    @property
    def tried(self):
        return self.said()[-4000:]


@contextlib.contextmanager
def running():
    """In a folder that the users of its services reach."""
    with tempfile.TemporaryDirectory(prefix="noteit-postfix-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        postfix = Postfix(folder)
        try:
            postfix.start()
            yield postfix
        finally:
            postfix.stop()
