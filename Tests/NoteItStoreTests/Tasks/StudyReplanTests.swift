import Foundation
import NoteItCore
import Testing

@testable import NoteItStore

/// The people whose plan has to be made again.
@Suite("People to replan")
struct StudyReplanTests {
    private func named(_ scene: StudyScene, limit: Int = 50) async throws -> Set<Account.ID> {
        Set(try await scene.store.peopleToReplan(limit: limit))
    }

    @Test func onlyPeopleWithTasksOrSettingsAreNamed() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.post()
            #expect(try await named(scene) == [])
            _ = try await scene.task()
            try await scene.setRule()
            #expect(try await named(scene) == [scene.ada])
            #expect(try await named(scene) == [])
        }
    }

    @Test func followersOfAnEventAndRulesOfItsCourseAreNamed() async throws {
        try await StudyScene.with { scene in
            let cyd = try await scene.campus.student("cyd", in: [Campus.sections[0]])
            let dee = try await scene.campus.student("dee", in: [Campus.sections[0]])
            let exam = try await scene.post()
            _ = try await scene.store.addTask(.flexible().with { $0.event = exam.id }, by: scene.ben)
            _ = try await scene.task(of: cyd)
            try await scene.setRule()
            #expect(try await scene.followed().map(\.event) == [exam.id])
            #expect(try await named(scene) == [scene.ada, scene.ben, cyd])
            scene.campus.clock.advance(1)
            let writes = scene.store.commitCounts.writes
            try await scene.edit(exam, EventPatch(due: .set(StudyScene.examTime + 60)))
            #expect(scene.store.commitCounts.writes == writes + 1)
            #expect(try await named(scene) == [scene.ada, scene.ben])
            scene.campus.clock.advance(1)
            _ = try await scene.store.reply(NewReply(body: "When?"), to: exam.id, by: dee)
            _ = try await scene.store.post(NewEvent(title: "Note"), in: Campus.course, by: dee)
            #expect(try await named(scene) == [], "replies and other events move nothing")
            _ = try await scene.post()
            #expect(try await named(scene) == [scene.ada], "the rule wants the second exam")
            scene.campus.clock.advance(1)
            try await scene.store.delete(exam.id, reason: "cancelled", ifRev: nil, by: scene.eve)
            #expect(try await named(scene) == [scene.ada, scene.ben])
        }
    }

    @Test func enrollmentsChangedCoursesAndHolidaysAreHeard() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.task()
            _ = try await scene.task(of: scene.ben)
            #expect(try await named(scene) == [scene.ada, scene.ben])
            _ = try await scene.store.enroll(scene.ada, in: [Campus.otherSections[0]])
            #expect(try await named(scene) == [scene.ada])
            try await scene.store.drop(scene.ada, section: Campus.otherSections[0])
            #expect(try await named(scene) == [scene.ada])
            try await scene.store.setHolidays([], of: Campus.term)
            #expect(try await named(scene) == [scene.ada, scene.ben])
            let details = CourseDetails(
                subject: "CMPT", number: "225", title: "Data Structures", credits: nil, attributes: [], prerequisites: "",
                description: "Trees and heaps")
            _ = try await scene.store.importDetails([details], term: Campus.term, dryRun: false)
            #expect(try await named(scene) == [scene.ada, scene.ben])
        }
    }

    @Test func aPlanOfAnEarlierDayIsNamedUntilItIsReplaced() async throws {
        try await StudyScene.with { scene in
            let task = try await scene.task()
            try await scene.keep([scene.block("one", of: task, in: 10)])
            #expect(try await named(scene) == [scene.ada])
            #expect(try await named(scene) == [], "a plan itself is no reason for another")
            scene.campus.clock.advance(86_400)
            #expect(try await named(scene) == [scene.ada])
            #expect(try await named(scene) == [scene.ada])
            try await scene.keep([])
            #expect(try await named(scene) == [])
        }
    }

    @Test func alertsAndInboxesAreNoReasonToReplan() async throws {
        try await StudyScene.with { scene in
            try await scene.keep([scene.block("one", of: try await scene.task(), in: 0)])
            _ = try await named(scene)
            #expect(try await scene.store.alert() == 1)
            let ids = try await scene.store.inbox(scene.ada).map(\.id)
            try await scene.store.markRead(ids, by: scene.ada)
            _ = try await scene.store.update(PreferencesPatch(reminders: [5]), by: scene.ada)
            #expect(try await named(scene) == [])
        }
    }

    @Test func aCallNamesAtMostTheLimitAndTheNextGoesOn() async throws {
        try await StudyScene.with { scene in
            let people = [scene.ada, scene.ben, scene.eve]
            for person in people { _ = try await scene.task(of: person) }
            var found: [Account.ID] = []
            for _ in people { found += try await scene.store.peopleToReplan(limit: 1) }
            #expect(found.count == 3 && Set(found) == Set(people))
            #expect(try await named(scene) == [])
        }
    }

    @Test func aQuietLogCostsNoCommit() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.task()
            #expect(try await named(scene) == [scene.ada])
            let writes = scene.store.commitCounts.writes
            for _ in 0..<3 { #expect(try await named(scene) == []) }
            #expect(scene.store.commitCounts.writes == writes)
        }
    }

    @Test func aLongLogIsReadInBatches() async throws {
        try await StudyScene.with { scene in
            let topic = "account:\(scene.ben)"
            try await scene.campus.execute(
                """
                CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
                SELECT i + (SELECT head FROM log_head) AS i FROM n;
                INSERT INTO log ("offset", written_at, op, type, subject, follows, after)
                SELECT i, 0, 'changed', 'account', '\(scene.ben)', 0, '\(topic)' FROM n;
                INSERT INTO log_topic (topic, "offset") SELECT '\(topic)', i FROM n;
                UPDATE log_head SET head = head + 2500
                """)
            _ = try await scene.task()
            #expect(try await named(scene) == [scene.ada])
        }
    }

    @Test func afterRowsWerePrunedEveryoneIsNamed() async throws {
        try await StudyScene.with { scene in
            _ = try await scene.task()
            _ = try await scene.task(of: scene.ben)
            scene.campus.clock.advance(40 * 86_400)
            #expect(try await scene.store.pruneLog(before: scene.now) > 0)
            #expect(try await named(scene) == [scene.ada, scene.ben])
            #expect(try await named(scene) == [])
        }
    }
}
