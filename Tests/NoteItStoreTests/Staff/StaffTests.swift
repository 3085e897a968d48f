import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Who may change the staff, and who sees whom. Everyone whom a rule keeps out tries to break it.
@Suite("Staff and the roster")
struct StaffTests {
    enum Role: String, CaseIterable, Sendable { case stranger, student, sectionStaff, wholeStaff, instructor, admin }

    /// A person of each role, and Ada, a student of the first section.
    private func withEveryone(
        _ body: (Campus, [Role: Account.ID], _ ada: Account.ID) async throws -> Void
    ) async throws {
        try await Campus.with { campus in
            var people: [Role: Account.ID] = [:]
            for role in Role.allCases { people[role] = try await campus.person(role.rawValue) }
            let store = campus.store
            _ = try await store.enroll(try #require(people[.student]), in: [Campus.sections[1]])
            _ = try await store.grantStaff(
                to: .email("sectionStaff@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            _ = try await store.grantStaff(to: .email("wholeStaff@example.edu"), in: Campus.course, sections: [], by: nil)
            _ = try await store.setRole(.instructor, of: "instructor@example.edu")
            _ = try await store.setRole(.admin, of: "admin@example.edu")
            try await body(campus, people, try await campus.student("ada", in: [Campus.sections[0]]))
            #expect(try await store.check() == [])
        }
    }

    /// Whether each role may grant the whole course, the second and the third section.
    static let grants: [(Role, whole: Bool, second: Bool, third: Bool)] = [
        (.stranger, false, false, false), (.student, false, false, false), (.instructor, false, false, false),
        (.sectionStaff, false, true, false), (.wholeStaff, true, true, true), (.admin, true, true, true),
    ]

    @Test(arguments: grants)
    func eachRoleGrantsAndRevokesWithinItsScope(role: Role, whole: Bool, second: Bool, third: Bool) async throws {
        try await withEveryone { campus, people, ada in
            let (store, caller) = (campus.store, try #require(people[role]))
            for (sections, allowed) in [([], whole), ([Campus.sections[1]], second), ([Campus.sections[2]], third)] {
                if allowed {
                    #expect(
                        try await store.grantStaff(to: .id(ada), in: Campus.course, sections: sections, by: caller).created)
                    #expect(
                        try await !store.grantStaff(to: .id(ada), in: Campus.course, sections: sections, by: caller).created)
                    try await store.revokeStaff(of: .id(ada), in: Campus.course, sections: sections, by: caller)
                } else {
                    await #expect(throws: DomainError.self) {
                        try await store.grantStaff(to: .id(ada), in: Campus.course, sections: sections, by: caller)
                    }
                    _ = try await store.grantStaff(
                        to: .email("ada@example.edu"), in: Campus.course, sections: sections, by: nil)
                    await #expect(throws: DomainError.self) {
                        try await store.revokeStaff(of: .id(ada), in: Campus.course, sections: sections, by: caller)
                    }
                    try await store.revokeStaff(of: .email("ada@example.edu"), in: Campus.course, sections: sections, by: nil)
                }
            }
        }
    }

