import CZlib
import Foundation

/// Reads files out of a ZIP archive: stored or deflated ones, without encryption, up to 4 GiB as the first form of ZIP has them.
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
struct ZipFile {
    /// The most bytes of the archive, and of a file in it.
    static let largest = 256 << 20

    private struct Entry {
        var method, size, packed, header: Int
    }

    private let bytes: [UInt8]
    private let entries: [String: Entry]
    private let path: String

    /// Whether a file begins as an archive does.
    static func isZip(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 4)).map { Array($0) == [0x50, 0x4B, 3, 4] } ?? false
    }

    /// Throws `.unreadable`.
    init(path: String) throws(RegistrarError) {
        guard let data = FileManager.default.contents(atPath: path), data.count <= Self.largest else {
            throw .unreadable(file: path, why: "It cannot be read, or is larger than 256 MiB.")
        }
        let bytes = Array(data)
        guard let entries = Self.directory(bytes) else {
            throw .unreadable(file: path, why: "The ZIP archive is damaged or incomplete. Download it again.")
        }
        (self.path, self.bytes, self.entries) = (path, bytes, entries)
    }

    /// The content of the file with this name in the archive, in any folder; nil if there is none. Throws `.unreadable`.
    func content(_ name: String) throws(RegistrarError) -> [UInt8]? {
        let found = entries.keys.filter { $0 == name || $0.hasSuffix("/" + name) }.sorted { $0.utf8.count < $1.utf8.count }
        guard let entry = found.first.flatMap({ entries[$0] }) else { return nil }
        guard let content = unpacked(entry) else {
            throw .unreadable(file: path, why: "\(name) in the archive is damaged, encrypted or larger than 256 MiB.")
        }
        return content
    }

    private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> Int? {
        guard at >= 0, at + width <= bytes.count else { return nil }
        return (0..<width).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }

    /// The central directory, which the end of the archive points to.
    private static func directory(_ bytes: [UInt8]) -> [String: Entry]? {
        let last = bytes.count - 22
        guard last >= 0 else { return nil }
        let end = stride(from: last, through: max(0, last - 0xFFFF), by: -1).first { number(bytes, $0, 4) == 0x0605_4B50 }
        guard let end, let count = number(bytes, end + 10, 2), var at = number(bytes, end + 16, 4) else { return nil }
        var entries: [String: Entry] = [:]
        for _ in 0..<count {
            guard number(bytes, at, 4) == 0x0201_4B50, let flags = number(bytes, at + 8, 2),
                let method = number(bytes, at + 10, 2), let packed = number(bytes, at + 20, 4),
                let size = number(bytes, at + 24, 4), let nameLength = number(bytes, at + 28, 2),
                let extra = number(bytes, at + 30, 2), let comment = number(bytes, at + 32, 2),
                let header = number(bytes, at + 42, 4), at + 46 + nameLength <= bytes.count
            else { return nil }
            let name = String(decoding: bytes[at + 46..<at + 46 + nameLength], as: UTF8.self)
            // An encrypted file has no method that is known here.
            entries[name] = Entry(method: flags & 1 == 1 ? -1 : method, size: size, packed: packed, header: header)
            at += 46 + nameLength + extra + comment
        }
        return entries
    }

    private func unpacked(_ entry: Entry) -> [UInt8]? {
        guard Self.number(bytes, entry.header, 4) == 0x0403_4B50, let name = Self.number(bytes, entry.header + 26, 2),
            let extra = Self.number(bytes, entry.header + 28, 2), entry.size <= Self.largest
        else { return nil }
        let start = entry.header + 30 + name + extra
        guard start + entry.packed <= bytes.count else { return nil }
        let packed = Array(bytes[start..<start + entry.packed])
        switch entry.method {
        case 0: return packed
        case 8: return Self.inflated(packed, size: entry.size)
        default: return nil
        }
    }

    /// Nil unless the stream ends after exactly `size` bytes.
    private static func inflated(_ packed: [UInt8], size: Int) -> [UInt8]? {
        var (packed, stream) = (packed, z_stream())
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One byte more than it should have, to notice a longer one.
        var (ended, made) = (false, 0)
        var content = [UInt8](repeating: 0, count: size + 1)
        packed.withUnsafeMutableBufferPointer { input in
            content.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                ended = inflate(&stream, Z_FINISH) == Z_STREAM_END
                made = output.count - Int(stream.avail_out)
            }
        }
        guard ended, made == size else { return nil }
        content.removeLast()
        return content
    }
}
