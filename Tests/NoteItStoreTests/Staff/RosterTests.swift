import Foundation
import NoteItCore
import NoteItStore
import Testing

/// What an import of a roster writes. `Conformance/Staff/test_rosters.py` has its rules.
@Suite("Rosters")
struct RosterTests {
    private static let (lecture, lab) = (Campus.sections[0], Campus.sections[1])

    private func entry(_ name: String, _ section: Section.ID = lecture, _ role: Enrollment.Role = .student) -> RosterEntry {
        RosterEntry(section: section, course: Campus.course, role: role, email: "\(name)@example.edu", number: name, name: name)
    }

    private func bring(
        _ list: [RosterEntry], to campus: Campus, allowing: Bool = true, dryRun: Bool = false
    ) async throws -> RosterReport {
        try await campus.store.importRoster(
            list, RosterOptions(courses: [Campus.course], allowsRemovals: allowing, dryRun: dryRun))
    }

    private func places(_ account: Account.ID, _ campus: Campus) async throws -> [String] {
        try await campus.store.enrollments(of: account).map { "\($0.scope) \($0.role.rawValue)" }.sorted()
    }

    /// People with verified emails, made by SQL.
    private func crowd(_ count: Int, in campus: Campus) async throws {
        for number in 0..<count {
            let id = "01900000-0000-7000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
            try await campus.execute(
                """
                INSERT INTO account (id, email, email_key, display_name, handle, role, password, created_at)
                VALUES ('\(id)', 'c\(number)@example.edu', 'c\(number)@example.edu', 'Person', 'c\(number)', 'student', 'x', 1);
                INSERT INTO verified_email (account_id, verified_at) VALUES ('\(id)', 1);
                """)
        }
    }

