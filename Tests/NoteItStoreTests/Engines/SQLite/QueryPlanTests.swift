import Foundation
import GRDB
import NoteItCore
import Synchronization
import TestDatabase
import Testing

@testable import NoteItStore

/// The statements that a page and a resume really run, and how SQLite would run them: their cost must not grow with the
/// length of the log or of a course.
@Suite(.enabled(if: !TestDatabase.isPostgreSQL))
struct QueryPlanTests {
    @Test func aResumeSearchesIndexesAlone() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let start = try await campus.store.head().cursor
            _ = try await campus.store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada)
            let statements = try await campus.statements {
                let page = try await campus.store.changes(after: start, limit: 9, by: ada)
                #expect(page.changes.count == 1)
            }
            try await campus.expectIndexes(for: statements, reading: ["log", "log_topic"])
        }
    }

    @Test func aCoursesPageSearchesIndexesAndSortsNothing() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.store.post(NewEvent(title: "Lab 4"), in: Campus.course, by: ada)
            let statements = try await campus.statements {
                let page = try await campus.store.events(
                    in: Campus.course, matching: EventQuery(), page: PageRequest(), by: ada)
                #expect(page.sections.count == 1)
            }
            try await campus.expectIndexes(for: statements, reading: ["event"])
        }
    }

    /// Under the lock for which all other writes wait. A client sends its post twice, and two people follow the course.
    @Test func aPostAndItsNotificationsSearchIndexesAlone() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            for name in ["ben", "eve"] {
                let reader = try await campus.student(name, in: [Campus.sections[0]])
                _ = try await campus.store.update(PreferencesPatch(follows: [CourseFollow(course: Campus.course)]), by: reader)
            }
            let new = NewEvent(id: .make(at: campus.clock.now), title: "Lab 4")
            let statements = try await campus.statements(ofWrites: true) {
                let first = try await campus.store.post(new, in: Campus.course, by: ada)
                let again = try await campus.store.post(new, in: Campus.course, by: ada)
                #expect(first.created && !again.created)
            }
            let lookForRoom = "FROM notification WHERE account_id IN (SELECT value FROM json_each"
            for part in ["c.last_number", "FROM event WHERE id", lookForRoom] {
                #expect(statements.contains { $0.contains(part) }, "nothing runs \(part)")
            }
            try await campus.expectIndexes(for: statements, reading: ["enrollment", "event", "notification"])
        }
    }

    @Test func eventsAndRepliesThatAReaderReadsAheadAreFoundByIndexes() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let start = try await campus.store.head()
            for title in ["Lab 4", "Lab 5"] {
                let event = try await campus.store.post(NewEvent(title: title), in: Campus.course, by: ada).event.id
                _ = try await campus.store.reply(NewReply(body: "Room?"), to: event, by: ada)
            }
            let statements = try await campus.statements {
                let batch = try await campus.store.entries(after: start.position, limit: 9)
                let page = try await campus.store.changes(after: start.cursor, limit: 9, by: ada)
                #expect(batch.entries.count >= 4 && page.changes.count >= 4)
            }
            for place in ["e.id IN (SELECT value FROM json_each", "r.id IN (SELECT value FROM json_each"] {
                #expect(statements.count { $0.contains(place) } >= 2, "\(place)")
            }
            try await campus.expectIndexes(for: statements, reading: ["event", "reply"])
        }
    }
}

extension QueryPlanTests {
    @Test func degreePlansAndTheirCommentsAreFoundByIndexes() async throws {
        try await Campus.with { campus in
            let (store, ada, eve) = (campus.store, try await campus.person("ada"), try await campus.person("eve"))
            let plan = try await store.addPlan(NewDegreePlan(name: "Plan", shared: true), by: ada).plan.id
            _ = try await store.reply(NewReply(body: "Fine"), toPlan: plan, by: eve)
            let statements = try await campus.statements {
                let plans = (try await store.plans(of: ada), try await store.followedPlans(of: eve))
                let replies = try await store.replies(toPlan: plan, page: PageRequest(), by: eve).items
                #expect(plans.0.map(\.id) == [plan] && plans.1.map(\.id) == [plan] && replies.count == 1)
            }
            #expect(statements.contains { $0.contains("FROM plan_reply r") })
            try await campus.expectIndexes(for: statements, reading: [])
        }
    }