    @Test func nobodyGrantsThemselvesARole() async throws {
        try await withEveryone { campus, people, _ in
            for role in [Role.stranger, .student, .sectionStaff, .instructor] {
                let me = try #require(people[role])
                await #expect(throws: DomainError.self) {
                    try await campus.store.grantStaff(to: .id(me), in: Campus.course, sections: [], by: me)
                }
            }
            // Staff of one course have no rights in another.
            let whole = try #require(people[.wholeStaff])
            await #expect(throws: DomainError.self) {
                try await campus.store.grantStaff(to: .id(whole), in: Campus.other, sections: [], by: whole)
            }
            await #expect(throws: DomainError.self) {
                try await campus.store.grantStaff(
                    to: .id(whole), in: Campus.course, sections: [Campus.otherSections[0]], by: whole)
            }
        }
    }

    @Test func newStaffAreNotifiedOnceAndFoundByAnyName() async throws {
        try await withEveryone { campus, people, ada in
            let (store, whole) = (campus.store, try #require(people[.wholeStaff]))
            for name in ["ada@example.edu", "@ada", "@ADA", ada.description.uppercased(), "ADA@example.edu"] {
                let person = try #require(AccountReference(name))
                let (member, _) = try await store.grantStaff(
                    to: person, in: Campus.course, sections: [Campus.sections[2]], by: whole)
                #expect(member.id == ada && member.places.map(\.section) == [Campus.sections[2]])
            }
            let inbox = try await store.notifications(of: ada, unread: true, page: PageRequest()).items
            #expect(inbox.map(\.kind) == [.staffGranted] && inbox.first?.course == Campus.course)
            for name in ["nobody@example.edu", "@nobody", UUID().uuidString] {
                let person = try #require(AccountReference(name))
                // A handle can be guessed, so the error does not tell whether it exists.
                let home = if case .handle = person { " in \(Campus.course)" } else { "" }
                await #expect(throws: DomainError.notFound("account \(person)\(home)")) {
                    try await store.grantStaff(to: person, in: Campus.course, sections: [], by: whole)
                }
            }
            for name in ["", "@", "ada", "a b@c"] { #expect(AccountReference(name) == nil) }
        }
    }

    /// A handle can be guessed, and a grant reveals the email of its person. An id cannot be guessed.
    @Test func guessingHandlesRevealsNoEmails() async throws {
        try await withEveryone { campus, people, _ in
            let (store, stranger) = (campus.store, try #require(people[.stranger]))
            for (role, section) in [(Role.sectionStaff, Campus.sections[1]), (.wholeStaff, Campus.sections[2])] {
                let (person, caller) = (AccountReference.handle("stranger"), try #require(people[role]))
                await #expect(throws: DomainError.notFound("account \(person) in \(Campus.course)")) {
                    try await store.grantStaff(
                        to: person, in: Campus.course, sections: [section], by: caller)
                }
            }
            let whole = try #require(people[.wholeStaff])
            let email = AccountReference.email("stranger@example.edu")
            // Anyone can register with another person's email.
            await #expect(throws: DomainError.notFound("account \(email)")) {
                try await store.grantStaff(to: email, in: Campus.course, sections: [Campus.sections[0]], by: whole)
            }
            _ = try await store.verifyEmail("stranger@example.edu")
            let first = try await store.grantStaff(to: email, in: Campus.course, sections: [Campus.sections[0]], by: whole)
            let second = try await store.grantStaff(to: .id(stranger), in: Campus.course, sections: [], by: whole)
            #expect(first.created && second.created)
        }
    }

    @Test func staffOfASectionCannotRevokeOtherRoles() async throws {
        try await withEveryone { campus, people, ada in
            let (store, me) = (campus.store, try #require(people[.sectionStaff]))
            _ = try await store.grantStaff(
                to: .email("ada@example.edu"), in: Campus.course, sections: [Campus.sections[1], Campus.sections[2]], by: nil)
            await #expect(throws: DomainError.self) {
                try await store.revokeStaff(of: .id(ada), in: Campus.course, sections: [], by: me)
            }
            try await store.revokeStaff(of: .id(ada), in: Campus.course, sections: [Campus.sections[1]], by: me)
            await #expect(throws: DomainError.self) {
                try await store.revokeStaff(of: .id(try #require(people[.wholeStaff])), in: Campus.course, sections: [], by: me)
            }
        }
    }

    @Test(arguments: Role.allCases)
    func theRosterShowsEachReaderTheirScope(role: Role) async throws {
        try await withEveryone { campus, people, ada in
            let (store, caller) = (campus.store, try #require(people[role]))
            func names(_ query: RosterQuery = RosterQuery()) async throws -> [String] {
                try await store.roster(of: Campus.course, matching: query, page: PageRequest(), by: caller).items
                    .map(\.displayName)
            }
            switch role {
            case .wholeStaff:
                #expect(try await names() == ["ada", "sectionStaff", "student", "wholeStaff"])
                #expect(try await names(RosterQuery(role: .student)) == ["ada", "student"])
                #expect(try await names(RosterQuery(section: Campus.sections[0])) == ["ada"])
                #expect(try await names(RosterQuery(text: "STUD")) == ["student"])
                #expect(try await names(RosterQuery(text: "%")) == [])
            case .sectionStaff:
                #expect(try await names() == ["sectionStaff", "student"])
                #expect(try await names(RosterQuery(section: Campus.sections[0])) == [])
                // A person in their section may have other enrollments, which stay hidden.
                _ = try await store.enroll(ada, in: [Campus.sections[1]])
                let seen = try await store.roster(
                    of: Campus.course, matching: RosterQuery(text: "ada"), page: PageRequest(), by: caller)
                #expect(seen.items.map { $0.places.map(\.section) } == [[Campus.sections[1]]])
            default:
                await #expect(throws: DomainError.self) { try await names() }
            }
        }
    }

    @Test func theRosterHidesOtherSectionsOfAStudent() async throws {
        try await withEveryone { campus, people, _ in
            let me = try #require(people[.sectionStaff])
            _ = try await campus.store.enroll(me, in: [Campus.sections[0]])
            let seen = try await campus.store.roster(
                of: Campus.course, matching: RosterQuery(), page: PageRequest(), by: me)
            #expect(!seen.items.map(\.displayName).contains("ada"))
        }
    }

    @Test func theRosterComesInPages() async throws {
        try await withEveryone { campus, people, _ in
            for number in 0..<23 {
                _ = try await campus.student("same", number, in: [Campus.sections[number % 3], Campus.sections[0]])
            }
            var (found, page) = ([Account.ID](), PageRequest(limit: 4))
            repeat {
                let list = try await campus.store.roster(
                    of: Campus.course, matching: RosterQuery(), page: page, by: try #require(people[.wholeStaff]))
                found += list.items.map(\.id)
                #expect(list.items.count == 4 || list.next == nil)
                page.after = list.next
            } while page.after != nil
            #expect(found.count == 27 && Set(found).count == 27)
        }
    }

    @Test(arguments: Role.allCases)
    func theStaffListIsForPeopleInTheCourseAndItsEmailsForStaff(role: Role) async throws {
        try await withEveryone { campus, people, _ in
            let caller = try #require(people[role])
            if [.stranger, .instructor].contains(role) {
                await #expect(throws: DomainError.self) { try await campus.store.staff(of: Campus.course, by: caller) }
                return
            }
            let staff = try await campus.store.staff(of: Campus.course, by: caller)
            #expect(staff.map(\.displayName) == ["sectionStaff", "wholeStaff"], "in the order in which they were granted it")
            #expect(staff.allSatisfy { ($0.email == nil) == (role == .student) })
        }
    }
}

extension Campus {
    /// One of several students of the same name.
    fileprivate func student(_ name: String, _ number: Int, in sections: [Section.ID]) async throws -> Account.ID {
        let new = NewAccount(email: "\(name)\(number)@example.edu", password: "", displayName: name)
        let id = try await store.register(new, role: .student, password: "hash").id
        _ = try await store.enroll(id, in: sections)
        return id
    }
}
