import Foundation
import NoteItCore
import NoteItStore
import Testing

@Suite("Deadlines in other courses")
struct CourseLoadTests {
    private static let day = Day("2025-12-10") ?? Day(.distantPast, in: .gmt)

    /// Students of the course, so many of whom take calculus too; the first of those is alone in the tutorial.
    private func fill(_ scene: StudyScene, students: Int, busy: Int) async throws -> [Account.ID] {
        var people: [Account.ID] = []
        try await scene.store.drop(scene.ada, section: Campus.sections[0])
        try await scene.store.drop(scene.ben, section: Campus.sections[0])
        for index in 0..<students {
            let sections = [Campus.sections[0], Campus.sections[1]] + (index < busy ? [Campus.otherSections[0]] : [])
            people.append(try await scene.campus.student("p\(index)", in: sections))
        }
        if busy > 0 { _ = try await scene.store.enroll(people[0], in: [Campus.otherSections[1]]) }
        return people
    }

    private func post(
        _ scene: StudyScene, by person: Account.ID, in course: Course.ID = Campus.other, to sections: [Section.ID] = [],
        _ visibility: Event.Visibility = .public
    ) async throws -> Event {
        let new = NewEvent(
            title: "Quiz", kind: .reminder, due: StudyScene.examTime, visibility: visibility, sections: sections)
        return try await scene.store.post(new, in: course, by: person).event
    }

    private func load(_ scene: StudyScene, days: Int = 1) async throws -> [CourseLoad.Group] {
        try await scene.store.load(
            of: Campus.course, from: Self.day, to: Self.day.adding(days: days - 1), by: scene.eve
        ).days
    }

    private func group(_ deadlines: Int, _ share: Double, day: Day = day) -> CourseLoad.Group {
        CourseLoad.Group(day: day, deadlines: deadlines, share: share)
    }

    @Test func sharesAreTold() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 12, busy: 6)
            _ = try await post(scene, by: people[0])
            #expect(
                try await load(scene, days: 2) == [
                    group(0, 0.5), group(1, 0.5), group(0, 1, day: Self.day.adding(days: 1)),
                ])
        }
    }

    @Test func smallGroupsJoinTheNextLowerOne() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 12, busy: 6)
            _ = try await post(scene, by: people[0])
            let before = try await load(scene)
            for _ in 0..<3 { _ = try await post(scene, by: people[0], to: [Campus.otherSections[1]]) }
            #expect(try await load(scene) == before, "the one student of the tutorial stays hidden")
        }
    }

    @Test func aSmallLowestGroupJoinsTheNextOne() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 8, busy: 6)
            _ = try await post(scene, by: people[0])
            #expect(try await load(scene) == [group(0, 1)])
        }
    }

    @Test func everyDayHasGroupsOfFiveThatMakeTheWhole() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 11, busy: 4)
            for _ in 0..<2 { _ = try await post(scene, by: people[0]) }
            #expect(try await load(scene) == [group(0, 1)], "four are too few")
        }
    }

    @Test func oneStudentAmongFourThatAreMadeUpDoesNotShow() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 5, busy: 5)
            // The first is in the tutorial too. The others have as many deadlines as someone likes, and the answer is the same.
            for _ in 0..<3 {
                #expect(try await load(scene) == [group(0, 1)])
                _ = try await post(scene, by: people[0], to: [Campus.otherSections[1]])
                #expect(try await load(scene) == [group(0, 1)])
                for _ in 0..<2 { _ = try await post(scene, by: people[1], to: [Campus.otherSections[0]]) }
            }
        }
    }

    @Test func aBoundIsNotTheNumberOfOneStudent() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 12, busy: 5)
            _ = try await post(scene, by: people[0])
            #expect(try await load(scene) == [group(0, 0.58), group(1, 0.42)])
            _ = try await post(scene, by: people[0], to: [Campus.otherSections[1]])
            #expect(try await load(scene) == [group(0, 1)], "four have one, and one has two")
        }
    }

    @Test func fewerThanFiveStudentsHaveNoLoad() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 4, busy: 4)
            _ = try await post(scene, by: people[0])
            #expect(try await load(scene) == [])
        }
    }

    @Test func onlyPublicDeadlinesOfOtherCoursesThatConcernAStudentCount() async throws {
        try await StudyScene.with { scene in
            let people = try await fill(scene, students: 6, busy: 6)
            _ = try await post(scene, by: people[0], in: Campus.course)
            _ = try await post(scene, by: people[0], .private)
            _ = try await post(scene, by: people[0], .staff)
            let deleted = try await post(scene, by: people[0])
            try await scene.store.delete(deleted.id, reason: nil, ifRev: nil, by: people[0])
            #expect(try await load(scene) == [group(0, 1)])
            _ = try await post(scene, by: people[0], to: [Campus.otherSections[0], Campus.otherSections[1]])
            #expect(try await load(scene) == [group(1, 1)], "an event for two sections counts once")
        }
    }

    @Test func onlyStaffSeeIt() async throws {
        try await StudyScene.with { scene in
            await #expect(throws: DomainError.forbidden("Only the staff of \(Campus.course.code) may see this.")) {
                try await scene.store.load(of: Campus.course, from: Self.day, to: Self.day, by: scene.ada)
            }
            await #expect(throws: DomainError.notFound("course 202530.NONE1")) {
                try await scene.store.load(of: "202530.NONE1", from: Self.day, to: Self.day, by: scene.eve)
            }
            for days in [0, CourseLoad.mostDays + 1] {
                await #expect(throws: DomainError.self) { try await load(scene, days: days) }
            }
            let ofSection = try await scene.campus.person("fay")
            _ = try await scene.store.grantStaff(
                to: .email("fay@example.edu"), in: Campus.course, sections: [Campus.sections[1]], by: nil)
            #expect(try await scene.store.load(of: Campus.course, from: Self.day, to: Self.day, by: ofSection).days == [])
        }
    }
}
