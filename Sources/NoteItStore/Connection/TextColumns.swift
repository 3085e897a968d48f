import Foundation
import NoteItCore
import NoteItCore

/// The texts of a JSON array, the form of stored lists.
func texts(_ json: String) throws -> [String] {
    json == "[]" ? [] : try JSONDecoder().decode([String].self, from: Data(json.utf8))
}

/// A list of texts as a JSON array, the form of stored lists and of values for `IN (SELECT value FROM json_each(?))`.
func jsonArray(_ values: some Collection<some LosslessStringConvertible>) throws -> String {
    values.isEmpty ? "[]" : String(decoding: try JSONEncoder().encode(values.map(\.description)), as: UTF8.self)
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
