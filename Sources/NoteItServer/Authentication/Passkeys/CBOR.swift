/// The part of CBOR (RFC 8949) that authenticators write (CTAP 2.1, section 8): integers, strings, lists, maps and simple values, each
/// with its length in front. Bounded, since it comes from anyone. The shortest form is not demanded.
indirect enum CBOR: Equatable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case list([CBOR])
    case map([Entry])
    /// `false`, `true`, `null` and `undefined`: 20 to 23.
    case simple(UInt8)

    struct Entry: Equatable, Sendable {
        let key, value: CBOR
    }

    /// Reads one value, which ends with the bytes. Nil for anything else.
    init?(_ bytes: [UInt8]) {
        var reader = CBORReader(bytes[...])
        guard let value = reader.value(), reader.rest.isEmpty else { return nil }
        self = value
    }

    subscript(key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    subscript(key: Int64) -> CBOR? { self[.integer(key)] }

    subscript(key: String) -> CBOR? { self[.text(key)] }

    var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var bytes: [UInt8]? {
        guard case .bytes(let value) = self else { return nil }
        return value
    }

    var text: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }
}

/// Reads values one after the other.
/// - Complexity: O(n) for n bytes: a list or map cannot be longer than the bytes that are left.
struct CBORReader {
    /// An attestation has four levels: of the object, its statement, the list of certificates, and each of them.
    private static let depth = 6
    /// Keys are compared with each other.
    private static let mostEntries = 64

    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Nil for malformed bytes, floating point numbers, tags, lengths that are not told in front, a key that comes twice, and what is
    /// nested too deeply.
    mutating func value(_ level: Int = 0) -> CBOR? {
        guard level < Self.depth, let head = rest.popFirst(), let argument = argument(head & 31) else { return nil }
        switch head >> 5 {
        case 0: return Int64(exactly: argument).map { .integer($0) }
        case 1: return Int64(exactly: argument).map { .integer(-1 - $0) }
        case 2: return take(argument).map { .bytes($0) }
        case 3: return take(argument).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
        case 4: return list(argument, level)
        case 5: return map(argument, level)
        case 7 where (20...23).contains(head & 31): return .simple(head & 31)
        default: return nil
        }
    }

    private mutating func list(_ count: UInt64, _ level: Int) -> CBOR? {
        guard count <= rest.count else { return nil }
        var values: [CBOR] = []
        for _ in 0..<count {
            guard let value = value(level + 1) else { return nil }
            values.append(value)
        }
        return .list(values)
    }

    private mutating func map(_ count: UInt64, _ level: Int) -> CBOR? {
        guard count <= Self.mostEntries else { return nil }
        var entries: [CBOR.Entry] = []
        for _ in 0..<count {
            guard let key = value(level + 1), let value = value(level + 1), !entries.contains(where: { $0.key == key }) else {
                return nil
            }
            entries.append(.init(key: key, value: value))
        }
        return .map(entries)
    }

    private mutating func take(_ count: UInt64) -> [UInt8]? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return Array(rest.prefix(Int(count)))
    }

    /// The number after the first three bits of a head.
    private mutating func argument(_ short: UInt8) -> UInt64? {
        guard short >= 24 else { return UInt64(short) }
        guard short <= 27 else { return nil }
        return take(1 << UInt64(short - 24))?.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
