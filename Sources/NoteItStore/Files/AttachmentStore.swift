import Foundation
import NoteItCore

extension SQLStore {
    /// How long a free file is kept, and how long the files of a post that staff removed.
    static let (freeFor, removedFor) = (86_400.0, 30 * 86_400.0)
    /// How long a content is kept that no row of this database names: another database, such as one that a restore put aside, or
    /// one whose disk is not there now, may name it.
    private static let unnamedFor = 30 * 86_400.0

    public func upload<Bytes: AsyncSequence & Sendable>(
        _ new: NewAttachment, bytes: Bytes, limits: AttachmentLimits, by account: Account.ID
    ) async throws -> (attachment: Attachment, created: Bool) where Bytes.Element == [UInt8] {
        if let size = new.size, size > limits.file { throw IncomingFile.tooLarge(limits.file) }
        let earlier = try await read { db in
            if let earlier = try earlierUpload(new.id, by: account, db) { return earlier as Attachment? }
            try AttachmentRow.requireRoom(for: new.size ?? 1, of: account, limits, db)
            return nil
        }
        if let earlier { return (earlier, false) }
        let (file, files) = (try await onDisk { [files] in try files.begin() }, files)
        defer { file.abandon() }
        for try await part in bytes {
            try await onDisk { try file.append(part, limit: limits.file) }
        }
        let copies = copies
        let content = try await onDisk {
            let content = try file.finish(named: new.name)
            copies.uploads(content.hash)
            do {
                try files.keep(file, hash: content.hash)
            } catch {
                copies.uploaded(content.hash)
                throw error
            }
            return content
        }
        defer { copies.uploaded(content.hash) }
        do {
            try await share(content)
            return try await enter(new, content, limits: limits, by: account)
        } catch {
            await removeUnused([content.hash])
            throw error
        }
    }

    private func enter(
        _ new: NewAttachment, _ content: IncomingFile.Content, limits: AttachmentLimits, by account: Account.ID
    ) async throws -> (attachment: Attachment, created: Bool) {
        return try await commit { [self] tx in
            if let earlier = try earlierUpload(new.id, by: account, tx.db) { return (earlier, false) }
            try AccountRow.requirePresent(account, tx.db)
            try AttachmentRow.requireRoom(for: content.size, of: account, limits, tx.db)
            guard try holds(content, tx.db) else {
                throw DomainError.unavailable("An equal file was just deleted; nothing was stored. Send it again.")
            }
            let attachment = Attachment(
                id: new.id ?? .make(at: tx.now), name: new.name, size: content.size, mediaType: content.mediaType,
                sha256: content.hash)
            try tx.db.send(
                """
                INSERT INTO attachment (id, account_id, name, size, media_type, sha256, created_at, free_since)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                attachment.id, account, attachment.name, attachment.size, attachment.mediaType, attachment.sha256,
                tx.now.seconds, tx.now.seconds)
            return (attachment, true)
        }
    }

    public func attachment(_ id: Attachment.ID, by account: Account.ID) async throws -> StoredFile {
        let files = files
        let file = try await read { db in
            guard let row = try AttachmentRow.find(id, db) else { throw DomainError.notFound("file \(id)") }
            do {
                if let event: Event.ID = row["event_id"] {
                    _ = try EventRow.require(event, seenBy: account, db)
                } else if let reply: Reply.ID = row["reply_id"] {
                    _ = try ReplyRow.require(reply, seenBy: account, db)
                } else if row["account_id"] != account {
                    throw DomainError.notFound("file \(id)")
                }
            } catch DomainError.notFound {
                throw DomainError.notFound("file \(id)")
            }
            let attachment = AttachmentRow.decode(row)
            return StoredFile(attachment: attachment, path: files.path(of: attachment.sha256))
        }
        try await fillCopy(of: file.attachment.sha256)
        return file
    }

    public func discardUpload(_ id: Attachment.ID, by account: Account.ID) async throws {
        let hash: String = try await commit { tx in
            guard let row = try AttachmentRow.find(id, tx.db), row["account_id"] == account else {
                throw DomainError.notFound("file \(id)")
            }
            guard (row["free_since"] as Int64?) != nil else {
                throw DomainError.conflict("The file is attached. Take it off its post first.")
            }
            try tx.db.send("DELETE FROM attachment WHERE id = ?", id)
            return row["sha256"]
        }
        await removeUnused([hash])
    }

    public func collectAttachments() async throws -> Int {
        let (now, files) = (now, files)
        let hashes = try await commit { tx in
            try AttachmentRow.deleteDoomed(freeBefore: tx.now - Self.freeFor, removedBefore: tx.now - Self.removedFor, tx.db)
        }
        if isShared { return try await collectContents(hashes) }
        let old = try await FileWork.run {
            files.removeLeftovers(before: now - Self.freeFor)
            return files.hashes(before: now - Self.freeFor)
        }
        let unnamed = try await read { db in try Set(old.filter { try !AttachmentRow.isUsed($0, db) }) }
            .subtracting(hashes)
        let lost = try await FileWork.run { try files.unnamed(unnamed, at: now, longerThan: Self.unnamedFor) }
        await removeUnused(hashes + lost)
        return Set(hashes + lost).count
    }

    /// The contents of a shared database that no row names, after a day.
    private func collectContents(_ doomed: [String]) async throws -> Int {
        let day = now - Self.freeFor
        let all = Set(doomed + (try await read { try ContentRow.unused(before: day, $0) }))
        await removeUnused(Array(all))
        return all.count
    }

    /// Deletes the files of a post that its author just deleted. `collectAttachments` repeats what fails here.
    func discardAttachments(of owner: AttachmentRow.Owner) async {
        let any = try? await read { try !AttachmentRow.all(of: owner, $0).isEmpty }
        guard any == true, let hashes = try? await commit({ try AttachmentRow.deleteDoomed(of: owner, $0.db) }) else { return }
        await removeUnused(hashes)
    }

    /// Removes contents that no row uses, within a write, so that no new row can use them meanwhile.
    func removeUnused(_ hashes: [String]) async {
        guard !hashes.isEmpty else { return }
        let (files, isShared) = (files, isShared)
        try? await commit { tx in
            for hash in Set(hashes) where try !AttachmentRow.isUsed(hash, tx.db) {
                if isShared { try ContentRow.remove(hash, tx.db) }
                files.remove(hash)
            }
        }
    }
}

/// The file that the person uploaded under this id before; nil if the id is free. Throws `.conflict` if another person holds
/// it.
private func earlierUpload(_ id: Attachment.ID?, by account: Account.ID, _ db: SQLConnection) throws -> Attachment? {
    guard let id, try db.wasSent(id, in: "attachment", by: account) else { return nil }
    return try AttachmentRow.find(id, db).map(AttachmentRow.decode)
}
