import CPostgreSQL

/// The result of a statement, all of it in memory.
final class PostgreSQLResult {
    private let pointer: OpaquePointer
    private let types: [Oid]

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        types = (0..<libpq_columns(pointer)).map { libpq_column_type(pointer, $0) }
    }

    deinit { libpq_clear(pointer) }

    var rows: Int { Int(libpq_rows(pointer)) }
    /// The number of rows that the statement changed, or selected.
    var changedRows: Int { Int(String(cString: libpq_changed_rows(pointer))) ?? 0 }
    /// The command's tag, such as `COMMIT`.
    var command: String { String(cString: libpq_command(pointer)) }

    fileprivate var columns: [String] { types.indices.map { String(cString: libpq_column_name(pointer, Int32($0))) } }

    fileprivate func index(of column: String) -> Int? { columns.firstIndex(of: column) }

    fileprivate func isNull(_ row: Int32, _ column: Int) -> Bool { libpq_is_null(pointer, row, Int32(column)) != 0 }

    fileprivate func type(_ column: Int) -> PostgreSQLType { PostgreSQLType(types[column]) }

    fileprivate func bytes(_ row: Int32, _ column: Int) -> UnsafeBufferPointer<UInt8> {
        let count = Int(libpq_length(pointer, row, Int32(column)))
        return libpq_value(pointer, row, Int32(column)).withMemoryRebound(to: UInt8.self, capacity: count) {
            UnsafeBufferPointer(start: $0, count: count)
        }
    }
}

/// How the text of a value is read.
private enum PostgreSQLType {
    case integer, real, numeric, boolean, bytes, text

    /// - Parameter oid: from pg_type.dat, which never changes.
    init(_ oid: Oid) {
        self =
            switch oid {
            case 20, 21, 23: .integer
            case 700, 701: .real
            case 1700: .numeric
            case 16: .boolean
            case 17: .bytes
            default: .text
            }
    }
}

/// A row of a result.
struct PostgreSQLRow {
    private let result: PostgreSQLResult
    private let row: Int32

    init(_ result: PostgreSQLResult, _ row: Int) { (self.result, self.row) = (result, Int32(row)) }

    func index(of column: String) -> Int? { result.index(of: column) }

    /// Nil for NULL, and for a value that is not of the type.
    func value<Value: SQLConvertible>(_ index: Int) -> Value? {
        guard !result.isNull(row, index), case .text = result.type(index) else { return Value(value(index)) }
        return Value(utf8: result.bytes(row, index))
    }

    func value(_ index: Int) -> SQLValue {
        guard !result.isNull(row, index) else { return .null }
        let bytes = result.bytes(row, index)
        switch result.type(index) {
        case .integer: return Self.integer(bytes)
        case .real: return Self.real(bytes)
        // A sum of integers is one.
        case .numeric: return bytes.contains(UInt8(ascii: ".")) ? Self.real(bytes) : Self.integer(bytes)
        case .boolean: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
        case .bytes: return .blob(Self.decodedHexadecimal(bytes))
        case .text: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func integer(_ digits: UnsafeBufferPointer<UInt8>) -> SQLValue {
        let isNegative = digits.first == UInt8(ascii: "-")
        var value: Int64 = 0
        // Negative, since there is one more negative number.
        for digit in digits.dropFirst(isNegative ? 1 : 0) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            let (difference, overflowsToo) = product.subtractingReportingOverflow(Int64(digit) - 48)
            if overflows || overflowsToo { return real(digits) }
            value = difference
        }
        return .integer(isNegative ? value : 0 - value)
    }

    private static func real(_ digits: UnsafeBufferPointer<UInt8>) -> SQLValue {
        Double(String(decoding: digits, as: UTF8.self)).map { .real($0) } ?? .null
    }

    /// - Parameter text: `\x` and two digits for each byte, as `bytea_output = hex` gives it.
    private static func decodedHexadecimal(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        func digit(_ byte: UInt8) -> UInt8 { byte <= UInt8(ascii: "9") ? byte - 48 : byte - 87 }
        return stride(from: 2, to: text.count - 1, by: 2).map { digit(text[$0]) << 4 | digit(text[$0 + 1]) }
    }
}
