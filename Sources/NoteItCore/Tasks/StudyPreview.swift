import Foundation

/// `POST /v1/study/preview`: everything that a plan depends on. Nothing is stored.
public struct StudyPreview: Decodable, Sendable, Validated {
    /// A task, with an id of any form. Absent fields have the values of a new task.
    public struct Task: Decodable, Sendable {
        public var id: String
        public var title: String?
        public var kind: StudyTask.Kind
        public var start, end: Date?
        public var minutes: Int?
        public var earliest, deadline: Date?
        public var priority: StudyTask.Priority?
        public var after: [String]?
        public var recurrence: TaskRecurrence?
        public var course: Course.ID?
        public var event: Event.ID?
        public var spaced: Int?
        public var done: Bool?
        public var minutesDone: Int?
        public var createdAt: Date?
    }

    public struct Busy: Decodable, Sendable {
        public var start, end: Date
    }

    /// A block of an earlier plan. Only study blocks of listed tasks count; one without a kind is a study block.
    public struct Block: Decodable, Sendable {
        public var id: String
        public var kind: StudyPlan.Block.Kind?
        public var start, end: Date
        public var task: String?
        public var pinned, done, missed: Bool?
    }

    public var now: Date
    /// Days of the settings' time zone; both are planned.
    public var from, to: Day
    public var settings: StudySettings
    public var tasks: [Task]
    public var busy: [Busy]?
    public var blocks: [Block]?

    enum CodingKeys: CodingKey { case now, from, to, settings, tasks, busy, blocks }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        now = try container.decode(Date.self, forKey: .now)
        from = try container.decode(Day.self, forKey: .from)
        to = try container.decode(Day.self, forKey: .to)
        settings = try container.decodeIfPresent(StudySettings.self, forKey: .settings) ?? StudySettings()
        tasks = try container.decodeIfPresent([Task].self, forKey: .tasks) ?? []
        busy = try container.decodeIfPresent([Busy].self, forKey: .busy)
        blocks = try container.decodeIfPresent([Block].self, forKey: .blocks)
    }

    public static let mostDays = 367
    public static let mostTasks = 10_000
    public static let mostTimes = 10_000
    private static let idLength = 1...200

    /// Names every invalid field. The rules of recurrences are checked where they are expanded.
    public func check(_ faults: inout Faults) throws(DomainError) {
        try faults.check("tasks", tasks, atMost: Self.mostTasks)
        try faults.check("busy", busy, atMost: Self.mostTimes)
        try faults.check("blocks", blocks, atMost: Self.mostTimes)
        settings.check(&faults, before: "settings.")
        faults.check("to", to.fault(from: from, mostDays: Self.mostDays))
        for (index, busy) in (busy ?? []).enumerated() where busy.end <= busy.start {
            faults.check("busy.\(index).end", "must be after start, \(RFC3339.string(busy.start))")
        }
        for (index, block) in (blocks ?? []).enumerated() where block.end <= block.start {
            faults.check("blocks.\(index).end", "must be after start, \(RFC3339.string(block.start))")
        }
        checkTasks(&faults)
        checkIDs(&faults)
    }

    private func checkTasks(_ faults: inout Faults) {
        let kinds = Dictionary(tasks.map { ($0.id, $0.kind) }) { first, _ in first }
        for (index, task) in tasks.enumerated() {
            faults.check("tasks.\(index).id", task.id.fault(length: Self.idLength))
            TaskFields(task).check(&faults, before: "tasks.\(index).")
            if let done = task.minutesDone, done < 0 { faults.check("tasks.\(index).minutesDone", "must not be negative") }
            for (place, other) in (task.after ?? []).enumerated() {
                switch kinds[other] {
                case .flexible: break
                case .fixed: faults.check("tasks.\(index).after.\(place)", "must name a flexible task; \(other) is fixed")
                case nil:
                    faults.check("tasks.\(index).after.\(place)", "must name a task of this request; there is no \(other)")
                }
            }
        }
    }

    private func checkIDs(_ faults: inout Faults) {
        for (name, ids) in [("tasks", tasks.map(\.id)), ("blocks", (blocks ?? []).map(\.id))] {
            var known: [String: Int] = [:]
            for (index, id) in ids.enumerated() {
                if let first = known[id] {
                    faults.check("\(name).\(index).id", "must be unique; \(name).\(first) has the same")
                } else {
                    known[id] = index
                }
            }
        }
    }
}
