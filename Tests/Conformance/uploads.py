"""Files that tests upload, and the server's copies."""

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)
PDF = b"%PDF-1.7\n" + bytes(range(256))
ELF = b"\x7fELF\x02\x01\x01" + bytes(64)


def fetch(person, attachment, status=200, **headers):
    return person.call("GET", f"/v1/attachments/{attachment['id']}", status, headers=headers)


def files(server):
    """Every file beside the database, unfinished ones too."""
    folder = server.database.with_name(server.database.name + ".files")
    return sorted(file for file in folder.rglob("*") if file.is_file())
