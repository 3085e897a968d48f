import NoteItCore
import Planning
import Testing

/// The terms of a plan that a path keeps.
struct PathKeptTests {
    @Test func aTermAfterTheLastOfThePathCannotBeKept() throws {
        let (first, course) = (AcademicTerm(2026, .fall), CourseCode(subject: "HIST", number: "101"))
        func plan(_ terms: Int, courses: [CourseCode]) -> [PlanTerm] {
            [PlanTerm(term: first.advanced(by: terms), courses: courses)]
        }
        // A path has at most so many terms.
        let most = try #require(
            (1...1_000).first { terms in
                (try? DegreePathfinder.requireReach(plan(terms, courses: [course]), from: first)) == nil
            })
        #expect(throws: DomainError.self) { try DegreePathfinder.requireReach(plan(most + 1, courses: [course]), from: first) }
        try DegreePathfinder.requireReach(plan(most, courses: []), from: first)
        try DegreePathfinder.requireReach(plan(most, courses: [course]), from: first.advanced(by: 1))
    }
}