    @Test func calendarsSearchIndexesAlone() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let scene = StudyScene(campus: campus, ada: ada, ben: ada, eve: ada)
            try await scene.put(scene.sent("a.ics"))
            try await scene.derive([StudyScene.derived("a")])
            let (token, now) = (try await campus.store.head().offset - 1, scene.now)
            let statements = try await campus.statements {
                for calendar in ["personal", "tasks"] {
                    #expect(try await scene.names(in: calendar).count == 1)
                    _ = try await scene.names(in: calendar, .between(now, now + 30 * 86_400))
                    _ = try await scene.changes(in: calendar, after: token, limit: 1)
                    _ = try await scene.changes(in: calendar, after: nil)
                }
                _ = try await campus.store.removedObjects(since: now, of: ada)
                #expect(try await scene.isCurrent())
            }
            let searches = statements.filter { $0.contains("FROM calendar_object") }
            #expect(searches.count >= 9)
            for statement in searches {
                let steps = try await campus.explain(statement)
                #expect(
                    !steps.contains { $0.hasPrefix("SCAN") || $0.contains("USING INDEX calendar_object_by_uid") },
                    "\(statement)")
            }
            let times = try await campus.explain(try #require(searches.first { $0.contains("is_long") }))
            #expect(times.count { $0.contains("calendar_object_by_start") } == 2, "\(times)")
        }
    }

    @Test func newsForCalendarsAreOneLookForEachTopic() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let scene = StudyScene(campus: campus, ada: ada, ben: ada, eve: ada)
            let question = try await campus.store.post(
                NewEvent(title: "Why?", kind: .question), in: Campus.course, by: ada
            ).event.id
            try await scene.derive([StudyScene.derived("a")])
            for number in 0..<20 {
                _ = try await campus.store.reply(NewReply(body: "Because \(number)"), to: question, by: ada)
            }
            let dated: Int? = try await campus.store.read { db in
                try db.value(
                    #"SELECT COUNT(*) FROM log_topic WHERE dates = 1 AND "offset" > (SELECT derived_at FROM calendar_state)"#)
            }
            #expect(dated == 0)
            let statements = try await campus.statements { _ = try await scene.isCurrent() }
            #expect(try await scene.isCurrent())
            let news = try #require(statements.first { $0.contains("log_topic") })
            let steps = try await campus.explain(news)
            #expect(steps.contains { $0.contains("INDEX log_topic_dates") }, "\(steps)")
            #expect(steps.allSatisfy { !$0.hasPrefix("SCAN") || $0.contains("VIRTUAL") }, "\(steps)")
            _ = try await campus.store.post(
                NewEvent(title: "Midterm", kind: .exam, due: scene.now + 86_400), in: Campus.course, by: ada)
            #expect(try await !scene.isCurrent())
        }
    }

    static let filters: [(EventQuery, String)] = [
        (EventQuery(kind: .exam), "event_by_kind"),
        (EventQuery(mine: true), "event_by_writer"), (EventQuery(open: true), "event_by_openness"),
    ]

    @Test(arguments: filters)
    func aFilteredPageSearchesAnIndexInItsOrder(query: EventQuery, index: String) async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let statements = try await campus.statements {
                _ = try await campus.store.events(in: Campus.course, matching: query, page: PageRequest(), by: ada)
            }
            try await campus.expectIndexes(for: statements, reading: ["event"])
            for statement in statements where statement.contains("ORDER BY e.") {
                let steps = try await campus.explain(statement)
                #expect(steps.contains { $0.contains(index) }, "\(statement)")
            }
        }
    }

    /// FTS5 walks its lists in the order that is wanted, and everything else is looked up by a key.
    @Test func aSearchWalksTheIndexOfTextsAndSortsNothing() async throws {
        try await Campus.with { campus in
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            _ = try await campus.post("Lab 4", by: ada)
            try await campus.store.indexTexts()
            let statements = try await campus.statements {
                _ = try await campus.found("lab is:unread -exam before:2030-01-01", by: ada)
                _ = try await campus.found("lab", by: ada)
            }
            let searches = statements.filter { $0.contains("search_text MATCH") }
            #expect(searches.count == 4)
            for step in try await campus.explain(searches[3]) {
                #expect(
                    !step.contains("TEMP B-TREE") && (!step.hasPrefix("SCAN") || step.contains("search_text VIRTUAL")),
                    "\(step)")
            }
        }
    }
}

extension Campus {
    /// What the store's reading connection runs during `body`, or its writing one. Reads one after the other share one connection.
    fileprivate func statements(
        ofWrites: Bool = false, during body: () async throws -> Void
    ) async throws -> [String] {
        let (trace, pool) = (Trace(), try sqlite.pool)
        func watch(_ change: @Sendable (Database) -> Void) async throws {
            try await ofWrites ? pool.writeWithoutTransaction(change) : pool.read(change)
        }
        try await watch { $0.trace { trace.note($0) } }
        try await body()
        try await watch { $0.trace(options: []) }
        return trace.statements
    }

    /// Demands that statements on each of `tables` were among them and sort nothing, and that none walks a whole table.
    fileprivate func expectIndexes(for statements: [String], reading tables: [String]) async throws {
        for table in tables { #expect(statements.contains { $0.contains("FROM \(table) ") }, "nothing reads \(table)") }
        for statement in statements where statement.hasPrefix("SELECT") {
            let grows = tables.contains { statement.contains("FROM \($0) ") }
            for step in try await explain(statement) {
                let isWalk = step.hasPrefix("SCAN") && !step.hasPrefix("SCAN json_each ")
                #expect(!isWalk && !(grows && step.contains("TEMP B-TREE")), "\(step): \(statement)")
            }
        }
    }
}

/// Statements in the order in which they ran.
private final class Trace: Sendable {
    private let ran = Mutex<[String]>([])

    var statements: [String] { ran.withLock(\.self) }

    func note(_ event: Database.TraceEvent) {
        if case .statement(let statement) = event { ran.withLock { $0.append(statement.expandedSQL) } }
    }
}
