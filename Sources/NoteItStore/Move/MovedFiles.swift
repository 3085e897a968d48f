import Foundation
import NoteItCore

extension AttachmentFiles {
    /// Copies a content, unless it is there. Returns false if it is missing here.
    func copy(_ hash: String, to other: AttachmentFiles) throws -> Bool {
        guard let size = size(of: hash) else { return other.size(of: hash) != nil }
        if other.size(of: hash) == size { return true }
        guard let handle = FileHandle(forReadingAtPath: path(of: hash)) else { return false }
        defer { try? handle.close() }
        let copy = try other.begin()
        defer { copy.abandon() }
        while let bytes = try handle.read(upToCount: 1 << 20), !bytes.isEmpty { try copy.append(Array(bytes), limit: .max) }
        guard try copy.finish() == hash else { return false }
        try other.keep(copy, hash: hash)
        return true
    }
}

/// The file of the signing keys, which lies beside the database.
enum MovedKeys {
    /// Copies the file with its mode 0600, in place of one that is there. Does nothing if there is none.
    static func copy(from source: String, to target: String) throws {
        guard source != target, let keys = FileManager.default.contents(atPath: source) else { return }
        let draft = "\(target).\(UUID().uuidString.prefix(8))"
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw unwritable(target) }
        defer {
            close(file)
            unlink(draft)
        }
        let written = keys.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written == keys.count, fsync(file) == 0, rename(draft, target) == 0 else { throw unwritable(target) }
    }

    private static func unwritable(_ path: String) -> DomainError {
        .unavailable("The signing keys cannot be written to \(path): \(String(cString: strerror(errno))).")
    }
}
