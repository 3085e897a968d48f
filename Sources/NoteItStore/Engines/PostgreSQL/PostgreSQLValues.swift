/// The values of a statement in the form that libpq takes: texts that end with NUL, and bytes as they are.
struct PostgreSQLValues {
    /// All values one after the other. A nil place is NULL.
    private var bytes: [CChar] = []
    private var places: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    /// Throws for a text with NUL, at which PostgreSQL would end it.
    init(_ values: [SQLValue]) throws {
        for value in values {
            switch value {
            case .null: add(nil, isBinary: false)
            case .integer(let number): add(Array("\(number)".utf8), isBinary: false)
            case .real(let number): add(Array("\(number)".utf8), isBinary: false)
            case .text(let text):
                let utf8 = Array(text.utf8)
                guard !utf8.contains(0) else { throw PostgreSQLFault(code: "22021", message: "a text with NUL") }
                add(utf8, isBinary: false)
            case .blob(let blob): add(blob, isBinary: true)
            }
        }
    }

    /// In bytes.
    var size: Int { bytes.count }

    private mutating func add(_ value: [UInt8]?, isBinary: Bool) {
        places.append(value == nil ? nil : bytes.count)
        lengths.append(Int32(value?.count ?? 0))
        formats.append(isBinary ? 1 : 0)
        guard let value else { return }
        bytes += value.map { CChar(bitPattern: $0) }
        bytes.append(0)
    }

    /// - Parameter body: takes the number of the values, pointers to them, their lengths and formats.
    func withPointers<Result>(
        _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBufferPointer { buffer in
            let pointers = places.map { place in place.flatMap { buffer.baseAddress?.advanced(by: $0) } }
            return try body(Int32(places.count), pointers, lengths, formats)
        }
    }
}
