/// A database at one end of a move. Nobody else has it open until it is let go. Each engine has one.
protocol MovingDatabase {
    /// For statements of both engines.
    var db: SQLConnection { get }

    /// Whether the database has no tables. Throws `StoreError` for one that is not NoteIt's, or that cannot be used.
    func isEmpty() throws -> Bool

    /// The version of its schema.
    func version() throws -> Int

    /// Takes the schema to the version of this program. Throws `StoreError` for a newer one.
    func upgrade() throws

    /// The tables that the schema has, without those that only this engine needs.
    func tables() throws -> [MovedTable]

    /// A sentence about a value that the other engine does not take; nil if there is none.
    func unfitValue(in tables: [MovedTable]) throws -> String?

    /// Makes empty tables, in place of tables of NoteIt that are there, and the mark, in one transaction.
    func create(_ mark: MoveMark) throws

    /// Runs `body` in one transaction.
    func transaction(_ body: () throws -> Void) throws

    /// Hands over each row, in the order of the table's key.
    func read(_ table: MovedTable, each: ([SQLValue]) throws -> Void) throws

    /// Writes rows within a transaction.
    func insert(_ rows: [[SQLValue]], into table: MovedTable) throws

    /// Turns on, within a transaction, what loading did without. Throws if rows refer to missing ones.
    func complete() throws

    /// Prepares the planner for the new rows.
    func analyze() throws
}

/// A table, as the catalog of an engine describes it.
struct MovedTable: Equatable {
    struct Column: Equatable {
        enum Kind { case integer, real, text, blob }
        var name: String
        var kind: Kind
        var quoted: String { "\"\(name)\"" }
    }

    /// Tables that are not copied: those of the move itself, of contents, which SQLite keeps in files, and what nodes share for a while.
    static let others = Set(
        MoveMark.tables + ["content", "content_part", "node", "signing_key", "sign_in_count", "stream_ticket"])

    var name: String
    var columns: [Column]
    /// The names of the primary key's columns in their order; none if there is no such key.
    var key: [String]

    /// Both engines order texts by their bytes.
    var selection: String {
        let order = key.isEmpty ? columns.map(\.quoted) : key.map { "\"\($0)\"" }
        return """
            SELECT \(columns.map(\.quoted).joined(separator: ", ")) FROM \(name) \
            ORDER BY \(order.map { "\($0) NULLS FIRST" }.joined(separator: ", "))
            """
    }

    /// - Parameter count: the number of rows.
    func insertion(of count: Int) -> String {
        let row = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let rows = repeatElement(row, count: count).joined(separator: ", ")
        return "INSERT INTO \(name) (\(columns.map(\.quoted).joined(separator: ", "))) VALUES \(rows)"
    }
}

/// The checksum of a table's rows up to one: SHA-256 over the columns' values in an encoding that both engines share.
struct RowsChecksum {
    private var hash = SHA256()
    private(set) var rows = 0

    mutating func add(_ values: [SQLValue]) {
        var bytes: [UInt8] = []
        for value in values {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number): Self.add(1, UInt64(bitPattern: number), &bytes)
            case .real(let number): Self.add(2, number.bitPattern, &bytes)
            case .text(let text):
                Self.add(3, UInt64(text.utf8.count), &bytes)
                bytes += text.utf8
            case .blob(let blob):
                Self.add(4, UInt64(blob.count), &bytes)
                bytes += blob
            }
        }
        hash.update(bytes)
        rows += 1
    }

    private static func add(_ tag: UInt8, _ number: UInt64, _ bytes: inout [UInt8]) {
        bytes.append(tag)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// In hexadecimal.
    var text: String {
        var copy = hash
        return copy.digest()
    }
}

extension SQLValue: SQLConvertible {
    var sqlValue: SQLValue { self }

    init?(_ value: SQLValue) { self = value }

    /// About how many bytes it takes.
    var size: Int {
        switch self {
        case .null, .integer, .real: 8
        case .text(let text): text.utf8.count
        case .blob(let blob): blob.count
        }
    }
}

extension Row {
    /// The first values.
    func values(_ count: Int) -> [SQLValue] { (0..<count).map { self[$0] } }
}
