"""libcmark-gfm, which the terminal links, as the oracle of the page's parser: the same extensions, the same tree."""

import ctypes

CORE = ctypes.CDLL("libcmark-gfm.so.0.29.0.gfm.6", mode=ctypes.RTLD_GLOBAL)
EXTENSIONS = ctypes.CDLL("libcmark-gfm-extensions.so.0.29.0.gfm.6")
NAMES = ("table", "strikethrough", "autolink", "tasklist")
DEEPEST = 24


class TooDeep(Exception):
    pass


def function(library, name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


POINTER, TEXT, INTEGER = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
parser_new = function(CORE, "cmark_parser_new", POINTER, INTEGER)
parser_free = function(CORE, "cmark_parser_free", None, POINTER)
parser_feed = function(CORE, "cmark_parser_feed", None, POINTER, TEXT, ctypes.c_size_t)
parser_finish = function(CORE, "cmark_parser_finish", POINTER, POINTER)
find_extension = function(CORE, "cmark_find_syntax_extension", POINTER, TEXT)
attach = function(CORE, "cmark_parser_attach_syntax_extension", INTEGER, POINTER, POINTER)
node_free = function(CORE, "cmark_node_free", None, POINTER)
first_child = function(CORE, "cmark_node_first_child", POINTER, POINTER)
next_node = function(CORE, "cmark_node_next", POINTER, POINTER)
type_string = function(CORE, "cmark_node_get_type_string", TEXT, POINTER)
literal = function(CORE, "cmark_node_get_literal", TEXT, POINTER)
url = function(CORE, "cmark_node_get_url", TEXT, POINTER)
fence_info = function(CORE, "cmark_node_get_fence_info", TEXT, POINTER)
heading_level = function(CORE, "cmark_node_get_heading_level", INTEGER, POINTER)
list_type = function(CORE, "cmark_node_get_list_type", INTEGER, POINTER)
list_start = function(CORE, "cmark_node_get_list_start", INTEGER, POINTER)
list_tight = function(CORE, "cmark_node_get_list_tight", INTEGER, POINTER)
is_checked = function(EXTENSIONS, "cmark_gfm_extensions_get_tasklist_item_checked", ctypes.c_bool, POINTER)
columns_of = function(EXTENSIONS, "cmark_gfm_extensions_get_table_columns", ctypes.c_uint16, POINTER)
alignments_of = function(EXTENSIONS, "cmark_gfm_extensions_get_table_alignments", ctypes.POINTER(ctypes.c_uint8), POINTER)
function(EXTENSIONS, "cmark_gfm_core_extensions_ensure_registered", None)()


def tree(text):
    """The tree of a text in the form of `markdown.js`."""
    parser = parser_new(0)
    for name in NAMES:
        attach(parser, find_extension(name.encode()))
    data = text.encode()
    parser_feed(parser, data, len(data))
    document = parser_finish(parser)
    try:
        return blocks(document, 0)
    except TooDeep:
        return [{"type": "verbatim", "text": text}]
    finally:
        node_free(document)
        parser_free(parser)


def children(node):
    child = first_child(node)
    while child:
        yield child
        child = next_node(child)


def string(text):
    return (text or b"").decode(errors="replace")


def blocks(node, depth):
    found = []
    for child in children(node):
        if depth >= DEEPEST:
            raise TooDeep
        found.append(block(child, depth + 1))
    return found


def block(node, depth):
    kind = type_string(node).decode()
    if kind == "paragraph":
        return {"type": "paragraph", "inlines": inlines(node, depth)}
    if kind == "heading":
        return {"type": "heading", "level": heading_level(node), "inlines": inlines(node, depth)}
    if kind == "code_block":
        return {"type": "code", "info": string(fence_info(node)), "text": string(literal(node))}
    if kind == "block_quote":
        return {"type": "quote", "blocks": blocks(node, depth)}
    if kind == "list":
        items = [
            {"isDone": is_checked(item) if type_string(item) == b"tasklist" else None, "blocks": blocks(item, depth)}
            for item in children(node)
        ]
        start = list_start(node) if list_type(node) == 2 else None
        return {"type": "list", "start": start, "isTight": list_tight(node) != 0, "items": items}
    if kind == "table":
        names = {0: "", ord("l"): "left", ord("r"): "right", ord("c"): "center"}
        alignments = [names[alignments_of(node)[index]] for index in range(columns_of(node))]
        rows = [[inlines(cell, depth) for cell in children(row)] for row in children(node)]
        return {"type": "table", "alignments": alignments, "rows": [without_empty_end(row) for row in rows]}
    if kind == "thematic_break":
        return {"type": "rule"}
    return {"type": "verbatim", "text": string(literal(node))}


def without_empty_end(row):
    """A row that is too short gets empty cells from the parser, and none in the page."""
    while row and not row[-1]:
        row = row[:-1]
    return row


def inlines(node, depth, is_link=False):
    if depth > DEEPEST:
        raise TooDeep
    return joined([inline for child in children(node) for inline in inlines_of(child, depth + 1, is_link)])


def inlines_of(node, depth, is_link):
    kind = type_string(node).decode()
    if kind in ("text", "code"):
        return [{"type": kind, "text": string(literal(node))}]
    if kind == "html_inline":
        return [{"type": "html", "text": string(literal(node))}]
    if kind in ("softbreak", "linebreak"):
        return [{"type": "break"}]
    inner = inlines(node, depth, is_link or kind == "link")
    if kind == "link" and is_link:
        return inner  # the page has no links within links
    if kind in ("link", "image"):
        return [{"type": kind, "inlines": inner, "address": string(url(node))}]
    return [{"type": {"emph": "emphasis", "strong": "strong", "strikethrough": "struck"}[kind], "inlines": inner}]


def joined(inlines):
    found = []
    for inline in inlines:
        if inline["type"] == "text" and found and found[-1]["type"] == "text":
            found[-1] = {"type": "text", "text": found[-1]["text"] + inline["text"]}
        elif inline != {"type": "text", "text": ""}:
            found.append(inline)
    return found
