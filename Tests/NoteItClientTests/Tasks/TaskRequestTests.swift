import Foundation
import NoteItCore
import Testing

@testable import NoteItClient

struct TaskRequestTests {
    private let task = Samples.task("Read")

    @Test func aTaskIsAddedUnderAnIdMadeHere() async throws {
        let sent = try await requests(json(task, status: 201)) { [task] client async throws in
            var new = NewStudyTask(title: "Read", kind: .flexible)
            new.minutes = 90
            #expect(try await client.createTask(new) == task)
            _ = try await client.createTask(new, overlapping: true)
        }
        #expect(sent.map(\.line) == ["POST /v1/me/tasks", "POST /v1/me/tasks?overlap=allow"])
        let new = try JSONCoding.decode(NewStudyTask.self, from: try #require(sent.first).body)
        #expect(new.id != nil && new.minutes == 90)
    }

    @Test func anOccurrenceIsNamedInTheQuery() async throws {
        let path = "/v1/me/tasks/\(task.id)"
        let sent = try await requests(json(task)) { [task] client async throws in
            var patch = StudyTaskPatch()
            patch.deadline = .cleared
            let one = TaskOccurrence(start: Samples.now)
            _ = try await client.edit(task.id, with: patch, occurrence: one, rev: 1)
            _ = try await client.edit(task.id, with: patch, occurrence: TaskOccurrence(start: Samples.now, following: true))
            try await client.delete(task.id, occurrence: one)
            try await client.delete(task.id)
            _ = try await client.mark(task.id, TaskDone(done: true, minutes: 30, occurrence: Samples.now))
        }
        let when = "occurrence=2025-11-21T04:40:00Z"
        #expect(
            sent.map(\.line) == [
                "PATCH \(path)?\(when)", "PATCH \(path)?following=true&\(when)", "DELETE \(path)?\(when)", "DELETE \(path)",
                "POST \(path)/done",
            ])
        #expect(sent.first?.body == #"{"deadline":null}"#)
        #expect(sent.last?.body.contains(#""occurrence":"2025-11-21T04:40:00Z""#) == true)
    }

    @Test func studyTimeIsReadByDays() async throws {
        let (from, to) = (try #require(Day("2025-11-21")), try #require(Day("2025-11-27")))
        let days = "from=2025-11-21&to=2025-11-27"
        let planned = try await requests(json(Samples.plan(of: task))) { [task] client async throws in
            #expect(try await client.studyPlan(from: from, to: to) == Samples.plan(of: task))
        }
        #expect(planned.map(\.line) == ["GET /v1/me/study-timetable?\(days)"])
        let load = CourseLoad(days: [.init(day: from, deadlines: 1, share: 0.34)])
        let loaded = try await requests(json(load)) { client async throws in
            #expect(try await client.load(of: Samples.cs225, from: from, to: to) == load)
        }
        #expect(loaded.map(\.line) == ["GET /v1/courses/202530.CMPT225/load?\(days)"])
    }

    @Test func aConflictListsWhatATaskWouldOverlap() async throws {
        let overlap = TaskOverlap(
            kind: .class, id: "202530.1001", title: "CMPT 225 LEC D100", start: Samples.now, end: Samples.now + 3_000)
        let problem = Problem(title: "Conflict", status: 409, detail: "It overlaps a class.", overlaps: [overlap])
        let other = Problem(title: "Conflict", status: 409, detail: "The id is taken.")
        #expect(ClientError.problem(other).overlaps == nil)
        _ = try await requests(.problem(409, JSONCoding.string(problem))) { client async throws in
            let error = await #expect(throws: ClientError.self) {
                try await client.createTask(NewStudyTask(title: "x", kind: .fixed))
            }
            #expect(error?.overlaps == [overlap])
        }
    }
}
