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


ROW = """
enum OuterRow: NounRow {
    typealias Noun = Outer

    static let (table, alias) = ("outer", "o")
    static let sql: [Column: String] = [
        .due: "o.due_at",
        .extra: "o.extra",
    ]

    static let pinned: Bool? = nil

    static func title(_ row: Row) throws -> String { "" }
}
"""


def test_each_field_of_a_noun_is_a_column_of_its_row(tmp_path):
    (noun, row, output) = (tmp_path / "Noun.swift", tmp_path / "OuterRow.swift", tmp_path / "Fields.swift")
    noun.write_text(NOUN % "    public var nextOuter: Outer.ID?\n    public var count2: [String]\n")
    row.write_text(ROW)
    subprocess.run([PROGRAM.parent / "fields-tool", output, row, "--nouns", noun], check=True, timeout=PATIENCE)
    text = output.read_text()
    assert "case body, due, nextOuter, count2, extra" in text
    assert 'names = ["body", "due", "next_outer_id", "count2", ""]' in text
    assert [line.strip() for line in text.splitlines() if line.strip().startswith("let ")] == [
        "let title: String = try Self.title(row)", "let body: String = try row.value(Column.body)",
        "let due: Date? = try row.value(Column.due)", "let pinned: Bool? = Self.pinned",
        "let nextOuter: Noun.ID? = try row.value(Column.nextOuter)", "let count2: [String] = try row.texts(Column.count2)"]
    assert [line.strip() for line in text.splitlines() if "values.append" in line] == [
        f"values.append((.{name}, try sqlParameter(noun.{name})))" for name in ("body", "due", "nextOuter", "count2")]


def test_a_row_without_a_noun_is_refused(tmp_path):
    row = tmp_path / "OuterRow.swift"
    row.write_text(ROW.replace("Outer\n", "Absent\n", 1))
    done = subprocess.run([PROGRAM.parent / "fields-tool", tmp_path / "out", row], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1 and "OuterRow: name its Noun" in done.stdout
