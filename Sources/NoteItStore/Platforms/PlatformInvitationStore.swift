import Foundation
import NoteItCore

extension SQLStore {
    /// Stores a link by which a platform may register itself, in place of an earlier one of the name. Throws `.conflict` if a platform
    /// has the name.
    /// - Parameter hash: SHA-256 of its secret, in hexadecimal.
    public func invite(_ invitation: PlatformInvitation, by hash: String) async throws {
        try await commit { tx in
            try PlatformInvitationRow.requireFree(invitation.name, tx.db)
            let end = tx.now + PlatformInvitation.lifetime
            try tx.db.send("DELETE FROM lti_invitation WHERE name = ? OR expires_at < ?", invitation.name, tx.now.seconds)
            try tx.db.send(
                """
                INSERT INTO lti_invitation (name, hash, home, issuer, emails, staff, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
                """, invitation.name, hash, invitation.home, invitation.issuer, invitation.trustsEmails, invitation.makesStaff,
                end.seconds)
            try AuditRow.add(.platformAdded, by: nil, detail: "a link for \(invitation.name) of \(invitation.home)", tx)
        }
    }

    /// The links that are still good, with their ends, by name.
    public func platformInvitations() async throws -> [(invitation: PlatformInvitation, end: Date)] {
        let now = self.now
        return try await lookUp { db in
            try db.all("SELECT * FROM lti_invitation WHERE expires_at > ? ORDER BY name", now.seconds).map {
                (PlatformInvitation($0), $0.date("expires_at"))
            }
        }
    }

    public func platformInvitation(_ hash: String) async throws -> PlatformInvitation {
        let now = self.now
        return try await lookUp { try PlatformInvitationRow.require(hash, at: now, $0) }
    }

    public func register(_ platform: LearningPlatform, by hash: String) async throws {
        try await commit { tx in
            _ = try PlatformInvitationRow.require(hash, at: tx.now, tx.db)
            try PlatformInvitationRow.requireFree(platform.name, tx.db)
            try PlatformRow.requireAlone(platform, tx.db)
            try tx.db.send("DELETE FROM lti_invitation WHERE hash = ?", hash)
            try PlatformRow.add(platform, tx)
        }
    }
}

private enum PlatformInvitationRow {
    static func require(_ hash: String, at now: Date, _ db: SQLConnection) throws -> PlatformInvitation {
        let row = try db.first("SELECT * FROM lti_invitation WHERE hash = ? AND expires_at > ?", hash, now.seconds)
        guard let row else {
            throw DomainError.forbidden(
                "This link was used, is too old, or is cut off. The operator of NoteIt makes another one: noteitd lti invite")
        }
        return PlatformInvitation(row)
    }

    /// What is known of a platform is not replaced by whoever has a link.
    static func requireFree(_ name: String, _ db: SQLConnection) throws {
        guard try PlatformRow.find(name, db) == nil else {
            throw DomainError.conflict(
                "There is a platform \(name) already. Choose another name, or remove it first: noteitd lti remove \(name)")
        }
    }
}

extension PlatformInvitation {
    fileprivate init(_ row: Row) {
        self.init(
            name: row["name"], home: row["home"], issuer: row["issuer"], trustsEmails: row["emails"], makesStaff: row["staff"])
    }
}
