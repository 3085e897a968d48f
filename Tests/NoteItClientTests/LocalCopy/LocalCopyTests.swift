import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItClient

struct LocalCopyTests {
    private let d1: Section.ID = "202530.1001"
    private let d2: Section.ID = "202530.1002"

    private func numbers(_ copy: LocalCopy, _ course: Course.ID = Samples.cs225) async throws -> [Int] {
        try await copy.events(in: course).flatMap { $0.events.map(\.number) }
    }

    @Test func aSnapshotIsReadBackWhole() async throws {
        let event = Samples.event(1)
        let replies = [Samples.reply("first", to: event.id), Samples.reply("second", to: event.id, after: 1)]
        let held = [Samples.enrollment(d1, in: Samples.cs225)]
        let snapshot = Samples.snapshot(
            at: 4, enrollments: held, courses: [Samples.course(Samples.cs225)], events: [event], replies: replies)
        try await withCopy(snapshot) { copy in
            #expect(try await copy.thread(number: 1, in: Samples.cs225) == EventThread(event: event, replies: replies))
            #expect(try await copy.thread(event.id)?.event == event)
            #expect(try await copy.enrollments() == held)
            #expect(try await copy.courses().map(\.code) == ["CMPT225"])
            let status = try #require(try await copy.status())
            #expect(status.cursor == LogCursor(epoch: "e", offset: 4))
            #expect(status.account == Samples.ada)
            #expect(status.refreshedAt == Samples.now)
        }
    }

    @Test func anUpsertReplacesAndRemovingAnEventRemovesItsReplies() async throws {
        var event = Samples.event(1)
        let reply = Samples.reply("hello", to: event.id)
        try await withCopy(Samples.snapshot(at: 1, events: [event], replies: [reply])) { copy in
            event.title = "Moved"
            try await copy.apply(try Samples.batch(1, 2, .upsert(.event(event), rev: 2)), at: Samples.now)
            #expect(try await copy.thread(event.id)?.event.title == "Moved")
            #expect(try await copy.thread(event.id)?.replies == [reply])
            try await copy.apply(try Samples.batch(2, 3, .remove(.event, id: event.id.description)), at: Samples.now)
            #expect(try await copy.thread(event.id) == nil)
            #expect(try await copy.people().isEmpty)
        }
    }

