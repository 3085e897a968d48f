import Foundation
import GRDB
import NoteItCore
import Testing

@testable import NoteItClient

struct LocalCopyTaskTests {
    private func withCopy(_ snapshot: Snapshot, _ body: (LocalCopy) async throws -> Void) async throws {
        try await withProfile { profile in
            let copy = LocalCopy(try LocalDatabase(profile))
            try await copy.replace(with: [snapshot], from: Samples.server, expecting: nil, at: Samples.now)
            try await body(copy)
        }
    }

    private func snapshot(_ tasks: [StudyTask]) -> Snapshot {
        var snapshot = Samples.snapshot(at: 1)
        snapshot.tasks = tasks
        snapshot.studySettings = StudySettings(timeZone: "America/Vancouver")
        snapshot.studyPlan = tasks.first.map(Samples.plan)
        return snapshot
    }

    @Test func aSnapshotBringsTasksSettingsAndPlan() async throws {
        let (late, early) = (Samples.task("Late", after: 60), Samples.task("Early"))
        try await withCopy(snapshot([late, early])) { copy async throws in
            #expect(try await copy.tasks() == [early, late])
            #expect(try await copy.studySettings()?.timeZone == "America/Vancouver")
            #expect(try await copy.studyPlan() == Samples.plan(of: late))
        }
    }

    @Test func changesReplaceAndRemove() async throws {
        var task = Samples.task("Read")
        let ada = Samples.ada.id
        try await withCopy(snapshot([task])) { copy async throws in
            task.title = "Read twice"
            try await copy.apply(
                try Samples.batch(
                    1, 4, .upsert(.task(task), rev: 2), .upsert(.studySettings(StudySettings(), of: ada), rev: nil),
                    .upsert(.studyPlan(Samples.plan(of: task), of: ada), rev: nil)), at: Samples.now)
            #expect(try await copy.tasks() == [task])
            #expect(try await copy.studySettings() == StudySettings())
            #expect(try await copy.studyPlan() == Samples.plan(of: task))
            try await copy.apply(
                try Samples.batch(
                    4, 7, .remove(.task, id: task.id.description), .remove(.studySettings, id: ada.description),
                    .remove(.studyPlan, id: ada.description)), at: Samples.now)
            #expect(try await copy.tasks().isEmpty)
            #expect(try await copy.studySettings() == nil)
            #expect(try await copy.studyPlan() == nil)
        }
    }

    @Test func leavingACourseKeepsTheTasks() async throws {
        let task = Samples.task("Read")
        var held = snapshot([task])
        held.enrollments = [Samples.enrollment("202530.1001", in: Samples.cs225)]
        held.courses = [Samples.course(Samples.cs225)]
        try await withCopy(held) { copy async throws in
            try await copy.apply(
                try Samples.batch(1, 2, .scopeRevoked(course: Samples.cs225, section: "202530.1001")), at: Samples.now)
            #expect(try await copy.tasks() == [task])
        }
    }

    @Test func aSnapshotWithoutThemIsOneOfAnOlderServer() async throws {
        var json = try #require(
            JSONSerialization.jsonObject(with: Data(JSONCoding.string(snapshot([Samples.task("Read")])).utf8)) as? [String: Any]
        )
        for field in ["tasks", "studySettings", "studyPlan"] { json[field] = nil }
        let old = try JSONCoding.decoder().decode(Snapshot.self, from: JSONSerialization.data(withJSONObject: json))
        #expect(old.tasks.isEmpty && old.studySettings == nil && old.studyPlan == nil)
        #expect(old.account == Samples.ada && old.cursor == "e.1")
    }

    @Test func signingOutPurgesThem() async throws {
        try await withCopy(snapshot([Samples.task("Read")])) { copy async throws in
            try await copy.purge()
            #expect(try await copy.tasks().isEmpty)
            #expect(try await copy.studySettings() == nil)
            #expect(try await copy.studyPlan() == nil)
        }
    }
}
