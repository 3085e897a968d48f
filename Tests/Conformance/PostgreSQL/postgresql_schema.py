"""Translates `schema.sql` and its steps into PostgreSQL's. Every construct needs a rule here; one without a rule raises `Unknown`.

The tables of the search index are left out: beside PostgreSQL, the index is an SQLite file.

    python3 Tests/Conformance/PostgreSQL/postgresql_schema.py
"""

import pathlib
import re

TYPES = {"TEXT": 'text COLLATE "C"', "INTEGER": "bigint", "REAL": "double precision", "BLOB": "bytea"}

# SQLite's functions that the store's statements call. Defined here, they need neither a second text of a statement nor anything
# that SQLite would be slower with. PostgreSQL inlines the first two.
FUNCTIONS = """
CREATE FUNCTION json_each(text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE
    AS $$ SELECT json_array_elements_text($1::json) $$;
CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$ SELECT strpos($1, $2) $$;
CREATE FUNCTION group_concat_step(text, text, text) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT COALESCE($1 || $3 || $2, $2, $1) $$;
CREATE AGGREGATE group_concat (text, text) (SFUNC = group_concat_step, STYPE = text);
"""

# The version of the schema, and the oldest version that may serve it (`version`); the timeline of the primary, and whether its
# commits wait for a standby; which batch each process wrote last.
OWN = """
CREATE TABLE noteit_schema (
    id bigint PRIMARY KEY CHECK (id = 1),
    version bigint NOT NULL,
    timeline bigint NOT NULL,
    is_synchronous boolean NOT NULL,
    reached bigint
);
CREATE TABLE writer (
    id text COLLATE "C" PRIMARY KEY,
    batch text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL
);
"""

# What a step adds to these.
OWN_STEPS = {"step_3.sql": "ALTER TABLE noteit_schema ADD COLUMN reached bigint;"}

STRING = r"'(?:[^']|'')*'"
NAME = r'[a-z_]\w*|"[a-z_]\w*"'
TOKEN = re.compile(rf"\s+|{STRING}|NEW\.\w+|{NAME}|[A-Z]+|\d+|<>|<=|>=|[-+=<>(),]")
KEYWORDS = "AND BETWEEN COALESCE FROM GLOB IN IS NOT NULL OR SELECT".split()
CALLED = "length lower max min substr".split()


class Unknown(Exception):
    """SQL without a rule."""


def texts():
    """All that is translated: the path of each PostgreSQL text, and the text."""
    engines = pathlib.Path(__file__).parents[3] / "Sources/NoteItStore/Engines"
    yield engines / "PostgreSQL/postgresql.sql", postgresql((engines.parent / "schema.sql").read_text())
    for step in sorted((engines / "SQLite").glob("step_*.sql")):
        yield engines / f"PostgreSQL/postgresql_{step.name}", translated([OWN_STEPS.get(step.name, "")], step.read_text())


def postgresql(schema):
    """The same schema as PostgreSQL statements."""
    return translated([FUNCTIONS.strip(), OWN.strip()], schema)


def translated(own, sql):
    """The same statements after our own. Foreign keys come last, since events and replies refer to each other."""
    made, references = [text for text in own if text], []
    for statement in statements(sql):
        if re.match(r"(?:(?:CREATE (?:VIRTUAL )?|ALTER |DROP )TABLE|CREATE INDEX|INSERT INTO) search_", statement):
            continue
        if found := re.fullmatch(r"CREATE TABLE (\w+) \((.*)\)((?: WITHOUT ROWID| STRICT|,)*)", statement):
            made.append(table(found[1], found[2], references))
        elif found := re.fullmatch(r"CREATE (UNIQUE )?INDEX (\w+) ON (\w+) (\(.*)", statement):
            made.append(index(*found.groups()))
        elif found := re.fullmatch(r"CREATE TRIGGER (\w+) BEFORE (INSERT|UPDATE|DELETE) ON (\w+) (?:WHEN (.*) )?"
                                   rf"BEGIN SELECT RAISE\(ABORT, ({STRING})\); END", statement):
            made.append(trigger(*found.groups()))
        elif found := re.fullmatch(r"ALTER TABLE (\w+) ADD COLUMN (.*)", statement):
            made.append(f"ALTER TABLE {found[1]} ADD COLUMN {column(found[1], found[2], references)}")
        elif statement.startswith("INSERT INTO "):
            made.append(inserted(statement))
        else:
            raise Unknown(statement)
    return ";\n".join([part.rstrip(";") for part in made + references]) + ";\n"


def statements(schema):
    """Each statement on one line, without comments."""
    plain = re.sub(rf"({STRING})|--[^\n]*", lambda found: found[1] or "", schema)
    plain = re.sub(rf"({STRING})|\s+", lambda found: found[1] or " ", plain)
    pattern = re.compile(rf"\s*((?:CREATE TRIGGER .*? END|(?:{STRING}|[^';])+?))\s*;")
    end = 0
    while found := pattern.match(plain, end):
        yield re.sub(rf"({STRING})|\( | (?=\))", lambda piece: piece[1] or piece[0].strip(), found[1])
        end = found.end()
    if plain[end:].strip():
        raise Unknown(plain[end:])


