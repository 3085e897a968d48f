import CZlib
import NoteItCore

/// The bytes of a response without their Content-Encoding (RFC 9110, section 8.4). It keeps at most `limit` bytes and decodes in
/// steps, so that a small response never takes more memory than a large one.
final class ContentDecoder {
    private static let step = 64 << 10

    private let limit: Int
    private let host: String
    private let stream: UnsafeMutablePointer<z_stream>?
    private var decoded: [UInt8] = []
    private var received = 0
    /// Whether a gzip member, or the only zlib stream, is complete.
    private var isComplete = false

    /// Throws for an encoding other than gzip and deflate.
    /// - Parameters: `encoding`: the value of `Content-Encoding`; nil or `identity`: none; `host`: for errors.
    init(_ encoding: String?, limit: Int, host: String) throws(ImportFailure) {
        (self.limit, self.host) = (limit, host)
        switch encoding?.trimmed.lowercased() ?? "" {
        case "", "identity": stream = nil
        case "gzip", "x-gzip", "deflate":
            let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
            stream.initialize(to: z_stream())
            // 32: gzip or zlib, whichever the first bytes say.
            guard inflateInit2_(stream, MAX_WBITS + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                stream.deallocate()
                throw ImportFailure("The server has too little memory to read the calendar now. Try again later.")
            }
            self.stream = stream
        default:
            throw ImportFailure(
                "The host \(host) sent the calendar in an encoding that was not asked for. Save the calendar as a file and import that."
            )
        }
    }

    deinit {
        guard let stream else { return }
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Throws beyond the limit, before and after decoding, and for bytes that are damaged.
    func append(_ part: some Collection<UInt8>) throws(ImportFailure) {
        received += part.count
        guard received <= limit else { throw tooLarge }
        guard let stream else {
            decoded.append(contentsOf: part)
            return
        }
        var input = Array(part)
        var failure: ImportFailure?
        input.withUnsafeMutableBufferPointer { input in
            stream.pointee.next_in = input.baseAddress
            stream.pointee.avail_in = UInt32(input.count)
            failure = inflate(stream)
        }
        if let failure { throw failure }
    }

    /// Decodes all input that is there.
    private func inflate(_ stream: UnsafeMutablePointer<z_stream>) -> ImportFailure? {
        var isFull = false
        while stream.pointee.avail_in > 0 || isFull {
            // A gzip file may have several members (RFC 1952, section 2.2).
            if isComplete, inflateReset(stream) != Z_OK { return damaged }
            isComplete = false
            var code = Z_OK
            let output = [UInt8](unsafeUninitializedCapacity: Self.step) { memory, count in
                stream.pointee.next_out = memory.baseAddress
                stream.pointee.avail_out = UInt32(Self.step)
                code = CZlib.inflate(stream, Z_NO_FLUSH)
                count = Self.step - Int(stream.pointee.avail_out)
            }
            guard decoded.count + output.count <= limit else { return tooLarge }
            decoded += output
            // A full step may leave output inside zlib. If it does not, the next call says that there is nothing to do.
            isFull = code == Z_OK && output.count == Self.step
            switch code {
            case Z_OK: continue
            case Z_STREAM_END: isComplete = true
            case Z_BUF_ERROR where stream.pointee.avail_in == 0: return nil
            default: return damaged
            }
        }
        return nil
    }

    /// All decoded bytes. Throws if the encoded ones end early.
    func finish() throws(ImportFailure) -> [UInt8] {
        guard stream == nil || isComplete || received == 0 else { throw damaged }
        return decoded
    }

    private var tooLarge: ImportFailure {
        ImportFailure(
            "The calendar of \(host) is larger than \(limit / 1_000_000) MB. Choose a shorter span or fewer calendars there.")
    }

    private var damaged: ImportFailure {
        ImportFailure(
            "The host \(host) sent a calendar whose compression is damaged. Save the calendar as a file and import that.")
    }
}
