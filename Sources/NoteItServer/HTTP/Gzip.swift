import CZlib
import Hummingbird

/// Compresses answers (RFC 1952).
enum Gzip {
    /// The bytes in gzip; nil if zlib fails, or the bytes do not shrink.
    /// - Parameter level: of zlib, from 1, the quickest, to 9.
    static func compressed(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
        var stream = z_stream()
        let format = MAX_WBITS + 16
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, format, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var (input, isWhole) = (bytes, false)
        let room = Int(deflateBound(&stream, UInt(bytes.count)))
        let output = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
            input.withUnsafeMutableBufferPointer { input in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (memory.baseAddress, UInt32(room))
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = isWhole ? room - Int(stream.avail_out) : 0
        }
        return isWhole && output.count < bytes.count ? output : nil
    }
}

extension Request {
    /// Whether the client takes answers in gzip (RFC 9110, section 12.5.3).
    var acceptsGzip: Bool {
        headers[values: .acceptEncoding].flatMap { $0.lowercased().split(separator: ",") }.contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
