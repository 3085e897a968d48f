import Foundation
import NoteItCore

extension AttachmentFiles {
    /// Writes the file of a content that a PostgreSQL database has, unless it is there. Returns false if the database lacks it.
    func fill(_ hash: String, from db: SQLConnection) throws -> Bool {
        guard let size = try ContentRow.size(hash, db) else { return false }
        if self.size(of: hash) == size { return true }
        let file = try begin()
        defer { file.abandon() }
        for number in ContentRow.numbers(size: size) { try file.append(try ContentRow.part(number, of: hash, db), limit: size) }
        guard try file.finish() == hash else { return false }
        try keep(file, hash: hash)
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
