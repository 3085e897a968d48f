"""A person's own folder over WebDAV (RFC 4918): files, folders, copies, moves, properties, bounds, and nobody else in it."""

import io
import tarfile
import urllib.parse

import pytest

from dav import Dav, clark, local, parsed, xml
from noteitd import Noteitd
from people import PASSWORD, expect_unnamed, register

SECRET = "A secret line"


class Folder(Dav):
    """A program that keeps files."""

    def __init__(self, person, name="notes"):
        super().__init__(person, name)
        self.files = f"/dav/files/{person.id}/"

    def at(self, path):
        return self.files + urllib.parse.quote(path)

    def write(self, path, text, *allowed, **headers):
        return self.call("PUT", self.at(path), *(allowed or (201, 204)), body=text,
                         headers={"Content-Type": "text/plain"} | {name.replace("_", "-"): value for name, value in headers.items()})

    def text(self, path):
        return self.call("GET", self.at(path), 200).text

    def folder(self, path, *allowed):
        return self.call("MKCOL", self.at(path), *(allowed or (201,)))

    def send(self, method, path, target, *allowed, overwrite=None, depth=None, host=""):
        headers = {"Destination": host + self.at(target)} | ({"Overwrite": overwrite} if overwrite else {})
        return self.call(method, self.at(path), *(allowed or (201, 204)), headers=headers, depth=depth)

    def tree(self, path=""):
        """Everything below a folder: texts of files, None of folders."""
        found = {}
        for href in self.propfind(self.at(path), "d:resourcetype", depth=1):
            inner = href.removeprefix(self.files)
            if inner.rstrip("/") == path.rstrip("/"):
                continue
            if href.endswith("/"):
                found |= {inner: None} | self.tree(inner)
            else:
                found[inner] = self.text(inner)
        return found


@pytest.fixture
def notes(server):
    return Folder(register(server))


@pytest.fixture
def filled(notes):
    notes.folder("a")
    notes.folder("a/deep")
    notes.write("a/one.txt", "one")
    notes.write("a/deep/two.txt", "two")
    notes.write("b.txt", "b")
    return notes


FILLED = {"a/": None, "a/deep/": None, "a/one.txt": "one", "a/deep/two.txt": "two", "b.txt": "b"}


def test_files_and_folders_are_made_listed_read_and_removed(filled):
    assert filled.tree() == FILLED
    root = filled.propfind("/dav/", "d:resourcetype", depth=1)
    assert "/dav/files/" in root and list(filled.propfind("/dav/files/", "d:resourcetype", depth=1)) == ["/dav/files/", filled.files]
    part = filled.one(filled.at("a/one.txt"), "d:getetag", "d:getcontentlength", "d:getcontenttype", "d:getlastmodified", "d:creationdate",
                      "d:resourcetype")
    assert part.text("d:getcontentlength") == "3" and part.text("d:getcontenttype") == "text/plain" and not part.names("d:resourcetype")
    assert filled.call("GET", filled.at("a/one.txt"), 200).headers["ETag"] == part.text("d:getetag")
    assert filled.call("GET", filled.at("a"), 200).text == "deep/\none.txt\n"
    filled.call("DELETE", filled.at("a/"), 204)
    assert filled.tree() == {"b.txt": "b"}
    filled.call("GET", filled.at("a/one.txt"), 404)
    filled.call("DELETE", filled.at("a/"), 404)


def test_any_bytes_come_back_and_no_browser_runs_them(notes):
    content = bytes(range(256)) * 100
    notes.write("page.html", content, 201, Content_Type="text/html")
    answer = notes.call("GET", notes.at("page.html"), 200)
    assert answer.content == content and answer.headers["Content-Type"] == "text/html"
    assert "sandbox" in answer.headers["Content-Security-Policy"] and answer.headers["Content-Disposition"].startswith("attachment")
    for odd in ("nonsense", "text/html\tx", "text/pl\u00e9n", "x" * 300 + "/y"):
        notes.write("odd", "x", Content_Type=odd)
        assert notes.call("GET", notes.at("odd"), 200).headers["Content-Type"] == "application/octet-stream"
    notes.write("empty", "", 201)
    assert notes.text("empty") == ""


