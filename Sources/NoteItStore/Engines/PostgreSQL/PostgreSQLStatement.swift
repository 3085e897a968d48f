/// The SQL of a statement as PostgreSQL takes it.
enum PostgreSQLStatement {
    /// `$1` for `?1`. A plain `?` gets the number after the greatest one before it, as in SQLite. Strings, quoted names and
    /// comments stay.
    static func numbered(_ sql: String) -> String {
        var (made, greatest) = ([UInt8](), 0)
        var rest = Array(sql.utf8)[...]
        made.reserveCapacity(rest.count + 16)
        while let byte = rest.popFirst() {
            made.append(byte)
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""): take(through: byte)
            case UInt8(ascii: "-") where rest.first == byte: take(through: UInt8(ascii: "\n"))
            case UInt8(ascii: "?"):
                let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                rest = rest.dropFirst(digits.count)
                let number = Int(String(decoding: digits, as: UTF8.self)) ?? greatest + 1
                greatest = max(greatest, number)
                made.removeLast()
                made += Array("$\(number)".utf8)
            default: break
            }
        }
        func take(through end: UInt8) {
            while let byte = rest.popFirst() {
                made.append(byte)
                if byte == end { return }
            }
        }
        return String(decoding: made, as: UTF8.self)
    }
}
