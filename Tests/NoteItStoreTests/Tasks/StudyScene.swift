import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// Two students of a course, and Eve, who is its staff. The clock stands at 2025-11-21, 04:40 UTC, which is a Thursday evening
/// in the term's zone.
struct StudyScene {
    let campus: Campus
    let ada, ben, eve: Account.ID

    static func with(_ body: (StudyScene) async throws -> Void) async throws {
        try await Campus.with { campus in
            let eve = try await campus.person("eve")
            _ = try await campus.store.grantStaff(to: .email("eve@example.edu"), in: Campus.course, sections: [], by: nil)
            let ada = try await campus.student("ada", in: [Campus.sections[0]])
            let ben = try await campus.student("ben", in: [Campus.sections[0]])
            try await body(StudyScene(campus: campus, ada: ada, ben: ben, eve: eve))
            #expect(try await campus.store.check() == [])
        }
    }

    var store: SQLStore { campus.store }
    var now: Date { campus.clock.now }

    func minutes(_ count: Int) -> Date { now + Double(60 * count) }

    func task(_ title: String = "Essay", minutes: Int = 120, of person: Account.ID? = nil) async throws -> StudyTask {
        campus.clock.advance(1)
        return try await store.addTask(.flexible(title, minutes: minutes), by: person ?? ada).task
    }

    func deadline(of task: StudyTask) async throws -> Date? { try await store.task(task.id, by: ada).deadline }

    func titles(of person: Account.ID? = nil) async throws -> [String] {
        try await store.tasks(of: person ?? ada).map(\.title)
    }
}

/// Events and rules.
extension StudyScene {
    /// 09:30 on the day of the exam in the term's zone, and the start of that day.
    static let examTime = Date(timeIntervalSince1970: 1_765_387_800)
    static let examMorning = Date(timeIntervalSince1970: 1_765_353_600)

    func post(_ kind: Event.Kind = .exam, due: Date? = examTime, _ visibility: Event.Visibility = .public) async throws -> Event
    {
        let new = NewEvent(title: "Secret words", kind: kind, due: due, visibility: visibility)
        return try await store.post(new, in: Campus.course, by: eve).event
    }

    func edit(_ event: Event, _ patch: EventPatch) async throws {
        _ = try await store.edit(event.id, with: patch, ifRev: nil, by: eve)
    }

    /// Ada's rule: each exam of the course takes six hours.
    func setRule(_ kind: Event.Kind = .exam, minutes: Int = 360) async throws {
        var settings = StudySettings()
        settings.rules = [StudySettings.Rule(course: Campus.course, kind: kind, minutes: minutes)]
        _ = try await store.setStudySettings(settings, of: ada)
    }

    /// Ada's tasks, once they follow the events.
    func followed() async throws -> [StudyTask] {
        try await store.followEvents(of: ada)
        return try await store.tasks(of: ada)
    }
}

/// Plans.
extension StudyScene {
    /// A study block that starts in so many minutes.
    func block(_ id: String, of task: StudyTask, in start: Int, lasting length: Int = 60) -> StudyPlan.Block {
        StudyPlan.Block(
            id: id, kind: .study, start: minutes(start), end: minutes(start + length), task: task.id.description,
            title: task.title)
    }

    func plan(_ blocks: [StudyPlan.Block], digest: String = "1") throws -> KeptPlan {
        let result = StudyPlan(blocks: blocks, unplaced: [], objective: [1], optimal: true, bound: nil)
        let tomorrow = Day(now, in: .gmt).adding(days: 1).start(in: .gmt)
        return KeptPlan(
            digest: digest, expiresAt: tomorrow, blocks: blocks, shown: try JSONCoding.string(result), result: result)
    }

    func keep(_ blocks: [StudyPlan.Block], of person: Account.ID? = nil) async throws {
        let version = try await store.studyInputs(of: person ?? ada).version
        #expect(try await store.keep(plan(blocks), ifVersion: version, of: person ?? ada))
    }

    /// The ids of Ada's stored blocks.
    func blocks() async throws -> [String] { try await store.studyInputs(of: ada).blocks.map(\.id) }

    func mark(_ id: String, _ patch: StudyBlockPatch) async throws {
        let block = try await store.studyBlock(id, by: ada)
        try await store.edit(id, to: patch.applied(to: block), by: ada)
    }
}

extension NewStudyTask {
    static func flexible(_ title: String = "Essay", minutes: Int = 120) -> NewStudyTask {
        var new = NewStudyTask(title: title, kind: .flexible)
        new.minutes = minutes
        return new
    }

    static func fixed(_ title: String = "Lunch", at start: Date, minutes: Int = 60) -> NewStudyTask {
        var new = NewStudyTask(title: title, kind: .fixed)
        (new.start, new.end) = (start, start + Double(60 * minutes))
        return new
    }

    func with(_ change: (inout NewStudyTask) -> Void) -> NewStudyTask {
        var new = self
        change(&new)
        return new
    }
}

extension SQLStore {
    /// The changes that a person receives after a cursor, as `type subject`.
    func told(_ account: Account.ID, since cursor: LogCursor) async throws -> [String] {
        try await changes(after: cursor, limit: 200, by: account).changes.map {
            "\($0.delivery.type.rawValue) \($0.delivery.subject)"
        }
    }

    func edit(_ task: StudyTask, by account: Account.ID, _ change: (inout StudyTaskPatch) -> Void) async throws -> StudyTask {
        var patch = StudyTaskPatch()
        change(&patch)
        return try await edit(
            task.id, to: patch.applied(to: task), done: patch.done, adding: [], ifRev: nil, by: account
        ).task
    }
}
