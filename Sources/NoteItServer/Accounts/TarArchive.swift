import Foundation

/// The blocks of a tar archive: POSIX.1-2001, `pax` interchange format. An ASCII name of at most 100 bytes needs a `ustar` header
/// alone, which every tar reads. An extended header before it carries any other name.
enum TarArchive {
    static let block = 512

    /// Two empty blocks.
    static let end = [UInt8](repeating: 0, count: 2 * block)

    /// The header of an entry.
    /// - Parameters: `name`: with its folders, separated by `/`; `size`: in bytes, below 8 GiB.
    static func header(_ name: String, size: Int, modified: Date) -> [UInt8] {
        if name.utf8.count <= 100, name.utf8.allSatisfy({ $0 < 0x80 }) { return ustar(name, size: size, modified: modified) }
        let record = pathRecord(name)
        let plain = String(decoding: name.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "_") }.prefix(100), as: UTF8.self)
        return ustar("pax/name", size: record.count, modified: modified, type: "x") + record + padding(after: record.count)
            + ustar(plain, size: size, modified: modified)
    }

    /// Fills up the last block of `size` bytes.
    static func padding(after size: Int) -> [UInt8] { [UInt8](repeating: 0, count: (block - size % block) % block) }

    /// `LENGTH path=NAME`, where the length includes its own digits.
    private static func pathRecord(_ name: String) -> [UInt8] {
        let rest = " path=\(name)\n".utf8
        var length = rest.count
        while "\(length)".utf8.count + rest.count != length { length = "\(length)".utf8.count + rest.count }
        return Array("\(length)".utf8) + rest
    }

    private static func ustar(_ name: String, size: Int, modified: Date, type: Unicode.Scalar = "0") -> [UInt8] {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ text: String, at offset: Int) { header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8) }
        put(name, at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        put(octal(size, digits: 11), at: 124)
        put(octal(max(0, Int(modified.timeIntervalSince1970)), digits: 11), at: 136)
        put("        ", at: 148)
        header[156] = UInt8(ascii: type)
        put("ustar", at: 257)
        put("00", at: 263)
        let sum = header.reduce(0) { $0 + Int($1) }
        put(octal(sum, digits: 6) + "\u{0} ", at: 148)
        return header
    }

    private static func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
