"""The unit of the nightly backup copies the database that the server uses, wherever it is, and never skips silently."""

import configparser
import os
import shlex
import subprocess

from noteitd import PATIENCE, ROOT, Noteitd


def unit(name):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(ROOT / "deploy/systemd" / name)
    return parser


def test_the_backup_unit_copies_a_database_that_has_moved(tmp_path):
    server = Noteitd(tmp_path)
    server.start()
    server.stop()
    backup, serve = unit("noteit-backup.service"), unit("noteitd.service")
    assert not [key for key in backup["Unit"] if key.startswith("Condition")]
    for key in ("Environment", "EnvironmentFile", "WorkingDirectory"):
        assert backup["Service"][key] == serve["Service"][key]
    settings = {"NOTEIT_DATABASE": str(server.database)}  # as /etc/noteit/noteitd.env may set it
    words = [word.replace("${NOTEIT_DATABASE}", settings["NOTEIT_DATABASE"]) for word in shlex.split(backup["Service"]["ExecStart"])]
    assert words[:2] == ["/usr/local/bin/noteit-backup", str(server.database)]
    folder = tmp_path / "backups"
    folder.mkdir()
    command = [ROOT / "deploy/backup/noteit-backup", words[1], folder]
    subprocess.run(command, check=True, timeout=PATIENCE, env=os.environ)
    assert len(list(folder.glob("noteit-*.db"))) == 1
    command[1] = str(tmp_path / "nowhere.db")
    assert "There is no database" in subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE).stderr
