import CSodium
import Foundation
import NoteItCore
import Synchronization

/// An upload under a temporary name. Its bytes are written, hashed and inspected as they arrive.
final class IncomingFile: Sendable {
    /// The finished content.
    struct Content: Sendable {
        var size: Int
        var hash: String
        var mediaType: String
    }

    private struct State {
        /// -1 once it is closed.
        var descriptor: CInt
        var size = 0
        var hash = SHA256()
        var inspector = ContentInspector()
    }

    let path: String
    private let state: Mutex<State>

    init(path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFault.domainError(errno) }
        self.path = path
        state = Mutex(State(descriptor: descriptor))
    }

    deinit { state.withLock { Self.close(&$0) } }

    /// Throws `.tooLarge` instead of exceeding `limit` bytes.
    func append(_ bytes: [UInt8], limit: Int) throws {
        try state.withLock { state in
            guard state.size + bytes.count <= limit else { throw Self.tooLarge(limit) }
            try Self.write(bytes, to: state.descriptor)
            state.size += bytes.count
            state.hash.update(bytes)
            state.inspector.read(bytes)
        }
    }

    /// Forces it to the disk. Throws `.invalid` for an empty file, `.unsupported` for a content that does not fit `name`.
    func finish(named name: String) throws -> Content {
        try state.withLock { state in
            guard state.size > 0 else {
                throw DomainError.invalid("(body)", "must hold the bytes of the file; it is empty")
            }
            let type = try state.inspector.mediaType(named: name)
            guard fsync(state.descriptor) == 0 else { throw FileFault.domainError(errno) }
            Self.close(&state)
            return Content(size: state.size, hash: state.hash.digest(), mediaType: type)
        }
    }

    /// Forces a copy to the disk. Returns its hash.
    func finish() throws -> String {
        try state.withLock { state in
            guard fsync(state.descriptor) == 0 else { throw FileFault.domainError(errno) }
            Self.close(&state)
            return state.hash.digest()
        }
    }

    /// Removes it unless it was kept.
    func abandon() {
        state.withLock { Self.close(&$0) }
        unlink(path)
    }

    static func tooLarge(_ limit: Int) -> DomainError {
        .tooLarge("The file is over \(FileSize.text(limit)). Share a link to it, or a part of it.")
    }

    private static func close(_ state: inout State) {
        if state.descriptor >= 0 { Foundation.close(state.descriptor) }
        state.descriptor = -1
    }

    private static func write(_ bytes: [UInt8], to descriptor: CInt) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    throw FileFault.domainError(errno)
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}

/// Incremental SHA-256 (FIPS 180-4).
struct SHA256 {
    private var state = crypto_hash_sha256_state()

    init() { crypto_hash_sha256_init(&state) }

    mutating func update(_ bytes: [UInt8]) { crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count)) }

    /// In hexadecimal. Call it once, after the last update.
    mutating func digest() -> String {
        var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &hash)
        return hash.hex
    }
}