def test_conditions_guard_a_file(notes):
    tag = notes.write("a", "one", 201, If_None_Match="*").headers["ETag"]
    notes.write("a", "two", 412, If_None_Match="*")
    notes.write("a", "two", 412, If_Match='"other"')
    notes.write("new", "two", 412, If_Match="*")
    notes.write("a", "two", 412, If_Match="")
    notes.write("a", "two", 412, If_None_Match="W/" + tag)
    notes.call("GET", notes.at("a"), 412, headers={"If-Match": '"other"'})
    notes.call("MKCOL", notes.at("folder"), 412, headers={"If-Match": "*"})
    newer = notes.write("a", "two", 204, If_Match=tag).headers["ETag"]
    assert newer != tag and notes.call("GET", notes.at("a"), 304, headers={"If-None-Match": newer}).content == b""
    notes.call("DELETE", notes.at("a"), 412, headers={"If-Match": tag})
    notes.call("MOVE", notes.at("a"), 412, headers={"If-Match": tag, "Destination": notes.at("b")})
    assert notes.tree() == {"a": "two"}
    notes.call("DELETE", notes.at("a"), 204, headers={"If-Match": newer})


def test_folders_come_before_what_is_in_them(filled):
    assert "There is no folder none." in filled.write("none/x", "x", 409).text
    filled.folder("none/x", 409)
    filled.write("b.txt/x", "x", 409)
    filled.folder("a", 405)
    filled.folder("b.txt", 405)
    filled.write("a", "x", 405)
    filled.send("COPY", "b.txt", "none/x", 409)
    filled.send("MOVE", "b.txt", "b.txt/x", 403)
    filled.call("MKCOL", filled.at("c"), 415, body="text", headers={"Content-Type": "text/plain"})
    assert filled.tree() == FILLED


def test_copies_are_whole_or_shallow_and_keep_properties(filled):
    filled.proppatch(filled.at("a"), "<d:set><d:prop><x:colour>red</x:colour></d:prop></d:set>")
    filled.send("COPY", "a", "c", 201)
    assert filled.tree() == FILLED | {"c/": None, "c/deep/": None, "c/one.txt": "one", "c/deep/two.txt": "two"}
    assert filled.one(filled.at("c"), "x:colour").text("x:colour") == "red"
    filled.write("c/one.txt", "changed")
    assert filled.text("a/one.txt") == "one", "a copy is apart"
    filled.send("COPY", "a", "d", 201, depth=0)
    assert filled.tree("d") == {}
    filled.send("COPY", "a", "e", 400, depth=1)
    filled.send("COPY", "b.txt", "a/one.txt", 412, overwrite="F")
    filled.send("COPY", "b.txt", "a/one.txt", 204, overwrite="T")
    filled.send("COPY", "b.txt", "a/deep", 204)
    assert filled.tree("a") == {"a/one.txt": "b", "a/deep": "b"}, "a file took a folder's place"


def test_moves_take_everything_along(filled):
    filled.proppatch(filled.at("a/one.txt"), "<d:set><d:prop><d:displayname>One</d:displayname></d:prop></d:set>")
    filled.send("MOVE", "a", "z", 201, host="https://notes.example")
    assert filled.tree() == {"z/": None, "z/deep/": None, "z/one.txt": "one", "z/deep/two.txt": "two", "b.txt": "b"}
    assert filled.one(filled.at("z/one.txt"), "d:displayname").text("d:displayname") == "One"
    filled.send("MOVE", "b.txt", "z/one.txt", 412, overwrite="F")
    filled.send("MOVE", "b.txt", "z/one.txt", 204)
    assert filled.tree() == {"z/": None, "z/deep/": None, "z/one.txt": "b", "z/deep/two.txt": "two"}


@pytest.mark.parametrize("method", ["COPY", "MOVE"])
def test_nothing_comes_onto_itself_or_out_of_its_folder(method, filled, ada):
    for path, target in (("a", "a"), ("a", "a/deep/a"), ("a/deep", "a"), ("a", "")):
        filled.send(method, path, target, 403)
    filled.send(method, "", "x", 405)
    filled.send(method, "none", "x", 404)
    for destination in (None, "", "nonsense", "/v1/me", "/dav/files/%ff/x", filled.at("b") + "?x=1", filled.at("b") + "#y"):
        filled.call(method, filled.at("a"), 400, headers={"Destination": destination})
    for destination in (f"/dav/files/{ada.id}/x", f"/dav/calendars/{filled.person.id}/personal/x.ics", "/dav/files/", "/dav/"):
        filled.call(method, filled.at("a"), 403, headers={"Destination": destination})
    filled.send(method, "a", "x", 400, overwrite="perhaps")
    assert filled.tree() == FILLED


