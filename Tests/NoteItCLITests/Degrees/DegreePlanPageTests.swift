import Foundation
import NoteItCore
import Testing

@testable import NoteItTerminal

/// Plans as boards of terms, with problems where they stand.
struct DegreePlanPageTests {
    private typealias Samples = DegreeSamples

    private func page(
        _ plan: DegreePlan = Samples.plan(), record: [RecordItem] = Samples.record, check: PlanCheck? = Samples.check,
        reader: Author = Samples.ada, unicode: Bool = true
    ) -> DegreePlanPage {
        DegreePlanPage(
            plan, record: record, credits: Samples.book, check: check, programme: "Computing Science", reader: reader.id,
            clock: StudySamples.clock(), unicode: unicode)
    }

    @Test func aPlanIsABoardOfTermsWithItsProblemsBelow() {
        #expect(
            page().lines(width: 80).texts == [
                "Plan A",
                "Computing Science",
                "7 credits done, 3 in progress, 10 planned",
                "",
                "Without a term            Fall 2025                 Spring 2026",
                "✓ MATH 100   4 transfer   ✓ CMPT 120   3 A-         ▸ CMPT 125   3",
                "  4 credits                 3 credits                 3 credits",
                "",
                "Fall 2026                 Spring 2027",
                "· CMPT 225   3 !1         · CMPT 300  3? ?3",
                "· MACM 101   4 (2)          3 credits !4",
                "  7 credits",
                "",
                "✓ done; ▸ in progress; · planned; 3? not known, counted as 3",
                "",
                "2 problems, 1 to ask about, 1 kept knowingly",
                "  !1  Fall 2026: CMPT 225 needs CMPT 125 with C- or better.",
                "  (2) Fall 2026: MACM 101 needs Math 12. Kept knowingly.",
                "  ?3  Spring 2027: CMPT 300 needs permission of the department.",
                "  !4  Spring 2027 has 18 credits; the limit is 15.",
            ])
    }

    @Test func aNarrowTerminalHasOneTermBelowTheOther() {
        let lines = page(check: nil, unicode: false).lines(width: 40).texts
        #expect(
            lines.dropFirst(5).prefix(8) == [
                "Without a term", "+ MATH 100   4 transfer", "  4 credits", "", "Fall 2025", "+ CMPT 120   3 A-",
                "  3 credits", "",
            ])
        #expect(lines.suffix(3) == ["", "+ done; > in progress; - planned; 3? not", "known, counted as 3"])
    }

    @Test(arguments: [20, 40, 80, 120, 200]) func noLineIsWiderThanTheTerminal(width: Int) {
        let terms = (0..<12).map { number in
            PlanTerm(
                term: Samples.fall26.advanced(by: number),
                courses: (0..<6).map { CourseCode(subject: "COURSES", number: "\(number)\($0)0W") })
        }
        let problems = terms.flatMap { term in
            term.courses.map {
                DegreePlanProblem(
                    term: term.term, course: $0, kind: .prerequisite,
                    detail: "\($0) needs a long list of courses, each with a grade of C- or better, and second-year standing.")
            }
        }
        let page = page(Samples.plan(terms: terms), check: PlanCheck(problems: problems))
        for line in page.lines(width: width) { #expect(line.width <= width, "\(line.text)") }
    }

    @Test func anApprovalAndItsLossAreTold() {
        var plan = Samples.plan()
        let approval = DegreePlan.Approval(by: Samples.dana, at: Samples.at("2026-11-20 14:00"))
        plan.approved = approval
        #expect(page(plan).lines(width: 100).texts.contains("approved by Dana Adviser on Fri 20 Nov 14:00"))
        #expect(page(plan, reader: Samples.dana).lines(width: 100).texts.contains("approved by you on Fri 20 Nov 14:00"))
        (plan.approved, plan.approvalLost, plan.editedAt) = (nil, approval, Samples.at("2026-11-23 16:00"))
        let lost = "approval by Dana Adviser of Fri 20 Nov 14:00 lost by your edit of Mon 23 Nov 16:00"
        #expect(page(plan).lines(width: 100).texts.contains(lost))
        #expect(
            page(plan, reader: Samples.dana).lines(width: 100).texts.contains(
                "your approval of Fri 20 Nov 14:00 lost by an edit of Mon 23 Nov 16:00"))
    }

    @Test func anothersPlanNamesItsOwner() {
        #expect(page(reader: Samples.dana).lines(width: 80).texts.first == "Plan A of Ada Example")
    }

    @Test func aCourseThatWasFailedDoesNotCount() {
        var record = Samples.record
        record[1].grade = .letter(.f)
        let lines = page(record: record).lines(width: 80).texts
        #expect(lines[2] == "4 credits done, 3 in progress, 10 planned")
        #expect(lines[5].contains("✗ CMPT 120   3 F "))
    }

    @Test func aPlanWithoutCoursesSaysSo() {
        #expect(page(Samples.plan(terms: []), record: [], check: nil).lines(width: 80).texts.last == "No courses yet.")
    }

    @Test func anEditSaysWhatItBrokeAndMended() {
        let before = PlanCheck(problems: [
            Samples.problem(.prerequisite, "CMPT 225", Samples.fall26, "CMPT 225 needs CMPT 125."),
            Samples.problem(.notOffered, "CMPT 300", Samples.spring27, "CMPT 300 is not offered in Spring 2027."),
        ])
        let after = PlanCheck(problems: [
            Samples.problem(.prerequisite, "CMPT 225", Samples.spring27, "CMPT 225 needs CMPT 125."),
            Samples.problem(.credits, nil, Samples.spring27, "Spring 2027 has 18 credits; the limit is 15."),
            Samples.problem(.prerequisite, "STAT 270", Samples.spring27, "STAT 270 needs permission.", unsure: true),
            Samples.problem(.prerequisite, "MATH 232", Samples.spring27, "MATH 232 needs MATH 152.", accepted: true),
        ])
        let difference = CheckDifference(from: before, to: after)
        #expect(difference.broken.map(\.kind) == [.credits, .prerequisite])
        #expect(difference.mended.map(\.kind) == [.notOffered])
        #expect(
            difference.lines(width: 80, unicode: true).texts == [
                "! Spring 2027 has 18 credits; the limit is 15.",
                "? Spring 2027: STAT 270 needs permission.",
                "= Spring 2027: MATH 232 needs MATH 152. Kept knowingly.",
                "✓ No longer: CMPT 300 is not offered in Spring 2027.",
                "1 other problem: noteit plan check",
            ])
    }

    @Test func twoPlansAreCompared() {
        var other = Samples.plan(11, "Plan B")
        other.terms = [
            PlanTerm(term: Samples.fall26, courses: Samples.codes("MACM 101")),
            PlanTerm(term: Samples.spring27, courses: Samples.codes("CMPT 225", "STAT 270")),
        ]
        let difference = DegreePlanDifference(
            .init(Samples.plan(), check: Samples.check, audit: Samples.audit),
            .init(other, check: PlanCheck(problems: []), audit: nil))
        #expect(
            difference.rows == [
                ["-", "CMPT 300", "202710", ""], ["+", "STAT 270", "", "202710"], ["~", "CMPT 225", "202630", "202710"],
            ])
        let lines = difference.lines(width: 80, unicode: true).texts
        #expect(lines.first == "                      Plan A          Plan B")
        #expect(lines.contains("problems              3               0"))
        #expect(lines.contains("requirements missing  2"))
        #expect(
            lines.suffix(3) == ["-  CMPT 300  Spring 2027", "+  STAT 270  Spring 2027", "~  CMPT 225  Fall 2026 → Spring 2027"])
        for line in difference.lines(width: 40, unicode: true) { #expect(line.width <= 40) }
    }

    @Test func aListHasOwnPlansAndThoseThatOneFollows() {
        var shared = Samples.plan(12, "Plan C", owner: Samples.dana)
        (shared.shared, shared.replyCount) = (true, 2)
        let table = DegreePlansTable([Samples.plan(), shared], reader: Samples.ada.id, clock: StudySamples.clock())
        #expect(table.rows.map { $0[1] } == ["Plan A", "Plan C"])
        #expect(table.rows[1][2] == "Dana Adviser")
        #expect(table.lines(width: 80).texts[2].hasPrefix("Plan C of Dana Adviser"))
        for line in table.lines(width: 40) { #expect(line.width <= 40) }
    }

    @Test func commentsAreNumbered() {
        let plan = Samples.plan()
        let first = PlanReply(
            id: PlanReply.ID(Samples.uuid(20)), plan: plan.id, number: 1, parent: nil, body: "Take STAT 270 first.",
            author: Samples.dana, createdAt: Samples.at("2026-11-23 16:20"), editedAt: nil, rev: 1)
        let second = PlanReply(
            id: PlanReply.ID(Samples.uuid(21)), plan: plan.id, number: 2, parent: first.id, body: "Thanks.",
            author: Samples.ada, createdAt: Samples.at("2026-11-23 16:50"), editedAt: nil, rev: 1)
        let page = PlanThreadPage(
            plan, replies: [first, second], reader: Samples.ada.id, names: NameBook([Samples.ada, Samples.dana]),
            clock: StudySamples.clock(), unicode: true)
        #expect(
            page.lines(width: 80).texts == [
                "2 comments on Plan A",
                "",
                "┃ #1 Dana Adviser (instructor) 1 hour ago (Mon 23 Nov 16:20)",
                "┃ Take STAT 270 first.",
                "",
                "┃ #2 you 30 minutes ago (Mon 23 Nov 16:50), to #1",
                "┃ Thanks.",
            ])
    }
}

