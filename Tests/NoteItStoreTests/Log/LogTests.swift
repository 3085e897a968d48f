import Foundation
import NoteItCore
import NoteItStore
import TestDatabase
import Testing

/// Cursors, pruning, and the findings for a log that was tampered with.
struct LogTests {
    @Test func aPrunedCursorExpiresAndALaterOneGoesOn() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let old = try await campus.store.head().cursor
            _ = try await campus.store.post(NewEvent(title: "old"), in: Campus.course, by: ada)
            campus.clock.advance(40 * 86_400)
            #expect(try await campus.store.pruneLog(before: campus.clock.now.addingTimeInterval(-30 * 86_400)) > 0)
            let kept = try await campus.store.head().cursor
            _ = try await campus.store.post(NewEvent(title: "new"), in: Campus.course, by: ada)
            await #expect(throws: DomainError.expired(.pruned)) {
                try await campus.store.changes(after: old, limit: 9, by: ada)
            }
            #expect(try await campus.store.changes(after: kept, limit: 9, by: ada).changes.count == 1)
            #expect(try await campus.store.check() == [])
        }
    }

    @Test func aBatchHasEachPersonsOwnJoinAndLeave() async throws {
        try await Campus.with { campus in
            let (store, section) = (campus.store, Campus.sections[0])
            let (ada, ben) = (try await campus.person("ada"), try await campus.student("ben", in: [section]))
            let start = try await store.head().cursor
            _ = try await store.enroll(ada, in: [section])
            try await store.drop(ben, section: section)
            let entries = try await store.entries(after: start.position, limit: 50).entries
            #expect(entries.map(\.change) == [.scopeGranted, .scopeRevoked])
            #expect(entries.map(\.owner) == [ada, ben])
        }
    }

    @Test func cursorsOfAnotherEpochOrAheadOfTheLogExpire() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let head = try await campus.store.head()
            let ahead = LogCursor(epoch: head.epoch, offset: head.offset + 1)
            await #expect(throws: DomainError.expired(.ahead)) {
                try await campus.store.changes(after: ahead, limit: 9, by: ada)
            }
            let foreign = LogCursor(epoch: "other", offset: 0)
            await #expect(throws: DomainError.expired(.epoch)) {
                try await campus.store.changes(after: foreign, limit: 9, by: ada)
            }
        }
    }

    /// Whether something was there when a row was written is decided by times.
    @Test func theTimesOfRowsHaveTheirOrder() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            campus.clock.advanceWithEachLook(1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        _ = try await campus.store.post(NewEvent(title: "\(number)"), in: Campus.course, by: ada)
                    }
                }
                try await group.waitForAll()
            }
            let times = try await campus.logTimes()
            #expect(times.count > 200 && times == times.sorted())
        }
    }

    @Test(.enabled(if: !TestDatabase.isPostgreSQL)) func aResumeSearchesTheIndexOfTopics() async throws {
        try await Campus.with { campus in
            let plan = try await campus.explain(
                #"SELECT "offset" FROM log_topic WHERE topic = 'x' AND "offset" > 1 AND "offset" <= 9 ORDER BY "offset" LIMIT 5"#
            )
            #expect(plan.allSatisfy { $0.contains("SEARCH") && $0.contains("PRIMARY KEY") }, "\(plan)")
        }
    }

    @Test(arguments: [
        #"DELETE FROM log_topic WHERE "offset" = 2; DELETE FROM log WHERE "offset" = 2"#,
        "UPDATE log SET after = 'course:202530.MATH150' WHERE type = 'event'",
        "UPDATE event SET visibility = 'staff'",
        "UPDATE event SET deleted_at = 1",
        "UPDATE event SET reply_count = 7",
        "UPDATE log_head SET head = head + 1",
        #"DELETE FROM log_topic WHERE "offset" = 2"#,
    ])
    func theCheckFindsTampering(damage: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.store.post(NewEvent(title: "as posted"), in: Campus.course, by: ada)
            #expect(try await campus.store.check() == [])
            try await campus.execute(damage)
            #expect(try await campus.store.check() != [])
        }
    }
}
