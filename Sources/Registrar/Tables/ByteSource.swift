import CZlib
import Foundation

/// Reads a plain or gzip file in chunks. zlib detects gzip by content.
struct ByteSource: ~Copyable {
    static let chunkSize = 64 * 1024

    private let handle: gzFile
    private let path: String
    /// The size of the file on disk in bytes; 0 if it is unknown, as for a pipe.
    let total: Int

    init(path: String) throws(RegistrarError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unreadable(file: path, why: "\(Self.systemError()). Check the name of the file.")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .unreadable(file: path, why: "This is a folder. Name a file in it.")
        }
        guard let handle = gzopen(path, "rb") else {
            throw .unreadable(file: path, why: "\(Self.systemError()). Check the permissions of the file.")
        }
        gzbuffer(handle, UInt32(Self.chunkSize))
        self.handle = handle
        self.path = path
        total = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    }

    deinit { gzclose_r(handle) }

    /// The number of bytes read from the file on disk, at most `total`.
    var position: Int { min(max(0, Int(gzoffset(handle))), total) }

    /// Replaces `buffer` with the next chunk; empty at the end. Throws if the gzip file is damaged or truncated.
    func read(into buffer: inout [UInt8]) throws(RegistrarError) {
        buffer = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { memory, count in
            count = max(0, Int(gzread(handle, memory.baseAddress, UInt32(Self.chunkSize))))
        }
        guard buffer.isEmpty else { return }
        var code: Int32 = Z_OK
        let message = gzerror(handle, &code).map { String(cString: $0) } ?? ""
        switch code {
        case Z_OK, Z_STREAM_END: return
        case Z_BUF_ERROR:
            throw .unreadable(file: path, why: "The gzip file is incomplete. Download it again.")
        case Z_DATA_ERROR:
            throw .unreadable(file: path, why: "The gzip file is damaged. Download it again.")
        default:
            throw .unreadable(file: path, why: "Reading failed: \(code == Z_ERRNO ? Self.systemError() : message).")
        }
    }

    private static func systemError() -> String { String(cString: strerror(errno)) }
}
