"""What is written for the nouns before they are compiled: all of their fields, or nothing."""

import subprocess

from noteitd import PATIENCE, PROGRAM

NOUN = """
public struct Outer: Codable, JSONObject, Memberwise {
    public enum Kind: String { case one }

    /// A field.
    public var title, body: String
    @Nullable public var due: Date?
    public var pinned: Bool? = nil
    public var count: Int { 3 }
%s
    public struct Inner: Memberwise {
        public var kind: Kind
    }
}
"""


def written(folder, more=""):
    noun, output = folder / "Noun.swift", folder / "Fields.swift"
    noun.write_text(NOUN % more)
    done = subprocess.run([PROGRAM.parent / "fields-tool", output, noun], capture_output=True, text=True, timeout=PATIENCE)
    return done, output.read_text() if output.exists() else None


def test_each_stored_property_is_a_parameter_and_a_field(tmp_path):
    _, text = written(tmp_path)
    assert "public init(title: String, body: String, due: Date?, pinned: Bool? = nil, _: Void = ())" in text
    assert [line.strip() for line in text.splitlines() if "json.field" in line] == [
        'json.field("body", body)', 'json.field("due", due)', 'if let pinned { json.field("pinned", pinned) }',
        'json.field("title", title)']
    assert 'fieldNames: [String] { ["body", "due", "pinned", "title"] }' in text
    assert "extension Outer.Inner {\n    public init(kind: Outer.Kind, _: Void = ())" in text


def test_a_property_without_a_type_is_refused_and_not_left_out(tmp_path):
    done, text = written(tmp_path, "    public var hidden = false\n")
    assert done.returncode == 1 and "Outer: say the type: public var hidden = false" in done.stdout and text is None
