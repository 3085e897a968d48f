import Foundation
import NoteItCore

/// Tasks of mine.
extension APIClient {
    public func task(_ id: StudyTask.ID) async throws -> StudyTask {
        try await send(Call(.GET, "v1", "me", "tasks", id.description))
    }

    /// Adds a task. Sending it again stores nothing twice: it gets an id here if it has none.
    ///
    /// Throws `.problem` with 409 if a fixed task meets another or a class: see `ClientError.overlaps`.
    /// - Parameter overlapping: whether it may overlap them.
    public func createTask(_ new: NewStudyTask, overlapping: Bool = false) async throws -> StudyTask {
        var new = new
        new.id = new.id ?? .make(at: Date())
        return try await send(
            Call(.POST, "v1", "me", "tasks").with(["overlap": overlapping ? "allow" : nil]).with(body: new, repeatable: true))
    }

    /// Throws as `createTask`, and `.problem` with 412 if there is a newer revision than `rev`.
    /// - Parameter occurrence: nil changes the whole series.
    /// - Returns: the changed task: of one occurrence, and of those from one on, a new task.
    public func edit(
        _ id: StudyTask.ID, with patch: StudyTaskPatch, occurrence: TaskOccurrence? = nil, overlapping: Bool = false,
        rev: Int? = nil
    ) async throws -> StudyTask {
        try await send(
            Call(.PATCH, "v1", "me", "tasks", id.description).with(occurrence)
                .with(["overlap": overlapping ? "allow" : nil]).with(body: patch).with(rev: rev))
    }

    /// - Parameter occurrence: nil deletes the whole series.
    public func delete(_ id: StudyTask.ID, occurrence: TaskOccurrence? = nil, rev: Int? = nil) async throws {
        _ = try await send(Call(.DELETE, "v1", "me", "tasks", id.description).with(occurrence).with(rev: rev))
    }

    /// Marks a task as done or open, and records minutes that were studied until now.
    public func mark(_ id: StudyTask.ID, _ mark: TaskDone) async throws -> StudyTask {
        try await send(Call(.POST, "v1", "me", "tasks", id.description, "done").with(body: mark))
    }
}

/// Study time of mine, and the load of a course.
extension APIClient {
    /// Replaces my study settings.
    public func set(_ settings: StudySettings) async throws -> StudySettings {
        try await send(Call(.PUT, "v1", "me", "study-settings").with(body: settings, repeatable: true))
    }

    /// The plan of these days; both are included. `unplaced` and `objective` are of the whole plan.
    public func studyPlan(from: Day, to: Day) async throws -> StudyPlan {
        try await send(Call(.GET, "v1", "me", "study-timetable").with(["from": from.description, "to": to.description]))
    }

    /// Seven days of the plan from `first` on, as an SVG picture that the server drew.
    public func studyPicture(from first: Day) async throws -> Data {
        try await send(Call(.GET, "v1", "me", "study-timetable", "picture").with(["from": first.description])).body
    }

    /// Moves, pins or marks a study block.
    public func edit(block id: String, with patch: StudyBlockPatch) async throws -> StudyPlan.Block {
        try await send(Call(.PATCH, "v1", "me", "study-blocks", id).with(body: patch, repeatable: true))
    }

    /// What was studied in these days; both are included.
    public func studyStats(from: Day, to: Day) async throws -> StudyStats {
        try await send(Call(.GET, "v1", "me", "study-stats").with(["from": from.description, "to": to.description]))
    }

    /// For staff: the other deadlines that the course's students have on these days; both are included.
    public func load(of course: Course.ID, from: Day, to: Day) async throws -> CourseLoad {
        try await send(
            Call(.GET, "v1", "courses", course.text, "load").with(["from": from.description, "to": to.description]))
    }
}

extension Call {
    fileprivate func with(_ occurrence: TaskOccurrence?) -> Call {
        with([
            "occurrence": occurrence.map { RFC3339.string($0.start) },
            "following": occurrence?.following == true ? "true" : nil,
        ])
    }
}

extension ClientError {
    /// What a fixed task would overlap (`409`); nil for other errors.
    public var overlaps: [TaskOverlap]? {
        guard case .problem(let problem) = self, problem.status == 409 else { return nil }
        return problem.overlaps
    }
}
