import CIconv
import Glibc
import NoteItCore

/// Bytes of a named encoding as text, by glibc's iconv(3).
enum Charset {
    /// Nil if the name is unknown, or the bytes are not of that encoding.
    static func text(_ bytes: [UInt8], _ name: String) -> String? {
        let isName = (1...40).contains(name.utf8.count) && name.utf8.allSatisfy(isNameByte)
        guard isName else { return nil }
        if ["utf-8", "utf8", "us-ascii"].contains(name.lowercased()) { return String(validating: bytes, as: UTF8.self) }
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        // No encoding takes less than a fourth of its text in UTF-8.
        var out = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
        var (input, room) = (bytes, out.count)
        let count: Int? = input.withUnsafeMutableBytes { input in
            out.withUnsafeMutableBytes { output in
                var source = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                var left = input.count
                let result = iconv(converter, &source, &left, &target, &room)
                guard result != .max, left == 0 else { return nil }
                // Some encodings hold the last letter back until the end, since an accent may follow.
                return iconv(converter, nil, nil, &target, &room) == .max ? nil : output.count - room
            }
        }
        return count.flatMap { String(validating: out.prefix($0), as: UTF8.self) }
    }

    /// No slash: glibc reads wishes after it.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "-_.:+".utf8.contains(byte)
    }
}