/// Plans by the names that people type.
struct DegreePlanNamesTests {
    private typealias Samples = DegreeSamples

    @Test func aPlanIsFoundByNameBeginningAndId() {
        let (first, second) = (Samples.plan(10, "Plan A"), Samples.plan(11, "Fast with co-op"))
        let names = DegreePlanNames([first, second], reader: Samples.ada.id)
        #expect(names.find("plan a") == .one(first))
        #expect(names.find("fast") == .one(second))
        #expect(names.find("co-op") == .one(second))
        #expect(names.find(second.id.description) == .one(second))
        #expect(names.find("000b") == .one(second))
        #expect(names.find("plna a") == .none(near: ["Plan A"]))
        #expect(names.find("") == .none(near: []))
    }

    @Test func onesOwnPlanWinsOverOneThatOneFollows() {
        let (own, other) = (Samples.plan(10, "Plan A"), Samples.plan(11, "Plan A", owner: Samples.dana))
        #expect(DegreePlanNames([own, other], reader: Samples.ada.id).find("Plan A") == .one(own))
        #expect(DegreePlanNames([own, Samples.plan(12, "Plan B")], reader: nil).find("plan").isSeveral)
    }
}

extension DegreePlanNames.Match {
    fileprivate var isSeveral: Bool { if case .several = self { true } else { false } }
}
