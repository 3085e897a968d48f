import Foundation
import NoteItCore

/// The texts of a JSON array, the form of stored lists.
func texts(_ json: String) throws -> [String] {
    if json == "[]" { return [] }
    // Nearly all are tags, without escapes: then each quote is one around a text.
    let parts = json.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    let between = stride(from: 2, to: parts.count - 1, by: 2)
    guard !json.utf8.contains(UInt8(ascii: "\\")), parts.first?.elementsEqual("[".utf8) == true,
        parts.last?.elementsEqual("]".utf8) == true, between.allSatisfy({ parts[$0].elementsEqual(",".utf8) })
    else { return try JSONDecoder().decode([String].self, from: Data(json.utf8)) }
    return stride(from: 1, to: parts.count, by: 2).map { String(Substring(parts[$0])) }
}

/// A list of texts as a JSON array, the form of stored lists and of values for `IN (SELECT value FROM json_each(?))`.
func jsonArray(_ values: some Collection<some LosslessStringConvertible>) throws -> String {
    try JSONCoding.string(values.map(\.description))
}

/// As SQL: whether a column contains a text, whatever the case of ASCII letters. Takes `containable(text)`. `LIKE` takes
/// quadratic time, and is case-sensitive in PostgreSQL.
func contains(_ column: String, _ text: String = "?") -> String { "instr(lower(\(column)), \(text)) > 0" }

func containable(_ text: String) -> String {
    text.escaping { scalar in
        ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 32).map { String($0) } : nil
    }
}

/// A value that the store wrote as JSON. Throws `EngineFault.corrupt` if it cannot be read.
func storedJSON<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    do {
        return try JSONCoding.decode(type, from: json)
    } catch {
        throw EngineFault.corrupt("JSON that is not a \(type)")
    }
}
