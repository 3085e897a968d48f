import Foundation
import NoteItCore
import NoteItStore
import Testing

/// The catalog makes the instructors that it names staff of their sections, and revokes the role when it no longer names them.
@Suite("Claims by the catalog")
struct InstructorClaimTests {
    private static let (lecture, lab): (Section.ID, Section.ID) = ("202530.1001", "202530.1002")
    private static let list = [InstructorEmail(.instructor("zoé  EXEMPLE"), email: "Zoe@example.edu")]

    private func withCatalog(_ body: (SQLStore, Account.ID) async throws -> Void) async throws {
        try await withStore { store in
            try await store.load(try smallTerm())
            let new = NewAccount(email: "zoe@example.edu", password: "", displayName: "Zoé Exemple")
            try await body(store, try await store.register(new, role: .student, password: "hash").id)
            #expect(try await store.check() == [])
        }
    }

    private func places(_ account: Account.ID, _ store: SQLStore) async throws -> [String] {
        try await store.enrollments(of: account).filter { $0.role == .staff }.map(\.scope).sorted()
    }

    /// The term with another instructor of the lecture.
    private func term(taughtBy names: [String]) throws -> CatalogTerm {
        var term = try smallTerm()
        term.courses[0].sections[0].instructors = names
        return term
    }

    @Test func anInstructorWithAVerifiedEmailIsStaffOfTheirSections() async throws {
        try await withCatalog { store, zoe in
            let report = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
            #expect(report.sections == 1 && report.unverified == ["zoe@example.edu"] && report.lines == [])
            #expect(try await places(zoe, store) == [])
            _ = try await store.verifyEmail("ZOE@example.edu")
            #expect(try await places(zoe, store) == [Self.lecture.text])
            let told = try await store.notifications(of: zoe, unread: true, page: PageRequest()).items
            #expect(told.map(\.kind) == [.staffGranted])
            let head = try await store.head()
            _ = try await store.verifyEmail("zoe@example.edu")
            _ = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
            try await store.load(try smallTerm())
            #expect(try await store.head() == head)
        }
    }

    @Test func theOrderOfVerifyingAndImportingDoesNotMatter() async throws {
        try await withCatalog { store, zoe in
            _ = try await store.verifyEmail("zoe@example.edu")
            let dry = try await store.importInstructors(Self.list, term: "202530", dryRun: true)
            #expect(try await places(zoe, store) == [])
            let report = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
            #expect(dry == report && report.lines == ["+ \(Self.lecture) zoe@example.edu"])
            #expect(try await places(zoe, store) == [Self.lecture.text])
        }
    }

    @Test func anImportThatNamesAnotherInstructorRevokesTheRole() async throws {
        try await withCatalog { store, zoe in
            _ = try await store.verifyEmail("zoe@example.edu")
            _ = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
            try await store.load(try term(taughtBy: ["Adam Autre"]))
            #expect(try await places(zoe, store) == [])
            try await store.load(try term(taughtBy: ["Adam Autre", "Zoé Exemple"]))
            #expect(try await places(zoe, store) == [Self.lecture.text])
            _ = try await store.importInstructors([], term: "202530", dryRun: false)
            #expect(try await places(zoe, store) == [])
        }
    }

    @Test func aChangedEmailIsNoLongerVerified() async throws {
        try await withCatalog { store, zoe in
            _ = try await store.verifyEmail("zoe@example.edu")
            _ = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
            _ = try await store.update(zoe, with: AccountPatch(email: "ZOE@example.edu"))
            #expect(try await places(zoe, store) == [Self.lecture.text])
            _ = try await store.update(zoe, with: AccountPatch(email: "other@example.edu"))
            #expect(try await places(zoe, store) == [])
            // Nobody gets the role of an instructor by taking their email.
            let eve = NewAccount(email: "eve@example.edu", password: "", displayName: "Zoé Exemple")
            let id = try await store.register(eve, role: .student, password: "hash").id
            _ = try await store.verifyEmail("eve@example.edu")
            _ = try await store.update(id, with: AccountPatch(email: "zoe@example.edu"))
            #expect(try await places(id, store) == [])
        }
    }

    @Test func rolesGrantedOrRevokedByHandStay() async throws {
        try await withCatalog { store, zoe in
            _ = try await store.verifyEmail("zoe@example.edu")
            _ = try await store.grantStaff(
                to: .email("zoe@example.edu"), in: "202530.CMPT225", sections: [Self.lecture], by: nil)
            _ = try await store.importInstructors(
                Self.list + [InstructorEmail(.crn("1002"), email: "zoe@example.edu")], term: "202530", dryRun: false)
            #expect(try await places(zoe, store) == [Self.lecture.text, Self.lab.text])
            try await store.revokeStaff(of: .email("zoe@example.edu"), in: "202530.CMPT225", sections: [Self.lab], by: nil)
            try await store.load(try smallTerm())
            #expect(try await places(zoe, store) == [Self.lecture.text])
            _ = try await store.importInstructors([], term: "202530", dryRun: false)
            #expect(try await places(zoe, store) == [Self.lecture.text])
            _ = try await store.importInstructors(
                [InstructorEmail(.crn("1002"), email: "zoe@example.edu")], term: "202530", dryRun: false)
            #expect(try await places(zoe, store) == [Self.lecture.text, Self.lab.text])
        }
    }

    @Test func theReportNamesUnknownAndUnverifiedInstructors() async throws {
        try await withCatalog { store, _ in
            let list = [
                InstructorEmail(.instructor("Nobody"), email: "zoe@example.edu"),
                InstructorEmail(.crn("9"), email: "x@example.edu"),
            ]
            let report = try await store.importInstructors(list, term: "202530", dryRun: false)
            #expect(report.unknown == ["9", "nobody"] && report.unverified == ["x@example.edu", "zoe@example.edu"])
            await #expect(throws: DomainError.notFound("term 209999")) {
                try await store.importInstructors(list, term: "209999", dryRun: false)
            }
        }
    }

    @Test func aPersonWhoLeavesLosesTheirClaims() async throws {
        try await withCatalog { store, zoe in
            _ = try await store.verifyEmail("zoe@example.edu")
            _ = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
            try await store.leave(zoe)
            #expect(try await store.enrollments(of: zoe) == [])
            let new = NewAccount(email: "zoe@example.edu", password: "", displayName: "Somebody else")
            let other = try await store.register(new, role: .student, password: "hash").id
            try await store.load(try smallTerm())
            #expect(try await places(other, store) == [])
        }
    }

    @Test func followingTheChangesGivesWhatAFreshSnapshotGives() async throws {
        try await withCatalog { store, zoe in
            let ada = try await store.register(
                NewAccount(email: "ada@example.edu", password: "", displayName: "ada"), role: .student, password: "hash"
            ).id
            _ = try await store.enroll(ada, in: [Self.lecture])
            _ = try await store.post(NewEvent(title: "To staff", visibility: .staff), in: "202530.CMPT225", by: ada)
            var replica = Replica(of: zoe)
            try await replica.begin(from: store, limit: 10)
            _ = try await store.verifyEmail("zoe@example.edu")
            for names in [["Zoé Exemple"], ["Adam Autre"], ["Zoé Exemple"], []] {
                _ = try await store.importInstructors(Self.list, term: "202530", dryRun: false)
                try await store.load(try term(taughtBy: names))
                while try await replica.advance(on: store, limit: 2).more {}
                #expect(replica.differences(from: try await Replica.snapshot(of: zoe, store, limit: 5)) == [])
            }
        }
    }
}
