import Foundation
import NoteItCore

extension SQLStore {
    /// Registers a platform, or replaces one of the same name. Throws `.conflict` if another has its issuer and client id.
    public func register(_ platform: LearningPlatform) async throws {
        try await commit { tx in
            try PlatformRow.requireAlone(platform, tx.db)
            // Another issuer is another platform: its ids of courses mean others, and its people are others.
            if let former = try PlatformRow.find(platform.name, tx.db), former.issuer != platform.issuer {
                let linked: [(section: Section.ID, course: Course.ID)] = try tx.db.decoded(
                    "SELECT section_id, course_id FROM lti_context WHERE platform = ? AND section_id IS NOT NULL",
                    [platform.name]
                ) { ($0[0], $0[1]) }
                for (section, course) in linked { try RosterRow.endStaff(ofPlatformIn: section, of: course, tx) }
                try tx.db.send("DELETE FROM lti_context WHERE platform = ?", platform.name)
            }
            try PlatformRow.add(platform, tx)
        }
    }

    /// By name.
    public func platforms() async throws -> [LearningPlatform] {
        try await read { try $0.all("SELECT * FROM lti_platform ORDER BY name").map(PlatformRow.decode) }
    }

    public func platforms(of issuer: String) async throws -> [LearningPlatform] {
        try await lookUp {
            try $0.all("SELECT * FROM lti_platform WHERE issuer = ? ORDER BY name", issuer).map(PlatformRow.decode)
        }
    }

    public func platform(named name: String) async throws -> LearningPlatform? {
        try await lookUp { try PlatformRow.find(name, $0) }
    }

    /// Forgets a platform with its courses, and the link by which it may register itself. Accounts and places stay. Throws `.notFound`.
    /// - Parameter forgettingPeople: whether its people are others from now on, unless another platform has its issuer. Those that are
    ///   not forgotten come to their accounts once a platform with the issuer is registered again.
    public func removePlatform(named name: String, forgettingPeople: Bool) async throws {
        try await commit { tx in
            let links = try tx.db.run("DELETE FROM lti_invitation WHERE name = ?", name)
            guard let platform = try PlatformRow.find(name, tx.db) else {
                guard links == 0 else { return }
                throw DomainError.notFound("platform \(name)")
            }
            try tx.db.send("DELETE FROM lti_context WHERE platform = ?", name)
            try tx.db.send("DELETE FROM lti_platform WHERE name = ?", name)
            if forgettingPeople {
                try tx.db.send(
                    """
                    DELETE FROM lti_person WHERE issuer = ?1 AND NOT EXISTS (SELECT 1 FROM lti_platform WHERE issuer = ?1)
                    """, platform.issuer)
            }
            try AuditRow.add(.platformRemoved, by: nil, detail: name, tx)
        }
    }

    public func platformKeys(make: @escaping @Sendable () throws -> PlatformKey) async throws -> [PlatformKey] {
        let found = try await lookUp(PlatformKeyRow.all)
        guard found.isEmpty else { return found }
        let key = try make()
        return try await commit { tx in
            // Two nodes may make one at the same time: the first stays.
            try tx.db.send(
                """
                INSERT INTO lti_key (kid, pem, created_at)
                SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM lti_key)
                """, key.kid, key.pem, tx.now.seconds)
            return try PlatformKeyRow.all(tx.db)
        }
    }
}

enum PlatformRow {
    /// Throws `.conflict` if another platform has the issuer and the client id.
    static func requireAlone(_ platform: LearningPlatform, _ db: SQLConnection) throws {
        let holder: String? = try db.value(
            "SELECT name FROM lti_platform WHERE issuer = ? AND client_id = ? AND name <> ?", platform.issuer,
            platform.client, platform.name)
        if let holder {
            throw DomainError.conflict(
                "The platform \(holder) has this issuer and client id. Remove it first: noteitd lti remove \(holder)")
        }
    }

    /// Adds a platform, or replaces the one of its name.
    static func add(_ platform: LearningPlatform, _ tx: Transaction) throws {
        try tx.db.send(
            """
            INSERT INTO lti_platform
                (name, issuer, client_id, auth_url, token_url, jwks_url, deployments, emails, staff, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET issuer = excluded.issuer, client_id = excluded.client_id,
                auth_url = excluded.auth_url, token_url = excluded.token_url, jwks_url = excluded.jwks_url,
                deployments = excluded.deployments, emails = excluded.emails, staff = excluded.staff
            """, platform.name, platform.issuer, platform.client, platform.authURL, platform.tokenURL, platform.keysURL,
            try jsonArray(platform.deployments), platform.trustsEmails, platform.makesStaff, tx.now.seconds)
        try AuditRow.add(.platformAdded, by: nil, detail: platform.name, tx)
    }

    static func find(_ name: String, _ db: SQLConnection) throws -> LearningPlatform? {
        try db.first("SELECT * FROM lti_platform WHERE name = ?", name).map(decode)
    }

    static func decode(_ row: Row) throws -> LearningPlatform {
        LearningPlatform(
            name: row["name"], issuer: row["issuer"], client: row["client_id"], authURL: row["auth_url"],
            tokenURL: row["token_url"], keysURL: row["jwks_url"], deployments: try row.texts("deployments"),
            trustsEmails: row["emails"], makesStaff: row["staff"])
    }
}

private enum PlatformKeyRow {
    static func all(_ db: SQLConnection) throws -> [PlatformKey] {
        try db.all("SELECT kid, pem FROM lti_key ORDER BY created_at DESC, kid").map {
            PlatformKey(kid: $0["kid"], pem: $0["pem"])
        }
    }
}
