"""The store's SQL on PostgreSQL 15. The Swift tests record each statement that the store sends. PostgreSQL must be able to prepare it."""

import json
import os
import pathlib
import re
import tempfile

import pytest

from cluster import PostgreSQL
from noteitd import ROOT
from postgresql_schema import STRING, Unknown, postgresql, texts

STATEMENTS = pathlib.Path(os.environ.get("NOTEIT_STATEMENTS", ROOT / ".build/statements.jsonl"))

# The Swift tests send more distinct statements than this. A run of some tests sends fewer.
FEWEST = 250

# Both engines take these. PostgreSQL runs them, but prepares none.
CONTROL = r"(?:SAVEPOINT|RELEASE|ROLLBACK TO) \w+"

# Constructs that PostgreSQL refuses or understands differently, and what to write instead.
REFUSED = {
    r"\b(?:MATCH|PRAGMA|rowid)\b|\bsqlite_\w+": "the statement in Engines/SQLite, for `native`",
    r"\bGLOB\b": "trim(x, '0123456789') = ''",
    r"\bLIKE\b": "instr(lower(x), ?) > 0, since LIKE ignores case in SQLite alone",
    r"\b(?:INSERT|UPDATE) OR\b|\bREPLACE INTO\b": "ON CONFLICT ... DO UPDATE or DO NOTHING",
    r"\bIS (?:NOT )?(?!NOT\b|NULL\b|TRUE\b|FALSE\b|DISTINCT\b)": "IS NOT DISTINCT FROM",
    r"\?\d* IS (?:NOT )?NULL": "CAST(? AS TEXT) IS NULL",
    r"\bNULL\)? *(?:=|<>) *[01]\b": "(x IS NULL) = FALSE or TRUE",
    r"\b(?:min|max)\((?!CASE )[^()]*(?:=|<|>| IS )[^()]*\)": "max(CASE WHEN ... THEN 1 ELSE 0 END)",
    r"\bLIMIT -": "a limit that is never reached",
    r"(?:\b(?:AND|BY|NOT|ON|OR|SELECT|THEN|WHERE)|[(,=<>]) ?\+": "NOT x < ? where the index must not be searched by x",
    r"\bCROSS JOIN \w+ (?:AS )?(?:\w+ )?ON\b": "the condition in WHERE",
    r"\b(?:NOT INDEXED|INDEXED BY|NOCASE|AUTOINCREMENT)\b": "SQL without it",
    r"==|`|\[": "standard SQL",
    r"\b(?:date|datetime|julianday|strftime|time|unixepoch)\(": "a time that is passed in",
    r"\b(?:char|hex|ifnull|iif|printf|randomblob|random|quote|total|typeof|unicode)\(": "standard SQL",
    r"\bjson_(?!each\()\w+\(": "group_concat or json_each, which postgresql_schema.py defines",
}


def sent():
    """The distinct statements that the store sent, and the number of those that only its SQLite engine sends."""
    assert STATEMENTS.exists(), f"{STATEMENTS} does not exist. `make test` writes it."
    records = [json.loads(line) for line in STATEMENTS.read_text().splitlines()]
    records = [record for record in records if not re.fullmatch(CONTROL, record["sql"])]
    own = {record["sql"] for record in records if record["engine"]}
    shared = {record["sql"] for record in records} - own
    assert len(shared) >= FEWEST, f"{STATEMENTS} has only {len(shared)} statements. `make test` writes all of them."
    return sorted(shared), len(own)


def test_postgresql_prepares_every_statement(database, capsys):
    shared, own = sent()
    found = faults(database, [numbered(sql) for sql in shared])
    with capsys.disabled():
        print(f"\nPostgreSQL prepares {len(shared) - len(found)} of {len(shared)} statements; {own} are SQLite's own.")
    assert not found, "\n\n".join(f"{fault}\n{shared[place]}" for place, fault in found)


def test_statements_of_sqlite_alone_are_in_its_folder():
    store = ROOT / "Sources/NoteItStore"
    shared = [path for path in store.rglob("*.swift") if not {"Connection", "Engines"} & set(path.relative_to(store).parts)]
    assert shared and [path.name for path in shared if re.search(r"\.native\b", path.read_text())] == []


