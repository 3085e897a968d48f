import NoteItCore
import Testing

@testable import NoteItTerminal

/// Audits, ways and programmes.
struct DegreeAuditPageTests {
    private typealias Samples = DegreeSamples

    private func page(_ audit: DegreeAudit = Samples.audit, depth: Int? = nil) -> DegreeAuditPage {
        DegreeAuditPage(
            audit, programme: Samples.programme, heading: "Plan A: Computing Science", depth: depth, unicode: true)
    }

    @Test func doneRequirementsAreFoldedAndMissingOnesAreOpen() {
        #expect(
            page().lines(width: 80).texts == [
                "Plan A: Computing Science",
                "2 requirements missing, 13 of 120 credits",
                "",
                "✓  Core courses    2 of 2 courses  done",
                "!  Upper division  1 of 3 courses  missing",
                "   ·  CMPT 300  Spring 2027  3  counts as CMPT 300-499",
                "   2 more courses: CMPT 300-499 with C- or better",
                "!  Breadth         4 of 6 credits  missing",
                "   ✓  MATH 100  4  transfer",
                "   2 more credits: PHIL 100; courses with the attribute Breadth",
                "",
                "Left over: MACM 101",
            ])
    }

    @Test func depthOneIsALineForEachRequirement() {
        #expect(page(depth: 1).lines(width: 80).count == 8)
        #expect(page(depth: 3).lines(width: 80).texts.contains("   ✓  CMPT 120  Fall 2025    3  counts as CMPT 120"))
    }

    private static func satisfied(_ statuses: DegreeAudit.Status...) -> DegreeAudit {
        var audit = Samples.audit
        audit.satisfied = true
        audit.requirements = statuses.enumerated().map { index, status in
            let course = "CMPT \(index / 2 * 100 + 100)"
            return .init(
                id: "part-\(index)", name: "Part \(index)", status: status, needs: CreditAmount(1), has: CreditAmount(1),
                courses: [Samples.row(course, status, Samples.fall25, 3, .init(.course(Samples.code(course))))])
        }
        return audit
    }

    /// The courses are in pairs: each counts for two requirements.
    static let conditions: [(DegreeAudit, String)] = [
        (satisfied(.done, .done), "complete"),
        (satisfied(.done, .done, .inProgress, .inProgress), "complete once 1 course in progress is passed"),
        (satisfied(.planned, .planned), "complete once 1 planned course is passed"),
        (satisfied(.planned, .planned, .planned), "complete once 2 planned courses are passed"),
        (
            satisfied(.inProgress, .inProgress, .planned, .planned, .planned),
            "complete once 1 course in progress and 2 planned ones are passed"
        ),
        (satisfied(.inProgress, .inProgress, .planned), "complete once 1 course in progress and 1 planned one are passed"),
    ]

    @Test(arguments: conditions)
    func anAuditIsCompleteOnlyOnceItsCoursesArePassed(audit: DegreeAudit, verdict: String) {
        #expect(page(audit).lines(width: 100).texts[1] == verdict + ", 13 of 120 credits")
    }

    @Test func aCompleteAuditSaysSo() {
        var audit = Self.satisfied(.done, .done)
        audit.optimal = false
        let lines = page(audit).lines(width: 80).texts
        #expect(lines[1] == "complete, 13 of 120 credits")
        #expect(lines.last == "Stopped early: there may be a better way to count the courses.")
    }

    @Test(arguments: [40, 80, 120]) func noLineIsWiderThanTheTerminal(width: Int) {
        for depth in [nil, 1, 2, 3] {
            for line in page(depth: depth).lines(width: width) { #expect(line.width <= width, "\(line.text)") }
        }
        for line in ProgrammePage(Samples.programme, depth: 3).lines(width: width) {
            #expect(line.width <= width, "\(line.text)")
        }
        for line in DegreePathPage(path, programme: Samples.programme, credits: Samples.book, unicode: true).lines(width: width)
        {
            #expect(line.width <= width, "\(line.text)")
        }
    }

    private var path: DegreePath {
        DegreePath(
            feasible: true, graduates: Samples.spring27,
            terms: [
                .init(term: Samples.fall26, courses: Samples.codes("CMPT 225", "MACM 101"), electives: []),
                .init(
                    term: Samples.spring27, courses: Samples.codes("CMPT 300"),
                    electives: [
                        .init(requirement: "breadth", credits: CreditAmount(6)),
                        .init(requirement: nil, credits: CreditAmount(3)),
                    ]),
            ], critical: Samples.codes("CMPT 225", "CMPT 300"), optimal: true, assumed: ["permission of the department"],
            because: nil)
    }

    @Test func aWayIsABoardWithItsCriticalChain() {
        let page = DegreePathPage(path, programme: Samples.programme, credits: Samples.book, unicode: false)
        #expect(
            page.lines(width: 100).texts == [
                "Computing Science",
                "Graduation at the end of Spring 2027, 2 terms with courses. Proved: no plan graduates earlier.",
                "",
                "Fall 2026          Spring 2027",
                "* CMPT 225     3   * CMPT 300    3?",
                "- MACM 101     4     Breadth      6",
                "  7 credits          any course   3",
                "                     12 credits",
                "",
                "Credits without a course are placed without regard to prerequisites and terms.",
                "",
                "* Critical chain: CMPT 225 -> CMPT 300",
                "  These courses alone cannot be finished earlier.",
                "",
                "Assumed to be met:",
                "  permission of the department",
            ])
    }

    @Test(arguments: [true, false]) func aWaySaysWhatTheOptionsLeftOpen(isFeasible: Bool) {
        var path = path
        path.feasible = isFeasible
        let page = DegreePathPage(
            path, programme: Samples.programme, credits: Samples.book, unicode: true, assumptions: ["no courses in summer"])
        #expect(page.lines(width: 100).texts.contains("Assumed: no courses in summer."))
    }

    @Test func onlyAWayWithOpenCreditsSaysHowTheyArePlaced() {
        var path = path
        let says = { (path: DegreePath) in
            DegreePathPage(path, programme: Samples.programme, credits: Samples.book, unicode: true).lines(width: 100).texts
                .contains { $0.hasPrefix("Credits without a course") }
        }
        #expect(says(path))
        path.terms[1].electives = []
        #expect(!says(path))
    }

    @Test func aProgrammeThatCannotBeFinishedHasItsCausesInSentences() {
        let path = DegreePath(
            feasible: false, graduates: nil, terms: [], critical: [], optimal: true, assumed: [],
            because: [.init(kind: .cycle, courses: Samples.codes("CMPT 1", "CMPT 2"), detail: "CMPT 1 needs itself.")])
        let page = DegreePathPage(path, programme: Samples.programme, credits: Samples.book, unicode: false)
        #expect(
            page.lines(width: 80).texts == [
                "Computing Science cannot be finished this way:", "- CMPT 1 needs itself. (CMPT 2)",
            ])
    }

    @Test func aProgrammeFoldsByDepth() {
        #expect(
            ProgrammePage(Samples.programme, depth: 2).lines(width: 80).texts == [
                "Computing Science",
                "2024, 120 credits, computing-2024",
                "",
                "Core courses    2 courses",
                "   CMPT 120, CMPT 125",
                "Upper division  3 courses with C- or better",
                "   CMPT 300-499",
                "Breadth         6 credits",
                "   PHIL 100, MATH 100; courses with the attribute Breadth",
                "   may count for Core courses too",
            ])
        #expect(ProgrammePage(Samples.programme, depth: 1).lines(width: 80).count == 6)
    }
}
