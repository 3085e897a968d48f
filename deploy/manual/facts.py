"""What the programs' help does not hold: variables, files and exit codes."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Facts:
    """Pairs of a name and its meaning."""
    environment: list
    files: list
    statuses: list


def settings():
    """The server's settings, from the tables of docs/operations.md and docs/sign-on.md."""
    tables = "".join((ROOT / "docs" / name).read_text() for name in ("operations.md", "sign-on.md"))
    rows = re.findall(r"^\| (`NOTEIT_.*?) \| (.*?) ?\| (.*?) \|$", tables, re.M)
    for names, default, meaning in rows:
        if names.endswith("and others"):
            continue
        text = f"{meaning[:1].upper()}{meaning[1:]}." + (f" Default: {default}." if default else "")
        yield names.replace("`", ""), re.sub(r" \(\[.*?\]\(.*?\)\)", "", text).replace("`", "")


CLIENT = Facts(
    environment=[
        ("NOTEIT_SERVER", "Address of the server, if --server is not given."),
        ("NOTEIT_PROFILE", "Profile to use, if --profile is not given. The standard one is 'default'."),
        ("VISUAL, EDITOR", "The editor for posts, replies and notices. The first that is set counts."),
        ("NOTEIT_PAGER, PAGER", "The pager for threads and long lists. The first that is set counts, else less -FRX."),
        ("NO_COLOR", "If it is set to anything, nothing is coloured."),
        ("TERM", "If it is dumb, nothing is coloured."),
        ("COLUMNS", "The width of a terminal that does not tell its own."),
        ("LC_ALL, LC_CTYPE, LANG", "The locale. If it is not UTF-8, only ASCII is drawn."),
        ("XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
         "Where files are kept. Without them ~/.config, ~/.local/share and ~/.local/state."),
        ("HOME", "The home folder, in which these are."),
        ("PATH", "Where the editor, the pager, the desktop's notifier and its browser are looked for."),
        ("DISPLAY, WAYLAND_DISPLAY", "The desktop on which 'noteit auth login --browser' opens a page. Without one it prints the address."),
        ("SHELL", "The shell of 'noteit completion', if none is named."),
    ],
    files=[
        ("~/.config/noteit/PROFILE/server", "The address of the server at which you signed in last."),
        ("~/.local/share/noteit/PROFILE/copy.sqlite", "The local copy of your courses, and the outbox."),
        ("~/.local/state/noteit/PROFILE/session.json", "The tokens of your session; only you can read it."),
    ],
    statuses=[
        ("0", "Done."),
        ("1", "Failed."),
        ("2", "Cancelled."),
        ("4", "Nobody is signed in."),
        ("64", "The command line is not valid."),
        ("69", "The server was not reached."),
    ])

SERVER = Facts(
    environment=list(settings()),
    files=[
        ("noteit.db", "The database, if neither --database nor $NOTEIT_DATABASE names another."),
        ("noteit.db.keys", "Beside the database: the keys that sign access tokens; only their owner can read it."),
        ("noteit.db.files", "Beside the database: the folder of attachments."),
        ("/etc/noteit/noteitd.env", "Settings of the systemd unit noteitd.service."),
        ("/var/lib/noteit", "The folder of the unit's database."),
    ],
    statuses=[
        ("0", "Done."),
        ("1", "Failed, or a check found a fault."),
        ("64", "The command line is not valid."),
    ])
