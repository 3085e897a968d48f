import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// Writes that share a commit do not share their failures.
struct SharedCommitTests {
    /// PostgreSQL tells of a statement without a result only with a later one, which may be another write's.
    @Test func aStatementThatFailsTakesNoOtherWriteAlong() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let person = try await campus.person("ada")
            let before = try await store.head()
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let stored: Void? = try? await store.commit { tx in
                            // Meanwhile the others queue up behind the first.
                            if number == 0 { Thread.sleep(forTimeInterval: 0.05) }
                            try tx.log.changed(.preferences, person.description, of: person)
                            for id in ["own \(number)", number % 10 == 3 ? "same" : "other \(number)"] {
                                try tx.db.send("INSERT INTO term (id, name, time_zone) VALUES (?, 'Term', 'UTC')", id)
                            }
                        }
                        return stored != nil
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { !$0 } == 3)
            let (terms, head, rows) = try await store.read { db in
                (
                    try stored(db.value("SELECT count(*) FROM term WHERE name = 'Term'") as Int?), try LogRow.head(db).offset,
                    try stored(db.value("SELECT count(*) FROM log") as Int?)
                )
            }
            #expect(terms == 2 * 37)
            #expect(head - before.offset == 37 && rows == Int(head), "the log has no gaps")
        }
    }

    @Test func aWriteThatThrowsTakesItsOffsetsBack() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let person = try await campus.person("ada")
            let head = try await store.head().offset
            struct Refused: Error {}
            await #expect(throws: Refused.self) {
                try await store.commit { tx in
                    try tx.log.changed(.preferences, person.description, of: person)
                    throw Refused()
                }
            }
            let offset = try await store.commit { try $0.log.changed(.preferences, person.description, of: person) }
            #expect(offset == head + 1)
        }
    }

    @Test(.enabled(if: TestDatabase.isPostgreSQL)) func aConnectionThatIsLostInsideAWriteStoresNothing() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let person = try await campus.person("ada")
            let head = try await store.head().offset
            await #expect(throws: PostgreSQLEngine.lost) {
                try await store.commit { tx in
                    try tx.log.changed(.preferences, person.description, of: person)
                    try tx.db.native.send("SELECT pg_terminate_backend(pg_backend_pid())")
                    try tx.log.changed(.preferences, person.description, of: person)
                }
            }
            #expect(try await store.head().offset == head)
            let offset = try await store.commit { try $0.log.changed(.preferences, person.description, of: person) }
            #expect(offset == head + 1)
        }
    }

    @Test(.enabled(if: TestDatabase.isPostgreSQL)) func aReadOnAConnectionThatWasLostIsMadeOnAnother() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let head = try await store.head()
            try await store.commit { tx in
                try tx.db.native.send(
                    """
                    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """)
            }
            #expect(try await store.head() == head)
        }
    }
}