def test_properties_of_programs_are_kept_and_those_of_the_server_are_not_theirs(filled):
    path = filled.at("b.txt")
    inner = '<y:deep xmlns:y="http://example.net/" y:at="1 &amp; 2">text \U0001F600</y:deep>'
    filled.proppatch(path, f"<d:set><d:prop><x:kept>{inner}</x:kept><x:other>2</x:other></d:prop></d:set>")
    assert filled.one(path, "x:kept")["x:kept"][0].get("{http://example.net/}at") == "1 & 2"
    filled.proppatch(path, "<d:remove><d:prop><x:other/></d:prop></d:remove>")
    assert filled.one(path, "x:other").other == {clark("x:other"): 404}
    refused = filled.proppatch(path, "<d:set><d:prop><d:getetag>x</d:getetag><x:more>1</x:more></d:prop></d:set>")
    assert refused.other == {clark("d:getetag"): 403, clark("x:more"): 424}
    assert filled.proppatch(filled.files, "<d:set><d:prop><x:a>1</x:a></d:prop></d:set>").other == {clark("x:a"): 403}
    filled.call("MKCOL", filled.at("new"), 201, body=xml("d:mkcol", (
        "<d:set><d:prop><d:resourcetype><d:collection/></d:resourcetype><x:made>1</x:made></d:prop></d:set>")))
    assert filled.one(filled.at("new"), "x:made").text("x:made") == "1"
    filled.call("MKCOL", filled.at("calendar"), 403, body=xml("d:mkcol", (
        "<d:set><d:prop><d:resourcetype><d:collection/><c:calendar/></d:resourcetype></d:prop></d:set>")))


@pytest.mark.parametrize("name", ["%2e%2e", "a%2Fb", "a%5Cb", "a%00b", "a%0Ab", "x" * 256, "/".join("x" * 17)])
def test_a_path_that_no_file_can_have_is_refused(name, notes):
    path = notes.files + name
    # The server knows no path with a control character.
    status = 404 if name in ("a%00b", "a%0Ab") else 400
    assert "name" in notes.call("PUT", path, status, body="x").text or status == 404
    notes.call("MKCOL", path, status)
    notes.call("PROPFIND", path, 404, depth=0)
    assert notes.tree() == {}


def test_names_that_look_the_same_are_one(notes):
    notes.write("Cafe\u0301 \U0001F600 \u6f22", "one", 201)
    notes.write("Caf\u00e9 \U0001F600 \u6f22", "two", 204)
    assert notes.tree() == {"Caf\u00e9 \U0001F600 \u6f22": "two"}


def test_no_character_of_a_name_is_dropped(notes):
    names = ["x", "\ufeffx", "\ufeff\ufeffx", "\ufeff", "x\u200d", "\u0301x", "%", "a#b?c;d&e", "<\"'>", "\u1100\u1176"]
    for number, name in enumerate(names):
        notes.write(name, f"{number}", 201)
    assert notes.tree() == {name: f"{number}" for number, name in enumerate(names)}
    for name in names:
        notes.call("DELETE", notes.at(name), 204)


def test_a_file_has_no_depth_and_its_methods_are_named(filled):
    filled.call("PROPFIND", filled.at("b.txt"), 207)
    filled.call("PROPFIND", filled.at("a"), 403)
    for method in ("LOCK", "POST", "PATCH", "MKCALENDAR"):
        assert "PUT" in filled.call(method, filled.at("a/one.txt"), 405).headers["Allow"]
    filled.send("MOVE", "b.txt", "c.txt", 201, depth=0)
    filled.call("DELETE", filled.at("c.txt"), 204, depth=0)
    filled.send("MOVE", "a", "d", 400, depth=0)
    filled.call("DELETE", filled.at("a"), 400, depth=1)


def test_a_person_keeps_so_much_and_no_more(notes):
    assert "1048576" in notes.write("big", b"x" * ((1 << 20) + 1), 413).text
    for number in range(16):
        notes.write(f"{number}", b"x" * (1 << 20), 201)
    full = notes.write("more", "x", 507).text
    assert "16 MiB" in full and "quota-not-exceeded" in full
    notes.write("0", "smaller", 204)
    notes.send("COPY", "1", "copy", 507)
    value = "x" * 9_000
    for number in range(16):
        answer = notes.call("PROPPATCH", notes.at(f"{number}"), 207, 507, body=xml("d:propertyupdate", (
            f"<d:set><d:prop>{''.join(f'<x:p{each}>{value}</x:p{each}>' for each in range(10))}</d:prop></d:set>")))
    assert answer.status_code == 507 and "properties" in answer.text


