import Foundation
import NoteItCore
import NoteItStore
import Testing

/// The audit log records accountable actions and cannot be changed.
@Suite("The audit log")
struct AuditTests {
    private func actions(_ store: SQLStore, _ query: AuditQuery = AuditQuery()) async throws -> [AuditAction] {
        try await store.audit(matching: query, after: 0, limit: 1_000).map(\.action)
    }

    @Test func accountableActionsAreLogged() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let cyd = try await campus.person("cyd")
            let session = Session.ID.make(at: campus.clock.now)
            try await store.open(session, for: ada, device: nil, refreshHash: "1")
            try await store.noteFailedSignIn(email: "ADA@example.edu", from: "192.0.2.1")
            try await store.noteFailedSignIn(email: "nobody@example.edu", from: "192.0.2.1")
            try await store.changePassword(of: ada, from: "hash", to: "newer", keeping: session)
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
            try await store.revokeStaff(of: .id(cyd), in: Campus.course, sections: [], by: cyd)
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
            #expect(entries[6].detail == Campus.course.text && entries[9].course == Campus.course)
            // A person who left is shown by id, without a name.
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

    @Test func rowsShowThePresentNamesOfTheirSubjects() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let (ada, cyd) = (try await campus.student("ada", in: [Campus.sections[0]]), try await campus.person("cyd"))
            try await store.open(.make(at: campus.clock.now), for: ada, device: "Ada's laptop", refreshHash: "1")
            _ = try await store.grantStaff(to: .id(cyd), in: Campus.course, sections: [], by: nil)
            _ = try await store.grantStaff(to: .id(ada), in: Campus.course, sections: [Campus.sections[1]], by: cyd)
            let event = try await store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada).event
            let reply = try await store.reply(NewReply(body: "Buy my bicycle"), to: event.id, by: ada).reply
            _ = try await store.report(NewReport(reason: "spam", reply: reply.id), on: event.id, by: cyd)
            try await store.deleteReply(reply.id, reason: "spam", ifRev: nil, by: cyd)
            let hidden = try await store.post(NewEvent(title: "Secret", visibility: .private), in: Campus.course, by: ada).event
            let regretted = try await store.post(NewEvent(title: "Regretted"), in: Campus.course, by: ada).event
            for id in [hidden.id, regretted.id] { try await store.delete(id, reason: nil, ifRev: nil, by: ada) }
            try await store.delete(event.id, reason: "spam", ifRev: nil, by: cyd)
            let names = { (all: [AuditEntry]) in all.map { [$0.subjectName, $0.title, $0.sectionCode] } }
            let named = names(try await store.audit(matching: AuditQuery(), after: 0, limit: 99))
            let code = try await store.course(Campus.course).sections.first { $0.id == Campus.sections[1] }?.code
            #expect(
                named == [
                    ["Ada's laptop", nil, nil], ["cyd@example.edu", nil, nil], ["ada@example.edu", nil, code],
                    ["CMPT225#1#1", "Lab 4", nil], ["CMPT225#1#1", "Lab 4", nil], ["CMPT225#1#1", "Lab 4", nil],
                    ["CMPT225#2", nil, nil], ["CMPT225#3", nil, nil], ["CMPT225#1", "Lab 4", nil],
                ])
            try await store.leave(ada)
            let left = try await store.audit(matching: AuditQuery(), after: 0, limit: 99)
            #expect(names(left)[0] == [nil, nil, nil] && names(left)[2] == [nil, nil, code])
            #expect(names(left)[6] == ["CMPT225#2", nil, nil] && left.allSatisfy { $0.subject != nil })
        }
    }

    @Test(arguments: [
        "UPDATE audit SET detail = NULL", "DELETE FROM audit", "DELETE FROM audit WHERE number = 2",
        "INSERT OR REPLACE INTO audit (number, at, action) VALUES (1, 0, 'left')",
        "REPLACE INTO audit (number, at, action) VALUES (2, 0, 'left')",
        "INSERT INTO audit (number, at, action) VALUES (9, 0, 'left')",
        "UPDATE OR REPLACE audit SET number = 1 WHERE number = 2",
    ])
    func rowsCannotBeChangedOrDeleted(sql: String) async throws {
        try await Campus.with { campus in
            for _ in 0..<3 { try await campus.store.noteFailedSignIn(email: "ada@example.edu", from: "192.0.2.1") }
            await #expect(throws: (any Error).self) { try await campus.execute(sql) }
            #expect(try await campus.store.audit(matching: AuditQuery(), after: 0, limit: 9).count == 3)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func theCheckFindsADeletedRow() async throws {
        try await Campus.with { campus in
            for _ in 0..<3 { try await campus.store.noteFailedSignIn(email: "ada@example.edu", from: "192.0.2.1") }
            try await campus.execute("\(Campus.dropAuditTrigger); DELETE FROM audit WHERE number = 2")
            #expect(
                try await campus.store.check() == [
                    "The audit log has 2 rows, but its last number is 3.",
                    "The triggers that protect the audit log are missing.",
                ])
        }
    }
}
