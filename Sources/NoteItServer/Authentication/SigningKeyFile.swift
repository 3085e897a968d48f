import Foundation
import NoteItCore

/// The file of the signing keys: JSON, readable by its owner alone, beside the database and never in it.
struct SigningKeyFile: Sendable {
    let path: String

    /// Identifies one version of the file without reading it.
    struct Stamp: Equatable, Sendable {
        let inode: UInt64
        let modified: Int64
        let nanoseconds: Int64
    }

    private struct Content: Codable {
        var keys: [SigningKey]
    }

    func stamp() throws -> Stamp { Stamp(try status()) }

    /// The keys, oldest first; at least one.
    func read() throws -> [SigningKey] {
        let mode = try status().st_mode & 0o777
        guard mode & 0o077 == 0 else { throw SigningKeyError.exposed(path) }
        guard let data = FileManager.default.contents(atPath: path),
            let content = try? JSONCoding.decoder().decode(Content.self, from: data), !content.keys.isEmpty
        else { throw SigningKeyError.unreadable(path) }
        return content.keys.sorted { $0.createdAt < $1.createdAt }
    }

    /// Makes the file with a new key, unless it exists by then.
    func create(at now: Date) throws {
        try write(Content(keys: [.make(at: now)])) { link($0, path) == 0 || errno == EEXIST }
    }

    /// Replaces the keys atomically.
    func replace(with keys: [SigningKey]) throws {
        try write(Content(keys: keys)) { rename($0, path) == 0 }
    }

    /// Writes a file of mode 0600 beside `path`, syncs it and calls `move` with its name.
    private func write(_ content: Content, move: (String) -> Bool) throws {
        let draft = "\(path).\(Secret.make().prefix(8))"
        let data = try JSONCoding.encoder().encode(content)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SigningKeyError.unwritable(path, reason: String(cString: strerror(errno))) }
        defer {
            close(file)
            unlink(draft)
        }
        let written = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
        guard written == data.count, fsync(file) == 0, move(draft) else {
            throw SigningKeyError.unwritable(path, reason: String(cString: strerror(errno)))
        }
    }

    private func status() throws -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SigningKeyError.missing(path) }
        return status
    }
}

extension SigningKeyFile.Stamp {
    fileprivate init(_ status: stat) {
        self.init(
            inode: UInt64(status.st_ino), modified: Int64(status.st_mtim.tv_sec), nanoseconds: Int64(status.st_mtim.tv_nsec))
    }
}

/// The reason that the signing keys cannot be used, in a sentence that says what to do.
public enum SigningKeyError: Error, CustomStringConvertible, Equatable {
    case exposed(String)
    case unreadable(String)
    case unwritable(String, reason: String)
    case missing(String)

    public var description: String {
        switch self {
        case .exposed(let path):
            "Others than their owner can read the signing keys in \(path). Run: chmod 600 \(path)"
        case .unreadable(let path):
            """
            Could not read the signing keys in \(path). Check its owner, or move it away: then a new key is made, and everyone \
            signs in again.
            """
        case .unwritable(let path, let reason):
            "Could not write the signing keys to \(path): \(reason). Check that the folder exists and is writable."
        case .missing(let path):
            "There are no signing keys at \(path). `noteitd serve` makes them when it starts for the first time."
        }
    }
}