def test_nobody_reaches_the_folder_of_another(filled, ada, bob, server):
    filled.write("b.txt", SECRET)
    unknown = filled.person.id[:-4] + ("0000" if not filled.person.id.endswith("0000") else "1111")
    other = Dav(bob)
    bodies = {"PUT": "mine", "PROPFIND": xml("d:propfind", "<d:allprop/>"), "REPORT": xml("d:expand-property", ""),
              "PROPPATCH": xml("d:propertyupdate", "<d:set><d:prop><x:a>1</x:a></d:prop></d:set>")}
    for method in ("GET", "HEAD", "DELETE", "PUT", "PROPFIND", "PROPPATCH", "REPORT", "MKCOL", "COPY", "MOVE"):
        for name in ("", "b.txt", "a/", "none"):
            said = []
            for owner in (filled.person.id, unknown):
                path = f"/dav/files/{owner}/{name}"
                answer = other.call(method, path, 404, 405, body=bodies.get(method), depth=0 if method == "PROPFIND" else None,
                                    headers={"Destination": f"/dav/files/{bob.id}/stolen"})
                expect_unnamed(answer.text.replace(owner, ""), SECRET)
                said.append((answer.status_code, answer.text.replace(owner, "*")))
            assert said[0] == said[1], f"{method} {name} tells whether the person exists"
    other.call("PUT", f"/dav/files/{bob.id}/mine", 201, body="mine")
    for method in ("COPY", "MOVE"):
        other.call(method, f"/dav/files/{bob.id}/mine", 403, headers={"Destination": filled.at("b.txt")})
    assert filled.tree() == FILLED | {"b.txt": SECRET}
    filled.call("GET", filled.at("b.txt"), 401, auth=False)


def test_conditions_guard_copies_moves_properties_and_folders(filled):
    tag = filled.call("GET", filled.at("b.txt"), 200).headers["ETag"]
    change = xml("d:propertyupdate", "<d:set><d:prop><x:a>1</x:a></d:prop></d:set>")
    for method in ("COPY", "MOVE", "PROPPATCH"):
        for name, condition in (("b.txt", {"If-Match": '"other"'}), ("a", {"If-Match": tag}), ("a", {"If-None-Match": "*"}),
                                ("b.txt", {"If": f"([{tag}])"}), ("b.txt", {"If": "(<opaquelocktoken:none>)"})):
            filled.call(method, filled.at(name), 412, headers={"Destination": filled.at("x")} | condition,
                        body=change if method == "PROPPATCH" else None)
    for other in (tag, '""', '","'):
        filled.call("DELETE", filled.at("a"), 412, headers={"If-Match": other})
    assert filled.tree() == FILLED and filled.one(filled.at("b.txt"), "x:a").other == {clark("x:a"): 404}
    filled.call("PROPPATCH", filled.at("a"), 207, headers={"If-Match": "*"}, body=change)
    filled.call("MOVE", filled.at("a"), 201, headers={"If-Match": "*", "Destination": filled.at("z")})
    filled.call("COPY", filled.at("b.txt"), 201, headers={"If-Match": tag, "Destination": filled.at("c.txt")})
    filled.call("DELETE", filled.at("z"), 204, headers={"If-Match": "*"})


def test_large_changes_count_as_many(tmp_path):
    server = Noteitd(tmp_path, NOTEIT_POSTS_PER_MINUTE="120").start()
    try:
        notes = Folder(register(server))
        notes.folder("a")
        for number in range(15):
            notes.write(f"a/{number}", b"x" * (1 << 19), 201)
        answers = [notes.send("COPY", "a", "b", 201, 204, 429) for _ in range(60)]
        assert answers[0].status_code == 201 and answers[-1].status_code == 429
        assert int(answers[-1].headers["Retry-After"]) > 0 and "calendars and files" in answers[-1].text
    finally:
        server.stop()


def test_leaving_takes_the_files_away(filled):
    filled.person.call("DELETE", "/v1/me", 204, json={"currentPassword": PASSWORD})
    filled.call("GET", filled.at("b.txt"), 401)


def test_the_export_has_the_files(filled):
    person = filled.person
    with tarfile.open(fileobj=io.BytesIO(person.call("GET", "/v1/me/export", 200).content)) as archive:
        names = {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}
    found = {name.split("folder/", 1)[1]: content.decode() for name, content in names.items() if "folder/" in name}
    assert found == {name: text for name, text in FILLED.items() if text is not None}


def test_every_method_of_a_file_is_told(filled):
    told = filled.call("OPTIONS", filled.at("b.txt"), 200).headers
    assert set(told["Allow"].split(", ")) >= {"GET", "PUT", "DELETE", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE"}
    assert "1" in told["DAV"].split(", ") and "2" not in told["DAV"].split(", ")
    assert parsed(filled.call("PROPFIND", filled.files, 207, depth=1)).keys() == {filled.files, filled.files + "a/", filled.files + "b.txt"}
    assert local(filled.at("a b")) == filled.files + "a b"
