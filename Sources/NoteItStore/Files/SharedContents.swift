import Foundation
import NoteItCore

/// The contents of files in a shared database, in parts. The folder of each node holds copies of those that it was asked for.
enum ContentRow {
    /// Bytes.
    static let part = 256 << 10

    /// Nil if the content is absent.
    static func size(_ hash: String, _ db: SQLConnection) throws -> Int? {
        try db.value("SELECT size FROM content WHERE sha256 = ?", hash)
    }

    static func part(_ number: Int, of hash: String, _ db: SQLConnection) throws -> [UInt8] {
        try stored(try db.value("SELECT bytes FROM content_part WHERE sha256 = ? AND number = ?", hash, number))
    }

    static func numbers(size: Int) -> Range<Int> { 0..<(size + part - 1) / part }

    /// Stores the content of a file, unless it is stored.
    static func keep(_ path: String, hash: String, size: Int, at now: Date, _ db: SQLConnection) throws {
        let isNew = try db.run(
            "INSERT INTO content (sha256, size, stored_at) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING", hash, size,
            now.seconds)
        guard isNew == 1 else { return }
        guard let file = FileHandle(forReadingAtPath: path) else { throw FileFault.domainError(ENOENT) }
        defer { try? file.close() }
        for number in numbers(size: size) {
            guard let bytes = try file.read(upToCount: part), !bytes.isEmpty else { throw FileFault.domainError(EIO) }
            try db.send("INSERT INTO content_part (sha256, number, bytes) VALUES (?, ?, ?)", hash, number, Array(bytes))
        }
    }

    /// Removes contents that no row names.
    static func remove(_ hash: String, _ db: SQLConnection) throws {
        try db.send("DELETE FROM content WHERE sha256 = ?", hash)
    }

    static func unused(before date: Date, _ db: SQLConnection) throws -> [String] {
        try db.column(
            "SELECT sha256 FROM content c WHERE stored_at < ? AND NOT EXISTS (SELECT 1 FROM attachment a WHERE a.sha256 = c.sha256)",
            date.seconds)
    }

    /// What is wrong with a content that the rows of attachments name.
    static func fault(of hash: String, size: Int, _ db: SQLConnection) throws -> String? {
        guard let found = try Self.size(hash, db) else { return "The content \(hash) is missing." }
        var (content, length) = (SHA256(), 0)
        for number in numbers(size: found) {
            let bytes: [UInt8]? = try db.value("SELECT bytes FROM content_part WHERE sha256 = ? AND number = ?", hash, number)
            guard let bytes else { return "Part \(number) of the content \(hash) is missing." }
            content.update(bytes)
            length += bytes.count
        }
        if length != size { return "The content \(hash) has \(length) bytes, not \(size)." }
        return content.digest() == hash ? nil : "The content \(hash) does not match its name."
    }
}

extension SQLStore {
    /// Stores a finished upload in a shared database. In others, its file is all there is.
    func share(_ content: IncomingFile.Content) async throws {
        guard isShared else { return }
        let (path, now) = (files.path(of: content.hash), now)
        try await aside { try ContentRow.keep(path, hash: content.hash, size: content.size, at: now, $0) }
        let (files, copies) = (files, copies)
        try await FileWork.run { copies.added(content.hash, size: content.size, to: files) }
    }

    /// Whether a content is there for a row that is about to name it.
    func holds(_ content: IncomingFile.Content, _ db: SQLConnection) throws -> Bool {
        let size = isShared ? try ContentRow.size(content.hash, db) : files.size(of: content.hash)
        return size == content.size
    }

    /// Copies a content from a shared database into the folder if the copy is absent or damaged. A content that the database lacks
    /// is left absent.
    func fillCopy(of hash: String) async throws {
        guard isShared else { return }
        let (files, copies) = (files, copies)
        copies.use(hash)
        let isGood = try await FileWork.run {
            guard let stamp = files.stamp(of: hash) else { return false }
            if copies.isKnown(hash, stamp) { return true }
            guard try files.matches(hash) else { return false }
            copies.note(hash, stamp)
            return true
        }
        guard !isGood, let size = try await lookUp({ try ContentRow.size(hash, $0) }) else { return }
        let file = try await onDisk { try files.begin() }
        defer { file.abandon() }
        for number in ContentRow.numbers(size: size) {
            let bytes = try await lookUp { try ContentRow.part(number, of: hash, $0) }
            try await onDisk { try file.append(bytes, limit: size) }
        }
        let digest = try await onDisk {
            let digest = try file.finish()
            if digest == hash {
                try files.keep(file, hash: hash)
                copies.note(hash, files.stamp(of: hash))
                copies.added(hash, size: size, to: files)
            }
            return digest
        }
        guard digest == hash else { throw DomainError.unavailable("The content of this file is damaged. Ask the operator.") }
    }

    public func tidyCopies() async throws -> Int {
        guard isShared else { return 0 }
        let (files, copies, day) = (files, copies, now - Self.freeFor)
        let old = try await FileWork.run {
            files.removeLeftovers(before: day)
            return files.hashes(before: day)
        }
        let unused = try await read { db in try old.filter { try !AttachmentRow.isUsed($0, db) } }
        try await FileWork.run {
            for hash in unused {
                files.remove(hash)
                copies.note(hash, nil)
            }
        }
        return unused.count
    }

    public func warmUp() async throws {
        guard let file = engine.searchFile else { return }
        // Damage is found now, not by the first who searches.
        try await read { db in try file.requireWhole(of: LogRow.head(db)) }
        try await indexTexts()
    }
}
