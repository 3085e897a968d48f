import Foundation
import NoteItCore
import NoteItStore
import Testing

/// What the audit log holds, and that nothing takes it away.
@Suite("The audit log")
struct AuditTests {
    private func actions(_ store: SQLiteStore, _ query: AuditQuery = AuditQuery()) async throws -> [AuditAction] {
        try await store.audit(matching: query, after: 0, limit: 1_000).map(\.action)
    }

    @Test func whatMayHaveToBeAnsweredForIsInIt() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let cyd = try await campus.person("cyd")
            try await store.open(.make(at: campus.clock.now), for: ada, device: nil, refreshHash: "1")
            try await store.noteFailedSignIn(email: "ADA@example.edu", from: "192.0.2.1")
            try await store.noteFailedSignIn(email: "nobody@example.edu", from: "192.0.2.1")
            try await store.setPassword(ada, hash: "new", keeping: nil)
            try await store.setPassword(ada, hash: "newer", keeping: .make(at: campus.clock.now))
            _ = try await store.verifyEmail("cyd@example.edu")
            _ = try await store.setRole(.admin, of: "cyd@example.edu")
            _ = try await store.setRole(.admin, of: "cyd@example.edu")
            _ = try await store.grantStaff(to: .id(cyd), in: Campus.course, sections: [], by: cyd)
            campus.clock.advance(60)
            let event = try await store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada).event
            let own = try await store.post(NewEvent(title: "Lab 5"), in: Campus.course, by: ada).event
            try await store.delete(own.id, reason: nil, ifRev: nil, by: ada)
            let report = try await store.report(NewReport(reason: "spam"), on: event.id, by: cyd).report
            try await store.delete(event.id, reason: "spam", ifRev: nil, by: cyd)
            _ = try await store.resolve(report.id, with: ReportPatch(resolved: false), by: cyd)
            _ = try await store.restore(event.id, by: cyd)
            try await store.revokeStaff(of: .id(cyd), in: Campus.course, section: nil, by: cyd)
            _ = try await store.update(ada, with: AccountPatch(email: "ada2@example.edu"))
            try await store.leave(ada)
            let entries = try await store.audit(matching: AuditQuery(), after: 0, limit: 1_000)
            #expect(
                entries.map(\.action) == [
                    .signedIn, .signInFailed, .signInFailed, .passwordChanged, .emailVerified, .roleChanged, .staffGranted,
                    .deleted, .reported, .removed, .reportResolved, .reportReopened, .restored, .staffRevoked, .emailChanged,
                    .left,
                ])
            #expect(entries.map(\.number) == Array(1...16))
            #expect(entries[1].subject == ada.description && entries[1].detail == "192.0.2.1" && entries[2].subject == nil)
            #expect(entries[5].detail == "student -> admin" && entries[9].detail == "spam" && entries[9].actor == cyd)
            #expect(entries[6].detail == Campus.course && entries[9].course == Campus.course)
            // Who left is an id and no name.
            #expect(entries[0].actor == ada && entries[0].actorEmail == nil && entries[9].actorEmail == "cyd@example.edu")
            #expect(try await actions(store, AuditQuery(since: campus.clock.now)).first == .deleted)
            #expect(
                try await actions(store, AuditQuery(actor: ada)) == [
                    .signedIn, .passwordChanged, .deleted, .emailChanged, .left,
                ])
            #expect(try await actions(store, AuditQuery(action: .signInFailed)).count == 2)
            #expect(try await store.audit(matching: AuditQuery(), after: 14, limit: 1).map(\.action) == [.emailChanged])
            #expect(try await store.check() == [])
        }
    }

    @Test(arguments: [
        "UPDATE audit SET detail = NULL", "DELETE FROM audit", "DELETE FROM audit WHERE number = 2",
        "INSERT OR REPLACE INTO audit (number, at, action) VALUES (1, 0, 'left')",
        "REPLACE INTO audit (number, at, action) VALUES (2, 0, 'left')",
        "INSERT INTO audit (number, at, action) VALUES (9, 0, 'left')",
        "UPDATE OR REPLACE audit SET number = 1 WHERE number = 2",
    ])
    func itCanOnlyGrow(sql: String) async throws {
        try await Campus.with { campus in
            for _ in 0..<3 { try await campus.store.noteFailedSignIn(email: "ada@example.edu", from: "192.0.2.1") }
            #expect(throws: (any Error).self) { try campus.damage(sql) }
            #expect(try await campus.store.audit(matching: AuditQuery(), after: 0, limit: 9).count == 3)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func checkFindsARowThatIsGone() async throws {
        try await Campus.with { campus in
            for _ in 0..<3 { try await campus.store.noteFailedSignIn(email: "ada@example.edu", from: "192.0.2.1") }
            try campus.damage("DROP TRIGGER audit_kept; DELETE FROM audit WHERE number = 2")
            #expect(
                try await campus.store.check() == [
                    "The audit log has 2 rows, but its last number is 3.",
                    "The audit log is not held by its triggers any more.",
                ])
        }
    }
}
