import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("Academic records")
struct RecordTests {
    private static let items = [
        RecordItem(
            course: CourseCode(subject: "CMPT", number: "125"), term: AcademicTerm(2025, .fall),
            credits: CreditAmount(halves: 7),
            grade: .letter(.bPlus)),
        RecordItem(
            course: CourseCode(subject: "MATH", number: "150"), term: nil, grade: .percent(72), kind: .transfer, reason: "Kept"),
    ]

    @Test func aRecordIsReplacedAndCountsItsChanges() async throws {
        try await DegreeScene.with { scene in
            let store = scene.store
            #expect(try await store.record(of: scene.ada) == .empty)
            #expect(try await store.setRecord([], ifRev: 0, of: scene.ada) == .empty)
            #expect(try await store.snapshot(next: nil, limit: 9, by: scene.ada).record == nil)
            let first = try await store.setRecord(Self.items, ifRev: 0, of: scene.ada)
            #expect(first == AcademicRecord(items: Self.items, rev: 1))
            #expect(try await store.record(of: scene.ada) == first)
            let head = try await store.head().cursor
            #expect(try await store.setRecord(Self.items, ifRev: 1, of: scene.ada) == first)
            #expect(try await store.head().cursor == head, "a record that stays the same is not logged")
            await #expect(throws: DomainError.stale) { try await store.setRecord([], ifRev: 0, of: scene.ada) }
            let second = try await store.setRecord([], ifRev: nil, of: scene.ada)
            #expect(second == AcademicRecord(items: [], rev: 2))
        }
    }

    @Test func aRecordIsSeenByItsPersonAlone() async throws {
        try await DegreeScene.with { scene in
            let (store, start) = (scene.store, try await scene.store.head().cursor)
            let record = try await store.setRecord(Self.items, ifRev: nil, of: scene.ada)
            // Sharing a plan shares no grades.
            let plan = try await scene.plan()
            _ = try await scene.comment("Looks fine", on: plan, by: scene.eve)
            _ = try await store.approve(plan.id, true, ifRev: nil, by: scene.eve)
            #expect(try await scene.received(by: scene.ada, since: start).contains(try JSONCoding.string(record)))
            #expect(try await scene.snapshot(of: scene.ada)["record \(scene.ada)"] == (try JSONCoding.string(record)))
            for person in [scene.eve, scene.ben] {
                #expect(try await store.record(of: person) == .empty)
                let texts = try await scene.received(by: person, since: start) + scene.snapshot(of: person).values
                #expect(!texts.contains { $0.contains("72%") || $0.contains("Kept") || $0.contains("record") })
                let archive = try await scene.export(of: person)
                #expect(!archive.values.contains { $0.contains("72%") || $0.contains("Kept") })
            }
            #expect(try await scene.export(of: scene.ada)["record.json"]?.contains("72%") == true)
        }
    }

    @Test func aDamagedRecordIsAFinding() async throws {
        try await DegreeScene.with { scene in
            _ = try await scene.store.setRecord(Self.items, ifRev: nil, of: scene.ada)
            try await scene.campus.execute("UPDATE academic_record SET items = '[{}]'")
            #expect(try await scene.store.check() == ["The record of account \(scene.ada) cannot be read."])
            await #expect(throws: DomainError.self) { try await scene.store.record(of: scene.ada) }
            try await scene.campus.execute("DELETE FROM academic_record")
        }
    }
}