def table(name, body, references):
    """The table without its foreign keys. Those are appended to `references`."""
    items = []
    for item in parts(body):
        if found := re.fullmatch(r"CHECK \((.*)\)", item):
            items.append(f"CHECK ({expression(found[1])})")
        elif re.fullmatch(rf"(?:PRIMARY KEY|UNIQUE) \((?:{NAME})(?:, (?:{NAME}))*\)", item):
            items.append(item)
        else:
            items.append(column(name, item, references))
    return f"CREATE TABLE {name} (\n    " + ",\n    ".join(items) + "\n)"


def column(table, item, references):
    found = re.match(rf"({NAME}) ([A-Z]+)(?= |$)", item)
    if not found or found[2] not in TYPES:
        raise Unknown(item)
    made, rest = f"{found[1]} {TYPES[found[2]]}", item[found.end():].strip()
    # SQLite assigns such a number when an INSERT omits it.
    if found[2] == "INTEGER" and rest.startswith("PRIMARY KEY"):
        made += " GENERATED BY DEFAULT AS IDENTITY"
    while rest:
        if plain := re.match(rf"(?:NOT NULL|PRIMARY KEY|UNIQUE|DEFAULT (?:-?\d+|{STRING}))(?= |$)", rest):
            made, rest = f"{made} {plain[0]}", rest[plain.end():].strip()
        elif rest.startswith("CHECK ("):
            end = closing(rest, rest.index("("))
            made, rest = f"{made} CHECK ({expression(rest[7:end])})", rest[end + 1:].strip()
        elif key := re.match(rf"REFERENCES \w+ \((?:{NAME})\)(?: ON DELETE (?:CASCADE|SET NULL))?(?= |$)", rest):
            references.append(f"ALTER TABLE {table} ADD FOREIGN KEY ({found[1]}) {key[0]}")
            rest = rest[key.end():].strip()
        else:
            raise Unknown(item)
    return made


def index(unique, name, table, rest):
    end = closing(rest, 0)
    items, condition = parts(rest[1:end]), rest[end + 1:]
    # `x IS NULL, x` sorts nulls last. PostgreSQL does that by default, and searches ranges of x in the shorter index.
    items = [item for item, following in zip(items, [*items[1:], ""]) if item != f"{following} IS NULL"]
    keys = [item if re.fullmatch(NAME, item) else f"({expression(item)})" for item in items]
    if condition and not condition.startswith(" WHERE "):
        raise Unknown(rest)
    where = f" WHERE {expression(condition.removeprefix(' WHERE '))}" if condition else ""
    return f"CREATE {unique or ''}INDEX {name} ON {table} ({', '.join(keys)}){where}"


def trigger(name, verb, table, condition, message):
    """A trigger and its function, which also tests the condition: PostgreSQL's WHEN allows no subquery."""
    body = f"RAISE EXCEPTION {message};"
    if condition:
        body = f"IF {expression(condition)} THEN {body} END IF; RETURN NEW;"
    return (f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$;\n"
            f"CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()")


def inserted(statement):
    value = rf"(?:-?\d+|{STRING})"
    row = rf"(?:{value}|{NAME})(?:, (?:{value}|{NAME}))*"
    if not re.fullmatch(rf"INSERT INTO \w+ (?:VALUES \({value}(?:, {value})*\)|SELECT {row} FROM \w+ WHERE id = 1)", statement):
        raise Unknown(statement)
    return statement


def expression(text):
    """The expression in PostgreSQL: `~` for `GLOB`, and integers for conditions that are added."""
    end = 0
    while end < len(text):
        found = TOKEN.match(text, end)
        if not found:
            raise Unknown(text)
        word, end = found[0], found.end()
        if word.isupper() and word.isalpha() and word not in KEYWORDS:
            raise Unknown(f"{word} in {text}")
        if word.islower() and word not in CALLED and text.startswith("(", end):
            raise Unknown(f"{word}() in {text}")
    text = re.sub(rf"\bGLOB ({STRING})", lambda found: "~ '" + regular(found[1][1:-1]) + "'", text)
    if "GLOB" in text:
        raise Unknown(text)
    return re.sub(r"(\(\w+ IS (?:NOT )?NULL\))(?= \+)|(?<=\+ )(\(\w+ IS (?:NOT )?NULL\))", r"\g<0>::integer", text)


def regular(glob):
    """The regular expression that matches the same texts as a pattern of `GLOB`."""
    rules = {"*": ".*", "?": "."}
    pieces = re.findall(r"\[\^?\]?[^\]\\]*\]|[^\[\\]", glob)
    if "".join(pieces) != glob:
        raise Unknown(f"GLOB '{glob}'")
    return "^" + "".join(rules.get(piece, piece if piece[0] == "[" or piece == "''" else re.escape(piece)) for piece in pieces) + "$"


def parts(text):
    """The text split at commas outside parentheses."""
    found, depth, start = [], 0, 0
    for piece in re.finditer(rf"{STRING}|[(),]", text):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if piece[0] == "," and depth == 0:
            found.append(text[start:piece.start()].strip())
            start = piece.end()
    return [*found, text[start:].strip()]


def closing(text, start):
    """The index of the parenthesis that closes the one at `start`."""
    depth = 0
    for piece in re.finditer(rf"{STRING}|[()]", text[start:]):
        depth += {"(": 1, ")": -1}.get(piece[0], 0)
        if depth == 0:
            return start + piece.start()
    raise Unknown(text)


if __name__ == "__main__":
    for path, text in texts():
        path.write_text(text)