    @Test func studentsOfASectionShareRowsOfTheLogAndHearOfTheirPlaces() async throws {
        try await Campus.with { campus in
            let count = 250
            try await crowd(count, in: campus)
            let ada = try await campus.person("ada")
            _ = try await campus.store.verifyEmail("ada@example.edu")
            let list = (0..<count).map { entry("c\($0)") } + [entry("ada"), entry("ada", Self.lab)]
            let before = try await campus.store.head()
            #expect(try await bring(list, to: campus, dryRun: true).students == count + 2)
            #expect(try await campus.store.head() == before)
            #expect(try await bring(list, to: campus).students == count + 2)
            let joined = try await campus.store.head()
            #expect(joined.offset - before.offset == 3)
            let told = try await campus.store.changes(after: before.cursor, limit: 500, by: ada)
            #expect(told.changes.count { $0.delivery.change == .scopeGranted } == 2)
            #expect(try await places(ada, campus) == ["\(Self.lecture) student", "\(Self.lab) student"])
            let again = try await bring(list, to: campus)
            #expect((again.unchanged, again.added, again.students) == (count + 2, 0, 0))
            #expect(try await campus.store.head() == joined)
            #expect(try await bring([entry("ada")], to: campus).ended == count + 1)
            #expect(try await places(ada, campus) == ["\(Self.lecture) student"])
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func anAccountIsMatchedWhenItsEmailIsVerified() async throws {
        try await Campus.with { campus in
            #expect(try await bring([entry("ada"), entry("tom", Self.lab, .staff)], to: campus).expected == 2)
            let (ada, tom) = (try await campus.person("ada"), try await campus.person("tom"))
            #expect(try await bring([entry("ada"), entry("tom", Self.lab, .staff)], to: campus).unverified.count == 2)
            for name in ["ada", "tom"] { _ = try await campus.store.verifyEmail("\(name)@example.edu") }
            #expect(try await places(ada, campus) == ["\(Self.lecture) student"])
            #expect(try await places(tom, campus) == ["\(Self.lab) staff"])
            var renamed = entry("ada")
            renamed.name = "Ada Lovelace"
            let report = try await bring([renamed], to: campus)
            #expect((report.changed, report.removed, report.ended) == (1, 1, 1))
            #expect(try await places(tom, campus) == [])
            try await campus.store.leave(ada, ifPassword: nil)
            #expect(try await bring([renamed], to: campus).added == 1)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func theCatalogAndTheRosterHandAPlaceOfStaffToEachOther() async throws {
        try await Campus.with { campus in
            let tom = try await campus.person("tom")
            _ = try await campus.store.verifyEmail("tom@example.edu")
            let (list, catalog) = ([entry("tom", Self.lab, .staff)], [InstructorEmail(.crn("1002"), email: "tom@example.edu")])
            _ = try await bring(list, to: campus)
            _ = try await campus.store.importInstructors(catalog, term: Campus.term, dryRun: false)
            _ = try await bring([], to: campus)
            #expect(try await places(tom, campus) == ["\(Self.lab) staff"])
            _ = try await bring(list, to: campus)
            _ = try await campus.store.importInstructors([], term: Campus.term, dryRun: false)
            #expect(try await places(tom, campus) == ["\(Self.lab) staff"])
            _ = try await bring([], to: campus)
            #expect(try await places(tom, campus) == [])
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func moreThanATenthIsNotRemovedWithoutBeingTold() async throws {
        try await Campus.with { campus in
            let list = (0..<20).map { entry("p\($0)") }
            _ = try await bring(list, to: campus)
            await #expect(throws: DomainError.self) {
                _ = try await bring(Array(list.dropFirst(3)), to: campus, allowing: false)
            }
            #expect(try await bring(Array(list.dropFirst(2)), to: campus, allowing: false).removed == 2)
        }
    }

    @Test func invitationsThatEndedAreForgottenAndThoseThatSomebodyMayUseAreNot() async throws {
        try await Campus.with { campus in
            let (store, now) = (campus.store, campus.clock.now)
            let (grace, ada) = (try await campus.person("grace"), try await campus.person("ada"))
            _ = try await store.grantStaff(to: .email("grace@example.edu"), in: Campus.course, sections: [], by: nil)
            func invite(_ code: String, days: Double, uses: Int = 1) async throws -> Invitation {
                try await store.invite(
                    NewInvitation(section: Self.lecture, uses: uses, expiresAt: now + days * 86_400), to: Campus.course,
                    codeHash: code, by: grace)
            }
            _ = try await invite("used up", days: 300)
            _ = try await invite("open", days: 300, uses: 2)
            _ = try await invite("expired", days: 1)
            let revoked = try await invite("revoked", days: 300)
            _ = try await store.use(codeHash: "used up", sections: [], by: ada)
            try await store.revokeInvitation(revoked.id, by: grace)
            #expect(try await store.pruneInvitations(before: now - 1) == 0)
            #expect(try await store.pruneInvitations(before: now + 2 * 86_400) == 3)
            #expect(try await store.invitations(to: Campus.course, by: grace).map(\.uses) == [2])
            #expect(try await store.check() == [])
        }
    }

    @Test func anInvitationIsUsedByOneOfTwoWhoWantItsLastPlace() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let (grace, ada, ben) = (
                try await campus.person("grace"), try await campus.person("ada"), try await campus.person("ben")
            )
            _ = try await store.grantStaff(to: .email("grace@example.edu"), in: Campus.course, sections: [], by: nil)
            _ = try await store.setJoining(JoiningRule(.roster), of: Campus.course, standard: .open, by: grace)
            #expect(try await store.joining(of: Campus.course, standard: .open).joining == .roster)
            let made = try await store.invite(
                NewInvitation(section: Self.lecture), to: Campus.course, codeHash: "a", by: grace)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for person in [ada, ben] {
                    group.addTask { (try? await store.use(codeHash: "a", sections: [], by: person)) != nil }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 } == 1)
            #expect(try await store.invitations(to: Campus.course, by: grace).map(\.used) == [1])
            try await store.revokeInvitation(made.id, by: grace)
            await #expect(throws: DomainError.revokedInvitation) { _ = try await store.preview(codeHash: "a", email: nil) }
            _ = try await store.invite(NewInvitation(), to: Campus.course, codeHash: "b", by: grace)
            let new = NewAccount(email: "new@example.edu", password: "", displayName: "New")
            let guest = try await store.register(new, password: "hash", codeHash: "b").id
            #expect(try await places(guest, campus) == [])
            #expect(try await store.use(codeHash: "b", sections: [Self.lab], by: guest).hasJoined)
            try await store.leave(grace, ifPassword: nil)
            await #expect(throws: DomainError.unknownInvitation) { _ = try await store.preview(codeHash: "b", email: nil) }
            #expect(try await store.check() == [])
        }
    }
}