    @Test func changesThatThisVersionDoesNotKnowAreSkippedAndTheCursorMoves() async throws {
        try await withCopy(Samples.snapshot(at: 1)) { copy in
            var batch = try Samples.batch(1, 9, .scopeGranted(course: Samples.cs225, section: d1))
            batch.changes.append(try ReceivedChange(json: #"{"op":"upsert","type":"poll","id":"1","body":{}}"#))
            batch.changes.append(try ReceivedChange(json: #"{"op":"remove","type":"poll","id":"1"}"#))
            batch.changes.append(try ReceivedChange(json: #"{"op":"rejoice"}"#))
            #expect(try await copy.apply(batch, at: Samples.now))
            #expect(try await copy.status()?.cursor.offset == 9)
        }
    }

    @Test func losingTheLastEnrollmentDeletesTheCourse() async throws {
        let (gone, stays) = (Samples.event(1, by: Samples.ada), Samples.event(1, in: Samples.cs120))
        let reply = Samples.reply("hello", to: gone.id, by: Samples.ada)
        let snapshot = Samples.snapshot(
            at: 1, enrollments: [Samples.enrollment(d1, in: Samples.cs225), Samples.enrollment("202530.9", in: Samples.cs120)],
            courses: [Samples.course(Samples.cs225), Samples.course(Samples.cs120)], events: [gone, stays], replies: [reply])
        try await withCopy(snapshot) { copy in
            try await copy.apply(try Samples.batch(1, 2, .scopeRevoked(course: Samples.cs225, section: d1)), at: Samples.now)
            #expect(try await copy.agenda().flatMap(\.events) == [stays])
            #expect(try await copy.people() == [.init(account: Samples.bob.id, skeleton: NameSkeleton.of("Bob"))])
            #expect(try await copy.courses().map(\.id) == [Samples.cs120])
            #expect(try await copy.enrollments().map(\.course) == [Samples.cs120])
        }
    }

    @Test func losingASectionDeletesEventsOfThatSectionOnly() async throws {
        let events = [
            Samples.event(1), Samples.event(2, sections: [d1]), Samples.event(3, sections: [d1, d2]),
            Samples.event(4, sections: [d1], by: Samples.ada), Samples.event(5, visibility: .private, by: Samples.ada),
        ]
        let held = [Samples.enrollment(d1, in: Samples.cs225), Samples.enrollment(d2, in: Samples.cs225)]
        try await withCopy(Samples.snapshot(at: 1, enrollments: held, events: events)) { copy in
            try await copy.apply(try Samples.batch(1, 2, .scopeRevoked(course: Samples.cs225, section: d1)), at: Samples.now)
            #expect(try await numbers(copy) == [1, 3, 4, 5])
        }
    }

    @Test func formerStaffLoseStaffEventsAndEmails() async throws {
        let events = [Samples.event(1, email: true), Samples.event(2, visibility: .staff, email: true)]
        let held = [Samples.enrollment(nil, in: Samples.cs225, role: .staff), Samples.enrollment(d1, in: Samples.cs225)]
        try await withCopy(Samples.snapshot(at: 1, enrollments: held, events: events)) { copy in
            try await copy.apply(try Samples.batch(1, 2, .scopeRevoked(course: Samples.cs225, section: nil)), at: Samples.now)
            #expect(try await numbers(copy) == [1])
            #expect(try await copy.thread(events[0].id)?.event.author.email == nil)
        }
    }

    @Test func applyingABatchAgainOrInPartDoesNoHarm() async throws {
        let (one, two) = (Samples.event(1), Samples.event(2))
        try await withCopy(Samples.snapshot(at: 1)) { copy in
            let first = try Samples.batch(1, 2, .upsert(.event(one), rev: 1))
            let both = try Samples.batch(1, 4, .upsert(.event(one), rev: 1), .upsert(.event(two), rev: 1))
            #expect(try await copy.apply(first, at: Samples.now))
            #expect(try await copy.apply(both, at: Samples.now))
            #expect(try await copy.apply(first, at: Samples.now))
            #expect(try await numbers(copy) == [1, 2])
            #expect(try await copy.status()?.cursor.offset == 4)
        }
    }

    @Test func aBatchAfterAGapOrOfAnotherEpochIsRejected() async throws {
        try await withCopy(Samples.snapshot(at: 1)) { copy in
            let upsert = Change.upsert(.event(Samples.event(1)), rev: 1)
            #expect(try await copy.apply(try Samples.batch(2, 3, upsert), at: Samples.now) == false)
            var foreign = try Samples.batch(1, 2, upsert)
            foreign.from = LogCursor(epoch: "f", offset: 1)
            foreign.to = LogCursor(epoch: "f", offset: 2)
            #expect(try await copy.apply(foreign, at: Samples.now) == false)
            #expect(try await numbers(copy).isEmpty)
            #expect(try await copy.status()?.cursor.offset == 1)
        }
    }

    @Test func aSnapshotDoesNotReplaceANewerOneOfAnotherProcess() async throws {
        try await withCopy(Samples.snapshot(at: 8)) { copy async throws in
            let late = Samples.snapshot(at: 7, events: [Samples.event(1)])
            #expect(try await copy.replace(with: [late], from: Samples.server, expecting: nil, at: Samples.now) == false)
            let expired = LogCursor(epoch: "e", offset: 8)
            #expect(try await copy.replace(with: [late], from: Samples.server, expecting: expired, at: Samples.now))
            #expect(try await numbers(copy) == [1])
        }
    }

    @Test func daysAreThoseOfTheTermsTimeZoneAndUndatedEventsComeLast() async throws {
        let evening = try #require(RFC3339.date("2025-11-21T07:59:00Z"))  // 23:59 of the day before in Vancouver.
        let events = [
            Samples.event(1), Samples.event(2, due: evening.addingTimeInterval(60)), Samples.event(3, due: evening),
            Samples.event(4, due: evening.addingTimeInterval(-3600)),
        ]
        try await withCopy(Samples.snapshot(at: 1, courses: [Samples.course(Samples.cs225)], events: events)) { copy in
            let sections = try await copy.agenda()
            #expect(sections.map(\.due) == [Day("2025-11-20"), Day("2025-11-21"), nil])
            #expect(sections.map { $0.events.map(\.number) } == [[4, 3], [2], [1]])
            let later = try await copy.agenda(from: Day("2025-11-21"))
            #expect(later.flatMap { $0.events.map(\.number) } == [2])
        }
    }

    @Test func anEditDoesNotMoveAReply() async throws {
        let event = Samples.event(1)
        var first = Samples.reply("a", to: event.id)
        let second = Samples.reply("b", to: event.id, after: 1)
        try await withCopy(Samples.snapshot(at: 1, events: [event], replies: [first, second])) { copy in
            (first.body, first.rev) = ("a!", 2)
            try await copy.apply(try Samples.batch(1, 2, .upsert(.reply(first), rev: 2)), at: Samples.now)
            #expect(try await copy.thread(event.id)?.replies.map(\.body) == ["a!", "b"])
        }
    }

    @Test func inboxAndWatchesAreKeptReplacedAndRemoved() async throws {
        let section = SectionSeats(id: d1, code: "D100", capacity: 120, enrolled: 120)
        var watch = SeatWatch(section: section, course: Samples.cs225, since: Samples.now)
        var told = NoteItCore.InboxNotification(
            id: .make(at: Samples.now), kind: .sectionFull, course: Samples.cs225, section: section, createdAt: Samples.now,
            readAt: nil)
        try await withCopy(Samples.snapshot(at: 1, notifications: [told], seatWatches: [watch])) { copy in
            #expect(try await copy.notifications() == [told])
            #expect(try await copy.seatWatches() == [watch])
            told.readAt = Samples.now
            watch.section.enrolled = 117
            var later = told
            (later.id, later.kind) = (.make(at: Samples.now), .init(rawValue: "mention"))
            later.createdAt += 1
            try await copy.apply(
                try Samples.batch(
                    1, 4, .upsert(.seatWatch(watch), rev: nil), .upsert(.notification(told), rev: nil),
                    .upsert(.notification(later), rev: nil)), at: Samples.now)
            #expect(try await copy.notifications() == [told, later])
            #expect(try await copy.seatWatches() == [watch])
            try await copy.apply(
                try Samples.batch(4, 6, .remove(.seatWatch, id: d1.text), .remove(.notification, id: told.id.description)),
                at: Samples.now)
            #expect(try await copy.notifications() == [later])
            #expect(try await copy.seatWatches() == [])
            try await copy.purge()
            #expect(try await copy.notifications() == [])
        }
    }

    /// A step may delete the copy, which is then fetched again. What waits in the outbox stays.
    @Test func aCopyIsTakenOneStepUp() async throws {
        try await withProfile { profile in
            let (database, steps) = (try LocalDatabase(profile), LocalSchema.steps + ["DELETE FROM copy"])
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO copy (id, server, account, epoch, "offset", refreshed_at) VALUES (1, 's', 'a', 'e', 1, 0);
                        INSERT INTO outbox (id, server, account, kind, target, json, queued_at) VALUES ('1', 's', 'a', 'event', 'c', '{}', 0)
                        """)
                try LocalSchema.bringUp(db, steps: steps)
                #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == steps.count)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox") == 1)
            }
            #expect(try await LocalCopy(database).status() == nil)
        }
    }

    @Test func aFileFromBeforeTheFirstReleaseIsRefusedAndKept() async throws {
        try await withProfile { profile in
            try profile.make(profile.data)
            let old = try DatabaseQueue(path: profile.database.path)
            try await old.write { try $0.execute(sql: "CREATE TABLE copy (id INTEGER); PRAGMA user_version = 14") }
            try old.close()
            let before = try Data(contentsOf: profile.database)
            let refusal = try #require(throws: ClientError.self) { try LocalDatabase(profile) }
            #expect("\(refusal)".contains("before version 0.3.0"))
            #expect(try Data(contentsOf: profile.database) == before)
        }
    }

    @Test func aDamagedFileIsMovedAndANewOneCreated() async throws {
        try await withProfile { profile in
            try profile.make(profile.data)
            let garbage = Data(repeating: 7, count: 8_192)
            try garbage.write(to: profile.database)
            let database = try LocalDatabase(profile)
            #expect(try await LocalCopy(database).status() == nil)
            #expect(try Data(contentsOf: URL(filePath: try #require(database.damagedFile))) == garbage)
            #expect(try LocalDatabase(profile).damagedFile == nil)
        }
    }

    @Test func aFileOfANewerVersionIsRejectedAndKept() async throws {
        try await withProfile { profile in
            let database = try LocalDatabase(profile)
            try await database.write { db in try db.execute(sql: "PRAGMA user_version = 99") }
            #expect(throws: ClientError.self) { try LocalDatabase(profile) }
        }
    }

    @Test func aPrivateEventIsFoundAfterItsCourseIsLeft() async throws {
        let mine = Samples.event(1, visibility: .private, by: Samples.ada)
        let snapshot = Samples.snapshot(
            at: 1, enrollments: [Samples.enrollment(d1, in: Samples.cs225)], courses: [Samples.course(Samples.cs225)],
            events: [mine])
        try await withCopy(snapshot) { copy in
            #expect(try await copy.formerCourses().isEmpty)
            try await copy.apply(try Samples.batch(1, 2, .scopeRevoked(course: Samples.cs225, section: d1)), at: Samples.now)
            #expect(try await copy.courses().isEmpty)
            #expect(try await copy.formerCourses() == [Samples.cs225])
            #expect(try await copy.thread(number: 1, in: Samples.cs225)?.event == mine)
        }
    }

    @Test func onlyItsOwnerCanReadTheFile() async throws {
        try await withProfile { profile in
            let path = profile.database.path
            func modes() -> Set<Int> {
                let files = ["", "-wal", "-shm"].map { path + $0 }
                let attributes = files.compactMap { try? FileManager.default.attributesOfItem(atPath: $0) }
                return Set(attributes.compactMap { $0[.posixPermissions] as? Int })
            }
            let database = try LocalDatabase(profile)
            try await database.write { try $0.execute(sql: "CREATE TABLE extra (number INTEGER)") }
            #expect(modes() == [0o600])
            // As older versions left it.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            _ = try LocalDatabase(profile)
            #expect(modes() == [0o600])
        }
    }
}
