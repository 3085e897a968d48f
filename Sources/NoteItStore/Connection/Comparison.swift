import NoteItCore

/// Compares byte for byte: `==` takes two encodings of a text for equal, and would drop an edit from one to the other.
func identical(_ left: some Encodable, _ right: some Encodable) throws -> Bool {
    try JSONCoding.bytes(left) == JSONCoding.bytes(right)
}

/// The distinct values in the order of their first occurrence.
func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
}

/// The same for texts, which are compared by their bytes: two forms of one character differ.
func unique(_ texts: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return texts.filter { seen.insert(Array($0.utf8)).inserted }
}
