import Foundation
import NoteItCore
import NoteItStore
import Testing

/// Watching seats over imports: who is notified of what, and how often.
@Suite("Watching seats")
struct SeatWatchTests {
    private static let lecture: Section.ID = "202530.1001"

    /// A lecture with `enrolled` students, and an unchanged second course.
    private func term(enrolled: Int?, capacity: Int? = 120) throws -> CatalogTerm {
        var term = try smallTerm()
        (term.courses[0].sections[0].enrolled, term.courses[0].sections[0].capacity) = (enrolled, capacity)
        return term
    }

    private func person(_ name: String, _ store: SQLStore) async throws -> Account.ID {
        let new = NewAccount(email: "\(name)@example.edu", password: "", displayName: name)
        return try await store.register(new, role: .student, password: "hash").id
    }

    /// Runs `body` with a person who watches a full section of 120 seats.
    private func withWatcher(_ body: (SQLStore, Account.ID) async throws -> Void) async throws {
        try await withStore { store in
            try await store.load(try term(enrolled: 120))
            let ada = try await person("ada", store)
            _ = try await store.watchSeats(of: Self.lecture, by: ada)
            try await body(store, ada)
            #expect(try await store.check() == [])
        }
    }

    static let crossings: [([Int?], [InboxNotification.Kind])] = [
        ([117], [.seatOpened]), ([0], [.seatOpened]), ([117, 117], [.seatOpened]), ([117, 116, 118], [.seatOpened]),
        ([117, 120, 121, 130], [.seatOpened, .sectionFull]), ([107, 108], [.seatOpened, .fewSeatsLeft]),
        ([107, 108, 107, 108], [.seatOpened, .fewSeatsLeft, .fewSeatsLeft]), ([107, 120], [.seatOpened, .sectionFull]),
        ([125], []), ([nil], []), ([nil, 120], []), ([nil, 100, nil, 100], [.seatOpened]),
    ]

    @Test(arguments: crossings)
    func eachChangeOfStateIsNotifiedOnce(counts: [Int?], kinds: [InboxNotification.Kind]) async throws {
        try await withWatcher { store, ada in
            for count in counts {
                try await store.load(try term(enrolled: count))
                try await store.load(try term(enrolled: count))
            }
            #expect(try await store.inbox(ada).map(\.kind.rawValue).sorted() == kinds.map(\.rawValue).sorted())
        }
    }

