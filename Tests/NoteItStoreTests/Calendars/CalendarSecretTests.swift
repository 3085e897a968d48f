import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// App passwords and feeds.
@Suite("Secrets of calendars")
struct CalendarSecretTests {
    private static func hash(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    @Test func anAppPasswordIsFoundWithItsEmailAlone() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let phone = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(1), by: scene.ada)
            let found = try await store.account(email: "ADA@example.edu", appPasswordHash: Self.hash(1))
            #expect(found?.account == scene.ada && found?.password == phone)
            #expect(try await store.account(email: "ben@example.edu", appPasswordHash: Self.hash(1)) == nil)
            #expect(try await store.account(email: "ada@example.edu", appPasswordHash: Self.hash(2)) == nil)
        }
    }

    @Test func appPasswordsAreListedOldestFirstAndRevokedByTheirPerson() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let phone = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(1), by: scene.ada)
            scene.campus.clock.advance(1)
            let laptop = try await store.addAppPassword(NewAppPassword(name: "Laptop"), hash: Self.hash(2), by: scene.ada)
            #expect(try await store.appPasswords(of: scene.ada) == [phone, laptop])
            #expect(try await store.appPasswords(of: scene.ben) == [])
            await #expect(throws: DomainError.notFound("app password \(phone.id)")) {
                try await store.revokeAppPassword(phone.id, by: scene.ben)
            }
            try await store.revokeAppPassword(phone.id, by: scene.ada)
            #expect(try await store.appPasswords(of: scene.ada) == [laptop])
            #expect(try await store.account(email: "ada@example.edu", appPasswordHash: Self.hash(1)) == nil)
            await #expect(throws: DomainError.notFound("app password \(phone.id)")) {
                try await store.revokeAppPassword(phone.id, by: scene.ada)
            }
        }
    }

    @Test func theLastUseIsNotedToTheMinute() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let phone = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(1), by: scene.ada)
            let feed = try await store.addCalendarFeed(
                NewCalendarFeed(name: "All", include: [.due]), hash: Self.hash(2), by: scene.ada)
            try await store.used(phone.id)
            try await store.read(feed.id)
            let seconds = scene.now.timeIntervalSince1970
            let minute = Date(timeIntervalSince1970: (seconds / 60).rounded(.down) * 60)
            let commits = store.commitCounts.commits
            scene.campus.clock.advance(1)
            try await store.used(phone.id)
            try await store.read(feed.id)
            #expect(store.commitCounts.commits == commits, "a second use in the minute writes nothing")
            #expect(try await store.appPasswords(of: scene.ada).map(\.lastUsed) == [minute])
            #expect(try await store.calendarFeeds(of: scene.ada).map(\.lastRead) == [minute])
            scene.campus.clock.advance(60)
            try await store.used(phone.id)
            try await store.read(feed.id)
            #expect(try await store.appPasswords(of: scene.ada).map(\.lastUsed) == [minute + 60])
            #expect(try await store.calendarFeeds(of: scene.ada).map(\.lastRead) == [minute + 60])
        }
    }

    @Test func aPersonHasFiftyAppPasswordsAndFiftyFeeds() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            for number in 0..<50 {
                _ = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(number), by: scene.ada)
                _ = try await store.addCalendarFeed(
                    NewCalendarFeed(name: "All", include: [.due]), hash: Self.hash(number), by: scene.ada)
            }
            await #expect(throws: DomainError.conflict("You have 50 app passwords. Revoke one first.")) {
                try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(50), by: scene.ada)
            }
            await #expect(throws: DomainError.conflict("You have 50 calendar feeds. Revoke one first.")) {
                try await store.addCalendarFeed(
                    NewCalendarFeed(name: "All", include: [.due]), hash: Self.hash(50), by: scene.ada)
            }
            _ = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(50), by: scene.ben)
        }
    }

    @Test func aFeedIsFoundByItsSecretAndRevokedByItsPerson() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            let new = NewCalendarFeed(name: "Work", include: [.tasks, .classes], courses: [Campus.course, Campus.course])
            let feed = try await store.addCalendarFeed(new, hash: Self.hash(1), by: scene.ada)
            #expect(feed.include == [.classes, .tasks] && feed.courses == [Campus.course])
            let found = try await store.calendarFeed(hash: Self.hash(1))
            #expect(found?.feed == feed && found?.account == scene.ada)
            #expect(try await store.calendarFeed(hash: Self.hash(2)) == nil)
            #expect(try await store.calendarFeeds(of: scene.ada) == [feed])
            #expect(try await store.calendarFeeds(of: scene.ben) == [])
            await #expect(throws: DomainError.notFound("calendar feed \(feed.id)")) {
                try await store.revokeCalendarFeed(feed.id, by: scene.ben)
            }
            try await store.revokeCalendarFeed(feed.id, by: scene.ada)
            #expect(try await store.calendarFeed(hash: Self.hash(1)) == nil)
        }
    }

    @Test func aFeedNamesCoursesOfItsPerson() async throws {
        try await StudyScene.with { scene in
            let new = NewCalendarFeed(name: "Work", include: [.due], courses: [Campus.course, Campus.other])
            await #expect(
                throws: DomainError.invalid("courses", "must be courses that you are in; \(Campus.other.shown) is not one")
            ) { try await scene.store.addCalendarFeed(new, hash: Self.hash(1), by: scene.ada) }
        }
    }

    @Test func suspensionStopsPasswordsAndFeeds() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            _ = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(1), by: scene.ada)
            _ = try await store.addCalendarFeed(
                NewCalendarFeed(name: "All", include: [.due]), hash: Self.hash(2), by: scene.ada)
            _ = try await store.suspend("ada@example.edu", true)
            #expect(try await store.account(email: "ada@example.edu", appPasswordHash: Self.hash(1)) == nil)
            #expect(try await store.calendarFeed(hash: Self.hash(2)) == nil)
            _ = try await store.suspend("ada@example.edu", false)
            #expect(try await store.account(email: "ada@example.edu", appPasswordHash: Self.hash(1)) != nil)
            #expect(try await store.calendarFeed(hash: Self.hash(2)) != nil)
        }
    }

    @Test func leavingDeletesAllCalendars() async throws {
        try await StudyScene.with { scene in
            let store = scene.store
            _ = try await store.addAppPassword(NewAppPassword(name: "Phone"), hash: Self.hash(1), by: scene.ada)
            _ = try await store.addCalendarFeed(
                NewCalendarFeed(name: "All", include: [.due]), hash: Self.hash(2), by: scene.ada)
            try await scene.put(scene.sent("a.ics"))
            try await store.makeCalendar("home", components: [.event], displayName: nil, properties: [:], by: scene.ada)
            try await scene.put(scene.sent("b.ics"), in: "home")
            try await scene.derive([StudyScene.derived("t")])
            _ = try await scene.addImport(scene.copy(events: ["talk"], tasks: ["essay"]))
            try await store.leave(scene.ada, ifPassword: nil)
            #expect(try await store.account(email: "ada@example.edu", appPasswordHash: Self.hash(1)) == nil)
            #expect(try await store.calendarFeed(hash: Self.hash(2)) == nil)
            #expect(try await scene.names() == [])
            for table in ["calendar", "calendar_object", "calendar_state", "calendar_import", "import_task"] {
                let rows: Int? = try await store.read { try $0.value("SELECT COUNT(*) FROM \(table)") }
                #expect(rows == 0, "\(table)")
            }
            await #expect(throws: DomainError.unauthenticated("This account no longer exists.")) {
                try await scene.put(scene.sent("c.ics"))
            }
        }
    }
}
