import Foundation
import NoteItCore
import TestDatabase
import Testing

@testable import NoteItStore

/// People whom a campus lets in: each arrives once, and has the account of the campus's own name for them.
struct SignOnTests {
    private static let rule = SignOnRule(linksEmails: true, registration: .open, name: "Example University")

    private static func arrival(_ number: Int, _ subject: String = "1", email: String = "sol@example.edu") -> SignOnArrival {
        SignOnArrival(
            id: String(repeating: String(number), count: 64), issuer: "https://login.example.edu", subject: subject, sid: "s",
            token: "a.b.c", email: email, isVerified: true, displayName: "Sol")
    }

    private static func arrive(_ arrival: SignOnArrival, _ store: SQLStore) async throws -> Account.ID {
        try await store.arrive(arrival, under: rule, password: NoPassword.make(arrival.id)).account.id
    }

    @Test func anArrivalIsGoodOnceAndLeadsToTheSameAccount() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let sol = try await Self.arrive(Self.arrival(1), store)
            await #expect(throws: DomainError.signInAgain) { try await Self.arrive(Self.arrival(1), store) }
            #expect(try await Self.arrive(Self.arrival(2), store) == sol)
            await #expect(throws: DomainError.self, "another name with the same email is somebody else") {
                try await Self.arrive(Self.arrival(3, "2"), store)
            }
            #expect(try await store.isVerified(sol))
            #expect(try await store.check() == [])
        }
    }

    @Test func anEmailThatNobodyVerifiedIsTakenByItsOwnerWhoWishesANewAccount() async throws {
        try await Campus.with { campus in
            let store = campus.store
            let mallory = try await store.register(
                NewAccount(email: "Sol@example.edu", password: "", displayName: "Mallory"), role: .student, password: "x")
            await #expect(throws: DomainError.self) { try await Self.arrive(Self.arrival(1), store) }
            #expect(try await store.account(mallory.id) == mallory)
            var told = Self.arrival(2)
            told.wantsNewAccount = true
            let sol = try await Self.arrive(told, store)
            #expect(sol != mallory.id)
            #expect(try await store.isVerified(sol))
            var left = mallory
            left.email = try await store.account(mallory.id).email
            #expect(EmailAddress.isAbsent(left.email))
            #expect(try await store.account(mallory.id) == left)
            #expect(try await store.inbox(mallory.id).map(\.text) == ["Sol@example.edu"])
            #expect(try await store.check() == [])
        }
    }

    @Test func anEmailThatIsNotVerifiedIsNobodysAddressAndGetsNoMail() async throws {
        try await Campus.with { campus in
            var told = Self.arrival(1)
            told.isVerified = false
            let sol = try await Self.arrive(told, campus.store)
            let email = try await campus.store.account(sol).email
            #expect(EmailAddress.isAbsent(email))
            #expect(EmailAddress.isAbsent("lti-\(sol)@moodle.invalid"))
            #expect(!EmailAddress.isAbsent("sol@example.invalid"))
            await #expect(throws: DomainError.self) {
                try await campus.store.askVerification(of: sol, domain: "example.edu")
            }
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aMessageOfTheCampusEndsItsSessionsOnceAndThoseThatWait() async throws {
        try await Campus.with { campus in
            let (store, session) = (campus.store, Session.ID.make(at: campus.clock.now))
            let (open, waiting) = (Self.arrival(1), Self.arrival(2))
            let sol = try await Self.arrive(open, store)
            _ = try await Self.arrive(waiting, store)
            try await store.open(session, for: sol, device: nil, refreshHash: "1", ifPassword: nil, signOn: open.id)
            #expect(try await store.signOnToken(of: session)?.token == "a.b.c")
            let end = SignOnEnd(
                issuer: open.issuer, sid: "s", message: String(repeating: "m", count: 64), until: campus.clock.now + 60)
            try await store.end(end)
            #expect(try await store.sessions(of: sol, current: nil, page: PageRequest()).items.isEmpty)
            await #expect(throws: DomainError.self) { try await store.end(end) }
            await #expect(throws: DomainError.signInAgain) {
                try await store.open(
                    .make(at: campus.clock.now), for: sol, device: nil, refreshHash: "2", ifPassword: nil,
                    signOn: waiting.id)
            }
        }
    }

    @Test func sessionsAndArrivalsThatEndedArePruned() async throws {
        try await Campus.with { campus in
            let (store, session) = (campus.store, Session.ID.make(at: campus.clock.now))
            let sol = try await Self.arrive(Self.arrival(1), store)
            try await store.open(session, for: sol, device: nil, refreshHash: "1", ifPassword: nil, signOn: Self.arrival(1).id)
            try await store.revoke(session, of: sol)
            _ = try await Self.arrive(Self.arrival(2), store)
            campus.clock.advance(86_401)
            #expect(try await store.pruneSessions() == 1)
            #expect(try await Self.arrive(Self.arrival(2), store) == sol, "what is as old as that is refused by its time")
        }
    }
}
