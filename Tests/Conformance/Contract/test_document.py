"""The contract says what its authors wrote."""

from contract import DOCUMENT


def test_no_text_is_cut_at_a_comma():
    """YAML ends an unquoted text between braces at a comma, and takes the rest for a name."""
    assert [name for name in names(DOCUMENT) if " " in name.strip()] == []


def names(node):
    """The names of all members but those of examples."""
    if isinstance(node, list):
        return [name for item in node for name in names(item)]
    if not isinstance(node, dict):
        return []
    return [str(name) for name in node] + [inner for name, value in node.items() if name != "example" for inner in names(value)]