    @Test(arguments: [(0, 3), (29, 3), (39, 3), (40, 4), (120, 12)])
    func fewSeatsAreATenthAndAtLeastThree(capacity: Int, few: Int) { #expect(SectionSeats.few(of: capacity) == few) }

    @Test func aNotificationSaysHowTheSeatsStood() async throws {
        try await withWatcher { store, ada in
            try await store.load(try term(enrolled: 117))
            let told = try #require(try await store.inbox(ada).first)
            #expect(told.section == SectionSeats(id: Self.lecture, code: "D100", capacity: 120, enrolled: 117))
            #expect(told.course == "202530.CMPT225" && told.readAt == nil)
            #expect(try await store.notification(told.id, by: ada) == told)
            try await store.load(try term(enrolled: 100))
            #expect(try await store.notification(told.id, by: ada) == told)
            #expect(try await store.seatWatches(of: ada).map(\.section.enrolled) == [100])
        }
    }

    @Test func aReadNotificationStaysReadAndIsLoggedOnce() async throws {
        try await withWatcher { store, ada in
            try await store.load(try term(enrolled: 117))
            let id = try #require(try await store.inbox(ada).first).id
            try await store.markRead([id, id, .make(at: Date())], by: ada)
            let head = try await store.head()
            try await store.markRead([id], by: ada)
            #expect(try await store.head() == head)
            #expect(try await store.notification(id, by: ada).readAt != nil)
            #expect(try await store.notifications(of: ada, unread: true, page: PageRequest()).items == [])
        }
    }

    @Test func aCancelledSectionNotifiesItsWatchersAndEndsTheWatch() async throws {
        try await withWatcher { store, ada in
            var without = try term(enrolled: 120)
            without.courses[0].sections.removeFirst()
            try await store.load(without)
            #expect(try await store.inbox(ada).map(\.kind) == [.sectionCancelled])
            #expect(try await store.seatWatches(of: ada) == [])
            try await store.load(try term(enrolled: 0))
            #expect(try await store.inbox(ada).count == 1)
        }
    }

    @Test func aSectionThatMovesToAnotherCourseCountsAsCancelled() async throws {
        try await withWatcher { store, ada in
            var moved = try term(enrolled: 10)
            moved.courses[1].sections.append(moved.courses[0].sections.removeFirst())
            moved.courses[1].sections[1].code = "D900"
            try await store.load(moved)
            let told = try await store.inbox(ada)
            #expect(told.map(\.kind) == [.sectionCancelled])
            #expect(told.first?.course == "202530.CMPT225" && told.first?.section?.code == "D100")
            #expect(try await store.seatWatches(of: ada) == [])
        }
    }

    @Test func nobodyElseSeesAWatch() async throws {
        try await withWatcher { store, ada in
            let bob = try await person("bob", store)
            _ = try await store.enroll(bob, in: [Self.lecture])
            _ = try await store.grantStaff(to: .email("bob@example.edu"), in: "202530.CMPT225", sections: [], by: nil)
            let cursor = try await store.head().cursor
            _ = try await store.watchSeats(of: "202530.2001", by: ada)
            try await store.load(try term(enrolled: 117))
            let told = try #require(try await store.inbox(ada).first).id
            let seen = try await store.changes(after: cursor, limit: 100, by: bob).changes.map(\.delivery.type)
            #expect(seen == [.course])
            let snapshot = try await store.snapshot(next: nil, limit: 100, by: bob)
            #expect(snapshot.notifications == [] && snapshot.seatWatches == [])
            #expect(try await store.inbox(bob) == [])
            await #expect(throws: DomainError.notFound("notification \(told)")) { try await store.notification(told, by: bob) }
            await #expect(throws: DomainError.self) { try await store.seatWatch(Self.lecture, by: bob) }
            await #expect(throws: DomainError.self) { try await store.unwatchSeats(of: Self.lecture, by: bob) }
            try await store.markRead([told], by: bob)
            #expect(try await store.notification(told, by: ada).readAt == nil)
        }
    }

    @Test func watchingAgainChangesNothingAndStoppingEndsIt() async throws {
        try await withWatcher { store, ada in
            let head = try await store.head()
            #expect(try await store.watchSeats(of: Self.lecture, by: ada).created == false)
            #expect(try await store.head() == head)
            try await store.unwatchSeats(of: Self.lecture, by: ada)
            await #expect(throws: DomainError.self) { try await store.unwatchSeats(of: Self.lecture, by: ada) }
            try await store.load(try term(enrolled: 117))
            #expect(try await store.inbox(ada) == [])
        }
    }

    @Test func watchesOfAbsentPastOrTooManySectionsAreRefused() async throws {
        try await withWatcher { store, ada in
            await #expect(throws: DomainError.notFound("section 202530.9")) {
                try await store.watchSeats(of: "202530.9", by: ada)
            }
            var past = try smallTerm()
            (past.id, past.startsOn, past.endsOn) = ("202510", Day("2025-01-06"), Day("2025-09-30"))
            try await store.load(past)
            await #expect(throws: DomainError.self) { try await store.watchSeats(of: "202510.1001", by: ada) }
            var many = try term(enrolled: 120)
            for number in 0..<60 { many.courses[1].sections.append(try section("7\(number)", "E\(number)", "LEC", days: "S")) }
            try await store.load(many)
            for number in 1..<SeatWatch.most { _ = try await store.watchSeats(of: "202530.7\(number)", by: ada) }
            await #expect(throws: DomainError.conflict("You watch 50 sections. Stop watching one of them first.")) {
                try await store.watchSeats(of: "202530.70", by: ada)
            }
        }
    }

    @Test func watchesEndWithTheirTermOnceThereIsANewerOne() async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            _ = try await campus.store.watchSeats(of: Campus.sections[0], by: ada)
            campus.clock.advance(60 * 86_400)
            #expect(try await campus.store.endSeatWatches() == 0)
            var next = try smallTerm()
            (next.id, next.startsOn, next.endsOn) = ("202610", Day("2026-01-05"), Day("2026-04-10"))
            try await campus.store.load(next)
            _ = try await campus.store.watchSeats(of: "202610.1001", by: ada)
            #expect(try await campus.store.endSeatWatches() == 1)
            #expect(try await campus.store.seatWatches(of: ada).map(\.section.id) == ["202610.1001"])
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func anInboxKeepsTheNewest() async throws {
        try await withWatcher { store, ada in
            for round in 0..<(InboxNotification.most + 5) {
                try await store.load(try term(enrolled: round.isMultiple(of: 2) ? 0 : 120))
            }
            var (ids, page) = ([InboxNotification.ID](), PageRequest(limit: 97))
            repeat {
                let list = try await store.notifications(of: ada, unread: false, page: page)
                ids += list.items.map(\.id)
                page.after = list.next
            } while page.after != nil
            #expect(ids.count == InboxNotification.most && Set(ids).count == ids.count)
            await #expect(throws: DomainError.self) {
                try await store.notifications(of: ada, unread: false, page: PageRequest(after: "x"))
            }
        }
    }

    @Test func aPersonWhoLeavesLosesInboxAndWatches() async throws {
        try await withWatcher { store, ada in
            let bob = try await person("bob", store)
            _ = try await store.watchSeats(of: Self.lecture, by: bob)
            try await store.load(try term(enrolled: 117))
            try await store.leave(bob)
            #expect(try await store.seatWatches(of: bob) == [])
            #expect(try await store.inbox(bob) == [])
            try await store.load(try term(enrolled: 120))
            #expect(try await store.inbox(ada).count == 2)
        }
    }

    @Test(arguments: [
        "UPDATE seat_watch SET state = 'few'", "UPDATE section SET withdrawn = 1",
        "DELETE FROM log_topic WHERE topic LIKE 'account:%'",
    ])
    func theCheckFindsTampering(damage: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.person("ada")
            _ = try await campus.store.watchSeats(of: Campus.sections[0], by: ada)
            var term = try smallTerm()
            for enrolled in [90, 10] {
                term.courses[0].sections[0].enrolled = enrolled
                try await campus.store.load(term)
            }
            #expect(try await campus.store.inbox(ada).map(\.kind) == [.seatOpened])
            #expect(try await campus.store.check() == [])
            try await campus.execute(damage)
            #expect(try await campus.store.check() != [])
        }
    }

    /// Random watching, reading and imports.
    @Test(arguments: seeds(few: 10))
    func followingTheChangesGivesWhatAFreshSnapshotGives(seed: Int) async throws {
        try await withStore { store in
            var random = SeededGenerator(seed: UInt64(seed))
            try await store.load(try smallTerm())
            var replicas: [Replica] = []
            for name in ["ada", "bob"] {
                let id = try await person(name, store)
                if Bool.random(using: &random) { _ = try await store.enroll(id, in: [Self.lecture]) }
                var replica = Replica(of: id)
                try await replica.begin(from: store, limit: 10)
                replicas.append(replica)
            }
            for _ in 0..<30 {
                let index = Int.random(in: 0..<2, using: &random)
                try await act(as: replicas[index].account, on: store, &random)
                if Bool.random(using: &random) { _ = try await replicas[index].advance(on: store, limit: 2) }
            }
            for index in replicas.indices {
                while try await replicas[index].advance(on: store, limit: 3).more {}
                let fresh = try await Replica.snapshot(of: replicas[index].account, store, limit: 2)
                #expect(replicas[index].differences(from: fresh) == [])
            }
            #expect(try await store.check() == [])
        }
    }

    private func act(as me: Account.ID, on store: SQLStore, _ random: inout SeededGenerator) async throws {
        let section = ["202530.1001", "202530.1002", "202530.2001", "202530.9"].randomElement(using: &random) ?? Self.lecture
        do {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2: _ = try await store.watchSeats(of: section, by: me)
            case 3: try await store.unwatchSeats(of: section, by: me)
            case 4:
                try await store.markRead(
                    try await store.inbox(me).map(\.id).filter { _ in Bool.random(using: &random) }, by: me)
            default:
                var term = try smallTerm()
                term.courses[0].sections[0].enrolled = [nil, 0, 85, 90].randomElement(using: &random) ?? nil
                term.courses[0].sections[1].code = Bool.random(using: &random) ? "D101" : "D109"
                if Int.random(in: 0..<4, using: &random) == 0 { term.courses.removeLast() }
                try await store.load(term)
            }
        } catch is DomainError {
            // Refused: the test is about what the log tells of accepted writes.
        }
    }
}