def test_no_statement_has_a_construct_of_sqlite_alone():
    faults = [f"{sql}\n" + "".join(f"  {found}: write {instead}\n" for found, instead in refused(sql)) for sql in sent()[0] if refused(sql)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("sql", [
    "SELECT 1 FROM t WHERE a GLOB 'x*'", "INSERT OR IGNORE INTO t VALUES (1)", "SELECT 1 FROM t WHERE a IS ?",
    "SELECT 1 FROM t WHERE a IS NOT b", "SELECT max(a, b) FROM t", "SELECT min(a, (SELECT 1)) FROM t", "SELECT max(a = 'b') FROM t",
    "SELECT 1 FROM t WHERE ? IS NULL OR a = ?", "SELECT 1 FROM t WHERE a IS NULL = 0", "SELECT 1 FROM t LIMIT -1 OFFSET 2",
    "SELECT 1 FROM t WHERE +a = 1 AND b = 2", "SELECT 1 FROM t CROSS JOIN u ON u.a = t.a", "SELECT datetime('now')",
    "SELECT json_group_array(a) FROM t", "PRAGMA user_version", "SELECT ifnull(a, b) FROM t",
])
def test_a_construct_of_sqlite_alone_is_found(sql):
    assert refused(sql)


@pytest.mark.parametrize("sql", [
    "SELECT 1 FROM t WHERE a IS NOT DISTINCT FROM ? AND b IS NOT NULL AND (c IS NULL) = FALSE", "SELECT max(a), min(b) FROM t",
    "SELECT max(CASE WHEN a = 'b' THEN 1 ELSE 0 END) FROM t", "SELECT 'a GLOB b' FROM t WHERE CAST(? AS TEXT) IS NULL",
    "SELECT value FROM json_each(?)", "UPDATE t SET a = a + 1 -- datetime(", "SELECT a FROM t CROSS JOIN u WHERE u.a = t.a",
])
def test_sql_of_both_engines_is_not_refused(sql):
    assert refused(sql) == []


@pytest.mark.parametrize("schema", [
    "CREATE TABLE t (a DECIMAL);", "CREATE TABLE t (a TEXT COLLATE NOCASE);", "CREATE TABLE t (a TEXT CHECK (json_valid(a)));",
    "CREATE TABLE t (a TEXT CHECK (a LIKE 'b%'));", "CREATE TABLE t (a INTEGER) WITHOUT SENSE;", "CREATE VIEW v AS SELECT 1;",
    "CREATE TABLE t (a TEXT); INSERT INTO t SELECT 'b';", "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END;",
    "CREATE TABLE t (a INTEGER GENERATED ALWAYS AS (1));", "CREATE TABLE t (a TEXT CHECK (a GLOB b));", "CREATE TABLE t (a TEXT)",
])
def test_a_schema_with_an_unknown_construct_is_refused(schema):
    with pytest.raises(Unknown):
        postgresql(schema)


def test_a_glob_becomes_a_regular_expression():
    made = postgresql("CREATE TABLE t (a TEXT CHECK (a GLOB '[0-9][0-9]-*' AND NOT a GLOB '*[^-0-9.]*'));")
    assert "CHECK (a ~ '^[0-9][0-9]-.*$' AND NOT a ~ '^.*[^-0-9.].*$')" in made.replace("\\", "")


def test_parameters_are_numbered_as_in_sqlite():
    assert numbered("SELECT '?', ?2, ?, ?1, ?") == "SELECT '?', $2, $3, $1, $4"


def refused(sql):
    """The constructs of SQLite alone in a statement, each with what to write instead."""
    plain = re.sub(rf"{STRING}|\"\w+\"", "x", re.sub(rf"({STRING})|--[^\n]*", lambda found: found[1] or "", sql))
    plain = " ".join(plain.split())
    found = [(match[0], instead) for pattern, instead in REFUSED.items() for match in re.finditer(pattern, plain)]
    return found + [(call, "CASE WHEN a < b THEN a ELSE b END") for call in scalars(plain)]


def scalars(sql):
    """The calls of `max` and `min` with two arguments or more, up to the first comma."""
    for call in re.finditer(r"\b(?:max|min)\(", sql, re.IGNORECASE):
        depth, end = 1, call.end()
        while depth and end < len(sql):
            if sql[end] == "," and depth == 1:
                yield sql[call.start():end + 1]
                break
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1


def numbered(sql):
    """The statement with `$1` for `?1`. A plain `?` gets the number after the greatest one before it, as in SQLite."""
    greatest = 0

    def number(found):
        nonlocal greatest
        if not found[0].startswith("?"):
            return found[0]
        own = int(found[0][1:] or greatest + 1)
        greatest = max(greatest, own)
        return f"${own}"

    return re.sub(rf"{STRING}|\"\w+\"|--[^\n]*|\?\d*", number, sql)


def faults(cluster, statements):
    """The statements that cannot be prepared: the index of each and the error."""
    found = cluster.sql(f"{PREPARING}\nSELECT json_agg(json_build_array(place, fault)) FROM faults($all${json.dumps(statements)}$all$);")
    return json.loads(found.strip() or "[]")


PREPARING = """
CREATE OR REPLACE FUNCTION faults(statements json) RETURNS TABLE (place bigint, fault text) LANGUAGE plpgsql AS $$
DECLARE
    statement text;
BEGIN
    FOR statement, place IN SELECT value, ordinality - 1 FROM json_array_elements_text(statements) WITH ORDINALITY LOOP
        BEGIN
            EXECUTE 'PREPARE trial AS ' || statement;
            EXECUTE 'DEALLOCATE trial';
        EXCEPTION WHEN OTHERS THEN
            fault := SQLERRM;
            RETURN NEXT;
        END;
    END LOOP;
END $$;
"""


@pytest.fixture(scope="module")
def database():
    """An empty PostgreSQL database with the store's schema."""
    with tempfile.TemporaryDirectory(prefix="noteit-postgresql-") as folder:
        cluster = PostgreSQL(folder)
        try:
            cluster.sql(postgresql((ROOT / "schema.sql").read_text()))
            yield cluster
        finally:
            cluster.stop()


def test_the_schema_and_its_steps_in_the_program_are_made_from_those_of_sqlite():
    """Else: python3 Tests/Conformance/PostgreSQL/postgresql_schema.py"""
    for path, text in texts():
        assert path.read_text() == text, path
