import Foundation

public protocol TaskStore: Sendable {
    /// All tasks of a person, oldest first.
    func tasks(of account: Account.ID) async throws -> [StudyTask]
    /// Throws `.notFound`.
    func task(_ id: StudyTask.ID, by account: Account.ID) async throws -> StudyTask
    /// `created` is false if the person sent this id before. Throws `.invalid` for an event that the person may not see or that
    /// has no due date, a course that they are not in, and `after` that names no flexible task of theirs or makes a cycle;
    /// `.conflict` if the id is taken or the person has too many tasks.
    func addTask(_ new: NewStudyTask, by account: Account.ID) async throws -> (task: StudyTask, created: Bool)
    /// Replaces what a task says. Throws as `addTask` does, and `.notFound`, `.stale`.
    /// - Parameters:
    ///   - done: nil leaves it as it is.
    ///   - parts: tasks that the change splits off, to add in the same transaction.
    /// - Returns: the task, and its parts in their order.
    func edit(
        _ id: StudyTask.ID, to new: NewStudyTask, done: Bool?, adding parts: [TaskPart], ifRev rev: Int?, by account: Account.ID
    ) async throws -> (task: StudyTask, parts: [StudyTask])
    /// A deleted task that a rule made does not come back. Throws `.notFound`, `.stale`.
    func delete(_ id: StudyTask.ID, ifRev rev: Int?, by account: Account.ID) async throws
    /// Marks a whole task done or open, and records the minutes that were studied until now. Throws `.notFound`.
    func mark(_ id: StudyTask.ID, _ mark: TaskDone, by account: Account.ID) async throws -> StudyTask
}

/// A task that a change to some occurrences splits off.
public struct TaskPart: Sendable, Equatable, Memberwise {
    public var task: NewStudyTask
    public var done: Bool
}

public protocol StudyStore: Sendable {
    func studySettings(of account: Account.ID) async throws -> StudySettings
    /// Throws `.invalid` for a rule of a course that the person is not in.
    func setStudySettings(_ settings: StudySettings, of account: Account.ID) async throws -> StudySettings
    /// Brings the tasks of due events up to date, in one transaction: their deadlines follow; the rules of the settings add tasks
    /// for events, and take back untouched ones whose event is gone.
    func followEvents(of account: Account.ID) async throws
    func studyInputs(of account: Account.ID) async throws -> StudyInputs
    /// Replaces the plan and the blocks from its first day on, except done ones. Returns false, and stores nothing, if tasks, settings or blocks
    /// were changed since `version`.
    func keep(_ plan: KeptPlan, ifVersion version: Int64, of account: Account.ID) async throws -> Bool
    /// A study block of the stored plan. Throws `.notFound`.
    func studyBlock(_ id: String, by account: Account.ID) async throws -> StudyPlan.Block
    /// Changes a block as the person says; a done block counts as studied. Throws `.notFound`.
    func edit(_ id: String, to block: StudyPlan.Block, by account: Account.ID) async throws
    /// Throws `.invalid` if a day of the range is too far away.
    func studyStats(of account: Account.ID, from: Day, to: Day) async throws -> StudyStats
    /// The deadlines that a course's students have in other courses. For staff of the whole course or some sections. Throws
    /// `.notFound`, `.forbidden`.
    func load(of course: Course.ID, from: Day, to: Day, by account: Account.ID) async throws -> CourseLoad
    /// The people whose inputs may have changed since the last call, and those whose plan is of an earlier day: at most `limit`.
    func peopleToReplan(limit: Int) async throws -> [Account.ID]
    /// Writes the alerts that are due into inboxes. Returns their number.
    func alert() async throws -> Int
}

/// The data that a person's plan is made from, read in one transaction.
public struct StudyInputs: Sendable, Equatable, Memberwise {
    public var settings: StudySettings
    public var tasks: [StudyTask]
    /// The classes of the sections in which the person is enrolled or which they teach.
    public var classes: [StudyClass]
    /// The stored study and break blocks of the last 366 days, and all later ones. Only done blocks of deleted tasks have titles.
    public var blocks: [StudyPlan.Block]
    /// The objects of personal calendars and busy imports that may have an instance from now on. All of them are busy time,
    /// unless they say otherwise.
    public var busy: [CalendarObject] = []
    /// The plan that is stored; nil before the first one.
    public var plan: KeptPlan?
    /// Counts changes of tasks, settings, blocks and plans.
    public var version: Int64
}

/// A section as a student's days have it.
public struct StudyClass: Codable, Sendable, Equatable, Memberwise {
    public var course: Course.ID
    /// The title, such as `CMPT 225 LEC D100`.
    public var title: String
    public var section: Section.ID
    public var meetings: [Meeting]
    public var term: Term
    /// The titles of meetings of another kind than the section, by that kind; nil without any.
    public var titles: [String: String]? = nil

    /// The title of a meeting, such as `CMPT 225 LAB D100` for a lab of the lecture D100.
    public func title(of meeting: Meeting) -> String { meeting.kind.flatMap { titles?[$0] } ?? title }

    /// The section as one class for each kind of its meetings.
    public var byKind: [StudyClass] {
        guard titles != nil else { return [self] }
        var parts: [StudyClass] = []
        for meeting in meetings {
            let title = title(of: meeting)
            if let index = parts.firstIndex(where: { $0.title == title }) {
                parts[index].meetings.append(meeting)
            } else {
                parts.append(StudyClass(course: course, title: title, section: section, meetings: [meeting], term: term))
            }
        }
        return parts
    }
}

/// A plan as it is stored.
public struct KeptPlan: Sendable, Equatable, Memberwise {
    /// The digest of the inputs from which the plan was made: equal inputs have the same one.
    public var digest: String
    /// When the next day begins in the settings' zone, and the plan is made again.
    public var expiresAt: Date
    /// The study and break blocks from the first day on. Empty when it was read: see `StudyInputs.blocks`.
    public var blocks: [StudyPlan.Block]
    /// The plan that all the person's devices show, with classes and fixed tasks: a `StudyPlan` in JSON.
    public var shown: String
    /// The result of the whole plan, without blocks.
    public var result: StudyPlan
    /// For each task that stood on some day without getting a block, by its id: the first such day, in days since 1970-01-01.
    public var waiting: [String: Int] = [:]
}
